// The catalogue in memory: an immutable snapshot of one edition, shared by every loop.

import Database
import Synchronization
import Words

/// The lists that recipes are sorted by.
enum TermKind: String, Sendable, CaseIterable, ColumnValue { case category, cuisine }

/// Where a category or cuisine stands: in every list, in the recipe of who proposed it, in none, or for another.
enum TermState: String, Sendable, CaseIterable, Codable, ColumnValue { case listed, proposed, refused, merged }

/// A category or cuisine with its names; one that was merged has those of the other.
struct Term: Sendable {
    let id: Int
    let key: String
    let english: String
    let russian: String
    var state = TermState.listed

    func name(_ language: Language) -> String { language == .ru ? russian : english }
}

/// Everything that understanding an ingredient line needs, as of one edition of the catalogue.
final class Catalogue: Sendable {
    let edition: Int
    /// By English name.
    let entries: [IngredientEntry]
    let ids: [String: Int]
    private let places: [String: Int]
    let index: IngredientIndex
    let groups: IngredientGroups
    let parser: IngredientLineParser
    let units: UnitTable
    private let unitKeys: [String: String]
    private let categories: [Term]
    private let cuisines: [Term]
    let nutrition: [Int: Nutrition]
    /// Every name as `find` looks for it, once that was asked: to fold them all takes 40 ms.
    private let foldedNames = Mutex<[[String]]?>(nil)

    init(
        edition: Int, entries: [IngredientEntry], ids: [String: Int], units: UnitTable, categories: [Term],
        cuisines: [Term], nutrition: [Int: Nutrition]
    ) {
        self.edition = edition
        self.ids = ids
        self.units = units
        self.categories = categories
        self.cuisines = cuisines
        self.nutrition = nutrition
        places = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
        index = IngredientIndex(entries)
        groups = IngredientGroups(index)
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

    /// The same with other ingredients: what a change would make of it.
    func with(entries: [IngredientEntry], ids: [String: Int], nutrition: [Int: Nutrition]) -> Catalogue {
        Catalogue(
            edition: edition, entries: entries, ids: ids, units: units, categories: categories, cuisines: cuisines,
            nutrition: nutrition)
    }

    /// The same with other units.
    func with(units: UnitTable) -> Catalogue {
        Catalogue(
            edition: edition, entries: entries, ids: ids, units: units, categories: categories, cuisines: cuisines,
            nutrition: nutrition)
    }

    // MARK: Terms

    func categoryID(_ key: String) -> Int? { categories.first { $0.key == key }?.id }
    func cuisineID(_ key: String) -> Int? { cuisines.first { $0.key == key }?.id }
    func categoryName(_ key: String, _ language: Language) -> String? {
        Self.name(key, categories, language)
    }
    func cuisineName(_ key: String, _ language: Language) -> String? {
        Self.name(key, cuisines, language)
    }
    func categoryNames(_ language: Language) -> [(key: String, name: String)] {
        categories.filter { $0.state == .listed }.map { ($0.key, $0.name(language)) }
    }
    func cuisineNames(_ language: Language) -> [(key: String, name: String)] {
        cuisines.filter { $0.state == .listed }.map { ($0.key, $0.name(language)) }.sorted { $0.name < $1.name }
    }
    /// The key of a category or cuisine that has this name in any language.
    func categoryKey(named name: String) -> String? { termKey(.category, named: name) }
    func cuisineKey(named name: String) -> String? { termKey(.cuisine, named: name) }
    func termKey(_ kind: TermKind, named name: String) -> String? { Self.key(named: name, terms(kind)) }

    /// The key under which lists have it: of one that was merged, that of the other.
    func listedKey(_ kind: TermKind, _ key: String) -> String {
        guard let id = terms(kind).first(where: { $0.key == key && $0.state == .merged })?.id else { return key }
        return terms(kind).first { $0.id == id && $0.state != .merged }?.key ?? key
    }

    func isListed(_ kind: TermKind, _ key: String) -> Bool {
        terms(kind).contains { $0.key == key && $0.state == .listed }
    }

    func termName(_ kind: TermKind, _ key: String, _ language: Language) -> String? {
        Self.name(key, terms(kind), language)
    }

    private func terms(_ kind: TermKind) -> [Term] { kind == .category ? categories : cuisines }

    /// The name of a category or cuisine that no list has: one that its author proposed.
    func unlistedName(_ key: String, _ language: Language) -> String? {
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

    func entry(_ key: String) -> IngredientEntry? { places[key].map { entries[$0] } }
    func ingredientID(_ key: String) -> Int? { ids[key] }
    func key(id: Int) -> String? { ids.first { $0.value == id }?.key }

    /// The ingredient that a name means.
    func entry(named name: String) -> IngredientEntry? { index.find(name).flatMap { entry($0.key) } }
    func ingredientID(named name: String) -> Int? { entry(named: name).flatMap { ids[$0.key] } }

    /// The name in a language, for the key of an ingredient or any other text as it is.
    func displayName(_ keyOrText: String, _ language: Language) -> String {
        guard let entry = entry(keyOrText) else { return keyOrText }
        return language == .ru ? entry.russian.singular : entry.english.singular
    }

    /// The plural in a language, “walnuts”; meat and fish are not counted, “chicken”.
    func pluralName(_ key: String, _ language: Language) -> String {
        guard let entry = entry(key) else { return key }
        if ["meat", "fish-and-seafood"].contains(entry.aisle) { return displayName(key, language) }
        return language == .ru ? entry.russian.plural : entry.english.plural
    }

    func suggest(_ typed: String, limit: Int, _ language: Language) -> [String] {
        index.suggest(typed, limit: limit).map { displayName($0.key, language) }
    }

    /// Entries whose names hold the text.
    func find(_ text: String) -> [IngredientEntry] {
        let names = foldedNames.withLock { known in
            let names = known ?? entries.map { ($0.english.all + $0.russian.all).map(Words.fold) }
            known = names
            return names
        }
        let folded = Words.fold(text)
        return zip(entries, names).filter { $1.contains { $0.contains(folded) } }.map(\.0)
    }

    // MARK: Units

    func unitKey(_ typed: String) -> String? { typed.isEmpty ? nil : unitKeys[typed.lowercased()] }

    /// The shortest usual form of a unit in a language; what is no unit stays as typed.
    func unitName(_ key: String, _ language: Language) -> String { unitForm(key, amount: 1, language) }

    func unitNames(_ language: Language) -> [String] { units.units.map { unitForm($0.key, amount: 1, language) } }

    /// Masses and volumes abbreviated as usual, the rest in full and in the form that the amount asks for.
    func unitForm(_ key: String, amount: Double, _ language: Language) -> String {
        guard let unit = units[key] else { return key }
        if let short = UnitNames.abbreviation(key, language) { return short }
        let forms = language == .ru ? unit.russian : unit.english
        let form = UnitNames.form(of: amount, language)
        return forms.indices.contains(form) ? forms[form] : forms.first ?? key
    }

    // MARK: Lines

    func parse(_ text: String) -> ParsedLine { parser.parse(text) }

    /// USDA's figures for an ingredient.
    func nutrition(of entry: IngredientEntry) -> Nutrition? { entry.usda.flatMap { nutrition[$0] } }

}

/// The catalogue of the newest edition, loaded when it has moved.
final class CatalogueCache: Sendable {
    private let cached = Mutex<Catalogue?>(nil)

    /// The catalogue as a read connection sees it.
    func current(_ reader: some CatalogueSource) throws -> Catalogue {
        let edition = try reader.catalogueEdition()
        if let known = cached.withLock({ $0 }), known.edition == edition { return known }
        let fresh = try reader.loadCatalogue()
        cached.withLock { known in
            if known.map({ $0.edition < fresh.edition }) ?? true { known = fresh }
        }
        return fresh
    }

    /// The catalogue inside a write: one that the write itself changed is loaded and not kept, since it may roll back.
    func inside(_ writer: some CatalogueSource) throws -> Catalogue {
        let edition = try writer.catalogueEdition()
        if let known = cached.withLock({ $0 }), known.edition == edition { return known }
        return try writer.loadCatalogue()
    }
}

/// Where the catalogue comes from.
protocol CatalogueSource {
    func catalogueEdition() throws -> Int
    func loadCatalogue() throws -> Catalogue
}

extension Site {
    var catalogue: CatalogueCache { part() }
}
