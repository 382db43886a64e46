// Finds the ingredient that a name in a line means, or none: a wrong guess could hurt somebody.

/// All names of the catalogue. It is rebuilt when the catalogue changes, and any thread may read it.
package struct IngredientIndex: Sendable {
    package let entries: [IngredientEntry]
    /// The numbers of the words in names and modifiers, by the hash of their form.
    private var words = PrehashedTable<Int32>(blank: -1)
    private var classes: [NameClass] = []
    private var spellings = SpellingMatch([])
    /// The entry of each name, by the hash of its words.
    private var names = PrehashedTable<Int32>(blank: -1)
    /// The same by the words in any order: Russian says «лук репчатый» and «репчатый лук».
    private var bags = PrehashedTable<Int32>(blank: -1)
    /// The entry of each name written as one word: sun dried, sundried.
    private var joined: [String: Int32] = [:]
    private var keys: [String: Int32] = [:]
    /// The entry of each folded name as written. It decides where the forms of two names are equal (печень, печенье).
    private var exact: [String: Int32] = [:]
    /// In `names`, `bags` and `joined`: two ingredients share this form, so it means neither.
    private static let ambiguous: Int32 = -1
    private var longestName = 1
    let suggestions: IngredientSuggestions
    /// Counts the lines that were looked up; see `IngredientLineParser.work`.
    package let work = WorkCounter()

    /// The ingredient that a name means, with a confidence from 0 to 1.
    package struct Match: Sendable, Equatable {
        package let key: String
        package let confidence: Double
        /// Whether the name only resembles one of the ingredient's names.
        package var isApproximate = false
    }

    /// Indexes the names of the entries, and resolves their facts.
    package init(_ entries: [IngredientEntry]) {
        let entries = IngredientGraph.resolved(entries)
        self.entries = entries
        var forms: [String] = []
        suggestions = IngredientSuggestions(entries)
        for (nameClass, list) in NameClass.words {
            for word in NameWords.words(of: list) {
                let id = add(word, &forms)
                classes[id].insert(nameClass)
            }
        }
        for (number, entry) in entries.enumerated() { keys[entry.key] = Int32(number) }
        for (number, entry) in entries.enumerated() { add(entry.english.singular, Int32(number), &forms) }
        for (number, entry) in entries.enumerated() {
            for name in entry.english.all + entry.russian.all { add(name, Int32(number), &forms) }
        }
        spellings = SpellingMatch(forms)
    }

    private mutating func add(_ word: NameWord, _ forms: inout [String]) -> Int {
        if let id = words[word.hash] { return Int(id) }
        words[word.hash] = Int32(classes.count)
        classes.append([])
        forms.append(word.form)
        return classes.count - 1
    }

    /// A name belongs to the first entry that has it.
    private mutating func add(_ name: String, _ entry: Int32, _ forms: inout [String]) {
        let split = NameWords.split(name)
        if split.isEmpty || NameWords.offersChoice(split) { return }
        let ids = split.map { Int32(add($0, &forms)) }
        if NameWords.hasSign(name) {
            Self.claim(&names[Self.hash(NameWords.written(name).map { Int32(add($0, &forms)) }[...])], entry)
        }
        let text = split.map(\.text).joined(separator: " ")
        let isTaken = exact[text].map { $0 != entry } ?? false
        if isTaken { return }
        exact[text] = entry
        Self.claim(&names[Self.hash(ids[...])], entry)
        if split[0].isRussian { Self.claim(&bags[Self.hash(ids.sorted()[...])], entry) }
        Self.claim(&joined[split.map(\.form).joined()], entry)
        longestName = max(longestName, ids.count)
    }

    private static func claim(_ place: inout Int32?, _ entry: Int32) {
        place = place == nil || place == entry ? entry : ambiguous
    }

    /// The entry of a form; `nil` where two ingredients share the form.
    private func entry(_ place: Int32?) -> Int32? { place == Self.ambiguous ? nil : place }

    package static func hash(_ ids: ArraySlice<Int32>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for id in ids { hash = (hash ^ UInt64(UInt32(bitPattern: id))) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29 }
        return hash
    }

    package subscript(key: String) -> IngredientEntry? { keys[key].map { entries[Int($0)] } }

    /// The ingredient that a name means; `nil` when another word in it could turn it into another food.
    package func find(_ name: String) -> Match? { find(NameWords.split(name)) }

    func find(_ split: [NameWord]) -> Match? {
        guard !split.isEmpty, split.count < NameWords.limit else { return nil }
        let ids = split.map { words[$0.hash] ?? -1 }
        if let entry = whole(split, ids) { return match(entry, 1) }
        if split[0].isRussian, let entry = entry(bags[Self.hash(ids.sorted()[...])]) { return match(entry, 0.98) }
        if let found = longestRun(ids) { return found }
        if let found = russianRun(split, ids) { return found }
        if let entry = entry(joined[split.map(\.form).joined()]) { return match(entry, 0.9) }
        return nil
    }

    /// The ingredient that a misspelt name most likely means: each unknown word is read as the most similar known word.
    /// The lowest of these similarities lowers the confidence.
    func findLikely(_ split: [NameWord]) -> Match? {
        var sure = 1.0
        var read: [NameWord] = []
        for word in split {
            if words[word.hash] != nil {
                read.append(word)
            } else {
                guard let near = spellings.nearest(word.form) else { return nil }
                sure = min(sure, near.likeness)
                read.append(NameWord(form: near.word, isRussian: word.isRussian))
            }
        }
        guard sure < 1, let found = find(read) else { return nil }
        return Match(key: found.key, confidence: (found.confidence * sure * 100).rounded() / 100, isApproximate: true)
    }

    /// Whether a name of the catalogue, or a list of words about food, has a word.
    func knows(_ word: NameWord) -> Bool { words[word.hash] != nil }

    /// Whether an unknown word resembles a known one, so that it may be a typing mistake.
    func isApproximate(_ word: NameWord) -> Bool { words[word.hash] == nil && spellings.nearest(word.form) != nil }

    /// The ingredient with exactly this name, in any of its forms.
    package func findWhole(_ name: String) -> Match? { findWhole(NameWords.split(name)) }

    /// The ingredient with exactly this name, signs included: `salt & pepper` has one, `coconut & cream` has none.
    func findWritten(_ name: String) -> Match? {
        findWhole(NameWords.hasSign(name) ? NameWords.written(name) : NameWords.split(name))
    }

    func findWhole(_ split: [NameWord]) -> Match? {
        if split.isEmpty || split.count >= NameWords.limit { return nil }
        return whole(split, split.map { words[$0.hash] ?? -1 }).map { match($0, 1) }
    }

    /// The entry with exactly these words. Where several ingredients share the forms of a name, the name as written
    /// decides.
    private func whole(_ split: [NameWord], _ ids: [Int32]) -> Int32? {
        guard let entry = names[Self.hash(ids[...])] else { return nil }
        return entry == Self.ambiguous ? exact[split.map(\.text).joined(separator: " ")] : entry
    }

    private func match(_ entry: Int32, _ confidence: Double) -> Match {
        Match(key: entries[Int(entry)].key, confidence: (confidence * 100).rounded() / 100)
    }

    /// The ingredient of the longest run of words that is a name and next to which all other words are allowed; of
    /// equally long runs the last.
    private func longestRun(_ ids: [Int32]) -> Match? {
        guard ids.count > 1 else { return nil }
        for length in stride(from: min(ids.count - 1, longestName), through: 1, by: -1) {
            for start in stride(from: ids.count - length, through: 0, by: -1) {
                let run = ids[start..<start + length]
                guard !run.contains(-1), let entry = entry(names[Self.hash(run)]) else { continue }
                if let confidence = confidence(ids, beside: entry, at: start..<start + length) {
                    return match(entry, confidence)
                }
            }
        }
        return nil
    }

    /// The confidence of a match, lowered by each other word; `nil` when one of these is not allowed.
    private func confidence(_ ids: [Int32], beside entry: Int32, at run: Range<Int>) -> Double? {
        var confidence = 0.97
        for place in ids.indices where !run.contains(place) {
            guard ids[place] >= 0, fits(place, ids, at: run) else { return nil }
            let word = classes[Int(ids[place])]
            guard word.isAllowed(beside: entries[Int(entry)]) else { return nil }
            confidence -= word.contains(.harmless) ? 0.02 : 0.07
        }
        return max(0.5, confidence)
    }

    /// Whether a word is on the side of the name where it does not turn it into a dish: `tart apple`, not `apple tart`.
    /// `stew meat` is meat on either side.
    private func fits(_ place: Int, _ ids: [Int32], at run: Range<Int>) -> Bool {
        let word = classes[Int(ids[place])]
        if word.contains(.lacking) { return [place - 1, place + 1].contains { isClass(.lackable, $0, ids) } }
        if word.isDisjoint(with: [.ahead, .after]) { return true }
        if place + 1 < ids.count, ids[place + 1] >= 0, classes[Int(ids[place + 1])].contains(.meat) { return true }
        return place < run.lowerBound ? word.contains(.ahead) : word.contains(.after)
    }

    private func isClass(_ nameClass: NameClass, _ place: Int, _ ids: [Int32]) -> Bool {
        ids.indices.contains(place) && ids[place] >= 0 && classes[Int(ids[place])].contains(nameClass)
    }

    /// The ingredient of Russian words in any order, after harmless words are left out.
    private func russianRun(_ split: [NameWord], _ ids: [Int32]) -> Match? {
        guard split.contains(where: \.isRussian), ids.count > 1 else { return nil }
        let bare = ids.filter { $0 < 0 || !classes[Int($0)].contains(.harmless) }
        guard !bare.isEmpty, bare.count < ids.count, let entry = entry(bags[Self.hash(bare.sorted()[...])]),
            ids.allSatisfy({ $0 < 0 || !isBought($0, entry) })
        else { return nil }
        return match(entry, 0.9)
    }

    /// Whether a word turns meat or fish into a bought product: «консервированная говядина».
    private func isBought(_ id: Int32, _ entry: Int32) -> Bool {
        let word = classes[Int(id)]
        return word.contains(.bought) && !word.isAllowed(beside: entries[Int(entry)])
    }

    /// Whether all words may follow `in` or `with` without naming an ingredient of the recipe: `in brine`, `with skin`.
    func isAside(_ split: [NameWord]) -> Bool {
        split.allSatisfy {
            words[$0.hash].map { !classes[Int($0)].isDisjoint(with: [.behind, .harmless, .dried]) } ?? false
        }
    }

    /// Whether a word describes food or names a part of it, so that it has a class in `NameClass`.
    func isClassed(_ word: NameWord) -> Bool { words[word.hash].map { !classes[Int($0)].isEmpty } ?? false }

    /// Whether a name has only harmless words, so that it names no food: `boneless`, `fresh or frozen`.
    func isOnlyModifiers(_ split: [NameWord]) -> Bool {
        split.allSatisfy { words[$0.hash].map { classes[Int($0)].contains(.harmless) } ?? false }
    }

    /// The names anywhere in a text, the longest at each place, without overlap.
    /// A name that several ingredients share has no entry, since it may mean any of them.
    func mentions(in split: [NameWord]) -> [(entry: IngredientEntry?, range: Range<Int>)] {
        let ids = split.map { words[$0.hash] ?? -1 }
        var found: [(IngredientEntry?, Range<Int>)] = []
        var start = 0
        while start < ids.count {
            var length = min(longestName, ids.count - start)
            while length > 0 {
                let run = start..<start + length
                if !ids[run].contains(-1), names[Self.hash(ids[run])] != nil {
                    found.append((whole(Array(split[run]), Array(ids[run])).map { entries[Int($0)] }, run))
                    break
                }
                length -= 1
            }
            start += max(1, length)
        }
        return found
    }

    /// Ingredients that match what somebody is typing, best first.
    package func suggest(_ text: String, limit: Int = 10) -> [IngredientSuggestion] {
        suggestions.find(text, limit: limit)
    }
}
