// Reads backups: checks every file against the list, and restores them into an empty folder.

import Archive
import Bytes
import Database
import Foundation
import Security

struct BackupReading {
    let path: String
    /// The key that decrypts it; `nil` for none.
    let key: [UInt8]?
    /// A folder for what has to be unpacked, made and removed here.
    let stage: String
    /// The number of the newest migration of this program.
    let newestMigration: Int

    /// Reads every file and compares it with the list, then checks the database. Returns the number of files.
    func check(progress: (Double) -> Bool = { _ in true }) throws -> Int {
        let files = FileManager.default
        try files.createDirectory(
            atPath: stage, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: stage) }
        return try unpack(to: stage + "/content", keeping: { $0 == BackupList.database }, progress: progress).files
            .count
    }

    /// The folder in which a backup for a data folder is unpacked: beside it, or in it if it is a mount point, because
    /// its parent is on another disk.
    static func stage(for data: String) -> String {
        func disk(_ path: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.systemNumber] as? Int
        }
        let isMount = disk(data).map { $0 != disk((data as NSString).deletingLastPathComponent) } ?? false
        return isMount ? data + "/.restoring" : data + ".restoring"
    }

    /// Restores everything into a folder that is missing or empty, or that a symbolic link names. If a file is
    /// damaged or does not fit, nothing is left there.
    func restore(to data: String, progress: (Double) -> Bool = { _ in true }) throws -> BackupList {
        let (files, data) = (FileManager.default, URL(fileURLWithPath: data).resolvingSymlinksInPath().path)
        try? files.removeItem(atPath: stage)
        if files.fileExists(atPath: data) {
            guard try files.contentsOfDirectory(atPath: data).isEmpty else {
                throw BackupProblem(
                    description: "\(data) is not empty; restore into an empty folder, named with --data")
            }
        }
        try files.createDirectory(
            atPath: stage, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: stage) }
        let content = stage + "/content"
        let list = try unpack(to: content, keeping: { _ in true }, progress: progress)
        try files.createDirectory(atPath: content + "/media", withIntermediateDirectories: true)
        // `rmdir` removes an empty folder only: whatever appeared there meanwhile stays.
        if !files.fileExists(atPath: data) || rmdir(data) == 0 {
            try files.moveItem(atPath: content, toPath: data)
            return list
        }
        // A mount point cannot be removed. The database is last, so that a restore that is killed is no data folder.
        guard try files.contentsOfDirectory(atPath: data).allSatisfy({ "\(data)/\($0)" == stage }) else {
            throw BackupProblem(description: "\(data) is not empty any more; restore into an empty folder")
        }
        let names = try files.contentsOfDirectory(atPath: content).filter { $0 != BackupList.database }
        for name in names + [BackupList.database] {
            try files.moveItem(atPath: "\(content)/\(name)", toPath: "\(data)/\(name)")
        }
        return list
    }

    /// Unpacks the files that are wanted, and compares all with the list.
    private func unpack(
        to folder: String, keeping isKept: (String) -> Bool, progress: (Double) -> Bool
    ) throws -> BackupList {
        let reader = try archive()
        let list = try list(reader)
        let listed = Dictionary(list.files.map { ($0.name, $0) }) { first, _ in first }
        let items = reader.items.filter { $0.name != BackupList.name }
        guard items.count == list.files.count, Set(items.map(\.name)) == Set(listed.keys) else { throw damaged }
        let total = Double(max(1, list.files.reduce(0) { $0 + $1.size }))
        var done = 0.0
        for item in items {
            guard let expected = listed[item.name] else { throw damaged }
            let (digest, target) = (DigestStream(), isKept(item.name) ? try open("\(folder)/\(item.name)") : nil)
            defer { try? target?.close() }
            do {
                try reader.read(item) { piece in
                    digest.add(piece)
                    try target?.write(contentsOf: Data(piece))
                    done += Double(piece.count)
                    guard progress(done / total) else { throw CancellationError() }
                }
            } catch is ZipRefusal { throw damaged }
            guard digest.finish() == expected.sha256 else { throw damaged }
            try target?.synchronize()
        }
        try checkDatabase("\(folder)/\(BackupList.database)")
        return list
    }

    private var damaged: BackupProblem {
        BackupProblem(description: "\(path) is damaged or no backup; use another one")
    }

    /// The archive, decrypted to the stage if it is encrypted.
    private func archive() throws -> ZipReader {
        guard FileManager.default.fileExists(atPath: path) else {
            throw BackupProblem(description: "there is no file \(path)")
        }
        var place = path
        if SealedFile.isSealed(path) {
            guard let key else {
                throw BackupProblem(description: "\(path) is encrypted; name its key with TOQUE_BACKUP_KEY_FILE")
            }
            place = stage + "/backup.zip"
            do {
                try SealedFile.open(path, to: place, key: key)
            } catch is SealedFile.Damaged {
                throw BackupProblem(
                    description: "\(path) cannot be decrypted: the key is another one, or it is damaged")
            }
        }
        guard key == nil || place != path else {
            throw BackupProblem(
                description: "\(path) is not encrypted, but TOQUE_BACKUP_KEY_FILE is set; unset it to restore this file"
            )
        }
        do throws(ZipRefusal) { return try ZipReader(path: place, limits: .none) } catch { throw damaged }
    }

    private func list(_ reader: ZipReader) throws -> BackupList {
        guard let item = reader.items.first(where: { $0.name == BackupList.name }), item.size < 1 << 30,
            let bytes = try? reader.bytes(of: item),
            let list = try? JSONDecoder().decode(BackupList.self, from: Data(bytes)),
            list.files.contains(where: { $0.name == BackupList.database }),
            list.files.allSatisfy({ BackupList.allows($0.name) })
        else { throw damaged }
        guard list.format <= BackupList.format, list.migration <= newestMigration else {
            throw BackupProblem(description: "\(path) was made by a newer Toque; restore it with that version")
        }
        return list
    }

    private func open(_ path: String) throws -> FileHandle {
        let files = FileManager.default
        try files.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw BackupProblem(description: "cannot write \(path)")
        }
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    private func checkDatabase(_ path: String) throws {
        let db = try Connection(path: path, mode: .readWrite)
        let problems = try db.all("PRAGMA integrity_check(5)") { $0[0] as String }.filter { $0 != "ok" }
        let broken = try db.exists("SELECT 1 FROM pragma_foreign_key_check")
        guard problems.isEmpty, !broken else { throw damaged }
    }
}
