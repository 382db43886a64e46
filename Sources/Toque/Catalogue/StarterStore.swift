// Reads and writes the rows of the starter files, and records what was loaded of each.

import Database
import Food

enum StarterKind: String {
    case nutrition, aisle, category, cuisine, unit, ingredient, tutorial
}

struct StarterStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // MARK: Loaded entries

    /// The hash of all files when they were last loaded; `nil` on a new site and on one older than this record.
    func edition() throws -> String? { try db.value("SELECT sha256 FROM starter_entry WHERE kind = 'files'") }

    func setEdition(_ sha256: String) throws { try record("files", "", sha256) }

    /// The hashes of the loaded entries by key.
    func loaded(_ kind: StarterKind) throws -> [String: String] {
        let rows = try db.all("SELECT key, sha256 FROM starter_entry WHERE kind = \(kind.rawValue)") {
            ($0[0] as String, $0[1] as String)
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The hash of the order in which a list was loaded.
    func order(_ kind: StarterKind) throws -> String? {
        try db.value("SELECT sha256 FROM starter_entry WHERE kind = 'order' AND key = \(kind.rawValue)")
    }

    func recordOrder(_ kind: StarterKind, _ sha256: String) throws { try record("order", kind.rawValue, sha256) }

    func record(_ kind: StarterKind, _ entry: some StarterEntry) throws {
        try record(kind.rawValue, entry.key, entry.sha256)
    }

    private func record(_ kind: String, _ key: String, _ sha256: String) throws {
        try db.run(
            """
            INSERT INTO starter_entry (kind, key, sha256) VALUES (\(kind), \(key), \(sha256))
            ON CONFLICT (kind, key) DO UPDATE SET sha256 = excluded.sha256
            """)
    }

    /// Ingredients whose facts an admin changed before loaded entries were recorded.
    func changedBeforeRecord() throws -> Set<String> {
        Set(
            try db.all(
                """
                SELECT DISTINCT i.key FROM audit a JOIN ingredient i ON i.id = a.object_id
                WHERE a.object = 'catalogue' AND a.action = 'facts'
                """
            ) { $0[0] as String })
    }

    // MARK: Rows

    func terms(_ kind: StarterKind) throws -> [CatalogueTerm] {
        try db.all("SELECT key, name_en, name_ru FROM \(raw: kind.rawValue) ORDER BY position, key") {
            CatalogueTerm(key: $0[0], english: $0[1], russian: $0[2])
        }
    }

    func write(_ term: CatalogueTerm, _ kind: StarterKind) throws {
        try db.run(
            """
            INSERT INTO \(raw: kind.rawValue) (key, name_en, name_ru, position)
            VALUES (\(term.key), \(term.english), \(term.russian), \(sql: Self.last(kind)))
            ON CONFLICT (key) DO UPDATE SET name_en = excluded.name_en, name_ru = excluded.name_ru
            """)
    }

    func write(_ unit: MeasuringUnit) throws {
        try db.run(
            """
            INSERT INTO unit (key, forms_en, forms_ru, kind, factor, position)
            VALUES (\(unit.key), \(unit.english.joined(separator: ", ")), \(unit.russian.joined(separator: ", ")),
                \(unit.kind.rawValue), \(unit.factor), \(sql: Self.last(.unit)))
            ON CONFLICT (key) DO UPDATE SET forms_en = excluded.forms_en, forms_ru = excluded.forms_ru,
                kind = excluded.kind, factor = excluded.factor
            """)
    }

    /// The position after the last entry of a list.
    private static func last(_ kind: StarterKind) -> SQL {
        "(SELECT coalesce(max(position) + 1, 0) FROM \(raw: kind.rawValue))"
    }

    /// The keys of a list in order.
    func keys(_ kind: StarterKind) throws -> [String] {
        try db.all("SELECT key FROM \(raw: kind.rawValue) ORDER BY position, key") { $0[0] }
    }

    /// Sorts a list by its file; entries that are not in the file follow in their current order.
    func place(_ kind: StarterKind, _ first: [String]) throws {
        let known = Set(first)
        for (position, key) in (first + (try keys(kind).filter { !known.contains($0) })).enumerated() {
            try db.run(
                """
                UPDATE \(raw: kind.rawValue) SET position = \(position) WHERE key = \(key) AND position <> \(position)
                """)
        }
    }

    func write(_ food: Nutrition) throws {
        try db.run(
            """
            INSERT INTO nutrition (usda, name, kcal, protein_g, fat_g, sat_fat_g, carbs_g, sugar_g, fiber_g, sodium_mg)
            VALUES (\(food.number), \(food.name), \(food.figures[0]), \(food.figures[1]), \(food.figures[2]),
                \(food.figures[3]), \(food.figures[4]), \(food.figures[5]), \(food.figures[6]), \(food.figures[7]))
            ON CONFLICT (usda) DO UPDATE SET name = excluded.name, kcal = excluded.kcal,
                protein_g = excluded.protein_g, fat_g = excluded.fat_g, sat_fat_g = excluded.sat_fat_g,
                carbs_g = excluded.carbs_g, sugar_g = excluded.sugar_g, fiber_g = excluded.fiber_g,
                sodium_mg = excluded.sodium_mg
            """)
    }

    func write(_ entry: IngredientEntry, now: Int) throws {
        try db.run(
            """
            INSERT INTO ingredient (key, name_en, plural_en, name_ru, plural_ru, also_en, also_ru, aisle_key, facts, parent_id,
                usda, density, colour, updated_at)
            VALUES (\(entry.key), \(entry.english.singular), \(entry.english.plural), \(entry.russian.singular),
                \(entry.russian.plural), \(entry.english.synonyms.joined(separator: "\n")),
                \(entry.russian.synonyms.joined(separator: "\n")), \(entry.aisle), \(entry.stated.code),
                (SELECT id FROM ingredient WHERE key = \(entry.parent)), \(entry.usda), \(entry.density), \(entry.colour ?? ""), \(now))
            ON CONFLICT (key) DO UPDATE SET name_en = excluded.name_en, plural_en = excluded.plural_en,
                name_ru = excluded.name_ru, plural_ru = excluded.plural_ru, also_en = excluded.also_en,
                also_ru = excluded.also_ru, aisle_key = excluded.aisle_key, facts = excluded.facts,
                parent_id = excluded.parent_id, usda = excluded.usda, density = excluded.density, colour = excluded.colour,
                is_retired = 0,
                updated_at = excluded.updated_at
            """)
        let id: Int = try db.value("SELECT id FROM ingredient WHERE key = \(entry.key)") ?? 0
        try db.run("DELETE FROM ingredient_portion WHERE ingredient_id = \(id)")
        for portion in entry.portions {
            try db.run(
                "INSERT INTO ingredient_portion (ingredient_id, name, grams) VALUES (\(id), \(portion.name), \(portion.grams))"
            )
        }
        try db.run("DELETE FROM ingredient_part WHERE ingredient_id = \(id)")
        for part in entry.parts {
            try db.run(
                """
                INSERT INTO ingredient_part (ingredient_id, part_id, is_certain)
                SELECT \(id), id, \(part.isCertain) FROM ingredient WHERE key = \(part.key)
                """)
        }
    }

    /// The ids of ingredients.
    func ids(of keys: [String]) throws -> [Int] {
        try db.all("SELECT id FROM ingredient WHERE key IN \(list: keys)") { $0[0] }
    }
}
