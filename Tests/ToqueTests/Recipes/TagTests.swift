// Tests of tags: writing them, where they are shown, and searching by them.

import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TagTests {
    @Test func `each tag counts once, without empty ones`() {
        #expect(
            TagRules.split(" Picnic, freezer,, picnic , Новый год").map(\.name) == ["Picnic", "freezer", "Новый год"])
        #expect(TagRules.split(", ,").isEmpty && TagRules.joined([]) == nil)
    }

    @Test(arguments: [
        "vegan", "Gluten-free", "low carb", "no nuts", "без яиц", "веганское", "dairy free", "keto", "nut allergy",
        "eggless", "nutfree", "high-protein", "веганам", "GF", "meatless", "zero sugar", "безмолочный",
    ])
    func `a tag that states a diet or allergen is not shown`(_ tag: String) {
        #expect(TagRules.shown("picnic, \(tag)").map(\.name) == ["picnic"])
    }

    @Test(arguments: ["no-bake", "no knead", "Christmas", "freezer-friendly", "пикник", "one pot"])
    func `a tag that states none is shown`(_ tag: String) {
        #expect(TagRules.shown(tag).map(\.name) == [tag])
    }

    @Test func `tags are shown, searched, counted and exported`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(RecipeFields.vegan.with("tags", "Picnic, freezer, gluten-free"))
        let other = try await site.publish(RecipeFields("Bread", ingredients: "1 kg flour").with("tags", "picnic"))
        let page = try await site.visitor().get(site.address(of: recipe)).text
        #expect(page.contains(#"<a class="chip" href="/search?tag=Picnic">Picnic</a>"#) && !page.contains("tag=gluten"))
        func found(_ query: String) async throws -> [Int] {
            try await site.visitor().json("/search?\(query)", as: IDList.self).items.map(\.id).sorted()
        }
        #expect(try await found("tag=picnic") == [recipe, other])
        #expect(try await found("tag=PICNIC&tag=freezer") == [recipe])
        #expect(try await found("tag=gluten-free") == [])
        #expect(try await found("q=freezer") == [recipe])
        let search = try await site.visitor().get("/search?tag=freezer").text
        #expect(search.contains("Tag: freezer") && search.contains(#"name="tag" value="freezer""#))
        #expect(search.contains(#"href="/search?tag=freezer&amp;tag=Picnic">Picnic <span class="count">1</span>"#))
        #expect(try await site.visitor().get("/recipes/\(recipe).jsonld").text.contains("Picnic, freezer\""))
        #expect(try await site.visitor().get("/recipes/\(recipe).cook").text.contains(#"tags: ["Picnic", "freezer"]"#))
        let edit = try await site.client(.alice).get("/recipes/\(recipe)/edit").text
        #expect(edit.contains(#"value="Picnic, freezer, gluten-free""#))
        let names = (0...SearchForm.tagsLimit).map { "tag=t\($0)" }.joined(separator: "&")
        #expect(try await site.visitor().get("/search?\(names)").text.contains("<li>t10</li>"))
    }

    private struct IDList: Decodable {
        struct Item: Decodable { let id: Int }
        let items: [Item]
    }

    @Test(arguments: [
        String(repeating: "a", count: 41), (0...20).map { "t\($0)" }.joined(separator: ","),
        String(repeating: "ab,", count: 400),
    ])
    func `too many or too long tags are refused and kept`(_ tags: String) async throws {
        let site = try TestSite()
        let answer = try await site.client(.alice).post("/recipes", RecipeFields.vegan.with("tags", tags).fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: "tags") && answer.text.contains(tags))
    }
}
