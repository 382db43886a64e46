// The live preview of an unsaved text: diets, allergens, nutrition and warnings, by the same rules as when saving.

import Bytes
import Food
import HTTP
import HTTPServer
import Synchronization
import Texts
import Words

enum LivePreview {
    /// The facts of a form, as a part of a page.
    static func show(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let catalogue = try context.site.catalogue.current(context.reader)
        let icons = context.site.assets.address("icons.svg")
        let stylesheet = context.site.assets.address("site.css")
        let sent = context.form
        let page = try await context.site.factWorkers.run(for: viewer.id) {
            RecipeFactsPage(
                stylesheet: stylesheet,
                facts: RecipeFacts(RecipeForm(sent, language: language), catalogue, language, icons: icons),
                offers: TimerOffer.all(sent, language))
        }
        return context.page(page)
    }
}

/// Threads that derive the facts of unsaved texts, one request at a time for each account, so that no account uses all
/// threads. A second request before the first is answered gets 429.
final class FactWorkers: Sendable {
    private let busy = Mutex<Set<Int>>([])
    private let pool = WorkerPool(threads: 2, queueLimit: 32)

    func run<T: Sendable>(for account: Int, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        guard busy.withLock({ $0.insert(account).inserted }) else { throw SiteError.tooMany(.tooOften, seconds: 1) }
        defer { busy.withLock { _ = $0.remove(account) } }
        return try await pool.run(work)
    }
}

struct RecipeFactsPage {
    /// The address of the site's style sheet, by which the script notices that the site was updated.
    let stylesheet: String
    let facts: RecipeFacts
    let offers: [TimerOffer]
}

/// A timer suggested from a step's text, for the editor's script.
struct TimerOffer {
    /// The number of the step in the form.
    let number: Int
    let time: String

    static func all(_ form: Form, _ language: Language) -> [TimerOffer] {
        RecipeForm.steps(form, [:]).prefix(RecipeLimits.steps).enumerated().compactMap { index, step in
            step.offeredTimer.map { TimerOffer(number: index + 1, time: Durations.text(seconds: $0, language)) }
        }
    }
}

struct RecipeFacts {
    let icons: String
    let isEmpty: Bool
    /// A summary in one sentence, for screen readers.
    let summary: String
    let certain: [DietAnswer]
    let refused: [DietAnswer]
    let unsure: Unsure?
    let contained: [DietAnswer]
    let unsureAllergens: Unsure?
    let nutrition: NutritionPart?
    let warnings: [String]
    let unlisted: [UnlistedOffer]

    /// `kept` is the stored understanding of the saved text; it is used if the lines have not changed since.
    init(
        _ form: RecipeForm, _ catalogue: Catalogue, _ language: Language, icons: String,
        kept: KeptUnderstanding = KeptUnderstanding()
    ) {
        self.icons = icons
        var (body, errors) = form.checked(catalogue: catalogue, language)
        body.understanding = kept
        isEmpty = body.lines.isEmpty
        guard !body.lines.isEmpty, body.lines.count <= RecipeLimits.lines, body.lines.allSatisfy(\.isWithinLimits),
            body.steps.count <= RecipeLimits.steps, body.dish.texts.allSatisfy(\.isWithinLimits),
            body.steps.reduce(0, { $0 + $1.text.length }) <= RecipeLimits.allSteps
        else {
            (certain, refused, contained, unlisted) = ([], [], [], [])
            warnings = [errors["ingredient"]].compactMap { $0 }
            (unsure, unsureAllergens, nutrition, summary) = (nil, nil, nil, "")
            return
        }
        let understanding = catalogue.understanding(of: body)
        // What follows does not read the texts again.
        body.understanding = KeptUnderstanding(understanding.encoded, edition: catalogue.edition, of: body.dish)
        let (lines, diets) = (understanding.lines, catalogue.diets(of: body, understanding))
        let writer = AnswerWriter(body, diets, [], catalogue, language)
        let (answers, allergens) = (writer.diets, writer.allergens)
        certain = answers.filter(\.isYes)
        refused = answers.filter(\.isNo)
        unsure = Unsure(answers.filter(\.isUnknown))
        contained = allergens.filter(\.isYes)
        unsureAllergens = Unsure(allergens.filter(\.isUnknown))
        nutrition = NutritionLabel(catalogue: catalogue, language: language).part(body)
        unlisted = UnlistedOffer.all(diets, catalogue, language)
        warnings =
            Self.warnings(body, errors, lines, catalogue, language)
            + Self.figures(body, errors, catalogue, language)
        summary = Text.factsSummary(
            language, allergens: contained.map(\.label).joined(separator: ", ").ifEmpty("–"),
            diets: certain.map(\.answer).joined(separator: ", ").ifEmpty("–"))
    }

    private static func warnings(
        _ body: RecipeBody, _ errors: FieldErrors, _ lines: [UnderstoodLine], _ catalogue: Catalogue,
        _ language: Language
    ) -> [String] {
        let amounts = [errors["amount"]].compactMap { $0 }
        let units = Set(body.lines.map(\.unit).filter { !$0.isEmpty && catalogue.units[$0] == nil }).sortedByBytes()
        return amounts + units.map { Text.factsUnit(language, unit: $0) }
            + lines.flatMap(\.likely).map {
                Text.factsLikely(language, ingredient: catalogue.displayName($0.key, language), name: $0.name)
            } + SubmissionRules.hints(body, lines).filter { !$0.isToldElsewhere }.map { $0.text(language) }
    }
}

extension RecipeFacts {
    /// Errors in the author's nutrition values, and values that are implausible.
    private static func figures(
        _ body: RecipeBody, _ errors: FieldErrors, _ catalogue: Catalogue, _ language: Language
    ) -> [String] {
        let wrong = Nutrient.onLabels.compactMap { errors[$0.field] }
        guard let figures = body.figures else { return wrong }
        let grams = catalogue.nutrition(of: body).servingGrams(body.servings)
        let unclear = body.servings == nil ? [Text.figuresDoubtServings(language)] : []
        return wrong + unclear + FigureRules.doubts(figures, servingGrams: grams).map { $0.text(language) }
    }
}

/// An ingredient that a text names, that no line contains, and that changes an answer. The author can add it to the
/// list or state that it is not in the dish.
struct UnlistedOffer {
    let text: String
    /// The values of the two buttons.
    let list: String
    let leave: String

    static func all(_ diets: DerivedDiets, _ catalogue: Catalogue, _ language: Language) -> [UnlistedOffer] {
        var seen: Set<String> = []
        return diets.reasons.flatMap(\.ingredients).compactMap(UnlistedIngredient.init(name:)).filter {
            seen.insert($0.key).inserted
        }.map {
            UnlistedOffer(
                text: catalogue.text(of: $0, language), list: Arrangement.list + $0.key,
                leave: Arrangement.leave + $0.key)
        }
    }
}

extension String {
    fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}

extension Site {
    var factWorkers: FactWorkers { part() }
}
