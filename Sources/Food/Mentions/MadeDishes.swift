// Decides which names in a recipe's texts mean something that the recipe makes itself, such as “the dough” and “1 cup
// frosting”, and not a missing ingredient.

import Bytes

/// The dishes that a recipe makes from its lines, as its title and steps show.
struct MadeDishes {
    let listed: ListedIngredients
    /// The title's names for the dish, and all words of the title, as word forms.
    private var titles: Set<String> = []
    private var named: Set<String> = []
    /// The title's words for what goes with the dish, as word forms: the bagels of `Spinach with Bagels`.
    private var besides: Set<String> = []
    /// Whether the title names Easter eggs: sweets, not eggs.
    private var areSweetEggs = false
    /// Whether the steps cut noodles from vegetables.
    private var spiralizes = false
    /// Whether the steps use a cheesecloth or curdle something. Recipes without cheese do so too, so this counts only
    /// if the title names cheese.
    private var strains = false
    private var strainsCheese: Bool { strains && !titles.isDisjoint(with: Self.cheeses) }
    /// Words for what the texts say that they make, as word forms.
    private var makes: Set<String> = []
    /// Whole names of what the texts make, as word forms: `make the sour mix by`, `turn into a nut butter`.
    private var made: Set<[String]> = []
    /// Names of up to three words in headings of steps, as word forms: `For the custard:`.
    private var headings: Set<[String]> = []
    /// Whether the steps curdle milk: they mention curds, whey, muslin or rennet.
    private var curdles = false
    /// Whether the steps keep the liquid that something was cooked in: `strain the stock`.
    private var cooksStock = false
    /// Words of the steps and tips, as word forms.
    private var used: Set<String> = []
    /// Whether the steps mention dough, or roll, press or knead something.
    private var shapesDough = false

    init(listed: ListedIngredients, _ texts: [(runs: [[TextRuns.Run]], place: TextPlace)]) {
        self.listed = listed
        for (runs, place) in texts {
            if place == .title {
                titles = MentionPhrase.dishes(ofTitle: runs.flatMap { $0 })
                besides = MentionPhrase.besides(ofTitle: runs.flatMap { $0 })
                named = Set(runs.joined().lazy.flatMap(\.words).map(\.form))
                areSweetEggs = named.contains("easter") && titles.contains("egg")
            }
            if place != .title { used.formUnion(runs.joined().lazy.flatMap(\.words).map(\.form)) }
            headings.formUnion(runs.compactMap(Self.heading))
            cooksStock = cooksStock || runs.joined().contains { Self.isOfStock($0.words) }
            for run in runs.joined() {
                makes.formUnion(Self.made(run.words))
                made.formUnion(Self.madeNames(run.words))
            }
            for word in runs.joined().lazy.flatMap(\.words) {
                curdles = curdles || Self.curds.contains(word.text)
                strains = strains || Self.curdling.contains(word.text)
                spiralizes = spiralizes || word.text.utf8.starts(with: "spiraliz".utf8)
                shapesDough = shapesDough || WordList.wordsForShapingDough.contains(word.text)
            }
        }
    }

    /// Up to four word forms after `make a`, `to make the` or `to form`, and the one before a word such as `thickens`.
    private static func made(_ words: [NameWord]) -> [String] {
        let thickened = words.indices.dropFirst().filter { thickening.contains(words[$0].text) }
            .map { words[$0 - 1].form }
        guard let place = words.firstIndex(where: { making.contains($0.text) }) else { return thickened }
        let rest = words[(place + 1)...].prefix { !["for", "with", "of", "from", "to"].contains($0.text) }
        return thickened + rest.prefix(4).map(\.form)
    }

    /// Names of two or three words between `make the` or `turn into a` and the end or a word such as `by`; also the
    /// word after `this is the`.
    private static func madeNames(_ words: [NameWord]) -> [[String]] {
        words.indices.filter { place in
            making.contains(words[place].text)
                || words[place].text == "into" && words[..<place].contains { turning.contains($0.text) }
        }.compactMap { place in
            let rest = words[(place + 1)...].drop { WordList.articles.contains($0.text) }
            let name = rest.prefix { !WordList.wordsAfterWhatIsMade.contains($0.text) }
            return (2...3).contains(name.count) ? name.map(\.form) : nil
        }
            + words.indices.dropFirst(3).filter { place in
                // `this is the buttermilk that`
                words[(place - 3)..<place].map(\.text) == ["this", "is", "the"]
            }.map { [words[$0].form] }
    }

    /// The name in a sentence that begins with `for the custard` and a sign.
    private static func heading(_ sentence: [TextRuns.Run]) -> [String]? {
        guard let words = sentence.first?.words, words.first?.text == "for" else { return nil }
        let name = words.dropFirst().drop { WordList.articles.contains($0.text) }
        return (1...3).contains(name.count) ? name.map(\.form) : nil
    }

    /// Whether the title names the dish by this word: `bun` for hot cross buns.
    func isDish(_ word: NameWord) -> Bool { titles.contains(word.form) }

    /// Whether a dish that was made before is meant again. Not `your favorite frosting`, nor `fill with cookies`, which are
    /// also sold.
    func isOwn(_ phrase: MentionPhrase) -> Bool {
        if phrase.hasAmount || phrase.isChosen && phrase.before(1) != "prepared" { return false }
        let kind = phrase.words[phrase.range].last.flatMap { Self.kinds[$0.form] }
        return !(kind?.isBought ?? false) || !(phrase.isAdded || phrase.isServed || phrase.isCrumbled)
    }

    /// Whether a dish in the title, such as `with lime dressing`, is left to the steps, because they name it: `season the
    /// dressing`.
    func isLeftToSteps(_ phrase: MentionPhrase, _ entry: IngredientEntry) -> Bool {
        guard let last = phrase.words[phrase.range].last?.form, let kind = Self.kinds[last], !kind.isBread,
            !kind.isDough
        else { return false }
        // `the dressing` in a step says nothing of the anchovies in Caesar dressing.
        let others = phrase.words[phrase.range].dropLast().map(\.form)
        guard listed.hasAllOf(entry) || others.allSatisfy({ listed.hasAny([$0]) }) else { return false }
        return used.contains(last) || Self.gravies.contains(last) && !used.isDisjoint(with: Self.juices)
    }

    private static let gravies = NameWords.forms("gravy")
    private static let juices = NameWords.forms("sauce dripping juice")

    private static let making: Set<String> = ["make", "making", "makes", "form"]
    private static let turning: Set<String> = ["turn", "turns", "grind", "process", "blend"]
    private static let thickening: Set<String> = ["thickens", "thickened", "forms", "consistency"]

    private static func ofStock(_ form: String) -> Kind? {
        stocks.contains(form) ? Kind(bases: [], isBought: false) : nil
    }

    private static func isOfStock(_ words: [NameWord]) -> Bool {
        words.contains { stocks.contains($0.form) }
            && words.contains { WordList.wordsForCookingLiquid.contains($0.text) || $0.text == "from" }
    }

    /// Words that show that the recipe makes cheese, but only if its title names cheese.
    private static let curdling: Set<String> = ["cheesecloth", "curdle", "curdles", "curdled"]
    private static let curds: Set<String> = [
        "curds", "whey", "muslin", "rennet",
    ]

    /// Whether the recipe makes the named dish from its own lines.
    func make(_ phrase: MentionPhrase, _ entry: IngredientEntry) -> Bool {
        let name = phrase.words[phrase.range]
        // `turn into a cheese fondue` makes no cheese.
        if phrase.isMixture, phrase.isToMake || !Self.ofAnimals.contains(entry.aisle) {
            return !phrase.isToMake || hasAll(of: name.map(\.form), entry)
        }
        guard let last = name.last, !(phrase.isChosen && (Self.kinds[last.form] != nil || entry.isDish)) else {
            return false
        }
        if name.count > 1, made.contains(name.map(\.form)) { return true }
        if name.count == 1, made.contains([last.form]) { return true }
        // What a title names beside the dish is also sold: `Rice with Sausages`.
        if besides.contains(last.form), !Self.stocks.contains(last.form), !canMakeBeside(name.map(\.form), entry) {
            return false
        }
        if spiralizes, Self.noodles.contains(last.form), !phrase.hasAmount { return true }
        // A Spanish omelette is turned: `invert the tortilla`, `slide it onto a plate`.
        if name.count == 1, last.form == Self.tortilla, titles.contains(last.form), listed.hasAny(Self.eggs),
            !used.isDisjoint(with: Self.turned), !phrase.hasAmount
        {
            return true
        }
        if areSweetEggs, name.count == 1, last.form == "egg" { return true }
        if curdles || strainsCheese, Self.cheeses.contains(last.form), listed.hasAny(Self.milk) { return true }
        if last.form == Self.milks, titles.contains(Self.milks), !phrase.isBeside, listed.hasAny(Self.plants),
            !phrase.hasAmount
        {
            return true
        }
        let forms = name.map(\.form)
        if headings.contains(forms), hasAll(of: forms, entry) { return true }
        if forms == Self.whippedCream, listed.isNamed(Self.cream, withAnyOf: Self.creamForWhipping),
            listed.hasAllOf(entry)
        {
            return true
        }
        if phrase.isFinished, entry.isDish || Self.kinds[last.form] != nil || last.text == "liqueur" { return true }
        if last.text == "sauce", name.first?.text == "hot", phrase.isKnown { return true }
        let isOfTitle = titles.contains(last.form) && !phrase.isBeside
        if isOfTitle || makes.contains(last.form), let kind = Self.kinds[last.form] ?? Self.ofStock(last.form),
            !kind.isBread || listed.hasAny(kind.bases), !kind.bought.contains(where: forms.contains)
        {
            return true
        }
        if phrase.isOffered, WordList.soldReady.contains(name.map(\.text).joined(separator: " ")) { return false }
        if Self.stocks.contains(last.form) {
            if cooksStock, listed.hasMeat { return true }
            if name.count == 1, phrase.isKnown, listed.hasAny(Self.bouillons) { return true }
            return name.count == 1 && phrase.isOfCooking
                && (listed.hasMeat || phrase.isDefinite && phrase.words.contains { Self.finishing.contains($0.text) })
        }
        if name.count > 1, Self.crusts.contains(last.form), !shapesDough { return false }
        if let bases = Self.wholes[forms] {
            let isBought =
                phrase.isServed && WordList.boughtForTheTable.contains(name.map(\.text).joined(separator: " "))
                || name.count == 1 && phrase.isAdded
            let isKnown = phrase.isKnown && Self.mixes.contains(last.form)
            return !isBought && (isKnown || bases.allSatisfy(listed.hasAny))
        }
        if phrase.isKnown, !phrase.isAdded, Self.mixes.contains(last.form) { return true }
        guard let kind = Self.kinds[last.form] else {
            // A dish that is also sold ready-made, but that the title names, is made here.
            let isNamed = entry.aisle == Self.condiments ? titles.contains(last.form) : named.contains(last.form)
            if entry.isDish, isNamed, !phrase.hasAmount, !phrase.isServed, !phrase.isAdded,
                !phrase.isBeside
            {
                return true
            }
            return !phrase.isBeside && !titles.isDisjoint(with: forms) && !Self.raw.contains(entry.aisle)
                && !phrase.isServed
        }
        return name.count > 1 ? makes(kind, forms, phrase) : makes(kind, phrase)
    }

    /// Whether what a title names beside the dish may be made of the lines. Of food without a known recipe, all facts must
    /// be known.
    private func canMakeBeside(_ forms: [String], _ entry: IngredientEntry) -> Bool {
        let isKnown = Self.wholes[forms] != nil || forms.last.map { Self.kinds[$0] != nil } ?? false
        return hasAll(of: forms, entry) && (isKnown || FactName.allCases.allSatisfy { entry.facts[$0] != .unknown })
    }

    /// Whether the lines have what a dish is made of: cheese for a cheese sauce, flour for pastry.
    func hasAll(of forms: [String], _ entry: IngredientEntry) -> Bool {
        if let bases = Self.wholes[forms] { return bases.allSatisfy(listed.hasAny) }
        guard let last = forms.last, let kind = Self.kinds[last] else { return listed.hasAllOf(entry) }
        if !kind.bases.isEmpty { return listed.hasAny(kind.bases) }
        let others = forms.dropLast()
        return others.isEmpty || listed.hasAny(Set(others)) || listed.hasAllOf(entry)
    }

    /// Whether the recipe makes a dish with a name of several words: `the horseradish sauce` from listed horseradish.
    private func makes(_ kind: Kind, _ forms: [String], _ phrase: MentionPhrase) -> Bool {
        if phrase.isDefinite || phrase.isPoured, !phrase.hasAmount, Self.blended.contains(forms[forms.count - 1]) {
            return true
        }
        if kind.isDough, phrase.isKnown, !phrase.isPastry || listed.hasAny(kind.bases) { return true }
        if forms.last == Self.layer, listed.hasAny(kind.bases) { return true }
        let others = forms.dropLast()
        if others.contains(where: kind.bought.contains) || kind.isBought && (phrase.isAdded || phrase.isServed) {
            return false
        }
        if !kind.bases.isEmpty { return listed.hasAny(kind.bases) }
        if others.count == 1, let bases = Self.kinds[others[0]]?.bases, !bases.isEmpty { return listed.hasAny(bases) }
        return listed.hasAny(Set(others)) || others.count == 1 && listed.hasKind(others[0])
    }

    /// The same for a name of one word.
    private func makes(_ kind: Kind, _ phrase: MentionPhrase) -> Bool {
        if kind.bases.isEmpty
            || phrase.isDefinite && !phrase.hasAmount && phrase.words[phrase.range].last?.text == "gravy"
        {
            return true
        }
        if kind.isDough, phrase.isKnown, !phrase.isPastry { return true }
        if kind.isBread || kind.isDough, phrase.isAdded || phrase.isCrumbled || phrase.isServedIn, !phrase.isDefinite {
            return false
        }
        if kind.isBought, phrase.isServed { return false }
        return listed.hasAny(kind.bases) || kind.isDough && phrase.isBaked && !phrase.isPastry
            || kind.isDough && !phrase.isAdded && !phrase.hasAmount && listed.hasAny(Self.instead)
    }

    private static let blended = NameWords.forms("filling rub batter")
    /// Ingredients of `the crust` or `the dough` if there is no flour.
    private static let instead = NameWords.forms(WordList.basesWithoutFlour)
    /// Aisles of ingredients that recipes do not make.
    private static let raw: Set<String> = [
        "meat", "fish-and-seafood", "dairy-and-eggs", "nuts-and-seeds", "fruit", "grains-and-pasta", "oils-and-fats",
        "baking", "herbs-and-spices",
    ]
    private static let ofAnimals: Set<String> = ["meat", "fish-and-seafood", "dairy-and-eggs", "nuts-and-seeds"]
    /// A title names a condiment as the dish, `Mango Chutney`, or as a part of it, `Mustard Potatoes`.
    private static let condiments = "condiments-and-sauces"
    private static let mixes = NameWords.forms("mix blend rub")
    private static let finishing: Set<String> = ["blend", "ladle", "taste", "skim", "strain"]
    private static let crusts = NameWords.forms("crust pastry")
    private static let cheeses = NameWords.forms("cheese ricotta whey curd paneer")
    private static let milk = NameWords.forms("milk yogurt cream half")
    private static let milks = NameWords.split("milk").first?.form ?? "milk"
    private static let noodles = NameWords.forms("noodle spaghetti pasta")
    private static let layer = NameWords.split("layer").first?.form ?? "layer"
    /// Plants that recipes make milk from.
    private static let plants = NameWords.forms(WordList.plantsForMilk)
    private static let tortilla = NameWords.split("tortilla").first?.form
    private static let eggs = NameWords.forms("egg")
    private static let turned = NameWords.forms("invert inverting slide")
    private static let whippedCream = NameWords.split("whipped cream").map(\.form)
    private static let cream = NameWords.split("cream").first?.form ?? "cream"
    private static let creamForWhipping = NameWords.forms("whipping whipped heavy double")
    private static let stocks = NameWords.forms("stock broth бульон")
    private static let bouillons = NameWords.forms("bouillon")
}

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
                    Self.sizes.contains(before($0)) || before($0).utf8.allSatisfy { $0 < 0x3A }
                }
        }
    }

    private static let sizes = Self.set(
        "about very small large medium equal even inch sized bite thick thin round little walnut twelve sixteen eighteen twenty"
    )

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
    fileprivate var isPoured: Bool { (1...4).contains { before($0) == "into" } }

    /// Whether it is pastry or bread that is also sold ready to roll out or fill.
    fileprivate var isPastry: Bool { range.last.map { Self.pastry.contains(words[$0].form) } ?? false }

    private static let pastry = NameWords.forms(WordList.pastryAndBread)

    /// Whether it may be the liquid that something was cooked in: `strain the stock`, `1 cup reduced broth`.
    var isOfCooking: Bool {
        !isAdded && (isDefinite || words.contains { WordList.wordsForCookingLiquid.contains($0.text) } || !hasAmount)
    }

    private static let making: Set<String> = ["make", "making", "yield", "makes", "form"]
}
