// Tests of the events that notify members: exactly once each, and nobody of their own actions.

import Database
import HTTP
import Mail
import Security
import Testing

@testable import TestKit
@testable import Toque

@Suite struct NotificationEventTests {
    private let site: TestSite
    private let user = "/admin/users/\(Person.charlie.id)"

    init() throws { site = try TestSite() }

    private func kinds(_ person: Person = .charlie) async throws -> [String] {
        try await site.notifications(person).items.map(\.kind)
    }

    private func grant(until day: String, _ person: Person = .charlie) async throws {
        try await site.client(.ada).post("/admin/users/\(person.id)/licence", [("until", day)]).expect(.seeOther)
    }

    @Test func `two moderators who decide at the same time cause one notification`() async throws {
        let submission = try await site.submit(site.write(.vegan))
        let fields = try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: "A poem.")
        let path = "/moderation/submissions/\(submission)"
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        let answers = [
            try await bob.post("\(path)/approve", fields), try await bella.post("\(path)/reject", fields),
            try await bob.post("\(path)/approve", fields),
        ]
        #expect(answers.map(\.status) == [.seeOther, .conflict, .conflict])
        #expect(try await kinds(.alice) == ["approved"])
    }

    @Test func `the same event again notifies nobody`() async throws {
        let (mailer, now) = (site.site.mailer, site.now)
        let event = NotificationEvent.licenceRevoked(user: Person.charlie.id, at: now)
        let added = try site.write { db in
            try [event, event].map { try mailer.notify($0, by: nil, db: db, now: now) }
        }
        #expect(added == [true, false])
        #expect(try await kinds() == ["licence-revoked"])
    }

    @Test func `nobody is notified of what they did themselves`() async throws {
        try await site.client(.ada).post("/admin/users/\(Person.ada.id)/licence", [("until", "2027-12-31")])
            .expect(.seeOther)
        #expect(try await kinds(.ada) == [])
        #expect(try site.count("SELECT count(*) FROM notification") == 0)
    }

    @Test func `a licence that is granted and revoked is announced`() async throws {
        try await grant(until: "2027-12-31")
        let list = try await site.notifications(.charlie)
        #expect(list.items.map(\.text) == ["You have a publishing licence until 31 December 2027"])
        #expect(list.items.map(\.address) == ["/settings/licence"])
        let ada = try site.client(.ada)
        for _ in 1...2 { try await ada.post(user + "/licence/revoke", [("reason", "copied")]).expect(.seeOther) }
        #expect(try await kinds() == ["licence-revoked", "licence-granted"])
    }

    @Test func `a licence that runs out is announced once, 14 days before, and when it ends`() async throws {
        try await grant(until: "2027-01-31")
        let end = try site.count("SELECT until FROM licence_grant WHERE user_id = \(Person.charlie.id)")
        site.clock.advance(by: end - NotificationRules.notice - site.now - 1)
        site.site.backgroundWorker.work()
        #expect(try await kinds() == ["licence-granted"])
        site.clock.advance(by: 1)
        for _ in 1...2 { site.site.backgroundWorker.work() }
        #expect(try await kinds() == ["licence-ending", "licence-granted"])
        site.clock.advance(by: NotificationRules.notice - 1)
        site.site.backgroundWorker.work()
        #expect(try await kinds().count == 2)
        site.clock.advance(by: 1)
        for _ in 1...2 { site.site.backgroundWorker.work() }
        let list = try await site.notifications(.charlie)
        #expect(list.items.map(\.kind) == ["licence-ended", "licence-ending", "licence-granted"])
        #expect(list.items[0].text == "Your publishing licence ended on 31 January 2027")
    }

    @Test func `a renewed or revoked licence does not run out`() async throws {
        try await grant(until: "2026-11-30")
        try await grant(until: "2027-11-30")
        site.site.backgroundWorker.work()
        #expect(try await kinds() == ["licence-granted", "licence-granted"])
        try await site.client(.ada).post(user + "/licence/revoke", [("reason", "copied")]).expect(.seeOther)
        site.clock.advance(by: 30 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try await kinds().first == "licence-revoked")
    }

    @Test func `an end that is long past is not announced`() async throws {
        try await grant(until: "2026-12-31")
        site.clock.advance(by: 43 * TestClock.day + NotificationRules.latestNotice + TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try await kinds() == ["licence-granted"])
    }

    @Test func `many licences that end at the same time are all announced`() async throws {
        let until = site.now + TestClock.day
        try site.write { db in
            for number in 0..<120 {
                let id = try AccountStore(db).add(
                    username: "author\(number)", email: "a\(number)@example.org", password: nil, now: 0)
                try LicenceStore(db).grant(user: id, until: until, note: "", by: .system, now: 0)
            }
        }
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM notification WHERE kind = 'licence-ending'") == 120)
    }

    @Test func `a suspension is announced on the site and by email, and so is its end`() async throws {
        let ada = try site.client(.ada)
        let fields = [("until", "2026-12-31"), ("reason", "Spam.")]
        for _ in 1...2 { try await ada.post(user + "/suspend", fields).expect(.seeOther) }
        let mails = try site.mails()
        #expect(mails.map(\.subject.text) == ["Your account is suspended until 31 December 2026"])
        #expect(mails[0].text.contains("Spam.") && mails[0].unsubscribe == nil)
        #expect(try await kinds() == ["suspended"])
        #expect(try await site.bell(.charlie) == "1")
        try await site.client(.charlie).post("/notifications/read").expect(.seeOther)
        for _ in 1...2 { try await ada.post(user + "/suspend", [("until", "")]).expect(.seeOther) }
        #expect(try site.mails().map(\.subject.text) == ["Your account is no longer suspended"])
        #expect(try await kinds() == ["suspension-ended", "suspended"])
    }

    @Test func `an admin’s change notifies each author once, however many recipes it affects`() async throws {
        let soups = try (0..<5).map { try site.plant("Soup \($0)", "1 onion") }
        let change = try await site.changeRecipes("take-down", soups)
        try await site.client(.ada).post("\(change)/confirm").expect(.seeOther)
        let list = try await site.notifications(.alice)
        #expect(list.items.map(\.kind) == ["recipes-taken-down"])
        #expect(list.items[0].text.hasPrefix("An admin took down 5 recipes of yours: “Soup 0”, "))
        #expect(list.items[0].address == "/my/recipes")
        try await site.undoRecipes(change)
        #expect(try await kinds(.alice) == ["recipes-published-again", "recipes-taken-down"])
        let one = try await site.changeRecipes("category", [soups[0]], ("set_category", "soup"))
        try await site.undoRecipes(one)
        #expect(try await site.notifications(.alice).items[0].address == "/recipes/\(soups[0])")
        let gone = try await site.changeRecipes("delete", [soups[1]])
        #expect(try await site.notifications(.alice).items[0].address == "/my/recipes")
        try await site.undoRecipes(gone)
        #expect(try await kinds(.alice).first == "recipes-restored")
    }

    @Test func `an answered bug report notifies its member`() async throws {
        try await site.client(.charlie).post("/bugs", [("what", "It burns")]).expect(.seeOther)
        let fields = [("state", "fixed"), ("answer", "Thanks."), ("version", "1")]
        try await site.client(.ada).post("/admin/bugs/1", fields).expect(.seeOther)
        let item = try #require(try await site.notifications(.charlie).items.first)
        #expect(item.kind == "bug-answered" && item.address == "/bugs/1")
        #expect(item.text == "There’s news about your bug report no. 1")
    }

    @Test func `an event that is rolled back notifies nobody`() async throws {
        struct Undone: Error {}
        let (mailer, now) = (site.site.mailer, site.now)
        try site.run("UPDATE user SET email_confirmed_at = 1")
        #expect(throws: Undone.self) {
            try site.write { db in
                try mailer.notify(.licenceRevoked(user: 1, at: now), by: nil, db: db, now: now)
                throw Undone()
            }
        }
        #expect(try await kinds(.alice) == [])
        #expect(try site.count("SELECT count(*) FROM outbox") == 0)
    }

    @Test func `decisions from before this table keep their notifications`() throws {
        let folder = try TestFolder()
        let db = try Connection(path: folder.path + "/old.sqlite", mode: .readWrite)
        let all = DataFolder.migrations
        try Migrator.migrate(db, Array(all.prefix(21)))
        let hash = SHA256.hex("{}")
        try db.script(
            """
            INSERT INTO user (id, username, username_key, email, email_key, created_at)
            VALUES (1, 'ann', 'ann', 'a@b.c', 'a@b.c', 1), (2, 'bob', 'bob', 'b@b.c', 'b@b.c', 1);
            INSERT INTO recipe (id, author_id, created_at, updated_at) VALUES (3, 1, 1, 1);
            INSERT INTO revision (id, recipe_id, n, title, slug, body, sha256, author_id, created_at)
            VALUES (4, 3, 1, 'Soup', 'soup', '{}', '\(hash)', 1, 1);
            INSERT INTO moderation_case (id, recipe_id, opened_at) VALUES (5, 3, 1);
            INSERT INTO submission (id, case_id, recipe_id, revision_id, round, state, queued_at, due_at, hints)
            VALUES (6, 5, 3, 4, 1, 'queued', 1, 1, '');
            INSERT INTO decision (id, submission_id, recipe_id, revision_id, kind, by_id, reasons, message, seen_sha256,
                policy_version, decided_at) VALUES (7, 6, 3, 4, 'reject', 2, 'LANGUAGE', 'No.', '\(hash)', 1, 1);
            INSERT INTO notification (id, user_id, decision_id, created_at) VALUES (8, 1, 7, 9);
            """)
        try Migrator.migrate(db, all)
        let (total, rows) = try NotificationStore(db).list(user: 1, page: 1)
        #expect(total == 1 && rows.map(\.kind) == [.rejected] && rows.map(\.id) == [8] && !rows[0].isSeen)
        #expect(rows[0].subject == NotificationSubject(number: 3, titles: ["Soup"]))
        #expect(try db.value("SELECT event FROM notification") == "decision-7")
    }
}
