// The catalogue in memory: an immutable snapshot of one edition, which requests read.

import Bytes
import Synchronization
package import Words

/// The two lists by which recipes are classified.
package enum TermKind: String, Sendable, CaseIterable { case category, cuisine }

/// The state of a category or cuisine: in every list, only in its author's recipe, in none, or merged into another.
package enum TermState: String, Sendable, CaseIterable, Codable { case listed, proposed, refused, merged }

/// A category or cuisine with its names. A merged one has the id and names of the one that replaced it.
package struct Term: Sendable {
    package let id: Int
    package let key: String
    package let english: String
    package let russian: String
    package var state = TermState.listed

    package init(id: Int, key: String, english: String, russian: String, state: TermState = TermState.listed) {
        self.id = id
        self.key = key
        self.english = english
        self.russian = russian
        self.state = state
    }

    package func name(_ language: Language) -> String { language == .ru ? russian : english }
}

/// Everything needed to understand ingredient lines, as of one edition of the catalogue.
package final class Catalogue: Sendable {
    package let edition: Int
    /// In the order of their English names.
    package let entries: [IngredientEntry]
    package let ids: [String: Int]
    private let places: [String: Int]
    package let index: IngredientIndex
    package let groups: IngredientGroups
    package let parser: IngredientLineParser
    package let units: UnitTable
    private let unitKeys: [String: String]
    private let categories: [Term]
    private let cuisines: [Term]
    package let nutrition: [Int: Nutrition]
    /// The folded names for `find`, built at its first call, since folding all of them takes 40 ms.
    private let foldedNames = Mutex<[[String]]?>(nil)
    private let wordsOfNames = Mutex<Set<String>?>(nil)

    package init(
        edition: Int, entries: [IngredientEntry], ids: [String: Int], groups: [IngredientGroup], units: UnitTable,
        categories: [Term], cuisines: [Term], nutrition: [Int: Nutrition]
    ) {
        self.edition = edition
        self.ids = ids
        self.units = units
        self.categories = categories
        self.cuisines = cuisines
        self.nutrition = nutrition
        places = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
        index = IngredientIndex(entries)
        self.groups = IngredientGroups(index, groups)
        self.entries = index.entries
        parser = IngredientLineParser(units: units)
        var unitKeys: [String: String] = [:]
        for unit in units.units {
            for form in [unit.key] + unit.english + unit.russian where unitKeys[form.lowercased()] == nil {
                unitKeys[form.lowercased()] = unit.key
            }
        }
        self.unitKeys = unitKeys
    }

    /// A copy with other ingredients, to preview a change.
    package func with(entries: [IngredientEntry], ids: [String: Int], nutrition: [Int: Nutrition]) -> Catalogue {
        Catalogue(
            edition: edition, entries: entries, ids: ids, groups: groups.groups, units: units, categories: categories,
            cuisines: cuisines, nutrition: nutrition)
    }

    /// A copy with other units.
    package func with(units: UnitTable) -> Catalogue {
        Catalogue(
            edition: edition, entries: entries, ids: ids, groups: groups.groups, units: units, categories: categories,
            cuisines: cuisines, nutrition: nutrition)
    }

    // MARK: Terms

    package func categoryID(_ key: String) -> Int? { categories.first { $0.key == key }?.id }
    package func cuisineID(_ key: String) -> Int? { cuisines.first { $0.key == key }?.id }
    package func categoryName(_ key: String, _ language: Language) -> String? {
        Self.name(key, categories, language)
    }
    package func cuisineName(_ key: String, _ language: Language) -> String? {
        Self.name(key, cuisines, language)
    }
    package func categoryNames(_ language: Language) -> [(key: String, name: String)] {
        categories.filter { $0.state == .listed }.map { ($0.key, $0.name(language)) }
    }
    package func cuisineNames(_ language: Language) -> [(key: String, name: String)] {
        cuisines.filter { $0.state == .listed }.map { ($0.key, $0.name(language)) }.sorted { $0.name < $1.name }
    }
    /// The key of the listed category that has this name in either language, or this key.
    package func categoryKey(named name: String) -> String? { termKey(.category, named: name) }
    package func cuisineKey(named name: String) -> String? { termKey(.cuisine, named: name) }
    package func termKey(_ kind: TermKind, named name: String) -> String? { Self.key(named: name, terms(kind)) }

    /// The key in lists: for a merged category or cuisine that of the one that replaced it, else the key itself.
    package func listedKey(_ kind: TermKind, _ key: String) -> String {
        guard let id = terms(kind).first(where: { $0.key == key && $0.state == .merged })?.id else { return key }
        return terms(kind).first { $0.id == id && $0.state != .merged }?.key ?? key
    }

    package func isListed(_ kind: TermKind, _ key: String) -> Bool {
        terms(kind).contains { $0.key == key && $0.state == .listed }
    }

    package func termName(_ kind: TermKind, _ key: String, _ language: Language) -> String? {
        Self.name(key, terms(kind), language)
    }

    private func terms(_ kind: TermKind) -> [Term] { kind == .category ? categories : cuisines }

    /// The name of a category or cuisine that is only proposed or was merged, so that no list has it; `nil` for others.
    package func unlistedName(_ key: String, _ language: Language) -> String? {
        let term = (categories + cuisines).first { $0.key == key }
        return term.flatMap { [.proposed, .merged].contains($0.state) ? $0.name(language) : nil }
    }

    private static func name(_ key: String, _ terms: [Term], _ language: Language) -> String? {
        terms.first { $0.key == key && $0.state != .refused }?.name(language)
    }

    private static func key(named name: String, _ terms: [Term]) -> String? {
        let folded = Words.fold(name)
        return terms.first {
            $0.state == .listed && [$0.key, Words.fold($0.english), Words.fold($0.russian)].contains(folded)
        }?.key
    }

    // MARK: Ingredients

    package func entry(_ key: String) -> IngredientEntry? { places[key].map { entries[$0] } }
    package func ingredientID(_ key: String) -> Int? { ids[key] }
    package func key(id: Int) -> String? { ids.first { $0.value == id }?.key }

    /// The ingredient that a name means; `nil` when the name is unknown.
    package func entry(named name: String) -> IngredientEntry? { index.find(name).flatMap { entry($0.key) } }
    /// The keys of ingredients, in no particular order.
    package func ingredientKeys(_ wanted: Set<Int>) -> [String] { ids.filter { wanted.contains($0.value) }.map(\.key) }

    package func ingredientID(named name: String) -> Int? { entry(named: name).flatMap { ids[$0.key] } }

    /// The name of an ingredient in a language; a text that is not a key is returned unchanged.
    package func displayName(_ keyOrText: String, _ language: Language) -> String {
        guard let entry = entry(keyOrText) else { return keyOrText }
        return language == .ru ? entry.russian.singular : entry.english.singular
    }

    /// The plural in a language (“walnuts”); the singular for meat and fish, which are not counted (“chicken”).
    package func pluralName(_ key: String, _ language: Language) -> String {
        guard let entry = entry(key) else { return key }
        if entry.isInMeatOrFishAisle { return displayName(key, language) }
        return language == .ru ? entry.russian.plural : entry.english.plural
    }

    package func suggest(_ typed: String, limit: Int, _ language: Language) -> [String] {
        index.suggest(typed, limit: limit).map { displayName($0.key, language) }
    }

    /// The words of all names in both languages, for correcting misspelt ones.
    package var nameWords: Set<String> {
        wordsOfNames.withLock { known in
            let words = known ?? Set(names.joined().flatMap(Words.words)).filter { $0.utf8.count > 3 }
            known = words
            return words
        }
    }

    private var names: [[String]] {
        foldedNames.withLock { known in
            let names = known ?? entries.map { ($0.english.all + $0.russian.all).map(Words.fold) }
            known = names
            return names
        }
    }

    /// The entries with a name that contains the text.
    package func find(_ text: String) -> [IngredientEntry] {
        let folded = Words.fold(text)
        return zip(entries, names).filter { $1.contains { $0.contains(bytes: folded) } }.map(\.0)
    }

    // MARK: Units

    package func unitKey(_ typed: String) -> String? { typed.isEmpty ? nil : unitKeys[typed.lowercased()] }

    /// The usual form of a unit for the amount 1; a text that is not a unit's key is returned unchanged.
    package func unitName(_ key: String, _ language: Language) -> String { unitForm(key, amount: 1, language) }

    package func unitNames(_ language: Language) -> [String] {
        units.units.map { unitForm($0.key, amount: 1, language) }
    }

    /// The usual abbreviation of a unit if it has one, else its full name in the form that the amount needs.
    package func unitForm(_ key: String, amount: Double, _ language: Language) -> String {
        guard let unit = units[key] else { return key }
        if let short = UnitNames.abbreviation(key, language) { return short }
        let forms = language == .ru ? unit.russian : unit.english
        let form = UnitNames.form(of: amount, language)
        return forms.indices.contains(form) ? forms[form] : forms.first ?? key
    }

    // MARK: Lines

    package func parse(_ text: String) -> ParsedLine { parser.parse(text) }

    /// USDA's figures for an ingredient; `nil` when it has none.
    package func nutrition(of entry: IngredientEntry) -> Nutrition? { entry.usda.flatMap { nutrition[$0] } }
}
