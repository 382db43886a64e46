// Tests of which titles come first, of names of dishes, and of words that a correction may offer.

import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TitleOrderTests {
    private struct Answer: Decodable {
        struct Item: Decodable { let title: String }
        let items: [Item]
        let misspelt: String?
    }

    private static let shared = Task {
        let site = try TestSite()
        try site.plant("Quick and Easy Cream of Tomato Soup", "1 kg tomatoes\n2 tomatoes\n100 ml cream")
        try site.plant("Tomato Soup", "1 onion\n1 l water\n2 carrots\n1 kg tomatoes")
        try site.plant("Shepherd's Pie", "500 g lamb mince\n1 kg potatoes")
        try site.plant("Vegetarian Shepherd's Pie", "500 g lentils\n1 kg potatoes")
        try site.plant("Easy Apple Pie Coffee Cake", "3 apples\n200 g flour")
        try site.plant("Grandmother’s Old Apple Pie", "3 apples\n200 g flour")
        try site.plant("Apple Pie Bars", "3 apples\n200 g flour")
        try site.plant("Rib Eye with Bone Marrow", "2 rib eye steaks")
        try site.plant("Courgette Bake", "2 courgettes\n1 onion")
        try site.plant("Banana Bread", "3 bananas\n200 g flour")
        try site.plant("Fruitcake", "200 g raisins\n200 g flour")
        try site.plant("Barbecue Ribs", "1 kg pork ribs")
        return site
    }

    private func search(_ words: String) async throws -> Answer {
        try await Self.shared.value.visitor().json("/search?q=\(Percent.encode(query: words))", as: Answer.self)
    }

    @Test(arguments: [
        ("tomato soup!", "Tomato Soup"), ("tomato-soup", "Tomato Soup"), ("tomato  soup", "Tomato Soup"),
        ("the tomato soup", "Tomato Soup"), ("tomato soup recipe", "Tomato Soup"), ("(Tomato) soup", "Tomato Soup"),
        ("Shepherd’s Pie", "Shepherd's Pie"), ("recipe for shepherd's pie", "Shepherd's Pie"),
        ("apple pie", "Grandmother’s Old Apple Pie"), ("apple pies", "Grandmother’s Old Apple Pie"),
        ("кабачки", "Courgette Bake"), ("банановый хлеб", "Banana Bread"), ("bbq ribs", "Barbecue Ribs"),
    ])
    func `signs, words that say nothing and longer titles do not hide the recipe`(_ words: String, _ title: String)
        async throws
    {
        #expect(try await search(words).items.first?.title == title)
    }

    @Test func `of titles with the words, the shorter come first behind those that end with them`() async throws {
        #expect(
            try await search("apple pie").items.map(\.title) == [
                "Grandmother’s Old Apple Pie", "Apple Pie Bars", "Easy Apple Pie Coffee Cake",
            ])
    }

    @Test func `the name of one dish does not find another that the catalogue treats alike`() async throws {
        #expect(try await search("банановый хлеб").items.map(\.title) == ["Banana Bread"])
        #expect(try await search("banana bread").items.map(\.title) == ["Banana Bread"])
    }

    @Test(arguments: [
        ("tomatosoup", "tomato soup"), ("applepie", "apple pie"), ("guacamoli", "guacamole"),
        ("свекольник", nil), ("медовик", nil), ("оливье", nil), ("голубцы", nil), ("паста карбонара", nil),
        ("ратат", nil), ("fodmap", nil), ("агурцы", "огурцы"),
    ])
    func `a correction is a word of names or titles, near and with the same first letter`(
        _ words: String, _ better: String?
    ) async throws {
        let found = try await Self.shared.value.read { db in
            let catalogue = try RealData.catalogue()
            return try Spelling(db: db, catalogue: catalogue).better(TypedSearch(words, catalogue), words)
        }
        #expect(found == better)
    }

    @Test func `the index and SQL offer the same corrections`() async throws {
        let site = try await Self.shared.value
        let (catalogue, kept) = (try RealData.catalogue(), site.site.recipeSearchIndex)
        _ = try await search("soup")
        try site.read { db in
            let index = try #require(try kept.current(db))
            for words in ["tomatosoup", "bananna", "shepherdss", "grandmothr", "rybs", "кабачкм", "марковь"] {
                let typed = TypedSearch(words, catalogue)
                let indexed = try Spelling(db: db, catalogue: catalogue, index: index).better(typed, words)
                #expect(try indexed == Spelling(db: db, catalogue: catalogue).better(typed, words), "\(words)")
            }
        }
    }
}
