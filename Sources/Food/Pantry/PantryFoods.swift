// The catalogue as a pantry needs it: ingredients by id, what counts as what, and what can stand in.

/// An immutable snapshot for one edition of the catalogue.
package final class PantryFoods: Sendable {
    /// What can stand in for an ingredient.
    package struct StandIn: Sendable {
        package let ingredient: Int
        package let substitution: Substitution
    }

    package let catalogue: Catalogue
    private let entries: [Int: IngredientEntry]
    /// The more general foods as which an ingredient counts, without itself.
    private let general: [Int: [Int]]
    private let kinds: [Int: [Int]]
    let mixtures: [Int: [Int]]
    private let standIns: [Int: [StandIn]]

    package init(_ catalogue: Catalogue, _ kinds: PantryKinds, _ substitutions: SubstitutionList) {
        self.catalogue = catalogue
        entries = Dictionary(
            catalogue.entries.compactMap { entry in catalogue.ingredientID(entry.key).map { ($0, entry) } }
        ) { first, _ in first }
        func id(_ name: String) -> Int? { catalogue.ingredientID(named: name) }
        var direct: [Int: Set<Int>] = [:]
        for line in kinds.kinds {
            guard let general = id(line.general) else { continue }
            for kind in line.kinds.compactMap(id) where kind != general { direct[kind, default: []].insert(general) }
        }
        general = direct.keys.reduce(into: [:]) { $0[$1] = Self.reached(from: $1, direct).sorted() }
        var known: [Int: [Int]] = [:]
        for (kind, others) in general.sorted(by: { $0.key < $1.key }) {
            for other in others { known[other, default: []].append(kind) }
        }
        self.kinds = known
        mixtures = kinds.mixtures.reduce(into: [:]) { mixtures, line in
            guard let mixture = id(line.name) else { return }
            let parts = line.parts.compactMap(id)
            if parts.count == line.parts.count { mixtures[mixture] = parts }
        }
        standIns = substitutions.all.reduce(into: [:]) { found, line in
            guard let missing = id(line.missing), let other = id(line.standIn) else { return }
            found[missing, default: []].append(StandIn(ingredient: other, substitution: line))
        }
    }

    private static func reached(from start: Int, _ steps: [Int: Set<Int>]) -> Set<Int> {
        var (found, next): (Set<Int>, [Int]) = ([], [start])
        while let place = next.popLast() {
            for other in steps[place] ?? [] where other != start && found.insert(other).inserted { next.append(other) }
        }
        return found
    }

    package func entry(_ id: Int) -> IngredientEntry? { entries[id] }

    /// Everything as which an ingredient counts: itself first, then more general foods.
    package func covered(by id: Int) -> [Int] { [id] + (general[id] ?? []) }

    /// Everything that a staple covers: itself, its kinds, and more general foods.
    package func covered(byStaple id: Int) -> [Int] { covered(by: id) + (kinds[id] ?? []) }

    /// What can stand in for an ingredient, in the order of the list.
    package func standIns(for id: Int) -> [StandIn] { standIns[id] ?? [] }
}
