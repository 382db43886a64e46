// Stores members' requests for a publishing licence; each change is in the audit log.

import Database

/// A request for a licence.
struct LicenceRequest: Sendable {
    enum State: String, Sendable { case open, granted, refused, withdrawn }

    let id: Int
    let user: Int
    let username: String
    let text: String
    let askedAt: Int
    let state: State
    /// What the admin answered.
    let answer: String
    let answeredAt: Int?
}

struct LicenceRequestStore {
    /// The longest text and answer, in characters.
    static let length = 2_000

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds a request and returns its number; `nil` if one is open already.
    func ask(_ text: String, user: Int, by actor: Actor, now: Int) throws -> Int? {
        let added = try db.run(
            """
            INSERT INTO licence_request (user_id, text, asked_at) VALUES (\(user), \(text), \(now))
            ON CONFLICT DO NOTHING
            """)
        guard added == 1 else { return nil }
        let id = db.lastInsertID
        try record("licence-ask", user, id, from: "", to: .open, by: actor, now: now)
        return id
    }

    /// The last request of a member.
    func last(user: Int) throws -> LicenceRequest? {
        try db.first("\(sql: Self.select) WHERE q.user_id = \(user) ORDER BY q.id DESC LIMIT 1", Self.request)
    }

    func request(_ id: Int) throws -> LicenceRequest? {
        try db.first("\(sql: Self.select) WHERE q.id = \(id)", Self.request)
    }

    /// The open requests, oldest first.
    func open(page: Int) throws -> (total: Int, requests: [LicenceRequest]) {
        let total: Int = try db.value("SELECT count(*) FROM licence_request WHERE state = 'open'") ?? 0
        let requests = try db.all(
            """
            \(sql: Self.select) WHERE q.state = 'open'
            ORDER BY q.asked_at, q.id LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.request)
        return (total, requests)
    }

    /// Ends an open request; `false` if it has ended already.
    func end(_ request: LicenceRequest, as state: LicenceRequest.State, answer: String, by actor: Actor, now: Int)
        throws
        -> Bool
    {
        let admin = state == .withdrawn ? nil : actor.id
        let changed = try db.run(
            """
            UPDATE licence_request SET state = \(state.rawValue), answer = \(answer), answered_by = \(admin),
                answered_at = \(now)
            WHERE id = \(request.id) AND state = 'open'
            """)
        guard changed == 1 else { return false }
        let action =
            switch state {
            case .granted: "licence-request-grant"
            case .refused: "licence-request-refuse"
            case .open, .withdrawn: "licence-request-withdraw"
            }
        try record(action, request.user, request.id, from: "open", to: state, by: actor, now: now)
        return true
    }

    private func record(
        _ action: String, _ user: Int, _ id: Int, from: String, to: LicenceRequest.State, by actor: Actor, now: Int
    ) throws {
        try AuditStore(db).append(
            .init(action: action, object: .user, id: user, from: from, to: to.rawValue, detail: "request \(id)"),
            by: actor, at: now)
    }

    private static let select: SQL = """
        SELECT q.id, q.user_id, u.username, q.text, q.asked_at, q.state, q.answer, q.answered_at
        FROM licence_request q JOIN user u ON u.id = q.user_id
        """

    private static func request(_ row: Row) -> LicenceRequest {
        LicenceRequest(
            id: row[0], user: row[1], username: row[2], text: row[3], askedAt: row[4],
            state: LicenceRequest.State(rawValue: row[5]) ?? .withdrawn, answer: row[6], answeredAt: row[7])
    }
}
