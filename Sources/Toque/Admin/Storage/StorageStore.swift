// Stores how much disk space the site used each day.

import Bytes
import Database

/// The disk space of one day, in bytes.
struct StorageDay: Sendable, Equatable {
    enum Kind: String, CaseIterable, Sendable {
        case database, photos, videos, screenshots, orphans, mail, backups
    }

    let measuredAt: Int
    var bytes: [Kind: Int]
    let free: Int
    let disk: Int
    /// The members who use most, with their bytes.
    var members: [(user: Int, bytes: Int)] = []

    var total: Int { bytes.values.reduce(0, +) }
    /// Everything but backups: old ones are deleted, so that they stop growing, and they may be on another disk.
    var content: Int { total - (bytes[.backups] ?? 0) }
    /// The share of the disk that is in use, by anything, from 0 to 1.
    var used: Double { disk > 0 ? 1 - Double(free) / Double(disk) : 0 }

    static func == (left: StorageDay, right: StorageDay) -> Bool {
        left.measuredAt == right.measuredAt && left.bytes == right.bytes && left.free == right.free
            && left.disk == right.disk
    }
}

enum StorageRules {
    /// The shares of the disk, in percent, at which admins are notified.
    static let thresholds = [80, 95]
    /// How many days the page shows, and how many are kept.
    static let shown = 30
    static let kept = 400

    /// The threshold that was crossed between two days; `nil` if none was.
    static func crossed(from old: StorageDay?, to new: StorageDay) -> Int? {
        thresholds.last { level in
            new.used * 100 >= Double(level) && (old?.used ?? 0) * 100 < Double(level)
        }
    }

    /// The days until the disk is full, if the site’s content grows as it did from the first day to the last; `nil` if it does
    /// not grow, or less than a day lies between them.
    static func daysLeft(_ days: [StorageDay]) -> Int? {
        guard let first = days.min(by: { $0.measuredAt < $1.measuredAt }),
            let last = days.max(by: { $0.measuredAt < $1.measuredAt })
        else { return nil }
        let span = Double(last.measuredAt - first.measuredAt) / Double(Milliseconds.day)
        guard span >= 1, last.content > first.content else { return nil }
        let perDay = Double(last.content - first.content) / span
        let left = Double(last.free) / perDay
        return left < 36_500 ? Int(nearest: left) : nil
    }
}

struct StorageStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The last days, newest first.
    func days(_ count: Int) throws -> [StorageDay] {
        try db.all(
            """
            SELECT measured_at, database_bytes, photo_bytes, video_bytes, screenshot_bytes, orphan_bytes, mail_bytes,
                backup_bytes, free_bytes, disk_bytes, members
            FROM storage_day ORDER BY day DESC LIMIT \(count)
            """
        ) { row in
            StorageDay(
                measuredAt: row[0],
                bytes: [
                    .database: row[1], .photos: row[2], .videos: row[3], .screenshots: row[4], .orphans: row[5],
                    .mail: row[6], .backups: row[7],
                ], free: row[8], disk: row[9],
                members: (row[10] as String).split(bytes: "\n").compactMap { line in
                    let parts = line.split(bytes: " ").compactMap { Int($0) }
                    return parts.count == 2 ? (user: parts[0], bytes: parts[1]) : nil
                })
        }
    }

    /// Writes the row of a day; a later measurement of the same day replaces it.
    func write(_ day: StorageDay) throws {
        func bytes(_ kind: StorageDay.Kind) -> Int { day.bytes[kind] ?? 0 }
        let number = day.measuredAt / Milliseconds.day
        let members = day.members.map { "\($0.user) \($0.bytes)" }.joined(separator: "\n")
        try db.run("DELETE FROM storage_day WHERE day = \(number) OR day <= \(number - StorageRules.kept)")
        try db.run(
            """
            INSERT INTO storage_day (day, measured_at, database_bytes, photo_bytes, video_bytes, screenshot_bytes,
                orphan_bytes, mail_bytes, backup_bytes, free_bytes, disk_bytes, members)
            VALUES (\(number), \(day.measuredAt), \(bytes(.database)), \(bytes(.photos)), \(bytes(.videos)),
                \(bytes(.screenshots)), \(bytes(.orphans)), \(bytes(.mail)), \(bytes(.backups)), \(day.free),
                \(day.disk), \(members))
            """)
    }
}
