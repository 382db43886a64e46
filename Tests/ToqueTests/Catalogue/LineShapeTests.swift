// Tests of sizes, second amounts and remarks in ingredient lines.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct LineShapeTests {
    private static let catalogue = Result { try RealData.catalogue() }

    private func check(_ line: String, _ amount: Double?, _ unit: String?, _ key: String) throws {
        let catalogue = try Self.catalogue.get()
        let understood = catalogue.index.understand(catalogue.parse(line))
        #expect(understood.parsed.amount == amount)
        #expect(understood.parsed.unit == unit)
        #expect(understood.match?.key == key && understood.unknownNames.isEmpty)
    }

    @Test(
        arguments: [
            ("12 6- to 7-inch flour tortillas", 12, nil, "flour-tortilla"),
            ("6 4- to 5-inch-diameter portobello mushrooms", 6, nil, "portobello-mushroom"),
            ("2 14–16-ounce halibut steaks", 2, nil, "halibut"),
            ("8 6\" corn tortillas, warmed", 8, nil, "corn-tortilla"),
            ("2\" piece ginger, sliced", 1, "piece", "ginger"),
            ("a 2- by 1-inch strip of lemon zest", 1, "strip", "lemon-zest"),
            ("3 3 x1-inch strips orange peel", 3, "strip", "orange-zest"),
            ("2 6x3x1-inch slices white bread", 2, "slice", "bread"),
            ("1/2 cup 2x1/4-inch strips fresh fennel bulb", 0.5, "cup", "fennel"),
            ("12 ounces (2 small or 1 large) 3/4-inch-thick red snapper fillet", 12, "oz", "red-snapper"),
            ("1 cup 1\" cubes potatoes", 1, "cup", "potato"),
        ] as [(String, Double, String?, String)])
    func `lengths of pieces are no part of the name`(line: String, amount: Double, unit: String?, key: String) throws {
        try check(line, amount, unit, key)
    }

    @Test(
        arguments: [
            ("2 medium or 3 plum tomatoes, diced", 2, nil, "tomato"),
            ("1 Turkish or 1/2 California bay leaf", 1, nil, "bay-leaf"),
            ("1/2 lb fresh or 2 oz dried morel mushrooms", 0.5, "lb", "morels"),
            ("6 small to medium carrots", 6, nil, "carrot"),
            ("2/3 cup plus 12 raspberries", 2.0 / 3, "cup", "raspberries"),
            ("2 sticks (1 cup) plus 1 tablespoon unsalted butter", 2, "stick", "butter"),
            ("1 cup minus 1 tablespoon sugar", 1, "cup", "sugar"),
            ("Rounded 1/4 teaspoon salt", 0.25, "tsp", "salt"),
            ("1 /4 teaspoon black pepper", 0.25, "tsp", "black-pepper"),
            ("1/ 2 cup sugar", 0.5, "cup", "sugar"),
            ("2 cold, boiled potatoes, sliced", 2, nil, "potato"),
            ("1 cup unsalted, shelled raw pistachios", 1, "cup", "pistachios"),
            ("2 cups matchstick-size strips carrots", 2, "cup", "carrot"),
            ("8 paper-thin slices lemon", 8, nil, "lemon"),
            ("1 large fennel bulb with fronds", 1, nil, "fennel"),
        ] as [(String, Double, String?, String)])
    func `second amounts, sizes and states are no part of the name`(
        line: String, amount: Double, unit: String?, key: String
    ) throws {
        let catalogue = try Self.catalogue.get()
        let understood = catalogue.index.understand(catalogue.parse(line))
        #expect(abs((understood.parsed.amount ?? 0) - amount) < 0.001)
        #expect(understood.match?.key == key && understood.isKnown)
    }

    @Test func `what something is seasoned with counts by its name`() throws {
        let catalogue = try Self.catalogue.get()
        func isKnown(_ line: String) -> Bool { catalogue.index.understand(catalogue.parse(line)).isKnown }
        #expect(isKnown("4 eggs, sliced and seasoned with salt and pepper"))
        #expect(!isKnown("4 eggs, sliced and seasoned with salt and glorb") && !isKnown("4 eggs, seasoned"))
    }

    @Test(arguments: ["Brussels sprouts, halved (or quartered if large)", "2 Turkish bay leaves or 1 California"])
    func `another state or origin in a note is the same food`(line: String) throws {
        let catalogue = try Self.catalogue.get()
        #expect(catalogue.index.understand(catalogue.parse(line)).isKnown)
    }

    @Test(arguments: [
        "Special equipment: an ice cream maker; a 9-inch cake pan", "Equipment: a tortilla press",
    ])
    func `tools bring no food`(line: String) throws {
        let catalogue = try Self.catalogue.get()
        #expect(catalogue.grouped([ListedLine(text: line), ListedLine(text: "1 onion")]).map(\.text) == ["1 onion"])
    }

    @Test(arguments: [
        "Special equipment: a loaf pan, buttered", "Special equipment: 6 ramekins, coated with breadcrumbs",
        "Polenta is sold at some supermarkets and natural foods stores.", "Note: stir in 100 g butter",
        "Curry leaves (these are available at shops)",
        "*If brioche is available at your shop, use butter",
    ])
    func `food in a remark stays`(line: String) throws {
        let catalogue = try Self.catalogue.get()
        let lines = catalogue.grouped([ListedLine(text: line), ListedLine(text: "1 onion")]).map(\.text)
        #expect(lines.contains(line))
    }

    @Test(arguments: [
        ("1 cup chicken strips", "chicken"), ("1 cup dauphinoise potatoes", "potato"),
        ("1 cup candied tomatoes", "tomato"),
        ("1 cup cream-filled pears", "pear"),
    ])
    func `unknown words beside a food leave it unknown`(line: String, key: String) throws {
        let catalogue = try Self.catalogue.get()
        #expect(catalogue.index.understand(catalogue.parse(line)).match?.key != key)
    }
}
