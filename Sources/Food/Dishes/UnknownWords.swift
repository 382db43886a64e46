// What lines that were not understood may name: a search without something leaves their recipes out.

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

    /// Words of one text that count.
    private static let limit = 64
}
