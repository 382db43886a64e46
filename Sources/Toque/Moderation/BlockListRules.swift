// Validates a typed block list.

import Bytes
import Words

/// A block list as typed: one word or phrase per line.
struct TypedBlockList: Sendable {
    static let lengths = 2...60
    static let limit = 1_000
    /// The most code points of the text; a longer one is not read.
    static let textLength = 2 * limit * lengths.upperBound

    /// The valid entries, case-folded, sorted, without duplicates.
    let words: [String]
    /// The lines that are too short or too long, as typed.
    let refused: [String]
    /// Whether the text is longer than the limit.
    let isUnread: Bool

    init(_ text: String) {
        isUnread = text.length > Self.textLength
        if isUnread {
            (words, refused) = ([], [])
            return
        }
        var words: Set<String> = []
        var refused: [String] = []
        for line in text.split(whereSeparator: \.isNewline).map(\.trimmed) where !line.isEmpty {
            let word = Words.fold(line).trimmed
            if Self.lengths.contains(word.length) { words.insert(word) } else { refused.append(line) }
        }
        self.words = words.sortedByBytes()
        self.refused = refused
    }

    var isTooLong: Bool { words.count > Self.limit }
}
