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

    /// The ingredients that single words of an understood line name besides what it was understood as: the pecans of
    /// `candied pecans`, which are candied nuts. Not of fresh food, where such words are varieties: `plum tomatoes`.
    package static func keys(
        beside understood: UnderstoodLine, in line: RecipeLine, _ index: IngredientIndex
    ) -> Set<String> {
        let entries = understood.keys.compactMap { index[$0] }
        guard entries.contains(where: { !fresh.contains($0.aisle) }) else { return [] }
        let own = Set(
            entries.flatMap { NameWords.split($0.english.singular) + NameWords.split($0.russian.singular) }.map(\.form))
        let others = NameWords.split(line.ingredient, limit: limit).filter { !own.contains($0.form) }
        return Set(others.compactMap { index.findWhole([$0])?.key })
    }

    /// The ingredients that plurals in the texts mean unless a line has one with that name: the peppers of `add the
    /// peppers` are vegetables, although `pepper` is a spice.
    package static func keys(named texts: [RecipeText], beside lines: [UnderstoodLine], _ index: IngredientIndex)
        -> Set<String>
    {
        var keys: Set<String> = []
        for word in texts.flatMap({ NameWords.split($0.text, limit: .max) }) {
            guard let name = WordList.foodsMeantByPlurals[word.text], let match = index.findWhole(name),
                let entry = index[match.key]
            else { continue }
            let isListed = lines.flatMap(\.keys).compactMap { index[$0] }.contains { other in
                other.aisle == entry.aisle
                    && (other.english.all + other.russian.all).contains { name in
                        NameWords.split(name).contains { $0.form == word.form }
                    }
            }
            if !isListed { keys.insert(entry.key) }
        }
        return keys
    }

    private static let fresh: Set<String> = ["fruit", "vegetables", "herbs-and-spices", "meat", "fish-and-seafood"]

    /// The most words of one text that are read.
    private static let limit = 64
}
