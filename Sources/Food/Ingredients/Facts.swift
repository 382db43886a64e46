// What the catalogue says of an ingredient: three-valued facts, which diets are later derived from.

/// The answer to a question of someone's health or faith: never guessed, hence three values.
package enum Fact: UInt8, Sendable, Codable, CaseIterable {
    case no, yes, unknown

    /// The word of the command line and of JSON.
    package var word: String {
        switch self {
        case .no: "no"
        case .yes: "yes"
        case .unknown: "unknown"
        }
    }

    package var letter: UInt8 {
        switch self {
        case .no: UInt8(ascii: "n")
        case .yes: UInt8(ascii: "y")
        case .unknown: UInt8(ascii: "u")
        }
    }

    package init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "n"): self = .no
        case UInt8(ascii: "y"): self = .yes
        case UInt8(ascii: "u"): self = .unknown
        default: return nil
        }
    }
}

/// What an ingredient itself can be said to be; every other diet follows from these and the allergens.
package enum DietFact: String, Sendable, CaseIterable {
    case vegetarian, vegan
    case lactoseFree = "lactose-free"
    case kosher, halal, spicy
}

/// The fourteen of Regulation (EU) 1169/2011, annex II. The order is stored: add at the end only.
package enum Allergen: String, Sendable, CaseIterable {
    case gluten, crustaceans, eggs, fish, peanuts, soy, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs
}

/// All facts of one ingredient: 40 bits, two each.
package struct IngredientFacts: Sendable, Hashable {
    private var bits: UInt64

    /// Nothing is known: what a proposed ingredient starts with.
    package static let unknown = IngredientFacts(diets: .unknown, allergens: .unknown)

    package init(diets: Fact, allergens: Fact) {
        bits = 0
        for diet in DietFact.allCases { self[diet] = diets }
        for allergen in Allergen.allCases { self[allergen] = allergens }
    }

    package subscript(diet: DietFact) -> Fact {
        get { fact(at: Self.place(diet)) }
        set { set(newValue, at: Self.place(diet)) }
    }

    /// `yes` means that the ingredient contains the allergen.
    package subscript(allergen: Allergen) -> Fact {
        get { fact(at: Self.place(allergen)) }
        set { set(newValue, at: Self.place(allergen)) }
    }

    private static func place(_ diet: DietFact) -> UInt64 {
        switch diet {
        case .vegetarian: 0
        case .vegan: 1
        case .lactoseFree: 2
        case .kosher: 3
        case .halal: 4
        case .spicy: 5
        }
    }

    private static func place(_ allergen: Allergen) -> UInt64 {
        switch allergen {
        case .gluten: 6
        case .crustaceans: 7
        case .eggs: 8
        case .fish: 9
        case .peanuts: 10
        case .soy: 11
        case .milk: 12
        case .nuts: 13
        case .celery: 14
        case .mustard: 15
        case .sesame: 16
        case .sulphites: 17
        case .lupin: 18
        case .molluscs: 19
        }
    }

    private static let count: UInt64 = 20

    private func fact(at place: UInt64) -> Fact {
        Fact(rawValue: UInt8(truncatingIfNeeded: bits >> (2 * place) & 3)) ?? .unknown
    }

    private mutating func set(_ fact: Fact, at place: UInt64) {
        bits = bits & ~(3 << (2 * place)) | UInt64(fact.rawValue) << (2 * place)
    }
}

extension IngredientFacts {
    /// Twenty letters (y, n, u) for the database: the diet facts, then the allergens, in the order of the enums.
    package var code: String { String(decoding: (0..<Self.count).map { fact(at: $0).letter }, as: UTF8.self) }

    /// Reads what `code` wrote; `nil` for anything else.
    package init?(code: String) {
        let letters = Array(code.utf8)
        guard letters.count == Int(Self.count) else { return nil }
        self = .unknown
        for (place, letter) in letters.enumerated() {
            guard let fact = Fact(letter: letter) else { return nil }
            set(fact, at: UInt64(place))
        }
    }
}

extension Fact {
    /// Reads what `word` wrote.
    package init?(word: String) {
        guard let fact = Fact.allCases.first(where: { $0.word == word }) else { return nil }
        self = fact
    }
}
