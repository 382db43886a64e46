// Tests of the phrases of the search box: what somebody avoids, cuisines, claims, times and words that say nothing.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TypedPhraseTests {
    private static let catalogue: Catalogue? = try? RealData.catalogue()

    private typealias Reading = (text: String, facts: [SearchFact], rest: [String])

    private func check(_ readings: [Reading]) throws {
        let catalogue = try #require(Self.catalogue)
        for (text, facts, rest) in readings {
            let search = TypedSearch(text, catalogue)
            #expect(search.parts.map(\.fact) == facts, "\(text)")
            let words = search.terms.map { ($0.isExcluded ? "-" : "") + $0.words.joined(separator: " ") }
            #expect(words == rest, "\(text)")
        }
    }

    @Test func `what somebody avoids is left out`() throws {
        try check([
            ("pasta can't eat gluten", [.without("gluten")], ["pasta"]),
            ("pasta, I can’t eat gluten", [.without("gluten")], ["pasta"]),
            ("my kid hates mushrooms pasta", [.without("mushrooms")], ["pasta"]),
            ("soup for someone who doesn't like garlic", [.without("garlic")], ["soup"]),
            ("cake for my son who is allergic to nuts", [.without("nuts")], ["cake"]),
            ("cake intolerant to milk", [.without("milk")], ["cake"]),
            ("egg allergy cake", [.without("egg")], ["cake"]), ("pasta not cheese", [.without("cheese")], ["pasta"]),
            ("rice with no onion", [.without("onion")], ["rice"]),
            ("cake can't have eggs and milk", [.without("eggs"), .without("milk")], ["cake"]),
            ("eggless pancakes", [.without("egg")], ["pancakes"]),
            ("sugarless cake", [.without("sugar")], ["cake"]),
            ("non alcoholic drinks", [.without("alcohol")], ["drinks"]),
            ("безалкогольный коктейль", [.without("alcohol")], ["коктейль"]),
            ("pescatarian soup", [.without("meat")], ["soup"]),
            ("суп, сын не ест грибы", [.without("грибы")], ["суп"]),
            ("пирог, у меня аллергия на орехи", [.without("орехи")], ["пирог"]),
            ("муж не любит лук", [.without("лук")], []), ("суп нельзя молоко", [.without("молоко")], ["суп"]),
            ("чизкейк без лактозы", [.diet(.lactoseFree)], ["чизкейк"]),
            ("торт без муки", [.without("муки")], ["торт"]),
            ("soup but not fried", [.notWord("fried")], ["soup", "-fried", "-жареный"]),
        ])
    }

    @Test func `words that only look like an exclusion are none`() throws {
        try check([
            ("boneless chicken", [], ["boneless", "chicken"]),
            ("flourless chocolate cake", [], ["flourless", "chocolate", "cake"]),
            ("not spicy chicken", [], ["not", "spicy", "chicken"]),
            ("no bake cheesecake", [], ["no", "bake", "cheesecake"]),
            ("soup for my kids", [], ["soup", "kids"]),
        ])
    }

    @Test func `taking a name off keeps all words that open the list`() throws {
        let search = TypedSearch("cake can't eat eggs and milk", try #require(Self.catalogue))
        #expect(search.parts.map(\.rest) == ["cake can't eat milk", "cake can't eat eggs"])
    }

    @Test func `cuisines, claims and diets are read, but not in the name of a food`() throws {
        try check([
            ("french dessert", [.cuisine("french"), .category("dessert")], []),
            ("французский десерт", [.cuisine("french"), .category("dessert")], []),
            ("мексиканская кухня", [.cuisine("mexican")], []), ("thai food", [.cuisine("thai")], []),
            ("суп по-грузински", [.cuisine("georgian")], ["суп"]), ("french fries", [], ["french fries"]),
            ("high protein breakfast", [.claim(.highProtein), .category("breakfast")], []),
            ("low cal soup", [.claim(.lowEnergy)], ["soup"]), ("low fat brownies", [.claim(.lowFat)], ["brownies"]),
            ("низкокалорийный ужин", [.claim(.lowEnergy), .category("main")], []),
            ("low fat milk", [], ["low fat milk"]), ("no carbs dinner", [.diet(.lowCarb), .category("main")], []),
            ("постный суп", [.diet(.vegan)], ["суп"]), ("постная говядина", [], ["постная", "говядина"]),
        ])
    }

    @Test func `times in other words are read, and words that say nothing are dropped`() throws {
        try check([
            ("soup no more than 30 minutes", [.minutes(30)], ["soup"]),
            ("soup in 45 minutes or less", [.minutes(45)], ["soup"]),
            ("суп менее 30 минут", [.minutes(30)], ["суп"]), ("суп не дольше 40 минут", [.minutes(40)], ["суп"]),
            ("суп за полчаса", [.minutes(30)], ["суп"]), ("soup under an hour", [.minutes(60)], ["soup"]),
            ("soup for two", [], ["soup"]), ("pie for 4 people", [], ["pie"]), ("суп на двоих", [], ["суп"]),
            ("суп на 6 порций", [], ["суп"]), ("soup for 2 hours", [.minutes(120)], ["soup"]),
            ("something like soup", [], ["soup"]), ("курица в духовке", [], ["курица"]),
            ("potatoes in the oven", [], ["potatoes"]), ("что приготовить из курицы", [.with("курицы")], []),
            ("рецепт борща", [], ["борща"]), ("recipes with lentils", [.with("lentils")], []),
        ])
    }

    @Test func `what people avoid is no claim about a dish`() throws {
        let catalogue = try #require(Self.catalogue)
        for text in ["my kids hate eggs", "for those with an egg allergy", "постный суп"] {
            #expect(TypedSearch(text, catalogue, readsWishes: false, .claims).parts.isEmpty, "\(text)")
        }
        #expect(TypedSearch("eggless cake", catalogue, readsWishes: false, .claims).without() == ["egg"])
    }

    @Test func `an allergy beside a dish leaves out the allergen and keeps the dish`() throws {
        try check([
            ("nut-allergic cookies", [.without("nut")], ["cookies"]),
            ("cake, nut allergy", [.diet(.nutFree)], ["cake"]),
            ("pasta, egg allergy", [.without("egg")], ["pasta"]),
        ])
    }
}
