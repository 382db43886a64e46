// Tests that food which a step brings in is not the listed plant milk or flour of a similar name.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct BroughtInTests {
    @Test(
        arguments: ["400 ml coconut milk\n1 onion", "200 ml almond milk\n1 onion"],
        [
            "Loosen with a little milk.", "Thin with milk.", "Splash in some milk.", "Swirl in a little hot milk.",
            "Serve with a jug of milk.", "Add a splash of cold milk.", "Stir in more milk.", "Add milk.",
        ])
    func `milk that a step brings in may be another`(lines: String, step: String) throws {
        #expect(try answer(lines, "Cook.")[.milk] == .no)
        let found = try answer(lines, step)
        #expect(found[.milk] != .no && found[.vegan] != .yes, "\(step)")
    }

    @Test(arguments: [
        "Warm the milk.", "Add half the milk.", "Pour in the remaining milk.", "Add a little of the milk.",
        "Whisk in the rest of the milk.", "Stir until the milk thickens a little.", "Stir into the milk mixture.",
    ])
    func `milk that is known is the listed milk`(step: String) throws {
        for lines in ["400 ml coconut milk\n1 onion", "200 ml almond milk\n1 onion"] {
            #expect(try answer(lines, step) == answer(lines, "Cook."), "\(step)")
        }
    }

    @Test(arguments: ["Toss in flour.", "Stir in a little flour.", "Add some more flour.", "Toss with flour and fry."])
    func `flour that a step brings in may be of wheat`(step: String) throws {
        #expect(try answer("100 g rice flour\n500 g cod", step)[.gluten] != .no)
        #expect(try answer("100 g rice flour\n500 g cod", "Toss in the flour.")[.gluten] == .no)
    }

    @Test(arguments: ["Slice the loaf.", "Toast slices of a crusty loaf.", "Serve with a warm loaf."])
    func `a loaf is bread`(step: String) throws {
        #expect(try answer("400 g tomatoes\n1 onion", step)[.gluten] != .no)
    }

    @Test(arguments: [
        ("Lentil Loaf", "400 g lentils\n1 onion", "Slice the loaf."),
        ("Supper", "500 g beef\n1 onion", "Slice the loaf."),
        ("Supper", "400 g tomatoes", "Line a loaf tin and shape into a loaf."),
    ])
    func `a loaf of other food is no bread`(title: String, lines: String, step: String) throws {
        #expect(try answer(lines, step, title: title)[.gluten] == answer(lines, "Cook.", title: title)[.gluten])
    }
}
