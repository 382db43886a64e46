// A parsed line with all the ingredients that it names, including alternatives and those in its note.

import Bytes

/// The ingredients of a recipe's line, as far as the catalogue knows them.
package struct UnderstoodLine: Sendable {
    /// An ingredient that the line names, with its catalogue entry or `nil`.
    package struct Candidate: Sendable {
        let name: String
        package let entry: IngredientEntry?
        let confidence: Double
        /// Whether the name is only similar to one of the entry's. It is then unknown whether the entry's facts apply.
        let isLikely: Bool
        /// Whether a text names it and no line does; `name` then contains the text's place.
        private(set) var isUnlisted = false

        init(name: String, entry: IngredientEntry?, confidence: Double = 1) {
            self.name = entry == nil ? LineLimits.shown(name) : name
            self.entry = entry
            self.confidence = confidence
            isLikely = false
        }

        init(name: String, likely entry: IngredientEntry, confidence: Double) {
            self.name = name
            self.entry = entry.with(.unknown)
            self.confidence = confidence
            isLikely = true
        }

        init(_ name: UnlistedIngredient, _ entry: IngredientEntry, hasAmount: Bool) {
            self.init(name: name.name, entry: entry, confidence: hasAmount ? 1 : 0.5)
            isUnlisted = true
        }

        /// Its name in reasons: the entry's key, or `name` if it has no entry, is only similar or comes from a text.
        var label: String { isLikely || isUnlisted ? name : entry?.key ?? name }
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

    /// The line's first ingredient with its confidence, from 0 to 1; `nil` if the catalogue does not know the first.
    package var match: IngredientIndex.Match? { Self.match(alternatives) }

    package static func match(_ alternatives: [[Candidate]]) -> IngredientIndex.Match? {
        guard let first = alternatives.first?.first, let entry = first.entry else { return nil }
        let confidence = first.confidence * (alternatives.count > 1 || alternatives[0].count > 1 ? 0.85 : 1)
        return .init(key: entry.key, confidence: (confidence * 100).rounded() / 100, isLikely: first.isLikely)
    }

    /// The keys of all ingredients that the line certainly or possibly needs, each once, without those of its note.
    package var keys: [String] {
        var seen: Set<String> = []
        return alternatives.joined().compactMap { $0.entry?.key }.filter { seen.insert($0).inserted }
    }
}

extension IngredientIndex {
    /// Finds the ingredients that a parsed line names; an ingredient chosen by hand replaces the line's first.
    package func understand(_ line: ParsedLine, chosen key: String? = nil) -> UnderstoodLine {
        work.add()
        if line.isHeading {
            guard LineLimits.allow(line.line) else { return UnderstoodLine(unread: line) }
            // A heading is not an ingredient, but one that it names may be below it.
            let named = NoteMentions(index: self).find(in: line.line, beside: "", of: [])
            return UnderstoodLine(parsed: line, alternatives: [], mentions: named)
        }
        var alternatives = alternatives(of: line)
        if let key, let entry = self[key] {
            let chosen = UnderstoodLine.Candidate(name: line.name, entry: entry)
            if alternatives.isEmpty {
                alternatives = [[chosen]]
            } else {
                alternatives[0][0] = chosen
            }
        }
        let entries = alternatives.joined().compactMap(\.entry)
        let mentions = NoteMentions(index: self).find(in: line.note, beside: line.name, of: entries).filter { mention in
            !entries.contains { $0.key == mention.entry?.key }
        }
        var understood = UnderstoodLine(parsed: line, alternatives: alternatives, mentions: mentions + wordless(line))
        understood.states = FoodStates(line.phrase, note: line.note)
        if line.isTinned { understood.states.insert(.canned) }
        return understood
    }

    private func wordless(_ line: ParsedLine) -> [UnderstoodLine.Candidate] {
        WordlessParts.find(in: line.line).map { UnderstoodLine.Candidate(name: $0, entry: nil) }
    }

    /// The first ingredient that a parsed line needs; its note is not searched for others.
    package func match(_ line: ParsedLine) -> Match? {
        line.isHeading ? nil : UnderstoodLine.match(alternatives(of: line))
    }

    private func alternatives(of line: ParsedLine) -> [[UnderstoodLine.Candidate]] {
        let found = withPurpose(line).map { [[candidate(line.phrase, $0)]] } ?? named(line)
        return line.isTinned ? found.map { $0.map(tinned) } : found
    }

    /// The ingredient with exactly this name, in its canned form if it comes from a can; `nil` if there is none.
    func named(_ name: [NameWord], isTinned: Bool) -> UnderstoodLine.Candidate? {
        guard let match = findWhole(name) else { return nil }
        let found = candidate(text(name), match)
        return isTinned ? tinned(found) : found
    }

    /// The canned form, if the catalogue has one: `1 can black beans` contains cooked beans, and `1 can chili` or
    /// «банка чили» is not a chilli pepper. Without one, an ingredient becomes unknown if its facts do not apply to
    /// bought products.
    private func tinned(_ candidate: UnderstoodLine.Candidate) -> UnderstoodLine.Candidate {
        guard let entry = candidate.entry, !candidate.isLikely,
            let match = findWhole("canned " + candidate.name) ?? findWhole(candidate.name + " в банке")
                ?? findWhole("canned " + entry.english.singular)
        else {
            let isKnown = candidate.entry?.isKnownAsBought ?? true
            return isKnown || candidate.isLikely ? candidate : self.candidate(candidate.name, nil)
        }
        return .init(name: candidate.name, entry: self[match.key], confidence: candidate.confidence)
    }

    /// The entry whose name includes the purpose that the parser moved to the note: `тесто для пиццы`.
    private func withPurpose(_ line: ParsedLine) -> Match? {
        guard line.note.utf8.starts(with: "для ".utf8) else { return nil }
        let purpose = line.note.prefix(beforeAny: ",;(")
        return findWhole(line.phrase + " " + purpose)
    }

    private func named(_ line: ParsedLine) -> [[UnderstoodLine.Candidate]] {
        if line.prepared != line.phrase, let match = findWritten(line.prepared) {
            return [[candidate(line.prepared, match)]]
        }
        if let match = findWritten(line.phrase) { return [[candidate(line.phrase, match)]] }
        let words = NameWords.split(line.phrase)
        let match = find(words)
        if let match, !IngredientPhrase.mayBeCut(line.phrase, words) { return [[candidate(line.phrase, match)]] }
        if let dish = saladDish(words) { return dish }
        let phrase = IngredientPhrase(line.phrase)
        if phrase.isEmpty || phrase.alternatives.count > LineLimits.alternatives {
            return [[UnderstoodLine.Candidate(name: line.line, entry: nil)]]
        }
        if let match, phrase.isSingle { return [[candidate(line.phrase, match)]] }
        var found: [[UnderstoodLine.Candidate]] = []
        for (number, alternative) in phrase.alternatives.enumerated() {
            let others = phrase.alternatives[(number + 1)...] + phrase.alternatives[..<number].reversed()
            let longer = others.lazy.compactMap(\.parts.last).first { $0.count > 1 }
            found += candidates(alternative, borrowingFrom: longer)
        }
        // `canned chipotles in adobo` is one name; a part alone means nothing.
        if let match, phrase.isOfOneName, found.joined().contains(where: { $0.entry == nil }) {
            return [[candidate(line.phrase, match)]]
        }
        if found.isEmpty { found = [[UnderstoodLine.Candidate(name: line.phrase, entry: nil)]] }
        return found.map { $0.map(likely) }
    }

    /// Gives an unknown name the entry with the most similar name, if one is similar enough.
    private func likely(_ unknown: UnderstoodLine.Candidate) -> UnderstoodLine.Candidate {
        guard unknown.entry == nil, let match = findLikely(NameWords.split(unknown.name)), let entry = self[match.key]
        else { return unknown }
        return .init(name: unknown.name, likely: entry, confidence: match.confidence)
    }

    /// With «с» after it, «салат» is a dish and not lettuce, as in «салат с яблоками». What else is in the dish is
    /// unknown.
    private func saladDish(_ words: [NameWord]) -> [[UnderstoodLine.Candidate]]? {
        guard words.count > 2, words[0].form == Self.salad, words[1].text == "с" || words[1].text == "со" else {
            return nil
        }
        let dish = UnderstoodLine.Candidate(name: text(words), entry: nil)
        return IngredientPhrase(text(Array(words[2...]))).alternatives.map { alternative in
            [dish] + alternative.parts.map { candidate(text($0), find($0)) }
        }
    }

    private static let salad = NameWords.split("салат")[0].form

    /// What one alternative needs; several readings if the words are ambiguous: `chicken or vegetable stock`.
    private func candidates(
        _ alternative: IngredientPhrase.Alternative, borrowingFrom longer: [NameWord]?
    ) -> [[UnderstoodLine.Candidate]] {
        let parts = alternative.parts
        let whole = parts.flatMap(\.self)
        if lacksItself(alternative) { return [[candidate(text(alternative.words), nil)]] }
        if isOnlyModifiers(whole), findWhole(alternative.words) == nil {
            // `regular` in `vegan butter or regular` is another butter; `fresh` in `fresh or frozen` is not another
            // ingredient.
            let isFat = whole.contains(where: GenericNames.isOfAnimals)
            if !isFat, let kind = longer.flatMap({ borrowed(whole, $0) }) { return [[kind]] }
            return NameStates.areAll(whole) ? [] : [[candidate(text(whole), nil)]]
        }
        var readings: [[UnderstoodLine.Candidate]] = []
        if parts.count > 1 {
            let needed = parts.enumerated().filter { number, part in
                number == 0 && !isOnlyModifiers(part) || isName(part) || number > 0 && !saysNothing(part, of: parts[0])
            }
            let all = needed.map { candidate(text($0.element), find($0.element)) }
            if !all.isEmpty, !all.contains(where: { $0.entry == nil }) { readings.append(all) }
        }
        if readings.isEmpty, let match = parts.count > 1 ? findWhole(alternative.words) : find(whole) {
            readings.append([candidate(text(whole), match)])
        }
        if let longer, let last = parts.last, let whole = borrowed(last, longer) {
            let rest = parts.dropLast().map { candidate(text($0), find($0)) }
            if parts.count == 1, last.count == 1, Self.kinds.contains(last[0].text) { return [[whole]] }
            readings.insert(rest + [whole], at: whole.confidence == 1 && isHalfName(last) ? 0 : readings.count)
        }
        return readings.isEmpty ? [parts.map { candidate(text($0), find($0)) }] : readings
    }

    /// Whether an ingredient is said to lack what it is made of: `mince without meat`, «майонез без яиц». It is then a
    /// substitute, and its contents are unknown.
    private func lacksItself(_ alternative: IngredientPhrase.Alternative) -> Bool {
        guard let head = find(alternative.parts[0]), let owner = self[head.key] else { return false }
        return alternative.lacking.contains { isReplaced(owner, without: alternative.parts[$0]) }
    }

    /// Whether an ingredient without `missing` would be a different one: both have the same bad fact.
    func isReplaced(_ owner: IngredientEntry, without missing: [NameWord]) -> Bool {
        let lacked = find(missing).flatMap { self[$0.key]?.facts }
        return FactName.allCases.contains { name in
            owner.facts[name] == name.bad
                && (lacked?[name] == name.bad || missing.contains { NoteWords.fact(of: $0) == name })
        }
    }

    /// Whether the words are exactly the name of an ingredient other than a plain, mild plant: «сыром»,
    /// `half-and-half`. Not `shells`, which are usually those of eggs.
    private func isName(_ part: [NameWord]) -> Bool {
        guard let match = findWhole(part), let entry = self[match.key] else { return false }
        let isPlain = entry.facts.isPlainPlant && entry.facts[.spicy] == .no
        return !isPlain && !["shell", "shells"].contains(part.last?.text)
    }

    /// Whether the part adds no ingredient: `with skin`, `in its juice`, `and chopped`. Fat and bones are something
    /// else's if the owner has none.
    private func saysNothing(_ part: [NameWord], of owner: [NameWord]) -> Bool {
        guard isAside(part) || isOnlyModifiers(part) else { return false }
        guard part.contains(where: GenericNames.isOfAnimals), let match = find(owner) else { return true }
        return self[match.key].map { GenericNames.hasFat($0) } ?? true
    }

    /// The ingredient named by these words and the end of the longer name: `chicken stock` in `chicken or vegetable
    /// stock`, but not `garlic powder` in `garlic or garlic powder`.
    private func borrowed(_ words: [NameWord], _ longer: [NameWord]) -> UnderstoodLine.Candidate? {
        guard words.last?.form != longer.first?.form else { return nil }
        for start in 1..<longer.count {
            let whole = words + longer[start...]
            if let match = find(whole) { return candidate(text(whole), match) }
        }
        return nil
    }

    /// Whether a name probably shares the other's last word: `peanut or corn oil`, not `butter or corn oil`.
    private func isHalfName(_ words: [NameWord]) -> Bool {
        guard let last = words.last, !last.text.hasSuffix("s") else { return false }
        if words.count == 1, Self.kinds.contains(last.text) { return true }
        guard let match = find(words), let entry = self[match.key] else { return true }
        return Self.halfNamed.contains(entry.aisle)
    }

    /// Words that are the first half of a name here, not a food of their own: `vegetable or canola oil`, `vanilla or
    /// chocolate ice cream`.
    private static let kinds: Set<String> = ["vegetable", "vanilla", "maple"]

    private static let halfNamed: Set<String> = [
        "vegetables", "fruit", "nuts-and-seeds", "legumes", "meat", "grains-and-pasta",
    ]

    private func candidate(_ name: String, _ match: Match?) -> UnderstoodLine.Candidate {
        .init(name: name, entry: match.flatMap { self[$0.key] }, confidence: match?.confidence ?? 0)
    }

    private func text(_ words: [NameWord]) -> String { words.map(\.text).joined(separator: " ") }
}

extension UnderstoodLine {
    /// The line's first ingredient; `nil` if the catalogue does not know it.
    package var entry: IngredientEntry? { alternatives.first?.first?.entry }

    /// Whether the line may mean another ingredient than `entry`, or contain more.
    var mayBeMore: Bool { keys.count + unknownNames.count > 1 || !mentions.isEmpty || !likely.isEmpty }

    /// Names in the line that the catalogue does not know.
    package var unknownNames: [String] { alternatives.joined().filter { $0.entry == nil }.map(\.name) }

    /// Whether the catalogue knows everything that the line and its note name.
    package var isKnown: Bool { unknownNames.isEmpty && likely.isEmpty && mentions.allSatisfy { $0.entry != nil } }

    /// Names in the line that are only similar to one in the catalogue, with the key of that ingredient.
    package var likely: [(name: String, key: String)] {
        alternatives.joined().filter(\.isLikely).compactMap { candidate in
            candidate.entry.map { (candidate.name, $0.key) }
        }
    }
}
