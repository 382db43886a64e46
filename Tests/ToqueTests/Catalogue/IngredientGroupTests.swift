import Content
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of the groups in `Starter/groups.txt` with the starter catalogue.
@Suite struct IngredientGroupTests {
    private static func starter() throws -> (StarterCatalogue, IngredientIndex, [IngredientGroup]) {
        let starter = try StarterCatalogue()
        let text = StarterFiles.all.first { $0.path == "groups.txt" }?.text ?? ""
        return (starter, IngredientIndex(starter.entries), try IngredientGroup.parse(text, file: "groups.txt"))
    }

    @Test func `every group has names in both languages, and every name in it is an ingredient`() throws {
        let (starter, index, groups) = try Self.starter()
        #expect(groups.count > 100)
        #expect(groups.count == IngredientGroup.all.count)
        let aisles = Set(starter.aisles.map(\.key))
        for group in groups {
            let name = group.english.singular
            #expect(!group.russian.singular.isEmpty, "\(name)")
            #expect(Set(group.aisles).isSubset(of: aisles), "\(name)")
            for other in group.kinds + group.holding + group.except {
                #expect(index[CatalogueText.slug(other)] != nil, "\(name): \(other)")
            }
            for word in group.named {
                let form = NameWords.split(word).last?.form
                let isUsed = starter.entries.contains { entry in
                    NameWords.split(entry.english.singular).contains { $0.form == form }
                }
                #expect(isUsed, "\(name): \(word)")
            }
            for other in group.groups {
                #expect(groups.contains { $0.english.singular == other }, "\(name): \(other)")
            }
        }
    }

    @Test func `no two groups share a name`() throws {
        let (_, _, groups) = try Self.starter()
        var owners: [String: String] = [:]
        for group in groups {
            for name in group.english.all + group.russian.all {
                let words = NameWords.split(name).map(\.text).joined(separator: " ")
                let other = owners.updateValue(group.english.singular, forKey: words)
                #expect(other == nil || other == group.english.singular, "\(name)")
            }
        }
    }

    @Test func `every allergen can be excluded by its name in both languages`() throws {
        let (_, index, _) = try Self.starter()
        let groups = IngredientGroups(index, IngredientGroup.all)
        for allergen in Allergen.allCases {
            for language in [Language.en, .ru] {
                let name = try #require(Text.dynamic("allergen.\(allergen.rawValue)", language))
                #expect(groups.leftOut(by: name)?.allergens.contains(allergen) == true, "\(name)")
            }
            #expect(groups.leftOut(by: allergen.rawValue)?.allergens == [allergen])
        }
    }

    @Test func `a group named like an ingredient contains it`() throws {
        let (_, index, all) = try Self.starter()
        let groups = IngredientGroups(index, IngredientGroup.all)
        for name in all.flatMap({ $0.english.all + $0.russian.all }) where !["peppers", "перцы"].contains(name) {
            let left = try #require(groups.leftOut(by: name))
            guard let key = index.findWhole(name)?.key, let entry = index[key], !left.isStrict else { continue }
            #expect(left.keys.contains(entry.key), "\(name): \(entry.key)")
        }
    }

    @Test(arguments: [
        "a line outside\n  ru", "  ru: без имени", "nuts\n  allergens: nutz", "nuts\n  colour: red", "nuts\n  kinds:",
    ])
    func `a mistake in the file is refused`(text: String) throws {
        #expect(throws: CatalogueError.self) { try IngredientGroup.parse(text, file: "groups.txt") }
    }

    @Test func `a substitute is not part of a group`() throws {
        let (_, index, _) = try Self.starter()
        let groups = IngredientGroups(index, IngredientGroup.all)
        for (name, other) in [
            ("cheese", "vegan-cheese"), ("butter", "peanut-butter"), ("potatoes", "sweet-potato"),
            ("crab", "crab-apple"),
            ("olives", "olive-oil"), ("oysters", "oyster-mushrooms"), ("wine", "wine-vinegar"),
            ("cream", "cream-of-tartar"),
            ("bacon", "turkey-bacon"), ("beer", "ginger-beer"), ("peppers", "black-pepper"), ("lamb", "lamb-s-lettuce"),
        ] {
            let left = try #require(groups.leftOut(by: name))
            #expect(!left.keys.isEmpty && !left.keys.contains(other), "\(name)")
        }
    }

    @Test(arguments: [
        ("pork", ["dumplings", "meatballs", "gelatin", "marshmallow", "gummy-candy", "flavoured-jelly-powder"]),
        ("butter", ["croissant", "brioche", "hollandaise-sauce", "bechamel-sauce", "alfredo-sauce", "lemon-curd"]),
        ("cheese", ["khachapuri", "cheesecake", "quark", "labneh", "ravioli", "tortellini", "alfredo-sauce"]),
        ("beans", ["silken-tofu", "tofu-skin", "chickpea-flour", "glass-noodle"]),
        ("beef", ["sausage", "hot-dog", "meatballs", "gravy", "ravioli", "veal-stock"]),
        ("meat", ["flavoured-jelly-powder", "stock-cube", "chicken-stock-cube", "ramen-noodle-soup"]),
        ("cream", ["alfredo-sauce", "mascarpone"]), ("alcohol", ["gluten-free-beer"]), ("beer", ["gluten-free-beer"]),
        ("garlic", ["pesto", "hummus", "ranch-dressing"]), ("onions", ["stock-cube", "salsa"]),
        ("chillies", ["curry-powder", "shichimi-togarashi"]), ("grapes", ["white-wine", "verjuice"]),
        ("dried fruit", ["dried-apple", "raisin-bread"]), ("sugar", ["dark-chocolate", "ice-cream"]),
        ("bread", ["khachapuri", "gluten-free-bread"]),
        ("flour", ["bread-flour", "rice-flour", "baguette", "spaghetti", "puff-pastry", "graham-cracker", "cake-mix"]),
        ("мука", ["flour", "biscuit", "pelmeni-dough"]), ("processed meat", ["bacon", "salami", "jerky"]),
    ])
    func `a group contains products that usually contain it`(name: String, keys: [String]) throws {
        let (_, index, _) = try Self.starter()
        let left = try #require(IngredientGroups(index, IngredientGroup.all).leftOut(by: name))
        for key in keys { #expect(left.keys.contains(key), "\(name): \(key)") }
    }

    @Test func `an ingredient that a group excepts is not in it by its kind either`() throws {
        let (_, index, _) = try Self.starter()
        let groups = IngredientGroups(index, IngredientGroup.all)
        for (name, key) in [
            ("meat", "vegetable-stock-cube"), ("beef", "chicken-stock-cube"), ("sugar", "sugar-snap-peas"),
            ("pasta", "spaghetti-squash"), ("berries", "grape-jelly"),
        ] {
            #expect(try #require(groups.leftOut(by: name)).keys.contains(key) == false, "\(name): \(key)")
        }
    }

    @Test(arguments: [
        ("meat", "liver"), ("meat", "wings"), ("meat", "ribs"), ("meat", "Oxo"), ("meat", "Bisto"), ("мясо", "желудки"),
        ("мясо", "языка"), ("мясо", "шашлык"), ("chicken", "thighs"), ("pork", "hocks"), ("beef", "kidneys"),
        ("cheese", "Philadelphia"), ("almonds", "frangipane"), ("potatoes", "chips"), ("chocolate", "Bounty"),
        ("alcohol", "Pimm's"), ("onions", "bhajis"), ("meat", "ham"),
    ])
    func `words of a group count in lines that nobody understands`(name: String, word: String) throws {
        let (_, index, _) = try Self.starter()
        let left = try #require(IngredientGroups(index, IngredientGroup.all).leftOut(by: name))
        let form = try #require(NameWords.split(word).last?.form)
        #expect(left.words.contains(form))
        #expect(!left.words.contains("sauce"))
    }
}
