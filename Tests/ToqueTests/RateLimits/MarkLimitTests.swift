// Tests that too many combining marks in a row show an error at the field before anything else reads it.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct MarkLimitTests {
    private static let marks = String(repeating: "\u{301}\u{323}", count: 20_000)

    @Test(arguments: [
        ("/register", "username"), ("/register", "password"), ("/login", "login"), ("/forgot", "login"),
        ("/recipes", "title"), ("/recipes", "step"), ("/recipes", "ingredient"), ("/recipes", "tags"),
        ("/recipes/import", "text"), ("/recipes/import", "address"), ("/recipes/facts", "ingredient"),
        ("/ingredients/parse", "ingredients_text"), ("/settings/profile", "display_name"), ("/bugs", "what"),
    ])
    func `a field with too many combining marks is answered with 422 and an error`(
        address: String, field: String
    ) async throws {
        let site = try TestSite()
        let isVisitor = ["/register", "/login", "/forgot"].contains(address)
        let client = isVisitor ? try site.visitor() : try site.client(.alice)
        let answer = try await client.post(address, [(field, "Soup" + Self.marks), ("other", "kept")])
        #expect(answer.status == .unprocessable && answer.hasError(at: field))
        // No part of a password is on the page.
        #expect(answer.text.contains("kept") && answer.text.contains("Sou") == (field != "password"))
        #expect(!answer.text.unicodeScalars.contains { $0 == "\u{301}" } || answer.text.utf8.count < 40_000)
        #expect(try site.count("SELECT count(*) FROM recipe") + site.count("SELECT count(*) FROM bug_report") == 0)
    }

    @Test func `a client that accepts JSON gets the error as JSON`() async throws {
        let site = try TestSite()
        let fields = [("title", "Soup" + Self.marks)]
        let answer = try await site.client(.alice).post("/recipes", fields, headers: ["Accept": "application/json"])
        #expect(answer.status == .unprocessable && answer.headers["Content-Type"]?.contains("json") == true)
    }
}
