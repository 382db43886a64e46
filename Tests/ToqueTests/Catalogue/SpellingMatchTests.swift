import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Names that are only like one of the catalogue's.
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
    func `a word is found by what it is most like`(written: String, word: String) {
        #expect(Self.likeness.nearest(written)?.word == word)
    }

    @Test(arguments: ["lam", "lamp", "roccoli", "bracoly", "porch", "peech1", "gold", "", "ё", "smetan"])
    func `short words, other beginnings, too many letters and two that are as near find nothing`(written: String) {
        #expect(Self.likeness.nearest(written) == nil)
    }

    @Test func `letters that are double elsewhere are no likeness of one`() throws {
        let found = try #require(SpellingMatch(["cheese"]).nearest("chesse"))
        #expect(found.word == "cheese" && found.likeness < 1)
    }

    @Test func `what is equally near to two may be either`() {
        let likeness = SpellingMatch(["tangerine", "tangerone"])
        #expect(likeness.nearest("tangerune") == nil)
        #expect(likeness.nearest("tangerin")?.word == "tangerine")
    }

    @Test func `the distance counts letters put in, left out, changed and swapped`() {
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
    func `a line is matched by likeness, less surely than by its name`(line: String, key: String) throws {
        let match = try #require(Self.catalogue.index.match(Self.catalogue.parse(line)))
        #expect(match.key == key)
        #expect(match.isLikely && match.confidence < 0.95 && match.confidence >= 0.5)
    }

    @Test(arguments: [
        "200 g unobtainium", "1 blorb", "2 cups brocoli surprise", "1 broccoli", "garnish", "1 basic",
        "2 seared fillets", "1 cup rugula", "2 tsp bittern",
    ])
    func `what is like nothing stays unknown, and a name itself is no likeness`(line: String) {
        #expect(Self.catalogue.index.match(Self.catalogue.parse(line))?.isLikely != true)
    }

    @Test(arguments: ["200 g brocoli", "200 g mozarela", "2 kg spagetti", "200 g broccoli without buttter"])
    func `nothing is said for certain of a name that is only likely`(line: String) {
        let good = diets(line)
        for diet in [Diet.vegan, .vegetarian, .dairyFree, .glutenFree, .nutFree, .kosher, .halal, .keto, .lowCarb] {
            #expect(good[diet] == .unknown, "\(diet)")
        }
        #expect(Allergen.allCases.allSatisfy { good[$0] == .unknown })
        #expect(good.reason(for: .diet(.vegan)).count == 1)
    }

    @Test func `what is certainly in another line stays certain`() {
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
