// What holds of ingredients that rest on others: of Parmesan as of cheese, of pesto as of the cheese and nuts in it.

/// Ingredients by key, with what each is a kind of and what it is made of.
package struct IngredientGraph {
    /// The most steps from an ingredient down to what it rests on.
    package static let depth = 8

    /// Why ingredients cannot rest on each other as they say.
    package enum Problem: Error, Equatable, CustomStringConvertible {
        case unknown(String, of: String)
        case circle([String])
        case tooDeep(String)

        package var description: String {
            switch self {
            case .unknown(let key, let ingredient): "“\(ingredient)” rests on “\(key)”, which is no ingredient"
            case .circle(let keys): "ingredients rest on themselves: \(keys.joined(separator: " → "))"
            case .tooDeep(let key): "“\(key)” rests on more than \(IngredientGraph.depth) others, one on the other"
            }
        }
    }

    private let entries: [String: IngredientEntry]

    package init(_ entries: [IngredientEntry]) {
        self.entries = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
    }

    // MARK: What holds

    /// The entries with the facts that hold of them.
    package static func settled(_ entries: [IngredientEntry]) -> [IngredientEntry] {
        guard entries.contains(where: \.restsOnOthers) else { return entries }
        let lineage = IngredientGraph(entries)
        var found: [Place: IngredientFacts] = [:]
        return entries.map { $0.restsOnOthers ? $0.with(lineage.facts(of: $0, depth: 0, &found)) : $0 }
    }

    /// An ingredient, so many steps below the one that is asked about.
    private struct Place: Hashable {
        let key: String
        let depth: Int
    }

    /// Stated, else as of what it is a kind of; and never better than what is in it. Too deep, nobody knows. Many ways lead
    /// down to an ingredient, so what was found of it once is kept.
    private func facts(
        of entry: IngredientEntry, depth: Int, _ found: inout [Place: IngredientFacts]
    ) -> IngredientFacts {
        guard entry.restsOnOthers else { return entry.facts }
        func known(of key: String) -> IngredientFacts {
            guard depth < Self.depth, let other = entries[key] else { return .unknown }
            let place = Place(key: key, depth: depth + 1)
            if let facts = found[place] { return facts }
            let facts = self.facts(of: other, depth: depth + 1, &found)
            found[place] = facts
            return facts
        }
        var facts = entry.stated.over(entry.parent.map(known))
        for part in entry.parts {
            let held = known(of: part.key)
            for name in FactName.allCases {
                facts[name] = Self.careful(facts[name], holding: held[name], isCertain: part.isCertain, name)
            }
        }
        return facts
    }

    /// A promise does not outlive a part that breaks it; a part that may be in it leaves open whether it does.
    package static func careful(_ fact: Fact, holding part: Fact, isCertain: Bool, _ name: FactName) -> Fact {
        if part == name.good { return fact }
        if part == name.bad && isCertain { return name.bad }
        return fact == name.good ? .unknown : fact
    }

    // MARK: What may be said

    /// The first thing that is wrong with the entries.
    package static func problem(_ entries: [IngredientEntry]) -> Problem? {
        let lineage = IngredientGraph(entries)
        var sound: [String: Int] = [:]
        return entries.lazy.compactMap { lineage.problem(from: $0, path: [], &sound) }.first
    }

    /// The first thing that is wrong on the way down from each of them.
    package func problems(from keys: [String]) -> [Problem] {
        var sound: [String: Int] = [:]
        return keys.compactMap { key in entries[key].flatMap { problem(from: $0, path: [], &sound) } }
    }

    /// `sound` has what nothing is wrong below of, with the most steps above it with which that was seen: with as many or
    /// fewer it is not looked at again. No circle leads back to such a one, or it would have been seen.
    private func problem(from entry: IngredientEntry, path: [String], _ sound: inout [String: Int]) -> Problem? {
        if let depth = sound[entry.key], path.count <= depth { return nil }
        if let start = path.firstIndex(of: entry.key) { return .circle(path[start...] + [entry.key]) }
        if path.count > Self.depth { return .tooDeep(path[0]) }
        for key in entry.restsOn {
            guard let other = entries[key] else { return .unknown(key, of: entry.key) }
            if let problem = problem(from: other, path: path + [entry.key], &sound) { return problem }
        }
        sound[entry.key] = path.count
        return nil
    }

    // MARK: Order

    /// Every ingredient that rests on one of these, by however many steps; `certainly` leaves out what only may hold it.
    package func below(_ keys: Set<String>, certainly: Bool = false) -> Set<String> {
        var resting: [String: [String]] = [:]
        for entry in entries.values {
            for key in certainly ? entry.certainlyRestsOn : entry.restsOn {
                resting[key, default: []].append(entry.key)
            }
        }
        var found: Set<String> = []
        var next = Array(keys)
        while let key = next.popLast() {
            for other in resting[key] ?? [] where found.insert(other).inserted { next.append(other) }
        }
        return found.subtracting(keys)
    }

    /// Every ingredient that is a kind of this one, by however many steps.
    package func kinds(of key: String) -> Set<String> {
        var found: Set<String> = []
        var next: Set<String> = [key]
        while !next.isEmpty {
            next = Set(entries.values.filter { $0.parent.map(next.contains) ?? false }.map(\.key)).subtracting(found)
            found.formUnion(next)
        }
        return found
    }

    /// Every ingredient that this one rests on, by however many steps.
    package func above(_ key: String) -> Set<String> {
        var found: Set<String> = []
        var next = [key]
        while let key = next.popLast() {
            for other in entries[key]?.restsOn ?? [] where found.insert(other).inserted { next.append(other) }
        }
        return found
    }

    /// The entries with what each rests on before it.
    package static func ordered(_ entries: [IngredientEntry]) -> [IngredientEntry] {
        let known = IngredientGraph(entries).entries
        var seen: Set<String> = []
        var ordered: [IngredientEntry] = []
        func add(_ entry: IngredientEntry) {
            guard seen.insert(entry.key).inserted else { return }
            for key in entry.restsOn { if let other = known[key] { add(other) } }
            ordered.append(entry)
        }
        entries.forEach(add)
        return ordered
    }
}
