// The letters of the list of all recipes: what titles begin with.

import HTTP

/// The first letter of a title as titles are compared: a Latin or a Russian one. Digits and all other letters are one
/// group, because the list has a link for each.
struct TitleLetter: Hashable, Sendable {
    private static let latin = 0x61...0x7A
    private static let russian = 0x430...0x44F
    /// What this group is called in addresses.
    private static let otherName = "other"

    static let other = TitleLetter(code: 0)
    /// In the order of the page.
    static let all = (Array(latin) + Array(russian)).map { TitleLetter(code: $0) } + [other]

    /// The code point of the letter, in lower case; 0 for the group of all others.
    let code: Int

    init(code: Int) { self.code = Self.latin.contains(code) || Self.russian.contains(code) ? code : 0 }

    /// The letter of `Words.key` of a title.
    init(ofKey key: String) { self.init(code: key.unicodeScalars.first.map { Int($0.value) } ?? 0) }

    /// The letter that an address names; `nil` if it names none.
    init?(inAddress text: String) {
        if text == Self.otherName {
            self = .other
            return
        }
        let scalars = text.lowercased().unicodeScalars
        guard scalars.count == 1, let letter = scalars.first.map({ TitleLetter(code: Int($0.value)) }), letter != .other
        else { return nil }
        self = letter
    }

    var inAddress: String { letter.map { Percent.encode(query: $0) } ?? Self.otherName }

    /// As the page shows it; `nil` for the group of all others.
    var capital: String? { letter?.uppercased() }

    /// Where the keys of its titles are: from a text on, and before another.
    var ranges: [(from: String, before: String?)] {
        guard code != 0 else {
            return [
                ("", Self.text(Self.latin.lowerBound)),
                (Self.text(Self.latin.upperBound + 1), Self.text(Self.russian.lowerBound)),
                (Self.text(Self.russian.upperBound + 1), nil),
            ]
        }
        return [(Self.text(code), Self.text(code + 1))]
    }

    private var letter: String? { code == 0 ? nil : Self.text(code) }

    private static func text(_ code: Int) -> String { Unicode.Scalar(UInt32(code)).map { String($0) } ?? "" }
}
