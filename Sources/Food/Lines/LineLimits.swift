// How much of one ingredient line is read: what is longer stays as it was typed, and all that is asked of it is unknown.

import Synchronization

/// What one line may hold to be understood. People's lines stay far below: of 146,722 real ones two are longer, and
/// neither of them names an ingredient.
package enum LineLimits {
    /// In bytes, looked at before anything else.
    package static let bytes = 2_000
    package static let words = 64
    /// Words, numbers and signs together.
    package static let pieces = 128
    /// Letters of a heading, and of each text of a row.
    package static let field = 700
    /// `butter or margarine` are two.
    static let alternatives = 8

    /// What nobody understands, as reasons name it: each answer of a recipe may name all of its lines.
    package static func shown(_ name: String) -> String {
        name.utf8.count <= 200 ? name : String(String.UnicodeScalarView(name.unicodeScalars.prefix(100))) + "…"
    }

    package static func allow(_ text: String) -> Bool {
        let bytes = text.utf8.count
        // A word takes a byte, and another one that parts it from the next.
        return bytes <= 2 * words || bytes <= Self.bytes && NameWords.count(text) <= words
    }
}

/// Counts pieces of work, so that a test can check how many were done without measuring time.
package final class WorkCounter: Sendable {
    private let done = Atomic<Int>(0)

    package var count: Int { done.load(ordering: .relaxed) }
    package func add(_ pieces: Int = 1) { done.add(pieces, ordering: .relaxed) }
}
