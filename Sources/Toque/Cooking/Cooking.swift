// Handlers for cook mode: a recipe step by step, and the place where a member goes on later.

import Bytes
import Database
import HTTP
import Texts
import Words

enum Cooking {
    /// A page for each step, and one for the end. Only the address decides which, so that a step can be opened without
    /// a script; without a step in it, a member goes on where they stopped.
    static func show(_ context: Context) async throws -> Response {
        let (text, session) = try await read(context)
        if text.steps == 0 { return Response.redirect(to: text.address) }
        let typed = context.request.query["step"]
        let step = CookingRules.step(typed, of: text.steps) ?? (typed == nil ? session?.step : nil) ?? 1
        let place = CookPlace(step: min(step, text.steps + 1), isResumed: typed == nil && (session?.step ?? 1) > 1)
        if context.wantsJSON { return try context.json(CookingJSON(text, place, session, context)) }
        return try page(text, place, FieldErrors(), context)
    }

    /// Saves where the member is; the end forgets it.
    static func save(_ context: Context) async throws -> Response {
        let (viewer, now, form) = (try context.member(), context.now, context.form)
        let text = try await CookedText.read(context) { _ in Self.servings(form["servings"]) }
        var errors = FieldErrors()
        let step = CookingRules.step(form["step"], of: text.steps)
        let typed = (form["servings"] ?? "").trimmed
        let servings = Self.servings(typed)
        if step == nil { errors.add("step", Text.cookingStepWrong(context.language, last: String(text.steps + 1))) }
        if !typed.isEmpty, servings == nil {
            let range = RecipeLimits.servings
            errors.add(
                "servings",
                Text.scalingWrong(
                    context.language, from: String(range.lowerBound), to: String(range.upperBound)))
        }
        guard let step, errors.isEmpty else {
            if context.wantsJSON {
                return try context.json(
                    CookProblemJSON(problems: errors.all.map(\.message)), status: .unprocessable)
            }
            return try page(text, CookPlace(step: step ?? 1), errors, context)
        }
        let isEnd = step > text.steps
        try await context.site.writer.write { db in
            let store = CookingStore(db)
            if isEnd { return try store.finish(text.id, user: viewer.id) }
            try store.save(CookSession(step: step, servings: servings), recipe: text.id, user: viewer.id, now: now)
        }
        if context.wantsJSON { return try context.json(CookSessionJSON(step: step, servings: servings)) }
        return context.redirect(
            to: address(text.id, step: step, servings: servings), done: isEnd ? nil : "cooking-saved")
    }

    /// The page where the wave is tried before it is used.
    static func practise(_ context: Context) async throws -> Response {
        let layout = context.layout(title: Text.waveTitle(context.language), section: "recipes", isListed: false)
        return context.page(WavePage(layout: layout, modules: CookModules(context.site.assets)))
    }

    /// The address of a step.
    static func address(_ recipe: Int, step: Int?, servings: Int?) -> String {
        let fields = [("step", step), ("servings", servings)].compactMap { name, value in
            value.map { (name: name, value: String($0)) }
        }
        return Address.cookRecipe(recipe) + (fields.isEmpty ? "" : "?" + Parameters(fields).encoded())
    }

    private static func read(_ context: Context) async throws -> (CookedText, CookSession?) {
        var session: CookSession?
        let text = try await CookedText.read(context) { id in
            session = try context.viewer.flatMap {
                try CookingStore(context.reader).session(id, user: $0.id, now: context.now)
            }
            return servings(context.request.query["servings"])
                ?? (context.request.query["step"] == nil ? session?.servings : nil)
        }
        return (text, session)
    }

    private static func servings(_ typed: String?) -> Int? {
        (typed?.trimmed).flatMap { Int($0) }.flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }
    }

    private static func page(
        _ text: CookedText, _ place: CookPlace, _ errors: FieldErrors, _ context: Context
    ) throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        let page = try CookingPage(text, place, errors, catalogue, context)
        var response = context.page(page, status: errors.isEmpty ? .ok : .unprocessable)
        // Browsers need it for spoken commands. Other pages have no microphone.
        response.headers["Permissions-Policy"] =
            "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()"
        return response
    }
}

/// The step that a page shows.
struct CookPlace {
    /// From 1; the number after the last step is the end.
    let step: Int
    /// Whether the member goes on where they stopped.
    var isResumed = false
}

/// The modules that the pages load when they are needed.
struct CookModules {
    let sounds: String
    let wave: String
    let waveWorker: String
    let practice: String
    let voice: String

    init(_ assets: Assets) {
        sounds = assets.address("sounds.js")
        wave = assets.address("wave.js")
        waveWorker = assets.address("wave-worker.js")
        practice = assets.address("wave-practice.js")
        voice = assets.address("voice.js")
    }
}

struct WavePage {
    let layout: Layout
    let modules: CookModules
}

/// The link from the recipe page to cook mode.
struct CookLink {
    let address: String
    /// The step where the member goes on; `nil` if they start.
    let step: String?

    /// `nil` if there are no steps.
    init?(_ recipe: Int, hasSteps: Bool, servings: Int?, _ context: Context) throws {
        guard hasSteps else { return nil }
        let session = try context.viewer.flatMap {
            try CookingStore(context.reader).session(recipe, user: $0.id, now: context.now)
        }
        let isLater = (session?.step ?? 1) > 1
        step = isLater ? session.map { String($0.step) } : nil
        address = Cooking.address(
            recipe, step: isLater ? session?.step : nil, servings: servings ?? session?.servings)
    }
}

/// A recipe on the home page that the member can continue.
struct CookOffer {
    let title: String
    let step: String
    let address: String

    init(_ cooking: UnfinishedCooking) {
        title = cooking.title
        step = String(cooking.session.step)
        address = Cooking.address(
            cooking.recipe, step: cooking.session.step, servings: cooking.session.servings)
    }
}

extension Context {
    /// The recipes that the member can continue; none for visitors.
    func cookOffers() throws -> [CookOffer] {
        try viewer.map { try CookingStore(reader).unfinished(user: $0.id, now: now).map(CookOffer.init) } ?? []
    }
}
