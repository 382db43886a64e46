// Tests that an erasure removes the name from the log of exports and from what other moderators saved.

import Database
import HTTP
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
