import Testing

@testable import Food
@testable import Toque

/// Lines of real recipes that once matched a wrong ingredient, found by reading samples; with the starter catalogue.
@Suite struct MisreadLineTests {
    private static let starter = Result { try StarterCatalogue() }
    private static let reader = Result {
        let known = try starter.get()
        return (IngredientLineParser(units: known.units), IngredientIndex(known.entries))
    }

    private func understood(_ line: String) throws -> UnderstoodLine {
        let (parser, index) = try Self.reader.get()
        return index.understand(parser.parse(line))
    }

    @Test(arguments: [
        // The food in a can or jar is not the dry or fresh one.
        ("1 (15 ounce) can black beans", "canned-black-beans"), ("2 cups black beans", "black-beans"),
        ("15-ounce can chickpeas, drained", "canned-chickpeas"), ("1 can tomatoes with their juice", "canned-tomatoes"),
        ("1 can chopped tomatoes", "canned-tomatoes"), ("1/2 cup chopped tomatoes", "tomato"),
        ("1 банка фасоли", "canned-kidney-beans"), ("1 банка кукурузы", "canned-sweetcorn"),
        ("1 can coconut milk", "coconut-milk"),
        // The last word belongs to both names.
        ("2 tbsp vegetable or peanut oil", "vegetable-oil"), ("1 cup peanut, vegetable, or corn oil", "peanut-oil"),
        ("1 cup beef or vegetable broth", "beef-stock"), ("2 tbsp butter or olive oil", "butter"),
        ("2 tomatoes or tomato paste", "tomato"), ("3 onions or garlic powder", "onion"),
        // The word after "with" is not part of the name.
        ("1 can clams with juice", "canned-clams"), ("4 lemons with juice", "lemon"),
        ("1 cup chipotle chiles in adobo", "chipotles-in-adobo"),
        ("2 tsp minced canned chipotle chiles in adobo", "chipotles-in-adobo"),
        // A purpose that is part of the name.
        ("3 ст. л. масла для жарки", "vegetable-oil"), ("100 г сахара для посыпки", "sugar"),
        ("2 ст. л. соуса для пиццы", "tomato-sauce"), ("500 г теста для пиццы", "pizza-dough"),
        // A pound cake, and a pound of flour for cakes.
        ("1 pound cake, cubed", "sponge-cake"), ("1 (10 ounce) pound cake", "sponge-cake"),
        ("1 pound cake flour", "cake-flour"),
        // Mashed at home, and bought mashed.
        ("4 potatoes, mashed", "potato"), ("1 cup mashed potatoes", "mashed-potatoes"),
        ("1 (16 ounce) container sour cream and onion dip", "spinach-artichoke-dip"),
        ("1 (1 ounce) envelope ranch dressing mix", "ranch-dressing-mix"),
        ("1/2 cup vegan margarine", "vegan-margarine"),
        ("2 tbsp Cointreau or other orange liqueur", "orange-liqueur"),
        ("2 tbsp other orange liqueur", "orange-liqueur"),
        ("200 г крабового мяса", "crab-stick"), ("200 г мяса краба", "crabmeat"), ("200 г опят", "honey-fungus"),
        ("200 г маслят", "boletus-mushrooms"), ("500 г корейки", "pork-loin"), ("100 g biltong", "jerky"),
        ("100 g pemmican", "jerky"), ("1 cup queso", "spinach-artichoke-dip"), ("2 cups slaw", "coleslaw"),
        ("1 cup wheatberries", "wheat-berry"), ("1 tbsp soysauce", "soy-sauce"), ("4 baps", "bread-roll"),
        ("1 cup golden grahams", "breakfast-cereal"), ("2 tbsp Lotus spread", "biscoff-spread"),
        ("to taste lemon juice", "lemon-juice"), ("Garnish: 4 pecan halves", "pecans"),
    ])
    func `a line matches this ingredient`(line: String, key: String) throws {
        #expect(try understood(line).match?.key == key)
    }

    @Test(arguments: [
        ("1 jalapeño with seeds, minced", "mixed-seeds"), ("2 tomatoes, seeds and cores removed", "mixed-seeds"),
        ("1 pound large shrimp, shells and tails on", "pasta"), ("6 slices bacon, cooked until crisp", "potato-chip"),
        ("1 lemon, cut into wafer-thin slices", "waffle-wafers"), ("1 squash, such as acorn", "acorn-flour"),
    ])
    func `a part or state of an ingredient is not another food`(line: String, other: String) throws {
        let (_, index) = try Self.reader.get()
        #expect(index[other] != nil)
        let line = try understood(line)
        #expect(!line.keys.contains(other) && !line.mentions.contains { $0.entry?.key == other })
    }

    @Test(arguments: [
        ("1 loaf bread, with seeds", "mixed-seeds"), ("1 bag lettuce, with seeds", "mixed-seeds"),
        ("1 cup cheese, with shells", "pasta"), ("1 pound chicken, coated with crisps", "potato-chip"),
        ("1 cup ice cream, with wafer", "waffle-wafers"),
    ])
    func `the same words elsewhere may be another food`(line: String, other: String) throws {
        #expect(try understood(line).mentions.contains { $0.entry?.key == other })
    }

    @Test(arguments: [
        "Equipment: a muffin tin", "Note: the dough wants a night in the refrigerator",
        "Ingredient info: Look for it in markets",
    ])
    func `a remark is not an ingredient`(line: String) throws {
        #expect(try understood(line).parsed.isHeading)
    }

    @Test func `a match of one alternative keeps the others`() throws {
        #expect(try understood("2 tbsp vegetable or peanut oil").keys.contains("peanut-oil"))
        #expect(try understood("1 cup beef or vegetable broth").keys.contains("vegetable-stock"))
        #expect(try understood("1 can clams with juice").keys.contains("canned-clams"))
    }

    @Test func `an ingredient to add if desired is optional`() throws {
        #expect(try understood("2 tbsp honey, if desired").parsed.optional)
        #expect(try understood("мёд по желанию").parsed.optional)
        #expect(try !understood("2 tbsp honey, of the desired kind").parsed.optional)
    }

    @Test(arguments: [
        "2 tbsp honey, or more if desired", "100 g sugar (plus more, if desired)", "1 egg, plus more butter if desired",
        "2 ст. л. мёда, или больше по желанию",
    ])
    func `an ingredient of which more may be added is not optional`(line: String) throws {
        #expect(try !understood(line).parsed.optional)
    }
}
