// Tests that a failed login costs the same work whether or not the account exists.

import Database
import Foundation
import HTTP
import HTTPServer
import Testing

@testable import TestKit
@testable import Toque

@Suite struct LoginWorkTests {
    /// Everything that takes time: hashes, queries, writes, and bytes of the answer.
    private struct Work: Hashable {
        let hashes: Int
        let queries: Int
        let writes: Int
        let bytes: Int
    }

    @Test func `unknown names, wrong passwords and accounts without one cost the same work`() async throws {
        let site = try TestSite.limited()
        try site.run("UPDATE user SET password_hash = NULL WHERE id = \(Person.charlie.id)")
        var works: [String: Work] = [:]
        for login in [
            "alice", "nobody", "alice@example.org", "nobody@example.org", "ALICE", "charlie", "ada", "' OR 1=1 --",
        ] {
            works[login] = try await work(of: login, on: site)
        }
        #expect(Set(works.values).count == 1, "\(works)")
        #expect(works["alice"]?.hashes == 1 && works["alice"]?.writes == 0)
    }

    @Test func `a login does not wait for pictures, forms or imports`() async throws {
        let site = try TestSite()
        let gate = DispatchSemaphore(value: 0)
        let busy = Task {
            await withTaskGroup { group in
                for _ in 0..<64 { group.addTask { try? await site.site.workers.run { gate.wait() } } }
            }
        }
        while site.site.workers.waiting == 0 { await Task.yield() }
        #expect(try await site.visitor().post("/login", LoginTests.fields("alice")).status == .seeOther)
        #expect(site.site.workers.waiting > 0)
        for _ in 0..<64 { gate.signal() }
        await busy.value
    }

    private func work(of login: String, on site: TestSite) async throws -> Work {
        let client = try site.visitor()
        _ = try await client.token()
        let (hashes, writes) = (site.site.passwords.computed, site.site.writer.writes)
        let queries = client.reader.statementCount
        let answer = try await client.post("/login", LoginTests.fields(login, password: "not the password"))
        #expect(answer.status == .unprocessable)
        let typed = answer.text.matches(of: /name="login"[^>]* value="([^"]*)"/).first.map { $0.1.utf8.count } ?? 0
        return Work(
            hashes: site.site.passwords.computed - hashes, queries: client.reader.statementCount - queries,
            writes: site.site.writer.writes - writes, bytes: answer.text.utf8.count - typed)
    }
}
