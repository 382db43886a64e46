// The words around a dish's name which show whether the recipe makes the dish or uses a bought one.

import Bytes

extension MentionPhrase {
    /// Whether the words say that it is made here: `make a sauce`, `shape into balls`.
    var isMixture: Bool {
        if Self.isInto(before(1), before(2)) || isIntoSized, isShaped { return true }
        return isMixed
    }

    /// Whether the verb before `into` shapes something. Not in `roll into balls and dip into beaten egg`.
    private var isShaped: Bool {
        let verb = words[..<range.lowerBound].last {
            WordList.wordsForShaping.contains($0.text) || WordList.wordsForPutting.contains($0.text)
        }
        return verb.map { !WordList.wordsForPutting.contains($0.text) } ?? false
    }

    /// Whether `into` is before the name, alone or with one more word: `cut into noodles`, `turn into a nut butter`.
    /// Not `into the`.
    private static func isInto(_ first: String, _ second: String) -> Bool {
        first == "into" || second == "into" && !["the", "and"].contains(first)
    }

    /// Whether `into` and a number or size are before the name: `shape into about 48 very small meatballs`.
    private var isIntoSized: Bool {
        (3...6).contains { distance in
            before(distance) == "into"
                && (1..<distance).allSatisfy {
                    WordList.sizesOfShapes.contains(before($0)) || before($0).utf8.allSatisfy { $0 < 0x3A }
                }
        }
    }

    /// Whether the text asks to make it: `make a cheese sauce`.
    var isToMake: Bool {
        Self.making.contains(before(1)) || ["a", "the"].contains(before(1)) && Self.making.contains(before(2))
    }

    private var isMixed: Bool {
        isToMake || before(1) == "a" && before(2) == "as" || before(2) == "is" && before(3) == "this"
            || (2...4).contains { before($0) == "yield" }
    }

    /// Whether it may be what the recipe bakes: `bake cookies`, `let biscuits cool`; not `pour it over brownies`, `dip
    /// cookies`.
    var isBaked: Bool {
        !isServed && !isAdded && !hasAmount && !(1...2).contains { WordList.wordsBeforeBoughtFood.contains(before($0)) }
    }

    /// Whether the text refers to it as already known: `the cake`, `1 cup of the stock`. Not `your favourite cake` or
    /// `another cake`.
    var isKnown: Bool {
        guard isDefinite, !hasAmount else { return hasAmount && before(1) == "the" && before(2) == "of" }
        return !(1...3).contains { ["your", "other", "same"].contains(before($0)) }
    }

    /// Whether it is the result of this recipe: `gravy from the pot`, `cookies will keep`.
    var isFinished: Bool {
        if next == "from" { return (2...4).contains { Self.vessels.contains(after($0)) } }
        return range.lowerBound == 0 && Self.keeping.contains(next)
    }

    /// Whether it is used as crumbs: `top with crushed cookies`, `crumble biscuits over it`.
    var isCrumbled: Bool { (1...2).contains { Self.crumbling.contains(before($0)) } }

    private static let vessels: Set<String> = ["pot", "pan", "pans", "roast", "skillet"]
    private static let keeping: Set<String> = ["will", "keep", "keeps", "can", "may"]
    private static let crumbling: Set<String> = ["crushed", "crumbled", "crumble", "broken"]

    /// Whether something is put into it: `into the pie filling`.
    var isPoured: Bool { (1...4).contains { before($0) == "into" } }

    /// Whether it is pastry or bread that is also sold ready to roll out or fill.
    var isPastry: Bool { range.last.map { Self.pastry.contains(words[$0].form) } ?? false }

    private static let pastry = NameWords.forms(WordList.pastryAndBread)

    /// Whether it may be the liquid that something was cooked in: `strain the stock`, `1 cup reduced broth`. Not
    /// `a splash of stock`.
    var isOfCooking: Bool {
        !isAdded && !isSome && (isDefinite || run.namesCookingLiquid || !hasAmount)
    }

    private static let making: Set<String> = ["make", "making", "yield", "makes", "form"]

    /// Whether a liquid that was cooked here is finished or served: `strain the stock`, `ladle the broth into bowls`. Not
    /// `ladle in the stock`.
    var isDone: Bool {
        if (1...3).contains(where: { ["in", "into"].contains(before($0)) }) { return false }
        return before(2) == "blend" && next != "with" || run.finishesLiquid
    }

    /// Whether a container gives its amount, so that it is bought: `1 can vanilla frosting`, `a jar of salsa`.
    var isPacked: Bool {
        let distance = before(1) == "of" ? 2 : 1
        guard WordList.containersOfFood.contains(before(distance)) else { return false }
        let amount = before(distance + 1)
        return Self.counts.contains(amount) || amount.utf8.first.map { $0 < 0x3A } ?? false
    }

    /// Whether baked goods are used in another dish: `crush the biscuits`, `dip the ladyfingers in the coffee`. Not
    /// `arrange the cookies on a rack`.
    var isUsedUp: Bool {
        next == "crumbs" || Self.sold.contains(words[range.upperBound - 1].form)
            || run.usesUp
    }

    /// Whether the text waits for it: `until the gravy thickens`, `until it turns a golden caramel`.
    var isAwaited: Bool {
        Self.thickening.contains(words[range.upperBound - 1].form)
            && words[..<range.lowerBound].contains { $0.text == "until" }
    }

    private static let thickening = NameWords.forms(WordList.foodsThatThicken)
    private static let sold = NameWords.forms("ladyfinger wafer")
    private static let counts = Self.set("a an another each half one two")
}
