// The editor's fields for the licence, the credit and the original of a text.

import Texts
import Words

struct TermsFields {
    let licence: Field
    let credit: Field
    let address: Field
    let title: Field
    let author: Field
    /// Whether any of them has a value or an error, so that their section is shown open.
    let isOpen: Bool

    init(_ typed: TypedTerms, _ errors: FieldErrors, _ language: Language) {
        func field(_ name: String, _ label: String, _ value: String, limit: Int) -> Field {
            var field = Field(name: name, label: label, value: value, error: errors[name])
            field.maxLength = limit
            return field
        }
        var licence = Field(
            name: "text_licence", label: Text.editorLicence(language), value: typed.licence,
            error: errors["text_licence"])
        licence.help = Text.editorLicenceHelp(language)
        let none = Choice(value: "", label: Text.editorLicenceNone(language), isChosen: typed.licence.isEmpty)
        licence.choices =
            [none]
            + TextLicence.allCases.map {
                Choice(value: $0.rawValue, label: $0.explanation(language), isChosen: $0.rawValue == typed.licence)
            }
        self.licence = licence
        var credit = field("credit", Text.editorCredit(language), typed.credit, limit: RecipeLimits.credit)
        credit.help = Text.editorCreditHelp(language)
        self.credit = credit
        var address = field(
            "adapted_from", Text.editorAdaptedFrom(language), typed.address, limit: RecipeLimits.address)
        address.help = Text.editorAdaptedFromHelp(language)
        self.address = address
        title = field("adapted_title", Text.editorAdaptedTitle(language), typed.title, limit: RecipeLimits.title)
        author = field(
            "adapted_author", Text.editorAdaptedAuthor(language), typed.author, limit: RecipeLimits.originalAuthor)
        isOpen =
            typed != TypedTerms()
            || [licence, credit, address, title, author].contains { $0.error != nil }
    }
}

extension TextLicence {
    /// The name with what the licence allows.
    fileprivate func explanation(_ language: Language) -> String {
        switch self {
        case .reserved: Text.editorLicenceReserved(language)
        case .by: Text.editorLicenceBy(language)
        case .bySA: Text.editorLicenceBySA(language)
        case .cc0: Text.editorLicenceCc0(language)
        }
    }
}
