// Tests that one item with very many amounts holds neither the writer nor a page.

import HTTP
import Testing

@testable import Database
@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ShoppingLimitTests {
    private func items(_ units: ClosedRange<Int>) -> [NewShoppingItem] {
        units.map { NewShoppingItem(text: "x", amount: 1, unit: "u\($0)") }
    }

    @Test func `an item has at most 200 amounts, and one more adds nothing`() async throws {
        let site = try TestSite()
        func add(_ items: [NewShoppingItem]) throws {
            let now = site.now
            try site.write { _ = try ShoppingStore($0).add(items, user: Person.charlie.id, now: now) }
        }
        try add(items(1...ShoppingRules.partsOfItem))
        // What is there already becomes more.
        try add(items(1...ShoppingRules.partsOfItem))
        #expect(try site.count("SELECT count(*) FROM shopping_part WHERE amount = 2") == ShoppingRules.partsOfItem)
        #expect(throws: SiteError.self) { try add(items(201...201) + [NewShoppingItem(text: "y")]) }
        #expect(try site.count("SELECT count(*) FROM shopping_part") == ShoppingRules.partsOfItem)
        #expect(try await site.shopping().map(\.title) == ["x"])
        try add([NewShoppingItem(text: "y")])
        #expect(try await site.shopping().count == 2)
    }

    @Test func `several recipes are read until their items no longer fit on a list`() {
        let foods = (1...ShoppingRules.items).map { NewShoppingItem(ingredient: $0, amount: 1, unit: "g", recipe: 1) }
        let again = foods.map { NewShoppingItem(ingredient: $0.ingredient, amount: 2, unit: "cup", recipe: 2) }
        #expect(ShoppingRules.fit(foods + again))
        #expect(!ShoppingRules.fit(foods + [NewShoppingItem(text: "napkins")]))
        #expect(ShoppingRules.fit(Array(repeating: foods[0], count: ShoppingRules.parts)))
        #expect(!ShoppingRules.fit(Array(repeating: foods[0], count: ShoppingRules.parts + 1)))
    }

    @Test func `an added line finds its item and its amount by an index`() throws {
        let site = try TestSite()
        let parts = ["ticked_at IS NULL ORDER BY", "min(amount +"]
        let (added, now) = (items(1...2), site.now)
        let plans = try site.write { db in
            _ = try ShoppingStore(db).add(added, user: Person.charlie.id, now: now)
            return try db.keptQueries.filter { query in parts.contains { query.contains($0) } }.map { query in
                let pieces = query.split(separator: "?", omittingEmptySubsequences: false)
                let sql = pieces.map { "\(raw: String($0))" as SQL }.joined(separator: "\(nil as Int?)")
                return try db.plan(sql).joined()
            }
        }
        #expect(plans.count == 2)
        #expect(plans.contains { $0.contains("shopping_item_by_food (user_id=? AND ingredient_id=? AND text=?)") })
        #expect(plans.contains { $0.contains("shopping_part_by_sum (item_id=? AND recipe_id=? AND unit=?)") })
    }

    @Test func `sums are in the order of the bytes of their units`() throws {
        let units = try RealData.catalogue().units
        // As Strings, é is the same in both, so that a comes first.
        let wanted = ["éa", "e\u{301}b", "g"].map { WantedAmount(amount: 1, unit: $0) }
        #expect(ShoppingTotals(wanted, nil, units).sums.map(\.unit) == ["g", "e\u{301}b", "éa"])
    }
}
