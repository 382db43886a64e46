// Stores meal plans. The member is part of every WHERE clause.

import Database

/// An entry of a member's plan: a recipe, a note, or both.
struct PlanEntry: Sendable, Equatable {
    let id: Int
    /// Days since 1 January 1970.
    var day: Int
    let recipe: Int?
    var note: String
    /// `nil` for those of the recipe.
    var servings: Int?
}

/// An entry to add.
struct NewPlanEntry: Sendable, Equatable {
    let day: Int
    var recipe: Int?
    var note = ""
    var servings: Int?
}

struct PlanStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The entries of some days, in their order.
    func entries(_ days: ClosedRange<Int>, user: Int) throws -> [PlanEntry] {
        try db.all(
            """
            \(sql: Self.columns) WHERE user_id = \(user) AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
            ORDER BY day, id
            """, Self.entry)
    }

    func entry(_ id: Int, user: Int) throws -> PlanEntry? {
        try db.first("\(sql: Self.columns) WHERE id = \(id) AND user_id = \(user)", Self.entry)
    }

    private static let columns: SQL = "SELECT id, day, recipe_id, note, servings FROM plan_entry"

    private static func entry(_ row: Row) -> PlanEntry {
        PlanEntry(id: row[0], day: row[1], recipe: row[2], note: row[3], servings: row[4])
    }

    /// Adds an entry, and returns the number of the step that undoes it.
    func add(_ entry: NewPlanEntry, user: Int, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO plan_entry (user_id, day, recipe_id, note, servings, added_at)
            VALUES (\(user), \(entry.day), \(entry.recipe), \(entry.note), \(entry.servings), \(now))
            """)
        let id = db.lastInsertID
        try checkLimits(entry.day, user: user)
        return try UndoStore(db).add(UndoStep(addedPlan: [id]), .plan, user: user, now: now)
    }

    private func checkLimits(_ day: Int, user: Int) throws {
        let ofDay: Int =
            try db.value("SELECT count(*) FROM plan_entry WHERE user_id = \(user) AND day = \(day)") ?? 0
        let all: Int = try db.value("SELECT count(*) FROM plan_entry WHERE user_id = \(user)") ?? 0
        if ofDay > PlanRules.entriesOfDay || all > PlanRules.entries { throw SiteError.conflict(.planFull) }
    }

    /// Changes the day, note and servings of an entry; returns the number of the step that undoes it, or `nil` if the
    /// member has no such entry.
    func save(_ entry: PlanEntry, user: Int, now: Int) throws -> Int? {
        let old = try before(entry.id, user: user)
        if old.isEmpty { return nil }
        try db.run(
            """
            UPDATE plan_entry SET day = \(entry.day), note = \(entry.note), servings = \(entry.servings)
            WHERE id = \(entry.id) AND user_id = \(user)
            """)
        try checkLimits(entry.day, user: user)
        return try UndoStore(db).add(UndoStep(plan: old), .plan, user: user, now: now)
    }

    /// Deletes an entry; returns the number of the step that undoes it, or `nil` if the member has no such entry.
    func delete(_ id: Int, user: Int, now: Int) throws -> Int? {
        let old = try before(id, user: user)
        if old.isEmpty { return nil }
        try db.run("DELETE FROM plan_entry WHERE id = \(id) AND user_id = \(user)")
        return try UndoStore(db).add(UndoStep(plan: old), .plan, user: user, now: now)
    }

    private func before(_ id: Int, user: Int) throws -> [UndoStep.Planned] {
        try db.all(
            """
            SELECT id, day, recipe_id, note, servings, added_at FROM plan_entry WHERE id = \(id) AND user_id = \(user)
            """
        ) { row in
            UndoStep.Planned(id: row[0], day: row[1], recipe: row[2], note: row[3], servings: row[4], at: row[5])
        }
    }

    /// Restores what a step recorded; `false` if there is nothing to undo any more.
    func undo(_ step: Int, user: Int, now: Int) throws -> Bool {
        try UndoStore(db).refuseEarlier(step, .plan, user: user, now: now)
        guard let step = try UndoStore(db).take(step, .plan, user: user, now: now) else { return false }
        try db.run("DELETE FROM plan_entry WHERE user_id = \(user) AND id IN \(list: step.addedPlan ?? [])")
        for entry in step.plan ?? [] {
            try db.run("DELETE FROM plan_entry WHERE user_id = \(user) AND id = \(entry.id)")
            // The recipe may have been erased since.
            try db.run(
                """
                INSERT INTO plan_entry (id, user_id, day, recipe_id, note, servings, added_at)
                VALUES (\(entry.id), \(user), \(entry.day), (SELECT id FROM recipe WHERE id = \(entry.recipe)),
                    \(entry.note), \(entry.servings), \(entry.at))
                """)
            try checkLimits(entry.day, user: user)
        }
        return true
    }

    // MARK: Feed

    /// Stores the link of a member's feed; an older one opens nothing any more.
    func setFeed(_ link: SecretLink, user: Int, now: Int) throws {
        try db.run(
            """
            INSERT INTO plan_feed (user_id, seal, token_hash, created_at)
            VALUES (\(user), \(link.seal), \(link.hash), \(now))
            ON CONFLICT (user_id) DO UPDATE SET seal = excluded.seal, token_hash = excluded.token_hash,
                created_at = excluded.created_at
            """)
    }

    func endFeed(user: Int) throws { try db.run("DELETE FROM plan_feed WHERE user_id = \(user)") }

    func feedSeal(user: Int) throws -> String? {
        try db.value("SELECT seal FROM plan_feed WHERE user_id = \(user)")
    }

    /// The member whose plan a link opens; `nil` while the account is being deleted.
    func feedOwner(token: String) throws -> Int? {
        try db.value(
            """
            SELECT user_id FROM plan_feed
            WHERE token_hash = \(SecretLink.hash(token)) AND \(sql: AccountSQL.isHere("plan_feed.user_id"))
            """)
    }
}
