// Finds the ingredients that a parsed line names, with its alternatives and those in its note.

import Bytes

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
        return (line.isTinned ? found.map { $0.map(tinned) } : found).map {
            $0.map(product).map { part($0, line.note) }
        }
    }

    /// The part of an egg that a note leaves: `4 eggs, whites only`, «4 яйца (белки)».
    private func part(_ whole: UnderstoodLine.Candidate, _ note: String) -> UnderstoodLine.Candidate {
        guard whole.entry?.key == Self.egg, !note.isEmpty, !whole.isApproximate else { return whole }
        let remarks = NameWords.pieces(note).map { piece in
            piece.words.filter { !WordList.wordsForOnly.contains($0.text) }.map(\.form)
        }
        let parts = Self.partsOfEggs.filter { remarks.contains([$0.form]) }
        guard parts.count == 1, let match = findWhole(parts[0].name), let entry = self[match.key] else { return whole }
        return .init(name: entry.english.singular, entry: entry, confidence: whole.confidence)
    }

    private static let egg = "egg"
    private static let partsOfEggs = [
        ("white", "egg white"), ("yolk", "egg yolk"), ("белок", "egg white"), ("желток", "egg yolk"),
    ]
    .map { (form: NameWords.split($0.0)[0].form, name: $0.1) }

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
        guard let entry = candidate.entry, !candidate.isApproximate,
            let match = findWhole("canned " + candidate.name) ?? findWhole(candidate.name + " в банке")
                ?? findWhole("canned " + entry.english.singular)
        else {
            guard let entry = candidate.entry, !entry.isKnownAsBought, !candidate.isApproximate else {
                return candidate
            }
            return .init(name: candidate.name, kinds: [entry])
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
            // `brown rice or other whole grain` may be wheat, unlike `Holland or other long red chilies`.
            let isOther =
                number + 1 == phrase.alternatives.count
                && alternative.words.contains { NameWords.isForAnother($0) && $0.text != "similar" }
            let longer = isOther ? nil : others.lazy.compactMap(\.parts.last).first { $0.count > 1 }
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
