// The state in which a line wants its ingredient: USDA's figures of raw rice are no figures of cooked rice.

/// What a line, a name or a food says of how it comes.
struct FoodStates: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Cooked, boiled, roasted, fried: it holds other water and other fat.
    static let cooked = FoodStates(rawValue: 1 << 0)
    static let raw = FoodStates(rawValue: 1 << 1)
    static let dried = FoodStates(rawValue: 1 << 2)
    static let fresh = FoodStates(rawValue: 1 << 3)
    static let canned = FoodStates(rawValue: 1 << 4)
    /// Of meat: mince has more fat than a lean piece.
    static let minced = FoodStates(rawValue: 1 << 5)
    /// A whole animal, or a piece with bones or shell: nobody knows how much of its weight one eats.
    static let boned = FoodStates(rawValue: 1 << 6)
    /// Without bones or shell.
    static let boneless = FoodStates(rawValue: 1 << 7)
    /// The row may mean either of two foods, and their figures differ.
    static let unclear = FoodStates(rawValue: 1 << 8)
    /// Dry food that has taken up water: soaked chickpeas weigh twice as much as dry ones.
    static let soaked = FoodStates(rawValue: 1 << 9)
    /// Blanched or parboiled: neither raw nor cooked. Of nuts it says only that they have no skin.
    static let blanched = FoodStates(rawValue: 1 << 10)
    /// Smoked: less water and more salt.
    static let smoked = FoodStates(rawValue: 1 << 11)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// What the words of a text say.
    init(_ text: String) {
        self = []
        for word in NameWords.split(text, limit: .max) {
            if let states = Self.words[word.hash] { formUnion(states) }
        }
        if contains(.boned), text.utf8.count > 7, isTakenOut(text) { remove(.boned) }
    }

    /// What a line says. `250 g dried chickpeas, soaked overnight` is the weight of dried ones; that of `soaked chickpeas`
    /// is not, and the word of `soaked dried chickpeas` stands alone in the note.
    init(_ phrase: String, note: String) {
        self.init(phrase + " " + note)
        let named = FoodStates(phrase)
        guard contains(.soaked), !named.isDisjoint(with: [.dried, .raw]), !named.contains(.soaked) else { return }
        let isAlone = NameWords.pieces(note).contains { piece in
            piece.words.count == 1 && Self.words[piece.words[0].hash]?.contains(.soaked) == true
        }
        if !isAlone { remove(.soaked) }
    }

    /// `bones removed`, «без костей»
    private func isTakenOut(_ text: String) -> Bool {
        NameWords.split(text, limit: .max).contains { ["removed", "discarded", "without", "без"].contains($0.text) }
    }

    private static let lists: [(FoodStates, String)] = [
        (
            .cooked,
            """
            cooked precooked boiled steamed roasted baked fried grilled poached stewed braised simmered sauteed \
            barbecued rotisserie leftover prepared heated microwaved \
            вареный отварной сваренный отваренный жареный обжаренный поджаренный зажаренный тушеный запеченный \
            припущенный приготовленный готовый пассерованный
            """
        ),
        (.raw, "raw uncooked unprepared crude unheated dry сырой"),
        (
            .dried,
            "dried dehydrated sundried jerky powdered spices сушеный вяленый высушенный сухой"
        ),
        (.fresh, "fresh свежий"),
        (.canned, "canned tinned jarred консервированный"),
        (.minced, "minced mince ground фарш молотый перемолотый прокрученный"),
        (.boned, "bone bones whole тушка кость косточка целый целиком"),
        (
            .soaked,
            """
            soaked presoaked rehydrated reconstituted \
            замоченный вымоченный размоченный намоченный моченый
            """
        ),
        (
            .blanched,
            """
            blanched parboiled parcooked \
            бланшированный пропаренный распаренный запаренный ошпаренный
            """
        ),
        (.smoked, "smoked копченый копчение прокопченный подкопченный полукопченый сырокопченый"),
        (.boneless, "boneless deboned boned fillet filet meat shelled shucked филе мясо мякоть бескостный"),
    ]

    private static let words = lists.reduce(into: PrehashedTable(blank: FoodStates())) { table, list in
        for word in NameWords.split(list.1, limit: .max) {
            table[word.hash] = (table[word.hash] ?? []).union(list.0)
        }
    }
}

/// Whether an ingredient's figures are those of the state that a line asks for. Where nobody can tell, its nutrition is
/// unknown: so much of cooked rice holds a third of what raw rice does.
enum FigureStates {
    static func areKnown(_ states: FoodStates, _ entry: IngredientEntry, _ food: Nutrition, unit: MeasuringUnit?)
        -> Bool
    {
        if states.contains(.unclear) { return false }
        let aisle = entry.aisle
        let figures = FoodStates(food.name)
        let isRaw = figures.contains(.raw) && !figures.contains(.cooked)
        lazy var named = FoodStates((entry.english.all + entry.russian.all).joined(separator: " "))
        /// By the food, or by the ingredient's own names where the food says nothing else.
        func fits(_ state: FoodStates, unless other: Bool) -> Bool {
            figures.contains(state) || named.contains(state) && !other
        }
        if states.contains(.cooked), changing.contains(aisle), !fits(.cooked, unless: isRaw) { return false }
        if states.contains(.raw), figures.contains(.cooked), changing.contains(aisle) { return false }
        if states.contains(.dried), wet.contains(aisle), !fits(.dried, unless: isRaw) { return false }
        // Pepper is fresh when it is freshly ground.
        if states.contains(.fresh), states.isDisjoint(with: [.dried, .minced]), figures.contains(.dried),
            !figures.contains(.fresh),
            !named.contains(.fresh)
        {
            return false
        }
        if states.contains(.canned), changing.contains(aisle), !fits(.canned, unless: isRaw) { return false }
        if states.contains(.minced), animals.contains(aisle), !fits(.minced, unless: false) { return false }
        if states.contains(.soaked), swelling.contains(aisle), !fits(.soaked, unless: false) { return false }
        if states.contains(.blanched), changing.contains(aisle), !fits(.blanched, unless: false) { return false }
        if states.contains(.smoked), smoked.contains(aisle), !fits(.smoked, unless: false) { return false }
        return !hasBones(states, entry, unit)
    }

    /// What cooking or canning makes another food of.
    private static let changing: Set<String> = [
        "meat", "fish-and-seafood", "grains-and-pasta", "legumes", "vegetables", "fruit",
    ]
    /// What drying takes most of the weight from; grains and pulses are dry as they are.
    private static let wet: Set<String> = ["meat", "fish-and-seafood", "vegetables", "fruit"]
    private static let animals: Set<String> = ["meat", "fish-and-seafood"]
    /// What water is added to by soaking. Herbs and spices are left out, since they weigh little.
    private static let swelling = changing.union(["nuts-and-seeds", "bread-and-pastry", "baking"])
    /// What smoking makes another food of; smoked cheese and smoked spices have the figures of others.
    private static let smoked = changing.union(["ready-made"])

    /// By weight or by the piece: what is in a cup has no bones. Figures are of the part that one eats.
    private static func hasBones(_ states: FoodStates, _ entry: IngredientEntry, _ unit: MeasuringUnit?) -> Bool {
        guard animals.contains(entry.aisle), unit?.kind != .volume, unit?.key != "can" else { return false }
        let isOnBone = !states.contains(.boneless) && !states.contains(.minced) && !states.contains(.canned)
        return isOnBone && (states.contains(.boned) || isSoldOnBone(entry))
    }

    /// `duck`, `pork ribs`, `leg of lamb`, `mussels`: by the last word of its name, unless the first says that it is prepared.
    private static func isSoldOnBone(_ entry: IngredientEntry) -> Bool {
        let words = NameWords.split(entry.english.singular)
        guard let first = words.first, let last = words.last else { return false }
        return (onBone.contains(last.form) || ["leg", "rack"].contains(first.text)) && !prepared.contains(first.text)
    }

    private static let onBone = NameWords.forms(
        """
        chicken hen turkey duck goose quail pheasant fowl pigeon rabbit drumstick thigh leg wing rib sparerib shank chop \
        rack neck knuckle hock trotter foot tail oxtail bone mussel clam oyster cockle lobster crab crayfish langoustine \
        winkle whelk snail
        """)
    private static let prepared: Set<String> = [
        "ground", "minced", "cooked", "canned", "deli", "dried", "smoked", "imitation",
    ]
}
