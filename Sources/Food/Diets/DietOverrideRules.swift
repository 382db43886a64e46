// What a moderator says of a recipe's diets, put over what follows from its ingredients; never into a contradiction.

/// One answer that a moderator set in place of the derived one.
package struct DietOverride: Equatable, Sendable {
    package let id: Int
    package let subject: DietReason.Subject
    package let fact: Fact
    /// What followed from the ingredients when it was set.
    package let derived: Fact
    package let reason: String
    /// UTC milliseconds.
    package let at: Int

    package init(id: Int, subject: DietReason.Subject, fact: Fact, derived: Fact, reason: String, at: Int) {
        self.id = id
        self.subject = subject
        self.fact = fact
        self.derived = derived
        self.reason = reason
        self.at = at
    }
}

extension DietReason.Subject {
    /// Every diet, then every allergen.
    package static var all: [DietReason.Subject] {
        Diet.allCases.map { .diet($0) } + Allergen.allCases.map { .allergen($0) }
    }

    package init?(name: String) {
        guard let subject = Self.all.first(where: { $0.name == name }) else { return nil }
        self = subject
    }
}

package enum DietOverrideRules {
    package static let reasonLength = 500

    /// The answers with the overrides in them. A diet that is set takes along the diets that it implies (vegan is
    /// vegetarian), and never an allergen: what is vegan may still hold traces of milk that somebody must not eat. What a
    /// set answer makes doubtful is not promised any more (with milk in it, nothing is vegan).
    package static func applied(_ overrides: [DietOverride], to derived: DerivedDiets) -> DerivedDiets {
        if overrides.isEmpty { return derived }
        let explicit = Dictionary(overrides.map { ($0.subject, $0.fact) }) { first, _ in first }
        var answers = derived
        var changed = Set(explicit.keys)
        for (subject, fact) in explicit { answers.replace(subject, fact) }
        let broken = Set(Allergen.allCases.filter { answers[$0] == .yes }.map(DietReason.Subject.allergen))
        for case (.diet(let diet), .yes) in explicit {
            doubt(diet, &answers, changed.union(broken))
            // What is not promised takes nothing along.
            guard answers[diet] == .yes else { continue }
            for implied in implied(by: diet).map(DietReason.Subject.diet)
            where explicit[implied] == nil && answers[implied] != .yes {
                answers.replace(implied, .yes)
                changed.insert(implied)
            }
        }
        for diet in Diet.allCases where explicit[.diet(diet)] == nil && !needs(diet).isEmpty {
            follow(diet, &answers, changed)
        }
        return answers
    }

    /// What has to hold where a diet does.
    package static func needs(_ diet: Diet) -> [(DietReason.Subject, Fact)] {
        func free(_ allergens: Allergen...) -> [(DietReason.Subject, Fact)] { allergens.map { (.allergen($0), .no) } }
        return switch diet {
        case .dairyFree: free(.milk)
        case .glutenFree: free(.gluten)
        case .nutFree: free(.nuts, .peanuts)
        case .vegetarian: free(.fish, .crustaceans, .molluscs)
        case .vegan:
            [(.diet(.vegetarian), .yes), (.diet(.dairyFree), .yes), (.diet(.lactoseFree), .yes)]
                + free(.milk, .eggs, .fish, .crustaceans, .molluscs)
        case .lactoseFree, .kosher, .halal, .keto, .lowCarb, .spicy: []
        }
    }

    /// The diets that a set one takes along.
    static func implied(by diet: Diet) -> [Diet] { diet == .vegan ? [.vegetarian] : [] }

    /// A diet that nobody set: free-from diets are what their allergens are, the others may only lose.
    private static func follow(_ diet: Diet, _ answers: inout DerivedDiets, _ changed: Set<DietReason.Subject>) {
        guard needs(diet).contains(where: { changed.contains($0.0) }) else { return }
        if [.dairyFree, .glutenFree, .nutFree].contains(diet) {
            answers.replace(.diet(diet), worst(diet, answers, nil))
        }
        doubt(diet, &answers, changed)
    }

    /// A yes does not stand beside what was set and breaks it.
    private static func doubt(_ diet: Diet, _ answers: inout DerivedDiets, _ changed: Set<DietReason.Subject>) {
        guard answers[diet] == .yes else { return }
        let fact = worst(diet, answers, changed)
        if fact != .yes { answers.replace(.diet(diet), fact) }
    }

    /// Yes where all that a diet needs holds, of what is asked about.
    private static func worst(
        _ diet: Diet, _ answers: DerivedDiets, _ asked: Set<DietReason.Subject>?
    ) -> Fact {
        let met = needs(diet).filter { asked?.contains($0.0) ?? true }.map { subject, wanted in
            answers[subject] == wanted ? Fact.yes : answers[subject] == .unknown ? .unknown : .no
        }
        return met.contains(.no) ? .no : met.contains(.unknown) ? .unknown : .yes
    }
}

extension DerivedDiets {
    package subscript(subject: DietReason.Subject) -> Fact {
        switch subject {
        case .diet(let diet): self[diet]
        case .allergen(let allergen): self[allergen]
        }
    }
}
