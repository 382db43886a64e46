// Tests of the admin pages for emails, and of the settings of the mail server.

import Database
import HTTP
import Testing

@testable import Mail
@testable import TestKit
@testable import Toque

@Suite struct MailAdminTests {
    private struct MailAnswer: Decodable, Sendable {
        let id: Int
        let kind: String
        let recipient: String
        let state: String
        let tries: Int
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let last_error: String
    }

    private let site: TestSite

    init() throws { site = try TestSite() }

    /// Adds a notice that the server refused, and an email with a link that waits.
    private func fill() async throws {
        let (mailer, now) = (site.site.mailer, site.now)
        try site.write { try mailer.tell(.passwordChanged, user: 1, db: $0, now: now) }
        site.mail.fail(with: .refused("550 <no> such user"))
        _ = try site.mails()
        site.mail.fail(with: .later("451 not now"))
        try await site.visitor().post("/forgot", [("login", "bob")]).expect(.seeOther)
        _ = try site.mails()
        site.mail.fail(with: nil)
    }

    @Test func `an admin sees waiting and failed emails with the error but no content`() async throws {
        try await fill()
        let ada = try site.client(.ada)
        let waiting = try await ada.get("/admin/mail")
        #expect(waiting.status == .ok && waiting.shows("bob@example.org") && waiting.shows("451 not now"))
        #expect(!waiting.shows("alice@example.org"))
        let failed = try await ada.get("/admin/mail?state=failed")
        #expect(failed.shows("alice@example.org") && failed.shows("550 <no> such user"))
        #expect(try await ada.get("/admin/mail?state=sent").status == .ok)
        #expect(try await ada.get("/admin/mail?state=x&page=-1").shows("bob@example.org"))
        let seal: String = try found(site.value("SELECT seal FROM outbox WHERE id = 2"))
        #expect(!waiting.text.contains(seal))
        let list: ListAnswer<MailAnswer> = try await ada.json("/admin/mail?state=failed")
        #expect(list.total == 1 && list.items.map(\.recipient) == ["alice@example.org"])
        #expect(list.items.map(\.last_error) == ["550 <no> such user"] && list.items.map(\.state) == ["failed"])
    }

    @Test func `an admin can retry an email immediately or give it up`() async throws {
        try await fill()
        let ada = try site.client(.ada)
        for id in [1, 2] { try await ada.post("/admin/mail/\(id)/retry").expect(.seeOther) }
        #expect(try site.mails().map(\.to.text) == ["alice@example.org", "bob@example.org"])
        #expect(try await ada.post("/admin/mail/1/retry").cookie("toque_done")?.contains("nothing-changed") == true)
        #expect(try site.mails().isEmpty)

        site.mail.fail(with: .later("451"))
        try await site.visitor().post("/forgot", [("login", "charlie")]).expect(.seeOther)
        _ = try site.mails()
        try await ada.post("/admin/mail/3/give-up").expect(.seeOther)
        site.mail.fail(with: nil)
        site.clock.advance(by: TestClock.minute)
        #expect(try site.mails().isEmpty)
        #expect(try await ada.post("/admin/mail/3/give-up").cookie("toque_done")?.contains("nothing-changed") == true)
        site.clock.advance(by: TestClock.hour)
        // Its link has expired, so the email cannot be retried.
        #expect(try await !ada.get("/admin/mail?state=failed").text.contains("/admin/mail/3/retry"))
        #expect(try await ada.post("/admin/mail/3/retry").cookie("toque_done")?.contains("nothing-changed") == true)
    }

    @Test func `only admins see the emails`() async throws {
        try await fill()
        for person in [Person.alice, .bob] {
            let client = try site.client(person)
            #expect(try await client.get("/admin/mail").status == .forbidden)
            for change in ["retry", "give-up"] {
                #expect(try await client.post("/admin/mail/1/\(change)").status == .forbidden)
            }
        }
        #expect(try await site.visitor().get("/admin/mail").status == .seeOther)
        let foreign: Headers = ["Sec-Fetch-Site": "cross-site"]
        #expect(try await site.client(.ada).post("/admin/mail/1/retry", headers: foreign).status == .forbidden)
        for wrong in ["/admin/mail/x/retry", "/admin/mail/0/give-up"] {
            #expect(try await site.client(.ada).post(wrong).status == .notFound)
        }
    }
}

@Suite struct MailSettingsTests {
    @Test func `server, sender and certificates can be set`() throws {
        let settings = try Configuration.load(environment: [
            "TOQUE_SMTP_URL": "smtp://us%40er:p%2Fw@mail.example.org:587",
            "TOQUE_MAIL_FROM": "Kitchen <kitchen@example.org>",
            "TOQUE_SMTP_CA_FILE": "/etc/ca.pem", "TOQUE_SMTP_SECONDS": "5",
        ])
        #expect(settings.smtp != nil && settings.sender.address.text == "kitchen@example.org")
        let plain = try Configuration.load(environment: ["TOQUE_BASE_URL": "https://recipes.example.org"])
        #expect(plain.smtp == nil && plain.sender.address.text == "toque@recipes.example.org")
        let six = try Configuration.load(environment: ["TOQUE_HOST": "::1"])
        #expect(six.sender.address.text == "toque@localhost")
    }

    @Test(arguments: [
        ("TOQUE_SMTP_URL", "http://mail.example.org"), ("TOQUE_SMTP_URL", "mail.example.org:587"),
        ("TOQUE_SMTP_URL", "smtp://user:secret@/"), ("TOQUE_MAIL_FROM", "kitchen"),
        ("TOQUE_MAIL_FROM", "a@example.org\r\nBcc: eve@example.org"), ("TOQUE_SMTP_SECONDS", "0"),
    ])
    func `the error for an invalid setting names it and contains no password`(key: String, value: String) {
        #expect {
            try Configuration.load(environment: [key: value])
        } throws: {
            "\($0)".contains(key) && !"\($0)".contains("secret")
        }
    }
}
