// Tests that an erasure removes the name from the log of exports, what other moderators saved, and what others were sent.

import Database
import Foundation
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ErasedNameTests {
    @Test func `the log of exports and the saved views of others lose the name`() async throws {
        let site = try TestSite()
        let now = site.now
        try site.write { db in
            for (action, detail) in [
                ("export-audit", "person=Alice&action=login"), ("export-recipes", "2 recipes author=alice&sort=title"),
                ("export-recipes", "2 recipes q=soup+of+alice"), ("export-recipes", "1 recipes q=onion"),
                ("export-audit", "person=alicebeth"), ("export-recipes", "12 alice q=%E2%80%A6&state=live"),
            ] {
                try AuditStore(db).append(
                    .init(action: action, object: .site, id: 0, from: "", to: "csv", detail: detail),
                    by: Person.ada.viewer.actor, at: now)
            }
        }
        let bob = try site.client(.bob)
        for (name, filter) in [("Hers", "author=Alice"), ("His", "author=charlie"), ("Russian", "language=ru")] {
            try await bob.post("/moderation/views", [("name", name), ("filter", filter)]).expect(.seeOther)
        }
        try await site.leave(.alice)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        let details = try site.read {
            try $0.all("SELECT detail FROM audit WHERE action LIKE 'export-%' ORDER BY id") { $0[0] as String }
        }
        #expect(details == ["", "", "", "1 recipes q=onion", "person=alicebeth", "12 alice q=%E2%80%A6&state=live"])
        let views = try site.read { try $0.all("SELECT name FROM queue_view ORDER BY id") { $0[0] as String } }
        #expect(views == ["His", "Russian"])
        #expect(try site.failures() == [])
    }

    @Test func `notifications and emails of others lose the name of who shared a recipe or asked for a licence`()
        async throws
    {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        let recipe = try await site.write(.honey, as: .charlie)
        let charlie = try site.client(.charlie)
        let names = [("audience", "people"), ("names", "bella, bob")]
        try await charlie.post("/recipes/\(recipe)/share", names).expect(.seeOther)
        try await charlie.post("/settings/licence", [("text", "I cook well.")]).expect(.seeOther)
        // Bob's email is not sent, and the others are files, as without a mail server.
        try site.run("UPDATE outbox SET state = 'failed' WHERE user_id = \(Person.bob.id)")
        let sent = try site.mails().map { "\(site.site.settings.outboxPath)/\($0.id.name).eml" }
        try FileManager.default.createDirectory(
            atPath: site.site.settings.outboxPath, withIntermediateDirectories: true)
        for file in sent { try Data("charlie".utf8).write(to: URL(fileURLWithPath: file)) }
        func notifications() throws -> Int {
            try site.count("SELECT count(*) FROM notification WHERE titles = 'charlie'")
        }
        func mails() throws -> Int {
            try site.count("SELECT count(*) FROM outbox WHERE subject || coalesce(text, '') LIKE '%charlie%'")
        }
        #expect(try notifications() == 3 && !sent.isEmpty && mails() > 0)
        try await site.leave(.charlie)
        #expect(try notifications() == 0)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try mails() == 0)
        #expect(sent.filter { FileManager.default.fileExists(atPath: $0) } == [])
    }

    @Test func `the erasure of the exporter empties what an export looked for`() async throws {
        let site = try TestSite()
        let (now, bella) = (site.now, Person.bella.viewer.actor)
        try site.write { db in
            try AuditStore(db).append(
                .init(
                    action: "export-audit", object: .site, id: 0, from: "", to: "csv", detail: "person=charlie"),
                by: bella, at: now)
        }
        try await site.leave(.bella)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.value("SELECT detail FROM audit WHERE action = 'export-audit'") == "")
        #expect(try site.failures() == [])
    }
}
