// Finds the names of a catalogue that contain given words.

/// The names of ingredients as words.
package struct NamesInWords: Sendable {
    private let names: [(name: String, words: [UInt64])]

    package init(_ entries: [IngredientEntry]) {
        names = entries.flatMap { $0.english.all + $0.russian.all }.map { ($0, NameWords.hashes($0)) }
    }

    /// The first name that contains the words of the text in this order, one after another: "brown sugar" contains
    /// "sugar".
    package func first(containing text: String) -> String? {
        let words = NameWords.hashes(text)
        return words.isEmpty ? nil : names.first { Self.holds($0.words, words) }?.name
    }

    private static func holds(_ name: [UInt64], _ words: [UInt64]) -> Bool {
        name.count >= words.count
            && (0...(name.count - words.count)).contains { name[$0..<($0 + words.count)].elementsEqual(words) }
    }
}
