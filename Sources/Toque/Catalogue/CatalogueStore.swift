// The catalogue's tables: loaded whole into a snapshot, filled from the starter files, changed by admins.

import Database

extension Connection: CatalogueSource {
    func catalogueEdition() throws -> Int {
        try value("SELECT number FROM edition WHERE name = 'catalogue'") ?? 0
    }

    func loadCatalogue() throws -> Catalogue { try readNow { try CatalogueStore($0).load() } }
}

struct CatalogueStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The whole catalogue as of now.
    func load() throws -> Catalogue {
        var portions: [Int: [IngredientEntry.Portion]] = [:]
        try db.each("SELECT ingredient_id, name, grams FROM ingredient_portion") {
            portions[$0[0], default: []].append(.init(name: $0[1], grams: $0[2]))
        }
        var ids: [String: Int] = [:]
        let entries = try db.all(
            """
            SELECT id, key, name_en, plural_en, also_en, name_ru, plural_ru, also_ru, aisle_key, facts, usda, density, colour
            FROM ingredient ORDER BY name_en COLLATE NOCASE
            """
        ) { row in
            let (id, key): (Int, String) = (row[0], row[1])
            ids[key] = id
            return IngredientEntry(
                key: key, english: .init(singular: row[2], plural: row[3], synonyms: Self.list(row[4])),
                russian: .init(singular: row[5], plural: row[6], synonyms: Self.list(row[7])), aisle: row[8],
                facts: IngredientFacts(code: row[9]) ?? .unknown, usda: row[10], density: row[11],
                portions: portions[id] ?? [], colour: row[12])
        }
        return Catalogue(
            edition: try db.catalogueEdition(), entries: entries, ids: ids, units: try units(),
            categories: try terms("category"), cuisines: try terms("cuisine"),
            nutrition: try nutrition())
    }

    private static func list(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    private func terms(_ table: String) throws -> [Term] {
        try db.all("SELECT id, key, name_en, name_ru FROM \(raw: table) ORDER BY position") {
            Term(id: $0[0], key: $0[1], english: $0[2], russian: $0[3])
        }
    }

    private func units() throws -> UnitTable {
        let lines = try db.all("SELECT key, forms_en, forms_ru, kind, factor FROM unit ORDER BY position") { row in
            "\(row[0] as String) | \(row[1] as String) | \(row[2] as String) | \(row[3] as String) | \(row[4] as Double)"
        }
        return try UnitTable(parsing: lines.joined(separator: "\n"), file: "the table unit")
    }

    /// Every cache compares this number.
    func moveEdition() throws { try db.run("UPDATE edition SET number = number + 1 WHERE name = 'catalogue'") }

    func isEmpty() throws -> Bool { try !db.exists("SELECT 1 FROM ingredient") }

    /// Fills the empty catalogue from the starter files.
    func fill(_ starter: StarterCatalogue, now: Int) throws {
        for (table, terms) in [
            ("category", starter.categories), ("cuisine", starter.cuisines), ("aisle", starter.aisles),
        ] {
            for (position, term) in terms.enumerated() {
                try db.run(
                    """
                    INSERT INTO \(raw: table) (key, name_en, name_ru, position)
                    VALUES (\(term.key), \(term.english), \(term.russian), \(position))
                    """)
            }
        }
        for (position, unit) in starter.units.units.enumerated() {
            try db.run(
                """
                INSERT INTO unit (key, forms_en, forms_ru, kind, factor, position)
                VALUES (\(unit.key), \(unit.english.joined(separator: ", ")), \(unit.russian.joined(separator: ", ")),
                    \(unit.kind.rawValue), \(unit.factor), \(position))
                """)
        }
        for food in starter.nutrition {
            try db.run(
                """
                INSERT INTO nutrition (usda, name, kcal, protein_g, fat_g, sat_fat_g, carbs_g, sugar_g, fiber_g, sodium_mg)
                VALUES (\(food.number), \(food.name), \(food.figures[0]), \(food.figures[1]), \(food.figures[2]),
                    \(food.figures[3]), \(food.figures[4]), \(food.figures[5]), \(food.figures[6]), \(food.figures[7]))
                """)
        }
        for entry in starter.entries { try insert(entry, now: now) }
        try moveEdition()
        try AuditStore(db).append(
            .init(
                action: "starter-catalogue", object: .catalogue, id: 0, from: "empty",
                to: "\(starter.entries.count) ingredients"), by: .system, at: now)
    }

    private func insert(_ entry: IngredientEntry, now: Int) throws {
        try db.run(
            """
            INSERT INTO ingredient (key, name_en, plural_en, name_ru, plural_ru, also_en, also_ru, aisle_key, facts, usda,
                density, colour, updated_at)
            VALUES (\(entry.key), \(entry.english.singular), \(entry.english.plural), \(entry.russian.singular),
                \(entry.russian.plural), \(entry.english.synonyms.joined(separator: "\n")),
                \(entry.russian.synonyms.joined(separator: "\n")), \(entry.aisle), \(entry.facts.code), \(entry.usda),
                \(entry.density), \(entry.colour ?? ""), \(now))
            """)
        let id = db.lastInsertID
        for portion in entry.portions {
            try db.run(
                "INSERT INTO ingredient_portion (ingredient_id, name, grams) VALUES (\(id), \(portion.name), \(portion.grams))"
            )
        }
    }

    /// Changes what is known of an ingredient and derives every public recipe that uses it anew, in one transaction.
    /// Returns how many recipes were derived, or `nil` when nothing changed.
    func setFacts(
        _ facts: IngredientFacts, of key: String, seen: String?, by actor: Actor, now: Int
    ) throws -> Int? {
        let row = try db.first("SELECT id, facts FROM ingredient WHERE key = \(key)") {
            ($0[0] as Int, $0[1] as String)
        }
        guard let (id, old) = row else { throw SiteError.notFound }
        if let seen, seen != old { throw SiteError.conflict(.changedMeanwhile) }
        if old == facts.code { return nil }
        try db.run("UPDATE ingredient SET facts = \(facts.code), updated_at = \(now) WHERE id = \(id)")
        try moveEdition()
        try AuditStore(db).append(
            .init(action: "facts", object: .catalogue, id: id, from: old, to: facts.code, detail: key), by: actor,
            at: now)
        let catalogue = try load()
        let recipes = try db.all(
            """
            SELECT r.id, r.author_id, r.live_revision_id FROM public_recipe_ingredient i JOIN recipe r ON r.id = i.recipe_id
            WHERE i.ingredient_id = \(id)
            """
        ) { (id: $0[0] as Int, author: $0[1] as Int, revision: $0[2] as Int) }
        for recipe in recipes {
            guard let revision = try RecipeStore(db).revision(recipe.revision) else { continue }
            try PublicRecipeStore(db).write(revision, author: recipe.author, catalogue: catalogue)
        }
        return recipes.count
    }

    /// USDA's figures by their numbers.
    private func nutrition() throws -> [Int: Nutrition] {
        let foods = try db.all(
            "SELECT usda, name, kcal, protein_g, fat_g, sat_fat_g, carbs_g, sugar_g, fiber_g, sodium_mg FROM nutrition"
        ) { row in Nutrition(number: row[0], name: row[1], figures: (2...9).map { row[$0] as Double? }) }
        return Dictionary(foods.map { ($0.number, $0) }) { first, _ in first }
    }
}
