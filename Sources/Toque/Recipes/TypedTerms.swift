// The licence, the credit and the original of a text as the editor's form has them, and their checks.

import Bytes
import Texts
import Words

/// The fields as typed.
struct TypedTerms: Equatable, Sendable {
    /// The raw value of a licence; empty for none.
    var licence = ""
    var credit = ""
    /// The address of the original, on this site or another.
    var address = ""
    var title = ""
    var author = ""

    init() {}

    init(_ body: RecipeBody) {
        licence = body.licence?.rawValue ?? ""
        credit = body.credit ?? ""
        address = body.adaptedFrom?.page ?? ""
        title = body.adaptedFrom?.title ?? ""
        author = body.adaptedFrom?.author ?? ""
    }

    var namesOriginal: Bool { !address.isEmpty || !title.isEmpty || !author.isEmpty }

    /// The number of the recipe if the address is that of a recipe here; `site` is the scheme and host of this site.
    func recipe(onSite site: String) -> Int? {
        let path = address.dropping(prefix: site).map { String($0) } ?? address
        guard let segment = path.dropping(prefix: Address.recipes() + "/") else { return nil }
        return Slug.id(String(segment.prefix(beforeAny: "/?#")))
    }
}

extension RecipeCheck {
    /// Checks the terms and sets them in the body.
    mutating func terms(_ form: RecipeForm, _ body: inout RecipeBody) {
        let typed = form.terms
        body.licence = TextLicence(rawValue: typed.licence)
        if !typed.licence.isEmpty, body.licence == nil { fail("text_licence", Text.editorUnknown(language)) }
        let credit = text("credit", typed.credit, limit: RecipeLimits.credit)
        body.credit = credit.isEmpty ? nil : credit
        body.adaptedFrom = original(typed, form.original)
        if let copied = form.copiedFrom, body.adaptedFrom != copied {
            fail("adapted_from", Text.editorAdaptedKept(language, title: copied.title))
        }
        guard let licence = body.adaptedFrom?.licence else { return }
        if let needed = licence.ofAdaptations, body.licence != needed {
            fail("text_licence", Text.editorLicenceNeeded(language, licence: needed.fileName))
        }
        if licence.needsCredit, body.credit == nil { body.credit = body.adaptedFrom?.author }
    }

    private mutating func original(_ typed: TypedTerms, _ known: NamedOriginal) -> AdaptedFrom? {
        guard typed.namesOriginal else { return nil }
        switch known {
        case .found(let original): return original
        case .notAllowed(let title):
            fail("adapted_from", Text.editorAdaptedForbidden(language, title: title))
            return nil
        case .missing:
            fail("adapted_from", Text.editorAdaptedMissing(language))
            return nil
        case .elsewhere: break
        }
        let address = text("adapted_from", typed.address, limit: RecipeLimits.address)
        if !address.isEmpty, !RecipeBody.isWebAddress(address) {
            fail("adapted_from", Text.editorAdaptedAddress(language))
        }
        let title = text("adapted_title", typed.title, limit: RecipeLimits.title)
        if title.isEmpty { fail("adapted_title", Text.editorAdaptedTitleNeeded(language)) }
        let author = text("adapted_author", typed.author, limit: RecipeLimits.originalAuthor)
        return AdaptedFrom(
            address: address.isEmpty ? nil : address, title: title, author: author.isEmpty ? nil : author)
    }
}
