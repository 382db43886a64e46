// The words of lines that were not understood; a search that excludes one of them leaves the recipe out.

/// The words of a recipe's lines that were not understood, and the ingredients whose names are among them.
package struct UnknownWords {
    package private(set) var forms: Set<String> = []
    package private(set) var keys: Set<String> = []

    package init(_ lines: [RecipeLine], _ index: IngredientIndex) {
        for line in lines {
            for text in [line.unit, line.ingredient, line.note] {
                let words = NameWords.split(text, limit: Self.limit)
                forms.formUnion(words.map(\.form))
                keys.formUnion(index.mentions(in: words).compactMap { $0.entry?.key })
            }
        }
    }

    /// The most words of one text that are read.
    private static let limit = 64
}
