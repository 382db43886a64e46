// What an ingredient's entry says by itself: each fact is stated, or left to what stands above it.

/// The name of one of an ingredient's twenty facts.
package enum FactName: Hashable, Sendable, CaseIterable {
    case diet(DietFact)
    case allergen(Allergen)

    package static let allCases = DietFact.allCases.map(FactName.diet) + Allergen.allCases.map(FactName.allergen)

    /// The answer that promises something: free of an allergen, suited to a diet, not spicy.
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

    /// Nothing at all.
    package init() {}

    /// Every one of them.
    package init(_ facts: IngredientFacts) { for name in FactName.allCases { stated[name] = facts[name] } }

    /// `nil` where the entry leaves it to what stands above it.
    package subscript(name: FactName) -> Fact? {
        get { stated[name] }
        set { stated[name] = newValue }
    }

    package var isComplete: Bool { stated.count == FactName.allCases.count }

    /// What holds when the rest is as above; unknown where nobody says anything.
    package func over(_ above: IngredientFacts?) -> IngredientFacts {
        var facts = IngredientFacts.unknown
        for name in FactName.allCases { facts[name] = stated[name] ?? above?[name] ?? .unknown }
        return facts
    }

    /// The same with what somebody changed in the facts that hold; what was left alone stays as it was said or left open.
    package func changed(from known: IngredientFacts, to facts: IngredientFacts) -> StatedFacts {
        var changed = self
        for name in FactName.allCases where facts[name] != known[name] { changed[name] = facts[name] }
        return changed
    }
}

extension StatedFacts {
    /// Twenty letters for the database as of `IngredientFacts`, a hyphen for what is not stated.
    package var code: String {
        String(decoding: FactName.allCases.map { stated[$0]?.letter ?? UInt8(ascii: "-") }, as: UTF8.self)
    }

    /// Reads what `code` wrote; `nil` for anything else.
    package init?(code: String) {
        let letters = Array(code.utf8)
        guard letters.count == FactName.allCases.count else { return nil }
        for (name, letter) in zip(FactName.allCases, letters) where letter != UInt8(ascii: "-") {
            guard let fact = Fact(letter: letter) else { return nil }
            stated[name] = fact
        }
    }
}
