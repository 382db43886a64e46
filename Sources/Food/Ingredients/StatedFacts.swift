// The facts that an ingredient's own entry states; the others are those of its parent.

/// The name of one of an ingredient's twenty facts.
package enum FactName: Hashable, Sendable, CaseIterable {
    case diet(DietFact)
    case allergen(Allergen)

    package static let allCases = DietFact.allCases.map(FactName.diet) + Allergen.allCases.map(FactName.allergen)

    /// The diet or allergen with this name: `vegan`, `lactose-free`, `milk`; otherwise `nil`.
    package init?(word: String) {
        if let diet = DietFact(rawValue: word) {
            self = .diet(diet)
        } else if let allergen = Allergen(rawValue: word) {
            self = .allergen(allergen)
        } else {
            return nil
        }
    }

    /// The answer that makes a promise: free of an allergen, suited to a diet, not spicy.
    package var good: Fact {
        switch self {
        case .diet(.spicy), .allergen: .no
        case .diet: .yes
        }
    }

    var bad: Fact { good == .yes ? .no : .yes }
}

extension IngredientFacts {
    package subscript(name: FactName) -> Fact {
        get {
            switch name {
            case .diet(let diet): self[diet]
            case .allergen(let allergen): self[allergen]
            }
        }
        set {
            switch name {
            case .diet(let diet): self[diet] = newValue
            case .allergen(let allergen): self[allergen] = newValue
            }
        }
    }
}

/// The facts that an entry states itself.
package struct StatedFacts: Sendable, Hashable {
    private var stated: [FactName: Fact] = [:]

    /// States no fact.
    package init() {}

    /// States every fact.
    package init(_ facts: IngredientFacts) { for name in FactName.allCases { stated[name] = facts[name] } }

    /// `nil` where the entry leaves the fact to its parent.
    package subscript(name: FactName) -> Fact? {
        get { stated[name] }
        set { stated[name] = newValue }
    }

    package var isComplete: Bool { stated.count == FactName.allCases.count }

    /// The stated facts, with the parent's for the rest; unknown where neither has one.
    package func over(_ above: IngredientFacts?) -> IngredientFacts {
        var facts = IngredientFacts.unknown
        for name in FactName.allCases { facts[name] = stated[name] ?? above?[name] ?? .unknown }
        return facts
    }

    /// A copy that also states each fact in which `facts` differs from `known`, the resolved facts before an edit. All
    /// other facts stay stated or unstated as they were.
    package func changed(from known: IngredientFacts, to facts: IngredientFacts) -> StatedFacts {
        var changed = self
        for name in FactName.allCases where facts[name] != known[name] { changed[name] = facts[name] }
        return changed
    }
}

extension StatedFacts {
    /// Twenty letters for the database as in `IngredientFacts.code`, with a hyphen for each fact that is not stated.
    package var code: String {
        String(decoding: FactName.allCases.map { stated[$0]?.letter ?? UInt8(ascii: "-") }, as: UTF8.self)
    }

    /// Reads a text that `code` wrote; `nil` for anything else.
    package init?(code: String) {
        let letters = Array(code.utf8)
        guard letters.count == FactName.allCases.count else { return nil }
        for (name, letter) in zip(FactName.allCases, letters) where letter != UInt8(ascii: "-") {
            guard let fact = Fact(letter: letter) else { return nil }
            stated[name] = fact
        }
    }
}
