// Tests of deleting expired data once a day, and not too early.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RetentionTests {
    @Test func `ended sessions and links are deleted, those in use stay`() throws {
        let site = try TestSite()
        let now = site.now
        _ = try site.client(.alice)
        try site.write { db in
            _ = try SessionStore(db).begin(user: 2, SessionStart(isKept: true), now: now)
            _ = try SessionStore(db).makeSignInLink(user: 1, now: now)
        }
        func rows() throws -> [Int] {
            try ["session", "sign_in_link"].map { try site.count("SELECT count(*) FROM \(raw: $0)") }
        }
        site.clock.advance(by: 12 * TestClock.hour - 1)
        try site.site.mailSender.deliverDue()
        #expect(try rows() == [2, 1])
        site.clock.advance(by: TestClock.day)
        try site.site.mailSender.deliverDue()
        #expect(try rows() == [1, 0])
        #expect(try site.count("SELECT user_id FROM session") == 2)
    }

    @Test func `expired data is deleted once a day`() throws {
        let site = try TestSite()
        site.site.backgroundWorker.work()
        let now = site.now
        try site.run("INSERT INTO reset_request (login, asked_at) VALUES ('x', \(now - 2 * TestClock.day))")
        site.clock.advance(by: TestClock.day - 1)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM reset_request") == 1)
        site.clock.advance(by: 1)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM reset_request") == 0)
    }

    @Test func `the reporter of a bug is erased a year after it was closed, the report stays`() async throws {
        let site = try TestSite()
        for client in try [site.visitor(), site.client(.alice), site.client(.alice)] {
            try await client.post("/bugs", [("what", "Broken"), ("contact", "x@example.org")]).expect(.seeOther)
        }
        let now = site.now
        try site.run("UPDATE bug_report SET state = 'fixed', changed_at = \(now) WHERE id <> 3")
        func told() throws -> [String] {
            try site.read {
                try $0.all("SELECT contact || coalesce(reporter_id, '') FROM bug_report ORDER BY id") { $0[0] }
            }
        }
        site.clock.advance(by: 365 * TestClock.day - 1)
        site.site.backgroundWorker.work()
        #expect(try told() == ["x@example.org", "x@example.org1", "x@example.org1"])
        site.clock.advance(by: TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try told() == ["", "", "x@example.org1"])
        #expect(try site.count("SELECT count(*) FROM bug_report WHERE token_hash IS NOT NULL") == 1)
    }

    @Test func `emails in the outbox folder are deleted after thirty days`() throws {
        let site = try TestSite()
        let folder = site.site.settings.outboxPath
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["\(site.now).1.eml", "\(site.now + TestClock.day).2.eml", "notes.txt"] {
            try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        site.clock.advance(by: 30 * TestClock.day)
        site.site.backgroundWorker.work()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(left == ["\(site.now - 29 * TestClock.day).2.eml", "notes.txt"])
    }
}
