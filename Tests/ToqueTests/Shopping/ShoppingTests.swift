// Tests the shopping list: adding, ticking, deleting, moving to the pantry, undo, limits, and who sees what.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

/// An item in a JSON answer.
struct ShoppingAnswer: Decodable, Sendable {
    struct Item: Decodable, Sendable {
        struct Recipe: Decodable, Sendable { let title: String }

        let id: Int
        let title: String
        let amount: String
        let toTaste: Bool
        let aisle: String
        let ticked: Bool
        let recipes: [Recipe]

        private enum CodingKeys: String, CodingKey {
            case id, title, amount, aisle, ticked, recipes
            case toTaste = "to_taste"
        }

        /// `500 g butter`, with ordinary spaces.
        var line: String {
            let amount = amount.replacing("\u{a0}", with: " ")
            return amount.isEmpty ? title : "\(amount) \(title)"
        }
    }

    let total: Int
    let items: [Item]
}

extension TestSite {
    func shopping(of person: Person = .charlie) async throws -> [ShoppingAnswer.Item] {
        try await client(person).json("/shopping", as: ShoppingAnswer.self).items
    }

    func shoppingLines(of person: Person = .charlie) async throws -> Set<String> {
        try await Set(shopping(of: person).map(\.line))
    }

    /// Adds typed lines to a person's list.
    func want(_ text: String, of person: Person = .charlie) async throws {
        try await client(person).post("/shopping/items", [("text", text)]).expect(.seeOther)
    }
}

@Suite struct ShoppingTests {
    @Test func `an empty list says so, and typed items come, are ticked and go`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get("/shopping").shows("Your shopping list is empty"))
        try await site.want("2 l milk\nnapkins\n200 g butter")
        try await site.want("300 g butter")
        #expect(try await site.shoppingLines() == ["2 l milk", "napkins", "500 g butter"])
        let milk = try #require(try await site.shopping().first { $0.title == "milk" })
        #expect(milk.aisle == "Dairy and eggs" && !milk.ticked)
        let page = try await charlie.get("/shopping")
        for action in ["tick", "delete"] {
            #expect(page.text.contains(#"action="/shopping/items/\#(milk.id)/\#(action)""#))
        }
        try await charlie.post("/shopping/items/\(milk.id)/tick").expect(.seeOther)
        try await charlie.post("/shopping/items/\(milk.id)/tick").expect(.seeOther)
        #expect(try await site.shopping().filter(\.ticked).map(\.title) == ["milk"])
        #expect(try await charlie.get("/shopping").shows("Marked as bought."))
        let untick = "/shopping/items/\(milk.id)/untick"
        let answer = try await charlie.post(untick, headers: ["Accept": "application/json"])
        #expect(answer.status == .ok && answer.text.contains(#""ticked":false"#))
        let deleted = try await charlie.post("/shopping/items/\(milk.id)/delete")
        #expect(try await site.shopping().count == 2)
        try await site.pressUndo(deleted, charlie)
        #expect(try await site.shoppingLines().contains("2 l milk"))
    }

    @Test func `several recipes are added together, or what the pantry lacks for all of them`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let (soup, cake) = (try site.plant("Soup", "2 onions\n100 g butter"), try site.plant("Cake", "200 g butter"))
        let draft = try await site.write(.honey)
        for recipe in [soup, cake] { try await charlie.post("/recipes/\(recipe)/favourite").expect(.seeOther) }
        #expect(try await charlie.get("/favourites").text.contains(#"formaction="/shopping/recipes""#))
        let both = [soup, cake, soup, draft].map { ("recipe", String($0)) }
        let answer = try await charlie.post("/shopping/recipes", both)
        #expect(answer.location == "/favourites")
        #expect(try await site.shoppingLines() == ["2 onion", "300 g butter"])
        try await site.pressUndo(answer, charlie)
        #expect(try await site.shopping().isEmpty)
        try await charlie.post("/pantry", [("ingredient", "butter"), ("amount", "150"), ("unit", "g")])
            .expect(.seeOther)
        try await charlie.post("/shopping/recipes", both + [("missing", "1")]).expect(.seeOther)
        #expect(try await site.shoppingLines() == ["2 onion", "150 g butter"])
        let none = try await charlie.post("/shopping/recipes")
        #expect(try await charlie.get(found(none.location)).shows("Nothing was selected"))
        let many = (1...ShoppingRules.recipesAtATime + 1).map { ("recipe", String($0)) }
        #expect(try await charlie.post("/shopping/recipes", many).status == .conflict)
    }

    @Test func `lines of a recipe are added scaled and merged, with the recipes that they are for`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(
            RecipeFields("Soup", ingredients: "2 onions\n100 g butter\nsalt\nbutter or margarine").with("servings", "4")
        )
        let cake = try await site.publish(RecipeFields("Cake", ingredients: "250 g butter\n3-4 eggs"))
        let page = try await charlie.get(site.address(of: soup) + "?servings=8")
        #expect(page.text.contains(#"action="/recipes/\#(soup)/shopping""#))
        #expect(page.text.contains(#"name="servings" value="8""#))
        let added = try await charlie.post("/recipes/\(soup)/shopping", [("servings", "8")])
        try await charlie.post("/recipes/\(cake)/shopping").expect(.seeOther)
        #expect(
            try await site.shoppingLines() == ["4 onion", "450 g butter", "salt", "butter or margarine", "4 egg"])
        let butter = try #require(try await site.shopping().first { $0.title == "butter" })
        #expect(butter.recipes.map(\.title) == ["Soup", "Cake"])
        #expect(try await charlie.get("/shopping").shows("Cake"))
        // A later change has been made, so the earlier one can no longer be undone.
        #expect(added.status == .seeOther)
        let more = try await charlie.post("/recipes/\(soup)/shopping", [("line", "1")])
        #expect(try await site.shoppingLines().contains("6 onion"))
        try await site.pressUndo(more, charlie)
        #expect(try await site.shoppingLines().contains("4 onion"))
    }

    @Test func `only what a recipe states no amount of is to taste, or what comes on top`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        func toTaste() async throws -> Set<String> {
            try await Set(site.shopping().filter(\.toTaste).map(\.title))
        }
        try await site.want("napkins\nmilk\n200 g butter\nbutter")
        #expect(try await toTaste() == ["butter"])
        let soup = try site.plant("Soup", "1 l milk\nsalt")
        try await charlie.post("/recipes/\(soup)/shopping").expect(.seeOther)
        #expect(try await toTaste() == ["butter", "milk", "salt"])
        let text = try await charlie.get("/shopping.txt").text.replacing("\u{a0}", with: " ")
        #expect(text.contains("- butter: 200 g and some more to taste\n") && text.contains("- salt\n"))
    }

    @Test func `plain water is added only by those who choose its line`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try site.plant(
            "Soup", "2 onions\n1 l cold water\nwater or milk\n200 ml sparkling water")
        try await charlie.post("/recipes/\(soup)/shopping").expect(.seeOther)
        #expect(try await site.shoppingLines() == ["2 onion", "water or milk", "200 ml sparkling water"])
        try await charlie.post("/recipes/\(soup)/shopping", [("line", "2")]).expect(.seeOther)
        #expect(try await site.shoppingLines().contains("1 l water"))
        let ice = try site.plant("Ice", "1 l water")
        let none = try await charlie.post("/recipes/\(ice)/shopping")
        #expect(try await charlie.get(found(none.location)).shows("There was nothing to add"))
    }

    @Test func `only what the pantry lacks is added`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try site.plant(
            "Soup", "2 onions\n100 g butter\n1 l water\n3 frobnicators\nhoney or sugar\nchives, to serve")
        try await site.fill("2 onions\n60 g butter")
        try await charlie.post("/recipes/\(soup)/shopping", [("missing", "1")]).expect(.seeOther)
        #expect(try await site.shoppingLines() == ["40 g butter", "3 frobnicators", "honey or sugar"])
        let toast = try site.plant("Toast", "1 onion")
        let none = try await charlie.post("/recipes/\(toast)/shopping", [("missing", "1")])
        #expect(try await charlie.get(found(none.location)).shows("There was nothing to add"))
        #expect(try await charlie.get("/pantry/recipes?missing=5").text.contains("/recipes/\(soup)/shopping"))
    }

    @Test func `bought foods move to the pantry, and one undo brings everything back`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await site.want("2 l milk\nnapkins\n200 g butter\n3 onions")
        for item in try await site.shopping() where item.title != "onion" {
            try await charlie.post("/shopping/items/\(item.id)/tick").expect(.seeOther)
        }
        let bought = try await charlie.post("/shopping/bought")
        #expect(try await site.shoppingLines() == ["3 onion"])
        #expect(try await site.pantry().items.map(\.line) == ["200 g butter", "2 l milk"])
        try await site.pressUndo(bought, charlie)
        #expect(try await site.shopping().count == 4)
        #expect(try await site.shopping().filter(\.ticked).count == 3)
        #expect(try await site.pantry().total == 0)
        let none = try await site.client(.alice).post("/shopping/bought")
        #expect(try await site.client(.alice).get(found(none.location)).status == .ok)
    }

    @Test func `ticked items or all are cleared, and come back`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await site.want("2 l milk\nnapkins")
        let milk = try #require(try await site.shopping().first { $0.title == "milk" })
        try await charlie.post("/shopping/items/\(milk.id)/tick").expect(.seeOther)
        let some = try await charlie.post("/shopping/clear", [("ticked", "1")])
        #expect(try await site.shoppingLines() == ["napkins"])
        try await site.pressUndo(some, charlie)
        let all = try await charlie.post("/shopping/clear")
        #expect(try await site.shopping().isEmpty)
        try await site.pressUndo(all, charlie)
        #expect(try await site.shopping().map(\.ticked) == [false, true])
    }

    @Test func `what a device sends again counts once`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        func send(_ address: String, _ change: String, items: String? = nil) async throws -> String {
            let fields = [("ticked", "1"), ("change", change)] + (items.map { [("items", $0)] } ?? [])
            let answer = try await charlie.post(address, fields, headers: ["Accept": "application/json"])
            #expect(answer.status == .ok)
            return answer.text
        }
        func tick(_ title: String) async throws {
            let item = try #require(try await site.shopping().first { $0.title == title })
            try await charlie.post("/shopping/items/\(item.id)/tick").expect(.seeOther)
        }
        try await site.want("2 l milk\n200 g butter\n3 onions")
        try await tick("milk")
        let moved = try await send("/shopping/bought", "bought-on-a-phone")
        #expect(moved.contains(/"step":\d/))
        // Ticked after the device sent it for the first time.
        try await tick("butter")
        let again = try await send("/shopping/bought", "bought-on-a-phone")
        #expect(again.contains(#""step":null"#) || again == "{}")
        #expect(try await site.pantry().items.map(\.line) == ["2 l milk"])
        // Only what was ticked on the device.
        _ = try await send("/shopping/clear", "cleared-on-a-tablet", items: "0,x")
        #expect(try await site.shopping().map(\.title) == ["onion", "butter"])
        _ = try await send("/shopping/clear", "cleared-on-a-phone")
        try await tick("onion")
        _ = try await send("/shopping/clear", "cleared-on-a-phone")
        #expect(try await site.shopping().map(\.title) == ["onion"])
    }

    @Test func `a script deletes an item and learns the step that undoes it`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await site.want("napkins")
        let address = try await "/shopping/items/\(found(site.shopping().first).id)/delete"
        let deleted = try await charlie.post(address, headers: ["Accept": "application/json"])
        #expect(deleted.status == .ok && deleted.text.contains(/"step":\d/))
        let again = try await charlie.post(address, headers: ["Accept": "application/json"])
        #expect(again.status == .notFound)
    }

    @Test func `a tick stays when an addition before it is undone`() async throws {
        let site = try TestSite()
        let (charlie, phone) = (try site.client(.charlie), try site.client(.charlie))
        try await site.want("100 g butter")
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "200 g butter"))
        let added = try await charlie.post("/recipes/\(soup)/shopping")
        #expect(try await site.shoppingLines() == ["300 g butter"])
        let butter = try #require(try await site.shopping().first)
        try await phone.post("/shopping/items/\(butter.id)/tick").expect(.seeOther)
        try await site.pressUndo(added, charlie)
        #expect(try await site.shopping().map(\.ticked) == [true])
        #expect(try await site.shoppingLines() == ["100 g butter"])
    }

    @Test func `something bought is wanted again as a new item`() async throws {
        let site = try TestSite()
        try await site.want("1 l milk")
        let milk = try #require(try await site.shopping().first)
        try await site.client(.charlie).post("/shopping/items/\(milk.id)/tick").expect(.seeOther)
        try await site.want("2 l milk")
        #expect(try await site.shopping().map(\.line) == ["2 l milk", "1 l milk"])
    }

    @Test func `nobody sees or changes the list of another`() async throws {
        let site = try TestSite()
        try await site.want("2 l milk")
        let (id, alice) = (try #require(try await site.shopping().first?.id), try site.client(.alice))
        for action in ["tick", "untick", "delete"] {
            #expect(try await alice.post("/shopping/items/\(id)/\(action)").status == .notFound)
            #expect(try await alice.post("/shopping/items/99999999999999999999/\(action)").status == .notFound)
        }
        #expect(try await alice.post("/shopping/items/\(id)/untick").status == .notFound)
        #expect(try await alice.post("/shopping/undo/1").status == .notFound)
        try await alice.post("/shopping/clear").expect(.seeOther)
        #expect(try await site.shopping(of: .alice).isEmpty)
        #expect(try await site.shoppingLines() == ["2 l milk"])
        let visitor = try site.visitor()
        for path in ["/shopping", "/shopping.txt", "/shopping.csv", "/shopping.ics", "/shopping/aisles"] {
            #expect(try await visitor.get(path).location?.hasPrefix("/login") == true)
        }
        #expect(try await visitor.post("/shopping/items", [("text", "x")]).status == .seeOther)
    }

    @Test func `a private recipe is only added by its author, who may add the draft`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        try await site.save(recipe, RecipeFields("Soup", ingredients: "2 carrots"))
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(recipe)/shopping", [("draft", "1")]).expect(.seeOther)
        #expect(try await site.shoppingLines(of: .alice) == ["2 carrot"])
        let charlie = try site.client(.charlie)
        #expect(try await charlie.post("/recipes/\(recipe)/shopping", [("draft", "1")]).status == .notFound)
        let secret = try await site.write(RecipeFields("Secret soup", ingredients: "1 onion"))
        #expect(try await charlie.post("/recipes/\(secret)/shopping").status == .notFound)
        try await alice.post("/recipes/\(secret)/shopping").expect(.seeOther)
        #expect(try await site.shopping(of: .alice).flatMap(\.recipes).map(\.title).contains("Secret soup"))
    }

    @Test func `the title of a recipe that is no longer public is not shown`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        try await site.client(.charlie).post("/recipes/\(recipe)/shopping").expect(.seeOther)
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try await site.shopping().map(\.recipes.count) == [0])
        #expect(try await site.shoppingLines() == ["1 onion"])
    }

    @Test func `wrong input says what is wrong and keeps what was typed`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let empty = try await charlie.post("/shopping/items", [("text", " \n ")])
        #expect(empty.status == .unprocessable && empty.hasError(at: "text"))
        let many = String(repeating: "napkins\n", count: ShoppingRules.lines + 1)
        let long = String(repeating: "x", count: ShoppingRules.typedLength + 1)
        for text in [many, long] {
            let answer = try await charlie.post("/shopping/items", [("text", text)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "text") && answer.text.contains(text))
        }
        #expect(try await site.shopping().isEmpty)
        let item = String(repeating: "ж", count: ShoppingRules.textLength)
        let cut = try await charlie.post("/shopping/items", [("text", "napkins\n\(item)x")])
        #expect(cut.status == .unprocessable && cut.hasError(at: "text") && cut.text.contains("napkins\n\(item)x"))
        #expect(cut.shows("at most 200 characters in a line") && cut.shows("“\(item.prefix(ShoppingRules.shown))”"))
        #expect(try await site.shopping().isEmpty)
        try await site.want(item)
        #expect(try await site.shoppingLines() == [item])
        try await charlie.post("/shopping/clear").expect(.seeOther)
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "1 onion").with("servings", "2"))
        let wrong = try await charlie.post("/recipes/\(soup)/shopping", [("servings", "0")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "servings"))
        #expect(wrong.text.contains(#"name="servings" type="text" value="0""#))
        let strange = try await charlie.post(
            "/recipes/\(soup)/shopping", [("line", "1"), ("line", "99"), ("servings", "4")])
        #expect(strange.status == .unprocessable && strange.hasError(at: "line") && strange.shows("no line 99"))
        #expect(strange.text.contains(#"name="line" value="1" checked"#) && strange.text.contains(#"value="4""#))
        #expect(try await site.shopping().isEmpty)
    }

    @Test func `a full list adds nothing`() async throws {
        let site = try TestSite()
        try site.write { db in
            for number in 1...ShoppingRules.items {
                try db.run(
                    "INSERT INTO shopping_item (user_id, text, added_at) VALUES (\(Person.charlie.id), \("x\(number)"), 1)"
                )
            }
        }
        let full = try await site.client(.charlie).post("/shopping/items", [("text", "napkins")])
        #expect(full.status == .unprocessable)
        #expect(full.shows("a shopping list can have 500 items, 3,000 amounts, and 200 amounts of one item"))
        #expect(try await site.shopping().count == ShoppingRules.items)
        let soup = try site.plant("Soup", "1 onion")
        #expect(try await site.client(.charlie).post("/recipes/\(soup)/shopping").status == .conflict)
    }

    @Test func `aisles follow the order of the member's shop`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await site.want("1 carrot\n1 apple\nnapkins")
        #expect(try await site.shopping().map(\.title) == ["carrot", "apple", "napkins"])
        let down = [("aisle", "vegetables"), ("move", "down")]
        try await charlie.post("/shopping/aisles", down).expect(.seeOther)
        #expect(try await site.shopping().map(\.title) == ["apple", "carrot", "napkins"])
        try await charlie.post("/shopping/aisles", [("aisle", "vegetables"), ("move", "up")]).expect(.seeOther)
        try await charlie.post("/shopping/aisles", [("aisle", "vegetables"), ("move", "up")]).expect(.seeOther)
        #expect(try await site.shopping().map(\.title) == ["carrot", "apple", "napkins"])
        #expect(try await charlie.post("/shopping/aisles", [("aisle", "attic")]).status == .notFound)
        #expect(try await charlie.get("/shopping/aisles").shows("Vegetables"))
        let json = try await charlie.get("/shopping/aisles", headers: ["Accept": "application/json"])
        #expect(json.text.contains(#""key":"vegetables","name":"Vegetables""#))
    }
}
