import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of matching misspelt names to the catalogue.
@Suite struct SpellingMatchTests {
    private static let likeness = SpellingMatch([
        "broccoli", "mozzarella", "parmesan", "perch", "peach", "lamb", "помидор", "сметан",
    ])

    private static let catalogue: Catalogue = {
        guard let start = try? StartingPoint.made.get() else {
            preconditionFailure("the starter catalogue does not load")
        }
        return start.catalogue
    }()

    @Test(arguments: [
        ("brocoli", "broccoli"), ("brocolli", "broccoli"), ("borccoli", "broccoli"), ("broccolix", "broccoli"),
        ("mozarela", "mozzarella"), ("perchh", "perch"), ("parmezan", "parmesan"), ("памидор", "помидор"),
    ])
    func `the nearest word is found`(written: String, word: String) {
        #expect(Self.likeness.nearest(written)?.word == word)
    }

    @Test(arguments: ["lam", "lamp", "roccoli", "bracoly", "porch", "peech1", "gold", "", "ё", "smetan"])
    func `short words, other beginnings, many errors and ties find nothing`(written: String) {
        #expect(Self.likeness.nearest(written) == nil)
    }

    @Test func `a double letter in another place is not an exact match`() throws {
        let found = try #require(SpellingMatch(["cheese"]).nearest("chesse"))
        #expect(found.word == "cheese" && found.likeness < 1)
    }

    @Test func `a word equally near to two finds neither`() {
        let likeness = SpellingMatch(["tangerine", "tangerone"])
        #expect(likeness.nearest("tangerune") == nil)
        #expect(likeness.nearest("tangerin")?.word == "tangerine")
    }

    @Test func `the distance counts added, missing, changed and swapped letters`() {
        func distance(_ first: String, _ second: String) -> Int {
            SpellingMatch.distance(Array(first.unicodeScalars), Array(second.unicodeScalars))
        }
        #expect(distance("onion", "onion") == 0)
        #expect(distance("onion", "onin") == 1)
        #expect(distance("onion", "onjon") == 1)
        #expect(distance("onion", "noion") == 1)
        #expect(distance("", "abc") == 3)
        #expect(distance("brocolli", "broccoli") == 2)
    }

    @Test(arguments: [
        ("200 g brocoli florets", "broccoli"), ("2 cups almound milk", "almond-milk"), ("500 г кортофеля", "potato"),
        ("2 carots", "carrot"),
        ("3 помедора", "tomato"), ("1 tbsp parsely, chopped", "parsley"), ("1 lb choped spinnach", "spinach"),
    ])
    func `a misspelt line matches with less confidence than an exact name`(line: String, key: String) throws {
        let match = try #require(Self.catalogue.index.match(Self.catalogue.parse(line)))
        #expect(match.key == key)
        #expect(match.isApproximate && match.confidence < 0.95 && match.confidence >= 0.5)
    }

    @Test(arguments: [
        "200 g unobtainium", "1 blorb", "2 cups brocoli surprise", "1 broccoli", "garnish", "1 basic",
        "2 seared fillets", "1 cup rugula", "2 tsp bittern",
    ])
    func `a name like no other stays unmatched, and an exact name is not approximate`(line: String) {
        #expect(Self.catalogue.index.match(Self.catalogue.parse(line))?.isApproximate != true)
    }

    @Test(arguments: ["200 g brocoli", "200 g mozarela", "2 kg spagetti", "200 g broccoli without buttter"])
    func `an approximate match gives no certain answer`(line: String) {
        let good = diets(line)
        for diet in [Diet.vegan, .vegetarian, .dairyFree, .glutenFree, .nutFree, .kosher, .halal, .keto, .lowCarb] {
            #expect(good[diet] == .unknown, "\(diet)")
        }
        #expect(Allergen.allCases.allSatisfy { good[$0] == .unknown })
        #expect(good.reason(for: .diet(.vegan)).count == 1)
    }

    @Test func `a certain answer of another line stays certain`() {
        let both = diets("200 g brocoli\n50 g butter")
        #expect(both[.milk] == .yes && both[.vegan] == .no && both[.fish] == .unknown)
    }

    private func diets(_ text: String) -> DerivedDiets {
        var body = RecipeBody()
        body.lines = Self.catalogue.lines(pasted: text)
        body.servings = 2
        return Self.catalogue.diets(of: body)
    }
}
