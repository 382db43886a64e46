// Finds foods that words of a text imply without naming them: fat to fry in, and what food is coated with.

import Bytes

extension TextMentions {
    /// The fat that food is fried in, which may be of animals: `fry in hot fat`, «на жиру». `nil` for the fat of a listed
    /// food: `skim off the fat`.
    func fat(_ words: [NameWord], at place: Int) -> String? {
        if listed.hasFat { return nil }
        if words[place].isRussian { return Self.russianFats.contains(words[place].text) ? "смалец" : nil }
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
        guard words[place].text == "crumb", place + 1 < words.count,
            WordList.wordsBeforeObjects.contains(words[place + 1].text)
        else { return nil }
        return "breadcrumbs"
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

    private static let coatingWith: Set<String> = ["in", "into", "through", "with"]
    private static let russianFats: Set<String> = ["жир", "жира", "жиру", "жире", "жиром"]
    private static let fatTools: Set<String> = ["fryer", "frying", "separator", "side", "thermometer"]
    private static let breading = ["панир", "запанир"]
    /// Ingredients for breading: if one is listed, `breaded` means that one.
    private static let coatings = NameWords.forms(WordList.coatings)
    private static let alcohol = NameWords.forms("alcohol booze алкоголь")
}
