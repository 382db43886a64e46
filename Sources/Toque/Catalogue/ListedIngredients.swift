// Whether the lines of a recipe account for what its texts name: the thing itself, a kind or a part of it.

/// What the lines of a recipe hold, for asking whether they account for what a text names.
struct ListedIngredients {
    private var keys: Set<String> = []
    private var facts: [IngredientFacts] = []
    private var aisles: Set<String> = []
    /// The words of each listed name, by the form of its last: `milk` of `coconut milk`.
    private var names: [String: [Set<String>]] = [:]
    private var russian: [Set<String>] = []

    init(_ lines: [UnderstoodLine], _ index: IngredientIndex) {
        for line in lines {
            for candidate in line.alternatives.joined() + line.mentions {
                if let entry = candidate.entry { add(entry, index) }
                add(name: candidate.name)
            }
            add(name: line.parsed.phrase)
        }
    }

    /// An ingredient, what it is a kind of, and what is in it.
    private mutating func add(_ entry: IngredientEntry, _ index: IngredientIndex) {
        var next = [(entry.key, 0)]
        while let (key, depth) = next.popLast() {
            guard depth <= Lineage.depth, keys.insert(key).inserted, let other = index[key] else { continue }
            next += other.restsOn.map { ($0, depth + 1) }
        }
        facts.append(entry.facts)
        aisles.insert(entry.aisle)
        add(name: entry.english.singular)
    }

    private mutating func add(name: String) {
        for (_, words) in NameWords.pieces(name) {
            guard let last = words.last else { continue }
            let forms = Set(words.map(\.form))
            names[last.form, default: []].append(forms)
            if last.isRussian { russian.append(forms) }
        }
    }

    /// Whether a line has it, a kind of it, or something called like it: `the milk` is the coconut milk of the list.
    func account(for entry: IngredientEntry, named words: [NameWord]) -> Bool {
        if keys.contains(entry.key) || isOfKind(words) { return true }
        guard let last = words.last else { return true }
        let forms = Set(words.map(\.form))
        if names[last.form]?.contains(where: forms.isSubset) == true { return true }
        if last.isRussian, russian.contains(where: forms.isSubset) { return true }
        if words.count == 1, Self.partsOfPlants.contains(last.form), !aisles.isDisjoint(with: Self.plants) {
            return true
        }
        return isPart(words)
    }

    /// `the zest`, `its juice`
    private static let partsOfPlants = NameWords.forms("zest juice rind peel pulp цедра сок кожура мякоть")
    private static let plants: Set<String> = ["fruit", "vegetables", "herbs-and-spices"]

    /// `the nuts` are the walnuts of the list, `the fish` its cod.
    private func isOfKind(_ words: [NameWord]) -> Bool {
        guard words.count <= 2, let kind = words.last.flatMap({ Self.kinds[$0.form] }) else { return false }
        return facts.contains { facts in kind.contains { facts[$0] == $0.bad } }
    }

    /// `egg yolks`, `lemon juice`: a part of what is listed.
    private func isPart(_ words: [NameWord]) -> Bool {
        guard words.count > 1, let last = words.last, Self.parts.contains(last.form) else { return false }
        let whole = words.dropLast()
        guard let head = whole.last else { return false }
        let forms = Set(whole.map(\.form))
        return names[head.form]?.contains(where: forms.isSubset) == true
            || names.values.contains { $0.contains { $0.contains(head.form) } } && whole.count == 1
    }

    private static let kinds: [String: [FactName]] = {
        let seafood: [FactName] = [.allergen(.fish), .allergen(.crustaceans), .allergen(.molluscs)]
        let rows: [(forms: String, facts: [FactName])] = [
            ("yolk white желток белок", [.allergen(.eggs)]),
            ("nut nutmeat орех", [.allergen(.nuts), .allergen(.peanuts)]),
            ("fish seafood shellfish рыба морепродукт", seafood),
            (
                "meat steak roast chop cutlet poultry fowl carcass rib breast thigh leg drumstick wing bird мясо филе",
                [.diet(.vegetarian)]
            ), ("cheese сыр", [.allergen(.milk)]),
            (
                "pasta noodle bread crust dough batter crumb cake cookie cracker тесто хлеб лапша макароны",
                [.allergen(.gluten)]
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
        breast thigh leg wing half piece slice syrup brine oil crumb stock broth
        желток белок цедра сок кожура кожа мякоть семя косточка жир бульон
        """)
}
