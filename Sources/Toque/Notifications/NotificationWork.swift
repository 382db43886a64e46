// The background worker's part: announces the ends of licences, and sends digests.

import Database

struct NotificationWork {
    let writer: Writer
    let reader: Connection
    let mailer: Mailer

    /// Does what is due, a short transaction for each batch or member.
    func run(now: Int, isStopping: () -> Bool) throws {
        let (notice, latest) = (NotificationRules.notice, NotificationRules.latestNotice)
        try announce(.licenceEnding, from: now, to: now + notice, now: now, isStopping)
        try announce(.licenceEnded, from: now - latest, to: now, now: now, isStopping)
        for user in try NotificationStore(reader).dueDigests(now: now) where !isStopping() {
            let mailer = mailer
            try writer.writeNow { try mailer.sendDigest(user: user, db: $0, now: now) }
        }
    }

    /// Notifies of every licence whose end is in a time. The name of the event contains the end, so each is announced
    /// once, and again only after a renewal.
    private func announce(
        _ kind: NotificationKind, from start: Int, to end: Int, now: Int, _ isStopping: () -> Bool
    ) throws {
        func ends(_ db: Connection) throws -> [NotificationStore.LicenceEnd] {
            try NotificationStore(db).licences(endingAfter: start, until: end, without: kind.rawValue)
        }
        while !isStopping(), try !ends(reader).isEmpty {
            let mailer = mailer
            let announced = try writer.writeNow { db in
                try NotificationStore(db).licences(endingAfter: start, until: end, without: kind.rawValue).filter {
                    try mailer.notify(
                        NotificationEvent(
                            kind: kind, user: $0.user, name: "\(kind.rawValue)-\($0.user)-\($0.until)",
                            subject: NotificationSubject(until: $0.until)), by: nil, db: db, now: now)
                }.count
            }
            if announced == 0 { return }
        }
    }
}
