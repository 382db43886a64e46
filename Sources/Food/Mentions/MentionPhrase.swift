// A name in a text with the words around it, which show whether it means an ingredient, a verb, a tool, a comparison or
// a denial.

import Bytes

/// A name in a text, with the words around it.
struct MentionPhrase {
    let words: [NameWord]
    let range: Range<Int>
    /// Whether another name is directly before it: `pumpkin butter`.
    var isBehindName = false
    /// Whether a title says that the dish is made or served with it, so that it is not the dish's own name.
    var isBeside = false
    /// Whether a joining sign or a comma is before its run of words: `rice & shrimp`.
    var isJoined = false

    var next: String { after(1) }
    func after(_ distance: Int) -> String {
        let place = range.upperBound + distance - 1
        return place < words.count ? words[place].text : ""
    }
    /// Whether the cook chooses the product: `your favorite frosting`, `prepared frosting`.
    var isChosen: Bool {
        ["favorite", "favourite", "desired", "preferred", "prepared", "purchased"].contains(before(1))
    }
    func before(_ distance: Int) -> String {
        range.lowerBound >= distance ? words[range.lowerBound - distance].text : ""
    }
    var isAtStart: Bool { range.lowerBound == 0 || Self.beforeVerbs.contains(before(1)) }

    /// Whether the word is a verb or a shape, not food: `cream the butter`, `toast until brown`. Not the nouns in
    /// `brown the mince` and `serve with toast`, nor `flour the board` and `butter a tin`, which put the food there.
    var isVerb: Bool {
        // Single letters do not mean the sweets `m&m`.
        if words[range].allSatisfy({ $0.text.utf8.count == 1 }) { return true }
        // The `bottom rounds` of bread are not a cut of beef.
        if words[range.upperBound - 1].text == "rounds" { return true }
        guard range.count == 1 else { return false }
        let word = words[range.lowerBound].text
        if Self.neverFood.contains(word) { return true }
        if word == "fish" { return next == "out" }
        // `dripping off the spoon` is the verb.
        if word == "dripping" { return Self.ways.contains(next) }
        if word == "sprinkles" || word == "sprinkle", next == "of" { return true }
        // `the gluten` is what kneading forms in flour.
        if word == "gluten" { return before(1) == "the" }
        if Self.mostlyVerbs.contains(word) { return !hasAmount && !Self.beforeNouns.contains(before(1)) }
        if Self.mostlyShapes.contains(word) { return !hasAmount && before(1) != "with" }
        guard Self.verbs.contains(word) else { return false }
        if Self.beforeObjects.contains(next) {
            return isAtStart || before(1) == "and" || before(1) == "to" || before(1) == "or"
        }
        // `cream 60 ml of oil`
        if isAtStart, let first = next.utf8.first, first < 0x3A { return true }
        return isAtStart && Self.behindVerbs.contains(next) || before(1) == "to" && Self.usedTo.contains(before(2))
    }

    /// Whether one of the three words before it gives its amount: `2 tablespoons margarine`, «1 стакан бульона». Not
    /// the amount of something else before it (`stir 1 teaspoon salt into vegetables`).
    var hasAmount: Bool {
        for place in stride(from: range.lowerBound - 1, through: max(0, range.lowerBound - 3), by: -1) {
            if Self.measures.contains(words[place].text) { return true }
            if Self.ending.contains(words[place].text) { return false }
        }
        return false
    }

    /// Whether the text refers to it as already known: `the melted butter`, `remaining milk`.
    var isDefinite: Bool {
        for distance in 1...3 {
            let word = before(distance)
            if Self.determiners.contains(word) { return true }
            if word.isEmpty || Self.ending.contains(word) || Self.adding.contains(word) { return false }
        }
        return false
    }

    /// Whether the text puts it on a tool or board, or coats food with it before frying.
    var isOnSurface: Bool { words.contains { Self.surfaces.contains($0.text) } }

    /// Whether it is added from elsewhere: `with bread`, `add the stock`.
    var isAdded: Bool {
        let distance = Self.articles.contains(before(1)) ? 2 : 1
        // Nothing is added in `lift the foil with cookies`.
        if before(distance) == "with", Self.sheets.contains(before(distance + 1)) { return false }
        return Self.adding.contains(before(distance))
            || before(distance) == "in" && Self.stirring.contains(before(distance + 1))
    }

    /// Whether the words sprinkle, top or coat something: `sprinkle with seeds`.
    var isSprinkled: Bool { words.contains { Self.sprinkling.contains($0.text) } }

    /// Whether the dish is served or topped with it: `serve with ice cream`.
    var isServed: Bool { before(1) == "with" && words.contains { Self.serving.contains($0.text) } }

    /// The properties that, besides the name, decide whether a line accounts for it: one digit each, for a cache key.
    var traits: String {
        [
            hasAmount, isDefinite, isOnSurface, isAdded, isServed, isOfCooking, isSprinkled, isBeside, isBaked, isKnown,
            isFinished, isCrumbled, isChosen,
        ].map {
            $0 ? "1" : "0"
        }.joined()
    }

    /// Whether it is only what something is for: `topping for chicken tacos`. Not `wait for the butter to melt`, `for
    /// richness butter`.
    var isPurpose: Bool {
        if (2...4).contains(where: { before($0) == "for" && before($0 - 1) == "making" }) { return true }
        let isFor = before(1) == "for" || before(1) == "для" || before(2) == "for" && Self.articles.contains(before(1))
        return isFor && next != "to"
    }

    /// Whether the word before it says that this food is a substitute: `vegan butter`, `mock crab`, `dairy-free milk`.
    /// The word says nothing about later names.
    var isMock: Bool {
        Self.mocking.contains(before(1)) || before(1).utf8.starts(with: "веган".utf8)
            || before(1) == "free" && Self.freed.contains(before(2))
    }

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
            if Self.resembling.contains(word) { return true }
            // `chillies canned in a spicy tomato sauce` are sold in that sauce.
            if word == "in", Self.packing.contains(before(distance + 1)) { return true }
            if Self.measured.contains(word) { return words[range.lowerBound - distance].isRussian || isOf(distance) }
            if word == "like" { return isLikening(distance) && (distance < 4 || Self.looks.contains(before(5))) }
            if word == "as" {
                return distance == 1 || distance == 2 && Self.articles.contains(before(1)) ? isLikened(distance) : false
            }
        }
        return false
    }

    /// Whether `as` compares or names a use: `as thick as cream`, `use as a sauce`. Not `as well as butter`, `as soon
    /// as butter melts`.
    private func isLikened(_ distance: Int) -> Bool {
        let earlier = before(distance + 1)
        return Self.usedAs.contains(earlier)
            || !Self.conjoined.contains(earlier) && ["as", "same"].contains(before(distance + 2))
            || earlier == "same"
    }

    private func isOf(_ distance: Int) -> Bool {
        (1..<distance).contains { ["of", "to", "as"].contains(before($0)) }
    }

    private func isLikening(_ distance: Int) -> Bool {
        let earlier = before(distance + 1)
        return Self.beforeLike.contains(earlier)
            || distance > 1 && ["a", "an"].contains(before(distance - 1))
                && !Self.wishing.contains(earlier)
    }

    static func set(_ words: String) -> Set<String> { Set(words.split(bytes: " ").map(String.init)) }

    private static let ending = set("into to and or with over on in from the и в на с")
    private static let determiners = set("the this that these those remaining reserved rest your other same")
    private static let articles = set("a an the your any this these")
    private static let adding = set("with add plus adding с со добавить добавьте")
    private static let stirring = set("stir mix fold beat whisk blend pour")
    private static let sprinkling = set("sprinkle sprinkled scatter top topped garnish coat")
    private static let serving = set("serve served serving top topped garnish garnished accompany подавать подавайте")
    private static let surfaces = set(
        """
        dust dusted dusting grease greased dredge dredged coat coated board surface tin tins pan pans hands roll rolled \
        buttered floured counter sheet sheets dish mold mould griddle skillet
        """)

    /// Words that almost never name an ingredient in a step.
    private static let neverFood = set(
        """
        char round rounds roaches shell shells wrap roll sprinkle crisp drop drops stick sticks pat bite bites spirits spice spices shade shades \
        shad sub subs rub bitter bear bears specks rose tan preserve oils
        """)
    private static let mostlyVerbs = set("mince toast roast punch dip spread fluff")
    private static let beforeNouns = set(
        """
        the a an some with of on onto in into over add plus more extra your this that these those each enough any lean \
        brown fry cook serve use buttered
        """)
    private static let mostlyShapes = set("wraps rolls chip chips crisps sprinkles bar bars jelly")
    /// Verbs that add nothing to the food, though they are also names of food.
    private static let verbs = set(
        """
        cream juice zest dust crumb jam dress curry stock mash season pickle glaze ice squash coddle sandwich stuff rice \
        barbecue sauce batter
        """)
    private static let beforeVerbs = set(
        "then lightly well generously gently carefully first next now will thoroughly finely")
    private static let beforeObjects = set(
        """
        the a an your two three each both all together it them again remaining one everything butter margarine \
        shortening sugar softened well
        """)
    private static let behindVerbs = set("until in into over on lightly out up down off around")
    private static let usedTo = set("continue begin start used use mixer beater beaters spoon fork hands")

    private static let measures = set(
        """
        cup cups tablespoon tablespoons teaspoon teaspoons tbsp tsp ounce ounces oz pound pounds lb lbs gram grams g kg \
        ml l liter liters litre litres can cans jar package packages packet packets pint pints quart quarts carton \
        bottle stick sticks dash pinch handful г гр кг мл л ч ст ложка ложки ложек ложку стакан стакана стаканов банка \
        банку банки щепотка щепотку пачка пачку
        """)

    private static let mocking = set(
        """
        vegan vegetarian mock faux fake imitation meatless eggless dairyless nondairy veggie plant seed cashew tofu flax flaxseed chia \
        вегетарианский вегетарианские вегетарианская постный постные постная постное
        """)
    private static let freed = set("dairy milk egg meat nut lactose")

    /// Words that compare looks or texture: `resembles bread crumbs`.
    private static let resembling = set(
        """
        resemble resembles resembling resembled similar напоминает напоминающей похожа похоже похожей
        """)
    private static let measured = set(
        """
        size sized consistency texture thickness shape color colour appearance размером консистенции консистенция \
        консистенцией вида цвета
        """)
    private static let beforeLike = set(
        "thicken sticks strips rounds pieces slices look looks looking looked taste tastes feel feels much just more thick something shaped seem seems cut slice fold be is"
    )
    private static let wishing = set("you would d i we they people if")
    private static let packing = set("canned tinned packed")
    private static let usedAs = set("use used using serve served known works treat treated")
    private static let looks = set("look looks looking looked")
    private static let sheets = set("foil sheet sheets paper parchment pan rack tray")
    private static let ways = set("down off over back from onto")
    private static let conjoined = set("soon long well much far many such")
    private static let parting = set("and then until и")
}
