// Recognises a line of a pasted text that contains only the source or the author of the recipe.

import Bytes

/// The content of such a line.
enum CreditLine: Equatable {
    case address(String)
    case author(String)
    case source(String)

    /// The maximum characters of such a line.
    private static let longest = 200
    /// The maximum words of such a line if no colon separates the name.
    private static let mostWords = 12

    /// A label with a colon, or only a web address: such a line is never a step, wherever it is.
    init?(labelled line: String) {
        guard line.length <= Self.longest else { return nil }
        if Self.isAddress(line) {
            self = .address(line)
            return
        }
        let pieces = line.split(bytes: ":", maxSplits: 1).map(\.trimmed)
        guard pieces.count == 2, !pieces[1].isEmpty else { return nil }
        let (label, value) = (pieces[0].lowercased(), pieces[1])
        let isAuthor = Self.authors.contains(label)
        guard isAuthor || Self.sources.contains(label) else { return nil }
        self = Self.isAddress(value) ? .address(value) : isAuthor ? .author(value) : .source(value)
    }

    /// A line at the very beginning or end, where words without a colon count too: `Recipe from my aunt`.
    init?(atEdge line: String) {
        if let labelled = CreditLine(labelled: line) {
            self = labelled
            return
        }
        guard line.length <= Self.longest, line.split(bytes: " ").count <= Self.mostWords,
            let opening = Self.openings.first(where: { line.lowercased().hasPrefix(bytes: $0.words + " ") })
        else { return nil }
        let value = line.dropFirst(opening.words.count).trimmed
        if value.isEmpty { return nil }
        self = .source(opening.isKept ? line : value)
    }

    private static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains(where: { text.lowercased().hasPrefix(bytes: $0) })
            && !text.contains(bytes: " ")
    }

    private static let sources: Set = [
        "source", "recipe source", "recipe from", "adapted from", "credit", "credits", "original recipe", "источник",
        "источник рецепта", "рецепт взят", "рецепт с сайта", "взято",
    ]
    private static let authors: Set = [
        "author", "recipe by", "recipe author", "автор", "автор рецепта", "рецепт от",
    ]

    /// The words before a name. They are kept if they say more than that, or if Russian declines the name after them.
    private static let openings: [(words: String, isKept: Bool)] = [
        ("recipe from", false), ("recipe by", false), ("recipe courtesy of", false), ("adapted from", true),
        ("recipe adapted from", true), ("рецепт от", true), ("рецепт из", true), ("рецепт с сайта", true),
        ("рецепт взят", true), ("взято с", true), ("взято из", true),
    ]
}

extension ImportedRecipe {
    mutating func take(_ credit: CreditLine) {
        switch credit {
        case .address(let text): address = text
        case .author(let name): author = name
        case .source(let name): self.credit = name
        }
    }
}
