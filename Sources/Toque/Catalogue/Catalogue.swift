// The catalogue in memory: an immutable snapshot of one edition, shared by every loop.

import Synchronization
import Words

/// A category or cuisine with its names.
struct Term: Sendable {
    let id: Int
    let key: String
    let english: String
    let russian: String

    func name(_ language: Language) -> String { language == .ru ? russian : english }
}

/// Everything that understanding an ingredient line needs, as of one edition of the catalogue.
final class Catalogue: Sendable {
    let edition: Int
    /// By English name.
    let entries: [IngredientEntry]
    private let ids: [String: Int]
    private let places: [String: Int]
    let index: IngredientIndex
    let parser: IngredientLineParser
    private let units: UnitTable
    private let unitKeys: [String: String]
    private let categories: [Term]
    private let cuisines: [Term]
    private let nutrition: [Int: Nutrition]

    init(
        edition: Int, entries: [IngredientEntry], ids: [String: Int], units: UnitTable, categories: [Term],
        cuisines: [Term], nutrition: [Int: Nutrition]
    ) {
        self.edition = edition
        self.entries = entries
        self.ids = ids
        self.units = units
        self.categories = categories
        self.cuisines = cuisines
        self.nutrition = nutrition
        places = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
        index = IngredientIndex(entries)
        parser = IngredientLineParser(units: units)
        var unitKeys: [String: String] = [:]
        for unit in units.units {
            for form in [unit.key] + unit.english + unit.russian where unitKeys[form.lowercased()] == nil {
                unitKeys[form.lowercased()] = unit.key
            }
        }
        self.unitKeys = unitKeys
    }

    // MARK: Terms

    func categoryID(_ key: String) -> Int? { categories.first { $0.key == key }?.id }
    func cuisineID(_ key: String) -> Int? { cuisines.first { $0.key == key }?.id }
    func categoryName(_ key: String, _ language: Language) -> String? {
        categories.first { $0.key == key }?.name(language)
    }
    func cuisineName(_ key: String, _ language: Language) -> String? {
        cuisines.first { $0.key == key }?.name(language)
    }
    func categoryNames(_ language: Language) -> [(key: String, name: String)] {
        categories.map { ($0.key, $0.name(language)) }
    }
    func cuisineNames(_ language: Language) -> [(key: String, name: String)] {
        cuisines.map { ($0.key, $0.name(language)) }.sorted { $0.name < $1.name }
    }
    /// The key of a category or cuisine that has this name in any language.
    func categoryKey(named name: String) -> String? { Self.key(named: name, categories) }
    func cuisineKey(named name: String) -> String? { Self.key(named: name, cuisines) }

    private static func key(named name: String, _ terms: [Term]) -> String? {
        let folded = Words.fold(name)
        return terms.first { [$0.key, Words.fold($0.english), Words.fold($0.russian)].contains(folded) }?.key
    }

    // MARK: Ingredients

    func entry(_ key: String) -> IngredientEntry? { places[key].map { entries[$0] } }
    func ingredientID(_ key: String) -> Int? { ids[key] }

    /// The ingredient that a name means.
    func entry(named name: String) -> IngredientEntry? { index.find(name).flatMap { entry($0.key) } }
    func ingredientID(named name: String) -> Int? { entry(named: name).flatMap { ids[$0.key] } }

    /// The name in a language, for the key of an ingredient or any other text as it is.
    func displayName(_ keyOrText: String, _ language: Language) -> String {
        guard let entry = entry(keyOrText) else { return keyOrText }
        return language == .ru ? entry.russian.singular : entry.english.singular
    }

    func suggest(_ typed: String, limit: Int, _ language: Language) -> [String] {
        index.suggest(typed, limit: limit).map { displayName($0.key, language) }
    }

    /// Entries whose names hold the text.
    func find(_ text: String) -> [IngredientEntry] {
        let folded = Words.fold(text)
        return entries.filter { ($0.english.all + $0.russian.all).contains { Words.fold($0).contains(folded) } }
    }

    // MARK: Units

    func unitKey(_ typed: String) -> String? { typed.isEmpty ? nil : unitKeys[typed.lowercased()] }

    /// The shortest usual form of a unit in a language; what is no unit stays as typed.
    func unitName(_ key: String, _ language: Language) -> String { unitForm(key, amount: 1, language) }

    func unitNames(_ language: Language) -> [String] { units.units.map { unitForm($0.key, amount: 1, language) } }

    /// Masses and volumes abbreviated as usual, the rest in full and in the form that the amount asks for.
    private func unitForm(_ key: String, amount: Double, _ language: Language) -> String {
        guard let unit = units[key] else { return key }
        if let short = UnitNames.abbreviation(key, language) { return short }
        let forms = language == .ru ? unit.russian : unit.english
        let form = UnitNames.form(of: amount, language)
        return forms.indices.contains(form) ? forms[form] : forms.first ?? key
    }

    /// "1½ cups"
    func amountText(_ line: RecipeLine, _ language: Language) -> String {
        let amount = Amounts.shown(line.amount, line.amountMax, language)
        if line.unit.isEmpty { return amount }
        let unit = unitForm(line.unit, amount: line.amountMax ?? line.amount ?? 1, language)
        return amount.isEmpty ? unit : "\(amount)\u{a0}\(unit)"
    }

    /// The line as one reads it.
    func lineText(_ line: RecipeLine, _ language: Language) -> String {
        let text = [amountText(line, language), line.ingredient].filter { !$0.isEmpty }.joined(separator: " ")
        return line.note.isEmpty ? text : "\(text), \(line.note)"
    }

    // MARK: Lines

    /// A pasted block, line by line; a heading names the group of what follows.
    func lines(pasted text: String) -> [RecipeLine] {
        var group = ""
        var lines: [RecipeLine] = []
        for text in text.split(whereSeparator: \.isNewline).map(\.trimmed) where !text.isEmpty {
            let parsed = parse(text)
            if parsed.isHeading {
                group = String(text.hasSuffix(":") ? text.dropLast() : text[...])
            } else {
                lines.append(line(parsed, group: group))
            }
        }
        return lines
    }

    func parse(_ text: String) -> ParsedLine { parser.parse(text) }

    /// A parsed line as a recipe keeps it; what was not understood stays whole as the ingredient.
    func line(_ parsed: ParsedLine, group: String = "") -> RecipeLine {
        var line = RecipeLine()
        line.amount = parsed.amount
        line.amountMax = parsed.amountMax
        line.unit = parsed.unit ?? ""
        line.ingredient = parsed.phrase.isEmpty ? parsed.line : parsed.phrase
        line.note = parsed.note
        line.group = group
        return line
    }

    /// What each line of a recipe means.
    func understood(_ body: RecipeBody) -> [UnderstoodLine] { body.lines.map(understood) }

    /// A row is never a heading, whatever it looks like. What stands in place of a unit is read too: one word as a note
    /// ("heaps"), more as part of the name ("slices bacon and").
    private func understood(_ line: RecipeLine) -> UnderstoodLine {
        let strange = line.unit.isEmpty || units[line.unit] != nil ? "" : line.unit
        let isWord = !strange.contains(where: \.isWhitespace)
        let name = isWord ? line.ingredient : "\(strange) \(line.ingredient)"
        let text = ([name] + [isWord ? strange : "", line.note].filter { !$0.isEmpty }).joined(separator: ", ")
        var parsed = parser.parse(text)
        if !parsed.isHeading { return index.understand(parsed) }
        parsed.isHeading = false
        let unknown = UnderstoodLine.Candidate(name: line.ingredient, entry: nil)
        return UnderstoodLine(parsed: parsed, alternatives: [[unknown]], mentions: [])
    }

    /// The headings of a recipe, each once: what they name may be in it.
    func headings(_ body: RecipeBody) -> [UnderstoodLine] {
        var seen: Set<String> = [""]
        return body.lines.map(\.group).filter { seen.insert($0).inserted }.map { group in
            var heading = ParsedLine(line: group)
            heading.isHeading = true
            return index.understand(heading)
        }
    }

    /// USDA's figures for an ingredient.
    func nutrition(of entry: IngredientEntry) -> Nutrition? { entry.usda.flatMap { nutrition[$0] } }

    /// What a recipe holds, summed over its lines.
    func nutrition(of body: RecipeBody) -> RecipeNutrition {
        NutritionRules.sum(
            zip(body.lines, understood(body)).map { line, understood in
                let entry = understood.entry
                return NutritionRules.Line(
                    amount: line.amount, amountMax: line.amountMax, unit: units[line.unit],
                    hasStrangeUnit: !line.unit.isEmpty && units[line.unit] == nil, name: line.ingredient, entry: entry,
                    nutrition: entry.flatMap { nutrition(of: $0) })
            })
    }

    func diets(of body: RecipeBody) -> DerivedDiets { DietRules.derive(understood(body) + headings(body)) }

    /// The names of lines that the catalogue does not know.
    func unknownIngredients(_ body: RecipeBody) -> [String] {
        understood(body).flatMap(\.unknownNames)
    }
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
