// The form with which members report a recipe, review or profile, on the pages that show it.

import Texts
import Words

/// What can be reported; the raw value is the field `kind` of the form.
enum ReportKind: String, CaseIterable, Sendable {
    case recipe, review, user
}

/// Why something is reported, and the rule that a measure of moderators names; a key of the locale files
/// (`report.reason.KEY`).
enum ReportReason: String, CaseIterable, Sendable {
    case spam, offensive, copyright, unsafe
    case privateData = "private-data"
    case illegal, other

    func text(_ language: Language) -> String { Text.dynamic("report.reason.\(rawValue)", language) ?? rawValue }

    /// For a select, with one chosen.
    static func choices(_ chosen: ReportReason, _ language: Language) -> [Choice] {
        allCases.map { Choice(value: $0.rawValue, label: $0.text(language), isChosen: $0 == chosen) }
    }
}

/// The form, closed until somebody opens it.
struct ReportForm {
    let action: String
    let formToken: String
    let kind: String
    let id: Int
    /// “Report this recipe”
    let label: String
    let reasons: [Choice]

    /// `nil` for visitors, suspended members, and the member whose thing it is. `name` is read out where several forms are on a page.
    init?(_ kind: ReportKind, _ id: Int, of owner: Int, name: String? = nil, _ context: Context) {
        guard let viewer = context.viewer, viewer.id != owner, !viewer.isSuspended(at: context.now) else { return nil }
        let language = context.language
        action = Address.reports()
        formToken = context.formToken
        self.kind = kind.rawValue
        self.id = id
        let label = Text.dynamic("report.open.\(kind.rawValue)", language) ?? ""
        self.label = name.map { "\(label): \($0)" } ?? label
        reasons = ReportReason.allCases.map { Choice(value: $0.rawValue, label: $0.text(language)) }
    }
}
