// What the index reads of a recipe.

/// A property that documents have or lack, such as a diet or an ingredient: a kind, and a number in it.
public struct DocumentFact: Hashable, Sendable {
    let key: UInt64

    /// `value` is less than 2^48.
    public init(kind: UInt8, _ value: Int) {
        key = UInt64(kind) << 48 | UInt64(truncatingIfNeeded: value) & 0xFFFF_FFFF_FFFF
    }

    init(key: UInt64) { self.key = key }

    var kind: UInt8 { UInt8(truncatingIfNeeded: key >> 48) }
    public var value: Int { Int(key & 0xFFFF_FFFF_FFFF) }
}

/// A property with a text, such as a tag.
public struct TextFact: Hashable, Sendable {
    let kind: UInt8
    let text: String

    /// The kinds of texts are from 16 to 31, those of `DocumentFact` below.
    static let firstKind: UInt8 = 16

    public init(kind: UInt8, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// One document.
public struct IndexedDocument: Sendable {
    /// From 1 to `SearchIndex.highestID`.
    public var id: Int
    public var title: String
    public var ingredients: String
    public var description: String
    /// The folded words of the title with spaces between, by which titles are compared.
    public var titleKey: String
    /// UTC milliseconds.
    public var publishedAt: Int
    public var minutes: Int?
    public var facts: [DocumentFact]
    public var textFacts: [TextFact]

    public init(
        id: Int, title: String, ingredients: String, description: String, titleKey: String, publishedAt: Int,
        minutes: Int?, facts: [DocumentFact] = [], textFacts: [TextFact] = []
    ) {
        self.id = id
        self.title = title
        self.ingredients = ingredients
        self.description = description
        self.titleKey = titleKey
        self.publishedAt = publishedAt
        self.minutes = minutes
        self.facts = facts
        self.textFacts = textFacts
    }

    /// How much a word in the title, the ingredients and the description counts.
    static let weights: [UInt8] = [8, 3, 1]
}
