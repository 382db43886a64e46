// The audit log: who did what, chained by hash so that a changed row is detected.

import Database
import Security

/// A row of the log before it is written.
struct AuditEntry: Sendable {
    enum Object: String, CaseIterable, Sendable {
        case submission, recipe, user, catalogue, site, issue, appeal
    }

    let action: String
    let object: Object
    let id: Int
    let from: String
    let to: String
    var detail = ""
}

/// A row of the log as it is read.
struct AuditRow: Encodable, Sendable {
    let id: Int
    let at: Int
    let actor: String
    let action: String
    let object: String
    let objectID: Int
    let from: String
    let to: String
    let detail: String
    let network: String
}

struct AuditStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Writes one row in the transaction of the change that it records.
    func append(_ entry: AuditEntry, by actor: Actor, at now: Int) throws {
        let last = try db.first("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1") { row in
            (id: row[0] as Int, hash: row[1] as String)
        }
        let id = (last?.id ?? 0) + 1
        let previous = last?.hash ?? ""
        let hash = Self.hash(id: id, at: now, actor: actor, entry: entry, previous: previous)
        try db.run(
            """
            INSERT INTO audit (id, at, actor_id, actor_name, network, action, object, object_id, from_state, to_state,
                detail, previous, hash)
            VALUES (\(id), \(now), \(actor.id), \(actor.name), \(actor.network), \(entry.action),
                \(entry.object.rawValue), \(entry.id), \(entry.from), \(entry.to), \(entry.detail), \(previous),
                \(hash))
            """)
    }

    /// The number of rows, and the hash of the last one, which depends on all others.
    func head() throws -> (rows: Int, hash: String) {
        try db.first("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1") { (rows: $0[0], hash: $0[1]) } ?? (0, "")
    }

    /// Whether the log has this action on this object.
    func has(_ action: String, _ object: AuditEntry.Object, _ id: Int) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM audit WHERE object = \(object.rawValue) AND object_id = \(id) AND action = \(action)")
    }

    /// The number of rows that a filter finds; `list` is used if the filter names none.
    func count(_ filter: AuditFilter, else list: AuditFilter.List) throws -> Int {
        if filter.isOfListOnly, filter.wrong.isEmpty, (filter.list ?? list) == .all { return try head().rows }
        // With a range of ids SQLite uses the index of the list, which is smaller than that of all rows.
        return try db.value("SELECT count(*) FROM audit WHERE id > 0 AND \(sql: filter.condition(else: list))") ?? 0
    }

    /// The rows of a filter below an id, newest first.
    func rows(
        _ filter: AuditFilter, else list: AuditFilter.List, below id: Int = .max, skipping: Int = 0,
        limit: Int = Paging.size
    ) throws -> [AuditRow] {
        try db.all(
            """
            SELECT id, at, actor_name, action, object, object_id, from_state, to_state, detail, network FROM audit
            WHERE id < \(id) AND \(sql: filter.condition(else: list))
            ORDER BY id DESC LIMIT \(limit) OFFSET \(skipping)
            """, Self.row)
    }

    /// The names of all actions that the log contains, each found by one step in the index.
    func actions() throws -> [String] {
        try db.all(
            """
            WITH RECURSIVE known (name) AS (
                SELECT min(action) FROM audit
                UNION ALL
                SELECT (SELECT min(action) FROM audit WHERE action > name) FROM known WHERE name IS NOT NULL
            )
            SELECT name FROM known WHERE name IS NOT NULL
            """
        ) { $0[0] }
    }

    /// Whether an action on a recipe was recorded at this time.
    func has(_ action: String, recipe: Int, at time: Int) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM audit
            WHERE object = 'recipe' AND object_id = \(recipe) AND action = \(action) AND at = \(time)
            """)
    }

    /// The actions on a recipe and its submissions, newest first; also those on issues of reports and on appeals.
    func rows(
        ofRecipe recipe: Int, submissions: [Int], issues: [Int] = [], appeals: [Int] = [], limit: Int
    ) throws -> [AuditRow] {
        try db.all(
            """
            SELECT id, at, actor_name, action, object, object_id, from_state, to_state, detail, network FROM audit
            WHERE (object = 'recipe' AND object_id = \(recipe))
                OR (object = 'submission' AND object_id IN \(list: submissions))
                OR (object = 'issue' AND object_id IN \(list: issues))
                OR (object = 'appeal' AND object_id IN \(list: appeals))
            ORDER BY id DESC LIMIT \(limit)
            """, Self.row)
    }

    private static func row(_ row: Row) -> AuditRow {
        AuditRow(
            id: row[0], at: row[1], actor: row[2], action: row[3], object: row[4], objectID: row[5], from: row[6],
            to: row[7], detail: row[8], network: row[9])
    }

    /// The id of the first row that does not match its hash or its predecessor, or `nil` if the chain is intact. A
    /// redacted row keeps its old hash; the row about the erasure has the hash of its current text.
    func firstBrokenRow() throws -> Int? {
        var expected = 1
        var previous = ""
        var broken: Int?
        var redactions = AuditRedactions()
        try db.each(
            """
            SELECT id, at, actor_id, actor_name, action, object, object_id, from_state, to_state, detail, previous, network,
                hash, redacted_for
            FROM audit ORDER BY id
            """
        ) { row in
            let (entry, actor, hash) = Self.hashed(row)
            let redacted: Int? = row[13]
            if let redacted {
                let isRight = Self.isRedacted(entry, by: actor, for: redacted)
                redactions.add(row[0], hash, for: redacted, isRight: isRight)
            }
            if redacted == nil, entry.action == "erase" { redactions.vouch(entry.detail, for: entry.id) }
            let isAsWritten = redacted != nil || row[12] == hash
            if broken == nil, row[0] != expected || row[10] != previous || !isAsWritten { broken = expected }
            expected += 1
            previous = row[12]
        }
        return try broken ?? redactions.firstForged { try isBeingErased($0) }
    }

    /// The entry, its actor and its hash, from a row that begins with the columns id, at, actor_id, actor_name, action, object,
    /// object_id, from_state, to_state, detail, previous, network.
    static func hashed(_ row: Row) -> (entry: AuditEntry, actor: Actor, hash: String) {
        let entry = AuditEntry(
            action: row[4], object: .init(rawValue: row[5]) ?? .site, id: row[6], from: row[7], to: row[8],
            detail: row[9])
        let actor = Actor(id: row[2], name: row[3], network: row[11])
        return (entry, actor, hash(id: row[0], at: row[1], actor: actor, entry: entry, previous: row[10]))
    }

    /// SHA-256 over the fields, each preceded by its length, so that no two rows give the same input. A network is an
    /// extra field only if there is one: rows from before networks were recorded keep their hashes.
    private static func hash(id: Int, at: Int, actor: Actor, entry: AuditEntry, previous: String) -> String {
        var fields = [
            String(id), String(at), actor.id.map(String.init) ?? "", actor.name, entry.action, entry.object.rawValue,
            String(entry.id), entry.from, entry.to, entry.detail, previous,
        ]
        if !actor.network.isEmpty { fields.append(actor.network) }
        return SHA256.hex(fields.map { "\($0.utf8.count):\($0)" }.joined())
    }
}
