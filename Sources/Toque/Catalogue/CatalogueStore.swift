// Loads the catalogue's tables into memory.

import Bytes
import Database
import Food

extension Connection: CatalogueSource {
    func catalogueEdition() throws -> Int {
        try value("SELECT number FROM edition WHERE name = 'catalogue'") ?? 0
    }

    func loadCatalogue() throws -> Catalogue { try readNow { try CatalogueStore($0).load() } }
}

struct CatalogueStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The whole catalogue in its current state.
    func load() throws -> Catalogue {
        let (entries, ids) = try entries()
        return Catalogue(
            edition: try db.catalogueEdition(), entries: entries, ids: ids, groups: IngredientGroup.all,
            units: try units(), categories: try terms("category"), cuisines: try terms("cuisine"),
            nutrition: try nutrition())
    }

    /// Every ingredient by English name, and the ids by key.
    func entries() throws -> (entries: [IngredientEntry], ids: [String: Int]) {
        var portions: [Int: [IngredientEntry.Portion]] = [:]
        try db.each("SELECT ingredient_id, name, grams FROM ingredient_portion") {
            portions[$0[0], default: []].append(.init(name: $0[1], grams: $0[2]))
        }
        var parts: [Int: [IngredientEntry.Part]] = [:]
        try db.each(
            """
            SELECT p.ingredient_id, i.key, p.is_certain FROM ingredient_part p JOIN ingredient i ON i.id = p.part_id
            ORDER BY p.is_certain DESC, i.key
            """
        ) { parts[$0[0], default: []].append(.init(key: $0[1], isCertain: $0[2])) }
        var ids: [String: Int] = [:]
        let entries = try db.all(
            """
            SELECT id, key, name_en, plural_en, also_en, name_ru, plural_ru, also_ru, aisle_key, facts, usda, density,
                colour, (SELECT p.key FROM ingredient p WHERE p.id = ingredient.parent_id),
                (SELECT max(at) FROM audit WHERE object = 'catalogue' AND object_id = ingredient.id AND action = 'facts')
            FROM ingredient WHERE is_retired = 0 ORDER BY name_en COLLATE NOCASE, key
            """
        ) { row in
            let (id, key): (Int, String) = (row[0], row[1])
            ids[key] = id
            return IngredientEntry(
                key: key, english: .init(singular: row[2], plural: row[3], synonyms: Self.list(row[4])),
                russian: .init(singular: row[5], plural: row[6], synonyms: Self.list(row[7])), aisle: row[8],
                stated: StatedFacts(code: row[9]) ?? StatedFacts(.unknown), parent: row[13], parts: parts[id] ?? [],
                changedAt: row[14], usda: row[10], density: row[11],
                portions: portions[id] ?? [], colour: row[12])
        }
        return (entries, ids)
    }

    private static func list(_ text: String) -> [String] { text.split(bytes: "\n").map(String.init) }

    private func terms(_ table: String) throws -> [Term] {
        try db.all(
            """
            SELECT coalesce(m.id, t.id), t.key, coalesce(m.name_en, t.name_en), coalesce(m.name_ru, t.name_ru), t.state
            FROM \(raw: table) t LEFT JOIN \(raw: table) m ON m.id = t.merged_into ORDER BY t.position, t.key
            """
        ) { Term(id: $0[0], key: $0[1], english: $0[2], russian: $0[3], state: $0[4]) }
    }

    func units() throws -> UnitTable {
        UnitTable(
            try db.all("SELECT key, forms_en, forms_ru, kind, factor FROM unit ORDER BY position, key") { row in
                MeasuringUnit(
                    key: row[0], english: CatalogueText.list((row[1] as String)[...]),
                    russian: CatalogueText.list((row[2] as String)[...]),
                    kind: UnitKind(rawValue: row[3] as String) ?? .count, factor: row[4])
            })
    }

    /// Increases the edition, which all caches compare.
    func moveEdition() throws { try db.run("UPDATE edition SET number = number + 1 WHERE name = 'catalogue'") }

    func isEmpty() throws -> Bool { try !db.exists("SELECT 1 FROM ingredient") }

    /// USDA's nutrition data by food number.
    func nutrition() throws -> [Int: Nutrition] {
        let foods = try db.all(
            "SELECT usda, name, kcal, protein_g, fat_g, sat_fat_g, carbs_g, sugar_g, fiber_g, sodium_mg FROM nutrition"
        ) { row in Nutrition(number: row[0], name: row[1], figures: (2...9).map { row[$0] as Double? }) }
        return Dictionary(foods.map { ($0.number, $0) }) { first, _ in first }
    }
}
