// A line of a pasted text that says nothing but where the recipe comes from or whose it is.

import Bytes

/// What such a line says.
enum CreditLine: Equatable {
    case address(String)
    case author(String)
    case source(String)

    /// As long as a line that only names somebody may be.
    private static let longest = 200
    /// And as many words, where no colon sets the name apart.
    private static let mostWords = 12

    /// A line that is a label with a colon, or an address of the web and nothing else: it is no step, wherever it stands.
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

    /// A line at the very beginning or end, where words without a colon may say the same: `Recipe from my aunt`.
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

    /// What a name follows on; the words are kept where they say more than that, or where Russian declines the name.
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
