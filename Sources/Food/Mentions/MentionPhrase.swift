// A name in a text with the words around it, which show whether it means an ingredient, a verb, a tool, a comparison or
// a denial.

import Bytes

/// A name in a text, with the words around it.
struct MentionPhrase {
    let words: [NameWord]
    /// What the run says as a whole.
    let run: RunTraits
    let range: Range<Int>
    /// Whether another name is directly before it: `pumpkin butter`.
    var isBehindName = false
    /// Whether a title says that the dish is made or served with it, so that it is not the dish's own name.
    var isBeside = false
    /// Whether its run of words is the only one of the text. In `Feta & Potato Bake` no run is.
    var isAlone = true
    /// Whether it is in a heading of the list, which names what the lines below make.
    var isInHeading = false
    /// Whether a joining sign or a comma is before its run of words: `rice & shrimp`.
    var isJoined = false
    /// Whether a joining sign or a comma is directly behind the name: `sausages, carrots and potatoes`.
    var isBeforeSign = false
    /// The first word of the next run of words in the sentence: the `if` of `do not add cream, if it boils`.
    var behindRun = ""
    /// Whether the word before it says that it only resembles the food.
    var isImitation = false
    /// The words of the runs around it up to a full stop, and whether all of them only name wines.
    var clause: [NameWord] = []
    var isOnlyWine = false

    var next: String { after(1) }
    func after(_ distance: Int) -> String {
        let place = range.upperBound + distance - 1
        return place < words.count ? words[place].text : ""
    }
    /// Whether the cook chooses the product: `your favorite frosting`, `prepared frosting`.
    var isChosen: Bool {
        WordList.chosenProducts.contains(range.count > 1 ? words[range.lowerBound].text : before(1))
            || WordList.chosenProducts.contains(before(1))
    }

    func before(_ distance: Int) -> String {
        range.lowerBound >= distance ? words[range.lowerBound - distance].text : ""
    }
    var isAtStart: Bool { range.lowerBound == 0 || WordList.wordsBeforeVerbs.contains(before(1)) }

    /// Whether the word is a verb or a shape, not food: `cream the butter`, `toast until brown`. Not the nouns in
    /// `brown the mince` and `serve with toast`, nor `flour the board` and `butter a tin`, which put the food there.
    var isVerb: Bool {
        // The `bottom rounds` of bread are not a cut of beef.
        if words[range.upperBound - 1].text == "rounds" { return true }
        guard range.count == 1 else { return false }
        let word = words[range.lowerBound].text
        if WordList.neverFood.contains(word) { return true }
        if word == "fish" { return next == "out" }
        if word == "char" { return !isFish }
        if word == "rose" { return !isWine }
        // `dripping off the spoon` is the verb.
        if word == "dripping" { return WordList.wordsAfterDripping.contains(next) }
        if word == "sprinkles" || word == "sprinkle", next == "of" { return true }
        // `the gluten` is what kneading forms in flour.
        if word == "gluten" { return before(1) == "the" }
        if isOnTheSide, !WordList.mostlyShapes.contains(word) { return false }
        if WordList.mostlyVerbs.contains(word) { return !hasAmount && !WordList.wordsBeforeNouns.contains(before(1)) }
        if WordList.mostlyShapes.contains(word) { return !hasAmount && before(1) != "with" && !isFilled }
        guard WordList.foodsThatAreVerbs.contains(word) else { return false }
        if WordList.wordsBeforeObjects.contains(next) {
            if isAtStart || before(1) == "to" { return true }
            // `add the sugar and cream the butter`, but `heat the milk and cream together`
            return (before(1) == "and" || before(1) == "or") && (!Self.shared.contains(next) || isBeaten)
        }
        // `cream 60 ml of oil`
        if isAtStart, let first = next.utf8.first, first < 0x3A { return true }
        return isAtStart && WordList.wordsAfterVerbs.contains(next) && !(isJoined && Self.places.contains(next))
            || before(1) == "to" && WordList.wordsBeforeToAndAVerb.contains(before(2))
    }

    /// Whether `char` is the fish: `2 lb char`, `char fillets`, `poach the char`.
    private var isFish: Bool {
        hasAmount || Self.cutsOfFish.contains(next) || before(1) == "the" && WordList.verbsForFish.contains(before(2))
    }

    /// Whether `rose` is the wine: `a glass of rosé`, `pour in the rosé`.
    private var isWine: Bool {
        hasAmount
            || words[max(0, range.lowerBound - 4)..<range.lowerBound]
                .contains { WordList.wordsBeforeRose.contains($0.text) }
    }

    private static let cutsOfFish = set("fillet fillets steak steaks")

    /// Whether it is only next to the dish or on top of it: `toast alongside`, `cream on top`.
    private var isOnTheSide: Bool {
        next == "alongside" || next == "on" && (after(2) == "top" || after(2) == "the" && after(3) == "side")
    }

    /// Whether something is put into it: `pile into warm wraps`. Not `roll into bars`.
    private var isFilled: Bool {
        (1...3).contains {
            ["among", "between", "in", "into", "on", "onto"].contains(before($0)) || before($0) == "fill"
        }
            && words[..<range.lowerBound].contains {
                WordList.verbsForFilling.contains($0.text) || WordList.wordsForServing.contains($0.text)
            }
    }

    /// Whether the run names what is creamed: `add butter and cream together`.
    private var isBeaten: Bool { words[..<range.lowerBound].contains { Self.creamed.contains($0.text) } }

    private static let creamed = set("butter margarine shortening sugar")
    private static let shared = set("all both everything together well")

    /// Whether one of the three words before it gives its amount: `2 tablespoons margarine`, «1 стакан бульона». Not
    /// the amount of something else before it (`stir 1 teaspoon salt into vegetables`).
    var hasAmount: Bool {
        for place in stride(from: range.lowerBound - 1, through: max(0, range.lowerBound - 3), by: -1) {
            if WordList.measuresInTexts.contains(words[place].text) { return true }
            if WordList.wordsBetweenFoods.contains(words[place].text) { return false }
        }
        return false
    }

    /// Whether the text refers to it as already known: `the melted butter`, `remaining milk`.
    var isDefinite: Bool {
        for distance in 1...3 {
            let word = before(distance)
            if WordList.wordsForTheKnown.contains(word) { return true }
            if word.isEmpty || WordList.wordsBetweenFoods.contains(word) || WordList.wordsForAdding.contains(word) {
                return false
            }
        }
        return false
    }

    /// Whether the text brings in some of it: `a little milk`, `a splash of hot cream`, `some more flour`.
    var isSome: Bool {
        for distance in 1...3 {
            let word = before(distance)
            if WordList.wordsForSome.contains(word) { return !isDefinite }
            if word == "of", WordList.helpings.contains(before(distance + 1)) { return !isDefinite }
            if word.isEmpty || WordList.wordsBetweenFoods.contains(word) { return false }
        }
        return false
    }

    /// Whether the text allows the ordinary kind or any other: `regular milk works too`, `any kind of flour works`, `use
    /// the milk of your choice`. Not `brush off any flour`.
    var isAnyKind: Bool {
        if next == "of", after(2) == "your", after(3) == "choice" { return true }
        guard let place = words[..<range.lowerBound].lastIndex(where: { !Self.kinds.contains($0.text) }) else {
            return false
        }
        let word = words[place]
        if WordList.wordsForOrdinary.contains(word.text) || word.text.utf8.starts(with: "обычн".utf8) { return true }
        guard WordList.wordsForAnyKind.contains(word.text) else { return false }
        if word.text != "any", !word.isRussian { return true }
        return place > 0 && Self.using.contains(words[place - 1].text)
            || words[range.upperBound...].prefix(4).contains { WordList.wordsForAllowing.contains($0.text) }
            || word.isRussian && words[..<place].contains { WordList.wordsForAllowing.contains($0.text) }
    }

    private static let kinds = set("kind kinds of other sort type types")
    private static let using = set("use using with")

    /// Whether the text puts it on a tool or board, or coats food with it before frying.
    var isOnSurface: Bool { run.isOnSurface }

    /// Whether it is added from elsewhere: `with bread`, `add the stock`.
    var isAdded: Bool {
        let distance = WordList.determiners.contains(before(1)) ? 2 : lead
        // Nothing is added in `lift the foil with cookies`.
        if before(distance) == "with", WordList.sheets.contains(before(distance + 1)) { return false }
        return WordList.wordsForAdding.contains(before(distance))
            || before(distance) == "in" && WordList.verbsForStirring.contains(before(distance + 1))
    }

    /// The distance to the word before the name, beyond words such as `vegan` and `dairy-free`.
    private var lead: Int { before(1) == "free" ? 3 : lacking == nil ? 1 : 2 }

    /// Whether the words sprinkle, top or coat something: `sprinkle with seeds`.
    var isSprinkled: Bool { run.isSprinkled }

    /// Whether the dish is served or topped with it: `serve with ice cream`, `serve with carrot cake`.
    var isServed: Bool { run.isServed && (before(lead) == "with" || isBehindName && before(2) == "with") }

    /// Whether it comes from elsewhere, and is not what the recipe made before: `serve with hummus`, `top with a scoop
    /// of ice cream`.
    var isOffered: Bool {
        if isDefinite { return false }
        return isServed || isAdded || isServedIn || before(1) == "over"
            || before(1) == "of" && WordList.helpings.contains(before(2))
    }

    /// Whether the dish is served in or on it: `serve in a toasted bun`.
    var isServedIn: Bool {
        !isDefinite && before(1) != "each" && (1...4).contains { Self.places.contains(before($0)) }
            && words[..<range.lowerBound].contains { WordList.wordsForServing.contains($0.text) }
    }

    /// The properties that, besides the name, decide whether a line accounts for it: one digit each, for a cache key.
    var traits: String {
        [
            hasAmount, isDefinite, isOnSurface, isAdded, isServed, isOfCooking, isSprinkled, isBeside, isBaked, isKnown,
            isFinished, isCrumbled, isChosen, isOffered, isServedIn, isPacked, isUsedUp, isDone, isAnyKind,
            isSome,
        ].map {
            $0 ? "1" : "0"
        }.joined()
    }

    /// Whether it is only what something is for: `topping for chicken tacos`. Not `wait for the butter to melt`, `for
    /// richness butter`.
    var isPurpose: Bool {
        if (2...4).contains(where: { before($0) == "for" && before($0 - 1) == "making" }) { return true }
        // `swap the oil for butter` offers butter.
        if words[..<range.lowerBound].contains(where: { WordList.wordsForSwapping.contains($0.text) }) { return false }
        let isFor =
            before(1) == "for" || before(1) == "для"
            || before(2) == "for" && (WordList.determiners.contains(before(1)) || isBehindName)
        return isFor && next != "to"
    }

    /// Whether the run begins with `for the` before it, as a heading of steps does: `For the bechamel, …`.
    var isHeading: Bool {
        range.lowerBound == 2 && words[0].text == "for" && WordList.articles.contains(words[1].text)
            && range.upperBound == words.count
    }

    /// The food that the word before it makes of this one: `vegan parmesan`, `dairy-free milk`. It lacks what the word is
    /// about. Other allergens stay (`vegan naan` has gluten, `lactose-free cream` milk) or are unknown, since such foods
    /// are often made of soy or nuts. `nil` if no such word is before it.
    func substitute(for entry: IngredientEntry) -> IngredientEntry? {
        guard let lacks = lacking else { return nil }
        var facts = entry.facts
        func isGood(_ name: FactName) -> Bool { lacks.contains(name) || entry.facts[name] == name.good }
        for allergen in Allergen.allCases where facts[allergen] == .no { facts[allergen] = .unknown }
        for name in lacks where name != .diet(.vegan) { facts[name] = name.good }
        if lacks.contains(.diet(.vegan)), Self.ofAnimals.subtracting([.diet(.vegan)]).allSatisfy(isGood) {
            facts[.vegan] = .yes
        }
        return entry.with(facts)
    }

    /// Whether the word before it says that it only resembles the food: `vegan parmesan`, `eggless egg salad`. Not in
    /// `gluten-free chicken pie`, where the chicken is chicken.
    func imitates(_ entry: IngredientEntry) -> Bool {
        lacking?.contains { $0 != .diet(.vegan) && entry.facts[$0] != $0.good } ?? false
    }

    /// The facts that the word before it is about; `nil` if it says nothing certain: `mock crab` may be fish.
    private var lacking: Set<FactName>? {
        if before(1) == "free" { return Self.freeFrom[before(2)] }
        if Self.vegetarian.contains(before(1)) || before(1).utf8.starts(with: "вегетариан".utf8) { return Self.ofMeat }
        if before(1) == "eggless" { return Self.ofEggs }
        let isVegan =
            WordList.wordsForImitations.contains(before(1)) || before(1) == "based" && Self.bases.contains(before(2))
            || before(1).utf8.starts(with: "веган".utf8)
        return isVegan ? Self.ofAnimals : nil
    }

    private static let bases = set("plant soy soya vegan vegetable")
    private static let vegetarian = set("vegetarian veggie meatless")
    private static let ofMeat: Set<FactName> = [
        .diet(.vegetarian), .diet(.vegan), .diet(.kosher), .diet(.halal), .allergen(.fish), .allergen(.crustaceans),
        .allergen(.molluscs),
    ]
    private static let ofEggs: Set<FactName> = [.diet(.vegan), .allergen(.eggs)]
    private static let ofMilk: Set<FactName> = [
        .diet(.vegan), .diet(.lactoseFree), .allergen(.milk),
    ]
    private static let ofAnimals = ofMeat.union(ofEggs).union(ofMilk)
    private static let freeFrom: [String: Set<FactName>] = [
        "dairy": ofMilk, "milk": ofMilk, "lactose": [.diet(.lactoseFree)], "egg": ofEggs, "meat": ofMeat,
        "nut": [.allergen(.nuts), .allergen(.peanuts)], "gluten": [.allergen(.gluten)], "wheat": [],
        "soy": [.allergen(.soy)],
    ]

    /// Whether something is only compared with it: `the size of a walnut`, `resembles bread crumbs`, `looks like thick
    /// cream`, `the consistency of honey`. Not `shape into balls and roll in flour`, `such as butter`, `flavourings
    /// like vanilla`.
    var isCompared: Bool {
        // `as if you were icing a cake`
        let start = max(0, range.lowerBound - 6)
        if let place = words[start..<range.lowerBound].firstIndex(where: { $0.text == "if" }), place > 0,
            words[place - 1].text == "as"
        {
            return true
        }
        for distance in 1...4 {
            let word = before(distance)
            if word.isEmpty || Self.parting.contains(word) { return false }
            if WordList.wordsForResembling.contains(word) { return true }
            // `chillies canned in a spicy tomato sauce` are sold in that sauce.
            if word == "in", Self.packing.contains(before(distance + 1)) { return true }
            if WordList.comparedQualities.contains(word) {
                if words[range.lowerBound - distance].isRussian { return isOfRussian(distance) }
                // `a walnut-sized knob of butter` is butter.
                let isSize = word == "size" || word == "sized"
                return isSize ? Self.joints.contains(before(distance - 1)) : isOf(distance)
            }
            if word == "like" { return isLikening(distance) && (distance < 4 || Self.looks.contains(before(5))) }
            if word == "as" {
                return distance == 1 || distance == 2 && WordList.determiners.contains(before(1))
                    ? isLikened(distance) : false
            }
        }
        return false
    }

    /// Whether `as` compares or names a use: `as thick as cream`, `use as a sauce`. Not `as well as butter`, `as soon
    /// as butter melts`.
    private func isLikened(_ distance: Int) -> Bool {
        let earlier = before(distance + 1)
        return WordList.wordsBeforeAs.contains(earlier)
            || !WordList.wordsBetweenAsAndAs.contains(earlier) && ["as", "same"].contains(before(distance + 2))
            || earlier == "same"
    }

    /// Whether the food is in the genitive behind a quality: «консистенции густой сметаны», «размером с орех». Not «до
    /// золотистого цвета на сливочном масле», «до нужной консистенции сливками»: an adjective completes the quality.
    private func isOfRussian(_ distance: Int) -> Bool {
        if Self.genitives.contains(where: { before(distance + 1).hasSuffix(bytes: $0) }) { return false }
        let between = words[(range.lowerBound - distance + 1)..<range.lowerBound]
        if between.first?.text.isSame(as: "с") ?? false {
            return words[range.lowerBound - distance].text.isSame(as: "размером")
        }
        return between.allSatisfy { word in Self.genitives.contains { word.text.hasSuffix(bytes: $0) } }
            && !Self.instrumentals.contains { words[range.upperBound - 1].text.hasSuffix(bytes: $0) }
    }

    /// Endings of adjectives in the genitive, and of nouns in the instrumental case.
    private static let genitives = ["ой", "ей", "ого", "его", "ых", "их"]
    private static let instrumentals = ["ом", "ем", "ой", "ей", "ою", "ею", "ью", "ами", "ями"]

    private func isOf(_ distance: Int) -> Bool {
        (1..<distance).contains { ["of", "to", "as"].contains(before($0)) }
    }

    private func isLikening(_ distance: Int) -> Bool {
        let earlier = before(distance + 1)
        return WordList.wordsBeforeLike.contains(earlier)
            || distance > 1 && ["a", "an"].contains(before(distance - 1))
                && !WordList.wordsBeforeWouldLike.contains(earlier)
    }

    static func set(_ words: String) -> Set<String> { Set(words.split(bytes: " ").map(String.init)) }

    private static let places = set("in on over alongside inside into")
    private static let joints = set("of to as like")
    private static let packing = set("canned tinned packed")
    private static let looks = set("look looks looking looked")
    private static let parting = set("and then until with using by и")
}
