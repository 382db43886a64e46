// Tests of erasing an account after two weeks: no personal data stays in any file, and the audit log stays valid.

import Database
import Foundation
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

/// A unique word for every place where people write.
enum Canary: String, CaseIterable {
    case title = "zebrafinch"
    case step = "quillwort"
    case tips = "xylocarp"
    case photo = "vantablack"
    case bug = "wolframite"
    case contact = "yellowlegs"
    case note = "kingfisher"
    case draft = "jacaranda"
    case name = "ulexite"
    case mail = "thylacine"
    case reason = "smaragdine"
    case bio = "ytterbium"
    case pan = "murmuration"
    case caseNote = "flumadiddle"
}

@Suite struct ErasureTests {
    private static let email = "\(Canary.mail.rawValue)@example.org"

    /// Gives Alice another name and address, and rows in every table.
    private static func fill(_ site: TestSite) async throws -> (kept: Int, draft: Int) {
        let (name, mail, now) = (Canary.name.rawValue, email, site.now)
        try site.write { db in
            try db.run(
                "UPDATE user SET username = \(name), username_key = \(name), email = \(mail), email_key = \(mail) WHERE id = 1"
            )
            try LicenceStore(db).grant(
                user: 1, until: now + 900 * TestClock.day, note: Canary.note.rawValue, by: Person.ada.viewer.actor,
                now: now)
        }
        let alice = try site.client(.alice)
        let fields = RecipeFields("Soup \(Canary.step.rawValue)", ingredients: "1 onion", steps: ["Cook it."])
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png() + Array(Canary.photo.rawValue.utf8))
        try await alice.upload("/recipes", fields.fields, file: photo).expect(.seeOther)
        try await site.requestChanges(site.submit(1))
        try await site.save(1, RecipeFields("Onion soup", ingredients: "1 onion", steps: ["Cook it."]))
        let note = [("text", Canary.caseNote.rawValue)]
        let submission = try await site.submit(1)
        try await site.client(.bob).post("/moderation/submissions/\(submission)/notes", note).expect(.seeOther)
        try await site.approve(submission)
        try await site.save(1, RecipeFields("Later \(Canary.draft.rawValue)", ingredients: "1 onion"))
        let draft = try await site.write(.honey.with("title", Canary.title.rawValue).with("tips", Canary.tips.rawValue))
        _ = try await site.submit(draft)
        func picture(_ field: String, _ word: Canary) -> (name: String, filename: String, bytes: [UInt8]) {
            (name: field, filename: "a.png", bytes: TestPicture.png() + Array(word.rawValue.utf8))
        }
        try await alice.upload("/settings/profile", [("bio", Canary.bio.rawValue)], file: picture("photo", .bio))
            .expect(.seeOther)
        let pan = RecipeFields("Pan soup", ingredients: "1 onion", steps: ["Cook it."]).fields
        try await alice.upload("/recipes", pan, file: picture("step_file-1", .pan)).expect(.seeOther)
        let shot = (name: "screenshot", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload(
            "/bugs", [("what", Canary.bug.rawValue), ("contact", Canary.contact.rawValue)], file: shot
        ).expect(.seeOther)
        try await site.client(.charlie).post("/bugs", [("what", "The same")]).expect(.seeOther)
        try site.run("UPDATE bug_report SET state = 'duplicate', duplicate_of = 1 WHERE id = 2")
        try await alice.post("/settings/preferences", [("diet", "vegan"), ("units", "us")]).expect(.seeOther)
        try site.run("INSERT INTO disliked_ingredient (user_id, ingredient_id) SELECT 1, min(id) FROM ingredient")
        try await alice.post("/settings/export").expect(.seeOther)
        try await site.visitor().post("/forgot", [("login", mail)]).expect(.seeOther)
        // Like an email to an address that belonged to no account yet.
        try site.run("UPDATE user SET email_confirmed_at = \(now) WHERE id = 1")
        try site.run(
            """
            INSERT INTO outbox (kind, recipient, language, subject, text, created_at, next_try_at, give_up_at)
            VALUES ('bug-answered', \(mail), 'en', 'A report', 'A text', \(now), \(now), \(now))
            """)
        site.site.backgroundWorker.work()
        return (1, draft)
    }

    /// The files of the data folder that contain the word.
    private static func files(with word: String, _ site: TestSite) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: site.folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            let data = FileManager.default.contents(atPath: site.folder.path + "/" + name) ?? Data()
            return data.range(of: Data(word.utf8)) != nil || name.contains(word)
        }
    }

    private static func leave(_ site: TestSite, _ fate: String) async throws {
        let ada = try site.client(.ada)
        let fields = [("recipes", fate), ("reason", Canary.reason.rawValue)]
        try await ada.post("/admin/users/1/delete", fields).expect(.seeOther)
    }

    @Test(arguments: ["withdraw", "keep"])
    func `after two weeks no file contains a word of theirs, except in what stays public`(fate: String) async throws {
        let site = try TestSite()
        let (kept, _) = try await Self.fill(site)
        for word in [Canary.title, .draft, .photo, .name, .mail, .bio, .pan, .caseNote] {
            #expect(try !Self.files(with: word.rawValue, site).isEmpty, "\(word)")
        }
        try await Self.leave(site, fate)
        site.clock.advance(by: 14 * TestClock.day - 1)
        site.site.backgroundWorker.work()
        #expect(try !Self.files(with: Canary.title.rawValue, site).isEmpty)
        site.clock.advance(by: 1)
        site.site.backgroundWorker.work()
        for word in Canary.allCases {
            #expect(try Self.files(with: word.rawValue, site) == [], "\(word)")
        }
        #expect(try site.failures() == [])
        let page = try await site.visitor().get("/recipes/\(kept)-onion-soup")
        #expect(page.status == (fate == "keep" ? .ok : .notFound))
        #expect(page.shows("a former member") == (fate == "keep"))
        #expect(try site.count("SELECT count(*) FROM recipe WHERE author_id = 1") == (fate == "keep" ? 1 : 0))
        #expect(try site.count("SELECT count(*) FROM revision WHERE author_id = 1") == (fate == "keep" ? 1 : 0))
        let media = try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath)
        #expect(media == [], "the picture was on an earlier text only")
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.exportsPath) == [])
    }

    @Test func `tables of personal data lose the person’s rows, other rows stay, the name is a number`() async throws {
        let site = try TestSite()
        _ = try await Self.fill(site)
        try await Self.leave(site, "withdraw")
        site.clock.advance(by: 14 * TestClock.day)
        try await Self.comeToAProvider(site)
        let before = try Self.deletedRows(site)
        for table in ["session", "provider_request", "reset_request", "outbox", "preferences"] {
            #expect(before[table]?.own ?? 0 > 0, "\(table)")
        }
        #expect(try site.count("SELECT count(*) FROM outbox WHERE user_id IS NULL AND recipient = \(Self.email)") == 1)
        site.site.backgroundWorker.work()
        // Total numbers, since the rows that show whose they were are deleted now.
        for (table, rows) in try Self.deletedRows(site) {
            #expect(rows.all == before[table].map { $0.all - $0.own }, "\(table)")
        }
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        #expect(try site.value("SELECT username FROM user WHERE id = 1") == "deleted account 1")
        // Charlie's report is no longer a duplicate, because the other report is deleted.
        #expect(try site.value("SELECT state FROM bug_report WHERE id = 2") == "new")
        let ada = try site.client(.ada)
        #expect(try await ada.get("/admin/users/1").status == .notFound)
        #expect(try await ada.post("/admin/users/1/role", [("role", "admin")]).status == .notFound)
        #expect(try await ada.post("/admin/users/1/reset-link").status == .notFound)
        #expect(try await ada.get("/admin/users").shows("deleted account") == false)
        let visitor = try site.visitor()
        #expect(
            try await visitor.post("/login", LoginTests.fields("deleted account 1", password: "")).status
                == .unprocessable)
    }

    @Test func `reports and emails belong to the owner of a confirmed address, however it is spelt`() async throws {
        let site = try TestSite()
        let (visitor, bob) = (try site.visitor(), try site.client(.bob))
        try await visitor.post("/bugs", [("what", "Broken"), ("contact", "ALICE@example.org")]).expect(.seeOther)
        try await bob.post("/bugs", [("what", "Same"), ("contact", "alice@example.org")]).expect(.seeOther)
        let reports = try #require(PersonalData.tables.first { $0.name == "bug_report" })
        func alices() throws -> [Int] {
            try site.read { try $0.all("SELECT id FROM bug_report WHERE \(sql: reports.whose(1))") { $0[0] } }
        }
        #expect(try alices() == [])
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = 1")
        #expect(try alices() == [1])
    }

    @Test func `a remaining session of an erased account does not log in`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try site.run("UPDATE user SET erased_at = 1 WHERE id = 1")
        #expect(try await alice.get("/my/recipes").status == .seeOther)
    }

    /// A site that sends emails, so that addresses can be confirmed.
    private static func mailing() throws -> TestSite {
        try TestSite(folder: .filled(), clock: TestClock()) {
            $0.smtp = try? SMTPServer(url: "smtp://127.0.0.1:1", certificates: nil, seconds: 1)
        }
    }

    private static func erased(_ site: TestSite) throws -> [Int] {
        try site.read { try $0.all("SELECT id FROM user WHERE erased_at IS NOT NULL ORDER BY id") { $0[0] } }
    }

    @Test func `unconfirmed accounts without use are erased where the site sends emails`() throws {
        let site = try Self.mailing()
        let now = site.now
        try site.write { db in
            _ = try AccountStore(db).add(
                username: AccountRules.houseAccount, email: "toque@localhost", password: nil, now: now)
            _ = try SessionStore(db).begin(user: Person.bella.id, SessionStart(isKept: true), now: now)
            try db.run("UPDATE user SET email_confirmed_at = 1 WHERE id = \(Person.alice.id)")
            try db.run("UPDATE user SET role = 'member' WHERE id IN (1, 2, 3, 4)")
        }
        site.clock.advance(by: 120 * TestClock.day - 1)
        for _ in 0..<2 { site.site.backgroundWorker.work() }
        #expect(try Self.erased(site) == [])
        site.clock.advance(by: TestClock.day)
        for _ in 0..<2 { site.site.backgroundWorker.work() }
        // The site's own account has no email address and no owner, and stays.
        #expect(try Self.erased(site) == [Person.bob.id, Person.charlie.id].sorted())
    }

    @Test func `an account with a used session is not erased, nor one whose owner logs in at the last moment`()
        async throws
    {
        let site = try Self.mailing()
        let charlie = try site.visitor()
        try await charlie.post("/login", LoginTests.fields("charlie") + [("remember", "1")]).expect(.seeOther)
        for days in [29, 28, 2] {
            site.clock.advance(by: days * TestClock.day)
            #expect(try await charlie.get("/my/recipes").status == .ok)
        }
        // The session has ended and is deleted, so no row shows how long it was used.
        for _ in 0..<58 {
            site.clock.advance(by: TestClock.day)
            try site.site.mailSender.deliverDue()
            site.site.backgroundWorker.work()
            #expect(try site.count("SELECT count(*) FROM leaving WHERE user_id = \(Person.charlie.id)") == 0)
        }
        site.clock.advance(by: 4 * TestClock.day)
        try site.site.mailSender.deliverDue()
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM leaving WHERE user_id = \(Person.charlie.id)") == 1)
        let back = try await site.loggedIn(.charlie)
        site.site.backgroundWorker.work()
        #expect(try !Self.erased(site).contains(Person.charlie.id))
        #expect(try await back.get("/my/recipes").status == .ok)
        #expect(try site.count("SELECT count(*) FROM leaving WHERE user_id = \(Person.charlie.id)") == 0)
    }

    /// For each table whose rows of Alice are deleted: the number of all rows and of hers.
    private static func deletedRows(_ site: TestSite) throws -> [String: (all: Int, own: Int)] {
        try site.read { db in
            var rows: [String: (all: Int, own: Int)] = [:]
            for table in PersonalData.tables {
                guard case .deleted = table.end else { continue }
                rows[table.name] = (
                    try db.value("SELECT count(*) FROM \(raw: table.name)") ?? 0,
                    try db.value("SELECT count(*) FROM \(raw: table.name) WHERE \(sql: table.whose(1))") ?? 0
                )
            }
            return rows
        }
    }

    /// Alice logs in at the last moment and starts a login with a provider.
    private static func comeToAProvider(_ site: TestSite) async throws {
        _ = try site.client(.alice)
        try site.run(
            """
            INSERT INTO provider_request (state_hash, provider, purpose, session_id, next, began_at, expires_at)
            SELECT x'01', 'example', 'confirm', max(id), '/', 0, 1 FROM session WHERE user_id = 1
            """)
    }

    @Test func `a failed erasure does not stop others`() async throws {
        let site = try TestSite()
        try await site.leave(.alice)
        try await site.leave(.charlie)
        try site.write {
            try $0.script(
                """
                CREATE TRIGGER stuck BEFORE UPDATE OF begun_at ON leaving WHEN OLD.user_id = 1
                BEGIN SELECT RAISE(ABORT, 'stuck'); END
                """)
        }
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        let erased = try site.read { try $0.all("SELECT id FROM user WHERE erased_at IS NOT NULL") { $0[0] as Int } }
        #expect(erased == [Person.charlie.id])
        try site.run("DROP TRIGGER stuck")
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
    }

    @Test func `the name and address of an erased account can be registered again`() async throws {
        let site = try TestSite()
        try await site.leave(.alice)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        let fields = [("password", Person.password), ("password_again", Person.password)]
        let answer = try await site.visitor().post(
            "/register", fields + [("username", "alice"), ("email", "alice@example.org")])
        #expect(answer.location == "/welcome")
        #expect(try site.count("SELECT id FROM user WHERE username = 'alice'") == 6)
    }

    @Test func `a recipe with many revisions is erased in several transactions`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.honey)
        try site.run(
            """
            WITH RECURSIVE more (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 500)
            INSERT INTO revision (recipe_id, n, title, slug, body, sha256, author_id, created_at)
            SELECT v.recipe_id, more.n, v.title, v.slug, v.body, v.sha256, v.author_id, v.created_at
            FROM revision v, more WHERE v.recipe_id = \(recipe)
            """)
        try await site.leave(.alice)
        site.clock.advance(by: 14 * TestClock.day)
        let now = site.now
        #expect(try site.write { try ErasureStore($0).begin(1, now: now) })
        var left = [500]
        while try site.write({ try ErasureStore($0).eraseRecipe(of: 1) }) {
            left.append(try site.count("SELECT count(*) FROM revision"))
        }
        #expect(left.last == 0)
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 - $1 <= 51 }, "\(left)")
    }

    @Test func `a moderator’s decisions and log entries stay without the name, and the log stays valid`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        try await site.leave(.bob)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM decision WHERE by_id = 2") == 1)
        let names = try site.read { try $0.all("SELECT actor_name FROM audit") { $0[0] as String } }
        #expect(!names.contains("bob") && names.contains("account 2") && names.contains("alice"))
        let rounds = try await site.client(.bella).get("/moderation/submissions/1")
        #expect(rounds.shows("a former member") && !rounds.shows("deleted account"))
        #expect(try site.failures() == [])
        try site.write { db in
            try db.script("DROP TRIGGER audit_is_never_changed")
            try db.run("UPDATE audit SET to_state = 'rejected' WHERE action = 'approve'")
        }
        #expect(try site.failures().contains { $0.check == "audit" })
    }

    @Test func `without an erasure in progress the database refuses these changes`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        try await site.leave(.alice)
        for change: SQL in [
            "UPDATE audit SET actor_name = 'x', redacted_for = 1", "DELETE FROM decision", "DELETE FROM submission",
            "DELETE FROM revision",
        ] {
            #expect(throws: DatabaseError.self, "\(change)") { try site.run(change) }
        }
    }

    @Test func `a login at the last moment keeps the account, after that it cannot be restored`() async throws {
        let site = try TestSite()
        try await site.leave(.alice)
        site.clock.advance(by: 14 * TestClock.day)
        let (now, alice) = (site.now, try await site.loggedIn(.alice))
        #expect(try site.write { try ErasureStore($0).begin(1, now: now) })
        #expect(try await alice.get("/settings/delete").shows("the deletion has begun"))
        _ = try await alice.post("/settings/delete/keep")
        #expect(try site.count("SELECT count(*) FROM leaving") == 1)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM user WHERE erased_at IS NOT NULL") == 1)
        #expect(try await alice.get("/settings/delete").location?.hasPrefix("/login") == true)
    }

    @Test func `an erasure that is stopped after any step continues to the same result`() async throws {
        var steps = 0
        while true {
            let site = try TestSite()
            _ = try await Self.fill(site)
            try await Self.leave(site, "keep")
            site.clock.advance(by: 14 * TestClock.day)
            let (reader, settings) = (try site.site.openReader(), site.site.settings)
            var asked = 0
            let stopped = Erasure(writer: site.site.writer, reader: reader, settings: settings) {
                asked += 1
                return asked > steps
            }
            try stopped.run(1, now: site.now)
            let isWhole = try site.count("SELECT count(*) FROM leaving") == 0
            site.site.backgroundWorker.work()
            #expect(try site.count("SELECT count(*) FROM leaving") == 0, "\(steps)")
            #expect(try site.failures() == [], "\(steps)")
            for word in Canary.allCases { #expect(try Self.files(with: word.rawValue, site) == [], "\(steps) \(word)") }
            if isWhole { break }
            steps += 1
        }
        #expect(steps >= 4)
    }
}
