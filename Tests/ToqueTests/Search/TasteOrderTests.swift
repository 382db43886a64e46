// Tests of how dislikes, time and goals rank a search, and of what its page says.

import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TasteOrderTests {
    private static let plain = ["Apple Pie", "Old Apple Pie", "Very Old Apple Pie", "Fruit Bake"]
    private static let search = "/search?q=apple%20pie"

    /// The first two have olives and take an hour.
    private static func site() throws -> TestSite {
        let site = try TestSite()
        for title in ["Apple Pie", "Old Apple Pie"] {
            try site.plant(title, "3 apples\n200 g flour\n10 olives", minutes: 60)
        }
        try site.plant("Very Old Apple Pie", "3 apples\n200 g flour", minutes: 20)
        try site.plant("Fruit Bake", "3 apples\n200 g flour", minutes: 20, description: "As good as apple pie.")
        return site
    }

    /// A member who likes this.
    private static func member(_ site: TestSite, _ likes: (String, String)...) async throws -> TestClient {
        let client = try site.client(.charlie)
        try await client.post("/settings/preferences", likes).expect(.seeOther)
        return client
    }

    private static func titles(_ client: TestClient, _ path: String = search) async throws -> [String] {
        try await client.json(path, as: ListAnswer<CardAnswer>.self).items.map(\.title)
    }

    @Test(arguments: [("disliked", "olives"), ("max_minutes", "30"), ("goal", "low-fat")])
    func `what is asked for stays first, titles stay before texts, and nothing is hidden`(
        _ field: String, _ value: String
    ) async throws {
        let site = try Self.site()
        let member = try await Self.member(site, (field, value))
        let ranked = try await Self.titles(member)
        #expect(ranked.first == "Apple Pie" && ranked.last == "Fruit Bake")
        #expect(Set(ranked) == Set(Self.plain) && ranked.count == 4)
        if field != "goal" { #expect(ranked[1] == "Very Old Apple Pie") }
    }

    @Test func `a food that a longer name in the search contains does not count`() async throws {
        let site = try Self.site()
        // The note needs two recipes that change places.
        for title in ["Mushroom Soup", "Easy Mushroom Soup"] { try site.plant(title, "200 g mushrooms") }
        let member = try await Self.member(site, ("disliked", "mushrooms"))
        #expect(try await !member.get("/search?q=mushroom+soup").text.contains("come later"))
        #expect(try await member.get("/search?q=soup").text.contains("come later"))
    }

    @Test func `others, and members who set their preferences aside or sort otherwise, get the plain order`()
        async throws
    {
        let site = try Self.site()
        let member = try await Self.member(site, ("disliked", "olives"), ("max_minutes", "30"))
        #expect(try await Self.titles(member) != Self.plain)
        #expect(try await Self.titles(member, Self.search + "&all=1") == Self.plain)
        #expect(try await Self.titles(site.client(.bob)) == Self.plain)
        #expect(try await Self.titles(site.visitor()) == Self.plain)
        for sort in ["newest", "time", "popular", "rating"] {
            let path = Self.search + "&sort=\(sort)"
            #expect(try await Self.titles(member, path) == Self.titles(site.visitor(), path))
        }
    }

    @Test func `the page says what comes later, and links to the preferences and to the plain order`() async throws {
        let site = try Self.site()
        let member = try await Self.member(site, ("disliked", "olives"))
        let page = try await member.get(Self.search)
        #expect(page.shows("Recipes with olives come later."))
        #expect(page.text.contains("pie&amp;all=1\""))
        #expect(page.shows("Set your preferences aside") && page.text.contains(#"href="/settings/preferences""#))
        let aside = try await member.get(Self.search + "&all=1")
        #expect(aside.shows(Text.preferencesRankedAside(.en)) && !aside.shows("come later"))
        for path in ["&sort=newest", "&without=olives", "&with=olives", "%20olives"] {
            #expect(try await !member.get(Self.search + path).shows("come later"), "\(path)")
        }
        #expect(try await !site.visitor().get(Self.search).shows("come later"))
    }

    @Test func `diets and dislikes that are set aside have one note`() async throws {
        let member = try await Self.member(Self.site(), ("diet", "vegetarian"), ("disliked", "olives"))
        let page = try await member.get(Self.search)
        #expect(page.shows("vegetarian") && page.shows("come later"))
        let aside = try await member.get(Self.search + "&all=1")
        #expect(aside.shows(Text.preferencesRankedAside(.en)))
        #expect(!aside.shows(Text.preferencesDefaultFiltersAside(.en)))
    }

    @Test(arguments: [
        (["olives"], "Recipes with olives come later."),
        (["olives", "onion"], "Recipes with olives or onions come later."),
        (["carrot", "leek", "olives", "onion"], "or something else that you don’t like come later."),
    ])
    func `few dislikes are named, and of many some`(_ names: [String], _ expected: String) throws {
        let catalogue = try TestSite().catalogue()
        let ids = names.compactMap { catalogue.ingredientID(named: $0) }
        let form = SearchForm(Parameters([(name: "q", value: "soup")]))
        let note = TasteNote(Taste(disliked: ids), form, catalogue, .en)
        #expect(ids.count == names.count && note?.sentences.contains(expected) == true)
        #expect(TasteNote(Taste(disliked: ids), form, catalogue, .ru)?.sentences.hasSuffix("стоят ниже.") == true)
    }

    @Test func `time and goals are named too`() throws {
        let form = SearchForm(Parameters([(name: "q", value: "soup")]))
        let taste = Taste(maxMinutes: 30, goals: [.lowFat])
        let note = TasteNote(taste, form, try TestSite().catalogue(), .en)
        let time = Text.searchUpTo(.en, time: Durations.text(minutes: 30, .en))
        #expect(note?.sentences == "Recipes that suit you (\(time), low fat) come a little earlier.")
    }

    @Test func `what a search asks for, or leaves out anyway, does not rank it`() throws {
        let catalogue = try TestSite().catalogue()
        let (olives, onion) = (
            try #require(catalogue.ingredientID(named: "olives")), try #require(catalogue.ingredientID(named: "onion"))
        )
        let taste = Taste(disliked: [olives, onion], maxMinutes: 30, goals: [.lowFat])
        func ranking(_ change: (inout SearchQuery) -> Void) -> Taste {
            var query = SearchQuery()
            change(&query)
            return taste.ranking(query, catalogue)
        }
        #expect(ranking { _ in } == taste)
        #expect(ranking { $0.sort = .newest }.isEmpty)
        #expect(ranking { $0.wanted = ["Onions"] }.disliked == [olives])
        #expect(ranking { $0.terms = [TypedSearch.Term(words: ["onion"])] }.disliked == [olives])
        #expect(ranking { $0.without = [olives] }.disliked == [onion])
        #expect(ranking { $0.maxMinutes = 20 }.maxMinutes == nil)
        #expect(ranking { $0.maxMinutes = 40 }.maxMinutes == 30)
        #expect(ranking { $0.claims = NutritionClaim.bits([.lowFat]) }.goals.isEmpty)
    }

    @Test func `a dislike counts more than time and goals together`() {
        #expect(TasteOrder.places(misfit: 0) == 0)
        let all = Taste.isLong | Taste.missesGoals
        #expect(TasteOrder.places(misfit: Taste.hasDisliked) > TasteOrder.places(misfit: all))
        #expect(TasteOrder.places(misfit: all) > TasteOrder.places(misfit: Taste.isLong))
        #expect(TasteOrder.window % Paging.size == 0)
    }

    @Test func `pages have every recipe once, and those with a dislike later`() async throws {
        let site = try TestSite()
        for number in 1...45 {
            // The longer the text, the later by bm25: those with olives would be first.
            try site.plant(
                "Apple pie \(number)", number % 3 == 1 ? "3 apples\n10 olives" : "3 apples\n200 g flour\n1 lemon")
        }
        let member = try await Self.member(site, ("disliked", "olives"))
        func all(_ client: TestClient) async throws -> [Int] {
            var ids: [Int] = []
            for page in 1...3 {
                ids += try await client.json("\(Self.search)&page=\(page)", as: ListAnswer<CardAnswer>.self)
                    .items.map(\.id)
            }
            return ids
        }
        let (plain, ranked) = (try await all(site.visitor()), try await all(member))
        #expect(plain.count == 45 && ranked.sorted() == plain.sorted() && ranked != plain)
        let catalogue = try site.catalogue()
        let olives = try #require(catalogue.ingredientID(named: "olives"))
        let disliked = try site.read { Set(try SearchStore($0).ids(using: olives)) }
        #expect(disliked.count == 15)
        for (place, id) in plain.enumerated() {
            let after = try #require(ranked.firstIndex(of: id))
            #expect(disliked.contains(id) ? after >= place : after <= place)
        }
    }
}
