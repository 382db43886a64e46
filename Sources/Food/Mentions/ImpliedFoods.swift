// Finds foods that words of a text imply without naming them: fat to fry in, and what food is coated with.

import Bytes

extension TextMentions {
    /// The fat that food is fried in, which may be of animals: `fry in hot fat`, «на жиру». `nil` for the fat of a listed
    /// food: `skim off the fat`.
    func fat(_ words: [NameWord], at place: Int) -> String? {
        if listed.hasFat { return nil }
        if words[place].isRussian { return WordList.russianWordsForFat.contains(words[place].text) ? "смалец" : nil }
        guard words[place].text == "fat", place > 0 else { return nil }
        let next = place + 1 < words.count ? words[place + 1].text : ""
        let before = words[place > 1 && words[place - 1].text == "the" ? place - 2 : place - 1].text
        let isAdded = WordList.wordsBeforeAddedFat.contains(before) || WordList.measuresInTexts.contains(before)
        return isAdded && !Self.fatTools.contains(next) ? "lard" : nil
    }

    /// What `crumb the fish` and `dredge the fish` coat it with. Not if the text names it: `dredge in the mixture`.
    func coating(_ words: [NameWord], at place: Int) -> String? {
        if words[place].text.utf8.starts(with: "dredg".utf8) {
            return words[place...].contains { Self.coatingWith.contains($0.text) } ? nil : "flour"
        }
        // «Припылите стол», not «припылите сахарной пудрой»
        if Self.dusting.contains(where: { words[place].text.utf8.starts(with: $0.utf8) }) {
            let hasPowder = words.contains { word in Self.powders.contains { word.text.utf8.starts(with: $0.utf8) } }
            return hasPowder ? nil : "мука"
        }
        guard words[place].text == "crumb", place + 1 < words.count,
            WordList.wordsBeforeObjects.contains(words[place + 1].text)
        else { return nil }
        return "breadcrumbs"
    }

    /// What a batter to dip food in is usually made of, the food without which it is none first. `nil` for the batter of a
    /// cake, and if the list has what a batter is made with.
    func batter(_ words: [NameWord], at place: Int) -> String? {
        let isRussian = words[place].text.utf8.starts(with: "кляр".utf8)
        let isDipped =
            words[place].text == "batter" && words.contains { Self.dipping.contains($0.text) }
            && !(place + 1 < words.count && words[place + 1].text == "dip")
        guard isRussian || isDipped, !listed.hasAny(Self.batterBases) else { return nil }
        return isRussian ? "мука, яйцо, молоко" : "flour, egg, milk"
    }

    private static let batterBases = NameWords.forms(WordList.basesOfBatter)
    private static let dipping: Set<String> = ["dip", "dipped", "dunk", "coat", "coated", "dredge", "fry"]

    /// The food that a word means only beside others: `à la mode`, `a glass of red`, `fill the wrappers`.
    func together(_ words: [NameWord], at place: Int) -> String? {
        let before = words[max(0, place - 5)..<place].map(\.text)
        let last = before.last ?? ""
        let next = place + 1 < words.count ? words[place + 1].text : ""
        switch words[place].text {
        case "mode": return last == "la" && !listed.hasAisle("meat") ? "ice cream" : nil
        case "loaf", "loaves": return loaf(words, at: place, before)
        case "mash": return Self.beforeMash.contains(last) ? "mashed potatoes" : nil
        case "blanc": return last == "beurre" ? "white wine" : nil
        case "manie": return last == "beurre" ? "flour, butter" : nil
        case "flambe", "flambeed": return words.contains { Self.torches.contains($0.text) } ? nil : "brandy"
        case "veloute": return made.isDish(words[place]) ? nil : "flour, butter"
        case "romesco": return "almond, bread"
        case "hershey", "hersheys": return listed.hasAny(Self.chocolate) ? nil : "milk chocolate"
        case "hock", "hocks": return listed.hasAisle("meat") ? nil : "ham hock"
        case "crackling": return listed.hasAisle("meat") || !Self.beforeCrackling.contains(last) ? nil : "pork rinds"
        case "crumbs":
            return last != "the" && before.contains { WordList.verbsForCoating.contains($0) } ? "breadcrumbs" : nil
        case "fries", "chips":
            // Not in `while the onion fries`.
            return !before.contains("with") && !isServed(words, at: place) || listed.hasAny(Self.chipped)
                ? nil : "french fries"
        case "protein":
            let isAny = before.contains { WordList.chosenProducts.contains($0) || $0 == "any" }
            return isAny && !listed.hasMeat && !listed.hasAny(Self.proteins) ? "chicken" : nil
        case "bubbly": return last == "of" && before.contains("glass") ? "sparkling wine" : nil
        case "cheesy": return WordList.foodsAfterCheesy.contains(next) && !listed.hasAny(Self.cheeses) ? "cheese" : nil
        case "ganache": return isServed(words, at: place) && !listed.hasAny(Self.chocolate) ? "heavy cream" : nil
        case "butterscotch": return isServed(words, at: place) && !listed.hasAny(Self.sugars) ? "butter" : nil
        case "dip", "dips", "dressing", "dressings", "sauce", "sauces":
            return before.suffix(2).contains { Self.favorite.contains($0) } ? "ranch dressing" : nil
        case "topping", "toppings":
            return next.isEmpty && before.suffix(2).contains { Self.favorite.contains($0) } ? "cheese" : nil
        case "one": return Self.beforeEgg.contains(last) && next != "of" ? "egg" : nil
        case "pint": return isServed(words, at: place) && ["a", "cold"].contains(last) && next.isEmpty ? "beer" : nil
        case "roast":
            let isMeal = ["a", "your"].contains(last) && Self.meals.contains(next)
            return isServed(words, at: place) && isMeal ? "beef" : nil
        case "christmas", "sunday": return isServed(words, at: place) && next == "roast" ? "beef" : nil
        case "grill": return isServed(words, at: place) && last == "mixed" ? "sausage, lamb" : nil
        case "bragg", "braggs": return ["amino", "aminos", "liquid"].contains(next) ? "soy sauce" : nil
        case "flora":
            let isSpread = before.contains { Self.spreading.contains($0) } || last == "with" && next.isEmpty
            return isSpread ? "margarine" : nil
        case "english": return isServed(words, at: place) && last == "full" ? Self.breakfast : nil
        case "fry", "fryup": return isServed(words, at: place) && last == "a" ? Self.breakfast : nil
        case "bird", "birds": return last == "with" && isServed(words, at: place) && !listed.hasMeat ? "custard" : nil
        case "flake":
            let isPulledOff = listed.hasAisle("fish-and-seafood")
            return last == "a" && next.isEmpty && place > 1 && !isPulledOff ? "milk chocolate" : nil
        case "serve": return last == "soft" && before.contains("with") ? "ice cream" : nil
        case "knob": return last == "a" && next.isEmpty && !listed.hasAny(Self.knobs) ? "butter" : nil
        case "liaison": return "egg yolk, heavy cream"
        case "serrano": return listed.hasAny(["serrano"]) ? nil : "serrano ham"
        case "skimmed": return last == "semi" ? "low-fat milk" : nil
        case "sunny": return next == "side" ? "egg" : nil
        case "красного", "сухого":
            return next.isEmpty && before.contains { Self.russianGlasses.contains($0) } ? "белое вино" : nil
        case "кубик":
            return Self.bringing.contains(last) && next.isEmpty ? "бульонный кубик" : nil
        case "red", "white": return isGlass(words, at: place) ? "\(words[place].text) wine" : nil
        case "wrapper", "wrappers":
            let isFilled = before.contains { Self.filling.contains($0) }
            let isOfPaper = words.contains { WordList.wordsAroundWrappers.contains($0.text) }
            return isFilled && !isOfPaper && !listed.hasAny(Self.wrappers)
                ? "wonton wrapper" : nil
        case let text where ["сердечк", "сердечек"].contains { text.utf8.starts(with: $0.utf8) }:
            // «Вырежьте из теста сердечки.», «Нарежьте клубнику сердечками.»
            let isShape = words.contains { word in Self.shapes.contains { word.text.utf8.starts(with: $0.utf8) } }
            return isShape || text.isSame(as: "сердечками") || listed.hasAny(Self.ofShapes) ? nil : "куриное сердечко"
        case let text where text.utf8.starts(with: "отбивн".utf8):
            // «Отбивные из кабачков»
            let isOf = place + 1 < words.count && words[place + 1].text.isSame(as: "из")
            return isOf && listed.hasAny(Self.chops) ? nil : "свинина"
        case "шейка", "шейки", "шейке", "шейку", "шейкой", "шеек": return listed.hasAny(Self.necks) ? nil : "свинина"
        default: return base(words, at: place, before) ?? servedDish(words, at: place)
        }
    }

    /// What a word only of a title implies: `cheesy`, `dauphinoise`.
    func titled(_ words: [NameWord], at place: Int) -> String? {
        WordList.foodsImpliedInTitles[words[place].text] ?? essential(words, at: place)
            ?? base(ofTitle: words, at: place)
    }

    /// The foods without which a dish that the title names is none: the cream of `Potatoes Dauphinoise`. `nil` for `Vegan
    /// Potato Gratin` and `Lentil Bolognese`.
    func essential(_ words: [NameWord], at place: Int) -> String? {
        let text = words[place].text
        let next = place + 1 < words.count ? words[place + 1].text : ""
        guard !readsHeadings, !Self.isVegan(titleWords),
            let foods = WordList.essentialsOfTitles["\(text) \(next)"] ?? WordList.essentialsOfTitles[text]
        else { return nil }
        let isOfPlants = words.contains { word in
            Self.madeOfPlants.contains(text) && Self.plants.contains(word.form) && listed.hasAny([word.form])
        }
        let asked = foods.split(bytes: " and ").filter { !isDenied(String($0)) }
        return isOfPlants || asked.isEmpty ? nil : asked.joined(separator: ", ")
    }

    /// Dishes, by their first words, that are made of such plants too.
    private static let madeOfPlants: Set<String> = ["bolognese", "con", "irish", "korma", "moussaka", "голубцы"]
    private static let plants = NameWords.forms(WordList.plantsInsteadOfMeat)

    private func isServed(_ words: [NameWord], at place: Int) -> Bool {
        words[..<place].contains { WordList.wordsForServing.contains($0.text) }
    }

    /// Food whose own name the text leaves out, so that other words seem to name it.
    func unnamed(_ words: [NameWord], at place: Int) -> String? { scoop(words, at: place) ?? butter(words, at: place) }

    /// Butter as the second of two shortened fats, which a sign has cut off: «масло раст./слив.», «раст. или слив.». Not
    /// listed plums.
    private func butter(_ words: [NameWord], at place: Int) -> String? {
        guard words[place].text.isSame(as: "слив"), words.count == place + 1, !listed.has("plum"),
            words[..<place].allSatisfy({ Self.russianChoice.contains($0.text) })
        else { return nil }
        return "сливочное масло"
    }

    private static let russianChoice: Set<String> = ["и", "или", "либо"]

    /// Ice cream that only its flavour names: `a scoop of vanilla`, `serve with vanilla`, «шарик ванильного».
    private func scoop(_ words: [NameWord], at place: Int) -> String? {
        let text = words[place].text
        guard Self.flavours.contains(text) || text.utf8.starts(with: "ванильн".utf8) else { return nil }
        let next = place + 1 < words.count ? words[place + 1].text : ""
        guard next.isEmpty || Self.afterGlass.contains(next) || Self.afterFlavour.contains(next) else { return nil }
        let before = words[max(0, place - 4)..<place].map(\.text)
        let isScoop = before.contains { Self.scoops.contains($0) || $0.utf8.starts(with: "шарик".utf8) }
        let isBare =
            text.isSame(as: "vanilla") && before.last == "with" && isServed(words, at: place)
            && !listed.hasAny(Self.vanilla)
        return isScoop || isBare ? "ice cream" : nil
    }

    /// Bread that is sliced or served: `slice the loaf`, `serve with a crusty loaf`. Not a loaf of meat, nuts or lentils.
    private func loaf(_ words: [NameWord], at place: Int, _ before: [String]) -> String? {
        if made.isDish(words[place]) { return nil }
        let isServed =
            before.last == "crusty"
            || before.contains("with") && self.isServed(words, at: place)
        if isServed { return "bread" }
        let isSliced = before.contains { Self.slicing.contains($0) }
        return isSliced && !listed.hasMeat && !listed.hasAnyButStarch(Self.ofLoaves) ? "bread" : nil
    }

    /// What a crust, a crumble or sponges are made of that something is put into or onto: `pour into the crust`. Not `pour
    /// it over to form a crust`.
    private func base(_ words: [NameWord], at place: Int, _ before: [String]) -> String? {
        guard let base = Self.bases[words[place].text], base.behind.isEmpty || base.behind.contains(before.last ?? ""),
            !listed.hasAnyButStarch(Self.ofBases), before.contains(where: Self.onto.contains),
            words[..<place].contains(where: { Self.putting.contains($0.text) }),
            !before.contains(where: { Self.turning.contains($0) || $0.utf8.starts(with: "form".utf8) })
        else { return nil }
        return base.name
    }

    /// What a dish contains that is served beside the food or added to it: `serve with carbonara`, `stir in goujons`. The
    /// recipe's own dish contains what its lines list.
    private func servedDish(_ words: [NameWord], at place: Int) -> String? {
        // `with the ribs on top` means those of the list.
        guard place > 0, words[place - 1].text != "the", let foods = RussianFoodWords.served(words[place]),
            !made.isDish(words[place])
        else { return nil }
        let before = words[max(0, place - 3)..<place].map(\.text)
        let isAdded =
            before.contains { Self.bringing.contains($0) }
            || before.contains("in") && before.contains { WordList.verbsForStirring.contains($0) }
        // `add celery ribs` means those of the list.
        guard isServed(words, at: place) || isAdded && !listed.hasAny([words[place].form]) else { return nil }
        return foods.split(bytes: " and ").joined(separator: ", ")
    }

    /// Whether a colour means wine: `a glass of red`, `deglaze with red`.
    private func isGlass(_ words: [NameWord], at place: Int) -> Bool {
        let before = words[max(0, place - 3)..<place].map(\.text)
        let next = place + 1 < words.count ? words[place + 1].text : ""
        let isPoured = before.last == "of" && before.contains { Self.glasses.contains($0) }
        let isDeglazed = before.contains("deglaze") && ["the", "with"].contains(before.last)
        return (isPoured || isDeglazed) && (next.isEmpty || Self.afterGlass.contains(next)) && !listed.hasAlcohol
    }

    /// Whether a listed food is the one that the word implies: flour to dredge with, wine whose alcohol boils off.
    func isAccounted(_ word: NameWord) -> Bool {
        if WordList.wordsForBreading.contains(word.text)
            || Self.breading.contains(where: { word.text.utf8.starts(with: $0.utf8) })
        {
            return listed.hasAny(Self.coatings)
        }
        return Self.alcohol.contains(word.form) && listed.hasAlcohol
    }

    private static let dusting = ["подпыл", "припыл"]
    private static let powders = ["какао", "кориц", "крахмал", "мук", "пудр"]
    private static let coatingWith: Set<String> = ["in", "into", "through", "with"]
    private static let fatTools: Set<String> = ["fryer", "frying", "separator", "side", "thermometer"]
    private static let breading = ["панир", "запанир"]
    /// Ingredients for breading: if one is listed, `breaded` means that one.
    static let coatings = NameWords.forms(WordList.coatings)
    private static let alcohol = NameWords.forms(WordList.wordsForAlcohol)
    private static let flavours: Set<String> = ["chocolate", "pistachio", "strawberry", "vanilla"]
    private static let vanilla = NameWords.forms("vanilla ваниль ванилин")
    private static let scoops: Set<String> = ["scoop", "scoops"]
    private static let afterFlavour: Set<String> = ["alongside", "on", "over"]
    private static let meals: Set<String> = ["", "and", "dinner", "if", "lunch", "or"]
    private static let breakfast = "sausage, bacon, egg, bread"
    private static let knobs = NameWords.forms("butter ginger margarine")
    private static let torches: Set<String> = ["blowtorch", "torch"]
    private static let beforeMash: Set<String> = ["buttery", "creamy", "of", "over", "with"]
    private static let beforeCrackling: Set<String> = ["crisp", "crispy", "crunchy", "of", "pork", "the", "with"]
    private static let chocolate = NameWords.forms(WordList.foodsNamedHershey)
    private static let glasses: Set<String> = ["bottle", "glass", "glug", "slosh", "splash"]
    private static let afterGlass: Set<String> = ["and", "for", "if", "or", "then", "to", "until"]
    private static let chipped = NameWords.forms(WordList.foodsForChips)
    private static let proteins = NameWords.forms(WordList.proteins)
    private static let filling: Set<String> = [
        "brush", "each", "fill", "fold", "in", "into", "lay", "of", "on", "onto", "stuff",
    ]
    private static let wrappers = NameWords.forms(WordList.foodsToWrapIn)
    private static let shapes = ["вырез", "вырежьте", "вырубк", "выемк", "тест", "форм"]
    private static let ofShapes = NameWords.forms(WordList.foodsForShapes)
    private static let chops = NameWords.forms(WordList.foodsFriedAsChops)
    private static let necks = NameWords.forms(WordList.foodsWithNecks)
    /// Food that a cheesy sauce is made of.
    private static let cheeses = NameWords.forms("cheese nutritional cashew")
    private static let sugars = NameWords.forms("sugar syrup")
    private static let spreading: Set<String> = ["butter", "cream", "grease", "melt", "rub", "spread"]
    private static let favorite: Set<String> = ["choice", "favorite", "favourite"]
    private static let beforeEgg: Set<String> = ["crack", "fried", "poached"]
    private static let russianGlasses: Set<String> = ["бокал", "полстакана", "стакан", "стакана", "рюмка", "рюмку"]
    private static let bringing: Set<String> = ["add", "adding", "plus", "добавить", "добавьте"]
    private static let slicing: Set<String> = ["hollow", "slice", "split", "toast"]
    private static let ofLoaves = NameWords.forms(
        WordList.basesOfCrusts.union(WordList.basesWithoutFlour).union(["bean", "lentil", "pea"]))
    private static let bases: [String: (name: String, behind: Set<String>)] = [
        "crust": ("pie crust", []), "crusts": ("pie crust", []), "streusel": ("flour, butter", []),
        "crumble": ("flour, butter", ["the"]), "sponges": ("sponge cake", []),
        "case": ("pie crust", ["pastry", "tart"]),
        "cases": ("pie crust", ["pastry", "tart"]), "base": ("graham cracker crust", ["biscuit", "cookie", "cracker"]),
    ]
    private static let onto: Set<String> = ["fill", "in", "into", "on", "onto", "over", "with"]
    private static let putting: Set<String> = ["fill", "pour", "scatter", "spoon", "spread", "sprinkle", "top"]
    private static let turning: Set<String> = ["create", "creates", "get", "make", "makes", "until"]
    /// Ingredients of which such a base may be made here.
    private static let ofBases = NameWords.forms(WordList.basesOfCrusts)
}
