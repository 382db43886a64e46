// Tests “Cooked it”: what a recipe takes, and what is left after a look and a change.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct CookedRecipeTests {
    private func site() async throws -> (TestSite, recipe: Int) {
        let site = try TestSite()
        let recipe = try site.plant("Soup", "2 onions\n100 g butter\n50 g butter, for frying\n1 l water\nparsley")
        try await site.fill("3 onions\n200 g butter\nparsley\n1 kg flour")
        return (site, recipe)
    }

    @Test func `the page says what each item loses, and the form takes it`() async throws {
        let (site, recipe) = try await site()
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get(site.address(of: recipe)).text.contains("/recipes/\(recipe)/cooked"))
        #expect(try await charlie.get("/pantry/recipes").text.contains("/recipes/\(recipe)/cooked"))
        #expect(try await !site.visitor().get(site.address(of: recipe)).text.contains("/cooked"))
        let page = try await charlie.get("/recipes/\(recipe)/cooked")
        #expect(page.shows("100\u{a0}g butter; 50\u{a0}g butter, for frying") && page.shows("you have 200\u{a0}g"))
        #expect(!page.text.contains("flour") && !page.text.contains("water"))
        let items = try await site.pantry().items
        let fields = items.flatMap { item -> [(String, String)] in
            let amount = page.text.firstMatch(
                of: try! Regex("value=\"\(item.id)\">\\s*<input[^>]*name=\"amount\" value=\"([^\"]*)\""))?[1].substring
            return amount.map { [("item", String(item.id)), ("amount", String($0))] } ?? []
        }
        let parsley = try #require(items.first { $0.name == "parsley" })
        let taken = try await charlie.post("/recipes/\(recipe)/cooked", fields + [("used_up", String(parsley.id))])
        #expect(taken.location == "/pantry")
        #expect(try await site.pantry().items.map(\.line) == ["50 g butter", "1 kg flour", "1 onion"])
        try await site.pressUndo(taken, charlie)
        #expect(try await site.pantry().items.map(\.line) == ["200 g butter", "1 kg flour", "3 onion", "parsley"])
    }

    @Test func `an amount cannot be taken from an unknown amount`() async throws {
        let (site, recipe) = try await site()
        let charlie = try site.client(.charlie)
        let parsley = try #require(try await site.pantry().items.first { $0.name == "parsley" })
        let answer = try await charlie.post(
            "/recipes/\(recipe)/cooked", [("item", String(parsley.id)), ("amount", "20")])
        #expect(try await charlie.get(found(answer.location)).shows("There was nothing to change"))
        #expect(try await site.pantry().total == 4)
    }

    @Test func `servings scale what is taken`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(RecipeFields("Soup", ingredients: "2 onions").with("servings", "4"))
        try await site.fill("8 onions")
        let page = try await site.client(.charlie).get("/recipes/\(recipe)/cooked?servings=8")
        #expect(page.text.contains(#"name="amount" value="4""#))
    }

    @Test func `a wrong amount takes nothing and stays in its field`() async throws {
        let (site, recipe) = try await site()
        let charlie = try site.client(.charlie)
        let onion = try #require(try await site.pantry().items.first { $0.name == "onion" })
        let fields = [("item", String(onion.id)), ("amount", "lots")]
        let answer = try await charlie.post("/recipes/\(recipe)/cooked", fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: "amount"))
        #expect(answer.text.contains(#"value="lots""#))
        #expect(try await site.pantry().total == 4)
    }

    @Test func `nobody takes from the pantry of another, or more than there is`() async throws {
        let (site, recipe) = try await site()
        let onion = try #require(try await site.pantry().items.first { $0.name == "onion" })
        let fields = [("item", String(onion.id)), ("amount", "99")]
        try await site.client(.alice).post("/recipes/\(recipe)/cooked", fields).expect(.seeOther)
        #expect(try await site.pantry().total == 4)
        try await site.client(.charlie).post("/recipes/\(recipe)/cooked", fields).expect(.seeOther)
        #expect(try await site.pantry().items.map(\.name) == ["butter", "flour", "parsley"])
        let empty = try await site.client(.bob).get("/recipes/\(recipe)/cooked")
        #expect(empty.shows("Your pantry has nothing that this recipe would take."))
        #expect(try await site.client(.bob).get("/recipes/999/cooked").status == .notFound)
    }

    @Test func `each item names ten lines at most, and of a long line the beginning`() async throws {
        let site = try TestSite()
        let long = "1 g butter, " + String(repeating: "x", count: 300)
        let recipe = try site.plant("Soup", Array(repeating: long, count: 30).joined(separator: "\n"))
        try await site.fill("butter")
        let page = try await site.client(.charlie).get("/recipes/\(recipe)/cooked").text
        #expect(page.matches(of: /xxx…/).count == UsedFood.lines && page.contains("; …"))
        #expect(!page.contains(String(repeating: "x", count: UsedFood.lineLength)))
    }

    @Test func `fields with other texts than numbers count for nothing, and the first amount of an item counts`() {
        let marks = String(repeating: "\u{301}\u{323}", count: 15)
        var fields = (1...2_400).map { ("item", "e" + marks + String($0)) } + [("item", "7"), ("item", "7")]
        fields += (1...2_400).map { ("amount", String($0)) } + [("amount", " 5 "), ("amount", "6")]
        let form = CookedForm(Form(fields: fields + [("used_up", "e" + marks), ("used_up", "8")]))
        #expect(form.amount(7) == "5" && form.amount(1).isEmpty)
        #expect(form.isUsedUp(8) && !form.isUsedUp(7))
        #expect(form.read() == [7: 5])
    }

    @Test func `what is used is worked out by the workers`() async throws {
        let (site, recipe) = try await site()
        let path = "/recipes/\(recipe)/cooked"
        let charlie = try site.client(.charlie)
        let answer = try await site.withFullPool { try await charlie.get(path) }
        #expect(answer.status == .unavailable)
        #expect(try await charlie.get(path).status == .ok)
    }

    @Test func `a private recipe can be cooked by its author only`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(RecipeFields("Soup", ingredients: "2 onions"))
        try await site.fill("8 onions", of: .alice)
        #expect(
            try await site.client(.alice).get("/recipes/\(recipe)/cooked").text.contains(#"name="amount" value="2""#))
        #expect(try await site.client(.charlie).get("/recipes/\(recipe)/cooked").status == .notFound)
    }
}
