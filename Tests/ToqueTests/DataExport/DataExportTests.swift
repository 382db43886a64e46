// Tests of a member's data archive: complete, without data of others, for its owner only, for a day.

import Database
import Foundation
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct DataExportTests {
    /// Asks for an archive, has it made, and returns its address.
    private func ask(_ site: TestSite, _ client: TestClient) async throws -> String {
        try await client.post("/settings/export").expect(.seeOther)
        site.site.backgroundWorker.work()
        let page = try await client.get("/settings/export")
        return String(try found(page.text.firstMatch(of: /href="(\/settings\/export\/[^"]+)"/)).1)
    }

    private func files(_ site: TestSite) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: site.site.settings.exportsPath)
    }

    /// The names and contents of an archive, as another program unpacks it.
    private func unpack(_ bytes: [UInt8]) throws -> [String: Data] {
        let folder = try TestFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.zip"))
        try SystemProgram.run(
            "/usr/bin/python3", ["-m", "zipfile", "-e", folder.path + "/a.zip", folder.path + "/out"])
        var found: [String: Data] = [:]
        let out = URL(fileURLWithPath: folder.path + "/out")
        for case let name as String in FileManager.default.enumerator(atPath: out.path) ?? .init() {
            found[name] = FileManager.default.contents(atPath: out.path + "/" + name)
        }
        return found
    }

    @Test func `the archive contains every row and picture of its owner, with explanations`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: PhotoTests.file).expect(.seeOther)
        try await site.approve(site.submit(1))
        _ = try await site.write(.honey.with("title", "Barley porridge"), as: .charlie)
        let screenshot = (name: "screenshot", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload("/bugs", [("what", "Lid missing")], file: screenshot).expect(.seeOther)
        try await site.client(.charlie).post("/bugs", [("what", "Charlie’s trouble")]).expect(.seeOther)
        let portrait = (name: "photo", filename: "a.png", bytes: TestPicture.png(width: 90, height: 60))
        try await alice.upload("/settings/profile", told, file: portrait).expect(.seeOther)
        let pan = (name: "step_file-1", filename: "a.png", bytes: TestPicture.png(width: 120, height: 80))
        try await alice.upload("/recipes", RecipeFields.honey.fields, file: pan).expect(.seeOther)
        let answer = try await alice.get(ask(site, alice))
        #expect(answer.status == .ok && answer.headers["Content-Type"] == "application/zip")
        #expect(answer.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
        #expect(answer.headers["Cache-Control"] == "private, no-store")
        let entries = try unpack(answer.bytes)
        let texts = entries.filter { $0.key.hasSuffix(".json") || $0.key.hasSuffix(".txt") }
        let all = texts.values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        for own in ["alice@example.org", "Lentil soup", "Lid missing", "for the tests", "Soups & stews."] {
            #expect(all.contains(own))
        }
        // The site does not show authors who decided either.
        for other in ["bob", "charlie", "Barley porridge", "Charlie’s trouble", "$argon2"] {
            #expect(!all.contains(other), "\(other)")
        }
        let names = Set(PersonalData.tables.compactMap(\.file).map { "\($0).json" })
        #expect(names.isSubset(of: entries.keys) && entries["README.txt"] != nil && entries["index.json"] != nil)
        let pictures = entries.filter {
            $0.key.hasPrefix("pictures/") && $0.key.contains(".") || $0.key.hasSuffix("original")
        }
        // The site keeps no original of a portrait or screenshot.
        #expect(pictures.count == 4 * 8 + 2)
        let originals = Set(pictures.filter { $0.key.hasSuffix("/original") }.values)
        #expect(originals == [Data(TestPicture.png()), Data(pan.bytes)])
        let recipes = try found(JSONSerialization.jsonObject(with: found(entries["texts.json"])) as? [[String: Any]])
        #expect((recipes.first?["body"] as? [String: Any])?["title"] as? String == "Lentil soup")
        #expect((recipes.first?["created_at"] as? String)?.hasPrefix("2026-11-18T10:00") == true)
        let index = try found(JSONSerialization.jsonObject(with: found(entries["index.json"])) as? [String: Any])
        for file in try found(index["files"] as? [[String: Any]]) {
            let name = try found(file["name"] as? String)
            let rows = try found(JSONSerialization.jsonObject(with: found(entries[name])) as? [[String: Any]])
            #expect(rows.count == file["rows"] as? Int, "\(name)")
        }
        #expect(try files(site).count == 1, "nothing is left beside it")
    }

    @Test func `the archive contains the screenshot of a report from the owner’s address`() async throws {
        let site = try TestSite()
        let screenshot = (name: "screenshot", filename: "a.png", bytes: TestPicture.png())
        let report = [("what", "Lid missing"), ("contact", Person.alice.email)]
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = 1")
        try await site.visitor().upload("/bugs", report, file: screenshot).expect(.seeOther)
        let alice = try site.client(.alice)
        let answer = try await alice.get(ask(site, alice))
        let entries = try unpack(answer.bytes)
        #expect(entries.keys.contains { $0.hasPrefix("pictures/") && $0.hasSuffix(".jpg") })
        let texts = try found(entries["bug-reports.json"])
        #expect(String(decoding: texts, as: UTF8.self).contains("Lid missing"))
    }

    @Test func `the archive has the networks of its owner and of failed logins, not of admins`() async throws {
        let site = try TestSite()
        let (ada, alice, visitor) = (try site.client(.ada), try site.client(.alice), try site.visitor())
        (ada.peer, alice.peer, visitor.peer) = ("203.0.113.9", "198.51.100.7", "192.0.2.7")
        try await ada.post("/admin/users/1/role", [("role", "moderator")]).expect(.seeOther)
        try await visitor.post("/login", LoginTests.fields("alice", password: "wrong one")).expect(.unprocessable)
        await site.site.failedLogins.flush()
        let entries = try await unpack(alice.get(ask(site, alice)).bytes)
        let log = try found(JSONSerialization.jsonObject(with: found(entries["log.json"])) as? [[String: Any]])
        func network(_ action: String) -> String? {
            log.first { $0["action"] as? String == action }?["network"] as? String
        }
        #expect(network("role") == "" && network("login-failed") == "192.0.2.0/24")
        #expect(network("export") == "198.51.100.0/24")
        #expect(!String(decoding: try found(entries["log.json"]), as: UTF8.self).contains("203.0.113"))
    }

    @Test func `an archive that the end of the process interrupted waits and is made again`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await halfMade(site, alice, times: ExportRules.tries - 1)
        #expect(try site.value("SELECT state FROM data_export") == "waiting")
        site.site.backgroundWorker.work()
        #expect(try site.value("SELECT state FROM data_export") == "ready")
        #expect(try files(site) == ["1-\(site.now).zip"])
    }

    @Test func `an archive fails after the process ended three times, and leaves no file`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await halfMade(site, alice, times: ExportRules.tries)
        #expect(try site.value("SELECT state FROM data_export") == "failed")
        #expect(try await alice.get("/settings/export").shows("The archive couldn’t be created."))
        site.site.backgroundWorker.work()
        #expect(try files(site) == [])
        #expect(try await alice.get(ask(site, alice)).status == .ok)
    }

    /// Asks for an archive, ends the process `times` times while it is made, and starts another process.
    private func halfMade(_ site: TestSite, _ client: TestClient, times: Int) async throws {
        try await client.post("/settings/export").expect(.seeOther)
        try site.run("UPDATE data_export SET percent = 1, begun = \(times)")
        let parts = "\(site.site.settings.exportsPath)/1-\(site.now).zip.parts"
        try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: false)
        try Data("[]".utf8).write(to: URL(fileURLWithPath: parts + "/account.json"))
        let next = try TestSite(folder: site.folder, clock: site.clock)
        next.site.backgroundWorker.start()
        next.site.backgroundWorker.stop()
    }

    @Test func `an archive is marked as begun before any data is read`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/settings/export").expect(.seeOther)
        try site.write {
            try $0.script(
                """
                CREATE TABLE seen (percent INTEGER);
                CREATE TRIGGER watch AFTER UPDATE OF percent ON data_export
                BEGIN INSERT INTO seen VALUES (NEW.percent); END
                """)
        }
        site.site.backgroundWorker.work()
        #expect(try site.value("SELECT percent FROM seen ORDER BY rowid LIMIT 1") == 1)
        #expect(try site.count("SELECT min(percent) FROM seen") == 1)
    }

    @Test func `the address of an archive works only in its owner’s session`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let address = try await ask(site, alice)
        #expect(try await alice.get(address).status == .ok)
        for other in [Person.charlie, .bob, .ada] {
            #expect(try await site.client(other).get(address).status == .notFound, "\(other)")
            let own = try site.client(other)
            _ = try await ask(site, own)
            #expect(try await own.get(address).status == .notFound, "\(other)")
        }
        #expect(try await site.visitor().get(address).location?.hasPrefix("/login") == true)
        #expect(try await alice.get(address + "x").status == .notFound)
        #expect(try await alice.get("/settings/export/none").status == .notFound)
        #expect(address.count > "/settings/export/".count + 40)
        site.clock.advance(by: 11 * TestClock.minute)
        #expect(try await alice.get(address).location?.hasPrefix("/confirm") == true)
    }

    @Test func `after a day the archive is deleted from page and disk`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let address = try await ask(site, alice)
        #expect(try files(site).count == 1)
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: site.site.settings.exportsPath + "/" + files(site)[0])[.posixPermissions] as? Int
        #expect(mode == 0o600)
        site.clock.advance(by: TestClock.day - 1)
        let later = try site.client(.alice)
        #expect(try await later.get(address).status == .ok)
        site.site.backgroundWorker.work()
        #expect(try files(site).count == 1)
        site.clock.advance(by: 1)
        #expect(try await later.get(address).status == .notFound)
        site.site.backgroundWorker.work()
        #expect(try files(site) == [])
        #expect(try site.count("SELECT count(*) FROM data_export") == 0)
        #expect(try await later.get("/settings/export").shows(Text.exportAsk(.en)))
    }

    @Test func `a member has one archive at a time, and the page refreshes until it is ready`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        #expect(try await alice.get("/settings/export").headers["Refresh"] == nil)
        try await alice.post("/settings/export").expect(.seeOther)
        let waiting = try await alice.get("/settings/export")
        #expect(waiting.headers["Refresh"] == "2" && waiting.text.contains("<progress"))
        #expect(!waiting.text.contains(#"action="/settings/export""#))
        #expect(try await alice.post("/settings/export").cookie("toque_done")?.contains("nothing-changed") == true)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'export' AND actor_name = 'alice'") == 1)
        site.site.backgroundWorker.work()
        let first = try await alice.get("/settings/export")
        #expect(first.headers["Refresh"] == nil)
        site.clock.advance(by: TestClock.minute)
        let second = try await ask(site, alice)
        #expect(!first.text.contains(second))
        #expect(try files(site).count == 1)
    }

    @Test func `a failed archive is reported and can be asked for again`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: PhotoTests.file).expect(.seeOther)
        try await alice.post("/settings/export").expect(.seeOther)
        let folder = site.site.settings.exportsPath
        try FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(fileURLWithPath: folder))
        site.site.backgroundWorker.work()
        #expect(try await alice.get("/settings/export").shows("The archive couldn’t be created."))
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(try await alice.get(ask(site, alice)).status == .ok)
    }

    @Test func `an archive that a stop interrupted is made after the next start`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/settings/export").expect(.seeOther)
        let next = try TestSite(folder: site.folder, clock: site.clock)
        next.site.backgroundWorker.work()
        #expect(try next.count("SELECT count(*) FROM data_export WHERE state = 'ready'") == 1)
    }
}
