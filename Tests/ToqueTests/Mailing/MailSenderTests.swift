// Tests of the outbox: when an email is sent, how often it is retried, and when it is deleted.

import Database
import Foundation
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct MailSenderTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    /// Queues a notice for each of `count` people.
    private func queue(_ count: Int = 1) throws {
        let (mailer, now) = (site.site.mailer, site.now)
        try site.write { db in
            for person in Person.allCases.prefix(count) {
                try mailer.tell(.passwordChanged, user: person.id, db: db, now: now)
            }
        }
    }

    private func state(_ id: Int = 1) throws -> String? { try site.value("SELECT state FROM outbox WHERE id = \(id)") }
    private var tries: Int { get throws { try site.count("SELECT sum(tries) FROM outbox") } }

    @Test func `an email is sent once, and its content is deleted`() throws {
        try queue(2)
        #expect(try site.mails().map(\.to.text) == ["alice@example.org", "bob@example.org"])
        #expect(try site.mails().isEmpty)
        #expect(
            try site.count("SELECT count(*) FROM outbox WHERE state = 'sent' AND text IS NULL AND html IS NULL") == 2)
    }

    @Test func `an email whose transaction is rolled back is never sent`() throws {
        struct Undone: Error {}
        let (mailer, now) = (site.site.mailer, site.now)
        #expect(throws: Undone.self) {
            try site.write { db in
                try mailer.tell(.passwordChanged, user: 1, db: db, now: now)
                throw Undone()
            }
        }
        #expect(try site.mails().isEmpty)
    }

    @Test func `a failed email is retried after 1, 5, 30 minutes, 2, 6 hours and given up after three days`() throws {
        site.mail.fail(with: .later("451 not now"))
        try queue()
        #expect(try site.mails().isEmpty)
        for (number, minutes) in [1, 5, 30, 120, 360, 360].enumerated() {
            site.clock.advance(by: minutes * TestClock.minute - 1)
            _ = try site.mails()
            #expect(try tries == number + 1)
            site.clock.advance(by: 1)
            _ = try site.mails()
            #expect(try tries == number + 2)
            #expect(try state() == "queued")
        }
        for _ in 0..<20 {
            site.clock.advance(by: 6 * TestClock.hour)
            _ = try site.mails()
        }
        #expect(try state() == "failed")
        #expect(try site.value("SELECT last_error FROM outbox") == "451 not now")
        #expect(try (15...17).contains(tries))
    }

    @Test func `an email that succeeds after a failure is sent once`() throws {
        site.mail.fail(with: .later("451 not now"))
        try queue()
        _ = try site.mails()
        site.mail.fail(with: nil)
        #expect(try site.mails().isEmpty)
        site.clock.advance(by: TestClock.minute)
        #expect(try site.mails().count == 1)
        #expect(try site.value("SELECT last_error FROM outbox") == "")
    }

    @Test func `an email that the server refuses is not retried`() throws {
        site.mail.fail(with: .refused("550 no such user"))
        try queue(2)
        _ = try site.mails()
        #expect(try state(1) == "failed" && state(2) == "failed")
        site.mail.fail(with: nil)
        site.clock.advance(by: TestClock.day)
        #expect(try site.mails().isEmpty)
        #expect(try tries == 2)
    }

    @Test func `an unreachable server is tried once in a round, and every email is sent in the end`() throws {
        site.mail.fail(with: .unreachable("connection refused"))
        try queue(3)
        _ = try site.mails()
        #expect(try tries == 1)
        _ = try site.mails()
        #expect(try tries == 2)
        site.mail.fail(with: nil)
        #expect(try site.mails().map(\.to.text) == ["bella@example.org"])
        site.clock.advance(by: TestClock.minute)
        #expect(try site.mails().count == 2)
    }

    @Test func `an email being sent is not sent twice, and is retried after a crash`() throws {
        try queue()
        let now = site.now
        let taken = try site.write { try Outbox($0).take(now: now) }
        #expect(taken?.tries == 1)
        #expect(try site.write { try Outbox($0).take(now: now) } == nil)
        #expect(try site.mails().isEmpty)
        site.clock.advance(by: TestClock.minute)
        #expect(try site.mails().count == 1)
    }

    @Test func `an email keeps its id and date when it is sent again`() throws {
        try queue()
        let first = try #require(try site.mails().first)
        let text = "UPDATE outbox SET state = 'queued', sent_at = NULL, text = 'x', html = 'x', next_try_at = 0" as SQL
        try site.run(text)
        site.clock.advance(by: TestClock.hour)
        let second = try #require(try site.mails().first)
        #expect(first.id == second.id && first.date == second.date && second.text == "x")
    }

    @Test func `an email with an expired link is not sent`() async throws {
        site.mail.fail(with: .later("451 not now"))
        try await site.visitor().post("/forgot", [("login", "alice")]).expect(.seeOther)
        _ = try site.mails()
        site.mail.fail(with: nil)
        site.clock.advance(by: TestClock.hour)
        #expect(try site.mails().isEmpty)
        #expect(try state() == "failed")
    }

    @Test(arguments: ["a\r\nb@example.org", "<a@example.org>", "a b@example.org", "nowhere", "a@b@c"])
    func `an address that could end a command is never used`(address: String) throws {
        try queue()
        try site.run("UPDATE outbox SET recipient = \(address)")
        #expect(try site.mails().isEmpty)
        #expect(try state() == "failed")
    }

    @Test func `sent and failed emails are deleted after thirty days, waiting ones are not`() throws {
        try queue(2)
        _ = try site.mails()
        try site.run(
            "UPDATE outbox SET state = 'queued', sent_at = NULL, text = '', next_try_at = \(Int.max) WHERE id = 2")
        site.clock.advance(by: 30 * TestClock.day - 1)
        _ = try site.mails()
        #expect(try site.count("SELECT count(*) FROM outbox") == 2)
        site.clock.advance(by: 1)
        _ = try site.mails()
        #expect(try site.count("SELECT count(*) FROM outbox") == 1)
    }

    @Test func `the mail sender starts immediately when an email is queued, and stops when asked to`() async throws {
        site.site.mailSender.start()
        try await Task.sleep(for: .milliseconds(200))
        try await site.visitor().post("/forgot", [("login", "alice")]).expect(.seeOther)
        var mails: [Message] = []
        for _ in 0..<500 where mails.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
            mails = site.mail.take()
        }
        #expect(mails.count == 1)
        site.site.mailSender.stop()
        try queue()
        try await Task.sleep(for: .milliseconds(100))
        #expect(site.mail.take().isEmpty)
    }

    @Test func `an outbox folder that cannot be written causes no error for visitors`() async throws {
        let folder = try TestFolder.filled()
        _ = FileManager.default.createFile(atPath: folder.path + "/outbox", contents: nil)
        let site = try Site(configuration: TestSite.configuration(folder)) { TestClock.start }
        defer { site.close() }
        let visitor = "a-visitor-cookie-of-the-test"
        let body = Parameters([("login", "alice"), ("csrf", site.formToken(for: visitor))]).encoded()
        let request = try Request(
            method: .post, target: "/forgot",
            headers: [
                "Host": "toque.test", "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": "toque_visitor=\(visitor)",
            ],
            body: Array(body.utf8))
        let answer = await site.respond(to: request, reader: try site.openReader())
        #expect(answer.status == .seeOther)
        try site.mailSender.deliverDue()
        let error: String? = try site.openReader().value("SELECT last_error FROM outbox WHERE state = 'queued'")
        #expect(error?.hasPrefix("cannot write") == true)
    }

    @Test func `without a server emails are files in the data folder`() throws {
        let folder = try TestFolder.filled()
        let site = try Site(configuration: TestSite.configuration(folder)) { TestClock.start }
        defer { site.close() }
        try site.writer.writeNow { [mailer = site.mailer] in
            try mailer.tell(.passwordChanged, user: 1, db: $0, now: TestClock.start)
        }
        try site.mailSender.deliverDue()
        let file = "\(folder.path)/outbox/\(TestClock.start).1.eml"
        let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
        #expect(text.contains("From: Toque <toque@127.0.0.1>\r\nTo: <alice@example.org>\r\n"))
    }
}
