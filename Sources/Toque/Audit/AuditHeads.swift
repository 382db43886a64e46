// A file with the last hash of the audit log for each day, outside the database. Whoever rewrites the whole log in the
// database has to rewrite every copy of this file too.

import Bytes
import Database
import Foundation

/// The file `audit-heads.csv`: a line `2026-11-24T00:10:00Z,1234,HASH` for each day.
struct AuditHeads: Sendable {
    /// One line: when it was written, the number of rows at that time, and the hash of the last one.
    struct Head: Equatable, Sendable {
        let at: String
        let rows: Int
        let hash: String

        init(at: String, rows: Int, hash: String) { (self.at, self.rows, self.hash) = (at, rows, hash) }

        init?(line: Substring) {
            let cells = line.split(bytes: ",", omittingEmptySubsequences: false)
            guard cells.count == 3, let rows = Int(cells[1]), cells[2].utf8.count == 64 else { return nil }
            self.init(at: String(cells[0]), rows: rows, hash: String(cells[2]))
        }
    }

    let path: String

    /// Every line that is whole: a crash may leave the last one unfinished.
    func all() -> [Head] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).lines.compactMap { Head(line: $0) }
    }

    /// Adds a line, if this day has none. It is on the disk when this returns. Returns whether a line was added.
    @discardableResult
    func add(rows: Int, hash: String, now: Int) throws -> Bool {
        let last = all().last
        guard rows > 0, last.map({ $0.at.cut(to: 10) }) != Dates.iso(now) else { return false }
        if !FileManager.default.fileExists(atPath: path) {
            let made = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            guard made else { throw CocoaError(.fileWriteUnknown) }
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let end = try file.seekToEnd()
        var line = "\(Dates.time(now)),\(rows),\(hash)\n"
        if end > 0 {
            try file.seek(toOffset: end - 1)
            if try file.read(upToCount: 1) != Data("\n".utf8) { line = "\n" + line }
        }
        try file.write(contentsOf: Data(line.utf8))
        try file.synchronize()
        return true
    }

    /// The first line that the log does not match any more.
    func firstMismatch(_ db: Connection) throws -> Head? {
        try all().first { head in
            try db.value("SELECT hash FROM audit WHERE id = \(head.rows)") != head.hash
        }
    }
}
