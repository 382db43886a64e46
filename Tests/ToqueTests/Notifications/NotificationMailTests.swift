// Tests of emails about notifications: switches, languages, digests, and turning them off from the email.

import Database
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct NotificationMailTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
    }

    private func choose(_ fields: (String, String)..., by person: Person = .alice) async throws {
        try await site.client(person).post("/settings/preferences", fields + [("notifications", "1")])
            .expect(.seeOther)
    }

    private func subjects() throws -> [String] { try site.mails().map(\.subject.text) }

    @Test func `the author reads a decision with reasons and message, in their language`() async throws {
        try site.run("UPDATE user SET language = 'ru' WHERE id = 1")
        try await site.requestChanges(site.submit(site.write(.vegan)))
        site.clock.advance(by: Receipt.window)
        let mail = try #require(try site.mails().first)
        #expect(mail.to.text == "alice@example.org" && mail.language.text == "ru")
        #expect(mail.subject.text == "Модератор просит изменить ваш рецепт «Lentil soup»")
        #expect(mail.text.contains("Причины: непонятный шаг") && mail.text.contains("Which pan?"))
        #expect(mail.text.contains("http://127.0.0.1:8080/recipes/1"))
        #expect(try site.mails().isEmpty)
    }

    @Test func `an unconfirmed address gets no email, and the notification is on the site`() async throws {
        try site.run("UPDATE user SET email_confirmed_at = NULL")
        _ = try await site.publish(.vegan)
        site.clock.advance(by: Receipt.window)
        #expect(try site.mails().isEmpty)
        #expect(try await site.bell(.alice) == "1")
    }

    @Test func `the email is queued in the transaction of the decision, so a crash loses and doubles none`()
        async throws
    {
        try await site.approve(site.submit(site.write(.vegan)))
        // As after a crash between the commit and the sending: another process finds what was committed.
        site.clock.advance(by: Receipt.window)
        let next = try TestSite(folder: site.folder, clock: site.clock)
        #expect(try next.mails().map(\.to.text) == ["alice@example.org"])
        #expect(try next.mails().isEmpty)
        #expect(try next.count("SELECT count(*) FROM notification") == 1)
    }

    @Test func `each topic is switched by channel, and the form shows the switches`() async throws {
        let page = try await site.client(.alice).get("/settings/preferences").text
        for name in Switch.ofNotifications { #expect(page.contains("name=\"\(name.rawValue)\" checked")) }
        try await choose(("notify_decision_site", "on"))
        _ = try await site.publish(.vegan)
        site.clock.advance(by: Receipt.window)
        #expect(try subjects() == [])
        #expect(try await site.bell(.alice) == "1")
        try await choose(("notify_decision_mail", "on"))
        try await site.reject(site.submit(site.write(.honey)))
        site.clock.advance(by: Receipt.window)
        #expect(try subjects().count == 1)
        #expect(try await site.bell(.alice) == "1")
        #expect(try await site.notifications(.alice).total == 1)
        let changed = try await site.client(.alice).get("/settings/preferences").text
        #expect(changed.contains(#"name="notify_decision_mail" checked"#))
        #expect(!changed.contains(#"name="notify_decision_site" checked"#))
    }

    @Test func `measures are switched apart from decisions, and the bell always shows a silence`() async throws {
        func toCharlie() throws -> Int { try site.mails().filter { $0.to.text == "charlie@example.org" }.count }
        try await choose(("notify_measures_site", "on"), ("notify_measures_mail", "on"), by: .charlie)
        try await site.report("user", Person.charlie.id, as: .alice).expect(.seeOther)
        try await site.decide(1, "warn").expect(.seeOther)
        #expect(try toCharlie() == 1)
        #expect(try await site.bell(.charlie) == "1")
        try await choose(by: .charlie)
        try await site.report("user", Person.charlie.id, as: .bella).expect(.seeOther)
        try await site.decide(1, "silence", adding: [("days", "7")]).expect(.seeOther)
        #expect(try await site.bell(.charlie) == "2")
        try await site.client(.bob).post("/moderation/measures/2/lift").expect(.seeOther)
        #expect(try await site.bell(.charlie) == "2")
        #expect(try toCharlie() == 0)
        let answers: [String] = try site.notifications(.charlie)
        #expect(answers == ["warned", "silenced", "measure-lifted"])
    }

    @Test func `a form without the part of notifications leaves them alone`() async throws {
        try await site.client(.alice).post("/settings/preferences", [("diet", "vegan")]).expect(.seeOther)
        try await site.client(.alice).post("/welcome", [("diet", "vegan")]).expect(.seeOther)
        let preferences = try site.read { try PreferenceStore($0).preferences(of: 1) }
        #expect(preferences.switches.isSuperset(of: Switch.ofNotifications))
        let answer = try await site.client(.alice).post("/settings/preferences", [("mail_frequency", "hourly")])
        #expect(answer.status == .unprocessable && answer.hasError(at: "mail_frequency"))
    }

    @Test func `a suspension is emailed whatever the switches say`() async throws {
        try await choose(("mail_frequency", "never"), by: .charlie)
        let fields = [("until", "2026-12-31"), ("reason", "Adverts.")]
        try await site.client(.ada).post("/admin/users/\(Person.charlie.id)/suspend", fields).expect(.seeOther)
        #expect(try subjects() == ["Your account is suspended until 31 December 2026"])
        #expect(try await site.bell(.charlie) == "1")
    }

    private let allOn = Switch.ofNotifications.map { ($0.rawValue, "on") }

    private func setFrequency(_ frequency: MailFrequency) async throws {
        try await site.client(.alice).post(
            "/settings/preferences", allOn + [("mail_frequency", frequency.rawValue)]
        ).expect(.seeOther)
    }

    @Test func `a daily email names each notification once, from six in the morning`() async throws {
        try await setFrequency(.daily)
        try site.notify(.alice, 2)
        site.site.backgroundWorker.work()
        #expect(try subjects() == [])
        // It is ten o’clock.
        site.clock.advance(by: 20 * TestClock.hour - 1)
        site.site.backgroundWorker.work()
        #expect(try subjects() == [])
        site.clock.advance(by: 1)
        try site.notify(.alice)
        for _ in 1...2 { site.site.backgroundWorker.work() }
        let mails = try site.mails()
        #expect(mails.map(\.subject.text) == ["2 new notifications"])
        #expect(mails[0].text.contains("http://127.0.0.1:8080/notifications"))
        #expect(mails[0].unsubscribe?.text == "http://127.0.0.1:8080" + site.unsubscribePath(.digest, .alice))
        site.clock.advance(by: TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try subjects() == ["1 new notification"])
        site.clock.advance(by: TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try subjects() == [])
    }

    @Test func `a weekly email comes on Monday, without what was read or turned off`() async throws {
        try await setFrequency(.weekly)
        try site.notify(.alice, 2)
        _ = try await site.publish(.vegan)
        try await site.client(.alice).post("/notifications/1/read").expect(.seeOther)
        try await site.client(.alice).post(
            "/settings/preferences",
            allOn.filter { $0.0 != "notify_decision_mail" } + [("mail_frequency", "weekly")]
        ).expect(.seeOther)
        // From Wednesday at ten to Monday at six.
        site.clock.advance(by: 4 * TestClock.day + 20 * TestClock.hour - 1)
        site.site.backgroundWorker.work()
        #expect(try subjects() == [])
        site.clock.advance(by: 1)
        site.site.backgroundWorker.work()
        #expect(try subjects() == ["1 new notification"])
        #expect(try site.count("SELECT count(*) FROM notification WHERE awaits_digest = 1") == 0)
    }

    @Test func `what waits for a digest follows a new choice`() async throws {
        try await setFrequency(.daily)
        try site.notify(.alice, NotificationRules.listed + 5)
        try await setFrequency(.immediately)
        site.clock.advance(by: 1)
        site.site.backgroundWorker.work()
        let mail = try #require(try site.mails().first)
        #expect(mail.subject.text == "35 new notifications" && mail.text.contains("And 5 more."))
        try await setFrequency(.daily)
        try site.notify(.alice)
        try await setFrequency(.never)
        site.clock.advance(by: 1)
        site.site.backgroundWorker.work()
        #expect(try subjects() == [])
        #expect(try site.count("SELECT count(*) FROM notification WHERE awaits_digest = 1") == 0)
    }

    @Test(arguments: [
        (MailFrequency.daily, 0, 0), (.daily, 6 * TestClock.hour, 6 * TestClock.hour),
        (.daily, 30 * TestClock.hour - 1, 6 * TestClock.hour), (.weekly, 4 * TestClock.day, 0),
        (.weekly, 11 * TestClock.day, 4 * TestClock.day + 6 * TestClock.hour), (.immediately, 5, 5),
    ])
    func `digests are due at six, weekly ones on Mondays`(frequency: MailFrequency, now: Int, time: Int) {
        #expect(NotificationRules.digestTime(frequency, now: now) == time)
    }
}

@Suite struct UnsubscribeTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
    }

    private func isByMail(_ topic: MailTopic, _ person: Person = .alice) throws -> Bool {
        try site.read { try PreferenceStore($0).preferences(of: person.id).isByMail(topic) }
    }

    @Test func `a mail program turns emails off with one request, without session or token`() async throws {
        _ = try await site.publish(.vegan)
        site.clock.advance(by: Receipt.window)
        let mail = try #require(try site.mails().first)
        let link = try #require(mail.unsubscribe?.text)
        let wire = String(decoding: mail.bytes, as: UTF8.self)
        #expect(wire.contains("\r\nList-Unsubscribe: <\(link)>\r\n"))
        #expect(wire.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
        let path = site.unsubscribePath(.decision, .alice)
        #expect(link.hasSuffix(path))
        let program = try site.visitor()
        let origins: [Headers] = [[:], ["Origin": "https://mail.example"], ["Sec-Fetch-Site": "cross-site"]]
        for headers in origins {
            let answer = try await program.postAsIs(path, [("List-Unsubscribe", "One-Click")], headers: headers)
            #expect(answer.status == .ok && answer.text.contains(#"role="status""#))
            #expect(answer.shows("We won’t email you any more about: Decisions about my recipes."))
        }
        #expect(try !isByMail(.decision) && isByMail(.licence) && isByMail(.decision, .charlie))
        try await site.reject(site.submit(site.write(.honey)))
        #expect(try site.mails().isEmpty)
        #expect(try await site.bell(.alice) == "2")
    }

    @Test func `opening the link shows a button and changes nothing`() async throws {
        let path = site.unsubscribePath(.licence, .alice)
        let visitor = try site.visitor()
        let page = try await visitor.get(path)
        #expect(page.status == .ok && page.text.contains("action=\"\(path)\"") && page.shows("My publishing licence"))
        #expect(try isByMail(.licence))
        let answer = try await visitor.post(path)
        #expect(answer.shows("You can turn these emails on again in your preferences."))
        #expect(try !isByMail(.licence))
    }

    @Test func `a digest is turned off as a whole`() async throws {
        try await site.visitor().postAsIs(site.unsubscribePath(.digest, .alice), []).expect(.ok)
        for topic in MailTopic.allCases { #expect(try !isByMail(topic)) }
        #expect(try isByMail(.decision, .bob))
    }

    @Test func `a forged token, or one of another member or topic, is not found`() async throws {
        let token = site.unsubscribePath(.decision, .alice).dropFirst("/unsubscribe/".count)
        let mark = token.dropFirst("1-decision-".count)
        let forged = [
            "2-decision-\(mark)", "1-licence-\(mark)", "1-decision-\(mark.dropLast())", "1-decision-\(mark)A",
            "1-decision-", "1-decision", "1", "x-decision-\(mark)", "1-reset-\(mark)", "9-decision-\(mark)",
            "1-decision-\(String(repeating: "A", count: 43))",
        ]
        for token in forged {
            let visitor = try site.visitor()
            #expect(try await visitor.get("/unsubscribe/\(token)").status == .notFound, "\(token)")
            #expect(try await visitor.postAsIs("/unsubscribe/\(token)", []).status == .notFound, "\(token)")
        }
        #expect(try site.count("SELECT count(*) FROM preferences") == 0)
        let other = try TestSite()
        #expect(other.unsubscribePath(.decision, .alice) != site.unsubscribePath(.decision, .alice))
    }

    @Test func `the link of an erased account stores nothing`() async throws {
        try site.run("UPDATE user SET erased_at = 1 WHERE id = 1")
        let path = site.unsubscribePath(.decision, .alice)
        #expect(try await site.visitor().postAsIs(path, []).status == .notFound)
        #expect(try site.count("SELECT count(*) FROM preferences") == 0)
    }

    @Test func `only emails that can be turned off have such a link`() throws {
        #expect(
            MailKind.allCases.filter { $0.topic == nil }.map(\.rawValue).sorted() == [
                "account-event", "confirm-email", "email-changed", "leaving", "reset", "suspension",
            ])
        #expect(Set(MailKind.allCases.compactMap(\.topic)) == Set(MailTopic.allCases))
        #expect(Set(NotificationSwitches.all.map(\.topic)) == Set(MailTopic.allCases).subtracting([.digest]))
    }
}
