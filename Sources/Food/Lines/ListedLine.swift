// A line of an ingredient list, and a rule for lines that only look like a heading.

/// A line of an ingredient list with the heading above it.
package struct ListedLine: Equatable, Sendable {
    package let text: String
    package var group = ""

    package init(text: String, group: String = "") {
        self.text = text
        self.group = group
    }
}

extension ListedLine {
    /// Moves a purpose before the ingredient to its end: `For serving sour cream`, «Для жарки маргарин». `nil` if the
    /// text does not begin with a purpose and an ingredient.
    package static func withPurposeBehind(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let folded = NameWords.split(text, limit: .max).map(\.text)
        guard words.count == folded.count, words.count > 2, WordList.wordsBeforeAPurpose.contains(folded[0]) else {
            return nil
        }
        var behind = folded[1] == "the" || folded[1] == "a" ? 2 : 1
        guard behind < folded.count, WordList.purposes.contains(folded[behind]) else { return nil }
        behind += 1
        while behind < folded.count, WordList.wordsAfterAPurpose.contains(folded[behind]) { behind += 1 }
        guard behind < folded.count, folded[behind] != "the", folded[behind] != "and" else { return nil }
        let name = words[behind...].joined(separator: " ")
        return "\(name), \(words[..<behind].joined(separator: " "))"
    }

}
