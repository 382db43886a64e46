// Stores the pantry and the staples of members. The member is part of every WHERE clause.

import Database
import Food
import Foundation

/// An item of a member's pantry.
struct StoredPantryItem: Sendable, Equatable {
    let id: Int
    /// The id of an ingredient, which may have been merged into another since.
    let ingredient: Int
    /// The English name that the ingredient has in the database.
    let name: String
    var amount: Double?
    /// The key of a unit, empty for pieces.
    var unit: String
    /// The end of the day in UTC milliseconds.
    var useBy: Int?
    /// At this amount or less it is running low.
    var low: Double?

    var isLow: Bool { low.flatMap { low in amount.map { $0 <= low } } ?? false }

    /// The item for matching, with the ingredient that the catalogue has now.
    func food(_ catalogue: Catalogue, _ foods: PantryFoods, now: Int) -> PantryItem {
        PantryItem(
            id: id, ingredient: foods.entry(ingredient) == nil ? catalogue.ingredientID(named: name) ?? 0 : ingredient,
            amount: amount, unit: unit, useBy: useBy, isSoon: PantryRules.isSoon(useBy, now: now))
    }

}

/// An item as a form or a pasted list gives it.
struct NewPantryItem: Sendable, Equatable {
    let ingredient: Int
    var amount: Double?
    var unit = ""
    var useBy: Int?
    var low: Double?
}

struct PantryStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // MARK: Items

    /// All items, by the names of the ingredients.
    func items(user: Int) throws -> [StoredPantryItem] {
        try db.all("\(sql: Self.columns) WHERE p.user_id = \(user) ORDER BY i.name_en, p.id", Self.item)
    }

    /// Whether any member has a pantry.
    func hasItems() throws -> Bool { try db.exists("SELECT 1 FROM pantry_item") }

    func item(_ id: Int, user: Int) throws -> StoredPantryItem? {
        try db.first("\(sql: Self.columns) WHERE p.id = \(id) AND p.user_id = \(user)", Self.item)
    }

    private static let columns: SQL = """
        SELECT p.id, p.ingredient_id, i.name_en, p.amount, p.unit, p.use_by, p.low_amount
        FROM pantry_item p JOIN ingredient i ON i.id = p.ingredient_id
        """

    private static func item(_ row: Row) -> StoredPantryItem {
        StoredPantryItem(
            id: row[0], ingredient: row[1], name: row[2], amount: row[3], unit: row[4], useBy: row[5], low: row[6])
    }

    /// Adds items. One with the ingredient, unit and date of another is added to that: 200 g and 300 g are 500 g.
    /// Returns the number of the step that undoes it.
    func add(_ items: [NewPantryItem], user: Int, now: Int) throws -> Int {
        var (old, added): ([Int: UndoStep.PantryItem], [Int]) = ([:], [])
        for item in items {
            if let same = try same(item, user: user) {
                if old[same.id] == nil, !added.contains(same.id) { old[same.id] = same }
                let sum: Double? = same.amount.flatMap { amount in item.amount.map { min(amount + $0, Amounts.most) } }
                try db.run(
                    """
                    UPDATE pantry_item SET amount = \(sum), low_amount = coalesce(\(item.low), low_amount)
                    WHERE id = \(same.id) AND user_id = \(user)
                    """)
            } else {
                added.append(try insert(item, user: user, now: now))
            }
        }
        try checkLimit(user: user)
        return try UndoStore(db).add(
            UndoStep(pantry: old.values.sorted { $0.id < $1.id }, addedItems: added), .pantry, user: user, now: now)
    }

    private func insert(_ item: NewPantryItem, user: Int, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO pantry_item (user_id, ingredient_id, amount, unit, use_by, low_amount, added_at)
            VALUES (\(user), \(item.ingredient), \(item.amount), \(item.unit), \(item.useBy), \(item.low), \(now))
            """)
        return db.lastInsertID
    }

    /// The item to which an amount can be added: both have one, or neither has.
    private func same(_ item: NewPantryItem, user: Int) throws -> UndoStep.PantryItem? {
        try db.first(
            """
            \(sql: Self.undoColumns) WHERE user_id = \(user) AND ingredient_id = \(item.ingredient)
                AND unit = \(item.unit) AND use_by IS \(item.useBy)
                AND (amount IS NULL) = \(item.amount == nil) ORDER BY id LIMIT 1
            """, Self.undoItem)
    }

    private func checkLimit(user: Int) throws {
        let count: Int = try db.value("SELECT count(*) FROM pantry_item WHERE user_id = \(user)") ?? 0
        if count > PantryRules.items { throw SiteError.conflict(.pantryFull) }
        let same: Int? = try db.value(
            """
            SELECT max(n) FROM (SELECT count(*) AS n FROM pantry_item WHERE user_id = \(user) GROUP BY ingredient_id)
            """)
        if same ?? 0 > PantryRules.itemsOfOneFood { throw SiteError.conflict(.pantryFull) }
    }

    /// Changes an item, and returns the number of the step that undoes it.
    func save(_ id: Int, _ item: NewPantryItem, user: Int, now: Int) throws -> Int {
        let old = try before([id], user: user)
        guard !old.isEmpty else { throw SiteError.notFound }
        try db.run(
            """
            UPDATE pantry_item SET ingredient_id = \(item.ingredient), amount = \(item.amount), unit = \(item.unit),
                use_by = \(item.useBy), low_amount = \(item.low) WHERE id = \(id) AND user_id = \(user)
            """)
        try checkLimit(user: user)
        return try UndoStore(db).add(UndoStep(pantry: old), .pantry, user: user, now: now)
    }

    /// Deletes items, and returns the number of the step that undoes it; `nil` if none of them was there.
    func delete(_ ids: [Int], user: Int, now: Int) throws -> Int? {
        let old = try before(ids, user: user)
        if old.isEmpty { return nil }
        try db.run("DELETE FROM pantry_item WHERE user_id = \(user) AND id IN \(list: ids)")
        return try UndoStore(db).add(UndoStep(pantry: old), .pantry, user: user, now: now)
    }

    /// Takes amounts from items; `nil` takes an item whole. An item of which nothing is left is deleted. Returns the
    /// number of the step that undoes it; `nil` if nothing was taken.
    func take(_ amounts: [Int: Double?], user: Int, now: Int) throws -> Int? {
        // An amount cannot be taken from an item whose amount is unknown.
        let old = try before(amounts.keys.sorted(), user: user).filter { item in
            (amounts[item.id] ?? nil).map { item.amount != nil && $0 > 0 } ?? true
        }
        if old.isEmpty { return nil }
        for item in old {
            let taken = amounts[item.id] ?? nil
            // What conversions leave of an item is nothing that a cook would find.
            if let taken, let amount = item.amount, amount - taken > amount * 0.001 {
                try db.run(
                    "UPDATE pantry_item SET amount = \(amount - taken) WHERE id = \(item.id) AND user_id = \(user)")
            } else {
                try db.run("DELETE FROM pantry_item WHERE id = \(item.id) AND user_id = \(user)")
            }
        }
        return try UndoStore(db).add(UndoStep(pantry: old), .pantry, user: user, now: now)
    }

    private func before(_ ids: [Int], user: Int) throws -> [UndoStep.PantryItem] {
        try db.all(
            "\(sql: Self.undoColumns) WHERE user_id = \(user) AND id IN \(list: ids) ORDER BY id", Self.undoItem)
    }

    private static let undoColumns: SQL = """
        SELECT id, ingredient_id, amount, unit, use_by, low_amount, added_at FROM pantry_item
        """

    private static func undoItem(_ row: Row) -> UndoStep.PantryItem {
        UndoStep.PantryItem(
            id: row[0], ingredient: row[1], amount: row[2], unit: row[3], useBy: row[4], low: row[5], at: row[6])
    }

    /// Restores what a step recorded; `false` if there is nothing to undo any more.
    func undo(_ step: Int, user: Int, now: Int) throws -> Bool {
        // A later change may have added to the items of this one.
        try UndoStore(db).refuseEarlier(step, .pantry, user: user, now: now)
        guard let step = try UndoStore(db).take(step, .pantry, user: user, now: now) else { return false }
        if let added = step.addedItems, !added.isEmpty {
            try db.run("DELETE FROM pantry_item WHERE user_id = \(user) AND id IN \(list: added)")
        }
        for item in step.pantry ?? [] {
            try db.run(
                """
                INSERT INTO pantry_item (id, user_id, ingredient_id, amount, unit, use_by, low_amount, added_at)
                VALUES (\(item.id), \(user), \(item.ingredient), \(item.amount), \(item.unit), \(item.useBy),
                    \(item.low), \(item.at))
                ON CONFLICT (id) DO UPDATE SET ingredient_id = excluded.ingredient_id, amount = excluded.amount,
                    unit = excluded.unit, use_by = excluded.use_by, low_amount = excluded.low_amount
                WHERE user_id = \(user)
                """)
        }
        try checkLimit(user: user)
        return true
    }

    // MARK: Staples

    /// The ids of the staples; those of new members until they change them.
    func staples(user: Int, _ catalogue: Catalogue) throws -> [Int] {
        guard try db.exists("SELECT 1 FROM pantry_staples WHERE user_id = \(user)") else {
            return PantryRules.firstStaples.compactMap { catalogue.ingredientID($0) }
        }
        // An ingredient that was merged into another is found by its name.
        let stored = try db.all(
            """
            SELECT i.name_en FROM pantry_staples s, json_each(s.ingredients) j JOIN ingredient i ON i.id = j.value
            WHERE s.user_id = \(user) ORDER BY j.key
            """
        ) { catalogue.ingredientID(named: $0[0]) }
        var seen: Set<Int> = []
        return stored.compactMap(\.self).filter { seen.insert($0).inserted }
    }

    func setStaples(_ ingredients: [Int], user: Int) throws {
        let text = "[" + ingredients.map(String.init).joined(separator: ",") + "]"
        try db.run(
            """
            INSERT INTO pantry_staples (user_id, ingredients) VALUES (\(user), \(text))
            ON CONFLICT (user_id) DO UPDATE SET ingredients = excluded.ingredients
            """)
    }
}
