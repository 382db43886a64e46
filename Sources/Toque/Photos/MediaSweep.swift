// Removes pictures from the media folder that nothing uses: from forms that were never saved and uploads that broke
// off. Removes the uploads of videos that are made.

import Database
import Foundation

enum MediaSweep {
    /// How long an uploaded picture may be unused, in milliseconds. An upload takes seconds.
    static let patience = Milliseconds.day

    /// Deletes the rows of photos that nothing has used for a day, then the folders without a row. Returns the number
    /// of folders. In this order a crash in between leaves only folders, which the next sweep finds.
    @discardableResult
    static func run(_ writer: Writer, _ reader: Connection, mediaPath: String, now: Int) throws -> Int {
        let before = now - patience
        try countBytes(writer, reader, mediaPath)
        try writer.writeNow { try forgetPhotos(olderThan: before, $0) }
        let orphans = try orphans(in: mediaPath, olderThan: before, reader)
        for orphan in orphans { try remove(orphan, from: mediaPath) }
        try removeUploads(reader, mediaPath)
        return orphans.count
    }

    /// Deletes the upload and the intermediate files of videos that are ready. They are there if the process ended
    /// after the video was stored as ready and before they were deleted.
    private static func removeUploads(_ reader: Connection, _ path: String) throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted().flatMap { folder in
            StepMedia.intermediate.map { (folder: folder, name: "\(folder)/\($0)") }
        }.filter { FileManager.default.fileExists(atPath: "\(path)/\($0.name)") }
        let states = try VideoStore(reader).states(Set(files.map(\.folder)).sorted())
        for file in files where states[file.folder]?.isReady == true { try remove(file.name, from: path) }
    }

    /// Counts the bytes of photos that were stored before there was a quota.
    private static func countBytes(_ writer: Writer, _ reader: Connection, _ mediaPath: String) throws {
        let uncounted: [String] = try reader.all(
            """
            SELECT id FROM photo WHERE bytes = 0 AND NOT EXISTS (SELECT 1 FROM video WHERE photo_id = photo.id)
            """
        ) { $0[0] }
        for id in uncounted {
            let bytes = MediaFolder.bytes("\(mediaPath)/\(id)")
            _ = try writer.writeNow { try $0.run("UPDATE photo SET bytes = \(bytes) WHERE id = \(id)") }
        }
    }

    private static func forgetPhotos(olderThan time: Int, _ db: Connection) throws {
        try db.run("DELETE FROM photo WHERE created_at < \(time) AND \(sql: isShownNowhere)")
    }

    /// Deletes a photo's row unless something still uses it. Returns whether it did.
    static func forget(_ photo: String, _ db: Connection) throws -> Bool {
        try db.run("DELETE FROM photo WHERE id = \(photo) AND \(sql: isShownNowhere)") > 0
    }

    /// True for a photo that no revision in any state, no draft, profile, tutorial or review uses.
    static let isShownNowhere: SQL = """
        NOT EXISTS (SELECT 1 FROM revision WHERE photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM revision_media m WHERE m.photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM draft_media m WHERE m.photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM draft WHERE photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM profile WHERE photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM tutorial WHERE video_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM review WHERE photo_id = photo.id)
            AND NOT EXISTS (SELECT 1 FROM tutorial_undo WHERE video_id = photo.id)
        """

    /// Folders without a row that have not changed since `time`. The disk is read before the database: a folder that
    /// appears later either has a row by then or is younger.
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

    /// The ids of all pictures that must exist.
    static func pictures(_ db: Connection) throws -> [String] {
        try db.all("SELECT id FROM photo UNION ALL SELECT screenshot FROM bug_report WHERE screenshot IS NOT NULL") {
            $0[0]
        }
    }

    /// Deletes a picture's folder, after the transaction that deleted its row.
    static func remove(_ picture: String, from path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: "\(path)/\(picture)")
        } catch CocoaError.fileNoSuchFile {
            return
        }
    }
}
