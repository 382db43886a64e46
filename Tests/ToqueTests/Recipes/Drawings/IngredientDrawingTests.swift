// Tests of the drawings next to ingredients.

import Foundation
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct IngredientDrawingTests {
    private let symbols: [(id: String, drawing: String)]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../Public/ingredients.svg")
        let text = try String(contentsOf: file, encoding: .utf8)
        symbols = text.matches(of: /<symbol id="([^"]+)" viewBox="0 0 48 48">(.*?)<\/symbol>/).map {
            (String($0.1), String($0.2))
        }
    }

    @Test func `over a hundred ingredients and every aisle have a drawing`() throws {
        let starter = try StarterCatalogue()
        let own = symbols.map(\.id).filter { !$0.hasPrefix("aisle-") }
        #expect(own.count >= 100)
        #expect(Set(own).isSubset(of: Set(starter.entries.map(\.key))))
        let aisles = symbols.map(\.id).filter { $0.hasPrefix("aisle-") }
        #expect(Set(aisles) == Set(starter.aisles.map { "aisle-\($0.key)" }))
    }

    @Test func `each ingredient drawing is unique, small, and made only of shapes`() {
        #expect(Set(symbols.map(\.id)).count == symbols.count)
        #expect(Set(symbols.map(\.drawing)).count == symbols.count)
        for (id, drawing) in symbols {
            #expect(drawing.utf8.count < 1000, "\(id)")
            let tags = Set(drawing.matches(of: /<(\w+)/).map { String($0.1) })
            #expect(tags.isSubset(of: ["path", "circle", "ellipse", "rect"]), "\(id)")
        }
    }

    @Test func `an ingredient without a drawing has that of its aisle, also in suggestions`() async throws {
        struct Suggestions: Decodable, Sendable {
            struct Item: Decodable, Sendable {
                let name: String
                let picture: String
            }
            let items: [Item]
        }
        let site = try TestSite()
        let catalogue = try site.catalogue()
        let assets = site.site.assets
        let onion = try #require(catalogue.entry("onion"))
        #expect(IngredientDrawing(onion, assets).symbol == "onion")
        let turnip = try #require(catalogue.entry("turnip"))
        #expect(IngredientDrawing(turnip, assets).symbol == "aisle-vegetables")
        let found: Suggestions = try await site.visitor().get("/ingredients/suggest?q=turnip").json()
        #expect(found.items.first?.picture == assets.address("ingredients.svg") + "#aisle-vegetables")
        let page = try await site.client(.ada).get("/admin/ingredients/onion")
        #expect(page.text.contains("\(assets.address("ingredients.svg"))#onion"))
    }
}
