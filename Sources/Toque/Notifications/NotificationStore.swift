// Stores notifications. The member is part of every WHERE clause.

import Database
import Words

/// Something that a member is notified of once.
struct NotificationEvent: Sendable {
    let kind: NotificationKind
    let user: Int
    /// The name of what happened, unique on the site: the same event again notifies nobody.
    let name: String
    var subject = NotificationSubject()
    /// The subject of the email, if it is not the text of the notification.
    var mailTitle: (@Sendable (Language) -> String)?
    /// How long the email waits, in milliseconds, because the event can be taken back.
    var mailDelay = 0
    /// The paragraphs that only the email has, such as a moderator's message.
    var paragraphs: @Sendable (Language) -> [String] = { _ in [] }
}

/// A notification as its member sees it.
struct NotificationRow: Sendable {
    let id: Int
    let kind: NotificationKind
    let subject: NotificationSubject
    let createdAt: Int
    let isSeen: Bool
}

struct NotificationStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds a notification; `false` if there is one of this event already. One that the bell does not show counts as
    /// seen.
    func add(_ event: NotificationEvent, isOnSite: Bool, awaitsDigest: Bool, now: Int) throws -> Bool {
        let (subject, seenAt) = (event.subject, isOnSite ? nil : now)
        let added = try db.run(
            """
            INSERT INTO notification (user_id, kind, event, subject_id, titles, amount, until, created_at, seen_at,
                is_on_site, awaits_digest)
            VALUES (\(event.user), \(event.kind.rawValue), \(event.name), \(subject.number), \(subject.storedTitles),
                \(subject.amount), \(subject.until), \(now), \(seenAt), \(isOnSite), \(awaitsDigest))
            ON CONFLICT (event) DO NOTHING
            """)
        guard added == 1 else { return false }
        try db.run(
            """
            DELETE FROM notification WHERE user_id = \(event.user) AND id <= (SELECT id FROM notification
                WHERE user_id = \(event.user) ORDER BY id DESC LIMIT 1 OFFSET \(NotificationRules.most))
            """)
        return true
    }

    // The page

    /// A page of what the bell shows, newest first, and the total number.
    func list(user: Int, page: Int) throws -> (total: Int, rows: [NotificationRow]) {
        let total: Int =
            try db.value("SELECT count(*) FROM notification WHERE user_id = \(user) AND is_on_site = 1") ?? 0
        let rows = try db.all(
            """
            \(sql: Self.columns) WHERE user_id = \(user) AND is_on_site = 1
            ORDER BY id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.row)
        return (total, rows.compactMap(\.self))
    }

    /// Marks one as read or unread; `false` if the member has no such notification.
    func mark(_ id: Int, isRead: Bool, user: Int, now: Int) throws -> Bool {
        try db.run(
            """
            UPDATE notification SET seen_at = iif(\(isRead), coalesce(seen_at, \(now)), NULL)
            WHERE id = \(id) AND user_id = \(user) AND is_on_site = 1
            """) > 0
    }

    /// Marks all as read; `false` if they were.
    func markAllRead(user: Int, now: Int) throws -> Bool {
        try db.run("UPDATE notification SET seen_at = \(now) WHERE user_id = \(user) AND seen_at IS NULL") > 0
    }

    /// Marks those as unread that were marked together at this time; `false` if there are none.
    func undoRead(at time: Int, user: Int) throws -> Bool {
        try db.run(
            """
            UPDATE notification SET seen_at = NULL WHERE user_id = \(user) AND seen_at = \(time) AND is_on_site = 1
            """) > 0
    }

    /// Removes the notification of an event that turned out differently.
    func remove(_ event: String) throws {
        try db.run("DELETE FROM notification WHERE event = \(event)")
    }

    /// Deletes what was read before a time.
    func tidy(before time: Int) throws {
        try db.run("DELETE FROM notification WHERE seen_at <= \(time) AND awaits_digest = 0")
    }

    // Digests

    /// Members whose digest is due, in the order of their numbers.
    func dueDigests(now: Int) throws -> [Int] {
        func time(_ frequency: MailFrequency) -> Int { NotificationRules.digestTime(frequency, now: now) }
        return try db.all(
            """
            SELECT DISTINCT n.user_id FROM notification n LEFT JOIN preferences p ON p.user_id = n.user_id
            WHERE n.awaits_digest = 1 AND n.created_at < CASE p.mail_frequency
                WHEN 'daily' THEN \(time(.daily)) WHEN 'weekly' THEN \(time(.weekly)) ELSE \(now) END
            ORDER BY n.user_id
            """
        ) { $0[0] }
    }

    /// Takes what a digest names: what happened before a time and was not read on the site. It is taken once.
    func takeDigest(user: Int, before time: Int) throws -> [NotificationRow] {
        let condition: SQL = "user_id = \(user) AND awaits_digest = 1 AND created_at < \(time)"
        let rows = try db.all(
            """
            \(sql: Self.columns) WHERE \(sql: condition) AND (seen_at IS NULL OR is_on_site = 0) ORDER BY id DESC
            """, Self.row)
        try db.run("UPDATE notification SET awaits_digest = 0 WHERE \(sql: condition)")
        return rows.compactMap(\.self)
    }

    // Licences

    /// A licence and its end, in UTC milliseconds.
    struct LicenceEnd: Sendable {
        let user: Int
        let until: Int
    }

    /// Members whose licence ends in a time, of whom no event with this prefix exists; at most 50.
    func licences(endingAfter start: Int, until end: Int, without prefix: String) throws -> [LicenceEnd] {
        try db.all(
            """
            SELECT DISTINCT g.user_id, g.until FROM licence_grant g
            WHERE g.until > \(start) AND g.until <= \(end) AND g.revoked_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM licence_grant later
                    WHERE later.user_id = g.user_id AND later.until > g.until AND later.revoked_at IS NULL)
                AND NOT EXISTS (SELECT 1 FROM notification n
                    WHERE n.event = \(prefix) || '-' || g.user_id || '-' || g.until)
                AND EXISTS (SELECT 1 FROM user u WHERE u.id = g.user_id AND u.erased_at IS NULL)
                AND \(sql: AccountSQL.isHere("g.user_id"))
            ORDER BY g.until, g.user_id LIMIT 50
            """
        ) { LicenceEnd(user: $0[0], until: $0[1]) }
    }

    private static let columns: SQL =
        "SELECT id, kind, subject_id, titles, amount, until, created_at, seen_at IS NOT NULL FROM notification"

    /// `nil` for a kind that this program does not know.
    private static func row(_ row: Row) -> NotificationRow? {
        guard let kind = NotificationKind(rawValue: row[1]) else { return nil }
        let subject = NotificationSubject(
            number: row[2], titles: NotificationSubject.titles(stored: row[3]), amount: row[4], until: row[5])
        return NotificationRow(id: row[0], kind: kind, subject: subject, createdAt: row[6], isSeen: row[7])
    }
}
