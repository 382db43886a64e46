// Tests that authors unpublish a recipe and publish the same text again.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct UnpublishingTests {
    @Test func `an unpublished recipe is on no public page, and the undo button publishes it again`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(CanaryTests.canary())
        let (alice, address) = (try site.client(.alice), try site.address(of: recipe))
        #expect(try await alice.get(address).text.contains(#"action="/recipes/\#(recipe)/unpublish""#))
        let done = try await alice.post("/recipes/\(recipe)/unpublish")
        #expect(done.status == .seeOther)
        for client in [try site.visitor(), try site.client(.charlie)] {
            for surface in CanaryTests.surfaces(recipe) {
                for headers in [[:], ["Accept": "application/json"]] as [Headers] {
                    let answer = try await client.get(surface, headers: headers)
                    for word in CanaryTests.words(in: answer, of: surface) { Issue.record("\(word) on \(surface)") }
                }
            }
        }
        #expect(try site.failures().isEmpty)
        let own = try await site.client(.alice).get(address)
        #expect(own.shows("unpublished") && own.text.contains(#"action="/recipes/\#(recipe)/republish""#))
        try await site.pressUndo(done, alice)
        #expect(try await site.visitor().get(address).status == .ok)
        let actions: [String] = try site.read {
            try $0.all("SELECT action FROM audit WHERE object = 'recipe' ORDER BY id") { $0[0] }
        }
        #expect(actions == ["unpublish", "republish"])
        #expect(try site.failures().isEmpty)
    }

    @Test func `only its author unpublishes a public recipe, also without a licence`() async throws {
        let site = try TestSite()
        let (recipe, draft) = (try await site.publish(.vegan), try await site.write(.honey))
        for person in [Person.bob, .charlie, .ada] {
            #expect(try await site.client(person).post("/recipes/\(recipe)/unpublish").status == .notFound)
        }
        let alice = try site.client(.alice)
        #expect(try await alice.post("/recipes/\(draft)/unpublish").status == .conflict)
        #expect(try await alice.post("/recipes/\(recipe)/republish").status == .conflict)
        try site.run("UPDATE licence_grant SET revoked_at = 1")
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        #expect(try await alice.post("/recipes/\(recipe)/unpublish").status == .conflict)
        try await alice.post("/recipes/\(recipe)/republish").expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }

    @Test func `only the approved text comes back, and a newer one needs a decision`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        let submission = try await site.submit(recipe)
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        #expect(
            try site.value("SELECT state FROM submission WHERE id = \(submission)") == .some("withdrawn"))
        try await alice.post("/recipes/\(recipe)/republish").expect(.seeOther)
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.status == .ok && !page.text.contains("honey"))
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        try await site.approve(site.submit(recipe))
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("live"))
        #expect(try await site.visitor().get(site.address(of: recipe)).text.contains("honey"))
        #expect(try site.failures().isEmpty)
    }

    @Test func `a recipe that moderators hid isn't published again by its author`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.client(.alice).post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        try await site.decide(1, "hide").expect(.seeOther)
        #expect(try await site.client(.alice).post("/recipes/\(recipe)/republish").status == .conflict)
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("hidden"))
        #expect(try site.failures().isEmpty)
    }

    @Test func `an approval taken back after unpublishing leaves nothing public`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        try await site.approve(site.submit(recipe))
        let decision = try site.count("SELECT max(id) FROM decision")
        try await site.client(.alice).post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        try await site.client(.bob).post("/moderation/decisions/\(decision)/take-back").expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)").status == .notFound)
        #expect(try site.failures().isEmpty)
    }

    @Test func `the database refuses public rows of an unpublished recipe`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let other = try await site.publish(.honey)
        try await site.client(.alice).post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        #expect(throws: (any Error).self) {
            try site.run("UPDATE public_recipe SET recipe_id = \(recipe) WHERE recipe_id = \(other)")
        }
    }
}
