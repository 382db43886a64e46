// Stores where members are in their recipes, and their timers. The member is part of every WHERE clause.

import Database

/// Where a member is in a recipe.
struct CookSession: Equatable, Sendable {
    let step: Int
    /// `nil` as the recipe was written.
    let servings: Int?
}

/// A recipe that the home page offers to continue.
struct UnfinishedCooking: Equatable, Sendable {
    let recipe: Int
    let title: String
    let session: CookSession
}

/// A running or paused timer of a member.
struct StoredTimer: Equatable, Sendable {
    let recipe: Int
    let key: String
    let name: String
    /// Empty if the member cannot read the recipe at the moment.
    let title: String
    let seconds: Int
    /// In UTC milliseconds; `nil` while it is paused.
    let endsAt: Int?
    /// In milliseconds, while it is paused.
    let left: Int?
}

struct CookingStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // Sessions

    /// The place in a recipe where a member stopped within the last day.
    func session(_ recipe: Int, user: Int, now: Int) throws -> CookSession? {
        try db.first(
            """
            SELECT step, servings FROM cook_session
            WHERE user_id = \(user) AND recipe_id = \(recipe) AND updated_at > \(now - CookingRules.resumeTime)
            """
        ) { CookSession(step: $0[0], servings: $0[1]) }
    }

    func save(_ session: CookSession, recipe: Int, user: Int, now: Int) throws {
        try db.run(
            """
            INSERT INTO cook_session (user_id, recipe_id, step, servings, updated_at)
            VALUES (\(user), \(recipe), \(session.step), \(session.servings), \(now))
            ON CONFLICT (user_id, recipe_id) DO UPDATE SET step = excluded.step, servings = excluded.servings,
                updated_at = excluded.updated_at
            """)
        try db.run(
            """
            DELETE FROM cook_session WHERE user_id = \(user) AND recipe_id IN (SELECT recipe_id FROM cook_session
                WHERE user_id = \(user) ORDER BY updated_at DESC, recipe_id LIMIT -1 OFFSET \(CookingRules.sessions))
            """)
    }

    /// Forgets the place in a recipe, because its end was reached.
    func finish(_ recipe: Int, user: Int) throws {
        try db.run("DELETE FROM cook_session WHERE user_id = \(user) AND recipe_id = \(recipe)")
    }

    /// Whether recipe `r` is the member's own or shared with them, so that they cook its latest text. `user` is SQL for
    /// the member's id.
    static func readsLatest(_ user: SQL, now: Int) -> SQL {
        """
        r.deleted_at IS NULL
            AND (r.author_id = \(sql: user) OR \(sql: SharingSQL.isShared("r.id", withMember: user, now: now)))
        """
    }

    /// The last `count` recipes that a member can continue, last used first. Recipes that the member cannot read are left out.
    func unfinished(_ count: Int = CookingRules.offered, user: Int, now: Int) throws -> [UnfinishedCooking] {
        try db.all(
            """
            SELECT s.recipe_id, coalesce(p.title, v.title), s.step, s.servings FROM cook_session s
            LEFT JOIN public_recipe p ON p.recipe_id = s.recipe_id
            LEFT JOIN recipe r ON r.id = s.recipe_id AND \(sql: Self.readsLatest("\(user)", now: now))
            LEFT JOIN revision v ON v.id = r.head_revision_id
            WHERE s.user_id = \(user) AND s.updated_at > \(now - CookingRules.resumeTime)
                AND coalesce(p.recipe_id, v.id) IS NOT NULL
            ORDER BY s.updated_at DESC, s.recipe_id LIMIT \(count)
            """
        ) { UnfinishedCooking(recipe: $0[0], title: $0[1], session: CookSession(step: $0[2], servings: $0[3])) }
    }

    // Timers

    /// Starts, pauses or stops a timer.
    func set(_ timer: SentTimer, user: Int, now: Int) throws {
        var (endsAt, left, rungAt): (Int?, Int?, Int?) = (nil, nil, nil)
        switch timer.state {
        case .running(let rest):
            endsAt = now + rest
            // It ended on a device without a connection, which rang.
            if rest == 0 { rungAt = now }
        case .paused(let rest): left = rest
        case .gone: return try remove(timer, user: user)
        }
        guard
            try RecipeStore(db).isReadable(timer.recipe, by: user)
                || SharingStore(db).isShared(timer.recipe, with: .member(user), now: now)
        else { throw SiteError.notFound }
        try db.run(
            """
            INSERT INTO cook_timer (user_id, recipe_id, timer_key, name, seconds, ends_at, time_left, changed_at,
                rung_at)
            VALUES (\(user), \(timer.recipe), \(timer.key), \(timer.name), \(timer.seconds), \(endsAt), \(left), \(now),
                \(rungAt))
            ON CONFLICT (user_id, recipe_id, timer_key) DO UPDATE SET name = excluded.name, seconds = excluded.seconds,
                ends_at = excluded.ends_at, time_left = excluded.time_left, changed_at = excluded.changed_at,
                rung_at = excluded.rung_at, ring_again_at = NULL
            """)
        let count: Int =
            try db.value(
                """
                SELECT count(*) FROM cook_timer WHERE user_id = \(user)
                    AND coalesce(ends_at, changed_at) > \(now - CookingRules.resumeTime)
                """) ?? 0
        if count > CookingRules.timers { throw SiteError.conflict(.timersFull) }
    }

    private func remove(_ timer: SentTimer, user: Int) throws {
        try db.run(
            """
            DELETE FROM cook_timer
            WHERE user_id = \(user) AND recipe_id = \(timer.recipe) AND timer_key = \(timer.key)
            """)
    }

    /// The timers of a member that run, are paused, or ended within the last day.
    func timers(user: Int, now: Int) throws -> [StoredTimer] {
        try db.all(
            """
            SELECT t.recipe_id, t.timer_key, t.name, coalesce(p.title, v.title, ''), t.seconds, t.ends_at, t.time_left
            FROM cook_timer t LEFT JOIN public_recipe p ON p.recipe_id = t.recipe_id
            LEFT JOIN recipe r ON r.id = t.recipe_id AND \(sql: Self.readsLatest("\(user)", now: now))
            LEFT JOIN revision v ON v.id = r.head_revision_id
            WHERE t.user_id = \(user) AND coalesce(t.ends_at, t.changed_at) > \(now - CookingRules.resumeTime)
            ORDER BY t.recipe_id, t.timer_key
            """
        ) { row in
            StoredTimer(
                recipe: row[0], key: row[1], name: row[2], title: row[3], seconds: row[4], endsAt: row[5],
                left: row[6])
        }
    }

    /// Deletes what nobody continues any more.
    func tidy(before: Int) throws {
        try db.run("DELETE FROM cook_session WHERE updated_at <= \(before)")
        try db.run("DELETE FROM cook_timer WHERE changed_at <= \(before)")
    }
}
