// Makes a backup of a running site: a snapshot of the database with all media that it names.

import Archive
import Bytes
import Database
import Foundation
import Security

struct BackupMaking {
    let data: String
    let secretFile: String
    /// The key that encrypts it; `nil` for none.
    let key: [UInt8]?

    /// The free bytes of the disk with a folder, and the number of that disk.
    var disk: (_ folder: String) throws -> (free: Int, number: Int) = Self.disk

    /// What was written.
    struct Result: Sendable {
        let size: Int
        let files: Int
    }

    /// Writes a backup whole or not at all, and checks it by reading it again. Calls `progress` with the share done,
    /// from 0 to 1; if it returns false, nothing is written.
    @discardableResult
    func run(to path: String, now: Int, progress: @escaping @Sendable (Double) -> Bool = { _ in true }) throws -> Result
    {
        let files = FileManager.default
        guard files.fileExists(atPath: data + "/" + BackupList.database) else {
            throw BackupProblem(description: "no database in \(data); name the data folder with --data")
        }
        guard !files.fileExists(atPath: path) else {
            throw BackupProblem(description: "\(path) is there already; choose another name")
        }
        // In the data folder, because hard links need the same file system.
        let lock = try BackupLock(data)
        defer { lock.release() }
        let stage = data + "/backup-in-progress"
        try? files.removeItem(atPath: stage)
        try files.createDirectory(
            atPath: stage + "/media", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: stage) }
        let list = try gather(stage, now: now) { progress($0 * 0.4) }
        try requireSpace(for: list, target: (path as NSString).deletingLastPathComponent)
        let target = path + ".part"
        Self.removeLeftovers(of: target)
        defer { try? files.removeItem(atPath: target) }
        try write(list, stage, to: target) { progress(0.4 + $0 * 0.3) }
        let count = try BackupReading(path: target, key: key, stage: stage + "/check", newestMigration: list.migration)
            .check {
                progress(0.7 + $0 * 0.3)
            }
        try Self.settle(target, as: path)
        let size = try files.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        return Result(size: size, files: count)
    }

    /// Collects the files. Media are linked before and after the snapshot, so that those which are deleted or added
    /// meanwhile are there if the snapshot names them.
    private func gather(_ stage: String, now: Int, progress: (Double) -> Bool) throws -> BackupList {
        let database = "\(stage)/\(BackupList.database)"
        let source = try Connection(path: "\(data)/\(BackupList.database)", mode: .readOnly)
        try linkMedia(of: MediaSweep.pictures(source), stage)
        try source.copy(to: database) { progress($0 * 0.5) }
        // Its content, since a copy of a relative symbolic link names another file.
        let secret = try Data(contentsOf: URL(fileURLWithPath: secretFile))
        guard
            FileManager.default.createFile(
                atPath: "\(stage)/\(BackupList.secret)", contents: secret, attributes: [.posixPermissions: 0o600])
        else { throw BackupProblem(description: "cannot write \(stage)/\(BackupList.secret)") }
        let snapshot = try Connection(path: database, mode: .readWrite)
        try snapshot.run("PRAGMA journal_mode = DELETE")
        let migration: Int = try snapshot.value("SELECT max(number) FROM schema_migration") ?? 0
        let wanted = Set(try MediaSweep.pictures(snapshot))
        try linkMedia(of: wanted, stage)
        let media = try Self.media(in: stage).filter { name in
            let parts = name.split(bytes: "/").map(String.init)
            return wanted.contains(parts[1]) && ![StepMedia.made, StepMedia.firstFrame].contains(parts[2])
        }
        let missing = wanted.subtracting(media.map { String($0.split(bytes: "/")[1]) })
        if !missing.isEmpty {
            Log.notice("backup: \(missing.count) pictures are missing in \(data)/media; toque check lists them")
        }
        let names = [BackupList.database, BackupList.secret] + media
        var listed: [BackupList.File] = []
        for (index, name) in names.enumerated() {
            let (sha256, size) = try DigestStream.file("\(stage)/\(name)")
            listed.append(BackupList.File(name: name, size: size, sha256: sha256))
            guard progress(0.5 + 0.5 * Double(index + 1) / Double(names.count)) else { throw CancellationError() }
        }
        return BackupList(format: BackupList.format, madeAt: now, migration: migration, files: listed)
    }

    /// Throws if a disk is too full. The archive is at most about as large as its files. An encrypted one is written
    /// twice: first as it is into the data folder, then encrypted. The check unpacks the database into the data folder.
    private func requireSpace(for list: BackupList, target: String) throws {
        let all = list.files.reduce(0) { $0 + $1.size }
        let database = list.files.first { $0.name == BackupList.database }?.size ?? 0
        let folder = target.isEmpty ? "." : target
        let (data, place) = (try disk(self.data), try disk(folder))
        let needed = (data: database + (key == nil ? 0 : all), place: all)
        let isOne = data.number == place.number
        for (folder, free, needed) in [
            (self.data, data.free, needed.data + (isOne ? needed.place : 0)), (folder, place.free, needed.place),
        ] where free < needed {
            throw BackupProblem(
                description:
                    "\(folder) has \(free >> 20) MB free, and the backup needs \((needed >> 20) + 1) MB; free some space"
            )
        }
    }

    private static func disk(_ folder: String) throws -> (free: Int, number: Int) {
        let disk = try FileManager.default.attributesOfFileSystem(forPath: folder)
        return (
            (disk[.systemFreeSize] as? NSNumber)?.intValue ?? 0, (disk[.systemNumber] as? NSNumber)?.intValue ?? 0
        )
    }

    private func linkMedia(of pictures: some Sequence<String>, _ stage: String) throws {
        let files = FileManager.default
        for picture in pictures {
            let (source, target) = ("\(data)/media/\(picture)", "\(stage)/media/\(picture)")
            do {
                let names = try files.contentsOfDirectory(atPath: source)
                try files.createDirectory(atPath: target, withIntermediateDirectories: true)
                for name in names where BackupList.allows("media/\(picture)/\(name)") {
                    try Self.link("\(source)/\(name)", to: "\(target)/\(name)")
                }
            } catch CocoaError.fileReadNoSuchFile {
                continue
            }
        }
    }

    /// Links a file that may have been deleted since it was listed. Copies it where links are impossible, such as from
    /// another file system.
    private static func link(_ source: String, to target: String) throws {
        guard Foundation.link(source, target) != 0, errno != EEXIST else { return }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: target)
        } catch CocoaError.fileReadNoSuchFile {
            return
        }
    }

    private static func media(in stage: String) throws -> [String] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: stage + "/media").sorted().flatMap { folder in
            try files.contentsOfDirectory(atPath: "\(stage)/media/\(folder)").sorted().map { "media/\(folder)/\($0)" }
        }
    }

    private func write(
        _ list: BackupList, _ stage: String, to path: String, progress: @escaping @Sendable (Double) -> Bool
    ) throws {
        let json = JSONEncoder()
        json.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var entries: [ZipEntry] = [.bytes(name: BackupList.name, Array(try json.encode(list)))]
        for file in list.files {
            let place = "\(stage)/\(file.name)"
            entries.append(
                file.name == BackupList.database
                    ? .text(name: file.name, path: place) : .file(name: file.name, path: place))
        }
        // Only the owner can read what is being written: libzip makes its own file beside the archive.
        let mask = umask(0o077)
        defer { umask(mask) }
        let archive = key == nil ? path : stage + "/backup.zip"
        do {
            try ZipFile.write(entries, to: archive, progress: progress)
        } catch ArchiveError.cancelled { throw CancellationError() }
        if let key {
            try SealedFile.seal(archive, to: path, key: key)
            // The check needs its space.
            try FileManager.default.removeItem(atPath: archive)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Removes what a killed backup to the same file left behind: libzip adds six letters to the name.
    private static func removeLeftovers(of part: String) {
        let (folder, name) = ((part as NSString).deletingLastPathComponent, (part as NSString).lastPathComponent)
        let place = folder.isEmpty ? "." : folder
        for file in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        where file.hasPrefix(bytes: name) && file.utf8.count <= name.utf8.count + 7 {
            try? FileManager.default.removeItem(atPath: "\(place)/\(file)")
        }
    }

    /// Gives the finished file its name, after its content is on the disk.
    private static func settle(_ part: String, as path: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: part))
        try file.synchronize()
        try file.close()
        try FileManager.default.moveItem(atPath: part, toPath: path)
        let folder = openFolder((path as NSString).deletingLastPathComponent)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    private static func openFolder(_ folder: String) -> Int32 { open(folder.isEmpty ? "." : folder, O_RDONLY) }
}

/// Lets one backup run at a time, by a lock of the data folder itself, which ends with the process. No file is made, so
/// that a backup as root leaves nothing that the service could not open.
final class BackupLock {
    private let folder: Int32

    init(_ data: String) throws {
        folder = open(data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw BackupProblem(description: "cannot open the folder \(data)") }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            close(folder)
            throw BackupProblem(description: "another backup is running; wait until it ends")
        }
    }

    func release() { close(folder) }
}
