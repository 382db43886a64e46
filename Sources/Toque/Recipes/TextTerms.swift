// The terms of a recipe's text: its licence, the credit, and the text that it was adapted from.

import Bytes
import Texts
import Words

/// How others may reuse a text. A text without a licence states nothing, so all rights are reserved.
enum TextLicence: String, Codable, CaseIterable, Sendable {
    case reserved = "all-rights-reserved"
    case by = "cc-by-4.0"
    case bySA = "cc-by-sa-4.0"
    case cc0 = "cc0-1.0"

    /// The licence's own page; `nil` if all rights are reserved.
    var address: String? {
        switch self {
        case .reserved: nil
        case .by: "https://creativecommons.org/licenses/by/4.0/"
        case .bySA: "https://creativecommons.org/licenses/by-sa/4.0/"
        case .cc0: "https://creativecommons.org/publicdomain/zero/1.0/"
        }
    }

    /// The name in files, in which a program finds it again.
    var fileName: String {
        switch self {
        case .reserved: "All rights reserved"
        case .by: "CC BY 4.0"
        case .bySA: "CC BY-SA 4.0"
        case .cc0: "CC0 1.0"
        }
    }

    func name(_ language: Language) -> String { self == .reserved ? Text.termsReserved(language) : fileName }

    var allowsAdapting: Bool { self != .reserved }
    /// Whether an adaptation has to name the author.
    var needsCredit: Bool { self == .by || self == .bySA }
    /// The only licence that an adaptation may have; `nil` if its author is free to choose.
    var ofAdaptations: TextLicence? { self == .bySA ? .bySA : nil }

    /// The licence that a file or page of another site names: `CC BY 4.0`, or the address of the licence.
    init?(named text: String) {
        let letters = text.lowercased().unicodeScalars.filter {
            $0.isASCII && $0.properties.isAlphabetic || isDigit($0)
        }
        var name = String(String.UnicodeScalarView(letters))
        for prefix in ["https", "http"] {
            if let rest = name.dropping(prefix: prefix + "creativecommonsorg") {
                name = String(rest)
                break
            }
        }
        guard let licence = Self.names[name] else { return nil }
        self = licence
    }

    /// Names without anything but letters and digits.
    private static let names: [String: TextLicence] = [
        "allrightsreserved": .reserved, "ccby40": .by, "licensesby40": .by, "ccbysa40": .bySA, "licensesbysa40": .bySA,
        "cc010": .cc0, "cc0": .cc0, "publicdomainzero10": .cc0,
    ]
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

/// The text that a recipe was adapted from, as it was then.
struct AdaptedFrom: Codable, Equatable, Sendable {
    /// The recipe of this site; `nil` for another source.
    var recipe: Int?
    /// The web address of another source.
    var address: String?
    var title: String
    var author: String?
    /// The licence under which it was adapted, for a recipe of another member.
    var licence: TextLicence?

    var encoded: String {
        var json = JSONText()
        if let recipe { json.add("recipe", Double(recipe)) }
        if let address { json.add("address", address) }
        json.add("title", title)
        if let author { json.add("author", author) }
        if let licence { json.add("licence", licence.rawValue) }
        return json.object
    }

    /// Its page here, or its address elsewhere.
    var page: String? { recipe.map { Address.recipe($0) } ?? address }
}

/// What the site knows of the recipe whose address the form names.
enum NamedOriginal: Equatable, Sendable {
    /// The form names no recipe of this site.
    case elsewhere
    case found(AdaptedFrom)
    /// A public recipe whose licence does not allow it.
    case notAllowed(title: String)
    case missing
}

extension RecipeLimits {
    static let credit = 300
    static let address = 500
    static let originalAuthor = 150

    /// Whether credit and origin are within their limits.
    static func allow(termsOf body: RecipeBody) -> Bool {
        guard (body.credit ?? "").length <= credit else { return false }
        guard let original = body.adaptedFrom else { return true }
        return !original.title.isEmpty && original.title.length <= title
            && (original.author ?? "").length <= originalAuthor && (original.address ?? "").length <= address
            && original.address.map(RecipeBody.isWebAddress) ?? true
    }
}

extension RecipeBody {
    static func isWebAddress(_ text: String) -> Bool {
        ["https://", "http://"].contains { text.hasPrefix(bytes: $0) && text.utf8.count > $0.utf8.count }
            && !text.unicodeScalars.contains { $0.properties.isWhitespace }
    }
}
