// Tests of resetting a forgotten password.

import Bytes
import Database
import Foundation
import HTTP
import Mail
import Testing
import Texts
import Words

@testable import Database
@testable import TestKit
@testable import Toque

@Suite struct PasswordResetTests {
    static let password = "seven lemons in a bowl"
    static let fields = [("password", password), ("password_again", password)]

    private let site: TestSite

    init() throws { site = try TestSite() }

    private func ask(_ login: String, headers: Headers = [:]) async throws {
        try await site.visitor().post("/forgot", [("login", login)], headers: headers).expect(.seeOther)
    }

    /// The path of a reset link for Alice.
    private func link() async throws -> String {
        try await ask("alice")
        return try site.link()
    }

    private func works(_ link: String) async throws -> Bool {
        let answer = try await site.visitor().get(link)
        #expect(answer.status == .seeOther || answer.status == .notFound)
        return answer.status == .seeOther
    }

    private func logIn(_ password: String, as person: Person = .alice) async throws -> Status {
        try await site.visitor().post("/login", LoginTests.fields(person.name, password: password)).status
    }

    @Test(arguments: ["alice", "ALICE", "Alice@example.org"])
    func `a link sets a new password once, and the owner gets an email`(login: String) async throws {
        let (laptop, client) = (try site.client(.alice), try site.visitor())
        try await ask(login)
        let link = try site.link()
        let redirect = try await client.send(.get, link)
        #expect(redirect.status == .seeOther && redirect.location == "/reset")
        let page = try await client.get("/reset")
        #expect(page.status == .ok && page.text.contains(#"action="/reset""#))
        // The page shows the strength of the password, but not the owner's name.
        #expect(
            page.text.contains(#"data-least="12" data-names="""#)
                && page.text.contains(#"<script type="module" src="/static/password"#))
        let answer = try await client.post("/reset", Self.fields)
        #expect(answer.status == .seeOther && answer.location == "/login")

        #expect(try await logIn(Person.password) == .unprocessable)
        #expect(try await logIn(Self.password) == .seeOther)
        #expect(try await laptop.get("/my/recipes").status == .seeOther)
        #expect(try await client.get("/reset").status == .notFound)
        #expect(try await !works(link))
        let notice = try site.mails()
        #expect(notice.map(\.to.text) == ["alice@example.org"])
        #expect(notice.first?.subject.text == "Your password was changed")
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'password' AND object_id = 1") == 1)
        #expect(try site.count("SELECT count(*) FROM user WHERE email_confirmed_at IS NOT NULL") == 1)
    }

    @Test func `the form answers known and unknown names alike, with the same work`() async throws {
        try site.run("UPDATE user SET suspended_until = \(site.now + 1) WHERE id = 5")
        var answers: Set<String> = []
        for login in ["alice", "bob@example.org", "nobody", "nobody@example.org", "ada", "'; DROP TABLE user; --"] {
            let client = try site.visitor()
            _ = try await client.get("/forgot")
            let (queries, writes) = (client.reader.statementCount, site.site.writer.writes)
            let answer = try await client.post("/forgot", [("login", login)])
            answers.insert(
                "\(answer.status) \(answer.location ?? "") \(answer.text) \(answer.cookie("toque_done") ?? "")")
            #expect(client.reader.statementCount == queries)
            #expect(site.site.writer.writes == writes + 1)
            #expect(try site.count("SELECT count(*) FROM outbox") == 0)
        }
        #expect(answers.count == 1)
        let kept = try site.write { $0.keptQueries }
        #expect(!kept.contains { $0.contains("FROM user") })
        #expect(try site.mails().map(\.to.text) == ["alice@example.org", "bob@example.org", "ada@example.org"])
        #expect(try site.count("SELECT count(*) FROM reset_request") == 0)
    }

    @Test func `tokens are 256 random bits and are stored in no file`() async throws {
        let seals = (0..<500).map { _ in site.site.mailer.makeSeal() }
        #expect(Set(seals.map(\.token) + seals.map(\.text)).count == 1_000)
        #expect(seals.allSatisfy { $0.token.utf8.count == 43 })

        try await ask("alice")
        let (mailer, now) = (site.site.mailer, site.now)
        try site.write { try ResetRequestStore($0).answer(mailer, now: now) }
        let seal: String = try found(site.value("SELECT seal FROM outbox"))
        let token = site.site.mailer.token(of: seal)
        try expectNowhere([token])
        // The value in the database does not open the form.
        #expect(try await !works("/reset/" + seal))
        #expect(try site.link() == "/reset/" + token)
        #expect(try site.count("SELECT count(*) FROM outbox WHERE text IS NULL AND html IS NULL AND seal IS NULL") == 1)
        try expectNowhere([token])
        try await site.visitor().post("/reset/" + token, Self.fields).expect(.seeOther)
        try expectNowhere([token, Self.password])
    }

    private func expectNowhere(_ secrets: [String]) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: site.folder.path) where name.hasPrefix("toque")
        {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: site.folder.path + "/" + name))
            for secret in secrets { #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)") }
        }
    }

    @Test func `of twenty simultaneous uses of a link only one sets the password`() async throws {
        let (site, link) = (site, try await link())
        let statuses = try await withThrowingTaskGroup(of: (Int, Status).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let password = Self.password + String(number)
                    let fields = [("password", password), ("password_again", password)]
                    return (number, try await site.visitor().post(link, fields).status)
                }
            }
            return try await group.reduce(into: [(Int, Status)]()) { $0.append($1) }
        }
        let winners = statuses.filter { $0.1 == .seeOther }.map(\.0)
        let winner = try #require(winners.first)
        #expect(winners.count == 1)
        #expect(statuses.filter { $0.1 == .notFound }.count == 19)
        #expect(try await logIn(Self.password + String(winner)) == .seeOther)
    }

    @Test func `a reset link works for an hour`() async throws {
        let link = try await link()
        site.clock.advance(by: TestClock.hour - 1)
        #expect(try await works(link))
        site.clock.advance(by: 1)
        #expect(try await !works(link))
        #expect(try await site.visitor().post(link, Self.fields).status == .notFound)
        #expect(try await logIn(Person.password) == .seeOther)
    }

    @Test func `a newer link, another password or another address ends a link`() async throws {
        let first = try await link()
        let second = try await link()
        #expect(try await !works(first))
        #expect(try await works(second))
        try site.write { try AccountStore($0).setPassword(.init(hash: "other", isLong: true), user: Person.alice.id) }
        #expect(try await !works(second))
        let third = try await link()
        let now = site.now
        try site.write { try AccountStore($0).confirm(email: "new@example.org", user: Person.alice.id, now: now) }
        #expect(try await !works(third))
        #expect(try await site.visitor().post(third, Self.fields).status == .notFound)
    }

    @Test(arguments: [
        ["Host": "evil.test", "Origin": "http://evil.test"], ["X-Forwarded-Host": "evil.test"],
        ["Forwarded": "host=evil.test"], ["X-Forwarded-Proto": "https"],
    ])
    func `the link begins with the configured address, whatever the request says`(
        names: [String: String]
    ) async throws {
        var headers = Headers()
        for (name, value) in names { headers[name] = value }
        try await ask("alice", headers: headers)
        let mail = try #require(try site.mails().first)
        #expect(mail.link?.hasPrefix("http://127.0.0.1:8080/reset/") == true)
        #expect(!String(decoding: mail.bytes, as: UTF8.self).contains("evil"))
    }

    @Test func `opening a link does not use it up, and its token is in no later address, page or log`() async throws {
        let folder = try TestFolder.filled()
        let log = folder.path + "/access.log"
        let site = try TestSite(folder: folder, clock: TestClock()) { $0.accessLog = log }
        try await site.visitor().post("/forgot", [("login", "alice")]).expect(.seeOther)
        let link = try site.link()
        let token = String(link.dropFirst("/reset/".count))
        let client = try site.visitor()
        for method in [HTTP.Method.get, .head, .get, .head] {
            let answer = try await client.send(method, link)
            #expect(answer.location == "/reset")
            #expect(answer.headers["Referrer-Policy"] == "same-origin")
        }
        let cookie = try #require(try await client.send(.get, link).cookie("toque_reset-link"))
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Max-Age=3600"))
        #expect(try await !client.get("/reset").text.contains(token))
        let answer = try await client.post("/reset", Self.fields)
        #expect(answer.status == .seeOther)
        #expect(answer.cookie("toque_reset-link")?.contains("Max-Age=0") == true)
        try await client.post(link, Self.fields).expect(.notFound)
        site.site.accessLog?.flush()
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        #expect(lines.contains("/reset/:token") && !lines.contains(token))
    }

    @Test(arguments: [
        ("short", "short", "password"), ("", "", "password"), (password, "another one of these", "password_again"),
        (String(repeating: "x", count: 129), "", "password"),
    ])
    func `an unsuitable password shows an error at its field, and the link still works`(
        password: String, again: String, field: String
    ) async throws {
        let (link, client) = (try await link(), try site.visitor())
        _ = try await client.get(link)
        for address in ["/reset", link] {
            let answer = try await client.post(address, [("password", password), ("password_again", again)])
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: field))
            #expect(!answer.hasError(at: "username") && !answer.hasError(at: "email"))
        }
        #expect(try await works(link))
        #expect(try await logIn(Person.password) == .seeOther)
    }

    @Test(arguments: ["", "   ", String(repeating: "x", count: 255)])
    func `the form shows an error when nothing or too much was typed`(login: String) async throws {
        let answer = try await site.visitor().post("/forgot", [("login", login)])
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "login"))
        #expect(answer.text.contains("value=\"\(login.trimmed)\""))
        #expect(try site.count("SELECT count(*) FROM reset_request") == 0)
    }

    @Test func `a link of one kind does not work as another kind`() async throws {
        let link = try await link()
        #expect(try await site.visitor().get(link.replacing("/reset/", with: "/confirm-email/")).status == .notFound)
        #expect(try await site.visitor().get("/reset").status == .notFound)
        #expect(try await site.visitor().get("/reset/" + String(repeating: "A", count: 43)).status == .notFound)
    }

    @Test func `at most five links are sent in an hour, and the last one works`() async throws {
        for _ in 0..<8 { try await ask("alice") }
        let mails = try site.mails()
        #expect(mails.count == 5)
        let last = try #require(mails.last?.link?.dropFirst("http://127.0.0.1:8080".count))
        #expect(try await works(String(last)))
        site.clock.advance(by: TestClock.hour)
        _ = try await link()
    }

    @Test func `the email is in the recipient’s language`() async throws {
        try site.write { try AccountStore($0).setAppearance(Appearance(language: .ru), user: Person.alice.id) }
        try await ask("alice")
        let mail = try #require(try site.mails().first)
        #expect(mail.subject.text == Text.mailReset(.ru) && mail.language.text == "ru")
        #expect(mail.text.contains("Здравствуйте, alice!"))
        #expect(mail.html.contains(#"<html lang="ru">"#) && mail.html.contains("href=\"\(mail.link ?? "?")\""))
    }

    @Test func `requests from other sites or without a token are refused`() async throws {
        let link = try await link()
        for address in ["/forgot", "/reset", link] {
            let fields = Self.fields + [("login", "alice")]
            let foreign = try await site.visitor().post(address, fields, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden)
            #expect(try await site.visitor().postAsIs(address, fields).status == .forbidden)
        }
        #expect(try site.count("SELECT count(*) FROM reset_request") == 0)
        #expect(try await works(link))
    }
}
