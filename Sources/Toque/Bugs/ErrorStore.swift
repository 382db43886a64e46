// Stores server errors: kinds, their counts, and a few samples of each.

import Database

/// A kind of error as admins see it.
struct ErrorRow: Sendable {
    let id: Int
    let kind: ErrorKind
    let count: Int
    let firstAt: Int
    let lastAt: Int
    let lastRequest: String
    let solvedAt: Int?
}

struct ErrorStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds counted errors; a kind that occurred again after it was solved is reopened. Returns the kinds that are new
    /// or were solved before.
    @discardableResult
    func add(_ seen: [ErrorKind: ErrorCount]) throws -> [Int] {
        var new: [Int] = []
        for (kind, count) in seen {
            guard let last = count.last else { continue }
            let isOpen = try isOpen(kind)
            let id: Int? = try db.value(
                """
                INSERT INTO error_kind (method, route, type, frames, message, count, first_at, last_at,
                    last_request)
                VALUES (\(kind.method), \(kind.route), \(kind.type), \(kind.frames), \(kind.message), \(count.count),
                    \(count.firstAt), \(last.at), \(last.request))
                ON CONFLICT (method, route, type, frames, message) DO UPDATE SET count = count + excluded.count,
                    last_at = excluded.last_at, last_request = excluded.last_request,
                    solved_at = CASE WHEN solved_at < excluded.last_at THEN NULL ELSE solved_at END
                RETURNING id
                """)
            guard let id else { continue }
            if !isOpen { new.append(id) }
            for sample in count.samples { try add(sample, to: id) }
            try add(count.count, day: last.at / Milliseconds.day)
            try db.run(
                """
                DELETE FROM error_sample WHERE kind_id = \(id) AND id <= (SELECT id FROM error_sample
                    WHERE kind_id = \(id) ORDER BY id DESC LIMIT 1 OFFSET \(ErrorRules.samples))
                """)
        }
        try forgetOldest()
        return new
    }

    private func isOpen(_ kind: ErrorKind) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM error_kind
            WHERE method = \(kind.method) AND route = \(kind.route) AND type = \(kind.type)
                AND frames = \(kind.frames) AND message = \(kind.message) AND solved_at IS NULL
            """)
    }

    /// Counts errors of a day (days since 1970), and deletes the days before the ones that are kept.
    private func add(_ count: Int, day: Int) throws {
        try db.run(
            """
            INSERT INTO error_day (day, count) VALUES (\(day), \(count))
            ON CONFLICT (day) DO UPDATE SET count = count + excluded.count
            """)
        try db.run("DELETE FROM error_day WHERE day <= \(day - ErrorRules.days)")
    }

    private func add(_ sample: ErrorSample, to kind: Int) throws {
        try db.run(
            """
            INSERT INTO error_sample (kind_id, at, status, request)
            VALUES (\(kind), \(sample.at), \(sample.status), \(sample.request))
            """)
    }

    /// Deletes the kinds that have not occurred for longest, if there are too many.
    private func forgetOldest() throws {
        try db.run(
            """
            DELETE FROM error_kind WHERE last_at <= (SELECT last_at FROM error_kind
                ORDER BY last_at DESC LIMIT 1 OFFSET \(ErrorRules.kinds))
            """)
    }

    /// A page of solved or open kinds, the latest first, and their total number.
    func list(isSolved: Bool, page: Int) throws -> (total: Int, rows: [ErrorRow]) {
        let total: Int =
            try db.value("SELECT count(*) FROM error_kind WHERE (solved_at IS NOT NULL) = \(isSolved)") ?? 0
        let rows = try db.all(
            """
            SELECT id, method, route, type, frames, message, count, first_at, last_at, last_request, solved_at
            FROM error_kind
            WHERE (solved_at IS NOT NULL) = \(isSolved) ORDER BY last_at DESC, id DESC
            LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, row)
        return (total, rows)
    }

    func kind(_ id: Int) throws -> ErrorRow? {
        try db.first(
            """
            SELECT id, method, route, type, frames, message, count, first_at, last_at, last_request, solved_at
            FROM error_kind
            WHERE id = \(id)
            """, row)
    }

    /// The samples of a kind, newest first, each with the bug report that mentions its request.
    func samples(of kind: Int) throws -> [(sample: ErrorSample, bug: Int?)] {
        try db.all(
            """
            SELECT s.at, s.status, s.request,
                (SELECT max(b.id) FROM bug_report b WHERE b.request <> '' AND b.request = s.request)
            FROM error_sample s WHERE s.kind_id = \(kind) ORDER BY s.id DESC LIMIT \(ErrorRules.samples)
            """
        ) { (ErrorSample(at: $0[0], status: $0[1], request: $0[2]), $0[3]) }
    }

    /// The kind of the error that a request was answered with; `nil` if its sample is not kept.
    func kind(ofRequest request: String) throws -> Int? {
        try db.value("SELECT kind_id FROM error_sample WHERE request = \(request) LIMIT 1")
    }

    /// Marks a kind as solved and logs it in the audit log. If it occurs again, it is reopened.
    func solve(_ id: Int, by actor: Actor, now: Int) throws {
        guard let row = try kind(id) else { throw SiteError.notFound }
        if row.solvedAt != nil { return }
        try db.run("UPDATE error_kind SET solved_at = \(now) WHERE id = \(id)")
        try AuditStore(db).append(
            .init(action: "error-solved", object: .site, id: id, from: "open", to: "solved"), by: actor, at: now)
    }

    /// Reopens a kind that was marked as solved by mistake, and logs it in the audit log.
    func reopen(_ id: Int, by actor: Actor, now: Int) throws {
        guard let row = try kind(id) else { throw SiteError.notFound }
        if row.solvedAt == nil { return }
        try db.run("UPDATE error_kind SET solved_at = NULL WHERE id = \(id)")
        try AuditStore(db).append(
            .init(action: "error-reopened", object: .site, id: id, from: "solved", to: "open"), by: actor, at: now)
    }

    private func row(_ row: Row) -> ErrorRow {
        ErrorRow(
            id: row[0],
            kind: ErrorKind(method: row[1], route: row[2], type: row[3], frames: row[4], message: row[5]),
            count: row[6], firstAt: row[7], lastAt: row[8], lastRequest: row[9], solvedAt: row[10])
    }
}
