// Tests of what a search does when the words as typed find nothing.

import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct SearchReadingTests {
    private struct Answer: Decodable {
        struct Item: Decodable { let title: String }
        let items: [Item]
        let misspelt: String?
        let needsOneWord: Bool
        let ignoresCourse: Bool

        private enum CodingKeys: String, CodingKey {
            case items, misspelt
            case needsOneWord = "needs_one_word"
            case ignoresCourse = "ignores_course"
        }
        var titles: [String] { items.map(\.title) }
    }

    private static let shared = Task {
        let site = try TestSite()
        try site.plant("Broccoli soup", "1 broccoli\n1 l water")
        try site.plant("Pumpkin pie", "1 pumpkin\n200 g flour")
        try site.plant("Rice with spicy onions", "200 g rice\n2 onions")
        try site.plant("Cream cheese dip", "200 g cream cheese\n1 clove garlic")
        try site.plant("Rye biscuits", "300 g rye flour\n100 g butter")
        return site
    }

    private func search(_ words: String) async throws -> Answer {
        try await Self.shared.value.visitor().json("/search?q=\(Percent.encode(query: words))", as: Answer.self)
    }

    @Test(arguments: [
        ("how do i make a pumpkin pie", "Pumpkin pie"), ("the best broccoli soup ever", "Broccoli soup"),
        ("суп с брокколи", "Broccoli soup"), ("тыквенный пирог", "Pumpkin pie"),
        ("сливочный сыр", "Cream cheese dip"), ("broc coli soup", "Broccoli soup"),
        ("pie from pumpkin without lumps", "Pumpkin pie"), ("rice with spicy onions", "Rice with spicy onions"),
    ])
    func `the words of sentences, titles and other languages find the recipe`(_ words: String, _ title: String)
        async throws
    {
        let answer = try await search(words)
        #expect(answer.titles.first == title && answer.misspelt == nil && !answer.needsOneWord)
    }

    @Test(arguments: [("brocsoli soup", "Broccoli soup"), ("pumkin pie", "Pumpkin pie"), ("бракколи", "Broccoli soup")])
    func `a misspelt word is corrected where nothing is found`(_ words: String, _ title: String) async throws {
        let answer = try await search(words)
        #expect(answer.titles == [title] && answer.misspelt == words)
        let page = try await Self.shared.value.visitor().get("/search?q=\(Percent.encode(query: words))")
        #expect(page.shows("Nothing was found for “\(words)”"))
    }

    @Test func `where no recipe has all words, those with some are shown and the page says so`() async throws {
        let answer = try await search("pumpkin pie volcano")
        #expect(answer.titles.first == "Pumpkin pie" && answer.needsOneWord)
        let page = try await Self.shared.value.visitor().get("/search?q=pumpkin+pie+volcano")
        #expect(page.shows("No recipe has all of these words"))
    }

    @Test func `where no recipe is of the typed course, others are shown and the page says so`() async throws {
        let answer = try await search("dessert with broccoli")
        #expect(answer.titles == ["Broccoli soup"] && answer.ignoresCourse)
        let page = try await Self.shared.value.visitor().get("/search?q=dessert+with+broccoli")
        #expect(page.shows("No recipe of this course fits"))
        #expect(try await search("dessert with qqxxzz").titles == [])
    }

    @Test(arguments: ["french dessert", "французский десерт", "десерт французской кухни"])
    func `a cuisine and a course are found by their words too, in both languages`(_ words: String) async throws {
        let site = try TestSite()
        try site.plant("French apple dessert", "1 kg apples")
        try site.plant("Pears in syrup", "1 kg pears\n100 g sugar", category: "dessert", cuisine: "french")
        try site.plant("Apple dessert", "1 kg apples")
        try site.plant("Onion soup", "1 kg onions", category: "soup", cuisine: "french")
        let address = "/search?q=\(Percent.encode(query: words))"
        let answer = try await site.visitor().json(address, as: Answer.self)
        #expect(answer.titles == ["French apple dessert", "Pears in syrup"] && !answer.ignoresCourse)
        #expect(try await site.visitor().get(address).text.contains("chip active"))
    }

    @Test func `titles with the word of a cuisine come before other recipes of it`() async throws {
        let site = try TestSite()
        try site.plant("French soup with onions", "1 kg onions")
        try site.plant("Soup with leeks", "1 kg leeks", cuisine: "french")
        try site.plant("Soup with rice", "1 kg rice", cuisine: "italian")
        let answer = try await site.visitor().json("/search?q=french+soup", as: Answer.self)
        #expect(answer.titles == ["French soup with onions", "Soup with leeks"])
    }

    @Test(arguments: ["quick snack", "быстрый перекус"])
    func `a course in either language finds the same`(_ words: String) async throws {
        let site = try TestSite()
        try site.plant("Apple snack", "1 kg apples", minutes: 10)
        try site.plant("Baked apples", "1 kg apples", category: "dessert", minutes: 20)
        let answer = try await site.visitor().json("/search?q=\(Percent.encode(query: words))", as: Answer.self)
        #expect(answer.titles == ["Apple snack"] && !answer.ignoresCourse)
    }

    @Test func `where only labels decide, that is said first, and what has some of the words follows`() async throws {
        let site = try TestSite()
        try site.plant("Bean soup", "1 kg tomatoes\n1 l vegetable stock")
        try site.plant("Carrot soup", "1 kg carrots\n1 l water")
        let answer = try await site.visitor().json("/search?q=vegan+bean+soup", as: Answer.self)
        #expect(answer.titles == ["Carrot soup"] && answer.needsOneWord)
        let page = try await site.visitor().get("/search?q=vegan+bean+soup")
        #expect(page.shows("No recipe certainly fits") && page.shows("only some of the words"))
        #expect(page.text.contains("check=1"))
        let checked = try await site.visitor().json("/search?q=vegan+bean+soup&check=1", as: Answer.self)
        #expect(checked.titles == ["Bean soup"])
    }

    @Test func `words for how food is made can be left out`() async throws {
        let site = try TestSite()
        try site.plant("Salmon with dill", "1 kg salmon")
        try site.plant("Smoked salmon salad", "1 kg salmon")
        let answer = try await site.visitor().json("/search?q=salmon+but+not+smoked", as: Answer.self)
        #expect(answer.titles == ["Salmon with dill"])
    }

    @Test(arguments: [
        "pancakes without lumps and eggs", "pancakes without fuss, eggs", "блины без комочков и яиц",
        "pancakes free from eggs", "pancakes free of milk and eggs",
    ])
    func `what is left out behind words that say nothing stays out`(_ words: String) async throws {
        let site = try TestSite()
        try site.plant("Pancakes", "200 g flour\n2 eggs")
        try site.plant("Vegan pancakes", "200 g flour\n1 banana")
        let answer = try await site.visitor().json("/search?q=\(Percent.encode(query: words))", as: Answer.self)
        #expect(answer.titles == ["Vegan pancakes"])
    }

    @Test func `what is beyond the limit of the words is not ignored`() async throws {
        let answer = try await search(String(repeating: "pie ", count: 48) + "without walnuts")
        #expect(answer.titles == [])
        let page = try await Self.shared.value.visitor().get(
            "/search?q=" + Percent.encode(query: String(repeating: "pie ", count: 50) + "no nuts"))
        #expect(page.shows("We don’t know these") && page.shows("no nuts"))
    }

    @Test func `what an exclusion that was not understood leaves out is not shown`() async throws {
        let answer = try await search("pumpkin pie without qqxxzz")
        #expect(answer.titles == [] && !answer.needsOneWord)
    }

    @Test(arguments: [
        ("pie without walnutz, almonds", "pie without walnut, almonds"),
        ("walnutz/almonds", "walnut/almonds"), ("-walnutz", nil), ("\"walnutz pie\"", nil),
        (String(repeating: "pie ", count: 47) + "walnut brokoli", nil),
    ])
    func `a correction keeps signs, and is none if filters could be cut`(_ words: String, _ better: String?)
        async throws
    {
        let found = try await Self.shared.value.read { db in
            let catalogue = try RealData.catalogue()
            return try Spelling(db: db, catalogue: catalogue).better(TypedSearch(words, catalogue), words)
        }
        #expect(found == better)
    }

    @Test func `diets and unwanted ingredients stay in every reading`() async throws {
        #expect(try await search("vegan cream cheese volcano").titles == [])
        #expect(try await !search("pumpkin pie volcano without flour").titles.contains("Pumpkin pie"))
        #expect(try await search("gluten free pumkin pie").titles == [])
    }
}
