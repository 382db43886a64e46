// Tests of logging in and of the page that opens after it.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct LoginTests {
    static func fields(_ login: String, password: String = Person.password, next: String? = nil) -> [(String, String)] {
        [("login", login), ("password", password)] + (next.map { [("next", $0)] } ?? [])
    }

    @Test(arguments: ["alice", "ALICE", "alice@example.org", "Alice@EXAMPLE.org", "  alice  ", "ａｌｉｃｅ"])
    func `a member logs in with username or email address in any spelling`(login: String) async throws {
        let client = try TestSite().visitor()
        let answer = try await client.post("/login", Self.fields(login))
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/")
        #expect(try await client.get("/my/recipes").status == .ok)
    }

    @Test func `a wrong password and an unknown name show the same error`() async throws {
        let site = try TestSite()
        func page(_ login: String, _ password: String) async throws -> String {
            let client = try site.visitor()
            let answer = try await client.post("/login", Self.fields(login, password: password))
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: "login"))
            #expect(answer.text.contains("value=\"\(login)\""))
            #expect(!answer.text.contains(password))
            let token = try #require(answer.formToken)
            return answer.text.replacing(token, with: "TOKEN").replacing(login, with: "LOGIN")
        }
        let wrong = try await page("alice", "not the password")
        let unknown = try await page("alicia", "not the password")
        #expect(wrong == unknown)
    }

    @Test(arguments: ["", "x", String(repeating: "x", count: 100_000), "a\u{301}\u{1F600}'\";--"])
    func `any other password is refused`(password: String) async throws {
        let client = try TestSite().visitor()
        #expect(try await client.post("/login", Self.fields("alice", password: password)).status == .unprocessable)
        #expect(client.cookies["toque_session"] == nil)
    }

    @Test(arguments: ["", Person.password])
    func `no password logs in to an account without one`(password: String) async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        let answer = try await site.visitor().post("/login", Self.fields("alice", password: password))
        #expect(answer.status == .unprocessable)
    }

    @Test(arguments: ["/my/recipes", "/search?q=soup&diet=vegan", "/recipes/new"])
    func `after login the requested page opens`(next: String) async throws {
        let client = try TestSite().visitor()
        #expect(try await client.post("/login", Self.fields("alice", next: next)).location == next)
    }

    @Test(arguments: [
        "//evil.test", "/\\evil.test", "\\\\evil.test", "https://evil.test", "javascript:alert(1)", "/\t/evil.test",
        "/ok\r\nSet-Cookie: a=b", "evil.test", "", "/\u{202E}evil", "/" + String(repeating: "a", count: 2_000),
        "///evil.test", " //evil.test", "/\u{1}/evil.test", "/ok\u{7f}",
    ])
    func `a login never leads to another site`(next: String) async throws {
        let client = try TestSite().visitor()
        #expect(try await client.post("/login", Self.fields("alice", next: next)).location == "/")
        // The same holds for a member who is logged in already.
        #expect(try await client.get("/login?next=\(Percent.encode(query: next))").location == "/")
    }

    @Test func `the login page passes the requested path on`() async throws {
        let client = try TestSite().visitor()
        let page = try await client.get("/login?next=%2Fmy%2Frecipes")
        #expect(page.text.contains(#"name="next" value="/my/recipes""#))
        let wrong = try await client.post("/login", Self.fields("alice", password: "x", next: "/my/recipes"))
        #expect(wrong.text.contains(#"name="next" value="/my/recipes""#))
    }
}
