// Row G3: what would grow for ever goes once a day.

import Database
import Foundation

struct Retention {
    let writer: Writer
    let configuration: Configuration

    func sweep(now: Int) throws {
        try writer.writeNow { try RetentionStore($0).sweep(now: now) }
        sweepMailFiles(now: now)
    }

    /// A file's name begins with the time at which its mail was written.
    private func sweepMailFiles(now: Int) {
        let folder = configuration.outboxPath
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let time = Int(file.prefix { $0 != "." }), time <= now - LeavingRules.mailFiles else { continue }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
    }
}

struct RetentionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Mails and their links are tidied by who sends them.
    func sweep(now: Int) throws {
        try db.run("DELETE FROM session WHERE expires_at <= \(now)")
        try db.run("DELETE FROM sign_in_link WHERE expires_at <= \(now)")
        try db.run("DELETE FROM reset_request WHERE asked_at <= \(now - LeavingRules.resetRequests)")
        try CatalogueChangeStore(db).tidy(before: now - LeavingRules.drafts)
        try db.run(
            """
            UPDATE bug_report SET contact = '', browser = '', token_hash = NULL
            WHERE state IN ('fixed', 'wontfix', 'duplicate') AND changed_at <= \(now - LeavingRules.closedReports)
                AND (contact <> '' OR browser <> '' OR token_hash IS NOT NULL)
            """)
    }
}
