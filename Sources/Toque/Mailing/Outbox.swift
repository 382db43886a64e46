// The outbox table: emails that wait, and the results of the others.

import Database
import Words

/// An email that the sender has taken to send.
struct TakenMail: Sendable {
    let id: Int
    let kind: String
    let recipient: String
    let language: String
    let subject: String
    let text: String
    let html: String
    let seal: String?
    let createdAt: Int
    let tries: Int
    let nextTryAt: Int
    let giveUpAt: Int
    /// `nil` if the addressee has no account.
    let user: Int?
}

/// An email as admins see it, without its content.
struct MailRow: Sendable {
    let id: Int
    let kind: String
    let recipient: String
    let state: MailState
    let createdAt: Int
    let nextTryAt: Int
    let tries: Int
    let lastError: String
    let sentAt: Int?
    /// Whether sending it again makes sense: not if it was sent, or its link has expired.
    let isOfUse: Bool
}

struct Outbox {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func add(
        _ kind: MailKind, to recipient: Recipient, _ page: MailPage, seal: String?, event: String?, from: Int,
        until: Int, now: Int
    ) throws {
        try db.run(
            """
            INSERT INTO outbox (kind, user_id, recipient, language, subject, text, html, seal, created_at, next_try_at,
                give_up_at, event)
            VALUES (\(kind.rawValue), \(recipient.user), \(recipient.email), \(page.language.rawValue), \(page.title),
                \(page.text), \(page.html), \(seal), \(now), \(from), \(until), \(event))
            """)
    }

    /// Deletes the emails of an event that were not sent.
    func withdraw(event: String) throws {
        try db.run("DELETE FROM outbox WHERE event = \(event) AND state = 'queued'")
    }

    func has(_ id: Int) throws -> Bool { try db.exists("SELECT 1 FROM outbox WHERE id = \(id)") }

    /// How many emails of a kind were queued for a user since a time.
    func count(_ kind: MailKind, user: Int, since: Int) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM outbox
            WHERE user_id = \(user) AND kind = \(kind.rawValue) AND created_at > \(since)
            """) ?? 0
    }

    /// Takes the email that has been due longest, and postpones its next attempt before this one begins. If this
    /// process fails, the email is not lost; in the meantime nobody else can take it.
    func take(now: Int) throws -> TakenMail? {
        let due = try db.first(
            "SELECT id, tries FROM outbox WHERE state = 'queued' AND next_try_at <= \(now) ORDER BY next_try_at, id LIMIT 1"
        ) { (id: $0[0] as Int, tries: $0[1] as Int) }
        guard let due else { return nil }
        return try db.first(
            """
            UPDATE outbox SET tries = tries + 1, next_try_at = \(now + MailRules.pause(after: due.tries + 1))
            WHERE id = \(due.id)
            RETURNING id, kind, recipient, language, subject, text, html, seal, created_at, tries, next_try_at, give_up_at,
                user_id
            """
        ) {
            TakenMail(
                id: $0[0], kind: $0[1], recipient: $0[2], language: $0[3], subject: $0[4], text: $0[5], html: $0[6],
                seal: $0[7], createdAt: $0[8], tries: $0[9], nextTryAt: $0[10], giveUpAt: $0[11], user: $0[12])
        }
    }

    /// Marks the email as sent, and deletes its content.
    func markSent(_ id: Int, now: Int) throws {
        try db.run(
            """
            UPDATE outbox SET state = 'sent', sent_at = \(now), text = NULL, html = NULL, seal = NULL, last_error = ''
            WHERE id = \(id)
            """)
    }

    /// Records what went wrong; the email stays queued.
    func note(_ reason: String, id: Int) throws {
        try db.run("UPDATE outbox SET last_error = \(reason) WHERE id = \(id)")
    }

    /// Stops trying to send the email; `reason` replaces the last error. Returns `false` if it was not queued.
    func giveUp(_ id: Int, reason: String? = nil) throws -> Bool {
        try db.run(
            """
            UPDATE outbox SET state = 'failed', last_error = coalesce(\(reason), last_error)
            WHERE id = \(id) AND state = 'queued'
            """) > 0
    }

    /// Makes an email due now; one without a link may again be tried for the full lifetime. Returns `false` if it was
    /// sent or its link has expired.
    func tryAgain(_ id: Int, now: Int) throws -> Bool {
        try db.run(
            """
            UPDATE outbox SET state = 'queued', next_try_at = \(now),
                give_up_at = CASE WHEN seal IS NULL THEN \(now + MailRules.lifetime) ELSE give_up_at END
            WHERE id = \(id) AND state <> 'sent' AND (seal IS NULL OR give_up_at > \(now))
            """) > 0
    }

    /// Deletes old rows of emails that are not queued.
    func tidy(now: Int) throws {
        try db.run("DELETE FROM outbox WHERE created_at <= \(now - MailRules.kept) AND state <> 'queued'")
    }

    func counts() throws -> [MailState: Int] {
        var counts: [MailState: Int] = [:]
        for state in MailState.allCases {
            counts[state] = try db.value("SELECT count(*) FROM outbox WHERE state = \(state.rawValue)")
        }
        return counts
    }

    /// One page of the emails with a state, newest first.
    func list(_ state: MailState, page: Int, now: Int) throws -> [MailRow] {
        try db.all(
            """
            SELECT id, kind, recipient, created_at, next_try_at, tries, last_error, sent_at,
                state <> 'sent' AND (seal IS NULL OR give_up_at > \(now))
            FROM outbox WHERE state = \(state.rawValue)
            ORDER BY id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) {
            MailRow(
                id: $0[0], kind: $0[1], recipient: $0[2], state: state, createdAt: $0[3], nextTryAt: $0[4],
                tries: $0[5],
                lastError: $0[6], sentAt: $0[7], isOfUse: $0[8])
        }
    }
}
