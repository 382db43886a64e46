// Tests of searching by words: forms, prefixes, both languages, hostile input, pages.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SearchWordTests {
    static func site() throws -> TestSite {
        let site = try TestSite()
        try site.plant("Pancakes with berries", "2 eggs\n200 g flour\n300 ml milk", description: "For a slow Sunday.")
        try site.plant("Crème brûlée", "500 ml cream\n5 egg yolks\n100 g sugar")
        try site.plant("Тёплый салат со свёклой", "2 свёклы\n1 луковица\n2 ст. л. масла", language: "ru")
        try site.plant("Пироги с капустой", "500 г муки\n1 кг капусты", language: "ru")
        try site.plant("Tomato soup", "1 kg tomatoes\n1 onion")
        try site.plant("Soup of the day: not a salad", "1 carrot")
        return site
    }

    private func titles(_ site: TestSite, _ words: String, _ more: String = "") async throws -> Set<String> {
        let query = Percent.encode(query: words)
        return Set(
            try await site.visitor().json("/search?q=\(query)\(more)", as: ListAnswer<CardAnswer>.self).items.map(
                \.title))
    }

    @Test(arguments: [
        ("pancakes", "Pancakes with berries"), ("pancake", "Pancakes with berries"),
        ("PANCAKES", "Pancakes with berries"),
        ("panc", "Pancakes with berries"), ("berry pancakes", "Pancakes with berries"),
        ("sunday", "Pancakes with berries"),
        ("creme brulee", "Crème brûlée"), ("Crème", "Crème brûlée"), ("cre\u{300}me", "Crème brûlée"),
        ("brul", "Crème brûlée"),
        ("теплый салат", "Тёплый салат со свёклой"), ("тёплые салаты", "Тёплый салат со свёклой"),
        ("свекла", "Тёплый салат со свёклой"),
        ("ТЕПЛ", "Тёплый салат со свёклой"), ("пирог", "Пироги с капустой"), ("пирогами", "Пироги с капустой"),
        ("капуста", "Пироги с капустой"), ("cabbage", "Пироги с капустой"), ("помидоры", "Tomato soup"),
        ("tomatoes soup", "Tomato soup"),
    ])
    func `words are found in any form, with or without accents, as prefixes, in either language`(
        words: String, title: String
    ) async throws {
        #expect(try await titles(Self.site(), words).contains(title))
    }

    @Test func `every word of a search must match if it can`() async throws {
        let site = try Self.site()
        #expect(try await titles(site, "soup") == ["Tomato soup", "Soup of the day: not a salad"])
        #expect(try await titles(site, "soup tomato") == ["Tomato soup"])
        #expect(try await titles(site, "soup berries").contains("Tomato soup"))
        #expect(try await site.visitor().get("/search?q=soup+berries").shows("No recipe has all of these words"))
    }

    @Test(arguments: [
        "\"", "\"\"", "'", "soup\"", "\"soup", "soup*", "*", "(", ")", "()", "soup AND", "AND", "OR", "NOT", "NOT soup",
        "soup NOT day",
        "soup OR pancakes", "NEAR(soup day)", "title:soup", "title : soup", "^soup", "-soup", "+soup",
        "soup; DROP TABLE recipe",
        "%", "_", "\\", "{title ingredients} : soup", "soup\u{1}", "🍲", "\u{202E}soup", "' OR 1=1 --", "recipe_text",
        "a b c d e f g h i j k l m n",
        String(repeating: "soup ", count: 200), String(repeating: "x", count: 5_000), "\u{301}", "№", "½",
        "<script>alert(1)</script>",
    ])
    func `operators, quotes and odd characters never cause a server error`(words: String) async throws {
        let site = try Self.site()
        let query = Percent.encode(query: words)
        let visitor = try site.visitor()
        let page = try await visitor.get("/search?q=\(query)")
        #expect(page.status == .ok)
        #expect(!page.text.contains("<script>alert"))
        #expect(try await visitor.get("/search/suggest?q=\(query)").status == .ok)
        #expect(try await visitor.get("/ingredients/suggest?q=\(query)").status == .ok)
        let found = try await visitor.json("/search?q=\(query)", as: ListAnswer<CardAnswer>.self)
        #expect(found.total < 6)
        #expect(try await titles(site, "tomato") == ["Tomato soup"])
    }

    @Test func `punctuation alone finds nothing`() async throws {
        for signs in ["!!!", "...", "\"*\""] { #expect(try await titles(Self.site(), signs) == []) }
    }

    @Test(
        arguments: [("pancaeks", "pancakes"), ("tomatto soup", "tomato soup"), ("щщъщщ", nil), ("xyzzy", nil)]
            as [(String, String?)])
    func `a misspelt word is corrected if that finds something`(words: String, better: String?) async throws {
        let page = try await Self.site().visitor().get("/search?q=\(Percent.encode(query: words))")
        if let better {
            #expect(page.shows("These are the results for “\(better)”") && page.text.contains("recipe-card"))
        } else {
            #expect(!page.shows("These are the results") && !page.text.contains("recipe-card"))
        }
    }

    @Test func `results come twenty to a page, each once, and links keep the search`() async throws {
        let site = try TestSite()
        for number in 1...45 { try site.plant("Soup number \(number)", "1 onion", minutes: number) }
        let visitor = try site.visitor()
        var seen: [Int] = []
        for (page, count) in [(1, 20), (2, 20), (3, 5), (4, 0)] {
            let found = try await visitor.json("/search?q=soup&sort=time&page=\(page)", as: ListAnswer<CardAnswer>.self)
            #expect(found.total == 45 && found.page == page && found.items.count == count)
            seen += found.items.map(\.id)
        }
        #expect(Set(seen).count == 45)
        #expect(seen == seen.sorted())
        let second = try await visitor.get("/search?q=soup&sort=time&page=2")
        #expect(second.text.contains(#"rel="next" href="/search?q=soup&amp;sort=time&amp;page=3""#))
        #expect(second.text.contains(#"rel="prev" href="/search?q=soup&amp;sort=time&amp;page=1""#))
        let contents = try await visitor.json("/recipes?page=3", as: ListAnswer<CardAnswer>.self)
        #expect(contents.items.count == 5)
        let cook = try await visitor.json("/cooks/alice?page=3", as: ListAnswer<CardAnswer>.self)
        #expect(cook.items.count == 5)
    }

    @Test func `sorting by time puts recipes without a time last, sorting by age the newest first`() async throws {
        let site = try TestSite()
        for (title, minutes) in [("Slow soup", 90), ("Soup of no time", nil), ("Quick soup", 5)] as [(String, Int?)] {
            site.clock.advance(by: 1)
            try site.plant(title, "1 onion", minutes: minutes)
        }
        let visitor = try site.visitor()
        let quick = try await visitor.json("/search?q=soup&sort=time", as: ListAnswer<CardAnswer>.self).items.map(
            \.title)
        #expect(quick == ["Quick soup", "Slow soup", "Soup of no time"])
        let new = try await visitor.json("/search?q=soup&sort=newest", as: ListAnswer<CardAnswer>.self).items.map(
            \.title)
        #expect(new == ["Quick soup", "Soup of no time", "Slow soup"])
        #expect(try await visitor.get("/search?q=soup&sort=backwards").status == .ok)
    }

    @Test func `a match in the title counts more than in an ingredient`() async throws {
        let site = try TestSite()
        try site.plant("Plain stew", "1 pumpkin\n1 onion\n1 carrot")
        try site.plant("Pumpkin pie", "1 pumpkin\n200 g flour")
        let found = try await site.visitor().json("/search?q=pumpkin", as: ListAnswer<CardAnswer>.self).items.map(
            \.title)
        #expect(found == ["Pumpkin pie", "Plain stew"])
    }

    @Test func `suggestions contain recipes and ingredients, only from public recipes`() async throws {
        struct Suggestions: Decodable, Sendable {
            struct Item: Decodable, Sendable { let kind, label, address: String }
            let items: [Item]
        }
        let site = try Self.site()
        _ = try await site.write(RecipeFields.vegan.with("title", "Tomato secret"))
        let found = try await site.visitor().json("/search/suggest?q=toma", as: Suggestions.self).items
        #expect(found.filter { $0.kind == "recipe" }.map(\.label) == ["Tomato soup"])
        #expect(found.contains { $0.kind == "ingredient" && $0.label == "tomato" })
        #expect(found.first?.address == "/recipes/5-tomato-soup")
        #expect(try await site.visitor().json("/search/suggest?q=", as: Suggestions.self).items.isEmpty)
        #expect(try await site.visitor().json("/search/suggest", as: Suggestions.self).items.isEmpty)
    }
}

/// Tests of the recipe index.
@Suite struct ContentsTests {
    @Test func `recipes are listed alphabetically, all or in one category`() async throws {
        let site = try TestSite()
        try site.plant("éclair", "1 egg", category: "dessert")
        try site.plant("Zebra cake", "1 egg", category: "dessert")
        try site.plant("Apple pie", "1 apple", category: "dessert")
        try site.plant("Dal", "1 onion", category: "soup")
        let visitor = try site.visitor()
        func titles(_ address: String) async throws -> [String] {
            try await visitor.json(address, as: ListAnswer<CardAnswer>.self).items.map(\.title)
        }
        #expect(try await titles("/recipes") == ["Apple pie", "Dal", "éclair", "Zebra cake"])
        #expect(try await titles("/recipes?category=dessert") == ["Apple pie", "éclair", "Zebra cake"])
        #expect(try await titles("/recipes?category=") == ["Apple pie", "Dal", "éclair", "Zebra cake"])
        #expect(try await visitor.get("/recipes?category=unicorn").status == .notFound)
        #expect(try await visitor.get("/recipes?category=bread").status == .ok)
        let page = try await visitor.get("/recipes")
        #expect(page.text.contains(#"/recipes?category=dessert"#))
        #expect(!page.text.contains(#"/recipes?category=bread"#))
    }

    @Test func `the author’s page lists public recipes, newest first, at one address`() async throws {
        let site = try TestSite()
        try site.plant("First", "1 onion")
        site.clock.advance(by: 1)
        try site.plant("Second", "1 onion")
        _ = try await site.write(.vegan)
        let visitor = try site.visitor()
        let found = try await visitor.json("/cooks/alice", as: ListAnswer<CardAnswer>.self)
        #expect(found.items.map(\.title) == ["Second", "First"])
        #expect(try await visitor.send(.get, "/cooks/ALICE").location == "/cooks/alice")
        #expect(try await visitor.get("/cooks/charlie").status == .ok)
        #expect(try await visitor.get("/cooks/nobody").status == .notFound)
        #expect(try await !visitor.get("/cooks/alice").text.contains("alice@example.org"))
    }
}
