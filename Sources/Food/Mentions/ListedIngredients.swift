// Decides whether the lines of a recipe account for an ingredient that its texts name.

/// The ingredients in a recipe's lines, for checking whether they account for a name in a text.
struct ListedIngredients {
    /// A name in the lines: its word forms without order, and its facts if the catalogue knows it.
    private struct Name {
        let forms: Set<String>
        let facts: IngredientFacts?
    }

    private var keys: Set<String> = []
    private(set) var entries: [IngredientEntry] = []
    /// Names by the form of their last word: `coconut milk` under `milk`.
    private var names: [String: [Name]] = [:]
    private var forms: Set<String> = []
    /// The same without those of names of starch.
    private var formsBesideStarch: Set<String> = []
    private var russian: [Name] = []

    init(_ lines: [UnderstoodLine], _ index: IngredientIndex) {
        for line in lines {
            for candidate in line.alternatives.joined() {
                if let entry = candidate.entry { add(entry, index) }
                add(name: candidate.name, candidate.entry?.facts)
            }
            for mention in line.mentions {
                // A heading names the result of the lines below it, which must list what it is made of.
                if let entry = mention.entry { add(entry, index, isResult: line.parsed.isHeading) }
                add(name: mention.name, mention.entry?.facts)
            }
            add(name: line.parsed.phrase, line.alternatives.last?.last?.entry?.facts)
        }
    }

    /// Whether the lines name an ingredient, a kind of it or something made of it.
    func has(_ key: String) -> Bool { keys.contains(key) }

    /// Adds an ingredient with all that it depends on: the ingredients that it is a kind of and those in it, up to
    /// `IngredientGraph.depth` levels. With `isResult`, only those that it is a kind of.
    private mutating func add(_ entry: IngredientEntry, _ index: IngredientIndex, isResult: Bool = false) {
        var next = [(entry.key, 0)]
        while let (key, depth) = next.popLast() {
            guard depth <= IngredientGraph.depth, keys.insert(key).inserted, let other = index[key] else { continue }
            let others = isResult ? other.parent.map { [$0] } ?? [] : other.dependsOn
            next += others.map { ($0, depth + 1) }
        }
        if !isResult { entries.append(entry) }
        add(name: entry.english.singular, entry.facts)
    }

    private mutating func add(name: String, _ facts: IngredientFacts?) {
        for (_, words) in NameWords.pieces(name) {
            guard let last = words.last else { continue }
            if last.form == Self.flour, Set(words.map(\.form)).isSuperset(of: Self.glutenFree) {
                hasGlutenFreeFlour = true
            }
            let forms = Set(Self.had(words).map(\.form))
            names[last.form, default: []].append(Name(forms: forms, facts: facts))
            self.forms.formUnion(forms)
            if !Self.isStarch(words, last) { formsBesideStarch.formUnion(forms) }
            if last.isRussian { russian.append(Name(forms: forms, facts: facts)) }
        }
    }

    /// The words of a name without those that it denies: no `egg` of `egg-free mayonnaise`.
    private static func had(_ words: [NameWord]) -> [NameWord] {
        words.indices.filter { place in
            let next = place + 1 < words.count ? words[place + 1].text : ""
            let before = place > 0 ? words[place - 1].text : ""
            return next != "free" && words[place].text != "free" && !["without", "без"].contains(before)
        }.map { words[$0] }
    }

    /// Whether a name in the lines ends with one of these word forms: `fresh coconut`, not `coconut milk`.
    func isNamed(_ words: Set<String>) -> Bool { words.contains { names[$0] != nil } }

    /// Whether a name ends with the form and has one of the others: `heavy cream`.
    func isNamed(_ last: String, withAnyOf words: Set<String>) -> Bool {
        names[last]?.contains { !$0.forms.isDisjoint(with: words) } ?? false
    }

    /// Whether any name in the lines contains one of these word forms.
    func hasAny(_ words: Set<String>) -> Bool { !forms.isDisjoint(with: words) }

    /// The same, but not for the name of a starch: a spoonful of potato starch makes no dough of potatoes.
    func hasAnyButStarch(_ words: Set<String>) -> Bool { !formsBesideStarch.isDisjoint(with: words) }

    private static func isStarch(_ words: [NameWord], _ last: NameWord) -> Bool {
        words.contains { starches.contains($0.form) }
            || meals.contains(last.form) && words.contains { sourcesOfStarch.contains($0.form) }
    }

    private static let starches = NameWords.forms(WordList.starches)
    private static let meals = NameWords.forms("flour meal")
    /// Not cassava and tapioca, of which dough is made too.
    private static let sourcesOfStarch = NameWords.forms("corn maize potato")

    /// Whether a line has an ingredient of the kind that a word names: `seafood`. False if the word names no kind.
    func hasKind(_ form: String) -> Bool {
        guard let kind = Self.kinds[form] else { return false }
        // Water chestnuts are no nuts, and chestnut mushrooms are mushrooms.
        if form == "nut", forms.contains("chestnut"), !hasAny(Self.notChestnuts) { return true }
        return kind.isEmpty
            ? entries.contains(where: Self.isMeat)
            : entries.contains { entry in kind.contains { entry.facts[$0] == $0.bad } }
    }

    /// Whether a word means any food of a kind: `shellfish`, `dairy`.
    func isKind(_ word: NameWord) -> Bool { Self.kinds[word.form] != nil }

    /// Whether a word means any meat or fish: `meat`, «мясо».
    func isMeat(_ word: NameWord) -> Bool { Self.kinds[word.form]?.isEmpty ?? false }

    private static let notChestnuts = NameWords.forms("water mushroom")

    /// Whether the lines have meat or fish to which this adds nothing bad: bacon wrapped around salmon adds pork.
    func hasMeat(asBadAs entry: IngredientEntry) -> Bool {
        hasAny(Self.bones) || entries.contains { Self.isMeat($0) && !Self.adds(entry.facts, to: $0.facts) }
    }

    func hasAisle(_ aisle: String) -> Bool { entries.contains { $0.aisle == aisle } }

    /// Whether stock can be cooked from the lines: they have meat, fish or bones.
    var hasMeat: Bool { entries.contains(where: Self.isMeat) || hasAny(Self.bones) }

    /// Whether a listed food has fat to cook in or to skim off: oil, butter, meat.
    var hasFat: Bool { entries.contains { $0.aisle == "oils-and-fats" || GenericNames.hasFat($0) } }

    /// Whether a line has a drink with alcohol.
    var hasAlcohol: Bool { entries.contains { $0.aisle == "drinks" && $0.facts[.halal] == .no } }

    private static let bones = NameWords.forms("bone carcass giblet neck")

    /// Whether a line has the ingredient, a kind of it, the whole that it is a part of, or something of the same name.
    func account(for entry: IngredientEntry, named words: [NameWord], in phrase: MentionPhrase) -> Bool {
        if keys.contains(entry.key) || isOfKind(words, phrase, entry) { return true }
        guard let last = words.last else { return true }
        let forms = Set(words.map(\.form))
        let alike = names[last.form]?.filter { forms.isSubset(of: $0.forms) } ?? []
        let isSame = alike.contains { name in name.facts.map { !Self.adds(entry.facts, to: $0) } ?? true }
        if isSame { return true }
        if !alike.isEmpty, entry.aisle != "nuts-and-seeds", phrase.meansListed(last) { return true }
        if words.count == 1, self.forms.contains(last.form), isIn(last.form, entry) { return true }
        if last.form == Self.flour, !phrase.hasAmount, hasGlutenFreeFlour { return true }
        if phrase.isKnown, isWithin(words, entry) { return true }
        if Self.frying.contains(words[0].text), words.count == 2, last.text == "oil", names[last.form] != nil {
            return names[last.form]?.contains { $0.facts.map { !Self.adds(entry.facts, to: $0) } ?? false } ?? false
        }
        if last.isRussian, russian.contains(where: { means($0, forms, entry, phrase) }) { return true }
        if words.count == 1, Self.partsOfPlants.contains(last.form),
            entries.contains(where: { Self.plants.contains($0.aisle) })
        {
            return true
        }
        return isPart(words, phrase) || isCookedHere(words) || isOfTwo(words, entry.facts)
    }

    /// Whether Russian words mean a listed name that has all of them: «молоко» is the listed «кокосовое молоко». Not an
    /// amount of other food («стакан молока»), and no nuts («орехами» for «мускатный орех»). Oils are called «масло».
    private func means(_ name: Name, _ words: Set<String>, _ entry: IngredientEntry, _ phrase: MentionPhrase) -> Bool {
        guard words.isSubset(of: name.forms) else { return false }
        if entry.aisle == Self.ready, !name.forms.isDisjoint(with: Self.forUse) { return false }
        if !(name.facts.map { Self.adds(entry.facts, to: $0) } ?? false) { return true }
        let isOil = phrase.words[phrase.range].contains { $0.text.utf8.starts(with: "масл".utf8) }
        return isOil || !phrase.hasAmount && !phrase.isAnyKind && entry.aisle != "nuts-and-seeds"
    }

    /// Whether some fact is bad for the first and good for the other. Spiciness is ignored: it is a matter of neither
    /// health nor faith.
    private static func adds(_ facts: IngredientFacts, to other: IngredientFacts) -> Bool {
        FactName.allCases.contains { name in
            guard name != .diet(.spicy), facts[name] == name.bad else { return false }
            return other[name] != name.bad && other[name] != .unknown
        }
    }

    /// Whether the word is in a listed name and adds no bad fact to it: `the mustard` is the listed mustard powder, but
    /// `butter` is not the listed butter beans.
    private func isIn(_ form: String, _ entry: IngredientEntry) -> Bool {
        names.contains { head, alike in
            if entry.aisle == Self.ready, Self.servedWith.contains(head) { return false }
            return alike.contains { name in
                name.forms.contains(form) && name.facts.map { !Self.adds(entry.facts, to: $0) } ?? false
            }
        }
    }

    /// The same for names of several words and for pasta: `the red wine` is the listed red wine vinegar, `the
    /// vermicelli` the listed rice vermicelli noodles.
    private func isWithin(_ words: [NameWord], _ entry: IngredientEntry) -> Bool {
        guard words.count > 1 || words.allSatisfy({ Self.pastas.contains($0.form) }) else { return false }
        let forms = Set(words.map(\.form))
        return names.values.contains { alike in
            alike.contains { name in
                forms.isSubset(of: name.forms)
                    && (words.count == 1 || name.facts.map { !Self.adds(entry.facts, to: $0) } ?? false)
            }
        }
    }

    /// Whether the lines have gluten-free flour. Flour without an amount, as for dusting a board, is then that flour.
    private var hasGlutenFreeFlour = false

    /// Whether the lines have eggs of this animal: `quail` in the title `(Quail) Egg Salad`.
    func hasEggs(of animal: NameWord) -> Bool {
        names["egg"]?.contains { $0.forms.contains(animal.form) } ?? false
    }

    private static let glutenFree = NameWords.forms("gluten free")
    private static let flour = "flour"
    /// Names of this aisle also say what other food is for: `hamburger buns`, «булочки для гамбургеров».
    private static let ready = "ready-made"
    private static let forUse = NameWords.forms("для")
    private static let servedWith = NameWords.forms(WordList.foodsNamedByTheirUse)
    private static let frying: Set<String> = ["cooking", "frying"]

    /// Parts of any listed fruit, vegetable or herb: `the zest`, `its juice`.
    private static let partsOfPlants = NameWords.forms(WordList.partsOfPlants)
    private static let plants: Set<String> = ["fruit", "vegetables", "herbs-and-spices"]

    /// Whether a word for a kind means a listed ingredient: `the nuts` are the listed walnuts, `the fish` the listed
    /// cod. `pine nuts` and `crab meat` mean only themselves, and `mixed seafood` is more than the listed cod.
    private func isOfKind(_ words: [NameWord], _ phrase: MentionPhrase, _ entry: IngredientEntry?) -> Bool {
        guard let last = words.last, words.count == 1 || Self.areStates(words.dropLast()) else { return false }
        if let aisles = Self.collective[last.form] {
            return !(last.form == Self.seed && phrase.isSprinkled)
                && entries.contains { aisles.contains($0.aisle) }
        }
        if Self.pastas.contains(last.form) { return entries.contains(where: Self.isPasta) }
        guard hasKind(last.form) else { return false }
        if isMeat(last), entry?.aisle == "meat", !Self.anyMeat.contains(last.form) { return hasAisle("meat") }
        let isMore = words.count > 1 || Self.sauces.contains(last.form) || isBehindOne(phrase)
        return phrase.isDefinite && words.count == 1 || !isMore || last.form == Self.nut
            || entry.map { holdAll(of: $0.facts) } ?? true
    }

    /// Whether a listed fish or shellfish is before it: `add the cod and seafood`.
    private func isBehindOne(_ phrase: MentionPhrase) -> Bool {
        guard phrase.before(1) == "and", phrase.range.lowerBound > 1 else { return false }
        let form = phrase.words[phrase.range.lowerBound - 2].form
        return entries.contains { entry in
            entry.aisle == "fish-and-seafood" && NameWords.split(entry.english.singular).contains { $0.form == form }
        }
    }

    /// Words for the flesh of fish too, unlike `steak`.
    private static let nut = "nut"
    /// `soy` is soy sauce, of which tofu has no wheat.
    private static let sauces = NameWords.forms("soy soya")
    private static let anyMeat = NameWords.forms("meat мясо филе")

    /// Whether the steps cook it from a listed ingredient: `fried shallots`, `the roast chicken`.
    private func isCookedHere(_ words: [NameWord]) -> Bool {
        guard let last = words.last, words.count > 1 else { return false }
        if words[0].text == "toasted" { return words.count == 2 && names[last.form] != nil }
        guard WordList.wordsForCookedFood.contains(words[0].text) else { return false }
        return forms.contains(last.form)
    }

    /// Whether the name combines listed ingredients that already have all its bad facts: `lemon yogurt`, if lemons and
    /// yogurt are listed.
    private func isOfTwo(_ words: [NameWord], _ facts: IngredientFacts) -> Bool {
        words.count > 1 && words.allSatisfy { forms.contains($0.form) } && holdAll(of: facts)
    }

    /// Whether a name of several words in a title shares a word with the lines, and the lines already have all its bad
    /// facts: `mint chocolate chip cookies`.
    func accountInTitle(for entry: IngredientEntry, named words: [NameWord]) -> Bool {
        words.count > 1 && words.contains { forms.contains($0.form) } && holdAll(of: entry.facts)
    }

    /// Whether the lines have something for each fact that the food would change.
    func hasAllOf(_ entry: IngredientEntry, butFor ignored: FactName? = nil) -> Bool {
        holdAll(of: entry.facts, butFor: ignored)
    }

    /// Whether the lines have something that is not good for each of these facts that is unknown for the food.
    func mayHaveAllOf(_ entry: IngredientEntry, of facts: [FactName] = FactName.allCases) -> Bool {
        facts.allSatisfy { name in
            entry.facts[name] != .unknown || name == .diet(.spicy) || entries.contains { $0.facts[name] != name.good }
        }
    }

    private func holdAll(of facts: IngredientFacts, butFor ignored: FactName? = nil) -> Bool {
        FactName.allCases.allSatisfy { name in
            name == ignored || facts[name] != name.bad || entries.contains { $0.facts[name] == name.bad }
        }
    }

    /// Whether the words only describe a state: `chopped` nuts, `fresh` herbs.
    private static func areStates(_ words: ArraySlice<NameWord>) -> Bool {
        NameStates.areAll(Array(words)) || words.allSatisfy { WordList.wordsBeforeAKind.contains($0.text) }
    }

    private static let seed = NameWords.split("seed").first?.form

    /// Words that mean anything from these aisles: `vegetables`, `berries`.
    private static let collective: [String: Set<String>] = {
        let green: Set<String> = ["vegetables", "legumes", "herbs-and-spices"]
        let rows: [(String, Set<String>)] = [
            ("vegetable green herb", green), ("fruit berry", ["fruit"]),
            ("seed", green.union(["fruit", "nuts-and-seeds"])),
        ]
        var found: [String: Set<String>] = [:]
        for row in rows { for form in NameWords.forms(row.0) { found[form] = row.1 } }
        return found
    }()

    private static func isPasta(_ entry: IngredientEntry) -> Bool {
        entry.aisle == "grains-and-pasta" && entry.facts[.gluten] == .yes
            && !NameWords.split(entry.english.singular).contains { $0.text == "flour" || $0.text == "meal" }
    }

    private static let pastas = NameWords.forms("pasta noodle vermicelli лапша макароны")

    private static func isMeat(_ entry: IngredientEntry) -> Bool {
        entry.isInMeatOrFishAisle && entry.facts[.vegetarian] == .no
    }

    /// Whether the name is a part of a listed ingredient: `egg yolks`, `lemon juice`.
    private func isPart(_ words: [NameWord], _ phrase: MentionPhrase) -> Bool {
        guard words.count > 1, let last = words.last, Self.parts.contains(last.form) else { return false }
        let whole = words.dropLast()
        guard let head = whole.last else { return false }
        let forms = Set(whole.map(\.form))
        return names[head.form]?.contains { forms.isSubset(of: $0.forms) } == true
            || whole.count == 1 && (self.forms.contains(head.form) || isOfKind([head], phrase, nil))
    }

    /// Words for a kind, by form. An ingredient is of the kind if one of these facts is bad for it; without facts, if
    /// it is any meat or fish.
    private static let kinds: [String: [FactName]] = {
        let shellfish: [FactName] = [.allergen(.crustaceans), .allergen(.molluscs)]
        let rows: [(words: Set<String>, facts: [FactName])] = [
            (["yolk", "white", "желток", "белок"], [.allergen(.eggs)]),
            (["nut", "nutmeat", "орех"], [.allergen(.nuts), .allergen(.peanuts)]),
            (["fish", "рыба"], [.allergen(.fish)]), (["seafood", "морепродукт"], shellfish + [.allergen(.fish)]),
            (["shellfish"], shellfish), (["dairy"], [.allergen(.milk)]), (["soy", "soya"], [.allergen(.soy)]),
            (["scampi"], [.allergen(.crustaceans)]), (WordList.wordsForMeat, []),
        ]
        var kinds: [String: [FactName]] = [:]
        for row in rows {
            for form in NameWords.forms(row.words) { kinds[form] = row.facts }
        }
        return kinds
    }()

    private static let parts = NameWords.forms(WordList.partsOfFood)
}

extension MentionPhrase {
    /// Whether a short name means the listed ingredient whose name ends with it: `the milk` is the listed coconut milk.
    /// Not with its own amount (`1 cup milk`) or when served (`serve with cream`), nor if the text brings it in: `a little
    /// milk`, `thin with milk`. Without `the`, `butter` does not mean listed peanut butter, nor `flour` for a board (`flour
    /// the board`) a listed flour.
    func meansListed(_ last: NameWord) -> Bool {
        if hasAmount || isServed || isAnyKind || range.count > 1 && !isDefinite { return false }
        if isDefinite { return true }
        if isSome, Self.foodsOfManyKinds.contains(last.form) { return false }
        if isAdded, Self.milkAndCream.contains(last.form) { return false }
        return last.form != "butter" && !(last.form == "flour" && isOnSurface)
    }

    private static let foodsOfManyKinds = NameWords.forms(WordList.foodsOfManyKinds)
    private static let milkAndCream = NameWords.forms("cream milk")
}
