// Foods that Russian diminutives and adjectives mean.

import Bytes

enum RussianFoodWords {
    /// The food that a Russian diminutive means: «яичко», «сметанку».
    static func diminutive(_ word: NameWord) -> String? {
        guard word.isRussian else { return nil }
        return WordList.russianDiminutiveStems.first { word.text.utf8.starts(with: $0.key.utf8) }?.value
    }

    /// The food that a word implies, a Russian one in any case: «птицей» by «птица».
    static func implied(_ word: NameWord) -> String? {
        WordList.foodsImpliedInTexts[word.text] ?? meaning(of: word, in: impliedFoods)
    }

    /// The foods of a dish that is served beside other food, likewise: «гуляшом» by «гуляш».
    static func served(_ word: NameWord) -> String? {
        WordList.dishesServedBeside[word.text] ?? meaning(of: word, in: servedDishes)
    }

    private typealias Noun = (name: String, meaning: String)

    private static func meaning(of word: NameWord, in nouns: [String: [Noun]]) -> String? {
        guard word.isRussian else { return nil }
        return nouns[word.form]?.first { RussianNouns.isForm(word.text, of: $0.name) }?.meaning
    }

    private static let impliedFoods = nouns(WordList.foodsImpliedInTexts)
    private static let servedDishes = nouns(WordList.dishesServedBeside)

    /// The Russian words of a table by their forms.
    private static func nouns(_ table: [String: String]) -> [String: [Noun]] {
        table.reduce(into: [:]) { found, row in
            guard let word = NameWords.split(row.key).first, word.isRussian else { return }
            found[word.form, default: []].append((row.key, row.value))
        }
    }

    /// The name that a Russian adjective implies: «сырный соус», «ореховый крем», «яичный крем». Not «ореховый запах»,
    /// «куриные белки», nor what the dish goes with: «к мясным и рыбным блюдам».
    static func adjective(_ words: [NameWord], at place: Int) -> String? {
        let word = words[place]
        guard word.isRussian,
            let food = WordList.russianAdjectiveStems.first(where: { word.text.utf8.starts(with: $0.key.utf8) })
        else {
            return nil
        }
        if starts(word, withAnyOf: sinks) { return nil }
        let next = words[(place + 1)...].first
        if let next, WordList.russianSmells.contains(next.form) { return nil }
        let noun = words[(place + 1)...].first { !isBetween($0) }
        guard let noun else { return food.value }
        if food.key.isSame(as: "курин"), starts(noun, withAnyOf: WordList.russianStemsForEggs) { return nil }
        if starts(noun, withAnyOf: WordList.russianStemsWithoutTheirFood) { return nil }
        if food.key.isSame(as: "маслян"), !starts(noun, withAnyOf: WordList.russianStemsForButterCreams) { return nil }
        let isTo = words[..<place].last { !isBetween($0) }?.text.isSame(as: "к") ?? false
        return isTo && starts(noun, withAnyOf: WordList.russianStemsForDishes) ? nil : food.value
    }

    /// Whether «масло» without a name is butter by the words around it: «кусочек масла», «растопите масло». Else it may be
    /// any listed oil.
    static func meansButter(_ words: [NameWord]) -> Bool {
        words.contains { $0.isRussian && starts($0, withAnyOf: WordList.russianStemsForSolidButter) }
    }

    /// Whether a word may stand between an adjective and its noun: another adjective or «и».
    private static func isBetween(_ word: NameWord) -> Bool {
        ["и", "или"].contains(word.text)
            || word.text.utf8.count > 6 && endings.contains { word.text.hasSuffix(bytes: $0) }
    }

    /// Endings of adjectives, without «ой», which nouns have too: «котлетой».
    private static let endings = [
        "ый", "ий", "ая", "яя", "ое", "ее", "ые", "ие", "ого", "его", "ому", "ему", "ую", "юю", "ым", "им", "ых", "их",
        "ыми", "ими",
    ]

    private static func starts(_ word: NameWord, withAnyOf stems: Set<String>) -> Bool {
        stems.contains { word.text.utf8.starts(with: $0.utf8) }
    }

    /// «в раковину» is no crayfish.
    private static let sinks: Set<String> = ["раковин"]
}
