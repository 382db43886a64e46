import Foundation
import Testing

@testable import Food
@testable import Toque

/// Tests derived diets with real recipes that state their diet.
@Suite struct DietDataTests {
    struct Recipe: Decodable {
        let id: String
        let ingredients: [String]
    }

    struct Tags: Decodable {
        let id: String
        let says: [String]
    }

    private static let meat: Set<String> = [
        "beef", "pork", "chicken", "bacon", "ham", "turkey", "lamb", "veal", "salmon", "tuna", "shrimp", "prawns",
        "anchovies", "anchovy", "gelatin", "sausage", "sausages", "duck", "lobster", "crab", "clams", "mussels",
        "prosciutto", "pancetta", "chorizo", "lard", "parmesan",
    ]
    private static let animal: Set<String> = [
        "egg", "eggs", "butter", "cheese", "honey", "milk", "cream", "yogurt", "mayonnaise", "feta", "mozzarella",
        "cheddar",
        "ghee", "buttermilk",
    ]
    /// Words before or after which milk and butter come from plants.
    private static let plants: Set<String> = [
        "coconut", "almond", "soy", "oat", "rice", "peanut", "cocoa", "nut", "cashew", "vegan", "of", "tartar",
        "lettuce", "beans", "apple",
    ]

    private static func offends(_ line: String, _ words: Set<String>) -> Bool {
        let split = line.lowercased().split { !$0.isLetter }.map(String.init)
        return split.indices.contains { place in
            words.contains(split[place]) && !(place > 0 && plants.contains(split[place - 1]))
                && !(place + 1 < split.count && plants.contains(split[place + 1]))
        }
    }

    @Test(
        .enabled(
            if: RealData.has("diet/recipe-diet-tags-dev.jsonl.gz"), "tagged recipes or starter catalogue are missing"))
    func `no recipe derived as vegan or vegetarian names an animal product`() throws {
        let command = DietsCommand(
            parser: try RealData.parser(), index: try RealData.index(), units: try RealData.units()
        ) { _ in nil }
        let tags = try RealData.objects("diet/recipe-diet-tags-dev.jsonl.gz", as: Tags.self)
        let tagged = Dictionary(tags.map { ($0.id, Set($0.says)) }) { first, _ in first }
        let recipes = try RealData.objects("recipes/recipes-dev.jsonl.gz", as: Recipe.self).filter {
            tagged[$0.id] != nil
        }
        var found: [String: Int] = [:]
        for recipe in RealData.sample(recipes, every: 8) {
            let diets = command.derive(recipe.ingredients)
            let says = tagged[recipe.id] ?? []
            for (diet, tag) in [(Diet.vegetarian, "vegetarian"), (.vegan, "vegan"), (.glutenFree, "gluten_free")]
            where says.contains(tag) {
                found["\(tag) \(diets[diet].word)", default: 0] += 1
            }
            if diets[.vegetarian] == .yes {
                #expect(!recipe.ingredients.contains { Self.offends($0, Self.meat) }, "\(recipe.ingredients)")
            }
            if diets[.vegan] == .yes {
                #expect(
                    !recipe.ingredients.contains { Self.offends($0, Self.meat.union(Self.animal)) },
                    "\(recipe.ingredients)")
                #expect(diets[.dairyFree] == .yes && diets[.eggs] == .no && diets[.fish] == .no, "\(recipe.id)")
            }
        }
        print("recipes that say so, by our answer: \(found.sorted { $0.key < $1.key })")
    }
}
