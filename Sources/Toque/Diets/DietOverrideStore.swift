// Stores moderators' diet overrides: at most one active for each diet or allergen of a recipe; ended ones are kept.

import Database
import Food

/// An override with its end, for moderators.
struct DietOverrideRecord: Sendable {
    enum End: String, Sendable { case undone, replaced, lapsed }

    let override: DietOverride
    /// The moderator who set it; `nil` if the account is deleted.
    let by: String?
    let end: End?
    let endedAt: Int?
}

struct DietOverrideStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The active overrides, in the order in which they were set.
    func inForce(_ recipe: Int) throws -> [DietOverride] {
        try db.all(
            """
            SELECT id, subject, fact, derived, reason, set_at FROM diet_override
            WHERE recipe_id = \(recipe) AND ended_at IS NULL ORDER BY id
            """, Self.override
        ).compactMap { $0 }
    }

    /// Reads a row; `nil` if this version does not know its subject or fact.
    private static func override(_ row: Row) -> DietOverride? {
        guard let subject = DietReason.Subject(name: row[1]), let fact = Fact(word: row[2]),
            let derived = Fact(word: row[3])
        else { return nil }
        return DietOverride(id: row[0], subject: subject, fact: fact, derived: derived, reason: row[4], at: row[5])
    }

    /// The newest fifty overrides of a recipe, newest first.
    func history(_ recipe: Int) throws -> [DietOverrideRecord] {
        try db.all(
            """
            SELECT o.id, o.subject, o.fact, o.derived, o.reason, o.set_at, coalesce(u.display_name, u.username), o.ended,
                o.ended_at
            FROM diet_override o LEFT JOIN user u ON u.id = o.by_id
            WHERE o.recipe_id = \(recipe) ORDER BY o.id DESC LIMIT 50
            """
        ) { row -> DietOverrideRecord? in
            Self.override(row).map {
                DietOverrideRecord(
                    override: $0, by: row[6], end: (row[7] as String?).flatMap(DietOverrideRecord.End.init(rawValue:)),
                    endedAt: row[8])
            }
        }.compactMap { $0 }
    }

    /// The overrides that ended since a moment because the ingredients changed.
    func lapsed(_ recipe: Int, since: Int) throws -> [DietOverride] {
        try db.all(
            """
            SELECT id, subject, fact, derived, reason, set_at FROM diet_override
            WHERE recipe_id = \(recipe) AND ended = 'lapsed' AND ended_at > \(since) ORDER BY id
            """, Self.override
        ).compactMap { $0 }
    }

    /// Sets an override, which replaces the derived answer and any earlier override.
    func set(
        _ subject: DietReason.Subject, _ fact: Fact, derived: Fact, reason: String, recipe: Int, ingredients: String,
        by actor: Actor, now: Int
    ) throws {
        try end("subject = \(subject.name)", as: .replaced, recipe: recipe, by: actor, now: now)
        try db.run(
            """
            INSERT INTO diet_override (recipe_id, subject, fact, derived, reason, ingredients_sha256, by_id, set_at)
            VALUES (\(recipe), \(subject.name), \(fact.word), \(derived.word), \(reason), \(ingredients), \(actor.id),
                \(now))
            """)
        try AuditStore(db).append(
            .init(
                action: "diet-override", object: .recipe, id: recipe, from: derived.word, to: fact.word,
                detail: "\(subject.name) override \(db.lastInsertID)"), by: actor, at: now)
    }

    /// Undoes the active override; `false` if there is none.
    func undo(_ subject: DietReason.Subject, recipe: Int, by actor: Actor, now: Int) throws -> Bool {
        try end("subject = \(subject.name)", as: .undone, recipe: recipe, by: actor, now: now) > 0
    }

    /// Ends the overrides that were set for other ingredients than those that go live.
    func lapse(_ recipe: Int, unlessOf ingredients: String, by actor: Actor, now: Int) throws {
        try end("ingredients_sha256 <> \(ingredients)", as: .lapsed, recipe: recipe, by: actor, now: now)
    }

    @discardableResult
    private func end(
        _ condition: SQL, as end: DietOverrideRecord.End, recipe: Int, by actor: Actor, now: Int
    ) throws -> Int {
        let ending = try db.all(
            """
            SELECT id, subject, fact FROM diet_override
            WHERE recipe_id = \(recipe) AND ended_at IS NULL AND \(sql: condition) ORDER BY id
            """
        ) { (id: $0[0] as Int, subject: $0[1] as String, fact: $0[2] as String) }
        for override in ending {
            try db.run(
                "UPDATE diet_override SET ended_at = \(now), ended = \(end.rawValue) WHERE id = \(override.id)")
            try AuditStore(db).append(
                .init(
                    action: "diet-override-\(end.rawValue)", object: .recipe, id: recipe, from: override.fact,
                    to: "derived", detail: "\(override.subject) override \(override.id)"), by: actor, at: now)
        }
        return ending.count
    }
}
