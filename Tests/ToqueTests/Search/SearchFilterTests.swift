// Tests that filters find only recipes that are known to fit.

import Database
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct SearchFilterTests {
    /// A site with one recipe for each case.
    static func site() throws -> TestSite {
        let site = try TestSite()
        try site.plant(
            "Lentil soup", "300 g red lentils\n1 onion\n2 tbsp olive oil\n1 tsp salt", category: "soup",
            cuisine: "indian", minutes: 40)
        try site.plant(
            "Honey porridge", "100 g rolled oats\n2 tbsp honey\n1 pinch salt", category: "breakfast", minutes: 10)
        try site.plant("Tea of frobnium", "2 g frobnium\n1 tsp salt", category: "drink", minutes: 5)
        try site.plant(
            "Cheese omelette", "3 eggs\n50 g cheddar\n1 tbsp butter", category: "main", cuisine: "french", minutes: 15)
        try site.plant(
            "Peanut noodles", "200 g spaghetti\n3 tbsp peanut butter\n2 tbsp soy sauce\n1 onion", category: "main",
            cuisine: "thai", minutes: 25)
        try site.plant("Toast with something", "2 slices bread\n1 tbsp butter or margarine", category: "breakfast")
        try site.plant(
            "Beans in stock", "400 g white beans, cooked in chicken stock\n1 onion", category: "main", minutes: 60)
        try site.plant("Plain tomatoes", "4 tomatoes\n1 tsp salt", category: "salad", cuisine: "italian", minutes: 5)
        return site
    }

    /// The titles that a search finds.
    private func titles(_ site: TestSite, _ query: String) async throws -> Set<String> {
        Set(try await site.visitor().json("/search?\(query)", as: ListAnswer<CardAnswer>.self).items.map(\.title))
    }

    private func all(_ site: TestSite) throws -> [Int] {
        try site.read { try $0.all("SELECT recipe_id FROM public_recipe") { $0[0] as Int } }
    }

    @Test func `a diet filter finds exactly the recipes that are known to fit`() async throws {
        let site = try Self.site()
        let recipes = try await all(site).asyncMap {
            try await site.visitor().json("/recipes/\($0)", as: RecipeAnswer.self)
        }
        for diet in Diet.allCases {
            let expected = Set(recipes.filter { $0.diets[diet.rawValue] == "yes" }.map(\.title))
            #expect(try await titles(site, "diet=\(diet.rawValue)") == expected, "\(diet)")
        }
        #expect(try await titles(site, "diet=vegan") == ["Lentil soup", "Peanut noodles", "Plain tomatoes"])
        #expect(try await titles(site, "diet=vegetarian").contains("Honey porridge"))
    }

    @Test func `an allergen filter finds exactly the recipes that are known to be free of it`() async throws {
        let site = try Self.site()
        let recipes = try await all(site).asyncMap {
            try await site.visitor().json("/recipes/\($0)", as: RecipeAnswer.self)
        }
        for allergen in Allergen.allCases {
            let expected = Set(recipes.filter { $0.allergens[allergen.rawValue] == "no" }.map(\.title))
            #expect(try await titles(site, "free_from=\(allergen.rawValue)") == expected, "\(allergen)")
        }
        let free = try await titles(site, "free_from=peanuts")
        #expect(free.contains("Lentil soup") && !free.contains("Peanut noodles") && !free.contains("Tea of frobnium"))
    }

    @Test func `a recipe with an unknown ingredient fits no diet and no allergen filter`() async throws {
        let site = try Self.site()
        for diet in Diet.allCases {
            #expect(try await !titles(site, "diet=\(diet.rawValue)").contains("Tea of frobnium"), "\(diet)")
        }
        for allergen in Allergen.allCases {
            #expect(
                try await !titles(site, "free_from=\(allergen.rawValue)").contains("Tea of frobnium"), "\(allergen)")
        }
        #expect(try await titles(site, "q=frobnium") == ["Tea of frobnium"])
    }

    @Test func `honey is not vegan, alternatives that differ are unknown, and notes count`() async throws {
        let site = try Self.site()
        let vegan = try await titles(site, "diet=vegan")
        #expect(vegan.isDisjoint(with: ["Honey porridge", "Toast with something", "Beans in stock"]))
        #expect(try await !titles(site, "diet=vegetarian").contains("Beans in stock"))
    }

    @Test func `all of several filters must match`() async throws {
        let site = try Self.site()
        #expect(try await titles(site, "diet=vegan&free_from=celery&with=tomato&max_minutes=10") == ["Plain tomatoes"])
        #expect(try await titles(site, "diet=vegan&diet=dairy-free&q=soup") == ["Lentil soup"])
        #expect(try await titles(site, "diet=vegan&with=egg") == [])
    }

    @Test(arguments: [
        "diet=vegann", "diet=vegan&diet=x", "free_from=milks", "category=unicorn", "cuisine=x", "max_minutes=soon",
        "with=unicorn+dust", "without=unicorn+dust", "max_minutes=0", "max_minutes=-5", "licensed=2", "licensed=yes",
        "language=fr", "language=ru&language=latin",
    ])
    func `an invalid filter finds nothing and says so`(query: String) async throws {
        let site = try Self.site()
        #expect(try await titles(site, query) == [])
        let page = try await site.visitor().get("/search?\(query)")
        #expect(page.status == .ok)
        #expect(page.text.contains(#"role="status""#))
        #expect(!page.text.contains("recipe-card"))
    }

    @Test(arguments: [
        ("with=onion", ["Lentil soup", "Peanut noodles", "Beans in stock"]),
        ("with=Onions", ["Lentil soup", "Peanut noodles", "Beans in stock"]),
        ("with=%D0%BB%D1%83%D0%BA", ["Lentil soup", "Peanut noodles", "Beans in stock"]),
        ("with=onion&with=salt", ["Lentil soup"]),
        ("with=onion,salt", ["Lentil soup"]), ("with=onion&without=salt", ["Peanut noodles", "Beans in stock"]),
        ("without=onion&without=salt", ["Cheese omelette", "Toast with something"]), ("with=egg&without=egg", []),
        ("with=margarine", ["Toast with something"]), ("with=chicken+stock", []),
    ])
    func `ingredients are filtered by any of their names`(query: String, expected: [String]) async throws {
        #expect(try await titles(Self.site(), query) == Set(expected))
    }

    @Test func `excluding an ingredient excludes its kinds and certain containers, not possible ones`() async throws {
        let site = try TestSite()
        try site.plant("Risotto", "300 g rice\n50 g parmesan")
        try site.plant("Pasta", "300 g spaghetti\n2 tbsp pesto")
        try site.plant("Rice", "300 g rice\n1 tsp salt")
        #expect(try await titles(site, "without=cheese") == ["Rice"])
        #expect(try await titles(site, "without=%D1%81%D1%8B%D1%80") == ["Rice"])
        #expect(try await titles(site, "without=parmesan") == ["Pasta", "Rice"])
        #expect(try await titles(site, "without=pine+nuts") == ["Risotto", "Pasta", "Rice"])
        #expect(try await titles(site, "with=cheese") == ["Risotto"])
    }

    @Test(arguments: [
        ("nuts", ["Walnut cake", "Almond cake"]), ("tree nuts", ["Walnut cake", "Almond cake"]),
        ("орехи", ["Walnut cake", "Almond cake"]), ("орехов", ["Walnut cake", "Almond cake"]),
        ("fish", ["Salmon", "Seafood stew"]), ("рыба", ["Salmon", "Seafood stew"]),
        ("seafood", ["Salmon", "Seafood stew", "Mussels"]), ("shellfish", ["Seafood stew", "Mussels"]),
        ("onions", ["Shallots", "Leek tart"]), ("beans", ["Chili with beans", "Bean salad"]),
        ("peppers", ["Stuffed peppers"]), ("oil", ["Bean salad"]), ("meat", ["Roast", "Chicken", "Bacon roll"]),
        ("red meat", ["Roast", "Bacon roll"]), ("poultry", ["Chicken"]), ("pork", ["Bacon roll"]),
        ("говядина", ["Roast"]), ("alcohol", ["Mussels"]), ("mushrooms", ["Porcini"]), ("грибов", ["Porcini"]),
        ("citrus", ["Salmon"]), ("cheese", ["Leek tart"]), ("dairy", ["Leek tart"]),
        ("молочные продукты", ["Leek tart"]),
        ("tomatoes", ["Seafood stew"]), ("liver", ["Pate"]), ("berries", ["Fruit salad"]),
        ("nightshades", ["Seafood stew", "Stuffed peppers"]),
    ])
    func `excluding a group excludes all its ingredients`(name: String, without: [String]) async throws {
        let site = try TestSite()
        try site.plant("Walnut cake", "100 g walnuts\n200 g sugar")
        try site.plant("Almond cake", "100 g ground almonds\n200 g sugar")
        try site.plant("Salmon", "300 g salmon\n1 lemon")
        try site.plant("Seafood stew", "300 g cod\n200 g shrimp\n400 g canned tomatoes")
        try site.plant("Mussels", "1 kg mussels\n200 ml white wine")
        try site.plant("Shallots", "300 g shallots")
        try site.plant("Leek tart", "3 leeks\n50 g parmesan")
        try site.plant("Chili with beans", "400 g kidney beans")
        try site.plant("Bean salad", "400 g green beans\n2 tbsp olive oil")
        try site.plant("Stuffed peppers", "4 red bell peppers\n100 g rice")
        try site.plant("Roast", "1 kg beef brisket")
        try site.plant("Chicken", "4 chicken thighs")
        try site.plant("Bacon roll", "4 slices bacon")
        try site.plant("Porcini", "20 g dried porcini mushrooms")
        try site.plant("Pate", "300 g veal liver")
        try site.plant("Fruit salad", "100 g strawberries")
        try site.plant("Rice", "300 g rice\n1 tsp salt\n1 pinch black pepper")
        let all = try await titles(site, "max_minutes=")
        let found = try await titles(site, "without=\(Percent.encode(query: name))")
        // An allergen filter finds only recipes known to be free of it; all others here are known.
        #expect(found.isDisjoint(with: without), "\(name)")
        #expect(found.contains("Rice"))
        #expect(all.isEmpty || found.isSubset(of: all))
    }

    @Test func `excluding a group excludes nothing else`() async throws {
        let site = try TestSite()
        try site.plant("Coconut rice", "300 g rice\n200 ml coconut milk")
        try site.plant("Salad", "1 lettuce\n1 pinch black pepper\n1 tbsp peanut butter")
        try site.plant("Stew", "300 g oyster mushrooms\n100 g sweet potatoes")
        for name in ["milk", "butter", "nuts", "potatoes", "oysters", "peppers", "meat", "eggs"] {
            #expect(try await titles(site, "without=\(name)").contains("Coconut rice"), "\(name)")
        }
        #expect(try await titles(site, "without=butter,peppers,olives").contains("Salad"))
        #expect(try await titles(site, "without=oysters,potatoes,meat").contains("Stew"))
    }

    @Test func `excluding an allergen excludes recipes where it is unknown`() async throws {
        let site = try Self.site()
        for name in [
            "nuts", "fish", "dairy", "gluten", "eggs", "sesame", "mustard", "celery", "soy", "lupin", "sulphites",
        ] {
            let found = try await titles(site, "without=\(name)")
            #expect(!found.contains("Tea of frobnium"), "\(name)")
            #expect(found.contains("Plain tomatoes"), "\(name)")
        }
        #expect(try await titles(site, "without=onions").contains("Tea of frobnium"))
        let page = try await site.visitor().get("/search?without=nuts")
        #expect(page.shows("We left out nuts, also walnuts, almonds and"))
        #expect(page.shows("Recipes that may contain it (nuts)"))
    }

    @Test func `an unknown line is excluded by any food in its words`() async throws {
        let site = try TestSite()
        try site.plant("Odd", "2 frobbed cheesecloth-free cheese wibbles\n1 tsp salt")
        try site.plant("Odder", "300 g zorbed shallot fizzlings")
        try site.plant("Rice", "300 g rice")
        for (name, passes) in [
            ("cheese", ["Odder", "Rice"]), ("сыр", ["Odder", "Rice"]), ("onions", ["Odd", "Rice"]),
            ("parmesan", ["Odder", "Rice"]), ("salt", ["Odder", "Rice"]), ("meat", ["Odd", "Odder", "Rice"]),
        ] {
            #expect(try await titles(site, "without=\(Percent.encode(query: name))") == Set(passes), "\(name)")
        }
    }

    @Test func `a search for a group finds its kinds, not products made of them`() async throws {
        let site = try TestSite()
        try site.plant("Thighs", "4 chicken thighs")
        try site.plant("Broth", "1 l chicken stock")
        try site.plant("Walnut cake", "100 g walnuts")
        try site.plant("Cheesecake", "300 g cream cheese")
        #expect(try await titles(site, "with=chicken") == ["Thighs"])
        #expect(try await titles(site, "with=nuts") == ["Walnut cake"])
        #expect(try await titles(site, "with=milk") == [])
        #expect(try await titles(site, "with=meat") == ["Thighs"])
    }

    @Test func `the ingredient fields suggest groups`() async throws {
        let site = try Self.site()
        struct Answer: Decodable {
            struct Item: Decodable { let name: String }
            let items: [Item]
            let typed: String?
        }
        let found: Answer = try await site.visitor().get("/ingredients/suggest?groups=1&q=nut").json()
        #expect(found.items.first?.name == "nuts")
        let russian: Answer = try await site.visitor().get(
            "/ingredients/suggest?groups=1&q=\(Percent.encode(query: "мор"))", headers: ["Accept-Language": "ru"]
        ).json()
        #expect(russian.items.first?.name == "морепродукты")
        let editor: Answer = try await site.visitor().get("/ingredients/suggest?q=nuts").json()
        #expect(editor.items.first?.name != "nuts" && editor.typed == nil)
    }

    @Test(arguments: [
        ("2 cups buckwh", "buckwh", "buckwheat"), ("Buckwh", "Buckwh", "buckwheat"),
        ("500 g of buckwh", "buckwh", "buckwheat"),
        ("2 cups", "", nil), ("buckwheat, chopped", "", nil),
    ])
    func `a line suggests what its name may be`(line: String, name: String, first: String?) async throws {
        struct Answer: Decodable {
            struct Item: Decodable { let name: String }
            let items: [Item]
            let typed: String?
        }
        let query = "/ingredients/suggest?line=1&q=\(Percent.encode(query: line))"
        let found: Answer = try await TestSite().visitor().get(query).json()
        #expect(found.typed == name)
        #expect(found.items.first?.name == first)
    }

    @Test func `every excluded name counts, and too many are reported`() async throws {
        let site = try Self.site()
        func query(_ count: Int) -> String {
            "without=" + (Array(repeating: "honey", count: count) + ["onion"]).joined(separator: ",")
        }
        #expect(try await !titles(site, query(25)).contains("Lentil soup"))
        #expect(try await titles(site, query(25)).contains("Plain tomatoes"))
        let names = (1...SearchForm.namesLimit).map { "name\($0)" } + ["onion"]
        let page = try await site.visitor().get("/search?without=" + names.joined(separator: ","))
        #expect(page.text.contains(#"role="status""#) && page.shows("onion"))
        #expect(!page.text.contains("recipe-card"))
    }

    @Test func `an excluded ingredient in a note excludes the recipe`() async throws {
        #expect(try await !titles(Self.site(), "without=chicken+stock").contains("Beans in stock"))
    }

    @Test(arguments: ["q=", "with=&without=", "q=&with=&without=&diet=&category=", "q=+++"])
    func `an empty search shows what is missing`(query: String) async throws {
        let site = try Self.site()
        let page = try await site.visitor().get("/search?\(query)")
        #expect(page.status == .ok)
        #expect(page.text.contains(#"id="nothing" role="alert""#))
        #expect(try await titles(site, query) == [])
    }

    @Test(arguments: [
        ("pecans", "100 g candied pecans"), ("rum", "500 ml rum raisin ice cream"),
        ("butter", "1 l butter pecan ice cream"),
        ("chicken", "200 g chicken flavored dry stuffing mix"), ("meat", "300 g bolognese sauce"),
        ("alcohol", "1 l kvass"),
    ])
    func `excluding a food excludes products whose line names it`(name: String, line: String) async throws {
        let site = try TestSite()
        try site.plant("Dish", line)
        try site.plant("Plum tomatoes", "400 g plum tomatoes")
        #expect(try await titles(site, "without=\(name)") == ["Plum tomatoes"])
        #expect(try await titles(site, "without=plums").contains("Plum tomatoes"))
    }

    @Test(arguments: [
        ("peppers", "Fry the peppers.", "1 tsp black pepper"), ("bell+peppers", "Fry the peppers.", "1 tsp salt"),
        ("pecans", "Scatter with pecans.", "1 tsp salt"), ("peppers", "Обжарьте перцы.", "1 tsp salt"),
    ])
    func `excluding a food excludes recipes of which only a step names it`(name: String, step: String, line: String)
        async throws
    {
        let site = try TestSite()
        try site.plant("Dish", "2 onions\n" + line, steps: [step])
        try site.plant("Plain", "2 onions\n1 tsp salt", steps: ["Fry."])
        #expect(try await titles(site, "without=\(name)") == ["Plain"])
    }

    @Test func `without a query the newest recipes are shown`() async throws {
        let site = try Self.site()
        #expect(try await titles(site, "").count == 8)
        #expect(try await !site.visitor().get("/search").text.contains(#"role="alert""#))
    }

    @Test(arguments: [
        ("category=main", ["Cheese omelette", "Peanut noodles", "Beans in stock"]),
        ("cuisine=french", ["Cheese omelette"]),
        ("category=main&cuisine=thai", ["Peanut noodles"]), ("max_minutes=5", ["Tea of frobnium", "Plain tomatoes"]),
        ("max_minutes=4", []), ("max_minutes=-1", []), ("max_minutes=15&category=main", ["Cheese omelette"]),
    ])
    func `category, cuisine and time can be filtered`(query: String, expected: [String]) async throws {
        // The toast has no time, so it is never known to be quick.
        #expect(try await titles(Self.site(), query) == Set(expected))
    }

    @Test func `each active filter has a link that removes it`() async throws {
        let page = try await Self.site().visitor().get(
            "/search?q=soup&diet=vegan&free_from=milk&with=onion&category=soup&max_minutes=60")
        for address in [
            "/search?q=soup&amp;with=onion&amp;free_from=milk&amp;category=soup&amp;max_minutes=60",
            "/search?q=soup&amp;diet=vegan&amp;free_from=milk&amp;category=soup&amp;max_minutes=60",
        ] { #expect(page.text.contains(address), "\(address)") }
    }

    @Test func `names beyond the limit are shown, and no link contains them`() async throws {
        let site = try TestSite()
        let names = (1...SearchForm.wantedLimit + 1).map { "name\($0)" }
        let page = try await site.visitor().get("/search?with=" + names.joined(separator: ",")).text
        #expect(page.contains("name\(SearchForm.wantedLimit + 1)"))
        #expect(!page.contains("with=name\(SearchForm.wantedLimit + 1)"))
    }

    @Test func `a name that is wanted several times is looked up once`() throws {
        let catalogue = try Self.site().catalogue()
        let names = Array(repeating: ("with", "vegetables"), count: 50) + [("with", "Vegetables"), ("with", "onion")]
        let (query, unknown, _) = SearchForm(Parameters(names)).query(
            catalogue, DefaultFilters(), TypedSearch("", catalogue), now: 0)
        #expect(unknown.isEmpty && query.with.count == 2 && query.isLong)
    }

    @Test(arguments: ["soy/milk", "soy; milk", "soy & milk", "soy + milk", "nuts|milk"])
    func `two names with a separator are not a third food`(typed: String) throws {
        let groups = try RealData.catalogue().groups
        #expect(groups.leftOut(by: typed) == nil && groups.wanted(by: typed) == nil)
        #expect(groups.leftOut(by: "soy milk") != nil && groups.leftOut(by: "half & half") != nil)
    }
}

extension Sequence {
    /// Maps the elements one after another.
    func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
