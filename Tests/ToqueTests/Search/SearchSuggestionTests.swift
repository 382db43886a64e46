// Tests of what is suggested while somebody types into the search bar.

import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct SearchSuggestionTests {
    private struct Answer: Decodable, Sendable {
        struct Item: Decodable, Sendable { let kind, label, address: String }
        let items: [Item]
    }

    private func suggested(_ typed: String, _ language: String = "en") async throws -> [Answer.Item] {
        let site = try TestSite()
        try site.plant("Desperate fish stew", "300 g cod\n1 onion", category: "soup")
        let answer: Answer = try await site.visitor().get(
            "/search/suggest?q=\(Percent.encode(query: typed))", headers: ["Accept-Language": language]
        ).json()
        return answer.items
    }

    @Test(arguments: [
        ("des", "course", "Desserts", "/search?category=dessert"), ("so", "course", "Soups", "/search?category=soup"),
        ("dinner", "course", "Main dishes", "/search?category=main"),
        ("vegan", "diet", "Vegan", "/search?diet=vegan"),
        ("Gluten-f", "diet", "Gluten-free", "/search?diet=gluten-free"),
        ("low f", "nutrition", "Low fat", "/search?nutrition=low-fat"),
        ("дес", "course", "Desserts", "/search?category=dessert"),
    ])
    func `courses, diets and claims that begin so come first`(
        _ typed: String, _ kind: String, _ label: String, _ address: String
    ) async throws {
        let first = try #require(await suggested(typed).first)
        #expect(first.kind == kind && first.label == label && first.address == address)
    }

    @Test func `titles and ingredients follow, and names are in the language of the reader`() async throws {
        let items = try await suggested("des")
        #expect(items.map(\.kind).starts(with: ["course", "recipe"]) && items[1].label == "Desperate fish stew")
        #expect(try await suggested("дес", "ru").first?.label == "Десерты")
        #expect(try await suggested("dess", "ru").first?.label == "Десерты")
        #expect(try await suggested("onio").contains { $0.kind == "ingredient" })
    }

    @Test(arguments: ["d", "essert", "desserts for two", "-", "vegan cake"])
    func `nothing else suggests a filter`(_ typed: String) async throws {
        #expect(try await suggested(typed).allSatisfy { ["recipe", "ingredient"].contains($0.kind) })
    }

    @Test func `at most three filters are suggested`() throws {
        let catalogue = try RealData.catalogue()
        for typed in ["lo", "s", "ve", "ке", "на"] {
            #expect(SearchSuggestions.filters(startingLike: typed, catalogue, .en).count <= 3, "\(typed)")
        }
        #expect(SearchSuggestions.filters(startingLike: "lo", catalogue, .en).count == 3)
    }
}
