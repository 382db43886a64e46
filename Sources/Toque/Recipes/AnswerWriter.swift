// Writes the diets and allergens of a recipe page in words: each answer with its reasons, or with a moderator's
// override.

import Food
import Texts
import Words

/// Builds the `DietAnswer`s of one article.
struct AnswerWriter {
    private let shown: DerivedDiets
    private let derived: DerivedDiets
    private let overrides: [DietOverride]
    private let reasons: ReasonWriter

    init(
        _ body: RecipeBody, _ shown: DerivedDiets, _ overrides: [DietOverride], _ catalogue: Catalogue,
        _ language: Language
    ) {
        self.shown = shown
        self.overrides = overrides
        reasons = ReasonWriter(body, catalogue, language)
        derived = overrides.isEmpty ? shown : catalogue.diets(of: body)
    }

    /// The answers for every diet.
    var diets: [DietAnswer] { Diet.allCases.map { verdict(.diet($0)) } }

    /// The allergens that the recipe contains or may contain (`yes` means contains), and those with an override, even
    /// if it says no.
    var allergens: [DietAnswer] {
        Allergen.allCases.filter { allergen in
            shown[allergen] != .no || overrides.contains { $0.subject == .allergen(allergen) }
        }.map { verdict(.allergen($0)) }
    }

    private func verdict(_ subject: DietReason.Subject) -> DietAnswer {
        let names = shown.reason(for: subject).map { name in
            UnlistedIngredient(name: name).map { reasons.catalogue.text(of: $0, reasons.language) }
                ?? reasons.catalogue.displayName(name, reasons.language)
        }
        let override = override(subject)
        let said = override == nil ? reasons.said(subject, in: shown) : nil
        var verdict = DietAnswer(
            subject, shown[subject], reason: said ?? names.joined(separator: ", "), reasons.language)
        verdict.override = override
        verdict.steps = reasons.views(subject, in: verdict.override == nil ? shown : derived)
        return verdict
    }

    /// The override of this answer. An answer that changed because of another override shows the last of those.
    private func override(_ subject: DietReason.Subject) -> OverrideView? {
        let language = reasons.language
        let own = overrides.first { $0.subject == subject }
        guard let cause = own ?? (shown[subject] == derived[subject] ? nil : overrides.last) else { return nil }
        let day = Dates.day(cause.at, language)
        return OverrideView(
            note: own == nil
                ? Text.overrideFollows(language, answer: cause.subject.answer(cause.fact, language), at: day)
                : Text.overrideSet(language, at: day),
            reason: cause.reason,
            derived: Text.overrideDerived(language, answer: subject.answer(derived[subject], language)))
    }
}

extension DietReason.Subject {
    /// The prefix of its keys in the locale files and of the name of its icon.
    private var kind: String { if case .diet = self { "diet" } else { "allergen" } }

    func label(_ language: Language) -> String { Text.dynamic("\(kind).\(name)", language) ?? name }

    /// The answer in words, for example "not vegan" or "contains milk".
    func answer(_ fact: Fact, _ language: Language) -> String {
        Text.dynamic("\(kind).\(name).\(fact.word)", language) ?? label(language)
    }

    var icon: String { "\(kind)-\(name)" }
}

extension DietAnswer {
    init(_ subject: DietReason.Subject, _ fact: Fact, reason: String = "", _ language: Language) {
        self.init(
            key: subject.name, icon: subject.icon, label: subject.label(language), fact: fact.word,
            answer: subject.answer(fact, language), reason: reason)
    }
}
