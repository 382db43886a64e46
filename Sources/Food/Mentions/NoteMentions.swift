// Finds the ingredients that a line's note names: `pasta, cooked in chicken stock`, `bread (buttered)`, `or lard`.

import Bytes

/// Looks in notes for known names, and for words that may mean unknown ingredients.
struct NoteMentions {
    let index: IngredientIndex

    /// Finds what the note of a line mentions; `name` and `owners` are the line's name and ingredients. A candidate
    /// without an entry means that something unknown is mentioned.
    func find(in note: String, beside name: String, of owners: [IngredientEntry]) -> [UnderstoodLine.Candidate] {
        if note.isEmpty { return [] }
        var found: [UnderstoodLine.Candidate] = []
        lazy var all = NameWords.split(note + " " + name, limit: .max)
        lazy var givesExamples = all.contains { WordList.wordsBeforeExamples.contains($0.text) }
        lazy var isMushroom = all.contains { $0.form == "mushroom" }
        for words in Self.runs(note) {
            let named = index.mentions(in: words)
            let mentions = named.filter {
                !isBeside($0.range, words) && !isOwn($0.range, words, owners)
                    && (owners.isEmpty || !isPurpose($0, words))
                    && !($0.entry?.key == "oyster" && words[$0.range.lowerBound].text == "oyster"
                        && isMushroom)
            }
            found += mentions.map {
                let written = words[$0.range].map(\.text).joined(separator: " ")
                return .init(name: $0.entry?.english.singular ?? written, entry: $0.entry)
            }
            let inNames = Set(named.flatMap(\.range))
            if let generic = generic(words, inNames) { found.append(generic) }
            for word in words {
                guard let hidden = WordList.foodsImpliedInNotes[word.text], let match = index.find(hidden) else {
                    continue
                }
                found.append(.init(name: word.text, entry: index[match.key]))
            }
            if let word = unknown(words, inNames, owners) ?? replaced(words, owners) {
                // The label of bought meat says what the maker added.
                found.append(
                    NoteWords.isBought(word)
                        ? .init(name: word.text, kinds: owners) : .init(name: word.text, entry: nil))
            }
            // `rice (or egg) noodles` offers egg noodles, although `egg` is a name too.
            if !givesExamples, let other = alternative(words, to: name, of: owners),
                mentions.isEmpty || other.entry != nil
            {
                found.append(other)
            }
            if let other = substitute(words, for: name, isAlone: mentions.isEmpty) { found.append(other) }
            if isAnyKind(words, of: name) || isMixed(words, with: name) {
                found.append(.init(name: Self.text(words), entry: nil))
            }
        }
        return found
    }

    /// The words between a note's commas and brackets. Other signs become `and` or `or`: `half & half`, `seeds/ribs
    /// removed`.
    private static func runs(_ note: String) -> [[NameWord]] {
        NameWords.pieces(note).reduce(into: [[]]) { runs, piece in
            switch piece.sign {
            case .and: runs[runs.count - 1] += NameWords.and + piece.words
            case .or: runs[runs.count - 1] += NameWords.or + piece.words
            case .comma, .end, nil: runs.append(piece.words)
            }
        }
    }

    /// The separators of a note: `,;()[]`.
    static let signs: [UInt8] = [0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D]

    /// The first generic word, such as `масло` in `соль, перец, масло`: something unknown is in the dish. Not if the
    /// note says what the line is for (`for the sauce`), how it looks (`ground into crumbs`) or how much there is
    /// (`about 2 cups crumbs`). That exception ends at a word such as `and` or `in` (`cut into cubes and dipped in
    /// batter`).
    private func generic(_ words: [NameWord], _ inNames: Set<Int>) -> UnderstoodLine.Candidate? {
        var isPurpose = false
        for (place, word) in words.enumerated() {
            if GenericNames.isPurpose(word) { isPurpose = true }
            if GenericNames.isAnother(word) { isPurpose = false }
            guard !isPurpose, !inNames.contains(place), GenericNames.names(word, isLast: place == words.count - 1),
                !isBeside(place..<place + 1, words)
            else { continue }
            return .init(name: word.text, entry: nil)
        }
        return nil
    }

    /// The word by which a note denies what the line's ingredient is made of: `mince (meat-free)`, `bacon, vegan`,
    /// «фарш (без мяса)». The ingredient is then a substitute, and its contents are unknown. Parts do not count:
    /// `chicken, no bones`.
    private func replaced(_ words: [NameWord], _ owners: [IngredientEntry]) -> NameWord? {
        for (place, word) in words.enumerated() {
            // Only a condition: `omit for vegan`, `if you are dairy free`.
            if Self.conditions.contains(word.text) { return nil }
            let before = words[max(0, place - 2)..<place].map(\.text)
            let next = place + 1 < words.count ? words[place + 1].text : ""
            let isDenied = next == "free" || next == "less" || before.contains(where: Self.denying.contains)
            let said = WordList.wordsForNot.contains(where: before.contains) ? nil : NoteWords.suits(word)
            let isReplaced = owners.contains { owner in
                said.map { owner.facts[$0] == $0.bad } ?? false
                    || isDenied && !WordList.removableParts.contains(word.text)
                        && index.isReplaced(owner, without: [word])
            }
            if isReplaced { return word }
        }
        return nil
    }

    /// Whether a dish that is served whole is only what the line is for: `pastry for a 9 inch double crust pie`.
    private func isPurpose(_ mention: (entry: IngredientEntry?, range: Range<Int>), _ words: [NameWord]) -> Bool {
        guard let key = mention.entry?.key, Self.wholeDishes.contains(key),
            let place = words[..<mention.range.lowerBound].lastIndex(where: { $0.text == "for" }),
            !words[..<place].contains(where: { WordList.wordsForSwapping.contains($0.text) })
        else { return false }
        // `for serving with cake` and `for the crust and bread` put the food beside it.
        return !words[place..<mention.range.lowerBound].contains {
            GenericNames.isAnother($0) || $0.text.hasSuffix(bytes: "ing")
        }
    }

    private static let wholeDishes: Set<String> = ["burrito", "cake", "pie", "sandwich", "taco"]
    private static let conditions: Set<String> = ["for", "if", "для", "если"]
    private static let denying: Set<String> = ["without", "no", "zero", "без"]

    /// Whether the word means a part or state of the line's own ingredient, though another food has the same name:
    /// `jalapeño with seeds`, `tomatoes, seeds and cores removed`, `shrimp in shells`, `bacon cooked until crisp`,
    /// `more for seasoning`.
    private func isOwn(_ range: Range<Int>, _ words: [NameWord], _ owners: [IngredientEntry]) -> Bool {
        guard range.count == 1, !owners.isEmpty else { return false }
        switch words[range.lowerBound].text {
        case "crisp": return true
        case "seasoning": return range.lowerBound > 0 && words[range.lowerBound - 1].text == "for"
        case "wafer": return words[range.upperBound...].first?.text == "thin"
        case "shell", "shells":
            return owners.allSatisfy { $0.facts[.crustaceans] == .yes || $0.facts[.molluscs] == .yes }
        case "seed", "seeds":
            let behind = words[range.upperBound...].prefix(4)
            return owners.allSatisfy { $0.facts[.spicy] == .yes }
                || owners.allSatisfy(\.facts.isPlainPlant)
                    && behind.contains { Self.away.contains($0.text) || Self.gone.contains($0.text) }
        default: return false
        }
    }

    /// A word of which nobody knows what it brings: what it was made with (`battered`), what it declares (`contains
    /// soya`), whose fat it is, letters of two scripts in one, or anything unknown behind `with` and `in`.
    private func unknown(
        _ words: [NameWord], _ inNames: Set<Int>, _ owners: [IngredientEntry]
    ) -> NameWord? {
        for (place, word) in words.enumerated() where !inNames.contains(place) {
            if NoteWords.hasTwoScripts(word.text) { return word }
            if word.text == "seasoned", namesAll(behind: place + 1, words, inNames) { continue }
            if NoteWords.holdsUnknown(word) || NoteWords.declares(word), !isBeside(place..<place + 1, words) {
                return word
            }
            if NoteWords.isBought(word), owners.contains(where: { !$0.isKnownAsBought }) { return word }
            let before = place > 0 ? words[place - 1].text : ""
            if NoteWords.isDiet(word), WordList.wordsForNot.contains(before) { return word }
            if GenericNames.isOfAnimals(word), !WordList.wordsBeforeOwnFat.contains(before),
                !isBeside(place..<place + 1, words),
                !owners.contains(where: GenericNames.hasFat)
            {
                return word
            }
        }
        return unnamed(words, inNames)
    }

    /// Whether all that follows `with` has a name of its own: `seasoned with salt and pepper`.
    private func namesAll(behind with: Int, _ words: [NameWord], _ inNames: Set<Int>) -> Bool {
        guard with + 1 < words.count, words[with].text == "with" else { return false }
        let added = words[(with + 1)...].prefix { $0.text != "for" }
        return !added.isEmpty && added.indices.allSatisfy { inNames.contains($0) || words[$0].text == "and" }
    }

    /// The first word after `with`, `in` or «на» if nothing there is a known name, a tool, a shape, a place or a time;
    /// or a word there that looks like a misspelt name.
    private func unnamed(_ words: [NameWord], _ inNames: Set<Int>) -> NameWord? {
        var start: Int?
        for place in 0...words.count {
            let isEnd =
                place == words.count || WordList.prepositionsInNotes.contains(words[place].text)
                || WordList.wordsThatEndAPhrase.contains(words[place].text)
            guard isEnd else { continue }
            if let first = start, first < place {
                let run = first..<place
                if !run.contains(where: { inNames.contains($0) || isHarmless(words[$0], run.count) }) {
                    return words[first]
                }
                // A misspelling: `with melted chesse`.
                if let slip = run.first(where: { !inNames.contains($0) && index.isApproximate(words[$0]) }) {
                    return words[slip]
                }
            }
            start = place < words.count && WordList.prepositionsInNotes.contains(words[place].text) ? place + 1 : nil
        }
        return nil
    }

    private func isHarmless(_ word: NameWord, _ count: Int) -> Bool {
        NoteWords.isHarmless(word) || WordList.toolsInNotes.contains(word.text)
            || WordList.vesselsInNotes.contains(word.text)
            || index.isClassed(word)
    }

    /// Whether the food is named but not in the dish: `not butter`, `the size of a walnut`, `potato masher`. Only the
    /// words directly next to the name count: with `dipped into honey` and `for cooking in butter` it is in the dish.
    private func isBeside(_ range: Range<Int>, _ words: [NameWord]) -> Bool {
        let before = words[max(0, range.lowerBound - 3)..<range.lowerBound].map(\.text)
            .filter { !Self.articles.contains($0) }
        if let last = before.last, WordList.wordsBeforeAbsentFood.contains(last) {
            // Still in the dish: `never without butter`, `omit the butter if vegan`.
            let isTwice = before.dropLast().last.map { ["not", "never", "не"].contains($0) } ?? false
            return !isTwice && !(Self.leaving.contains(last) && words[range.upperBound...].contains { $0.text == "if" })
        }
        guard range.upperBound < words.count else { return false }
        let next = words[range.upperBound].text
        if Self.gone.contains(next) { return true }
        if Self.sizes.contains(next) { return !words[range.upperBound...].contains { $0.text == "of" } }
        if Self.away.contains(next) { return words[range].contains { WordList.removableParts.contains($0.text) } }
        // `a cake tin` and `potato masher` are tools; `a small yoghurt pot` and `with yoghurt pots` contain the food.
        if range.lowerBound == 0 { return WordList.toolsInNotes.contains(next) }
        guard WordList.articles.contains(words[range.lowerBound - 1].text) else { return false }
        return WordList.toolsInNotes.contains(next) || WordList.vesselsInNotes.contains(next)
    }

    private static let articles: Set<String> = ["a", "an", "the", "of", "any"]

    private static let leaving: Set<String> = ["omit", "avoid", "except"]
    private static let gone: Set<String> = ["free"]
    private static let sizes: Set<String> = ["shaped", "sized", "size"]
    private static let away: Set<String> = ["removed", "discarded"]

    /// An alternative to the line's ingredient: `or regular` after oat milk means regular milk; the contents of `or
    /// your favourite sauce` are unknown.
    private func alternative(
        _ words: [NameWord], to name: String, of owners: [IngredientEntry]
    ) -> UnderstoodLine.Candidate? {
        if let word = allowed(words) {
            let whole = NameWords.split(name).last.flatMap { index.find([word, $0]) }
            return .init(name: word.text, entry: whole.flatMap { index[$0.key] })
        }
        guard let first = words.first, WordList.wordsForOr.contains(first.text) else { return nil }
        let said = words.dropFirst().prefix { $0.text != "if" }
        let rest = said.filter { !($0.text.utf8.first.map { $0 < 0x3A } ?? true) && !Self.articles.contains($0.text) }
        guard let next = rest.first, !WordList.wordsOfRemarks.contains(next.text), rest.last?.text != "each",
            !NameStates.areAll(Array(rest))
        else {
            return nil
        }
        let text = Self.text(words.dropFirst())
        let named = NameWords.split(name)
        let bare = rest.filter { !NameWords.isForAnother($0) }
        // `quinoa (or other grain)` is not quinoa again.
        if bare.count < rest.count {
            let whole = bare.isEmpty ? nil : index.findWhole(bare + named.suffix(1))
            let entry = whole.flatMap { index[$0.key] }
            return .init(name: text, entry: owners.contains { $0.key == entry?.key } ? nil : entry)
        }
        let whole = index.find(rest + named.suffix(1)) ?? index.find(rest + named.suffix(2))
        return .init(name: text, entry: named.isEmpty ? nil : whole.flatMap { index[$0.key] })
    }

    /// What a word such as `imitation` makes of the line's ingredient: `crab meat (real or imitation)`. `substitute` is
    /// also a verb before a food that the note names.
    private func substitute(_ words: [NameWord], for name: String, isAlone: Bool) -> UnderstoodLine.Candidate? {
        let place = words.indices.first { place in
            let word = words[place]
            return (isAlone || word.text == "imitation") && WordList.wordsForSubstitutes.contains(word.text)
                && word.text != "free" && NoteWords.suits(word) == nil && !isBeside(place..<place + 1, words)
        }
        guard let place else { return nil }
        let whole = index.find([words[place]] + NameWords.split(name))
        return .init(name: words[place].text, entry: whole.flatMap { index[$0.key] })
    }

    /// Whether the note leaves open of what a milk, a flour or the like is made: `milk (any kind)`, `butter, your choice`.
    private func isAnyKind(_ words: [NameWord], of name: String) -> Bool {
        guard words.contains(where: { WordList.wordsForAnyKind.contains($0.text) }),
            words.allSatisfy({
                WordList.wordsForAnyKind.contains($0.text) || WordList.wordsBesideAnyKind.contains($0.text)
            })
        else { return false }
        let named = NameWords.split(name).filter { !index.isOnlyModifiers([$0]) }
        return named.count == 1 && Self.foodsOfManyKinds.contains(named[0].form)
    }

    /// Whether the note mixes another kind in: `buckwheat flour (cut with a third plain)`, `rice flour, half plain`.
    private func isMixed(_ words: [NameWord], with name: String) -> Bool {
        guard let last = words.last, Self.plain.contains(last.text), words.count > 1,
            let food = NameWords.split(name).last, Self.foodsOfManyKinds.contains(food.form)
        else { return false }
        return words.dropLast().contains { Self.mixing.contains($0.text) }
    }

    private static let plain: Set<String> = ["normal", "ordinary", "plain", "regular", "wheat"]
    private static let mixing: Set<String> = ["half", "part", "quarter", "some", "third", "with"]
    private static let foodsOfManyKinds = NameWords.forms(WordList.foodsOfManyKinds)

    private static func text(_ words: some Sequence<NameWord>) -> String {
        words.map(\.text).joined(separator: " ")
    }

    /// The word for another variety that the writer allows: «можно обычное», `regular works too`, `normal is fine`.
    private func allowed(_ words: [NameWord]) -> NameWord? {
        guard words.count > 1 else { return nil }
        if words.count == 2, words[0].text == "можно" {
            let isRemark = RussianVerbs.isInfinitive(words[1].text) || WordList.wordsOfRemarks.contains(words[1].text)
            return isRemark || NameStates.areAll([words[1]]) ? nil : words[1]
        }
        let isAllowed = words.dropFirst().contains { WordList.wordsForAllowing.contains($0.text) }
        return isAllowed && WordList.wordsForOrdinary.contains(words[0].text) ? words[0] : nil
    }

}
