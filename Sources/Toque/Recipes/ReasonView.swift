// The reasons behind a recipe's diet answers, as nested lists in the reader's language.

import Food
import Texts
import Words

/// One reason with the reasons below it.
struct ReasonView: Sendable {
    let text: String
    /// For a line of the recipe, the language of the recipe.
    var language: String?
    var steps: [ReasonView] = []
    var hasSteps: Bool { !steps.isEmpty }
}

/// The type that the view's partial accepts.
typealias ReasonViews = [ReasonView]

/// Writes the reasons of one recipe in words.
struct ReasonWriter {
    /// The maximum number of recipe lines under one answer.
    static let most = 12

    let body: RecipeBody
    let catalogue: Catalogue
    let language: Language
    private let tree: ReasonTree

    init(_ body: RecipeBody, _ catalogue: Catalogue, _ language: Language) {
        self.body = body
        self.catalogue = catalogue
        self.language = language
        tree = ReasonTree(lines: catalogue.asked(body), index: catalogue.index)
    }

    func views(_ subject: DietReason.Subject, in diets: DerivedDiets) -> [ReasonView] {
        let steps = tree.steps(subject, diets[subject], names: diets.reason(for: subject))
        let rest = steps.count - Self.most
        return steps.prefix(Self.most).map(view)
            + (rest > 0 ? [ReasonView(text: Text.reasonMore(language, count: rest))] : [])
    }

    /// For keto and low-carb: the author's nutrition value that decided the answer, if no ingredient did.
    func said(_ subject: DietReason.Subject, in diets: DerivedDiets) -> String? {
        guard case .diet(let diet) = subject, let nutrient = body.figures?.worsening(diet, in: diets),
            let amount = body.figures?[nutrient].map({ FigureText.text($0, language) })
        else { return nil }
        return nutrient == .sugars
            ? Text.reasonGivenSugars(language, amount: amount) : Text.reasonGiven(language, amount: amount)
    }

    private func view(_ step: ReasonStep) -> ReasonView {
        if case .line(let number) = step.claim, body.lines.indices.contains(number) {
            return ReasonView(
                text: catalogue.lineText(body.lines[number], language), language: body.language,
                steps: step.because.map(view))
        }
        return ReasonView(text: text(step.claim), steps: step.because.map(view))
    }

    private func name(_ key: String) -> String { catalogue.displayName(key, language) }

    private func text(_ claim: ReasonStep.Says) -> String {
        switch claim {
        case .line(let number): String(number)
        case .heading(let heading): Text.reasonHeading(language, heading: heading)
        case .unlisted(let found): catalogue.text(of: found, language)
        case .noteNames(let key): Text.reasonNote(language, name: name(key))
        case .notInCatalogue(let words): Text.reasonUnknown(language, name: words)
        case .isLike(let words, let key): Text.reasonIsLike(language, ingredient: name(key), name: words)
        case .countsAs(let key, let kind): Text.reasonCountsAs(language, kind: name(kind), name: name(key))
        case .holds(let key, let part): Text.reasonHolds(language, name: name(key), part: name(part))
        case .mayHold(let key, let part): Text.reasonMayHold(language, name: name(key), part: name(part))
        case .isMeat(let key): Text.reasonMeat(language, name: name(key))
        case .brings(let key): Text.reasonBrings(language, name: name(key))
        case .uncounted(let key): Text.reasonUncounted(language, name: name(key))
        case .states(let key, let fact, let value): stated(key, fact, value)
        }
    }

    /// The last reason of a chain: the fact in the catalogue, and the date if an admin changed it.
    private func stated(_ key: String, _ fact: FactName, _ value: Fact) -> String {
        let subject =
            switch fact {
            case .diet(let diet): "diet.\(diet.rawValue)"
            case .allergen(let allergen): "allergen.\(allergen.rawValue)"
            }
        let answer = Text.dynamic("\(subject).\(value.word)", language) ?? value.word
        if let at = catalogue.entry(key)?.changedAt {
            return Text.reasonStatedByAdmin(language, answer: answer, at: Dates.day(at, language), name: name(key))
        }
        return Text.reasonStated(language, answer: answer, name: name(key))
    }
}
