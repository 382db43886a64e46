// Compares two texts of one recipe field by field, and merges them by the author's choices.

/// The form that one window typed and the one that another window stored.
struct Comparison: Sendable {
    /// A row of a list in both texts; one of them may lack it.
    struct Pair: Equatable, Sendable {
        let mine: Int?
        let theirs: Int?
    }

    let mine: RecipeForm
    let theirs: RecipeForm
    /// The names of the text fields that differ.
    let texts: [String]
    let hasOtherPhoto: Bool
    let rows: [Pair]
    let steps: [Pair]

    init(mine: RecipeForm, theirs: RecipeForm) {
        self.mine = mine
        self.theirs = theirs
        texts = RecipeForm.texts.filter { mine[keyPath: $0.path] != theirs[keyPath: $0.path] }.map(\.name)
        hasOtherPhoto = mine.photo != theirs.photo
        rows = Self.pairs(mine.rows.map(\.text), theirs.rows.map(\.text))
        steps = Self.pairs(mine.steps.map(\.text), theirs.steps.map(\.text))
    }

    /// Whether the author has to choose between the two rows.
    func differs(row pair: Pair) -> Bool { pair.mine.map { mine.rows[$0] } != pair.theirs.map { theirs.rows[$0] } }
    func differs(step pair: Pair) -> Bool { pair.mine.map { mine.steps[$0] } != pair.theirs.map { theirs.steps[$0] } }

    var isSame: Bool {
        texts.isEmpty && !hasOtherPhoto && !rows.contains(where: differs(row:))
            && !steps.contains(where: differs(step:))
    }

    /// The merged form; `takesTheirs` is called with `title`, `photo`, `row-3`, `step-1`.
    func merged(_ takesTheirs: (String) -> Bool) -> RecipeForm {
        var merged = mine
        for (name, path) in RecipeForm.texts where takesTheirs(name) { merged[keyPath: path] = theirs[keyPath: path] }
        if takesTheirs("photo") { merged.photo = theirs.photo }
        func chosen<Item>(_ name: String, _ pairs: [Pair], _ mine: [Item], _ theirs: [Item]) -> [Item] {
            pairs.enumerated().compactMap { number, pair in
                takesTheirs("\(name)-\(number + 1)") ? pair.theirs.map { theirs[$0] } : pair.mine.map { mine[$0] }
            }
        }
        merged.rows = chosen("row", rows, mine.rows, theirs.rows)
        merged.steps = chosen("step", steps, mine.steps, theirs.steps)
        return merged
    }

    /// Pairs equal rows, and similar rows between them. The order is that of `mine`; a row that only `theirs` has keeps
    /// its position there.
    static func pairs(_ mine: [String], _ theirs: [String]) -> [Pair] {
        var pairs: [Pair] = []
        var (i, j) = (0, 0)
        for anchor in anchors(mine, theirs) + [(mine.count, theirs.count)] {
            pairs += between(i..<anchor.0, j..<anchor.1, mine, theirs)
            if anchor.0 < mine.count { pairs.append(Pair(mine: anchor.0, theirs: anchor.1)) }
            (i, j) = (anchor.0 + 1, anchor.1 + 1)
        }
        return pairs
    }

    private static func anchors(_ mine: [String], _ theirs: [String]) -> [(Int, Int)] {
        guard let edit = ShortestEdit.between(mine, theirs, effort: WordDifference.effort) else { return [] }
        return Array(zip(mine.indices.filter { !edit.removed[$0] }, theirs.indices.filter { !edit.added[$0] }))
    }

    private static func between(
        _ mine: Range<Int>, _ theirs: Range<Int>, _ mineTexts: [String], _ theirTexts: [String]
    ) -> [Pair] {
        if mine.isEmpty || theirs.isEmpty {
            return mine.map { Pair(mine: $0, theirs: nil) } + theirs.map { Pair(mine: nil, theirs: $0) }
        }
        let words = theirs.map { RowMatch.wordSet(theirTexts[$0]) }
        var pairs: [Pair] = []
        var next = theirs.lowerBound
        for place in mine {
            let own = RowMatch.wordSet(mineTexts[place])
            guard
                let alike = (next..<theirs.upperBound).first(where: {
                    RowMatch.likeness(own, words[$0 - theirs.lowerBound]) >= 0.4
                })
            else {
                pairs.append(Pair(mine: place, theirs: nil))
                continue
            }
            pairs += (next..<alike).map { Pair(mine: nil, theirs: $0) }
            pairs.append(Pair(mine: place, theirs: alike))
            next = alike + 1
        }
        return pairs + (next..<theirs.upperBound).map { Pair(mine: nil, theirs: $0) }
    }
}

extension RecipeForm {
    /// Whether it has no more rows and steps than a recipe may have: each is compared with each of the other text.
    var isComparable: Bool { rows.count <= RecipeLimits.lines && steps.count <= RecipeLimits.steps }
}

extension RowForm {
    /// The row as one line of text.
    var text: String {
        let line = [amount, unit, ingredient].filter { !$0.isEmpty }.joined(separator: " ")
        let whole = note.isEmpty ? line : "\(line), \(note)"
        return group.isEmpty ? whole : "\(group): \(whole)"
    }
}
