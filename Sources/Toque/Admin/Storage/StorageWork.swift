// Measures the disk space once a day in the background, and notifies admins when the disk fills up.

import Database
import Foundation

/// Reads the bytes of the disk with a folder.
typealias DiskReader = @Sendable (_ folder: String) throws -> (free: Int, size: Int)

struct StorageWork {
    /// The number of members who are listed.
    private static let listed = 10

    let settings: SiteConfiguration
    let writer: Writer
    let reader: Connection
    let mailer: Mailer
    var disk: DiskReader = Self.disk

    /// Measures if today has not been measured yet, if the disk crossed a threshold since, or if `isAsked`.
    func run(now: Int, isAsked: Bool = false) throws {
        let last = try StorageStore(reader).days(1).first
        let disk = try self.disk(settings.data)
        if let last, !isAsked, last.measuredAt / Milliseconds.day >= now / Milliseconds.day,
            StorageRules.crossed(
                from: last, to: StorageDay(measuredAt: now, bytes: [:], free: disk.free, disk: disk.size))
                == nil
        {
            return
        }
        let day = try measure(disk, now: now)
        try writer.writeNow { [mailer] db in
            try StorageStore(db).write(day)
            guard let level = StorageRules.crossed(from: last, to: day) else { return }
            for admin in try AccountStore(db).admins(now: now) {
                try mailer.notify(.diskFilling(level, admin: admin, at: now), by: nil, db: db, now: now)
            }
        }
    }

    private func measure(_ disk: (free: Int, size: Int), now: Int) throws -> StorageDay {
        let isVideo: SQL = "EXISTS (SELECT 1 FROM video v WHERE v.photo_id = photo.id)"
        let photos: Int = try reader.value("SELECT sum(bytes) FROM photo WHERE NOT \(sql: isVideo)") ?? 0
        let videos: Int = try reader.value("SELECT sum(bytes) FROM photo WHERE \(sql: isVideo)") ?? 0
        let screenshots: [String] = try reader.all(
            "SELECT screenshot FROM bug_report WHERE screenshot IS NOT NULL"
        ) { $0[0] }
        // Only those that cleaning up deletes: younger ones may be uploads that have no row yet.
        let orphans = try MediaSweep.orphans(
            in: settings.mediaPath, olderThan: now - MediaSweep.patience, reader)
        func folders(_ names: [String]) -> Int {
            names.reduce(0) { $0 + MediaFolder.bytes("\(settings.mediaPath)/\($1)") }
        }
        let members = try reader.all(
            """
            SELECT owner_id, sum(bytes) AS used FROM photo GROUP BY owner_id HAVING used > 0
            ORDER BY used DESC LIMIT \(Self.listed)
            """
        ) { (user: $0[0] as Int, bytes: $0[1] as Int) }
        let database = ["", "-wal", "-shm"].reduce(0) { $0 + Self.size(settings.databasePath + $1) }
        return StorageDay(
            measuredAt: now,
            bytes: [
                .database: database, .photos: photos, .videos: videos, .screenshots: folders(screenshots),
                .orphans: folders(orphans), .mail: MediaFolder.bytes(settings.outboxPath),
                .backups: settings.backups.folder.map { MediaFolder.bytes($0) } ?? 0,
            ], free: disk.free, disk: disk.size, members: members)
    }

    @Sendable static func disk(_ folder: String) throws -> (free: Int, size: Int) {
        let disk = try FileManager.default.attributesOfFileSystem(forPath: folder)
        return (
            (disk[.systemFreeSize] as? NSNumber)?.intValue ?? 0, (disk[.systemSize] as? NSNumber)?.intValue ?? 0
        )
    }

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
}
