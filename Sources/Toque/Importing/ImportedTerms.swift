// The credit and the original of an imported text, as its source states them.

import Bytes

struct ImportedTerms: Equatable, Sendable {
    var credit = ""
    /// Of the original.
    var title = ""
    var author = ""
    var address = ""
    var license = ""

    init() {}

    /// The first original that schema.org's `isBasedOn` describes with a name; a bare address is a source, not that.
    init(isBasedOn value: Any?) {
        let objects = SchemaText.list(value).prefix(ImportLimits.images).compactMap { $0 as? [String: Any] }
        guard let object = objects.first(where: { $0["name"] != nil }) else { return }
        title = SchemaText.clean(object["name"]).inOneLine
        author = SchemaText.clean(object["author"]).inOneLine
        address = SchemaText.text(object["url"])
        license = SchemaText.text(object["license"])
    }

    /// The original as it is stored: always as that of another site, because the numbers of recipes differ.
    var adaptedFrom: AdaptedFrom? {
        if title.isEmpty { return nil }
        let isAddress = RecipeBody.isWebAddress(address) && address.length <= RecipeLimits.address
        return AdaptedFrom(
            address: isAddress ? address : nil, title: title.cut(to: RecipeLimits.title),
            author: author.isEmpty ? nil : author.cut(to: RecipeLimits.originalAuthor),
            licence: TextLicence(named: license))
    }
}

extension RecipeBody {
    /// Sets the terms of an imported text.
    mutating func take(_ terms: ImportedTerms, license: String) {
        licence = TextLicence(named: license)
        credit = terms.credit.isEmpty ? nil : terms.credit.cut(to: RecipeLimits.credit)
        adaptedFrom = terms.adaptedFrom
    }

    /// The same text for another site, where the original has no number of its own.
    func away(from terms: ImportedTerms) -> RecipeBody {
        guard var original = adaptedFrom, original.recipe != nil else { return self }
        var body = self
        original.recipe = nil
        original.address = terms.adaptedFrom?.address
        body.adaptedFrom = original
        return body
    }
}
