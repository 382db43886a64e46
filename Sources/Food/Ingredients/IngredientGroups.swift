// Finds the ingredients that a search with or without a name means: a group, an allergen, or an ingredient with its
// kinds.

import Synchronization

/// Everything that a name excludes from a search.
package struct LeftOut: Sendable {
    /// As typed.
    package let name: String
    /// Recipes must certainly be free from these allergens.
    package var allergens: [Allergen] = []
    /// Recipes must certainly fit these diets.
    package var diets: [DietFact] = []
    /// Keys of the ingredients that no recipe may contain. Empty for allergens and diets: the derived answers count
    /// instead.
    package var keys: Set<String> = []
    /// Forms of words: a recipe is excluded if a line that was not understood has one of them. Empty for allergens and
    /// diets.
    package var words: Set<String> = []
    /// Keys of the other ingredients that it excludes, the most usual first.
    package var others: [String] = []

    /// Whether recipes with an unknown answer are excluded too.
    package var isStrict: Bool { !allergens.isEmpty || !diets.isEmpty }
}

/// The groups, with their ingredients in one copy of the catalogue.
package final class IngredientGroups: Sendable {
    /// The tables that searches compare names with. They are built for the first search, since most copies of the
    /// catalogue serve none.
    private struct Prepared: Sendable {
        /// The hashes of the words of each entry's names, in the order of the entries.
        let english: [[UInt64]]
        let russian: [[[UInt64]]]
        /// Whether an entry only replaces the food in its name: vegan cheese is not a cheese.
        let isReplacement: [Bool]
        let graph: IngredientGraph
        /// Indexes of groups by the words of their names, and by the forms of these words.
        let texts: [String: Int]
        let forms: [String: Int]
    }

    private let entries: [IngredientEntry]
    private let index: IngredientIndex
    let groups: [IngredientGroup]
    private let made = Mutex<Prepared?>(nil)

    init(_ index: IngredientIndex, _ groups: [IngredientGroup]) {
        entries = index.entries
        self.index = index
        self.groups = groups
    }

    private var prepared: Prepared {
        made.withLock { made in
            let prepared = made ?? prepare()
            made = prepared
            return prepared
        }
    }

    private func prepare() -> Prepared {
        var texts: [String: Int] = [:]
        var forms: [String: Int] = [:]
        for (number, group) in groups.enumerated() {
            for name in group.english.all + group.russian.all {
                let words = NameWords.split(name)
                if texts[Self.text(words)] == nil { texts[Self.text(words)] = number }
                if forms[Self.form(words)] == nil { forms[Self.form(words)] = number }
            }
        }
        return Prepared(
            english: entries.map { NameWords.hashes($0.english.singular) },
            russian: entries.map { [NameWords.hashes($0.russian.singular), NameWords.hashes($0.russian.plural)] },
            isReplacement: entries.map { entry in
                NameWords.split(entry.english.singular).contains { Self.replacing.contains($0.form) }
            },
            graph: IngredientGraph(entries), texts: texts, forms: forms)
    }

    private static let replacing = NameWords.forms(WordList.wordsForSubstitutes)

    private static func text(_ words: [NameWord]) -> String { words.map(\.text).joined(separator: " ") }
    private static func form(_ words: [NameWord]) -> String { words.map(\.form).joined(separator: " ") }

    // MARK: Without

    /// What a name excludes; `nil` when the name is unknown.
    package func leftOut(by name: String) -> LeftOut? {
        let prepared = prepared
        let typed = Self.typed(name)
        let own = index.find(typed)?.key
        var left = LeftOut(name: name)
        var keys: [String]
        var except: Set<String> = []
        if let group = group(typed, prepared) {
            except = Set(group.except.compactMap(key))
            left.allergens = group.allergens
            left.diets = group.diets
            keys = members(of: group, prepared)
            left.words = Self.words(group.english.all + group.russian.all, index).union(Self.words(of: group))
        } else {
            keys = relatives(typed, own, prepared) + (own.map { [$0] } ?? [])
            guard !keys.isEmpty else { return nil }
            let entry = own.flatMap { index[$0] }
            left.words = Self.words([name] + (entry.map { $0.english.all + $0.russian.all } ?? []), index)
        }
        if left.isStrict {
            keys += entries.filter { entry in
                left.allergens.contains { entry.facts[$0] == .yes } || left.diets.contains { entry.facts[$0] == .no }
            }.map(\.key)
            left.words = []
        } else {
            keys += prepared.graph.dependents(of: Set(keys), certainly: true).subtracting(except).sorted()
            left.keys = Set(keys)
        }
        var seen = Set([own].compactMap(\.self))
        left.others = keys.filter { seen.insert($0).inserted }
        return left
    }

    /// The forms of the words that say what something is (“tomato”), without those that describe it (“fresh”). A name
    /// of one word keeps that word in any case.
    private static func words(_ names: [String], _ index: IngredientIndex) -> Set<String> {
        names.reduce(into: []) { forms, name in
            let words = NameWords.split(name)
            let telling = words.filter { !index.isClassed($0) }
            forms.formUnion((telling.isEmpty && words.count == 1 ? words : telling).map(\.form))
        }
    }

    /// The forms of single words for food of the group.
    private static func words(of group: IngredientGroup) -> Set<String> {
        let names = (group.named + group.words).map { NameWords.split($0) }
        return Set(names.filter { $0.count == 1 }.flatMap { $0 }.map(\.form))
    }

    // MARK: With

    /// The keys of the ingredients that a name means; a recipe needs one of them. `nil` when the name is not known.
    package func wanted(by name: String) -> Set<String>? {
        let prepared = prepared
        let typed = Self.typed(name)
        let own = index.find(typed)?.key
        let group = group(typed, prepared)
        if let group, !group.kinds.isEmpty || !group.aisles.isEmpty {
            return Set(kinds(of: group))
        }
        if let own { return prepared.graph.kinds(of: own).union([own]) }
        let keys = group.map { members(of: $0, prepared) } ?? relatives(typed, nil, prepared)
        return keys.isEmpty ? nil : Set(keys)
    }

    /// The keys of the other ingredients that a wanted name finds: those of its group first, then in the order of the
    /// catalogue.
    package func alsoWanted(by name: String) -> [String] {
        guard let keys = wanted(by: name) else { return [] }
        let (prepared, typed) = (prepared, Self.typed(name))
        var others = keys.subtracting([index.find(typed)?.key].compactMap(\.self))
        let first = group(typed, prepared).map { kinds(of: $0) } ?? []
        return (first + entries.map(\.key)).filter { others.remove($0) != nil }
    }

    /// The names of the group with this name, in both languages; none if there is no such group.
    package func names(ofGroup name: String) -> [String] {
        group(Self.typed(name), prepared).map { $0.russian.all + $0.english.all } ?? []
    }

    /// Whether a name is that of a group or an ingredient, in any of its forms.
    package func knows(_ name: String) -> Bool {
        let typed = Self.typed(name)
        return group(typed, prepared) != nil || index.findWhole(typed) != nil
    }

    /// Whether a name is that of an allergen or of a group with one.
    package func isAllergen(_ name: String) -> Bool {
        group(Self.typed(name), prepared).map { !$0.allergens.isEmpty } ?? false
    }

    /// The words of a name, with signs as words: `soy/milk` becomes `soy or milk`, so it does not mean soy milk.
    private static func typed(_ name: String) -> [NameWord] {
        NameWords.hasSign(name) ? NameWords.written(name) : NameWords.split(name)
    }

    // MARK: Groups

    private func group(_ typed: [NameWord], _ prepared: Prepared) -> IngredientGroup? {
        (prepared.texts[Self.text(typed)] ?? prepared.forms[Self.form(typed)]).map { groups[$0] }
    }

    /// The keys of the ingredients that are of a group or contain it, the most usual first.
    private func members(of group: IngredientGroup, _ prepared: Prepared) -> [String] {
        let except = Set(group.except.compactMap(key))
        var keys = kinds(of: group)
        keys += entries.filter { entry in group.facts.contains { entry.facts[$0] == .yes } }.map(\.key)
        keys += group.named.flatMap { named($0, prepared) }.filter { !except.contains($0) }
        keys += group.holding.compactMap(key)
        for name in group.groups {
            if let other = groups.first(where: { $0.english.singular == name }) {
                keys += members(of: other, prepared)
            } else {
                keys += key(name).map { [$0] } ?? []
            }
        }
        return keys
    }

    private func kinds(of group: IngredientGroup) -> [String] {
        let except = Set(group.except.compactMap(key))
        return group.kinds.compactMap(key)
            + entries.filter { entry in
                group.aisles.contains(entry.aisle) && !except.contains(entry.key)
                    && (group.allergens.isEmpty || group.allergens.contains { entry.facts[$0] == .yes })
            }.map(\.key)
    }

    /// The key of an ingredient by any of its names, so that a group still finds it after it was merged into another.
    private func key(_ name: String) -> String? { index[CatalogueText.slug(name)]?.key ?? index.find(name)?.key }

    /// The keys of ingredients with these words in their English name, without replacements.
    private func named(_ name: String, _ prepared: Prepared) -> [String] {
        let words = NameWords.split(name).map(\.hash)
        return entries.indices.filter { !prepared.isReplacement[$0] && Self.has(words, in: prepared.english[$0]) }
            .map { entries[$0].key }
    }

    /// The keys of ingredients whose names contain the typed words, or the name of the ingredient that these mean.
    private func relatives(_ typed: [NameWord], _ own: String?, _ prepared: Prepared) -> [String] {
        guard own != nil || typed.contains(where: { !index.isClassed($0) }) else { return [] }
        var keys = own.flatMap { index[$0] }.map { named($0.english.singular, prepared) } ?? []
        let words = typed.map(\.hash)
        let names = typed.contains(where: \.isRussian) ? prepared.russian : prepared.english.map { [$0] }
        keys += entries.indices.filter { place in
            !prepared.isReplacement[place] && names[place].contains { Self.has(words, in: $0) }
        }.map { entries[$0].key }
        return keys
    }

    private static func has(_ words: [UInt64], in name: [UInt64]) -> Bool {
        guard let first = words.first, words.count <= name.count else { return false }
        return (0...(name.count - words.count)).contains { start in
            name[start] == first && name[start..<start + words.count].elementsEqual(words)
        }
    }

    // MARK: Suggestions

    /// Groups with a name that begins with the typed text, each with that name.
    package func suggest(_ typed: String, limit: Int) -> [(group: IngredientGroup, name: String)] {
        let words = Self.text(NameWords.split(typed))
        guard !words.isEmpty else { return [] }
        let found = groups.compactMap { group in
            (group.english.all + group.russian.all).first {
                Self.text(NameWords.split($0)).utf8.starts(with: words.utf8)
            }.map { (group, $0) }
        }
        return Array(found.prefix(limit))
    }
}
