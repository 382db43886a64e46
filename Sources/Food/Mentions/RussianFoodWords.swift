// Foods that Russian diminutives and adjectives mean.

import Bytes

enum RussianFoodWords {
    /// The food that a Russian diminutive means: «яичко», «сметанку».
    static func diminutive(_ word: NameWord) -> String? {
        guard word.isRussian else { return nil }
        return WordList.russianDiminutiveStems.first { word.text.utf8.starts(with: $0.key.utf8) }?.value
    }

    /// The name that a Russian adjective implies: «сырный соус», «ореховый крем», «яичный крем». Not «ореховый запах»,
    /// «куриные белки», nor what the dish goes with: «к мясным и рыбным блюдам».
    static func adjective(_ words: [NameWord], at place: Int) -> String? {
        let word = words[place]
        guard word.isRussian, let food = adjectives.first(where: { word.text.utf8.starts(with: $0.stem.utf8) }) else {
            return nil
        }
        let rest = words[(place + 1)...].prefix(3)
        if let next = rest.first, WordList.russianSmells.contains(next.form) { return nil }
        if food.stem.isSame(as: "курин"), rest.contains(where: { starts($0, withAnyOf: eggs) }) { return nil }
        // Other adjectives may stand between: «к мясным и рыбным блюдам».
        let before = words[..<place].last { word in
            !["и", "или"].contains(word.text) && !adjectives.contains { word.text.utf8.starts(with: $0.stem.utf8) }
        }
        return before?.text.isSame(as: "к") == true && rest.contains { starts($0, withAnyOf: dishes) } ? nil : food.name
    }

    private static func starts(_ word: NameWord, withAnyOf stems: [String]) -> Bool {
        stems.contains { word.text.utf8.starts(with: $0.utf8) }
    }

    private static let eggs = ["яйц", "яиц", "яич", "желт", "белк", "белок"]
    private static let dishes = ["блюд", "закуск", "гарнир"]

    private static let adjectives = [
        (stem: "сырн", name: "сыр"), (stem: "орехов", name: "орехи"), (stem: "яичн", name: "яйцо"),
        (stem: "молочн", name: "молоко"), (stem: "сливочн", name: "сливки"), (stem: "миндальн", name: "миндаль"),
        (stem: "арахисов", name: "арахис"), (stem: "курин", name: "курица"), (stem: "рыбн", name: "рыба"),
        (stem: "мясн", name: "minced meat"), (stem: "говяж", name: "говядина"), (stem: "свино", name: "свинина"),
    ]
}
