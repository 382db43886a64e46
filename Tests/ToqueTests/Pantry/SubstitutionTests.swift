// Tests the files of the pantry: what counts as what, and what can stand in for what.

import Content
import Testing
import Words

@testable import Food
@testable import Toque

@Suite struct SubstitutionTests {
    private let catalogue = Result { try RealData.catalogue().numbered() }

    @Test func `every line of the substitutions can be read, and none is there twice`() throws {
        let list = PantryIndex.substitutions
        #expect(list.unread == [])
        let pairs = list.all.map { [$0.missing, $0.standIn] }
        #expect(Set(pairs).count == pairs.count)
        #expect(list.all.count >= 150)
        #expect(list.all.allSatisfy { $0.missing != $0.standIn && $0.note(.ru) != $0.note(.en) })
    }

    @Test func `every name of the substitutions is an ingredient of the catalogue`() throws {
        let catalogue = try catalogue.get()
        let names = PantryIndex.substitutions.all.flatMap { [$0.missing, $0.standIn] }
        #expect(names.filter { catalogue.entry(named: $0) == nil } == [])
    }

    @Test func `every name of the kinds is an ingredient of the catalogue`() throws {
        let (catalogue, kinds) = (try catalogue.get(), PantryIndex.kinds)
        #expect(kinds.unread == [])
        let names = kinds.kinds.flatMap { [$0.general] + $0.kinds } + kinds.mixtures.flatMap { [$0.name] + $0.parts }
        #expect(names.filter { catalogue.entry(named: $0)?.english.singular != $0 } == [])
        #expect(names.count > 150)
    }

    @Test func `a kind counts as the general food, never the other way round, and staples count both ways`() throws {
        let catalogue = try catalogue.get()
        let foods = PantryFoods(catalogue, PantryIndex.kinds, PantryIndex.substitutions)
        func id(_ name: String) throws -> Int { try #require(catalogue.ingredientID(named: name)) }
        func has(_ need: String, with item: String) throws -> Bool {
            PantryStock([PantryItem(id: 1, ingredient: try id(item))], staples: [], foods).has(try id(need))
        }
        #expect(try has("pasta", with: "spaghetti"))
        #expect(try !has("spaghetti", with: "pasta"))
        #expect(try !has("milk", with: "butter"))
        #expect(try !has("milk", with: "kefir"))
        #expect(try !has("almonds", with: "almond butter"))
        let staples = PantryStock([], staples: [try id("vegetable oil")], foods)
        #expect(staples.has(try id("sunflower oil")))
        #expect(!staples.has(try id("olive oil")))
        #expect(!staples.has(0))
    }

    @Test(arguments: [
        "milk | soy milk | 1 : 1 | note", "milk | soy milk | 1 | note | заметка | source",
        "milk | soy milk | 0 : 1 | note | заметка | source", "milk || 1 : 1 | note | заметка | source",
    ])
    func `a wrong line is reported by its number`(line: String) {
        let list = SubstitutionList("# comment\n\(line)\nmilk | oat milk | 1 : 3/4 | a | б | c")
        #expect(list.unread == [2])
        #expect(list.all.map(\.standIn) == ["oat milk"])
    }
}
