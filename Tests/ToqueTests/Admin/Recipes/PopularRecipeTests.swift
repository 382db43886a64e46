// Tests that an admin takes down a popular recipe only together with another admin.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct PopularRecipeTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
        try site.setRole(.admin, of: .bella)
    }

    private func popular(favourites: Int = HeldDecisionRules.popularFavourites) async throws -> Int {
        let recipe = try await site.publish(.vegan)
        try site.makePopular(recipe, favourites: favourites)
        return recipe
    }

    private func isPublic(_ recipe: Int) async throws -> Bool {
        try await site.visitor().get(site.address(of: recipe)).status == .ok
    }

    @Test func `another admin confirms the takedown, and the record names both`() async throws {
        let recipe = try await popular()
        let (ada, bella) = (try site.client(.ada), try site.client(.bella))
        let change = try await site.draftRecipes("take-down", [recipe])
        let page = try await ada.get(change)
        #expect(page.shows("another admin has to confirm this") && !page.text.contains("\(change)/confirm"))
        try await ada.post("\(change)/confirm").expect(.seeOther)
        #expect(try await isPublic(recipe))

        #expect(try await bella.get(change).text.contains("\(change)/confirm"))
        try await bella.post("\(change)/confirm").expect(.seeOther)
        #expect(try await !isPublic(recipe))
        #expect(try site.count("SELECT by_id FROM measure") == Person.ada.id)
        #expect(try site.count("SELECT second_by_id FROM measure") == Person.bella.id)
        #expect(try site.failures() == [])
    }

    @Test func `one favourite less, and one admin is enough`() async throws {
        let recipe = try await popular(favourites: HeldDecisionRules.popularFavourites - 1)
        try await site.changeRecipes("take-down", [recipe])
        #expect(try await !isPublic(recipe))
        #expect(try site.count("SELECT count(*) FROM measure WHERE second_by_id IS NULL") == 1)
    }

    @Test func `the only admin decides alone`() async throws {
        try site.setRole(.member, of: .bella)
        let recipe = try await popular()
        try await site.changeRecipes("take-down", [recipe])
        #expect(try await !isPublic(recipe))
    }

    @Test func `the other recipes of a change are taken down at once`() async throws {
        let (first, second) = (try await popular(), try await site.publish(.honey))
        try await site.changeRecipes("take-down", [first, second])
        #expect(try await isPublic(first))
        #expect(try await !isPublic(second))
    }
}
