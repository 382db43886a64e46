// The page of cook mode: every step with its ingredients, one of them shown.

import Food
import HTML
import HTTP
import Texts
import Words

struct CookingPage {
    let frame: CookFrame
    let modules: CookModules
    /// The viewer's id, so that a device does not mix the timers of two members; empty for visitors.
    let owner: String
    let formToken: String
    let done: String?
    let problems: FieldProblems
    let stepError: String?
    let servingsError: String?

    let id: Int
    let title: String
    let textLanguage: String
    let recipeAddress: String
    let address: String
    /// The servings that the amounts are for, if the recipe states them.
    let servings: String
    /// The same as a number for forms; empty as the recipe was written.
    let askedServings: String
    let steps: [CookStep]
    let groups: [LineGroup]
    let current: Int
    /// The address of the steps before and after; `nil` at the ends.
    let back: String?
    let next: String?
    /// The number of the end.
    let last: Int
    let isEnd: Bool
    let endAddress: String
    let isResumed: Bool
    let startAddress: String
    let timers: TimerDock
    /// `nil` for a recipe that somebody shares with the viewer.
    let heart: RecipeHeart?
    let cookedAddress: String
    /// The reviews of the recipe, for visitors, who have to log in first.
    let reviewAddress: String?
    /// `nil` if the viewer may not write one.
    let review: EndReview?
    let share: ShareLinks?
    let settings: CookSettings
    let avoided: AvoidedNote?

    var isMember: Bool { !owner.isEmpty }
    /// Whether a form can save the place without a script.
    var isSavable: Bool { isMember && !isEnd }
}

/// The frame of the page, which has no header bar and no menu.
struct CookFrame {
    let language: String
    let theme: String
    let stylesheet: String
    let cookStylesheet: String
    let script: String
    let cookScript: String
    let icons: String
    let favicon: String
    let offline: OfflineScript?

    init(_ context: Context) {
        let assets = context.site.assets
        (language, theme) = (context.language.rawValue, context.theme.rawValue)
        (stylesheet, cookStylesheet) = (assets.address("site.css"), assets.address("cook.css"))
        (script, cookScript) = (assets.address("site.js"), assets.address("cook.js"))
        (icons, favicon) = (assets.address("icons.svg"), assets.address("favicon.svg"))
        offline = OfflineScript(context)
    }
}

/// How the member's preferences set the switches of the page.
struct CookSettings {
    let sounds: Bool
    let vibration: Bool
    let gestures: Bool
}

/// An ingredient beside a step.
struct CookLine {
    let line: LineView
    /// Whether other steps use it too: its amount is for all of them.
    let isShared: Bool
}

/// One step of the page.
struct CookStep {
    let number: Int
    let label: String
    let address: String
    let isShown: Bool
    let text: String
    let ingredients: [CookLine]
    let picture: ResponsiveImage?
    let video: VideoView?
    let note: String?
    let timer: TimerView?
    var hasIngredients: Bool { !ingredients.isEmpty }
    let tutorials: StepTutorials?
}

extension CookingPage {
    init(
        _ text: CookedText, _ place: CookPlace, _ errors: FieldErrors, _ catalogue: Catalogue, _ context: Context
    ) throws {
        let (language, body, reading) = (context.language, text.body, try context.reading())
        var builder = context.articles(
            catalogue, ShownAmounts(context.request.query).units ?? reading.units, reading.mediaPreferences)
        builder.tutorials = try context.site.tutorials.current(context.reader)
        if !text.isPublic { builder.videos = try VideoStore(context.reader).states(body.videos) }
        (frame, modules) = (CookFrame(context), CookModules(context.site.assets))
        owner = context.viewer.map { String($0.id) } ?? ""
        formToken = context.viewer == nil ? "" : context.formToken
        done = context.done.flatMap { Text.dynamic("done." + Outcome($0).key, language) }
        problems = errors.summary
        (stepError, servingsError) = (errors["step"], errors["servings"])
        (id, title, textLanguage, recipeAddress) = (text.id, body.title, body.language, text.address)
        address = Address.cookRecipe(text.id)
        servings = body.servings.map { Text.cookingServings(language, count: $0) } ?? ""
        let asked = text.asked
        let askedServings = asked.map(String.init) ?? ""
        self.askedServings = askedServings
        func step(_ number: Int) -> String { Cooking.address(text.id, step: number, servings: asked) }
        groups = builder.groups(body)
        steps = Self.steps(text, place, builder, groups.flatMap(\.lines), address: step)
        (current, last) = (place.step, text.steps + 1)
        isEnd = place.step == text.steps + 1
        back = place.step > 1 ? step(place.step - 1) : nil
        next = isEnd ? nil : step(place.step + 1)
        endAddress = step(text.steps + 1)
        (isResumed, startAddress) = (place.isResumed, step(1))
        timers = TimerDock(recipe: text.id, title: body.title, reading, isCookMode: true, context)
        heart = try text.isShared ? nil : RecipeHeart(text.id, body.title, context)
        cookedAddress = Address.cookedRecipe(text.id) + (asked.map { "?servings=\($0)" } ?? "")
        reviewAddress = text.isReviewable && context.viewer == nil ? text.address + "#reviews" : nil
        review =
            try text.isReviewable
            ? context.viewer.map {
                try EndReview(text.id, page: text.address, servings: askedServings, $0, context)
            } : nil
        share =
            text.isPublic
            ? ShareLinks(
                context.site.settings.baseURL + text.address, title: body.title,
                photo: body.photo.map { Address.media($0, "1280.jpg") },
                square: Address.squarePicture(text.revision.id), icons: frame.icons) : nil
        avoided = AvoidedNote(reading.defaultFilters, text.diets, catalogue, language)
        settings = CookSettings(
            sounds: reading.timerAlerts.sounds, vibration: reading.timerAlerts.vibration, gestures: reading.hasGestures)
    }

    private static func steps(
        _ text: CookedText, _ place: CookPlace, _ builder: ArticleBuilder, _ lines: [LineView],
        address: (Int) -> String
    ) -> [CookStep] {
        let uses = Dictionary(grouping: text.lines.joined(), by: \.self).mapValues(\.count)
        return builder.steps(text.revision).enumerated().map { index, step in
            CookStep(
                number: index + 1,
                label: Text.cookingStep(
                    builder.language, number: String(index + 1), of: String(text.steps)),
                address: address(index + 1), isShown: place.step == index + 1, text: step.text,
                ingredients: (text.lines.indices.contains(index) ? text.lines[index] : []).compactMap {
                    lines.indices.contains($0) ? CookLine(line: lines[$0], isShared: uses[$0, default: 0] > 1) : nil
                },
                picture: step.picture, video: step.video, note: step.note, timer: step.timer,
                tutorials: step.tutorials)
        }
    }
}

/// A recipe in cook mode as JSON.
struct CookingJSON: Encodable {
    struct Step: Encodable {
        let text: String
        let ingredients: [String]
        let timerSeconds: Int?
    }

    let id: Int
    let title: String
    let servings: Int?
    let step: Int
    /// Where the member stopped within the last day.
    let resume: CookSessionJSON?
    let steps: [Step]

    init(_ text: CookedText, _ place: CookPlace, _ session: CookSession?, _ context: Context) throws {
        let catalogue = try context.site.catalogue.current(context.reader)
        let body = text.body
        (id, title, servings, step) = (text.id, body.title, body.servings, place.step)
        resume = session.map { CookSessionJSON(step: $0.step, servings: $0.servings) }
        steps = zip(body.steps, text.lines).map { step, lines in
            Step(
                text: step.text,
                ingredients: lines.filter { body.lines.indices.contains($0) }.map {
                    catalogue.lineText(body.lines[$0], context.language)
                }, timerSeconds: step.timer.seconds)
        }
    }
}
