// A parsed line with all the ingredients that it names, including alternatives and those in its note.

import Bytes
import Words

/// The ingredients of a recipe's line, as far as the catalogue knows them.
package struct UnderstoodLine: Sendable {
    /// An ingredient that the line names, with its catalogue entry or `nil`.
    package struct Candidate: Sendable {
        let name: String
        package let entry: IngredientEntry?
        let confidence: Double
        /// Whether the name is only similar to one of the entry's. It is then unknown whether the entry's facts apply.
        let isApproximate: Bool
        /// For a name without an entry that ends in the word for a product, such as `lemon curry sauce`: the entries
        /// that it names. Its label decides what they leave open. `nil` for other names.
        private(set) var kinds: [IngredientEntry]?
        /// Whether a text names it and no line does; `name` then contains the text's place.
        private(set) var isUnlisted = false
        /// Whether a heading names it and no line accounts for it.
        private(set) var isMissing = false

        init(name: String, entry: IngredientEntry?, confidence: Double = 1) {
            self.name = entry == nil ? LineLimits.shown(name) : name
            self.entry = entry
            self.confidence = confidence
            isApproximate = false
        }

        init(name: String, likely entry: IngredientEntry, confidence: Double) {
            self.name = name
            self.entry = entry.with(.unknown)
            self.confidence = confidence
            isApproximate = true
        }

        /// A product without an entry of its own; `kinds` are the entries that its name names.
        init(name: String, kinds: [IngredientEntry]) {
            self.init(name: name, entry: nil, confidence: 0)
            self.kinds = kinds
        }

        init(_ name: UnlistedIngredient, _ entry: IngredientEntry, hasAmount: Bool) {
            self.init(name: name.name, entry: entry, confidence: hasAmount ? 1 : 0.5)
            isUnlisted = true
        }

        /// An ingredient that only a heading names.
        init(missing entry: IngredientEntry) {
            self.init(name: entry.english.singular, entry: entry)
            isMissing = true
        }

        /// Its name in reasons: the entry's key, or `name` if it has no entry, is only similar or comes from a text.
        var label: String { isApproximate || isUnlisted ? name : entry?.key ?? name }
    }

    package let parsed: ParsedLine
    /// The alternatives (`butter or margarine`), each with all that it needs (`salt and pepper`).
    let alternatives: [[Candidate]]
    /// Ingredients that the note mentions (`pasta, cooked in chicken stock`): they may be in the dish.
    package let mentions: [Candidate]
    /// The text that names `mentions`, if no line accounts for them; `nil` for a line of the recipe.
    package private(set) var place: TextPlace?
    /// Amounts in the note of a stored line.
    package var measures = NoteMeasures()
    /// The state in which the line needs its ingredients; only nutrition values for that state apply.
    var states: FoodStates = []

    package init(parsed: ParsedLine, alternatives: [[Candidate]], mentions: [Candidate]) {
        (self.parsed, self.alternatives, self.mentions) = (parsed, alternatives, mentions)
    }

    /// A line longer than `LineLimits` allow: every answer about it is unknown, even if it is a heading.
    package init(unread line: ParsedLine) {
        self.init(parsed: line, alternatives: [[Candidate(name: line.line, entry: nil)]], mentions: [])
    }

    /// Ingredients that a text names and no line accounts for.
    package init(unlisted named: [(entry: IngredientEntry, hasAmount: Bool)], in place: TextPlace) {
        let mentions = named.map {
            Candidate(UnlistedIngredient(key: $0.entry.key, place: place), $0.entry, hasAmount: $0.hasAmount)
        }
        self.init(parsed: ParsedLine(line: ""), alternatives: [], mentions: mentions)
        self.place = place
    }

    /// The heading with ingredients that it names and no line accounts for.
    func naming(_ missing: [IngredientEntry]) -> UnderstoodLine {
        let keys = Set(missing.map(\.key))
        let others = mentions.filter { mention in !(mention.entry.map { keys.contains($0.key) } ?? false) }
        return UnderstoodLine(
            parsed: parsed, alternatives: alternatives, mentions: others + missing.map(Candidate.init(missing:)))
    }

    /// The line's first ingredient with its confidence, from 0 to 1; `nil` if the catalogue does not know the first.
    package var match: IngredientIndex.Match? { Self.match(alternatives) }

    package static func match(_ alternatives: [[Candidate]]) -> IngredientIndex.Match? {
        guard let first = alternatives.first?.first, let entry = first.entry else { return nil }
        let confidence = first.confidence * (alternatives.count > 1 || alternatives[0].count > 1 ? 0.85 : 1)
        return .init(key: entry.key, confidence: (confidence * 100).rounded() / 100, isApproximate: first.isApproximate)
    }

    /// Whether the food has no label to read: `homemade stock`, `leftover gravy`. It has one in `homemade or canned
    /// stock` and in `mayonnaise (preferably homemade)`.
    var isHomemade: Bool {
        let words = Words.words(parsed.line) + Words.words(parsed.note)
        if words.contains("or"), words.contains(where: WordList.wordsForBoughtFood.contains) { return false }
        return words.indices.contains { place in
            WordList.homemadeWords.contains(words[place]) && (place == 0 || words[place - 1] != "preferably")
        }
    }

    /// How many foods the line names.
    var foods: Int { alternatives.reduce(mentions.count) { $0 + $1.count } }

    /// The keys of all ingredients that the line certainly or possibly needs, each once, without those of its note.
    package var keys: [String] {
        var seen: Set<String> = []
        return alternatives.joined().compactMap { $0.entry?.key }.filter { seen.insert($0).inserted }
    }
}

extension UnderstoodLine {
    /// The line's first ingredient; `nil` if the catalogue does not know it.
    package var entry: IngredientEntry? { alternatives.first?.first?.entry }

    /// The line's ingredient if it certainly means one and no other.
    package var onlyEntry: IngredientEntry? {
        alternatives.count == 1 && alternatives[0].count == 1 && likely.isEmpty ? entry : nil
    }

    /// Whether several foods share the line's amount, so that nobody knows how much of each: `200 g butter and sugar`.
    /// `text` is the line's name.
    func sharesAmount(_ text: String) -> Bool {
        alternatives.contains { $0.count > 1 }
            && NameWords.pieces(text).contains { piece in
                piece.sign == .and || piece.words.contains { WordList.wordsForAnd.contains($0.text) }
            }
    }

    /// Whether the note's weight includes liquid that is poured away: `2 (400 g) cans chickpeas, drained`.
    func weighsLiquid(_ unit: MeasuringUnit?) -> Bool {
        states.contains(.drained) && !measures.measures.isEmpty && ["can", "jar"].contains(unit?.key)
    }

    /// Whether the line may mean another ingredient than `entry`, or contain more.
    var mayBeMore: Bool { keys.count + unknownNames.count > 1 || !mentions.isEmpty || !likely.isEmpty }

    /// Names in the line that the catalogue does not know.
    package var unknownNames: [String] { alternatives.joined().filter { $0.entry == nil }.map(\.name) }

    /// Whether the catalogue knows everything that the line and its note name.
    package var isKnown: Bool { unknownNames.isEmpty && likely.isEmpty && mentions.allSatisfy { $0.entry != nil } }

    /// Names in the line that are only similar to one in the catalogue, with the key of that ingredient.
    package var likely: [(name: String, key: String)] {
        alternatives.joined().filter(\.isApproximate).compactMap { candidate in
            candidate.entry.map { (candidate.name, $0.key) }
        }
    }
}
