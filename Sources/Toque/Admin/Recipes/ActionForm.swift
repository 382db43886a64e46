// The form for actions on recipes, used below the list and on a recipe's page.

import Bytes
import Food
import HTTP
import Texts
import Words

/// The form values with their errors.
struct ActionForm: Sendable {
    /// The value that restores what the recipe's text says.
    static let asWritten = "as-written"

    private var typedAction = ""
    private var typed: [TermKind: String] = [:]
    private(set) var reason = ""
    /// The rule that a takedown names.
    private(set) var rule = ReportReason.other
    private(set) var recipes: [Int] = []
    /// The number of ticked recipes beyond the limit of one change.
    private(set) var beyond = 0
    /// Whether the action is for all recipes that the filter finds.
    private(set) var isForAll = false
    private(set) var errors = FieldErrors()

    init() {}

    init(_ form: Form) {
        typedAction = form["deed"] ?? ""
        for kind in TermKind.allCases { typed[kind] = form["set_\(kind.rawValue)"] ?? "" }
        reason = (form["reason"] ?? "").typed
        rule = form["rule"].flatMap(ReportReason.init(rawValue:)) ?? .other
        let ticked = form.all("recipe").compactMap { Int($0) }
        recipes = Array(ticked.prefix(RecipeAdminLimits.changed))
        beyond = ticked.count - recipes.count
        isForAll = form["all"] != nil
    }

    var action: RecipeAction? { RecipeAction(rawValue: typedAction) }
    /// The key to set; `nil` restores what the text says.
    var value: String? { action?.term.flatMap { typed[$0] }.flatMap { $0 == Self.asWritten ? nil : $0 } }

    mutating func check(_ catalogue: Catalogue, _ language: Language) {
        if recipes.isEmpty && !isForAll { errors.add("recipe", Text.recipeAdminNoneTicked(language)) }
        if action == nil { errors.add("deed", Text.recipeAdminActionMissing(language)) }
        if let kind = action?.term, let value, !catalogue.isListed(kind, value) {
            errors.add("set_\(kind.rawValue)", Text.recipeAdminTermMissing(language))
        }
        if reason.trimmed.isEmpty { errors.add("reason", Text.recipeAdminReasonMissing(language)) }
        if reason.length > RecipeAdminLimits.reasonLength {
            errors.add("reason", Text.editorTooLong(language, limit: String(RecipeAdminLimits.reasonLength)))
        }
    }

    func fields(_ catalogue: Catalogue, _ language: Language) -> ActionFields {
        ActionFields(
            error: errors["recipe"],
            action: Field(
                name: "deed", label: Text.recipeAdminAction(language), error: errors["deed"], isRequired: true,
                choices: [Choice(value: "", label: Text.recipeAdminChoose(language), isChosen: action == nil)]
                    + RecipeAction.allCases.map {
                        Choice(
                            value: $0.rawValue,
                            label: Text.dynamic("recipeAction.\($0.rawValue)", language) ?? $0.rawValue,
                            isChosen: $0 == action)
                    }),
            category: field(.category, catalogue.categoryNames(language), language),
            cuisine: field(.cuisine, catalogue.cuisineNames(language), language),
            rule: Field(
                name: "rule", label: Text.recipeAdminRule(language), choices: ReportReason.choices(rule, language)),
            reason: Field(
                name: "reason", label: Text.recipeAdminReason(language), value: reason, error: errors["reason"],
                help: Text.recipeAdminReasonHelp(language), isRequired: true, rows: 3))
    }

    private func field(
        _ kind: TermKind, _ terms: [(key: String, name: String)], _ language: Language
    ) -> Field {
        let name = "set_\(kind.rawValue)"
        let chosen = typed[kind] ?? ""
        let first = [
            Choice(value: "", label: Text.recipeAdminChoose(language), isChosen: chosen.isEmpty),
            Choice(
                value: Self.asWritten, label: Text.recipeAdminAsWritten(language), isChosen: chosen == Self.asWritten),
        ]
        return Field(
            name: name, label: kind == .category ? Text.editorCategory(language) : Text.editorCuisine(language),
            error: errors[name],
            choices: first + terms.map { Choice(value: $0.key, label: $0.name, isChosen: $0.key == chosen) })
    }
}

/// The fields of the form.
struct ActionFields {
    /// The error about the ticked recipes.
    let error: String?
    let action: Field
    let category: Field
    let cuisine: Field
    let rule: Field
    let reason: Field
}
