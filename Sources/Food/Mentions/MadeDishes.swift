// Decides which names in a recipe's texts mean something that the recipe makes itself, such as “the dough” and “1 cup
// frosting”, and not a missing ingredient.

import Bytes

/// The dishes that a recipe makes from its lines, as its title and steps show.
struct MadeDishes {
    let listed: ListedIngredients
    /// The title's names for the dish, and all words of the title, as word forms.
    private var titles: Set<String> = []
    /// The last two to four words of these names: `dipping sauce`.
    private var titleNames: Set<[String]> = []
    private var named: Set<String> = []
    /// The title's words for what goes with the dish, as word forms: the bagels of `Spinach with Bagels`.
    private var besides: Set<String> = []
    /// Whether the title names Easter eggs: sweets, not eggs.
    private var areSweetEggs = false
    /// Whether the steps cut noodles from vegetables.
    private(set) var spiralizes = false
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
    private(set) var used: Set<String> = []
    /// Whether the steps mention dough, or roll, press or knead something.
    private var shapesDough = false

    init(listed: ListedIngredients, _ texts: [(runs: [[TextRuns.Run]], place: TextPlace)]) {
        self.listed = listed
        for (runs, place) in texts {
            if place == .title {
                titles = MentionPhrase.dishes(ofTitle: runs.flatMap { $0 })
                titleNames = MentionPhrase.dishNames(ofTitle: runs.flatMap { $0 })
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
    private static let juices = NameWords.forms(WordList.foodsForGravy)

    private static let making: Set<String> = ["make", "making", "makes", "form"]
    private static let turning: Set<String> = ["turn", "turns", "grind", "process", "blend"]
    private static let thickening: Set<String> = ["thickens", "thickened", "forms", "consistency"]

    private static func ofStock(_ form: String) -> Kind? {
        stocks.contains(form) ? Kind(bases: [], isBought: false) : nil
    }

    private static func isOfStock(_ words: [NameWord]) -> Bool {
        words.contains { stocks.contains($0.form) }
            && zip(words, words.dropFirst().map(\.text) + [""]).contains { word, next in
                word.text == "from" || WordList.wordsForCookingLiquid.contains(word.text) && next != "of"
            }
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
            // `form a cake` in a recipe for rice cakes
            return !phrase.isToMake || hasAll(of: name.map(\.form), entry)
                || name.count == 1 && isDish(name[name.startIndex])
        }
        if phrase.isPacked || phrase.isOfMaker { return false }
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
        if isOfTitle(forms, phrase) || name.count == 1 && makes.contains(last.form),
            let kind = Self.kinds[last.form] ?? Self.ofStock(last.form),
            !kind.needsBase || hasBase(of: kind),
            !kind.isBread || hasBase(of: kind) && (bakes || canMake(entry, phrase, kind))
        {
            return true
        }
        if phrase.isOffered, WordList.soldReady.contains(name.map(\.text).joined(separator: " ")) { return false }
        if Self.stocks.contains(last.form) {
            if cooksStock, listed.hasMeat { return true }
            if name.count == 1, phrase.isKnown, listed.hasAny(Self.bouillons) { return true }
            return name.count == 1 && phrase.isOfCooking
                && (listed.hasMeat || phrase.isDefinite && phrase.isDone)
        }
        if name.count > 1, Self.crusts.contains(last.form), !shapesDough { return false }
        // Juices of no roast here: `drizzle with pan juices`.
        if forms == Self.panJuices, phrase.isOffered, !listed.hasMeat { return false }
        if let bases = Self.wholes[forms] {
            let isBought =
                phrase.isServed
                && WordList.boughtForTheTable.contains(name.map(\.text).joined(separator: " "))
                || name.count == 1 && phrase.isAdded
            let isKnown = phrase.isKnown && Self.mixes.contains(last.form) && !Self.isMixForBaking(forms)
            return !isBought
                && (isKnown || bases.allSatisfy(listed.hasAny) && (bases.isEmpty || canMake(entry, phrase, nil)))
        }
        if phrase.isKnown, !phrase.isAdded, Self.mixes.contains(last.form), !Self.isMixForBaking(forms) {
            return true
        }
        guard let kind = Self.kinds[last.form] else {
            // A dish that is also sold ready-made, but that the title names, is made here.
            let isNamed = entry.aisle == Self.condiments ? titles.contains(last.form) : named.contains(last.form)
            if entry.isDish, isNamed, !phrase.hasAmount, !phrase.isServed, !phrase.isAdded,
                !phrase.isBeside
            {
                return true
            }
            return !phrase.isBeside && !titles.isDisjoint(with: forms) && !Self.raw.contains(entry.aisle)
                && !phrase.isServed && (name.count == 1 || canMake(entry, phrase, nil))
        }
        return name.count > 1 ? makes(kind, forms, phrase, entry) : makes(kind, phrase, entry)
    }

    /// Whether the title names the dish by these words: `dipping sauce`, but not the `soy sauce` that goes into it.
    private func isOfTitle(_ forms: [String], _ phrase: MentionPhrase) -> Bool {
        guard let last = forms.last, !phrase.isBeside else { return false }
        // A cheesecake is a cake.
        guard titles.contains(last) || forms == [Self.cake] && titles.contains(where: { $0.hasSuffix(bytes: last) })
        else { return false }
        if forms.count == 1 || titleNames.contains(forms) || Self.crusts.contains(last) { return true }
        return named.isSuperset(of: forms) && !(Self.kinds[last]?.bought.contains(where: forms.contains) ?? false)
    }

    /// Whether a dish that the lines have a base for may be made of them, because they have what is bad about it. Else it
    /// may be a bought one: ice cream beside oat milk. The steps may make it without that if they whisk or blend.
    private func canMake(_ entry: IngredientEntry, _ phrase: MentionPhrase, _ kind: Kind?) -> Bool {
        if let kind, kind.isBread || kind.isDough {
            let isMade =
                listed.hasAny(Self.leavening) || (kind.isBread ? !used.isDisjoint(with: Self.kneading) : shapesDough)
            return isMade || listed.hasAllOf(entry) && (!kind.isBread || listed.mayHaveAllOf(entry))
        }
        let words = phrase.words[phrase.range]
        let blends = !used.isDisjoint(with: Self.blending)
        let isNamed =
            words.contains { named.contains($0.form) && Self.kinds[$0.form] != nil }
            || NameWords.split(entry.english.singular).allSatisfy { named.contains($0.form) }
        guard listed.hasAllOf(entry, butFor: .diet(.spicy)) else {
            return blends && (phrase.isKnown || isNamed)
        }
        let isSold = WordList.soldReady.contains(words.map(\.text).joined(separator: " "))
        guard kind?.isRich ?? isSold, !phrase.isAwaited, !phrase.isKnown || kind?.isBought ?? false else { return true }
        if isNamed && blends || phrase.next == "mixture" { return true }
        // Bought caramel may have milk, pesto nuts, and mayonnaise mustard.
        let isSpiced = words.last.map { Self.spiced.contains($0.form) } ?? false
        return listed.mayHaveAllOf(entry, of: [.diet(.vegan), .allergen(.milk)])
            && (!isSpiced || blends || phrase.isKnown
                || listed.mayHaveAllOf(entry, of: [.allergen(.nuts), .allergen(.mustard)]))
    }

    /// Whether the steps bake.
    private var bakes: Bool { !used.isDisjoint(with: Self.baking) }

    /// Whether the name is that of a bought mix: `cake mix`, not `spice mix`.
    private static func isMixForBaking(_ forms: [String]) -> Bool {
        forms.dropLast().contains { kinds[$0] != nil && $0 != "salad" || baking.contains($0) }
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
        if !kind.bases.isEmpty { return hasBase(of: kind) }
        let others = forms.dropLast()
        return others.isEmpty || listed.hasAny(Set(others)) || listed.hasAllOf(entry)
    }

    private func hasBase(of kind: Kind) -> Bool {
        kind.isOfFlour ? listed.hasAnyButStarch(kind.bases) : listed.hasAny(kind.bases)
    }

    /// Whether the recipe makes a dish with a name of several words: `the horseradish sauce` from listed horseradish.
    private func makes(_ kind: Kind, _ forms: [String], _ phrase: MentionPhrase, _ entry: IngredientEntry) -> Bool {
        if phrase.isDefinite || phrase.isPoured, !phrase.hasAmount, Self.blended.contains(forms[forms.count - 1]) {
            return true
        }
        if forms.last == Self.layer, hasBase(of: kind) { return true }
        let others = forms.dropLast()
        if forms.last == Self.ring, !phrase.words.contains(where: { $0.text == "serve" }), listed.hasAny(Set(others)) {
            return true
        }
        if let dish = others.last, Self.doughs.contains(forms[forms.count - 1]), named.contains(dish),
            Self.kinds[dish].map({ hasBase(of: $0) }) ?? false
        {
            return true
        }
        if kind.isDough, phrase.isKnown, !phrase.isUsedUp, hasBase(of: kind), canMake(entry, phrase, kind) {
            return true
        }
        if others.contains(where: kind.bought.contains) || kind.isBought && (phrase.isAdded || phrase.isServed) {
            return false
        }
        guard canMake(entry, phrase, kind) else { return false }
        if kind.isDough, phrase.isUsedUp, !listed.hasAllOf(entry) { return false }
        if !kind.bases.isEmpty { return hasBase(of: kind) }
        if others.count == 1, let bases = Self.kinds[others[0]]?.bases, !bases.isEmpty { return listed.hasAny(bases) }
        if phrase.isAdded, !phrase.isDefinite, Self.soups.contains(forms[forms.count - 1]) { return false }
        // `cream of mushroom soup` is not made of mushrooms alone.
        return others.allSatisfy { word in
            Self.naming.contains(word) || listed.hasAny([word])
                || Self.kinds[word].map { listed.hasAny($0.bases) } ?? false
        }
            || others.count == 1 && listed.hasKind(others[0])
    }

    /// The same for a name of one word.
    private func makes(_ kind: Kind, _ phrase: MentionPhrase, _ entry: IngredientEntry) -> Bool {
        if kind.bases.isEmpty { return true }
        let hasBase = hasBase(of: kind)
        let form = phrase.words[phrase.range].last?.form ?? ""
        if Self.gravies.contains(form), phrase.isDefinite, !phrase.hasAmount, hasBase || listed.hasMeat { return true }
        if Self.shaped.contains(form) { return hasBase || listed.hasAllOf(entry) }
        // `spread over the sponges` without flour
        if form == Self.sponge, !hasBase { return false }
        if kind.isDough, phrase.isUsedUp {
            return hasBase && (phrase.isDefinite || phrase.isPastry) && listed.hasAllOf(entry)
                && listed.mayHaveAllOf(entry, of: [.allergen(.gluten)])
        }
        // `the cake` may be one of ground almonds, but `the pancakes` are not made of carrots.
        let hasFlour = hasBase || listed.hasAnyButStarch(Self.instead)
        if kind.isDough, phrase.isKnown, !phrase.isPastry { return hasFlour || !Self.neverWithoutFlour.contains(form) }
        if kind.isBread || kind.isDough, phrase.isAdded || phrase.isCrumbled || phrase.isServedIn, !phrase.isDefinite {
            return false
        }
        if kind.isBought, phrase.isServed || phrase.isServedIn { return false }
        if kind.isDough {
            return hasBase || phrase.isBaked && !phrase.isPastry && !Self.neverWithoutFlour.contains(form)
                || !phrase.isAdded && !phrase.hasAmount && form != Self.pastry && hasFlour
        }
        return hasBase && (phrase.words[phrase.range].last?.form == Self.crouton || canMake(entry, phrase, kind))
    }

    private static let neverWithoutFlour = NameWords.forms("pancake blintz crepe waffle scone donut")
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
    private static let soups = NameWords.forms("soup chowder bisque")
    private static let doughs = NameWords.forms("dough batter")
    private static let shaped = NameWords.forms("dough тесто корж")
    private static let kneading = NameWords.forms("dough knead kneaded kneading")
    private static let ring = "ring"
    private static let pastry = NameWords.split("pastry").first?.form
    private static let sponge = NameWords.split("sponge").first?.form
    private static let cake = NameWords.split("cake").first?.form
    private static let crouton = "crouton"
    private static let spiced = NameWords.forms("pesto mayonnaise mayo")
    private static let naming = NameWords.forms("of from mixed homemade fresh hot thick creamy")
    private static let leavening = NameWords.forms("yeast baking bisquick masa")
    private static let baking = NameWords.forms("bake baked baking oven")
    private static let blending = NameWords.forms(WordList.wordsForBlending)
    private static let mixes = NameWords.forms("mix blend rub")
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
    private static let panJuices = NameWords.split("pan juices").map(\.form)
    private static let whippedCream = NameWords.split("whipped cream").map(\.form)
    private static let cream = NameWords.split("cream").first?.form ?? "cream"
    private static let creamForWhipping = NameWords.forms("whipping whipped heavy double")
    private static let stocks = NameWords.forms("stock broth бульон")
    private static let bouillons = NameWords.forms("bouillon")
}
