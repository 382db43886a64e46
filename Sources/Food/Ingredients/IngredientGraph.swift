// Resolves the facts of ingredients that depend on others: Parmesan is a cheese, pesto contains cheese and nuts.

/// Ingredients by key, each of which depends on its parent and its parts.
package struct IngredientGraph {
    /// The most steps from an ingredient to one that it depends on.
    package static let depth = 8

    /// An error in how ingredients depend on each other.
    package enum Problem: Error, Equatable, CustomStringConvertible {
        case unknown(String, of: String)
        case circle([String])
        case tooDeep(String)

        package var description: String {
            switch self {
            case .unknown(let key, let ingredient): "“\(ingredient)” depends on “\(key)”, which is not an ingredient"
            case .circle(let keys): "ingredients depend on themselves: \(keys.joined(separator: " → "))"
            case .tooDeep(let key): "“\(key)” depends on a chain of more than \(IngredientGraph.depth) others"
            }
        }
    }

    private let entries: [String: IngredientEntry]
    /// By key, the entries that depend directly on an entry.
    let dependents: [String: [String]]
    /// The same without parts that are only possible.
    let certainDependents: [String: [String]]
    /// By key, the entries whose parent an entry is.
    let children: [String: [String]]

    package init(_ entries: [IngredientEntry]) {
        self.entries = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        var (dependents, certain, children) = ([String: [String]](), [String: [String]](), [String: [String]]())
        for entry in self.entries.values {
            for key in entry.dependsOn { dependents[key, default: []].append(entry.key) }
            for key in entry.certainlyDependsOn { certain[key, default: []].append(entry.key) }
            if let parent = entry.parent { children[parent, default: []].append(entry.key) }
        }
        (self.dependents, certainDependents, self.children) = (dependents, certain, children)
    }

    // MARK: Resolved facts

    /// The entries with resolved facts.
    package static func resolved(_ entries: [IngredientEntry]) -> [IngredientEntry] {
        guard entries.contains(where: \.dependsOnOthers) else { return entries }
        let graph = IngredientGraph(entries)
        var found: [Place: IngredientFacts] = [:]
        return entries.map { $0.dependsOnOthers ? $0.with(graph.facts(of: $0, depth: 0, &found)) : $0 }
    }

    /// An ingredient, and its number of steps from the one that is being resolved.
    private struct Place: Hashable {
        let key: String
        let depth: Int
    }

    /// Uses the stated fact, or else the parent's. A part can only make it worse: pesto contains cheese, so it is not
    /// vegan. Beyond eight levels the answer is unknown. Several paths may lead to one ingredient, so `found` caches
    /// the results.
    private func facts(
        of entry: IngredientEntry, depth: Int, _ found: inout [Place: IngredientFacts]
    ) -> IngredientFacts {
        guard entry.dependsOnOthers else { return entry.facts }
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

    /// A certain part with the bad answer makes the fact bad. Any other part without the good answer makes a good fact
    /// unknown.
    package static func careful(_ fact: Fact, holding part: Fact, isCertain: Bool, _ name: FactName) -> Fact {
        if part == name.good { return fact }
        if part == name.bad && isCertain { return name.bad }
        return fact == name.good ? .unknown : fact
    }

    // MARK: Checks

    /// The first error in how the entries depend on each other; `nil` when there is none.
    package static func problem(_ entries: [IngredientEntry]) -> Problem? {
        let graph = IngredientGraph(entries)
        var sound: [String: Int] = [:]
        return entries.lazy.compactMap { graph.problem(from: $0, path: [], &sound) }.first
    }

    /// The first error on the paths from each of these ingredients.
    package func problems(from keys: [String]) -> [Problem] {
        var sound: [String: Int] = [:]
        return keys.compactMap { key in entries[key].flatMap { problem(from: $0, path: [], &sound) } }
    }

    /// `sound` contains the ingredients without an error below them, each with the longest path above it that was
    /// checked; with a path of that length or less it is not checked again. No cycle leads back to it, or the first
    /// check would have found it.
    private func problem(from entry: IngredientEntry, path: [String], _ sound: inout [String: Int]) -> Problem? {
        if let depth = sound[entry.key], path.count <= depth { return nil }
        if let start = path.firstIndex(of: entry.key) { return .circle(path[start...] + [entry.key]) }
        if path.count > Self.depth { return .tooDeep(path[0]) }
        for key in entry.dependsOn {
            guard let other = entries[key] else { return .unknown(key, of: entry.key) }
            if let problem = problem(from: other, path: path + [entry.key], &sound) { return problem }
        }
        sound[entry.key] = path.count
        return nil
    }

    // MARK: Order

    /// Every ingredient that depends on one of these, by any number of steps; `certainly` ignores parts that are only
    /// possible.
    package func dependents(of keys: Set<String>, certainly: Bool = false) -> Set<String> {
        let found = Self.reached(from: keys, certainly ? certainDependents : dependents)
        return found.subtracting(keys)
    }

    /// Every ingredient that is a type of this one, by any number of steps.
    package func kinds(of key: String) -> Set<String> { Self.reached(from: [key], children) }

    private static func reached(from keys: Set<String>, _ next: [String: [String]]) -> Set<String> {
        var found: Set<String> = []
        var waiting = Array(keys)
        while let key = waiting.popLast() {
            for other in next[key] ?? [] where found.insert(other).inserted { waiting.append(other) }
        }
        return found
    }

    /// The ingredients that this one depends on, by at most as many steps as are allowed and one more.
    package func dependencies(of key: String) -> Set<String> {
        var found: Set<String> = []
        var next = [key]
        for _ in 0...Self.depth {
            next = next.flatMap { entries[$0]?.dependsOn ?? [] }.filter { found.insert($0).inserted }
        }
        return found
    }

    /// The entries, sorted so that each comes after those that it depends on.
    package static func ordered(_ entries: [IngredientEntry]) -> [IngredientEntry] {
        let known = IngredientGraph(entries).entries
        var seen: Set<String> = []
        var ordered: [IngredientEntry] = []
        func add(_ entry: IngredientEntry) {
            guard seen.insert(entry.key).inserted else { return }
            for key in entry.dependsOn { if let other = known[key] { add(other) } }
            ordered.append(entry)
        }
        entries.forEach(add)
        return ordered
    }
}
