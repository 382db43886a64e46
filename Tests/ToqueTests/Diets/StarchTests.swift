// Tests that dough, pastry and bread of a step are not taken for made here because the list has a spoonful of starch.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct StarchTests {
    @Test(
        arguments: [
            "1 tbsp cornflour", "1 tbsp cornstarch", "2 tsp arrowroot", "1 tbsp potato starch", "1 tbsp potato flour",
            "2 tbsp polenta", "2 tbsp cornmeal", "1 tbsp tapioca starch",
        ],
        [
            "Cover with the pastry and bake.", "Stretch the dough.", "Make the dumplings.", "Ice the buns.",
            "Fill the pancakes.", "Fold the crepes.", "Toast the waffles.", "Split the scones.",
            "Roll out the dough and line a tin.", "Fill pancakes and serve.",
        ])
    func `starch alone makes no dough`(starch: String, step: String) throws {
        let lines = "400 g mushrooms\n1 onion\n\(starch)"
        #expect(try answer(lines, "Cook.")[.gluten] == .no)
        let found = try answer(lines, step)
        #expect(found[.gluten] != .no, "\(step)")
        #expect(found[.glutenFree] != .yes, "\(step)")
    }

    @Test(arguments: ["1 ст. л. крахмала", "1 ст. л. картофельного крахмала"])
    func `starch alone makes no Russian dough`(starch: String) throws {
        #expect(try answer("400 г капусты\n\(starch)", "Тесто раскатать.")[.gluten] != .no)
        #expect(try answer("400 г капусты\n100 г рисовой муки\n\(starch)", "Тесто раскатать.")[.gluten] == .no)
    }

    @Test(
        arguments: [
            ("Supper", "200 g rice flour\n1 tbsp cornflour\n200 g mushrooms", "Roll out the dough."),
            ("Supper", "200 g buckwheat flour\n300 ml water\n1 tsp arrowroot", "Fill the pancakes."),
            ("Banana Pancakes", "2 bananas\n2 eggs\n1 tbsp potato starch", "Turn the pancakes."),
            ("Supper", "1 kg potatoes\n1 tbsp potato starch", "Shape the dough."),
            ("Cornbread", "300 g cornmeal\n2 eggs\n1 tsp baking powder", "Bake. Slice the cornbread."),
        ])
    func `what has flour or the title's name is made here`(title: String, lines: String, step: String) throws {
        #expect(try answer(lines, step, title: title)[.gluten] == answer(lines, "Cook.")[.gluten])
    }
}
