// Tests of backups: made while the site is written to, restored elsewhere, refused when damaged.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct BackupTests {
    /// A site with a public recipe that has a photo, and a folder for files.
    private struct Place {
        let site: TestSite
        let recipe: Int
        let file: String
        let target: String

        init() async throws {
            site = try TestSite()
            let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
            let client = try site.client(.alice)
            try await client.upload("/recipes", RecipeFields.vegan.fields, file: photo).expect(.seeOther)
            recipe = 1
            try await site.approve(site.submit(1))
            file = site.folder.path + "/files/backup.zip"
            target = site.folder.path + "/files/restored"
            try FileManager.default.createDirectory(
                atPath: site.folder.path + "/files", withIntermediateDirectories: true)
            try Data("the secret of this test, 32 bytes or more".utf8).write(
                to: URL(fileURLWithPath: site.folder.path + "/secret"))
        }

        func making(key: [UInt8]? = nil) -> BackupMaking {
            BackupMaking(data: site.site.configuration.data, secretFile: site.folder.path + "/secret", key: key)
        }

        /// The work of the site with backups in a new folder.
        func work(keep: Int = 7) throws -> (work: BackupWork, folder: String) {
            var settings = site.site.configuration
            let folder = site.folder.path + "/backups"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            settings.backups = BackupSettings(folder: folder, hours: 24, keep: keep)
            settings.secretFile = site.folder.path + "/secret"
            let work = BackupWork(
                settings: settings.site, writer: site.site.writer, reader: try site.site.openReader(),
                mailer: site.site.mailer)
            return (work, folder)
        }

        func reading(key: [UInt8]? = nil, newest: Int = 10_000) -> BackupReading {
            BackupReading(path: file, key: key, stage: target + ".restoring", newestMigration: newest)
        }
    }

    @Test func `a restored backup has the rows, pictures and secret of its moment`() async throws {
        let place = try await Place()
        let (site, wrote) = (place.site, LastPercent())
        try place.making().run(to: place.file, now: site.now) { share in
            // A change while the backup is made is not in it.
            if wrote.moves(to: 1) { try? site.run("INSERT INTO blocked_word (word) VALUES ('later')") }
            return true
        }
        #expect(try site.count("SELECT count(*) FROM blocked_word") == 1)
        let list = try place.reading().restore(to: place.target)
        #expect(list.files.count > 3)
        let restored = try Connection(path: place.target + "/toque.sqlite", mode: .readOnly)
        #expect(try restored.value("SELECT count(*) FROM public_recipe") == 1)
        #expect(try restored.value("SELECT count(*) FROM blocked_word") == 0)
        let photo: String = try #require(try restored.value("SELECT id FROM photo"))
        let (old, new) = (site.site.configuration.site.mediaPath, place.target + "/media")
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(old)/\(photo)") {
            #expect(
                FileManager.default.contentsEqual(atPath: "\(old)/\(photo)/\(file)", andPath: "\(new)/\(photo)/\(file)")
            )
        }
        #expect(
            FileManager.default.contentsEqual(atPath: site.folder.path + "/secret", andPath: place.target + "/secret"))
        let left = try FileManager.default.contentsOfDirectory(atPath: site.folder.path + "/files").sorted()
        #expect(left == ["backup.zip", "restored"], "nothing else is left behind")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm")))
    func `a backup has the pictures of a media folder on another disk`() async throws {
        let place = try await Place()
        let (files, media) = (FileManager.default, place.site.site.settings.mediaPath)
        let other = "/dev/shm/toque-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: other) }
        try files.moveItem(atPath: media, toPath: other)
        try files.createSymbolicLink(atPath: media, withDestinationPath: other)
        try place.making().run(to: place.file, now: 0)
        _ = try place.reading().restore(to: place.target)
        let photo: String = try #require(try place.site.value("SELECT id FROM photo"))
        let restored = try files.contentsOfDirectory(atPath: "\(place.target)/media/\(photo)").sorted()
        #expect(try restored == files.contentsOfDirectory(atPath: "\(other)/\(photo)").sorted())
    }

    @Test func `a picture that cannot be read makes the backup fail`() async throws {
        let place = try await Place()
        let photo: String = try #require(try place.site.value("SELECT id FROM photo"))
        let folder = "\(place.site.site.settings.mediaPath)/\(photo)"
        try FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(fileURLWithPath: folder))
        #expect(throws: (any Error).self) { try place.making().run(to: place.file, now: 0) }
        #expect(!FileManager.default.fileExists(atPath: place.file))
    }

    @Test func `a secret that is a relative symbolic link is in the backup`() async throws {
        let place = try await Place()
        let (files, secret) = (FileManager.default, place.site.folder.path + "/secret")
        try files.moveItem(atPath: secret, toPath: secret + ".real")
        try files.createSymbolicLink(atPath: secret, withDestinationPath: "secret.real")
        try place.making().run(to: place.file, now: 0)
        _ = try place.reading().restore(to: place.target)
        #expect(files.contents(atPath: place.target + "/secret") == files.contents(atPath: secret))
    }

    @Test func `an encrypted backup opens with its key only`() async throws {
        let place = try await Place()
        let (key, other) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 8, count: 32))
        try place.making(key: key).run(to: place.file, now: 0)
        let content = try #require(FileManager.default.contents(atPath: place.file))
        #expect(
            content.range(of: Data("SQLite format".utf8)) == nil && content.range(of: Data("toque.sqlite".utf8)) == nil)
        for wrong in [nil, other] {
            #expect(throws: BackupProblem.self) { try place.reading(key: wrong).restore(to: place.target) }
            #expect(!FileManager.default.fileExists(atPath: place.target))
        }
        _ = try place.reading(key: key).restore(to: place.target)
        #expect(FileManager.default.fileExists(atPath: place.target + "/toque.sqlite"))
    }

    @Test(arguments: [false, true])
    func `a damaged or shortened backup is refused and leaves nothing`(isEncrypted: Bool) async throws {
        let place = try await Place()
        let key = isEncrypted ? [UInt8](repeating: 7, count: 32) : nil
        try place.making(key: key).run(to: place.file, now: 0)
        let whole = try #require(FileManager.default.contents(atPath: place.file))
        for part in 1...9 {
            var changed = whole
            changed[whole.count * part / 10] ^= 1
            for bytes in [changed, whole.prefix(whole.count * part / 10)] {
                try bytes.write(to: URL(fileURLWithPath: place.file))
                #expect(throws: BackupProblem.self, "part \(part)") {
                    try place.reading(key: key).restore(to: place.target)
                }
                #expect(!FileManager.default.fileExists(atPath: place.target))
            }
        }
    }

    @Test func `a backup never writes over a file, and a restore never into a folder with files`() async throws {
        let place = try await Place()
        try place.making().run(to: place.file, now: 0)
        #expect(throws: BackupProblem.self) { try place.making().run(to: place.file, now: 0) }
        let data = place.site.site.configuration.data
        #expect(throws: BackupProblem.self) { try place.reading().restore(to: data) }
        #expect(try place.site.count("SELECT count(*) FROM public_recipe") == 1)
        #expect(throws: BackupProblem.self, "it is newer") { try place.reading(newest: 1).restore(to: place.target) }
    }

    @Test func `a backup is restored into an empty folder that a symbolic link names`() async throws {
        let place = try await Place()
        try place.making().run(to: place.file, now: 0)
        let (files, disk) = (FileManager.default, place.site.folder.path + "/disk")
        try files.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: place.target, withDestinationPath: disk)
        _ = try place.reading().restore(to: place.target)
        #expect(files.fileExists(atPath: disk + "/toque.sqlite"))
        #expect(try files.destinationOfSymbolicLink(atPath: place.target) == disk)
    }

    @Test(arguments: [false, true])
    func `a backup that the disk has no space for is refused before it is written`(isEncrypted: Bool) async throws {
        let place = try await Place()
        var making = place.making(key: isEncrypted ? [UInt8](repeating: 7, count: 32) : nil)
        var free = 0
        making.disk = { _ in (free, 1) }
        let problem = try #require(throws: BackupProblem.self) { try making.run(to: place.file, now: 0) }
        #expect(problem.description.contains("MB free"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.site.folder.path + "/files").isEmpty)
        // Written twice if encrypted, and the database is unpacked once more: less than three times the data.
        free =
            3
            * (try #require(FileManager.default.contents(atPath: place.site.site.settings.databasePath)).count
                + (1 << 20))
        try making.run(to: place.file, now: 0)
    }

    @Test func `a stopped backup leaves no file`() async throws {
        let place = try await Place()
        #expect(throws: CancellationError.self) { try place.making().run(to: place.file, now: 0) { $0 < 0.5 } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.site.folder.path + "/files").isEmpty)
    }

    @Test(arguments: ["../secret", "/etc/passwd", "media/../x/y", "media/a", "media/a/.b", "media/a/b/c", "other", ""])
    func `names outside of a data folder are refused`(name: String) {
        #expect(!BackupList.allows(name))
        #expect(BackupList.allows("media/abc/320.webp"))
    }

    @Test func `the site removes only its own unfinished files, and none while a command makes a backup`() async throws
    {
        let place = try await Place()
        let (work, folder) = try place.work()
        let (mine, own) = ("toque-mine.zip.part", "toque-20200101T000000Z.zip.partAbCdEf")
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { [mine, own].contains($0) }.sorted()
        }
        for name in [mine, own] { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        let lock = try BackupLock(place.site.site.configuration.data)
        try work.run(now: place.site.now) { false }
        #expect(try names() == [own, mine].sorted())
        lock.release()
        try work.run(now: place.site.now) { false }
        #expect(try names() == [mine])
    }

    @Test func `a backup is made although an old one cannot be deleted`() async throws {
        let place = try await Place()
        let (given, folder) = try place.work(keep: 1)
        var work = given
        let old = ["toque-20200101T000000Z.zip", "toque-20200102T000000Z.zip"]
        for name in old { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        work.remove = { path in
            guard !path.hasSuffix(old[0]) else { throw CocoaError(.fileWriteNoPermission) }
            try FileManager.default.removeItem(atPath: path)
        }
        try work.run(now: place.site.now) { false }
        #expect(try place.site.value("SELECT state FROM backup_run") == "done")
        #expect(try place.site.count("SELECT count(*) FROM notification WHERE kind = 'backup-failed'") == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count == 2 && names[0] == old[0])
    }

    @Test func `the site makes backups on schedule, keeps the last ones, and tells admins of a failure`() async throws {
        let place = try await Place()
        let (site, folder) = (place.site, place.site.folder.path + "/backups")
        var settings = site.site.configuration
        settings.backups = BackupSettings(folder: folder, hours: 24, keep: 2)
        settings.secretFile = site.folder.path + "/secret"
        func work(_ hours: Int) throws -> [String] {
            let reader = try Connection(path: settings.databasePath, mode: .readOnly)
            try BackupWork(settings: settings.site, writer: site.site.writer, reader: reader, mailer: site.site.mailer)
                .run(now: site.now + hours * 3_600_000) { false }
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        }
        #expect(try work(0).count == 1)
        #expect(try work(23).count == 1, "not due")
        #expect(try work(24).count == 2)
        let third = try work(48)
        #expect(third.count == 2 && third.allSatisfy { $0.hasPrefix("toque-") && $0.hasSuffix(".zip") })
        let ada = try site.client(.ada)
        #expect(try await ada.get("/admin/backups").shows("made and checked"))
        #expect(try await ada.post("/admin/backups").status == .conflict, "no folder is set")
        settings.secretFile = site.folder.path + "/missing"
        #expect(try work(72).count == 2)
        #expect(try site.value("SELECT kind FROM notification WHERE user_id = \(Person.ada.id)") == "backup-failed")
    }
}
