// Whether the lines of a recipe account for what its texts name: the thing itself, a kind or a part of it.

/// What the lines of a recipe hold, for asking whether they account for what a text names.
struct ListedIngredients {
    /// A listed name: its words without order, and what is known of it.
    private struct Name {
        let forms: Set<String>
        let facts: IngredientFacts?
    }

    private var keys: Set<String> = []
    private(set) var entries: [IngredientEntry] = []
    /// By the form of their last word: `milk` of `coconut milk`.
    private var names: [String: [Name]] = [:]
    private var forms: Set<String> = []
    private var russian: [Set<String>] = []

    init(_ lines: [UnderstoodLine], _ index: IngredientIndex) {
        for line in lines {
            for candidate in line.alternatives.joined() + line.mentions {
                if let entry = candidate.entry { add(entry, index) }
                add(name: candidate.name, candidate.entry?.facts)
            }
            add(name: line.parsed.phrase, line.alternatives.last?.last?.entry?.facts)
        }
    }

    /// An ingredient, what it is a kind of, and what is in it.
    private mutating func add(_ entry: IngredientEntry, _ index: IngredientIndex) {
        var next = [(entry.key, 0)]
        while let (key, depth) = next.popLast() {
            guard depth <= IngredientGraph.depth, keys.insert(key).inserted, let other = index[key] else { continue }
            next += other.restsOn.map { ($0, depth + 1) }
        }
        entries.append(entry)
        add(name: entry.english.singular, entry.facts)
    }

    private mutating func add(name: String, _ facts: IngredientFacts?) {
        for (_, words) in NameWords.pieces(name) {
            guard let last = words.last else { continue }
            let forms = Set(words.map(\.form))
            names[last.form, default: []].append(Name(forms: forms, facts: facts))
            self.forms.formUnion(forms)
            if last.isRussian { russian.append(forms) }
        }
    }

    /// Whether one of these words is in any listed name.
    func hasAny(_ words: Set<String>) -> Bool { !forms.isDisjoint(with: words) }

    /// Whether a line has what a word calls by its kind: `seafood`.
    func hasKind(_ form: String) -> Bool {
        guard let kind = Self.kinds[form] else { return false }
        if form == "nut", forms.contains("chestnut") { return true }
        return kind.isEmpty
            ? entries.contains(where: Self.isMeat)
            : entries.contains { entry in kind.contains { entry.facts[$0] == $0.bad } }
    }

    /// Whether stock can be cooked of it.
    var hasMeat: Bool { entries.contains(where: Self.isMeat) || hasAny(Self.bones) }

    private static let bones = NameWords.forms("bone carcass giblet neck")

    /// Whether a line has it, a kind of it, a part of it, or something called like it.
    func account(for entry: IngredientEntry, named words: [NameWord], in phrase: MentionPhrase) -> Bool {
        if keys.contains(entry.key) || isOfKind(words, phrase) { return true }
        guard let last = words.last else { return true }
        let forms = Set(words.map(\.form))
        let alike = names[last.form]?.filter { forms.isSubset(of: $0.forms) } ?? []
        let isSame = alike.contains { name in name.facts.map { !Self.adds(entry.facts, to: $0) } ?? true }
        if isSame || !alike.isEmpty && phrase.meansListed(last) { return true }
        if words.count == 1, self.forms.contains(last.form), isIn(last.form, entry) { return true }
        if last.form == Self.flour, !phrase.hasAmount, hasGlutenFreeFlour { return true }
        if phrase.isKnown, isWithin(words, entry) { return true }
        if Self.frying.contains(words[0].text), words.count == 2, last.text == "oil", names[last.form] != nil {
            return names[last.form]?.contains { $0.facts.map { !Self.adds(entry.facts, to: $0) } ?? false } ?? false
        }
        if last.isRussian, russian.contains(where: forms.isSubset) { return true }
        if words.count == 1, Self.partsOfPlants.contains(last.form),
            entries.contains(where: { Self.plants.contains($0.aisle) })
        {
            return true
        }
        return isPart(words, phrase) || isCookedHere(words) || isOfTwo(words, entry.facts)
    }

    /// Whether the first is certainly bad in some answer of somebody's health or faith in which the other is good.
    private static func adds(_ facts: IngredientFacts, to other: IngredientFacts) -> Bool {
        FactName.allCases.contains { name in
            guard name != .diet(.spicy), facts[name] == name.bad else { return false }
            return other[name] != name.bad && other[name] != .unknown
        }
    }

    /// `the mustard` is the mustard powder of the list; `butter` is not in butter beans.
    private func isIn(_ form: String, _ entry: IngredientEntry) -> Bool {
        names.values.contains { alike in
            alike.contains { name in
                name.forms.contains(form) && name.facts.map { !Self.adds(entry.facts, to: $0) } ?? false
            }
        }
    }

    /// `the red wine` is the red wine vinegar of the list, `the vermicelli` its rice vermicelli noodles.
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

    /// Where the list has it, the board is dusted with it.
    private var hasGlutenFreeFlour: Bool {
        names[Self.flour]?.contains { $0.forms.isSuperset(of: Self.glutenFree) } ?? false
    }

    /// `(Quail) Egg Salad`
    func hasEggs(of animal: NameWord) -> Bool {
        names["egg"]?.contains { $0.forms.contains(animal.form) } ?? false
    }

    private static let glutenFree = NameWords.forms("gluten free")
    private static let flour = "flour"
    private static let frying: Set<String> = ["cooking", "frying"]

    /// `the zest`, `its juice`
    private static let partsOfPlants = NameWords.forms("zest juice rind peel pulp цедра сок кожура мякоть")
    private static let plants: Set<String> = ["fruit", "vegetables", "herbs-and-spices"]

    /// `the nuts` are the walnuts of the list, `the fish` its cod; but `pine nuts` and `crab meat` are only themselves.
    private func isOfKind(_ words: [NameWord], _ phrase: MentionPhrase) -> Bool {
        guard let last = words.last, words.count == 1 || Self.areStates(words.dropLast()) else { return false }
        if let aisles = Self.collective[last.form] {
            return !(last.form == Self.seed && phrase.isSprinkled)
                && entries.contains { aisles.contains($0.aisle) }
        }
        if Self.pastas.contains(last.form) { return entries.contains(where: Self.isPasta) }
        return hasKind(last.form)
    }

    /// `fried shallots`, `the roast chicken`: of the shallots and the chicken of the list.
    private func isCookedHere(_ words: [NameWord]) -> Bool {
        guard let last = words.last, words.count > 1 else { return false }
        if words[0].text == "toasted" { return words.count == 2 && names[last.form] != nil }
        guard Self.cooking.contains(words[0].text) else { return false }
        return forms.contains(last.form)
    }

    /// `lemon yogurt` of the lemons and the yogurt of the list, which bring all that is bad in it.
    private func isOfTwo(_ words: [NameWord], _ facts: IngredientFacts) -> Bool {
        words.count > 1 && words.allSatisfy { forms.contains($0.form) } && holdAll(of: facts)
    }

    /// Whether a name of several words, in a title, is that of a listed food: `mint chocolate chip cookies`.
    func accountInTitle(for entry: IngredientEntry, named words: [NameWord]) -> Bool {
        words.count > 1 && words.contains { forms.contains($0.form) } && holdAll(of: entry.facts)
    }

    private func holdAll(of facts: IngredientFacts) -> Bool {
        FactName.allCases.allSatisfy { name in
            facts[name] != name.bad || entries.contains { $0.facts[name] == name.bad }
        }
    }

    private static let cooking: Set<String> = [
        "fried", "pickled", "creamed", "candied", "caramelized", "caramelised", "braised", "grilled", "roast",
        "roasted",
        "rotisserie", "seasoned", "crispy", "marinated", "frozen", "brown", "browned", "clarified", "sugared", "sliced",
        "mashed", "poached",
        "cooked",
    ]

    /// `chopped nuts`, `fresh herbs`
    private static func areStates(_ words: ArraySlice<NameWord>) -> Bool {
        NameStates.areAll(Array(words)) || words.allSatisfy { states.contains($0.text) }
    }

    private static let states: Set<String> = [
        "cooked", "fresh", "mixed", "chopped", "roasted", "toasted", "steamed", "italian",
    ]
    private static let seed = NameWords.split("seed").first?.form

    /// Words for all that comes from an aisle.
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
        ["meat", "fish-and-seafood"].contains(entry.aisle) && entry.facts[.vegetarian] == .no
    }

    /// `egg yolks`, `lemon juice`: a part of what is listed.
    private func isPart(_ words: [NameWord], _ phrase: MentionPhrase) -> Bool {
        guard words.count > 1, let last = words.last, Self.parts.contains(last.form) else { return false }
        let whole = words.dropLast()
        guard let head = whole.last else { return false }
        let forms = Set(whole.map(\.form))
        return names[head.form]?.contains { forms.isSubset(of: $0.forms) } == true
            || whole.count == 1 && (self.forms.contains(head.form) || isOfKind([head], phrase))
    }

    /// By the form of the word; empty where it means any animal.
    private static let kinds: [String: [FactName]] = {
        let shellfish: [FactName] = [.allergen(.crustaceans), .allergen(.molluscs)]
        let rows: [(forms: String, facts: [FactName])] = [
            ("yolk white желток белок", [.allergen(.eggs)]),
            ("nut nutmeat орех", [.allergen(.nuts), .allergen(.peanuts)]), ("fish рыба", [.allergen(.fish)]),
            ("seafood морепродукт", shellfish + [.allergen(.fish)]), ("shellfish", shellfish),
            ("scampi", [.allergen(.crustaceans)]),
            (
                "meat steak roast chop cutlet poultry fowl hamburger carcass rib breast thigh leg drumstick wing bird мясо филе",
                []
            ),
        ]
        var kinds: [String: [FactName]] = [:]
        for row in rows {
            for form in NameWords.forms(row.forms) { kinds[form] = row.facts }
        }
        return kinds
    }()

    private static let parts = NameWords.forms(
        """
        yolk white zest juice rind peel skin fat dripping bone shell meat flesh seed pulp liquid water clove leaf stem \
        breast thigh leg wing half piece slice syrup brine oil crumb bit cup wedge strip fillet желток белок цедра сок кожура кожа мякоть семя \
        косточка жир
        """)
}

extension MentionPhrase {
    /// Whether a name means the listed food that is called alike: `the milk` is the coconut milk of the list. Not with an
    /// amount of its own (`1 cup milk`), at the table (`serve with cream`) or on a tool (`flour the board`); and `butter`
    /// alone is not the peanut butter.
    func meansListed(_ last: NameWord) -> Bool {
        if hasAmount || isServed || range.count > 1 && !isDefinite { return false }
        if isDefinite { return true }
        return last.form != "butter" && !(last.form == "flour" && isOnSurface)
    }
}
