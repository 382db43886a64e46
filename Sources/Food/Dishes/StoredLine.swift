// Interprets a stored row of a recipe. A row is not the line it came from, and must never promise more than that line.

/// A stored row of a recipe, and the catalogue that interprets it.
struct StoredLine {
    private let catalogue: Catalogue
    private let row: RecipeLine

    init(_ catalogue: Catalogue, _ row: RecipeLine) {
        self.catalogue = catalogue
        self.row = row
    }

    var understood: UnderstoodLine {
        var line = named
        line.measures = NoteMeasures(row.note, catalogue.parser)
        return line
    }

    /// The row without the measures of its note. A row is never a heading, even if it looks like one.
    private var named: UnderstoodLine {
        var parsed = catalogue.parse(text)
        if parsed.isHeading || parsed.isUnread {
            parsed.isHeading = false
            let unknown = UnderstoodLine.Candidate(name: row.ingredient, entry: nil)
            return UnderstoodLine(parsed: parsed, alternatives: [[unknown]], mentions: [])
        }
        parsed.isTinned = parsed.isTinned || isTinned
        return catalogue.index.understand(parsed).orElse(prepared.flatMap { bought($0, parsed) } + loaf)
    }

    /// The row as one text. An unknown unit is read too: one word as a note ("heaps"), several words as part of the
    /// name ("slices bacon and").
    private var text: String {
        let strange = row.unit.isEmpty || catalogue.units[row.unit] != nil ? "" : row.unit
        let isWord = !strange.contains(where: \.isWhitespace)
        let name = isWord ? row.ingredient : "\(strange) \(row.ingredient)"
        return ([name] + [isWord ? strange : "", row.note].filter { !$0.isEmpty }).joined(separator: ", ")
    }

    /// Whether the food is from a can or a jar: by the unit, or by the note where the unit is a mass (`8-ounce can
    /// tuna`).
    private var isTinned: Bool {
        if Self.tins.contains(row.unit) { return true }
        guard catalogue.units[row.unit]?.kind == .mass else { return false }
        return remarks.contains { remark in
            remark.last.flatMap { catalogue.unitKey($0.text) }.map(Self.tins.contains) ?? false
        }
    }

    private static let tins: Set<String> = ["can", "jar"]

    /// The note, split at its commas and brackets.
    private var remarks: [[NameWord]] { NameWords.chunks(row.note, at: NoteMentions.signs).map(\.words) }

    /// The name with each remark, or two in a row, before it: `mashed potatoes` is stored as "potatoes" with the note
    /// "mashed", so it is unknown whether they are bought or made that way.
    private var prepared: [[NameWord]] {
        let name = NameWords.split(row.ingredient)
        let remarks = remarks.filter { !$0.isEmpty }
        let pairs = zip(remarks, remarks.dropFirst()).map { $0 + $1 }
        // `soft dried` is dried.
        let lasts = remarks.filter { $0.count > 1 }.compactMap(\.last).filter { WordList.driedWords.contains($0.text) }
            .map { [$0] }
        return (remarks + pairs + lasts).map { $0 + name }
    }

    /// Earlier versions stored `1 date loaf` as a loaf of dates.
    private var loaf: [UnderstoodLine.Candidate] {
        let name = row.ingredient + " loaf"
        return row.unit == "loaf" && catalogue.index.find(name) == nil ? [.init(name: name, entry: nil)] : []
    }

    private func bought(_ name: [NameWord], _ parsed: ParsedLine) -> [UnderstoodLine.Candidate] {
        catalogue.index.named(name, isTinned: parsed.isTinned).map { [$0] } ?? []
    }
}

extension UnderstoodLine {
    /// A copy of the line that may also mean one of `others`. They are added to every alternative, so that the worse of
    /// each fact counts; one with the same facts as the line is not added. If one is another food, the figures are
    /// unclear.
    func orElse(_ others: [Candidate]) -> UnderstoodLine {
        let new = others.filter { other in
            !alternatives.allSatisfy { $0.contains { $0.entry?.facts == other.entry?.facts } }
        }
        let isOther = others.contains { other in other.entry.map { $0.key != entry?.key } ?? true }
        if new.isEmpty {
            var line = self
            if isOther { line.states.insert(.unclear) }
            return line
        }
        var line = UnderstoodLine(parsed: parsed, alternatives: alternatives.map { $0 + new }, mentions: mentions)
        (line.measures, line.states) = (measures, states.union(.unclear))
        return line
    }
}
