// How an appeal is decided, and what an amendment can change: it keeps the first decision but makes it milder.

import Bytes
import HTTP
import Texts
import Words

/// The decision on an appeal.
enum AppealRuling: Sendable, Equatable {
    case uphold, overturn
    case amend(Amendment)

    /// The value in the database.
    var outcome: String {
        switch self {
        case .uphold: "upheld"
        case .overturn: "overturned"
        case .amend: "amended"
        }
    }

    /// The action in the audit log.
    var action: String {
        switch self {
        case .uphold: "uphold"
        case .overturn: "overturn"
        case .amend: "amend"
        }
    }

    var amendment: Amendment? { if case .amend(let amendment) = self { amendment } else { nil } }
}

/// What becomes milder.
struct Amendment: Sendable, Equatable {
    var removesStrike = false
    /// The earlier end of a suspension or silence, in UTC milliseconds.
    var until: Int?

    var isEmpty: Bool { !removesStrike && until == nil }

    /// What the audit log says; `toque check` compares it with the appeal.
    var detail: String {
        ((removesStrike ? ["strike"] : []) + (until.map { ["until \($0)"] } ?? [])).joined(separator: " ")
    }

    /// What the email to the member says.
    func lines(_ language: Language) -> [String] {
        (removesStrike ? [Text.appealStrikeRemoved(language)] : [])
            + (until.map { [Text.appealNewEnd(language, at: Dates.day($0, language))] } ?? [])
    }
}

/// What can be amended: a strike that counts, and a suspension or silence that lasts; ends in UTC milliseconds.
struct Amendable: Sendable, Equatable {
    var strikeUntil: Int?
    var until: Int?

    var isEmpty: Bool { strikeUntil == nil && until == nil }

    func allows(_ amendment: Amendment, now: Int) -> Bool {
        !amendment.isEmpty && (!amendment.removesStrike || strikeUntil != nil)
            && (amendment.until.map { allows($0, now: now) } ?? true)
    }

    /// Whether it can end then: from now on, and earlier than now decided.
    func allows(_ end: Int, now: Int) -> Bool { until.map { end > now && end < $0 } ?? false }
}

/// A decision on an appeal as typed.
struct TypedAnswer: Sendable {
    var outcome = ""
    var text = ""
    var isStrikeTicked = false
    /// A day such as `2026-11-20`, or empty.
    var until = ""

    init() {}

    init(_ form: Form) {
        outcome = (form["outcome"] ?? "").trimmed
        text = (form["text"] ?? "").typed
        isStrikeTicked = form["strike"] != nil
        until = (form["until"] ?? "").trimmed.cut(to: 40)
    }

    /// The decision; `nil` if none of the possible ones was chosen. The fields of an amendment count only for one.
    func ruling(_ amendable: Amendable) -> AppealRuling? {
        switch outcome {
        case "uphold": .uphold
        case "overturn": .overturn
        case "amend" where !amendable.isEmpty:
            .amend(Amendment(removesStrike: isStrikeTicked, until: Dates.endOfDay(until)))
        default: nil
        }
    }

    func errors(_ amendable: Amendable, now: Int, _ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        switch ruling(amendable) {
        case nil: errors.add("outcome", Text.appealOutcomeRequired(language))
        case .amend(let amendment):
            if !until.isEmpty, !(amendment.until.map { amendable.allows($0, now: now) } ?? false) {
                errors.add("until", Text.appealEarlierEndWrong(language))
            } else if !amendable.allows(amendment, now: now) {
                errors.add("outcome", Text.appealAmendNothing(language))
            }
        case .uphold, .overturn: break
        }
        if text.isEmpty { errors.add("text", Text.appealAnswerRequired(language)) }
        if text.length > AppealRules.textLength {
            errors.add("text", Text.editorTooLong(language, limit: String(AppealRules.textLength)))
        }
        return errors
    }
}

/// The form with which a moderator decides an appeal.
struct AnswerFields {
    let action: String
    let outcomes: [Choice]
    let outcomeError: String?
    /// Whether there is anything to amend.
    let canAmend: Bool
    let canRemoveStrike: Bool
    let isStrikeTicked: Bool
    /// The field for an earlier end, if there is a term that can be shortened.
    let until: Field?
    let text: Field

    init(
        _ appeal: Appeal, _ amendable: Amendable, _ typed: TypedAnswer, _ errors: FieldErrors, _ language: Language
    ) {
        action = Address.appeal(appeal.id)
        canAmend = !amendable.isEmpty
        outcomes = (["uphold"] + (canAmend ? ["amend"] : []) + ["overturn"]).map {
            Choice(
                value: $0, label: Text.dynamic("appeal.act.\($0)", language) ?? $0, isChosen: $0 == typed.outcome)
        }
        outcomeError = errors["outcome"]
        canRemoveStrike = amendable.strikeUntil != nil
        isStrikeTicked = typed.isStrikeTicked
        // Browsers discard an invalid value of a date input, so it is shown in a text input.
        let isDay = typed.until.isEmpty || Dates.endOfDay(typed.until).map(Dates.iso) == typed.until
        until = amendable.until.map { end in
            Field(
                name: "until", label: Text.appealEarlierEnd(language), value: typed.until, error: errors["until"],
                help: Text.appealEarlierEndHelp(language, at: Dates.day(end, language)), type: isDay ? "date" : "text")
        }
        text = Field(
            name: "text", label: Text.appealAnswer(language), value: typed.text, error: errors["text"],
            help: Text.appealAnswerHelp(language), isRequired: true, rows: 6)
    }
}
