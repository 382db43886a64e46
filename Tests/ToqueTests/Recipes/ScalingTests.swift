// Tests of scaling amounts to other servings and units.

import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ScalingTests {
    private static func scaled(_ text: String, from: Int, to: Int) throws -> [String] {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.servings = from
        body.lines = catalogue.lines(pasted: text)
        return Scaling.scale(body, to: to, catalogue.units).lines.map {
            Amounts.shown($0.amount, $0.amountMax, .en) + ($0.unit.isEmpty ? "" : " \($0.unit)")
        }
    }

    @Test(arguments: [
        ("1 egg", 4, 6, "1½"), ("1 egg", 4, 2, "½"), ("1 cup flour", 3, 1, "⅓ cup"), ("1 tsp salt", 4, 3, "¾ tsp"),
        ("250 g flour", 4, 6, "375 g"), ("7 g yeast", 4, 6, "11 g"), ("1 kg potatoes", 4, 6, "1½ kg"),
        ("2-3 cloves garlic", 4, 8, "4–6 clove"), ("1/8 tsp cloves", 4, 1, "⅛ tsp"), ("3 eggs", 4, 1_000, "750"),
        ("2 eggs", 4, 5, "2½"), ("1 1/2 cups milk", 4, 8, "3 cup"),
    ])
    func `scaled amounts can be measured`(line: String, from: Int, to: Int, shown: String) throws {
        #expect(try Self.scaled(line, from: from, to: to) == [shown])
    }

    @Test func `a line without an amount stays so, and no amount becomes zero`() throws {
        #expect(try Self.scaled("salt", from: 4, to: 8) == [""])
        for line in ["1 egg", "1 g saffron", "1 pinch salt", "1 l water"] {
            #expect(
                try Self.scaled(line, from: 1_000, to: 1).allSatisfy { !$0.hasPrefix("0 ") && $0 != "0" }, "\(line)")
        }
    }

    @Test func `the page shows scaled amounts, the original, and other units`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let (visitor, address) = (try site.visitor(), try site.address(of: id))
        #expect(try await visitor.get(address).text.contains("300\u{a0}g"))
        let double = try await visitor.get("\(address)?servings=8")
        #expect(double.status == .ok && double.text.contains("600\u{a0}g") && double.text.contains("4\u{a0}tbsp"))
        let both = try await visitor.get("\(address)?units=us")
        #expect(both.text.contains("oz (300\u{a0}g)"))
        #expect(try await visitor.get(address).text.contains(">300\u{a0}g"), "nobody else sees another's servings")
        #expect(try await visitor.get("/recipes/\(id)/print?servings=8").text.contains("600\u{a0}g"))
    }

    @Test(arguments: ["0", "1001", "-1", "x", "4.5", "<b>"])
    func `an invalid number of servings shows an error and changes nothing`(typed: String) async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let query = Parameters([(name: "servings", value: typed)]).encoded()
        let page = try await site.visitor().get("\(site.address(of: id))?\(query)")
        #expect(page.hasError(at: "servings") && page.shows(typed) && page.text.contains("300\u{a0}g"))
        #expect(page.status == .unprocessable)
    }

    @Test func `the author’s own draft can be scaled`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let page = try await site.client(.alice).get("\(site.address(of: id))?servings=2")
        #expect(page.text.contains("150\u{a0}g"))
    }

    @Test(arguments: [
        ("?servings=8&units=us", "?servings=8&units=us"), ("", ""), ("?servings=0&units=stone", ""),
        ("?servings=2&next=//elsewhere.example", "?servings=2"), ("?servings=2%0d%0aLocation:x", ""),
    ])
    func `an action on a scaled page returns to the same amounts`(query: String, kept: String) async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let (alice, address) = (try site.client(.alice), try site.address(of: id))
        for step in ["submit", "withdraw"] {
            let page = try await alice.send(.get, address + query)
            #expect(page.text.contains("action=\"/recipes/\(id)/\(step)\(kept.replacing("&", with: "&amp;"))\""))
            #expect(try await alice.post("/recipes/\(id)/\(step)\(query)").location == address + kept)
        }
        #expect(try await alice.send(.get, "/recipes/\(id)\(query)").location == address + kept)
        try await site.approve(site.submit(id))
        #expect(try await site.visitor().send(.get, "/recipes/\(id)\(query)").location == address + kept)
    }
}
