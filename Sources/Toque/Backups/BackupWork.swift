// Makes the backup that is due or asked for, deletes old ones, and notifies admins of failures.

import Bytes
import Database
import Foundation

struct BackupWork {
    private static let prefix = "toque-"

    let settings: SiteConfiguration
    let writer: Writer
    let reader: Connection
    let mailer: Mailer
    var remove: (_ path: String) throws -> Void = { try FileManager.default.removeItem(atPath: $0) }

    func run(now: Int, isStopping: @escaping @Sendable () -> Bool) throws {
        guard let folder = settings.backups.folder else { return }
        let running = try BackupStore(reader).last(1).first { $0.state == .running }
        if running != nil { try writer.writeNow { try BackupStore($0).putBackBegun() } }
        removeUnfinished(in: folder)
        if try isDue(now: now) { _ = try writer.writeNow { try BackupStore($0).ask(now: now) } }
        guard let run = try BackupStore(reader).waiting() else { return }
        let file =
            Self.prefix + Dates.time(now).removing(anyOf: ":-") + (settings.backups.keyFile == nil ? ".zip" : ".sealed")
        try writer.writeNow { try BackupStore($0).begin(run, file: file) }
        do {
            let size = try make(run, folder + "/" + file, now: now, isStopping: isStopping)
            try writer.writeNow { try BackupStore($0).finish(run, size: size, now: now) }
            deleteOld(in: folder)
        } catch is CancellationError {
            try writer.writeNow { try BackupStore($0).putBackBegun() }
        } catch {
            let problem = "\(error)".cut(to: 500)
            Log.error("backup: \(problem)")
            let mailer = mailer
            try writer.writeNow { db in
                try BackupStore(db).fail(run, problem, now: now)
                for admin in try AccountStore(db).admins(now: now) {
                    try mailer.notify(.backupFailed(run.id, problem: problem, admin: admin), by: nil, db: db, now: now)
                }
            }
        }
    }

    /// Whether a file has a name that this gives: `toque-20261124T101500Z.zip`.
    private static func isOwn(_ name: String) -> Bool {
        guard let stamp = [".zip", ".sealed"].compactMap({ name.dropping(suffix: $0) }).first?.dropping(prefix: prefix)
        else {
            return false
        }
        return stamp.utf8.count == 16 && stamp.utf8.allSatisfy { ASCII.isDigit($0) || "TZ".utf8.contains($0) }
    }

    /// Removes files that a killed backup of the site left unfinished, unless a command makes a backup.
    private func removeUnfinished(in folder: String) {
        guard let lock = try? BackupLock(settings.data) else { return }
        defer { lock.release() }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let end = name.firstIndex(ofBytes: ".part"), Self.isOwn(String(name[..<end])) else { continue }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    private func isDue(now: Int) throws -> Bool {
        guard settings.backups.hours > 0 else { return false }
        guard let last = try BackupStore(reader).lastAskedAt() else { return true }
        return now - last >= settings.backups.hours * Milliseconds.hour
    }

    private func make(_ run: BackupRun, _ path: String, now: Int, isStopping: @escaping @Sendable () -> Bool) throws
        -> Int
    {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let making = BackupMaking(
            data: settings.data, secretFile: settings.secretFile, key: try settings.backups.keyFile.map(BackupKey.load))
        let writer = writer
        let shown = LastPercent()
        return try making.run(to: path, now: now) { share in
            let percent = min(99, Int(share * 100))
            // If the progress cannot be saved, the backup still continues.
            if shown.moves(to: percent) { try? writer.writeNow { try BackupStore($0).note(percent, of: run) } }
            return !isStopping()
        }.size
    }

    /// Keeps the newest backups of this folder; files with other names are left alone. A file that cannot be deleted is
    /// logged: the new backup is made all the same.
    private func deleteOld(in folder: String) {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(Self.isOwn).sorted()
        for file in files.dropLast(settings.backups.keep) {
            do { try remove("\(folder)/\(file)") } catch { Log.error("backup: cannot delete \(file): \(error)") }
        }
    }
}
