// Tests of the list of all recipes: its order, its letters, and what is behind its last page.

import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeIndexTests {
    private func titles(_ address: String, _ client: TestClient) async throws -> [String] {
        try await client.json(address, as: ListAnswer<CardAnswer>.self).items.map(\.title)
    }

    @Test func `titles are sorted and found by their first letter, not by signs`() async throws {
        let site = try TestSite()
        for title in ["“Blondie” bars", "(Quick) dal", "7-cup salad", "bean soup", "Ёжики", "Яблочный пирог", "Ψωμί"] {
            try site.plant(title, "1 onion")
        }
        for title in ["Apple pie", "Ærtesuppe"] { try site.plant(title, "1 apple", category: "dessert") }
        let visitor = try site.visitor()
        #expect(
            try await titles("/recipes", visitor) == [
                "7-cup salad", "Ærtesuppe", "Apple pie", "bean soup", "“Blondie” bars", "(Quick) dal", "Ψωμί", "Ёжики",
                "Яблочный пирог",
            ])
        for letter in ["b", "B"] {
            #expect(try await titles("/recipes?letter=\(letter)", visitor) == ["bean soup", "“Blondie” bars"])
        }
        #expect(try await titles("/recipes?letter=%D1%8F", visitor) == ["Яблочный пирог"])
        #expect(try await titles("/recipes?letter=%D0%B5", visitor) == ["Ёжики"])
        #expect(try await titles("/recipes?letter=other", visitor) == ["7-cup salad", "Ψωμί"])
        #expect(try await titles("/recipes?category=dessert&letter=a", visitor) == ["Ærtesuppe", "Apple pie"])
        #expect(try await titles("/recipes?category=dessert&letter=b", visitor).isEmpty)
        #expect(try await visitor.json("/recipes?letter=b", as: ListAnswer<CardAnswer>.self).total == 2)
        for wrong in ["bb", "7", "%CF%88"] {
            #expect(try await visitor.get("/recipes?letter=\(wrong)").status == .notFound)
        }
    }

    @Test func `the page links the letters that titles begin with, in the course and for the reader`() async throws {
        let site = try TestSite()
        try site.plant("Bread", "1 kg flour", category: "dessert")
        for title in ["Carrot salad", "Tomato salad", "Щи"] { try site.plant(title, "1 kg carrots", category: "salad") }
        let page = try await site.visitor().get("/recipes").text
        for (letter, shown) in [("b", "B"), ("c", "C"), ("t", "T"), ("%D1%89", "Щ")] {
            #expect(page.contains(#"<a class="chip" href="/recipes?letter=\#(letter)">\#(shown)</a>"#))
        }
        #expect(!page.contains("letter=z") && !page.contains("letter=other"))
        let chosen = try await site.visitor().get("/recipes?letter=t").text
        #expect(chosen.contains(#"<a class="chip" href="/recipes?letter=t" aria-current="page">T</a>"#))
        let salads = try await site.visitor().get("/recipes?category=salad").text
        #expect(salads.contains("/recipes?category=salad&amp;letter=c") && !salads.contains("letter=b"))
        // One letter is no choice.
        #expect(try await !site.visitor().get("/recipes?category=dessert").text.contains("letter="))
        let charlie = try site.client(.charlie)
        try await charlie.post("/settings/preferences", [("allergen", "gluten")]).expect(.seeOther)
        let own = try await charlie.get("/recipes").text
        #expect(own.contains("letter=c") && !own.contains("letter=b"))
        #expect(try await charlie.get("/recipes?all=1").text.contains("/recipes?letter=b&amp;all=1"))
    }

    @Test func `a page behind the last one says so and links to the last`() async throws {
        let site = try TestSite()
        for number in 1...21 { try site.plant("Soup \(number)", "1 onion") }
        let missing = "This page doesn’t exist"
        for list in ["/recipes?", "/recipes?letter=s&", "/cooks/alice?", "/search?q=soup&"] {
            for page in ["3", "9999"] {
                let answer = try await site.visitor().get("\(list)page=\(page)")
                #expect(answer.shows(missing) && answer.shows("Last page"), "\(list)")
                #expect(answer.text.contains("page=2\""), "\(list)")
                for none in ["No recipes here yet", "No recipes match", "hasn’t published"] {
                    #expect(!answer.shows(none), "\(list)")
                }
            }
            #expect(try await !site.visitor().get("\(list)page=2").shows(missing), "\(list)")
        }
        #expect(try await site.visitor().get("/recipes?letter=q").shows("No recipes here yet"))
    }
}
