// Tests which ingredients cook mode shows next to each step.

import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct StepLineTests {
    @Test(arguments: [
        // The exact ingredient wins over others of the same name.
        ("100 g brown sugar\n50 g white sugar", "Melt the brown sugar.", ["brown sugar"]),
        ("100 g brown sugar\n50 g white sugar", "Add the sugar.", ["white sugar"]),
        // A kind means what is listed of it, and a short name the longer one.
        ("50 g Parmesan\n1 onion", "Sprinkle with the cheese.", ["Parmesan"]),
        ("400 ml coconut milk\n1 onion", "Pour in the milk.", ["coconut milk"]),
        ("2 egg yolks\n100 g flour", "Beat the egg yolks with the flour.", ["egg yolks", "flour"]),
        // Words that the catalogue does not know.
        ("3 frobnium leaves\n1 tsp salt", "Chop the leaves.", ["frobnium leaves"]),
        ("2 луковицы\n50 г сливочного масла", "Обжарьте лук на сливочном масле.", ["луковицы", "сливочного масла"]),
        ("300 г муки\n2 яйца", "Смешайте муку с яйцами.", ["муки", "яйца"]),
        ("1 onion", "Serve it hot.", []),
    ])
    func `a step uses the lines that it names`(lines: String, step: String, expected: [String]) throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: lines)
        let found = catalogue.lines(in: [step], of: catalogue.understood(body))
        #expect(found.map { $0.map { body.lines[$0].ingredient } } == [expected])
    }

    @Test func `a step that names more than 30 lines shows none`() throws {
        let catalogue = try TestSite().catalogue()
        for (count, shown) in [(30, 30), (31, 0), (RecipeLimits.lines, 0)] {
            var body = RecipeBody()
            body.lines = catalogue.lines(
                pasted: Array(repeating: "1 cup sugar", count: count).joined(separator: "\n"))
            let step = String(repeating: "sugar ", count: RecipeLimits.step / 6)
            #expect(catalogue.lines(in: [step], of: catalogue.understood(body)).map(\.count) == [shown])
        }
    }

    @Test(arguments: [
        ("2 cups flour", "250 g (2 cups)"), ("1 stick butter", "113 g (1 stick)"), ("1/2 cup butter", "114 g (½ cup)"),
        ("2 cups milk", "470 ml (2 cups)"), ("1-2 cups sugar", "200–400 g (1–2 cups)"), ("3 eggs", "3"),
        ("1 cup frobnium", "235 ml (1 cup)"), ("1 cup butter or margarine", "235 ml (1 cup)"), ("2 tsp salt", "2 tsp"),
        ("10 cups flour", "1¼ kg (10 cups)"),
    ])
    func `metric amounts are weights where the catalogue knows them`(line: String, shown: String) throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: line)
        let builder = ArticleBuilder(catalogue: catalogue, language: .en, icons: "", units: .metric)
        let amount = builder.groups(body).first?.lines.first?.amount
        #expect(amount?.replacing("\u{a0}", with: " ") == shown)
    }
}
