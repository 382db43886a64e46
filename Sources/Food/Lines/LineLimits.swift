// Limits on how much of one ingredient line is read. A longer line stays as typed, and every answer about it is
// unknown.

import Synchronization

/// The most that one line may contain to be understood. Real lines are far shorter: of 146,722 only two are longer, and
/// neither names an ingredient.
package enum LineLimits {
    /// The maximum length in bytes, checked before the words are counted.
    package static let bytes = 2_000
    package static let words = 64
    /// The maximum number of words, numbers and signs together.
    package static let pieces = 128
    /// The maximum length of a heading, and of each text of a row, in code points.
    package static let field = 700
    /// The maximum number of alternatives: `butter or margarine` has two.
    static let alternatives = 8

    /// The maximum number of foods in a recipe: a page shows answers about each. Later lines stay as typed, and every answer
    /// about them is unknown.
    package static let foods = 600

    /// The name of something unknown as reasons show it: above 200 bytes only its first 100 code points, since each
    /// answer of a recipe may name all of its lines.
    package static func shown(_ name: String) -> String {
        name.utf8.count <= 200 ? name : String(String.UnicodeScalarView(name.unicodeScalars.prefix(100))) + "…"
    }

    package static func allow(_ text: String) -> Bool {
        let bytes = text.utf8.count
        // A word takes at least one byte, and so does its separator from the next: a text this short needs no counting.
        return bytes <= 2 * words || bytes <= Self.bytes && NameWords.count(text) <= words
    }
}

/// Counts pieces of work, so that a test can check how many were done without measuring time.
package final class WorkCounter: Sendable {
    private let done = Atomic<Int>(0)

    package var count: Int { done.load(ordering: .relaxed) }
    package func add(_ pieces: Int = 1) { done.add(pieces, ordering: .relaxed) }
}
