// Reads what the search index needs of public recipes, and which of them changed.

import Database
import Food
import SearchIndex
import Words

/// The kinds of facts in the index.
enum IndexedFact {
    static let diet: UInt8 = 1
    static let dietUpToLabels: UInt8 = 2
    static let freeFrom: UInt8 = 3
    static let freeUpToLabels: UInt8 = 4
    static let claim: UInt8 = 5
    static let category: UInt8 = 6
    static let cuisine: UInt8 = 7
    /// A recipe is done within one of `SearchQuery.times`.
    static let minutes: UInt8 = 8
    static let ingredient: UInt8 = 9
    /// Only a note names the ingredient.
    static let mentioned: UInt8 = 10
    /// It waits for its diets.
    static let waits: UInt8 = 11
    /// The first letter of the title: `TitleLetter.code`.
    static let letter: UInt8 = 12
    /// Its language, by its place in `Language.allCases`.
    static let language: UInt8 = 13
    static let tag: UInt8 = 16
    static let unknownWord: UInt8 = 17

    /// The kinds of which every value is counted.
    static let choices: Set<UInt8> = [category, cuisine, letter]

    static func written(in language: Language) -> DocumentFact {
        DocumentFact(kind: Self.language, Language.allCases.firstIndex(of: language) ?? 0)
    }

    /// A fact for each bit that is set.
    static func bits(_ kind: UInt8, _ bits: Int) -> [DocumentFact] {
        (0..<63).filter { bits >> $0 & 1 == 1 }.map { DocumentFact(kind: kind, $0) }
    }
}

/// What the index must have to answer.
struct IndexSource {
    /// The number of the newest change, also if a snapshot contains it; 0 if there is none.
    let newest: Int
    /// Changes up to this one may be deleted, because a snapshot contains them.
    let deleted: Int
    /// The number of the last snapshot; `nil` if there was none, so that `search_change` has every recipe.
    var token: Int?
}

struct IndexedRecipeStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // MARK: Changes

    /// What this connection sees of changes and of the snapshot.
    func source() throws -> IndexSource {
        try db.first(
            """
            SELECT coalesce((SELECT max(id) FROM search_change), s.change_id, 0), coalesce(s.change_id, 0), s.token
            FROM (SELECT 1) LEFT JOIN search_snapshot s ON s.id = 1
            """
        ) { IndexSource(newest: $0[0], deleted: $0[1], token: $0[2]) } ?? IndexSource(newest: 0, deleted: 0)
    }

    /// The oldest changes after one, at most `limit`, with the recipes as they are now; `nil` if there are none.
    func load(after position: Int, limit: Int) throws -> IndexChanges? {
        try db.readNow { db in
            let changes = try db.all(
                "SELECT id, recipe_id FROM search_change WHERE id > \(position) ORDER BY id LIMIT \(limit)"
            ) { (id: $0[0] as Int, recipe: $0[1] as Int) }
            guard let last = changes.last else { return nil }
            let documents = try IndexedRecipeStore(db).documents(changes.map(\.recipe))
            let known = Set(documents.map(\.id))
            return IndexChanges(
                removed: changes.map(\.recipe).filter { !known.contains($0) }, documents: documents,
                position: last.id)
        }
    }

    /// The ids of the next public recipes behind one.
    func recipes(after id: Int, limit: Int) throws -> [Int] {
        try db.all(
            "SELECT recipe_id FROM public_recipe WHERE recipe_id > \(id) ORDER BY recipe_id LIMIT \(limit)"
        ) { $0[0] }
    }

    // MARK: Snapshots

    /// Records a complete snapshot; `false` if another number is in the database than that of the last one.
    func record(_ token: Int, insteadOf last: Int?, position: Int) throws -> Bool {
        if try source().token != last { return false }
        try db.run(
            """
            INSERT INTO search_snapshot (id, token, change_id) VALUES (1, \(token), \(position))
            ON CONFLICT (id) DO UPDATE SET token = excluded.token, change_id = excluded.change_id
            """)
        return true
    }

    /// Deletes changes that a snapshot contains, at most `limit`; returns whether there were any.
    func deleteChanges(to position: Int, limit: Int) throws -> Bool {
        let last: Int? = try db.value(
            """
            SELECT max(id) FROM (SELECT id FROM search_change WHERE id <= \(position) ORDER BY id LIMIT \(limit))
            """)
        guard let last else { return false }
        try db.run("DELETE FROM search_change WHERE id <= \(last)")
        return true
    }

    // MARK: Recipes

    /// The recipes of a list that are public, by id.
    func documents(_ ids: [Int]) throws -> [IndexedDocument] {
        let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
        var found = try rows(list)
        try addTexts(list, &found)
        try db.each(
            """
            SELECT i.recipe_id, i.ingredient_id, i.is_mentioned
            FROM json_each(\(list)) j CROSS JOIN public_recipe_ingredient i ON i.recipe_id = j.value
            """
        ) { row in
            let kind = row[2] as Bool ? IndexedFact.mentioned : IndexedFact.ingredient
            found[row[0]]?.facts.append(DocumentFact(kind: kind, row[1]))
        }
        try db.each(
            """
            SELECT w.recipe_id, w.word
            FROM json_each(\(list)) j CROSS JOIN public_recipe_unknown_word w ON w.recipe_id = j.value
            """
        ) { found[$0[0]]?.textFacts.append(TextFact(kind: IndexedFact.unknownWord, $0[1])) }
        try db.each(
            """
            SELECT t.recipe_id, t.tag_key
            FROM json_each(\(list)) j CROSS JOIN public_recipe_tag t ON t.recipe_id = j.value
            """
        ) { found[$0[0]]?.textFacts.append(TextFact(kind: IndexedFact.tag, $0[1])) }
        return found.values.sorted { $0.id < $1.id }
    }

    private func rows(_ list: String) throws -> [Int: IndexedDocument] {
        let rows = try db.all(
            """
            SELECT p.recipe_id, p.title_key, p.published_at, p.total_minutes, p.category_id, p.cuisine_id, p.diet_yes,
                p.diet_up_to_labels, p.allergen_no, p.allergen_up_to_labels, p.claims,
                EXISTS (SELECT 1 FROM derivation d WHERE d.recipe_id = p.recipe_id), p.language
            FROM json_each(\(list)) j CROSS JOIN public_recipe p ON p.recipe_id = j.value
            """
        ) { row in
            let (titleKey, minutes): (String, Int?) = (row[1], row[3])
            var facts =
                IndexedFact.bits(IndexedFact.diet, row[6]) + IndexedFact.bits(IndexedFact.dietUpToLabels, row[7])
            facts += IndexedFact.bits(IndexedFact.freeFrom, row[8])
            facts += IndexedFact.bits(IndexedFact.freeUpToLabels, row[9]) + IndexedFact.bits(IndexedFact.claim, row[10])
            if let category: Int = row[4] { facts.append(DocumentFact(kind: IndexedFact.category, category)) }
            if let cuisine: Int = row[5] { facts.append(DocumentFact(kind: IndexedFact.cuisine, cuisine)) }
            if let minutes {
                facts += SearchQuery.times.filter { minutes <= $0 }.map { DocumentFact(kind: IndexedFact.minutes, $0) }
            }
            facts.append(DocumentFact(kind: IndexedFact.letter, TitleLetter(ofKey: titleKey).code))
            if let language = Language(rawValue: row[12]) { facts.append(IndexedFact.written(in: language)) }
            if row[11] as Bool { facts.append(DocumentFact(kind: IndexedFact.waits, 0)) }
            return IndexedDocument(
                id: row[0], title: "", ingredients: "", description: "", titleKey: titleKey, publishedAt: row[2],
                minutes: minutes, facts: facts)
        }
        return Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    }

    private func addTexts(_ list: String, _ found: inout [Int: IndexedDocument]) throws {
        try db.each(
            """
            SELECT t.rowid, t.title, t.ingredients, t.description
            FROM json_each(\(list)) j CROSS JOIN recipe_text t ON t.rowid = j.value
            """
        ) { row in
            let id: Int = row[0]
            found[id]?.title = row[1]
            found[id]?.ingredients = row[2]
            found[id]?.description = row[3]
        }
    }
}
