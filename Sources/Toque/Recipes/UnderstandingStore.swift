// Stores what the lines of each revision mean: written with the revision, and again after the catalogue or the rules changed.

import Database
import Food
import HTTPServer

struct UnderstandingStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The number of the current ingredients, units and rules. It grows when lines may mean something else.
    func edition() throws -> Int { try db.value("SELECT number FROM edition WHERE name = 'lines'") ?? 0 }

    /// Marks all rows as old, because lines may mean something else now; `readNext` writes them again.
    func moveEdition() throws { try db.run("UPDATE edition SET number = number + 1 WHERE name = 'lines'") }

    /// Writes the row of a revision. Without an understanding the row counts as old, and the background worker reads it.
    func write(_ understood: UnderstoodText?, revision: Int) throws {
        let (lines, edition) = (understood?.lines ?? "", understood?.edition ?? -1)
        try db.run(
            """
            INSERT INTO revision_lines (revision_id, lines, edition) VALUES (\(revision), \(lines), \(edition))
            ON CONFLICT (revision_id) DO UPDATE SET lines = excluded.lines, edition = excluded.edition
            """)
    }

    /// Whether there are texts that have to be read again.
    func isBehind() throws -> Bool {
        try db.exists("SELECT 1 FROM revision_lines WHERE edition < \(edition())")
    }

    /// The length of the texts, in bytes, after which a transaction ends, so that long texts hold up no other writer.
    static let batch = 64 << 10

    /// Reads the next old texts again: at most `count`, and no more after `batch` bytes. Returns how many it read.
    func readNext(_ count: Int, catalogue: Catalogue) throws -> Int {
        let edition = try edition()
        let rows = try db.all(
            """
            SELECT l.revision_id, v.body FROM revision_lines l JOIN revision v ON v.id = l.revision_id
            WHERE l.edition < \(edition) ORDER BY l.edition, l.revision_id LIMIT \(count)
            """
        ) { (revision: $0[0] as Int, body: $0[1] as String) }
        var (done, length) = (0, 0)
        for row in rows where length < Self.batch {
            (done, length) = (done + 1, length + row.body.utf8.count)
            // `toque check` reports a text that cannot be read; the texts after it are read all the same.
            let body = (try? RecipeBody(encoded: row.body)) ?? RecipeBody()
            try write(UnderstoodText(catalogue.read(body), edition: edition), revision: row.revision)
        }
        return done
    }

    /// Deletes all rows and reads every text again.
    func readAll(_ catalogue: Catalogue) throws {
        try db.run("DELETE FROM revision_lines")
        try db.run("INSERT INTO revision_lines (revision_id, lines, edition) SELECT id, '', -1 FROM revision")
        while try readNext(1_000, catalogue: catalogue) > 0 {}
    }

    /// Revisions whose row is missing, or differs from what the catalogue makes of the text now. Old rows do not count.
    func stale(_ catalogue: Catalogue) throws -> [Int] {
        let edition = try edition()
        var stale: [Int] = []
        try db.each(
            "SELECT v.id, v.body, l.lines, l.edition FROM revision v LEFT JOIN revision_lines l ON l.revision_id = v.id"
        ) { row in
            let (lines, read) = (row[2] as String?, row[3] as Int?)
            if let read, read < edition { return }
            if lines != catalogue.read(try RecipeBody(encoded: row[1])).encoded { stale.append(row[0]) }
        }
        return stale
    }
}

extension Context {
    /// Reads a text that is to be stored. It runs on a worker, since very long lines take a while.
    func revisionText(of body: RecipeBody) async throws -> RevisionText {
        // The edition is read before the catalogue. If the catalogue changes in between, the edition is too old rather than
        // too new, and the text is only read once more than needed.
        let edition = try UnderstandingStore(reader).edition()
        let catalogue = try site.catalogue.current(reader)
        return try await site.workers.run {
            RevisionText(body, UnderstoodText(catalogue.read(body), edition: edition))
        }
    }
}

/// An understanding as it is stored.
struct UnderstoodText: Sendable {
    let lines: String
    let edition: Int

    init(_ understanding: RecipeUnderstanding, edition: Int) {
        (lines, self.edition) = (understanding.encoded, edition)
    }
}
