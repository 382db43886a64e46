// Applies moderators' overrides to the answers derived from ingredients, without contradictions.

/// One answer that a moderator set in place of the derived one.
package struct DietOverride: Equatable, Sendable {
    package let id: Int
    package let subject: DietReason.Subject
    package let fact: Fact
    /// The derived answer at the time when the override was set.
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

/// Combines overrides with derived answers. A reason has at most `reasonLength` characters.
package enum DietOverrideRules {
    package static let reasonLength = 500

    /// The answers with the overrides applied. A diet set to yes also sets the diets that it implies (vegan implies
    /// vegetarian), but never an allergen: vegan food may still contain traces of milk, which somebody must not eat. A
    /// yes that a set answer contradicts becomes no or unknown: with milk in it, nothing is vegan.
    package static func applied(_ overrides: [DietOverride], to derived: DerivedDiets) -> DerivedDiets {
        if overrides.isEmpty { return derived }
        let explicit = Dictionary(overrides.map { ($0.subject, $0.fact) }) { first, _ in first }
        var answers = derived
        var changed = Set(explicit.keys)
        for (subject, fact) in explicit { answers.replace(subject, fact) }
        let broken = Set(Allergen.allCases.filter { answers[$0] == .yes }.map(DietReason.Subject.allergen))
        for case (.diet(let diet), .yes) in explicit {
            doubt(diet, &answers, changed.union(broken))
            // A diet that is no longer `yes` implies nothing.
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
        answers.clearUpToLabels()
        return answers
    }

    /// The answers that a diet requires.
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

    /// The diets that become yes with this one.
    static func implied(by diet: Diet) -> [Diet] { diet == .vegan ? [.vegetarian] : [] }

    /// Updates a diet without an override: free-from diets follow their allergens, the others can only get worse.
    private static func follow(_ diet: Diet, _ answers: inout DerivedDiets, _ changed: Set<DietReason.Subject>) {
        guard needs(diet).contains(where: { changed.contains($0.0) }) else { return }
        if [.dairyFree, .glutenFree, .nutFree].contains(diet) {
            answers.replace(.diet(diet), worst(diet, answers, nil))
        }
        doubt(diet, &answers, changed)
    }

    /// Replaces a yes that one of the changed answers contradicts.
    private static func doubt(_ diet: Diet, _ answers: inout DerivedDiets, _ changed: Set<DietReason.Subject>) {
        guard answers[diet] == .yes else { return }
        let fact = worst(diet, answers, changed)
        if fact != .yes { answers.replace(.diet(diet), fact) }
    }

    /// The worst answer among a diet's requirements; with `asked`, only among those subjects.
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
