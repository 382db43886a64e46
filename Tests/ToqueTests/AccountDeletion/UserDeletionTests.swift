// Tests of an admin's deletion of an account: with a reason, and reversible for two weeks.

import Database
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct UserDeletionTests {
    private static let right = [("recipes", "withdraw"), ("reason", "sells pans")]

    @Test func `an admin deletes an account with a reason, which its owner reads, and can cancel this`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let ada = try site.client(.ada)
        #expect(try await ada.get("/admin/users/1").text.contains(#"href="/admin/users/1/delete""#))
        #expect(try await ada.get("/admin/users/1/delete").shows("1 of them public"))
        let answer = try await ada.post("/admin/users/1/delete", Self.right)
        #expect(answer.location == "/admin/users/1/delete")
        #expect(try await ada.get("/admin/users/1/delete").shows("This account will be deleted on 2 December 2026."))
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        let mail = try found(site.mails().first)
        #expect(mail.text.contains("sells pans"))
        let alice = try await site.loggedIn(.alice)
        #expect(try await alice.get("/settings/delete").shows("sells pans"))
        #expect(try await ada.post("/admin/users/1/keep").status == .seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try await alice.get("/my/recipes").status == .ok)
        let log = try site.read {
            try $0.all(
                """
                SELECT actor_name, action, detail FROM audit WHERE action IN ('stay', 'leave') ORDER BY id DESC
                """
            ) { [$0[0] as String, $0[1], $0[2]] }
        }
        #expect(log == [["ada", "stay", ""], ["ada", "leave", "sells pans"]])
    }

    @Test func `invalid input keeps what was typed`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let none = try await ada.post("/admin/users/1/delete", [("reason", "  ")])
        #expect(none.status == .unprocessable && none.hasError(at: "recipes") && none.hasError(at: "reason"))
        let long = String(repeating: "x", count: 501)
        let much = try await ada.post("/admin/users/1/delete", [("recipes", "withdraw"), ("reason", long)])
        #expect(much.hasError(at: "reason") && much.text.contains(long))
        #expect(much.text.contains(#"value="withdraw" checked"#))
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
    }

    @Test func `only admins may delete, and only accounts of others that exist`() async throws {
        let site = try TestSite()
        for person in [Person.charlie, .bob] {
            let client = try site.client(person)
            #expect(try await client.get("/admin/users/1/delete").status == .forbidden)
            #expect(try await client.post("/admin/users/1/delete", Self.right).status == .forbidden)
            #expect(try await client.post("/admin/users/1/keep").status == .forbidden)
        }
        let ada = try site.client(.ada)
        #expect(try await ada.get("/admin/users/5/delete").location == "/settings/delete")
        #expect(try await ada.post("/admin/users/5/delete", Self.right).location == "/settings/delete")
        #expect(try await ada.post("/admin/users/99/delete", Self.right).status == .notFound)
        #expect(try await ada.get("/admin/users/99/delete").status == .notFound)
        #expect(try await ada.post("/admin/users/99/keep").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        site.clock.advance(by: TestClock.hour)
        #expect(try await ada.post("/admin/users/1/delete", Self.right).location?.hasPrefix("/confirm") == true)
    }
}
