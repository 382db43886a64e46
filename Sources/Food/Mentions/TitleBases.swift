// Finds the dough, bread or pasta that a title's dish is made of, if no line has anything that it may be made of.

import Bytes

extension TextMentions {
    /// What a title's dish has as its crust or is made of, if no line accounts for it: the crust of `Cherry pie`. Of a
    /// vegan dish only the flour is asked. `nil` for `pie filling`, `Filling for a pie` and `Crustless quiche`.
    func base(ofTitle words: [NameWord], at place: Int) -> String? {
        let text = words[place].text
        let crust = WordList.crustsOfTitles[text]
        guard !readsHeadings, let foods = crust ?? WordList.doughsOfTitles[text], Self.isDish(words, at: place),
            !hasNoDough, !isSetInDish(text), !(made.spiralizes && Self.noodles.contains(text)), !listed.isDrink
        else { return nil }
        let hasDough = listed.hasGrain || listed.hasAnyButStarch(Self.doughs) || listed.isNamed(Self.breads)
        if hasDough || listed.isNamed([words[place].form]) { return nil }
        if isOfPlants(words, at: place, isPie: crust != nil) { return nil }
        return Self.isVegan(titleWords) ? Self.flour : foods.split(bytes: " and ").joined(separator: ", ")
    }

    /// Whether listed plants or nuts are what a title's dish is made of, not only its filling: the rice of `Rice cake`.
    private func isOfPlants(_ words: [NameWord], at place: Int, isPie: Bool) -> Bool {
        let text = words[place].text
        let named = foods(ofTitle: words)
        if Self.layered.contains(text), listed.hasAny(Self.slices.intersection(named)) { return true }
        // Potatoes fill samosas and tacos, but lettuce holds them.
        if WordList.dishesWithAFilling.contains(text) {
            return listed.hasAny(Self.leaves) || listed.isNamed("paper", withAnyOf: Self.rice)
        }
        // A pie of potatoes may have a crust, unless its title says that the potatoes are the crust.
        let isWhole = !isPie || words.contains { $0.form == Self.crust }
        var plants = isWhole ? Self.plants : Self.plants.subtracting(named).subtracting(Self.nuts)
        if Self.besideNuts.contains(text) { plants.subtract(Self.nuts) }
        if listed.isNamed(plants) || isWhole && listed.hasNutButter { return true }
        return text.utf8.starts(with: "pancake".utf8) && listed.isNamed(Self.banana)
    }

    /// The words of a title as forms, and the names in both languages of the foods that it names: the potato of «Пирог с
    /// картошкой».
    private func foods(ofTitle words: [NameWord]) -> Set<String> {
        index.mentions(in: words).compactMap(\.entry).reduce(into: Set(words.map(\.form))) { forms, entry in
            for name in [entry.english.singular] + entry.russian.all { forms.formUnion(NameWords.forms(name)) }
        }
    }

    /// Whether the title says that the dish has no dough: `Crustless Quiche`, `Cottage Pie`, `Pie without Crust`.
    private var hasNoDough: Bool {
        Self.doughWords.contains(where: isDenied)
            || titleWords.indices.contains { place in
                let text = titleWords[place].text
                let next = place + 1 < titleWords.count ? titleWords[place + 1].text : ""
                return text.utf8.starts(with: "салат".utf8) || text.utf8.starts(with: "безглютенов".utf8)
                    || [text, "\(text) \(next)"].contains(where: WordList.wordsForNoDough.contains)
            }
    }

    /// Whether the title says that the dish is without a food: `No Crust`, `without eggs`, `dairy-free`.
    func isDenied(_ food: String) -> Bool {
        let last = NameWords.split(food).last?.form ?? ""
        return titleWords.indices.contains { place in
            let word = titleWords[place]
            let before = place > 0 ? titleWords[place - 1].text : ""
            let next = place + 1 < titleWords.count ? titleWords[place + 1].text : ""
            guard Self.denials.contains(before) || next.isSame(as: "free") else { return false }
            let denied = Self.russian[word.text] ?? word.form
            return denied.isSame(as: last) || denied.isSame(as: food)
                || word.text.isSame(as: "dairy") && Self.dairy.contains(last)
        }
    }

    /// Whether steps bake eggs in a greased dish and name no crust, as of a quiche that has none.
    private func isSetInDish(_ text: String) -> Bool {
        Self.ofEggs.contains(text) && listed.hasAny(Self.egg) && !listed.hasAny(Self.sugar)
            && !made.used.isDisjoint(with: Self.greased) && !made.used.isDisjoint(with: Self.vessels)
            && made.used.isDisjoint(with: Self.crusts)
    }

    /// Whether a line has the food that a title's dish is made of, or what stands in for it: coconut milk for cream, tofu
    /// for eggs. Coconut is only a cream of some dishes, and chickpeas are eggs only of an omelette.
    func hasInstead(of entry: IngredientEntry, for word: NameWord) -> Bool {
        if word.text.isSame(as: "окрошка"), listed.hasAny(Self.kvass) { return true }
        if word.text.isSame(as: "creamy") {
            let isRisotto = titleWords.contains { $0.text.isSame(as: "risotto") }
            if listed.hasAny(Self.creamyPlants) || isRisotto && listed.hasAny(Self.rice) { return true }
        }
        let isThick = Self.thick.contains(word.text)
        let isDessert = Self.coconutDesserts.contains(word.text)
        let plants = isThick ? [] : isDessert ? Self.onlyThick.subtracting(Self.coconut) : Self.onlyThick
        let isOmelette = Self.omelettes.contains(word.text)
        return listed.hasInstead(of: entry, butFor: isOmelette ? plants : plants.union(Self.chickpea))
    }

    /// Whether a word is the title's name for a dish: it ends the title, or a word such as `with` follows. The Russian
    /// noun may also be first: «Пирог вишневый».
    private static func isDish(_ words: [NameWord], at place: Int) -> Bool {
        let behind = words[(place + 1)...].first
        let before = words[..<place].last?.text ?? ""
        // `Sweet and Tart Cabbage`, `Brown Betty`
        if Self.adjectives.contains(words[place].text), WordList.wordsForAnd.contains(before) { return false }
        if words[place].text.isSame(as: "betty"), before != "brown" { return false }
        if words[place].isRussian {
            return !WordList.prepositionsInTitles.contains(before) && !purposes.contains(before)
        }
        if words[..<place].contains(where: { $0.text == "for" }) { return false }
        guard let behind else { return true }
        // `Bread and Butter Pickles`
        if WordList.wordsForAnd.contains(behind.text) { return words[place].text != "bread" }
        return WordList.prepositionsInTitles.contains(behind.text) || ends.contains(behind.text)
            || MentionPhrase.isNumber(behind)
    }

    static func isVegan(_ words: [NameWord]) -> Bool {
        words.indices.contains { place in
            let text = words[place].text
            let isBased = text == "plant" && place + 1 < words.count && words[place + 1].text == "based"
            return text == "vegan" || isBased || ["веган", "постн"].contains { text.utf8.starts(with: $0.utf8) }
        }
    }

    private static let flour = "flour"
    private static let noodles: Set<String> = ["noodles", "pasta"]
    private static let ends: Set<String> = ["for", "recipe", "recipes", "without"]
    private static let purposes: Set<String> = ["для", "к"]
    private static let plants = NameWords.forms(WordList.plantsInsteadOfDough)
    /// Nuts on a pie are no crust, but cakes are made of them.
    private static let nuts = NameWords.forms(
        "almond cashew chestnut coconut hazelnut nut peanut pecan pistachio walnut")
    private static let crust = "crust"
    private static let banana = NameWords.forms("banana")
    /// Food that dough is made of, without the plants that only replace it.
    private static let doughs = NameWords.forms(WordList.basesOfCrusts).subtracting(plants).subtracting(["mix"])
        .union(NameWords.forms(pastas))
    /// Bread that a line names last: `4 rolls`, not `muffin cups`.
    private static let breads = NameWords.forms(WordList.basesOfSandwiches).subtracting(["halloumi"])
        .union(NameWords.forms("bisquick flatbread focaccia hoagie matzah muffin wrapper"))
    private static let adjectives: Set<String> = ["crisp", "tart"]
    private static let besideNuts: Set<String> = ["bread", "breads", "brownie", "brownies"]
    private static let layered: Set<String> = ["lasagna", "lasagne", "pizza", "pizzas", "лазанья", "пицца", "пиццы"]
    /// Plants of which slices or halves are the base of a pizza or the sheets of a lasagne.
    private static let slices = NameWords.forms(
        "aubergine courgette eggplant portobello squash watermelon zucchini арбуз баклажан кабачок")
    private static let leaves = NameWords.forms("collard lettuce")
    private static let rice = NameWords.forms("rice рис")
    private static let doughWords = ["bread", "crust", "dough", "flour", "gluten", "noodle", "pasta", "pastry"]
    private static let denials: Set<String> = ["no", "without", "без"]
    private static let russian = [
        "глютена": "gluten", "корочки": "crust", "молока": "milk", "муки": "flour", "сливок": "cream", "теста": "dough",
        "яиц": "egg",
    ]
    private static let dairy = NameWords.forms("cheese cream mascarpone milk mozzarella paneer parmesan yogurt")
    private static let ofEggs: Set<String> = ["quiche", "quiches", "pie", "pies", "киш", "киши"]
    private static let egg = NameWords.forms("egg яйцо")
    private static let sugar = NameWords.forms("sugar сахар")
    private static let greased = NameWords.forms("buttered grease greased oiled смажьте смазать смазанную")
    private static let vessels = NameWords.forms("dish plate форма форму форме")
    private static let crusts = NameWords.forms("crust dough pastry shell тесто")
    private static let kvass = NameWords.forms("kefir kvass кефир квас")
    private static let creamyPlants = NameWords.forms("bean cauliflower chickpea oat polenta")
    private static let thick: Set<String> = ["alfredo", "creamy", "korma", "mousse", "мусс"]
    private static let coconutDesserts: Set<String> = [
        "cheesecake", "cheesecakes", "milkshake", "milkshakes", "panna", "rice", "чизкейк",
    ]
    private static let onlyThick = NameWords.forms(
        "avocado banana coconut hummus mayonnaise peanut авокадо кокос")
    private static let coconut = NameWords.forms("coconut кокос")
    private static let chickpea = NameWords.forms("chickpea нут")
    private static let omelettes: Set<String> = ["frittata", "omelet", "omelette", "омлет"]
    private static let pastas =
        "cannelloni farfalle fettuccine fusilli linguine macaroni orzo penne ravioli rigatoni tagliatelle vermicelli"
        + " мука тесто хлеб лаваш батон печенье сухарь геркулес"
}

extension ListedIngredients {
    /// Whether a line has bread, pasta or other food of grain that is eaten, not a sauce or drink: cake mix, couscous.
    /// Corn counts, of which bread is made too, and ready mixes.
    var hasGrain: Bool {
        hasAny(Self.corn) || isNamed("mix", withAnyOf: Self.baked)
            || entries.contains { entry in
                entry.aisle == "bread-and-pastry"
                    || entry.facts[.gluten] == .yes && !Self.liquid.contains(entry.aisle)
            }
    }

    /// Whether a line has peanut butter or the like, of which cookies are made.
    var hasNutButter: Bool { isNamed("butter", withAnyOf: Self.pastes) }

    /// Whether a line has the food that a title's dish is made of in another form, or what stands in for it. The plants
    /// do not in this dish.
    func hasInstead(of entry: IngredientEntry, butFor plants: Set<String>) -> Bool {
        switch entry.key {
        case let key where Self.creams.contains(key):
            hasAny(Self.creamy.subtracting(plants)) || entries.contains { $0.facts[.milk] == .yes }
        case "egg", "egg-white":
            hasAny(Self.eggless.subtracting(plants)) || entries.contains { $0.facts[.eggs] == .yes }
        case "mayonnaise": hasAny(Self.dressings) || entries.contains { $0.facts[.eggs] == .yes }
        case "bread", "ladyfinger": hasGrain
        case "bacon", "tuna": hasMeat
        case "peanut": entries.contains { $0.facts[.nuts] == .yes }
        case "fish-sauce": hasAny(Self.sauces)
        default: false
        }
    }

    private static let corn = NameWords.forms("cornmeal hominy masa polenta полента")
    private static let baked = NameWords.forms(
        "baking biscuit bread brownie cake cookie cornbread dough jiffy muffin pancake pizza scone waffle")
    private static let pastes = NameWords.forms("almond cashew nut peanut")
    private static let liquid: Set<String> = ["condiments-and-sauces", "drinks", "stock-and-soup"]
    private static let creams: Set<String> = [
        "cream-cheese", "heavy-cream", "kefir", "mascarpone", "milk", "paneer", "sour-cream", "yogurt",
    ]
    private static let creamy = NameWords.forms(WordList.foodsForCreaminess)
    private static let dressings = NameWords.forms("mayonnaise yogurt vegenaise")
    private static let sauces = NameWords.forms("amino soy tamari")
    private static let eggless = NameWords.forms(WordList.foodsInsteadOfEggs)
}
