// Tests that a merge of catalogue entries needs two admins where a site has them.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TwoAdminsTests {
    private func merge(_ site: TestSite, into other: String = "maple syrup") async throws -> String {
        try await site.draft("/admin/ingredients/honey/merge", [("into", other)])
    }

    private func isMerged(_ site: TestSite) throws -> Bool { try site.catalogue().entry("honey") == nil }

    private func detail(_ site: TestSite) throws -> String? {
        try site.value("SELECT detail FROM audit WHERE action = 'ingredients-merge' ORDER BY id DESC LIMIT 1")
    }

    @Test func `an admin who cannot log in is no second admin`() async throws {
        let site = try TestSite()
        try site.setRole(.admin, of: .bella)
        try site.run("UPDATE user SET password_hash = NULL WHERE id = \(Person.bella.id)")
        let address = try await merge(site)
        try await site.client(.ada).post("\(address)/confirm").expect(.seeOther)
        #expect(try isMerged(site))
    }

    @Test func `another admin confirms a merge, and its drafter cannot`() async throws {
        let site = try TestSite()
        try site.setRole(.admin, of: .bella)
        let address = try await merge(site)
        let (ada, bella) = (try site.client(.ada), try site.client(.bella))
        let own = try await ada.get(address)
        #expect(own.shows(Text.changeTwoAdmins(.en, names: "bella")) && !own.text.contains("\(address)/confirm"))
        #expect(own.text.contains("\(address)/discard"))
        let refused = try await ada.post("\(address)/confirm")
        #expect(refused.status == .conflict && refused.shows(Text.changeOwnMerge(.en)))
        #expect(try !isMerged(site))
        let page = try await bella.get(address)
        #expect(page.text.contains("\(address)/confirm") && !page.shows("another admin has to apply it"))
        try await bella.post("\(address)/confirm").expect(.seeOther)
        #expect(try isMerged(site))
        #expect(try detail(site)?.hasSuffix(" drafted by account \(Person.ada.id)") == true)
        let actor: String? = try site.value("SELECT actor_name FROM audit WHERE action = 'ingredients-merge'")
        #expect(actor == "bella")
        #expect(try site.failures() == [])
    }

    @Test func `the drafter can still discard a merge`() async throws {
        let site = try TestSite()
        try site.setRole(.admin, of: .bella)
        let address = try await merge(site)
        try await site.client(.ada).post("\(address)/discard").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `the only admin of a site confirms a merge alone`() async throws {
        let site = try TestSite()
        try await site.confirm(merge(site))
        #expect(try isMerged(site))
        #expect(try detail(site)?.hasSuffix(" alone") == true)
    }

    @Test(arguments: [
        "UPDATE user SET suspended_until = 9000000000000 WHERE id = 3",
        "UPDATE user SET role = 'moderator' WHERE id = 3",
        "INSERT INTO leaving (user_id, username, asked_at, erase_at, withdraws, reason) VALUES (3, 'bella', 1, 2, 0, '')",
    ])
    func `admins who are suspended, leaving or demoted do not count`(sql: String) async throws {
        let site = try TestSite()
        try site.setRole(.admin, of: .bella)
        let address = try await merge(site)
        try site.run(SQL(stringLiteral: sql))
        try await site.confirm(address)
        #expect(try isMerged(site))
    }

    @Test func `merging courses needs two admins, and other changes do not`() async throws {
        let site = try TestSite()
        try site.setRole(.admin, of: .bella)
        let ada = try site.client(.ada)
        let merge = try await site.draft("/admin/categories/category/soup/merge", [("into", "main")])
        #expect(try await ada.post("\(merge)/confirm").status == .conflict)
        let edit = try await site.draft("/admin/ingredients/onion", [("density", "0.5")])
        #expect(try await ada.post("\(edit)/confirm").status == .seeOther)
    }

    @Test func `one admin undoes a merge, and two merge again`() async throws {
        let site = try TestSite()
        try site.setRole(.admin, of: .bella)
        let (ada, bella) = (try site.client(.ada), try site.client(.bella))
        let address = try await merge(site)
        try await bella.post("\(address)/confirm").expect(.seeOther)
        site.site.backgroundWorker.work()
        try await site.undo(address)
        #expect(try !isMerged(site))
        let undone = "/admin/catalogue/changes/\(try site.count("SELECT max(id) FROM catalogue_change"))"
        let again = try await ada.post("\(undone)/undo")
        try again.expect(.seeOther)
        site.site.backgroundWorker.work()
        let redo = try found(again.location)
        #expect(try await ada.post("\(redo)/confirm").status == .conflict)
        try await bella.post("\(redo)/confirm").expect(.seeOther)
        #expect(try isMerged(site))
        #expect(try site.failures() == [])
    }
}
