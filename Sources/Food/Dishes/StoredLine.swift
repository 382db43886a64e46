// What a recipe's row means: a row is not the line it came from, and must never promise more than that line did.

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

    /// A row is never a heading, whatever it looks like.
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

    /// What stands in place of a unit is read too: one word as a note ("heaps"), more as part of the name ("slices bacon
    /// and").
    private var text: String {
        let strange = row.unit.isEmpty || catalogue.units[row.unit] != nil ? "" : row.unit
        let isWord = !strange.contains(where: \.isWhitespace)
        let name = isWord ? row.ingredient : "\(strange) \(row.ingredient)"
        return ([name] + [isWord ? strange : "", row.note].filter { !$0.isEmpty }).joined(separator: ", ")
    }

    /// From a can or a jar by the unit, or by the note where a weight is the unit: `8-ounce can tuna`.
    private var isTinned: Bool {
        if Self.tins.contains(row.unit) { return true }
        guard catalogue.units[row.unit]?.kind == .mass else { return false }
        return remarks.contains { remark in
            remark.last.flatMap { catalogue.unitKey($0.text) }.map(Self.tins.contains) ?? false
        }
    }

    private static let tins: Set<String> = ["can", "jar"]

    /// The note cut at its commas and brackets.
    private var remarks: [[NameWord]] { NameWords.chunks(row.note, at: NoteMentions.signs).map(\.words) }

    /// The name with each remark before it: `mashed potatoes` is kept as "potatoes" with the note "mashed", and nobody
    /// knows any more whether they are bought or made so.
    private var prepared: [[NameWord]] {
        let name = NameWords.split(row.ingredient)
        let remarks = remarks.filter { !$0.isEmpty }
        let pairs = zip(remarks, remarks.dropFirst()).map { $0 + $1 }
        return (remarks + pairs).map { $0 + name }
    }

    /// `1 date loaf` was kept as a loaf of dates once.
    private var loaf: [UnderstoodLine.Candidate] {
        let name = row.ingredient + " loaf"
        return row.unit == "loaf" && catalogue.index.find(name) == nil ? [.init(name: name, entry: nil)] : []
    }

    private func bought(_ name: [NameWord], _ parsed: ParsedLine) -> [UnderstoodLine.Candidate] {
        catalogue.index.named(name, isTinned: parsed.isTinned).map { [$0] } ?? []
    }
}

extension UnderstoodLine {
    /// The same line where it may as well be these: of each fact the worse of both holds, so they stand beside every
    /// alternative. One whose facts are those of the line says nothing new.
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
