// Recognises lines of a pasted page that do not belong to its recipe: buttons, links and ratings.

import Bytes
import Food

enum PagePart {
    case button
    /// How people rated it, in numbers or stars.
    case rating

    /// `nil` for a line that may belong to the recipe.
    init?(_ line: String) {
        guard line.utf8.count <= 200 else { return nil }
        let pieces = line.split { "|•·→↓↑»›>/".contains($0) }.map { Self.words($0) }
        let text = Self.words(line[...])
        if Self.isRating(line, text) {
            self = .rating
        } else if pieces.contains(where: Self.isButton),
            pieces.allSatisfy({ Self.isButton($0) || !$0.contains(where: \.isLetter) })
        {
            self = .button
        } else if pieces.count > 1, ["home", "главная"].contains(pieces[0]) {
            // Where the page is on its site: Home » Soups » Borscht.
            self = .button
        } else {
            return nil
        }
    }

    /// Lower-case letters and numbers, separated by single spaces, with «е» for «ё» as in word lists.
    private static func words(_ text: Substring) -> String {
        text.lowercased().replacing(bytes: "ё", with: "е").split {
            !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "," && $0 != "'" && $0 != "’"
        }
        .joined(separator: " ")
    }

    /// `Share`, `12 comments`, `Pin 345`, `1.2K shares`.
    private static func isButton(_ words: String) -> Bool {
        let parts = words.split(separator: " ")
        let letters = parts.filter { !($0.first?.isNumber ?? false) }.joined(separator: " ")
        if WordList.buttonsOnPages.contains(words) { return true }
        return parts.count > 1
            && (WordList.buttonsOnPages.contains(letters) || WordList.countsOnPages.contains(letters))
    }

    /// `★★★★☆`, `4.8 from 123 votes`, `Rating: 4,5/5`, «Оценка: 4,8 (12 голосов)».
    private static func isRating(_ line: String, _ words: String) -> Bool {
        if line.contains(where: { "★☆⭐✩✮✯🌟".contains($0) }), !line.contains(where: \.isLetter) { return true }
        let parts = words.split(separator: " ")
        guard parts.contains(where: { $0.first?.isNumber ?? false }) else { return false }
        let rest = parts.filter { !($0.first?.isNumber ?? false) }.map(String.init)
        return rest.allSatisfy(ratingWords.contains) && rest.contains(where: WordList.wordsForRatings.contains)
    }

    private static let ratingWords = WordList.wordsForRatings.union(WordList.wordsBesideRatings)
}
