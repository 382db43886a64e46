// Tests of the author's page of all versions of a recipe.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RevisionsTests {
    @Test func `an author compares versions and restores one, with an undo`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        let alice = try site.client(.alice)
        let page = try await alice.get("/recipes/\(recipe)/revisions")
        #expect(page.shows("Lentil soup") && page.text.contains("<ins>"))
        #expect(page.text.contains(#"action="/revisions/1/restore""#))
        #expect(!page.text.contains(#"action="/revisions/2/restore""#), "it is the latest")
        let answer = try await alice.post("/revisions/1/restore", [("version", "2")])
        #expect(answer.location == "/recipes/\(recipe)/revisions")
        #expect(try site.count("SELECT count(*) FROM revision") == 3)
        let hashes = try site.read { try $0.all("SELECT sha256 FROM revision ORDER BY id") { $0[0] as String } }
        #expect(hashes[0] == hashes[2])
        #expect(try await alice.get("/recipes/\(recipe)/revisions").text.contains(#"action="/revisions/2/restore""#))
        #expect(try await alice.post("/revisions/2/restore", [("version", "2")]).status == .conflict)
        try await alice.post("/revisions/2/restore").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM revision") == 4)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Lentil soup"), "the public text stays")
    }

    @Test func `nobody else sees or restores a version`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        for person in [Person.charlie, .bob, .ada] {
            let client = try site.client(person)
            #expect(try await client.get("/recipes/\(recipe)/revisions").status == .notFound)
            #expect(try await client.post("/revisions/1/restore").status == .notFound)
        }
        #expect(try site.count("SELECT count(*) FROM revision") == 2)
    }

    @Test func `programs read the list`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        struct Item: Decodable {
            let number: Int
            let isLatest: Bool
            private enum CodingKeys: String, CodingKey {
                case number
                case isLatest = "is_latest"
            }
        }
        let list = try await site.client(.alice).json("/recipes/\(recipe)/revisions", as: ListAnswer<Item>.self)
        #expect(list.items.map(\.number) == [1] && list.items[0].isLatest)
    }
}
