// Tests of drawings for recipes without a photo.
import Foundation
import FoundationXML
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct DrawingTests {
    private static let categories = [
        "breakfast", "starter", "soup", "salad", "main", "side", "bread", "baking", "dessert", "drink", "sauce",
        "snack",
        "preserve", "", "no such category",
    ]

    private static let borscht: [(key: String, aisle: String, colour: String)] = [
        ("beetroot", "vegetables", "purple"), ("beef shank", "meat", "red"), ("cabbage", "vegetables", "green"),
        ("carrot", "vegetables", "orange"), ("onion", "vegetables", "cream"), ("potato", "vegetables", "cream"),
        ("sesame seed", "seeds", "cream"), ("dill", "herbs", "green"), ("sour cream", "dairy", "white"),
        ("garlic", "vegetables", "white"), ("water", "drinks", "blue"),
    ]

    @Test func `a recipe always gets the same drawing`() {
        let first = Drawing(ingredients: Self.borscht, category: "soup", seed: "borscht")
        let second = Drawing(ingredients: Self.borscht, category: "soup", seed: "borscht")
        #expect(first.svg() == second.svg())
        #expect(first.svg() == first.svg())
    }

    @Test func `another seed, category or ingredient gives another drawing`() {
        let picture = Drawing(ingredients: Self.borscht, category: "soup", seed: "1").svg()
        #expect(picture != Drawing(ingredients: Self.borscht, category: "soup", seed: "2").svg())
        #expect(picture != Drawing(ingredients: Self.borscht, category: "main", seed: "1").svg())
        #expect(
            picture != Drawing(ingredients: Array(Self.borscht.dropFirst()), category: "soup", seed: "1").svg())
    }

    @Test(arguments: categories) func `the drawing of every category is well-formed XML`(category: String) {
        for count in 0...Self.borscht.count {
            let svg = Drawing(ingredients: Array(Self.borscht.prefix(count)), category: category, seed: "\(count)")
                .svg()
            #expect(isWellFormed(svg))
            #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">"#))
        }
    }

    @Test func `every aisle has a drawing in every colour`() {
        let aisles = [
            "vegetables", "herbs", "salad", "fruit", "berries", "mushrooms", "meat", "poultry", "fish", "seafood",
            "eggs",
            "dairy", "cheese", "bakery", "pasta", "rice", "grains", "legumes", "nuts", "seeds", "baking", "spices",
            "sweets",
            "oils", "sauces", "tins", "drinks", "alcohol", "frozen", "", "no such aisle",
        ]
        for aisle in aisles {
            for colour in DrawnColour.allCases.map(\.rawValue) + ["", "no such colour"] {
                let svg = Drawing(ingredients: [("лук", aisle, colour)], category: "main", seed: aisle).svg()
                #expect(isWellFormed(svg))
                #expect(!svg.contains("~"))
            }
        }
    }

    @Test(arguments: [("Lemon cake", "baking"), ("Tomato soup", "soup"), ("Клубничное мороженое", "dessert")])
    func `without a category the dish in the title is drawn`(title: String, category: String) throws {
        let catalogue = try StartingPoint.made.get().catalogue
        var (body, line) = (RecipeBody(), RecipeLine())
        line.ingredient = "egg"
        (body.title, body.lines) = (title, [line])
        let drawn = Drawings.drawing(of: body, 1, catalogue).svg()
        body.category = category
        #expect(Drawings.drawing(of: body, 1, catalogue).svg() == drawn)
        #expect(!drawn.contains(DrawnShape.egg.markup(in: .cream)) || category == "soup")
        body.category = "main"
        #expect(Drawings.drawing(of: body, 1, catalogue).svg() != drawn)
    }

    @Test func `an egg is only open on a dish that is known to be no cake`() {
        let egg = DrawnShape.egg.markup(in: .cream)
        let categories = [("breakfast", true), ("main", true), ("baking", false), ("drink", false), ("", false)]
        for (category, isOpen) in categories {
            let svg = Drawing(ingredients: [("egg", "dairy-and-eggs", "cream")], category: category, seed: "1").svg()
            #expect(svg.contains(egg) == isOpen, "\(category)")
        }
    }

    @Test func `no typed text is in a drawing`() {
        let hostile = #""><script>alert(1)</script><!-- &amp; ]]> url(javascript:x) onload="x" ~b \#u{0} 😈"#
        let ingredients = [(key: hostile, aisle: hostile, colour: hostile), ("carrot " + hostile, "herb", "red")]
        let svg = Drawing(ingredients: ingredients, category: hostile, seed: hostile).svg()
        #expect(isWellFormed(svg))
        for word in ["script", "alert", "onload", "url", "&", "<!", "😈", "href", "~", "carrot"] {
            #expect(!svg.contains(word), "\(word)")
        }
    }

    @Test(arguments: categories) func `a drawing has at most 6 KB, whatever is in it`(category: String) {
        var chance = Chance(seed: category)
        let keys = [
            "parsley", "thyme", "tomato", "bell pepper", "onion", "broccoli", "shrimp", "bacon", "spaghetti", "bean",
            "strawberry", "apple", "avocado", "steak", "cinnamon", "sugar", "garlic", "ginger", "egg", "chocolate",
            "chicken",
            "honey", "sesame seed", "lettuce", "beetroot", "chilli", "cheese", "feta", "corn", "mushroom", "flour",
        ]
        for turn in 0..<200 {
            let some = (0..<12).map { _ in (key: keys[chance.next(keys.count)], aisle: "", colour: "dark-green") }
            let svg = Drawing(ingredients: some, category: category, seed: "\(turn)").svg()
            #expect(svg.utf8.count < 6 * 1024)
        }
    }

    @Test func `at most eight ingredients are drawn, and water is not`() {
        let many = ["carrot", "tomato", "onion", "potato", "lemon", "corn", "apple", "avocado", "banana", "garlic"]
        let all = Drawing(ingredients: many.map { ($0, "", "red") }, category: "main", seed: "1")
        let placed = all.svg().components(separatedBy: #"<g transform="translate"#).count - 1
        #expect(placed <= Drawing.most)
        #expect(DrawnShape.of(key: "sparkling water", aisle: "drinks", colour: .blue) == nil)
    }

    @Test(arguments: [
        ("lemon juice", DrawnShape.citrus), ("spring onions", .chives), ("red onion", .ring), ("green beans", .pod),
        ("asparagus", .stalks), ("cherry tomatoes", .tomato), ("black pepper", .seeds), ("ground beef", .mince),
        ("coconut milk", .dollop), ("olive oil", .drops), ("raspberries", .berries), ("button mushrooms", .mushroom),
    ])
    func `an ingredient is drawn with its own shape`(key: String, expected: DrawnShape) {
        let colour: DrawnColour = key == "black pepper" ? .black : .green
        #expect(DrawnShape.of(key: key, aisle: "", colour: colour) == expected)
    }

    private func isWellFormed(_ svg: String) -> Bool { XMLParser(data: Data(svg.utf8)).parse() }
}
