// Reads the state of food from words: USDA's figures of raw rice do not apply to cooked rice.

/// The states that a line, an ingredient's name or the name of a USDA food mentions.
struct FoodStates: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Cooked, boiled, roasted, fried: the food contains other amounts of water and fat.
    static let cooked = FoodStates(rawValue: 1 << 0)
    static let raw = FoodStates(rawValue: 1 << 1)
    static let dried = FoodStates(rawValue: 1 << 2)
    static let fresh = FoodStates(rawValue: 1 << 3)
    static let canned = FoodStates(rawValue: 1 << 4)
    /// Minced or ground: minced meat has more fat than a lean piece.
    static let minced = FoodStates(rawValue: 1 << 5)
    /// A whole animal, or a piece with bones or shell: the share of its weight that is eaten is unknown.
    static let boned = FoodStates(rawValue: 1 << 6)
    /// Without bones or shell.
    static let boneless = FoodStates(rawValue: 1 << 7)
    /// The stored row may mean either of two foods, whose figures may differ.
    static let unclear = FoodStates(rawValue: 1 << 8)
    /// Dry food that has absorbed water: soaked chickpeas weigh twice as much as dry ones.
    static let soaked = FoodStates(rawValue: 1 << 9)
    /// Blanched or parboiled: neither raw nor cooked. For nuts it means only that they have no skin.
    static let blanched = FoodStates(rawValue: 1 << 10)
    /// Smoked: less water and more salt.
    static let smoked = FoodStates(rawValue: 1 << 11)
    /// Salted, brined or cured.
    static let salted = FoodStates(rawValue: 1 << 12)
    static let sweetened = FoodStates(rawValue: 1 << 13)
    /// With its skin, which in poultry is fat.
    static let skin = FoodStates(rawValue: 1 << 14)
    /// Hot, cold, from yesterday: grain with these words is cooked.
    static let served = FoodStates(rawValue: 1 << 15)
    /// Drained. Drained pulses were cooked or canned, and so was drained grain, unless it was rinsed.
    static let drained = FoodStates(rawValue: 1 << 16)
    static let rinsed = FoodStates(rawValue: 1 << 17)
    /// In vinegar, brine or a marinade.
    static let pickled = FoodStates(rawValue: 1 << 18)
    /// Cooked in water: unlike roasted grain, it weighs more than dry grain.
    static let boiled = FoodStates(rawValue: 1 << 21)
    /// Nuts in shells, peas in pods.
    static let inShell = FoodStates(rawValue: 1 << 22)
    /// There is a word for bones, shells or heads. Used only while words are read.
    private static let onBone = FoodStates(rawValue: 1 << 19)
    /// There is a word that excludes bones, such as `boneless`; `meat` and `fillet` may be on the bone. Used only while
    /// words are read.
    private static let bared = FoodStates(rawValue: 1 << 20)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The states that the words of a text mention.
    init(_ text: String) {
        self = []
        let words = NameWords.split(text, limit: .max)
        for (place, word) in words.enumerated() {
            guard let states = Self.words[word.hash] else { continue }
            // `rinsed in cold water` says nothing about the grain.
            if states == .served, place + 1 < words.count, Self.water.contains(words[place + 1].form) { continue }
            formUnion(states)
        }
        if Self.areInShells(words) { insert(.inShell) }
        if contains(.skin), Self.areTakenOut(.skin, words) { remove(.skin) }
        if contains(.onBone), !Self.areTakenOut(.onBone, words) {
            insert(.boned)
            if !contains(.bared) { remove(.boneless) }
        }
        subtract([.onBone, .bared])
    }

    /// The states of a line. `250 g dried chickpeas, soaked overnight` is the weight of dried ones, so `soaked` does
    /// not count. It counts in `soaked chickpeas` and in `soaked dried chickpeas`, where it is a note by itself.
    init(_ phrase: String, note: String) {
        self.init(phrase + " " + note)
        let named = FoodStates(phrase)
        guard contains(.soaked), !named.isDisjoint(with: [.dried, .raw]), !named.contains(.soaked) else { return }
        let isAlone = NameWords.pieces(note).contains { piece in
            piece.words.count == 1 && Self.words[piece.words[0].hash]?.contains(.soaked) == true
        }
        if !isAlone { remove(.soaked) }
    }

    /// Whether the text says that each part with this state is removed: `bones removed`, `skin and bones discarded`,
    /// «без костей».
    private static func areTakenOut(_ state: FoodStates, _ words: [NameWord]) -> Bool {
        words.indices.filter { Self.words[words[$0].hash]?.contains(state) == true }.allSatisfy { place in
            if place + 1 < words.count, words[place + 1].text == "on" { return false }
            return words[..<place].last { !WordList.wordsBesideARemovedPart.contains($0.text) }.map {
                WordList.wordsBeforeARemovedPart.contains($0.text)
            } ?? false
                || words[(place + 1)...].first { !WordList.wordsBesideARemovedPart.contains($0.text) }.map {
                    WordList.wordsAfterARemovedPart.contains($0.text)
                } ?? false
        }
    }

    /// Whether the words are `in shell`, `in their pods`, «в скорлупе» or the like.
    private static func areInShells(_ words: [NameWord]) -> Bool {
        words.indices.contains { place in
            WordList.shellsAndPods.contains(words[place].text)
                && words[max(0, place - 2)..<place].contains { $0.text == "in" || $0.text == "в" }
        }
    }

    private static let water = NameWords.forms("water running tap вода проточный")

    private static let lists: [(FoodStates, Set<String>)] = [
        (.cooked, WordList.cookedWords), (.boiled, WordList.boiledWords), (.raw, WordList.rawWords),
        (.dried, WordList.driedWords),
        (.fresh, WordList.freshWords), (.canned, WordList.cannedWords), (.minced, WordList.mincedWords),
        (.boned, WordList.wholeWords), (.onBone, WordList.bonesAndShells), (.salted, WordList.saltedWords),
        (.sweetened, WordList.sweetenedWords), (.skin, WordList.skinWords), (.served, WordList.servedWords),
        (.drained, WordList.drainedWords), (.rinsed, WordList.rinsedWords), (.pickled, WordList.pickledWords),
        (.soaked, WordList.soakedWords), (.blanched, WordList.blanchedWords), (.smoked, WordList.smokedWords),
        (.boneless, WordList.bonelessWords), (.bared, WordList.withoutBonesWords),
    ]

    private static let words = lists.reduce(into: PrehashedTable(blank: FoodStates())) { table, list in
        for word in NameWords.words(of: list.1) {
            table[word.hash] = (table[word.hash] ?? []).union(list.0)
        }
    }
}
