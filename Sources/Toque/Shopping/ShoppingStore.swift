// Stores shopping lists. The member is part of every WHERE clause.

import Database
import Food

/// An item of a member's shopping list.
struct ShoppingItem: Sendable, Equatable {
    let id: Int
    /// The id of an ingredient, which may have been merged into another since; `nil` for what is only text.
    let ingredient: Int?
    /// The text, or the English name that the ingredient has in the database.
    let name: String
    let isTicked: Bool
    var parts: [ShoppingPart] = []
}

/// An amount of an item, and the recipe that it is for.
struct ShoppingPart: Sendable, Equatable {
    let recipe: Int?
    let amount: Double?
    let unit: String

    var wanted: WantedAmount { WantedAmount(amount: amount, unit: unit) }
}

struct ShoppingStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // MARK: Reading

    /// All items in the order in which they were added, with their amounts.
    func items(user: Int) throws -> [ShoppingItem] {
        var items = try db.all(
            """
            SELECT s.id, s.ingredient_id, coalesce(i.name_en, s.text), s.ticked_at IS NOT NULL
            FROM shopping_item s LEFT JOIN ingredient i ON i.id = s.ingredient_id
            WHERE s.user_id = \(user) ORDER BY s.id
            """
        ) { ShoppingItem(id: $0[0], ingredient: $0[1], name: $0[2], isTicked: $0[3]) }
        let parts = try parts(of: "SELECT id FROM shopping_item WHERE user_id = \(user)")
        for place in items.indices { items[place].parts = parts[items[place].id] ?? [] }
        return items
    }

    private func parts(of items: SQL) throws -> [Int: [ShoppingPart]] {
        let rows = try db.all(
            """
            SELECT item_id, recipe_id, amount, unit FROM shopping_part WHERE item_id IN (\(sql: items))
            ORDER BY item_id, id
            """
        ) { row in (item: row[0] as Int, part: ShoppingPart(recipe: row[1], amount: row[2], unit: row[3])) }
        return Dictionary(grouping: rows, by: \.item).mapValues { $0.map(\.part) }
    }

    func has(_ id: Int, user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM shopping_item WHERE id = \(id) AND user_id = \(user)")
    }

    /// The keys of aisles in the order of the member's shop.
    func aisles(user: Int) throws -> String {
        try db.value("SELECT aisles FROM shopping_aisles WHERE user_id = \(user)") ?? ""
    }

    func setAisles(_ aisles: String, user: Int) throws {
        try db.run(
            """
            INSERT INTO shopping_aisles (user_id, aisles) VALUES (\(user), \(aisles))
            ON CONFLICT (user_id) DO UPDATE SET aisles = excluded.aisles
            """)
    }

    // MARK: Link

    /// Stores the link of a member's list; an older one opens nothing any more.
    func setLink(_ link: SecretLink, user: Int, now: Int) throws {
        try db.run(
            """
            INSERT INTO shopping_link (user_id, seal, token_hash, created_at)
            VALUES (\(user), \(link.seal), \(link.hash), \(now))
            ON CONFLICT (user_id) DO UPDATE SET seal = excluded.seal, token_hash = excluded.token_hash,
                created_at = excluded.created_at
            """)
    }

    func endLink(user: Int) throws { try db.run("DELETE FROM shopping_link WHERE user_id = \(user)") }

    /// The seal of a member's link, if there is one.
    func seal(user: Int) throws -> String? {
        try db.value("SELECT seal FROM shopping_link WHERE user_id = \(user)")
    }

    /// The member whose list a link opens; `nil` while the account is being deleted.
    func owner(token: String) throws -> Int? {
        try db.value(
            """
            SELECT user_id FROM shopping_link
            WHERE token_hash = \(SecretLink.hash(token)) AND \(sql: AccountSQL.isHere("shopping_link.user_id"))
            """)
    }

    // MARK: Changes

    /// Notes a change of the list or the plan that a device made without a connection. Returns whether it has not come
    /// before. The oldest changes of the member beyond the limit are forgotten.
    func isNew(_ change: String, user: Int, now: Int) throws -> Bool {
        let isNew =
            try db.run(
                """
                INSERT INTO shopping_change (user_id, change_key, added_at) VALUES (\(user), \(change), \(now))
                ON CONFLICT DO NOTHING
                """) > 0
        if isNew {
            try db.run(
                """
                DELETE FROM shopping_change WHERE user_id = \(user) AND change_key IN (SELECT change_key
                    FROM shopping_change WHERE user_id = \(user) ORDER BY added_at DESC, change_key
                    LIMIT -1 OFFSET \(ShoppingRules.changes))
                """)
        }
        return isNew
    }

    /// Whether a change has come before.
    func isKnown(_ change: String, user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM shopping_change WHERE user_id = \(user) AND change_key = \(change)")
    }

    /// Forgets which changes came.
    func tidy(before: Int) throws { try db.run("DELETE FROM shopping_change WHERE added_at < \(before)") }

    /// Adds items. An amount of something that is on the list, and not ticked, is added to it. Returns the number of
    /// the step that undoes it. What somebody with the link adds (`isShared`) cannot be undone: it leaves the steps of
    /// the member, but ends those before it.
    func add(_ items: [NewShoppingItem], isShared: Bool = false, user: Int, now: Int) throws -> Int {
        if items.count > ShoppingRules.parts { throw SiteError.conflict(.shoppingFull) }
        var (old, added): ([Int: UndoStep.Wanted], [Int]) = ([:], [])
        var room = try room(user: user)
        for item in items {
            // Checked for each, so that a list that is far too long does not hold the writer.
            guard room.items >= 0, room.parts >= 0 else { throw SiteError.conflict(.shoppingFull) }
            if let id = try open(item, user: user) {
                if old[id] == nil, !added.contains(id) { old[id] = try before([id], user: user).first }
                room.parts -= try addPart(item, to: id) ? 1 : 0
            } else {
                try db.run(
                    """
                    INSERT INTO shopping_item (user_id, ingredient_id, text, added_at)
                    VALUES (\(user), \(item.ingredient), \(item.text), \(now))
                    """)
                added.append(db.lastInsertID)
                room.items -= 1
                room.parts -= try addPart(item, to: db.lastInsertID) ? 1 : 0
            }
        }
        try checkLimits(user: user)
        if isShared { return try UndoStore(db).mark(.shopping, user: user, now: now) }
        return try UndoStore(db).add(
            UndoStep(shopping: old.values.sorted { $0.id < $1.id }, addedShopping: added), .shopping, user: user,
            now: now)
    }

    /// The item to which an amount is added: the same food or text, not ticked.
    private func open(_ item: NewShoppingItem, user: Int) throws -> Int? {
        try db.value(
            """
            SELECT id FROM shopping_item WHERE user_id = \(user) AND ingredient_id IS \(item.ingredient)
                AND text = \(item.text) AND ticked_at IS NULL ORDER BY id LIMIT 1
            """)
    }

    /// The amounts of one recipe in one unit are one part. Returns whether it is a new one. An item that has the most
    /// parts gets no more.
    private func addPart(_ item: NewShoppingItem, to id: Int) throws -> Bool {
        let amount = item.amount.map { min($0, Amounts.most) }
        let changed = try db.run(
            """
            UPDATE shopping_part SET amount = min(amount + \(amount), \(Amounts.most))
            WHERE item_id = \(id) AND recipe_id IS \(item.recipe) AND unit = \(item.unit)
                AND (amount IS NULL) = \(amount == nil)
            """)
        if changed > 0 { return false }
        let added = try db.run(
            """
            INSERT INTO shopping_part (item_id, recipe_id, amount, unit)
            SELECT \(id), \(item.recipe), \(amount), \(item.unit)
            WHERE (SELECT count(*) FROM shopping_part WHERE item_id = \(id)) < \(ShoppingRules.partsOfItem)
            """)
        if added == 0 { throw SiteError.conflict(.shoppingFull) }
        return true
    }

    private func checkLimits(user: Int) throws {
        let room = try room(user: user)
        if room.items < 0 || room.parts < 0 { throw SiteError.conflict(.shoppingFull) }
    }

    /// How many items and parts the member may still add.
    private func room(user: Int) throws -> (items: Int, parts: Int) {
        let items: Int = try db.value("SELECT count(*) FROM shopping_item WHERE user_id = \(user)") ?? 0
        let parts: Int =
            try db.value(
                """
                SELECT count(*) FROM shopping_item s JOIN shopping_part p ON p.item_id = s.id
                WHERE s.user_id = \(user)
                """) ?? 0
        return (ShoppingRules.items - items, ShoppingRules.parts - parts)
    }

    /// Ticks an item, or clears its tick; `false` if the member has no such item. Doing it twice changes nothing more.
    func setTicked(_ id: Int, _ isTicked: Bool, user: Int, now: Int) throws -> Bool {
        guard try has(id, user: user) else { return false }
        try db.run(
            """
            UPDATE shopping_item SET ticked_at = \(isTicked ? now : nil)
            WHERE id = \(id) AND user_id = \(user) AND (ticked_at IS NULL) = \(isTicked)
            """)
        return true
    }

    /// Deletes items, and returns the number of the step that undoes it; `nil` if none of them was there.
    func delete(_ ids: [Int], user: Int, now: Int) throws -> Int? {
        let old = try before(ids, user: user)
        if old.isEmpty { return nil }
        try remove(old.map(\.id), user: user)
        return try UndoStore(db).add(UndoStep(shopping: old), .shopping, user: user, now: now)
    }

    /// Moves ticked items to the pantry, as `foods`, and deletes them. One step undoes both.
    func move(_ ids: [Int], toPantry foods: [NewPantryItem], user: Int, now: Int) throws -> Int? {
        let old = try before(ids, user: user)
        if old.isEmpty { return nil }
        let pantry = foods.isEmpty ? nil : try PantryStore(db).add(foods, user: user, now: now)
        try remove(old.map(\.id), user: user)
        return try UndoStore(db).add(UndoStep(shopping: old, pantryStep: pantry), .shopping, user: user, now: now)
    }

    private func remove(_ ids: [Int], user: Int) throws {
        try db.run("DELETE FROM shopping_item WHERE user_id = \(user) AND id IN \(list: ids)")
    }

    // MARK: Undo

    private func before(_ ids: [Int], user: Int) throws -> [UndoStep.Wanted] {
        let these: SQL = "SELECT id FROM shopping_item WHERE user_id = \(user) AND id IN \(list: ids)"
        let parts = try parts(of: these)
        return try db.all(
            """
            SELECT id, ingredient_id, text, ticked_at, added_at FROM shopping_item WHERE id IN (\(sql: these))
            ORDER BY id
            """
        ) { row in
            UndoStep.Wanted(
                id: row[0], ingredient: row[1], text: row[2], tickedAt: row[3], at: row[4],
                parts: (parts[row[0] as Int] ?? []).map {
                    UndoStep.Wanted.Part(recipe: $0.recipe, amount: $0.amount, unit: $0.unit)
                })
        }
    }

    /// Restores what a step recorded; `false` if there is nothing to undo any more.
    func undo(_ step: Int, user: Int, now: Int) throws -> Bool {
        // A later change may have added to the items of this one.
        try UndoStore(db).refuseEarlier(step, .shopping, user: user, now: now)
        guard let step = try UndoStore(db).take(step, .shopping, user: user, now: now) else { return false }
        if let pantry = step.pantryStep, try !PantryStore(db).undo(pantry, user: user, now: now) {
            throw SiteError.notFound
        }
        try remove(step.addedShopping ?? [], user: user)
        for item in step.shopping ?? [] { try restore(item, user: user) }
        try checkLimits(user: user)
        return true
    }

    private func restore(_ item: UndoStep.Wanted, user: Int) throws {
        // A tick is no step, so the item may have been ticked since, on another device or with the link.
        let since: Int? = try db.value(
            "SELECT ticked_at FROM shopping_item WHERE id = \(item.id) AND user_id = \(user)")
        try remove([item.id], user: user)
        try db.run(
            """
            INSERT INTO shopping_item (id, user_id, ingredient_id, text, ticked_at, added_at)
            VALUES (\(item.id), \(user), \(item.ingredient), \(item.text), \(since ?? item.tickedAt), \(item.at))
            """)
        for part in item.parts {
            // The recipe may have been erased since.
            try db.run(
                """
                INSERT INTO shopping_part (item_id, recipe_id, amount, unit)
                VALUES (\(item.id), (SELECT id FROM recipe WHERE id = \(part.recipe)), \(part.amount), \(part.unit))
                """)
        }
    }
}
