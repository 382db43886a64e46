// The queue of the webhook: which bug reports and kinds of errors are still to be forwarded, and what became of others.

import Database

/// Something that is forwarded.
struct WebhookEvent: Sendable {
    enum Kind: String, Sendable { case bug, error, test }

    let id: Int
    let kind: Kind
    /// The number of the report or of the kind of errors; 0 for a test.
    let number: Int
    /// UTC milliseconds.
    let createdAt: Int
    let tries: Int
    /// When it is tried next; `nil` once it was sent or given up.
    let nextAt: Int?
    let sentAt: Int?
    /// The status of the last answer, or why there was none.
    let result: String
}

struct WebhookStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds an event, unless too many wait. Returns whether it was added.
    @discardableResult
    func add(_ kind: WebhookEvent.Kind, number: Int = 0, now: Int) throws -> Bool {
        guard try waiting() < WebhookRules.waiting else { return false }
        try db.run(
            """
            INSERT INTO webhook_event (kind, number, created_at, next_at)
            VALUES (\(kind.rawValue), \(number), \(now), \(now))
            """)
        return true
    }

    func waiting() throws -> Int {
        try db.value("SELECT count(*) FROM webhook_event WHERE next_at IS NOT NULL") ?? 0
    }

    /// The event that is due longest.
    func due(now: Int) throws -> WebhookEvent? {
        try db.first(
            """
            SELECT id, kind, number, created_at, tries, next_at, sent_at, result FROM webhook_event
            WHERE next_at <= \(now) ORDER BY next_at, id LIMIT 1
            """, Self.event)
    }

    /// A page of all events, newest first, and their total number.
    func list(page: Int) throws -> (total: Int, events: [WebhookEvent]) {
        let total: Int = try db.value("SELECT count(*) FROM webhook_event") ?? 0
        let events = try db.all(
            """
            SELECT id, kind, number, created_at, tries, next_at, sent_at, result FROM webhook_event
            ORDER BY id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.event)
        return (total, events)
    }

    /// Records that an event was sent.
    func markSent(_ id: Int, result: String, now: Int) throws {
        try db.run(
            """
            UPDATE webhook_event SET tries = tries + 1, next_at = NULL, sent_at = \(now), result = \(result)
            WHERE id = \(id)
            """)
        try tidy()
    }

    /// Records a failed try. `next` is when to try again; without it the event is given up.
    func markFailed(_ id: Int, result: String, next: Int?) throws {
        try db.run(
            """
            UPDATE webhook_event SET tries = tries + 1, next_at = \(next), result = \(result) WHERE id = \(id)
            """)
        if next == nil { try tidy() }
    }

    /// Tries an event that was not sent again soon, from the first pause. Returns whether there is one.
    func retry(_ id: Int, now: Int) throws -> Bool {
        try db.run(
            "UPDATE webhook_event SET next_at = \(now), tries = 0 WHERE id = \(id) AND sent_at IS NULL") > 0
    }

    /// Deletes the oldest events that do not wait.
    private func tidy() throws {
        try db.run(
            """
            DELETE FROM webhook_event WHERE next_at IS NULL AND id <= (SELECT id FROM webhook_event
                WHERE next_at IS NULL ORDER BY id DESC LIMIT 1 OFFSET \(WebhookRules.listed))
            """)
    }

    private static func event(_ row: Row) -> WebhookEvent {
        WebhookEvent(
            id: row[0], kind: .init(rawValue: row[1]) ?? .test, number: row[2], createdAt: row[3], tries: row[4],
            nextAt: row[5], sentAt: row[6], result: row[7])
    }
}
