// Finds the ingredients that a recipe's texts and headings name and no line accounts for.

extension IngredientIndex {
    /// Returns one line for each text that names an ingredient which no line accounts for; `listed` contains the
    /// recipe's lines and headings.
    package func unlisted(
        _ texts: [(text: String, place: TextPlace)], notInDish: String = "",
        beside listed: [UnderstoodLine]
    ) -> [UnderstoodLine] {
        let runs = texts.map { (runs: TextRuns.sentences($0.text), place: $0.place) }
        let made = MadeDishes(listed: ListedIngredients(listed, self), runs)
        var mentions = TextMentions(index: self, made: made, notInDish: notInDish)
        func found(isTitle: Bool) -> [UnderstoodLine] {
            runs.filter { ($0.place == .title) == isTitle }.compactMap { runs, place in
                let found = mentions.find(in: runs, isTitle: isTitle)
                return found.isEmpty ? nil : UnderstoodLine(unlisted: found, in: place)
            }
        }
        // The title is read last: it may name what a step makes.
        let rest = found(isTitle: false)
        return found(isTitle: true) + rest
    }

    /// The headings with the ingredients that they name and no line accounts for: `Meat:` above potatoes. Unlike what the
    /// lines below a heading make, these count as what a title names.
    package func withMissing(_ headings: [UnderstoodLine], beside lines: [UnderstoodLine]) -> [UnderstoodLine] {
        if headings.isEmpty { return [] }
        let made = MadeDishes(listed: ListedIngredients(lines, self), [])
        return headings.map { heading in
            guard heading.parsed.isHeading, !heading.parsed.isRemark, heading.alternatives.isEmpty else {
                return heading
            }
            var mentions = TextMentions(index: self, made: made, readsHeadings: true)
            let found = TextRuns.headings(heading.parsed.line).flatMap { mentions.find(in: [$0], isTitle: true) }
            return heading.naming(found.map(\.entry))
        }
    }
}
