// Tests of registering an account.

import Bytes
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RegistrationTests {
    static func fields(
        username: String = "dora", email: String = "dora@example.org", password: String = "twelve chars!",
        again: String? = nil
    ) -> [(String, String)] {
        [("username", username), ("email", email), ("password", password), ("password_again", again ?? password)]
    }

    /// Registers and expects an error at the given field, or none.
    private func expect(
        _ fields: [(String, String)], _ field: String?, location: SourceLocation = #_sourceLocation
    ) async throws {
        let site = try TestSite()
        let answer = try await site.visitor().post("/register", fields)
        #expect(answer.status == (field == nil ? .seeOther : .unprocessable), sourceLocation: location)
        if let field { #expect(answer.hasError(at: field), sourceLocation: location) }
        let people = Person.allCases.count + (field == nil ? 1 : 0)
        #expect(try site.count("SELECT count(*) FROM user") == people, sourceLocation: location)
    }

    @Test func `a new member is logged in immediately and has no other role`() async throws {
        let site = try TestSite()
        let client = try site.visitor()
        let answer = try await client.post("/register", Self.fields())
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/welcome")
        #expect(try site.value("SELECT role FROM user WHERE username = 'dora'") == "member")
        #expect(try await client.get("/my/recipes").status == .ok)
        #expect(try await client.get("/moderation").status == .forbidden)
        #expect(try await client.get("/register").status == .seeOther)
    }

    @Test func `the success message is shown once`() async throws {
        let client = try TestSite().visitor()
        _ = try await client.post("/register", Self.fields())
        #expect(try await client.get("/").text.contains(#"role="status""#))
        #expect(try await client.get("/").text.contains(#"role="status""#) == false)
    }

    @Test(arguments: [(2, false), (3, true), (32, true), (33, false)])
    func `a username has 3 to 32 characters`(length: Int, isRight: Bool) async throws {
        for letter in ["a", "ж", "文"] {
            try await expect(
                Self.fields(username: String(repeating: letter, count: length)), isRight ? nil : "username")
        }
    }

    @Test(arguments: [(11, false), (12, true), (128, true), (129, false)])
    func `a password has 12 to 128 code points`(length: Int, isRight: Bool) async throws {
        for letter in ["x", "ё", "😀", " "] {
            try await expect(
                Self.fields(password: String(repeating: letter, count: length)), isRight ? nil : "password")
        }
    }

    @Test(arguments: [(64, 189, true), (65, 100, false), (64, 190, false)])
    func `an email address has at most 254 bytes, 64 of them before the @`(
        local: Int, domain: Int, isRight: Bool
    ) async throws {
        let email = String(repeating: "a", count: local) + "@" + String(repeating: "b", count: domain)
        try await expect(Self.fields(email: email), isRight ? nil : "email")
    }

    @Test(arguments: [
        "", "dora", "@example.org", "dora@", "a@b@c", "do ra@example.org", "dora@example..org", "dora@.org",
        "<dora>@example.org", "dora@example.org,eve@example.org", "do\tra@example.org",
        "dora@１／２.org", "dora@١.org",
    ])
    func `an invalid email address shows an error`(email: String) async throws {
        try await expect(Self.fields(email: email), "email")
    }

    @Test(arguments: [
        "", "   ", "-dora", ".dora", "do ra", "do/ra", "dora@home", "<script>", "12345", "дора\u{202E}", "do\u{200B}ra",
    ])
    func `a username contains only letters, digits, hyphens, dots and underscores`(username: String) async throws {
        try await expect(Self.fields(username: username), "username")
    }

    @Test(arguments: ["admin", "Admin", "ADMINISTRATOR", "moderator", "system", "toque", "ｒｏｏｔ", "support"])
    func `names that would speak for the site are reserved`(username: String) async throws {
        try await expect(Self.fields(username: username), "username")
    }

    @Test(arguments: ["alice", "ALICE", "Alice", "ａｌｉｃｅ", " alice "])
    func `a taken username is refused in any spelling`(username: String) async throws {
        try await expect(Self.fields(username: username), "username")
    }

    @Test func `a name in other letters that looks like a taken one is refused`() async throws {
        let site = try TestSite()
        try await site.visitor().post("/register", Self.fields(username: "coco")).expect(.seeOther)
        let fields = Self.fields(username: "СОСО", email: "other@example.org")
        #expect(try await site.visitor().post("/register", fields).hasError(at: "username"))
    }

    @Test func `a username from before the rules can still log in`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET username = 'аlice', username_key = 'аlice' WHERE id = 1")
        #expect(try await site.visitor().post("/login", LoginTests.fields("Аlice")).status == .seeOther)
    }

    @Test(arguments: ["ren\u{e9}e", "rene\u{301}e", "REN\u{c9}E", "RENE\u{301}E"])
    func `a name with an accent is the same, composed or not, in any letter case`(username: String) async throws {
        let site = try TestSite()
        #expect(try await site.visitor().post("/register", Self.fields(username: "ren\u{e9}e")).status == .seeOther)
        let fields = Self.fields(username: username, email: "other@example.org")
        let answer = try await site.visitor().post("/register", fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "username"))
        #expect(!answer.hasError(at: "email"))
    }

    @Test(arguments: ["alice@example.org", "ALICE@EXAMPLE.ORG", "Alice@Example.org", " alice@example.org"])
    func `a taken email address is refused in any letter case`(email: String) async throws {
        try await expect(Self.fields(email: email), "email")
    }

    @Test func `an email address with an accent is the same, composed or not`() async throws {
        let site = try TestSite()
        let first = Self.fields(email: "ren\u{e9}e@example.org")
        #expect(try await site.visitor().post("/register", first).status == .seeOther)
        let second = Self.fields(username: "other", email: "RENE\u{301}E@example.org")
        let answer = try await site.visitor().post("/register", second)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "email"))
    }

    @Test func `two different passwords show an error at the second field`() async throws {
        try await expect(Self.fields(again: "twelve chars?"), "password_again")
    }

    @Test func `everything typed but the passwords is kept, and every error is at its field`() async throws {
        let site = try TestSite()
        let answer = try await site.visitor().post(
            "/register", Self.fields(username: "<d>", email: "\"dora\"", password: "secret-word", again: "secret-sword")
        )
        #expect(answer.status == .unprocessable)
        #expect(answer.shows("<d>"))
        #expect(answer.shows("\"dora\""))
        #expect(!answer.text.contains("secret-"))
        for field in ["username", "email", "password"] {
            #expect(answer.hasError(at: field))
            #expect(
                answer.text.split(separator: "aria-describedby=").contains { $0.prefix(80).contains("\(field)-error") })
        }
        #expect(answer.text.contains(#"role="alert""#))
        #expect(try site.count("SELECT count(*) FROM user") == Person.allCases.count)
    }

    @Test func `of several simultaneous registrations of a name only one succeeds`() async throws {
        let site = try TestSite()
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await site.visitor().post("/register", Self.fields(email: "dora\(number)@example.org")).status
                }
            }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .seeOther }.count == 1)
        #expect(statuses.filter { $0 == .unprocessable }.count == 3)
    }

    @Test func `spaces in a password count, the composition of its accents does not`() async throws {
        let site = try TestSite()
        _ = try await site.visitor().post("/register", Self.fields(password: "  caf\u{e9} and tea  "))
        func login(_ password: String) async throws -> Status {
            try await site.visitor().post("/login", [("login", "dora"), ("password", password)]).status
        }
        #expect(try await login("  cafe\u{301} and tea  ") == .seeOther)
        #expect(try await login("caf\u{e9} and tea") == .unprocessable)
    }

    @Test func `a name far beyond the limit is refused without being normalised`() {
        let long = String(repeating: "e\u{301} ", count: 10_000)
        #expect(NameRules.tidied(long).unicodeScalars.elementsEqual(long.unicodeScalars))
        #expect(AccountRules.key(long).unicodeScalars.elementsEqual(long.unicodeScalars))
        #expect(NameRules.problem(NameRules.tidied(long)) == "name-long")
        #expect(AccountRules.problem(username: long) == "username-length")
        #expect("e\u{301}".cut(to: 1) == "e")
    }
}
