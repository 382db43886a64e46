// Where a step names an ingredient, for recipes written as Cooklang.

import Foundation

/// Where a text names something.
enum NamedPlace {
    /// The first place where the name stands as whole words, whatever the case.
    static func first(of name: String, in text: String) -> Range<String.Index>? {
        var start = text.startIndex
        while let found = text.range(of: name, options: .caseInsensitive, range: start..<text.endIndex) {
            let before = found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
            let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
            if !isLetter(before), !isLetter(after) { return found }
            start = text.index(after: found.lowerBound)
        }
        return nil
    }

    private static func isLetter(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber } ?? false
    }
}
