// Limits the disk space for a member's pictures and videos.

import Database
import Foundation
import Texts
import Words

enum Quota {
    static let bytes = 500 << 20

    static func used(by owner: Int, _ db: Connection) throws -> Int {
        try db.value("SELECT coalesce(sum(bytes), 0) FROM photo WHERE owner_id = \(owner)") ?? 0
    }

    /// Checks the quota in the writer's transaction, after the row was written. Only one write runs at a time, so
    /// parallel uploads are counted like uploads one after another. Throwing rolls the row back.
    static func check(_ owner: Int, _ db: Connection) throws {
        guard try used(by: owner, db) <= bytes else { throw QuotaReached() }
    }

    /// "12 of 500 MB", rounded up.
    static func text(_ owner: Int, _ db: Connection, _ language: Language) throws -> String {
        func megabytes(_ bytes: Int) -> String { String((bytes + (1 << 20) - 1) >> 20) }
        return Text.quotaUsed(language, of: megabytes(bytes), used: megabytes(try used(by: owner, db)))
    }
}

struct QuotaReached: Error {}

/// The size of one picture's or video's folder on disk.
enum MediaFolder {
    static func bytes(_ path: String, but other: String? = nil) -> Int {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0 != other }.reduce(0) { sum, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }
}
