// The three-valued facts of an ingredient, from which the diets and allergens of recipes are derived.

/// An answer on which somebody's health or faith depends. It is never guessed, so there are three values.
package enum Fact: UInt8, Sendable, Codable, CaseIterable {
    case no, yes, unknown

    /// The word used on the command line and in JSON.
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

/// The facts about diets that an ingredient has. Other diets are derived from these, from allergens or from amounts.
package enum DietFact: String, Sendable, CaseIterable {
    case vegetarian, vegan
    case lactoseFree = "lactose-free"
    case kosher, halal, spicy
}

/// The 14 allergens of Regulation (EU) 1169/2011, annex II. The order is stored: add at the end only.
package enum Allergen: String, Sendable, CaseIterable {
    case gluten, crustaceans, eggs, fish, peanuts, soy, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs
}

/// The 20 facts of one ingredient, in two bits each.
package struct IngredientFacts: Sendable, Hashable {
    private var bits: UInt64

    /// Every fact is unknown, as in a newly proposed ingredient.
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

    /// Reads a text that `code` wrote; `nil` for anything else.
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
    /// Reads a text that `word` wrote; `nil` for anything else.
    package init?(word: String) {
        guard let fact = Fact.allCases.first(where: { $0.word == word }) else { return nil }
        self = fact
    }
}
