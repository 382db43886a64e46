// Erases an account after the 14 days, in short steps: recipes, photos, search index, audit log, email files, and at
// last the remaining rows. If the process is killed, the erasure continues later, because the row in `leaving` is
// deleted last.

import Bytes
import Database
import Foundation
import SearchIndex

struct Erasure {
    let writer: Writer
    let reader: Connection
    let settings: SiteConfiguration
    let isStopping: () -> Bool

    /// Runs the whole erasure; stops early only when the site stops.
    func run(_ user: Int, now: Int) throws {
        guard try writer.writeNow({ try ErasureStore($0).begin(user, now: now) }) else { return }
        // Before the recipes, by which emails to others that name the person are found.
        try eraseMailFiles(of: user)
        while try writer.writeNow({ try ErasureStore($0).eraseRecipe(of: user) }) {
            if isStopping() { return }
        }
        guard try erasePictures(of: user), try mergeSearchIndex(), try redactLog(of: user) else { return }
        try eraseMailFiles(of: user)
        try eraseSearchSnapshot()
        // In one transaction, so that no session can begin in between and remain.
        try writer.writeNow {
            try ErasureStore($0).eraseRows(of: user)
            try ErasureStore($0).finish(user, now: now)
        }
        Log.notice("account \(user) is erased")
    }

    private func erasePictures(of user: Int) throws -> Bool {
        while true {
            let photos = try ErasureStore(reader).unusedPhotos(of: user)
            if photos.isEmpty { break }
            if isStopping() { return false }
            for photo in photos { try MediaSweep.remove(photo, from: settings.mediaPath) }
            try writer.writeNow { try ErasureStore($0).forgetPhotos(photos) }
        }
        for photo in try ErasureStore(reader).keptPhotos(of: user) {
            for file in ["original", StepMedia.upload] {
                try MediaSweep.remove("\(photo)/\(file)", from: settings.mediaPath)
            }
        }
        for screenshot in try ErasureStore(reader).screenshots(of: user) {
            try MediaSweep.remove(screenshot, from: settings.mediaPath)
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: settings.exportsPath)
        where file.hasPrefix(bytes: "\(user)-") {
            try MediaSweep.remove(file, from: settings.exportsPath)
        }
        return true
    }

    private func mergeSearchIndex() throws -> Bool {
        var isFirst = true
        while try writer.writeNow({ [isFirst] in try ErasureStore($0).mergeSearchIndex(isFirst: isFirst) }) {
            if isStopping() { return false }
            isFirst = false
        }
        return true
    }

    private func eraseSearchSnapshot() throws {
        try writer.writeNow { try ErasureStore($0).forgetSearchSnapshot() }
        for path in [settings.searchIndexPath, SearchIndex.temporaryPath(settings.searchIndexPath)]
        where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private func redactLog(of user: Int) throws -> Bool {
        guard let name = try AccountDeletionStore(reader).row(user)?.username else { return false }
        let key = AccountRules.key(name)
        var rows = try AuditStore(reader).rowsNaming(user, name, isName: { AccountRules.key($0) == key })[...]
        while !rows.isEmpty {
            if isStopping() { return false }
            let some = Array(rows.prefix(200))
            try writer.writeNow { try AuditStore($0).redact(some, for: user) }
            rows = rows.dropFirst(200)
        }
        return true
    }

    /// Deletes the files of emails, which exist where there is no mail server.
    private func eraseMailFiles(of user: Int) throws {
        for file in try ErasureStore(reader).mailFiles(of: user) {
            let path = "\(settings.outboxPath)/\(file)"
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Empties the write-ahead log, which still contains old pages; their current content is in the database. Returns
    /// `false` if a reader prevents it, which may be tried again.
    static func emptyLog(_ settings: SiteConfiguration) throws -> Bool {
        let connection = try Connection(path: settings.databasePath, mode: .readWrite)
        // In milliseconds. It has the write lock while it waits for readers, and a backup reads for minutes.
        try connection.run("PRAGMA busy_timeout = 100")
        let isBusy: Int? = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
        return isBusy == 0
    }
}
