// The media folder is kept clear of pictures that nothing shows: forms that were never saved, uploads cut short.

import Database
import Foundation

enum MediaSweep {
    /// For how long a picture may wait for the form it came with; an upload takes seconds.
    static let patience = Milliseconds.day

    /// Forgets photos that nothing has shown for a day, then removes the folders that no row names; how many.
    /// In this order a crash in between leaves folders only, which the next sweep finds.
    @discardableResult
    static func run(_ writer: Writer, _ reader: Connection, mediaPath: String, now: Int) throws -> Int {
        let before = now - patience
        try writer.writeNow { try forgetPhotos(olderThan: before, $0) }
        let orphans = try orphans(in: mediaPath, olderThan: before, reader)
        for orphan in orphans { try remove(orphan, from: mediaPath) }
        return orphans.count
    }

    private static func forgetPhotos(olderThan time: Int, _ db: Connection) throws {
        try db.run("DELETE FROM photo WHERE created_at < \(time) AND \(sql: isShownNowhere)")
    }

    /// Forgets a photo, unless something shows it still.
    static func forget(_ photo: String, _ db: Connection) throws -> Bool {
        try db.run("DELETE FROM photo WHERE id = \(photo) AND \(sql: isShownNowhere)") > 0
    }

    /// Neither by a recipe, in whatever state it is, nor by a draft, nor by a profile.
    static let isShownNowhere: SQL = """
        NOT EXISTS (SELECT 1 FROM revision WHERE photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM draft WHERE photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM profile WHERE photo_id = photo.id)
        """

    /// Folders that no row names and that nobody has written into since. The disk is asked first: what comes later has a
    /// row by then, or is younger.
    static func orphans(in path: String, olderThan time: Int, _ db: Connection) throws -> [String] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: path)
        let named = Set(try pictures(db))
        return folders.filter { folder in
            guard !named.contains(folder) else { return false }
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(folder)")
            guard let changed = attributes?[.modificationDate] as? Date else { return false }
            return changed.timeIntervalSince1970 * 1000 < Double(time)
        }.sorted()
    }

    /// Every picture that has to be there.
    static func pictures(_ db: Connection) throws -> [String] {
        try db.all("SELECT id FROM photo UNION ALL SELECT screenshot FROM bug_report WHERE screenshot IS NOT NULL") {
            $0[0]
        }
    }

    /// Takes a picture from the disk, after the transaction that took its row.
    static func remove(_ picture: String, from path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: "\(path)/\(picture)")
        } catch CocoaError.fileNoSuchFile {
            return
        }
    }
}
