// Recognises words which say that a food is not in the dish.

extension MentionPhrase {
    /// Whether the words say that the food is not in the dish: `without milk`, `no need for butter`, `instead of
    /// cream`, `nut-free`, `unlike beef`. Not words about when or how it is added (`do not add the eggs too early`),
    /// nor a double negative (`never without milk`, `don't skip the butter`).
    var isDenied: Bool {
        if next == "free", after(2) != "of" || isNotNeeded { return true }
        if next == "less", after(2) != "than", !hasAmount, !isDefinite { return true }
        if isInFreeList { return true }
        if isNotNeeded { return true }
        var place = range.lowerBound - 1
        while place >= 0, WordList.wordsInsideADenial.contains(words[place].text) { place -= 1 }
        guard place >= 0 else { return false }
        let word = words[place].text
        let behind = place + 1 < words.count ? words[place + 1].text : ""
        let tail = words[range.upperBound...].prefix(8).map(\.text)
        if Self.needsOf.contains(word) { return behind == "of" }
        if Self.needsFor.contains(word) { return behind == "for" || behind == "to" }
        if word == "free" { return behind == "of" || behind == "from" }
        if word == "than" { return isComparative(at: place - 1) }
        // `because there are no binders like flour`
        if word == "like", place >= 2, words[place - 2].text == "no" { return true }
        guard Self.isDenial(word) else { return false }
        if isDeniedTwice(at: place) { return false }
        if WordList.negations.contains(word) {
            let isNeed = words[place..<range.lowerBound].contains { Self.needs.contains($0.text) }
            return (isNeed || !isDefinite) && !tail.contains(where: WordList.wordsForTime.contains)
                && !isCondition(before: place)
        }
        if Self.leavings.contains(word) { return !tail.contains("if") && !isDoing(next) && !isCondition(before: place) }
        return !isDoing(next) && !WordList.wordsForRemaining.contains(next)
            && !(next == "is" && WordList.wordsForRemaining.contains(after(2)))
    }

    /// Whether it is in a list before `free`: `gluten and dairy free`, `egg and dairy free cake`. Not in `butter or
    /// dairy-free spread`, which offers butter.
    private var isInFreeList: Bool {
        guard next == "and" || next == "or", after(3) == "free" else { return false }
        let isShort = range.count == 1 && WordList.foodsBeforeFree.contains(words[range.lowerBound].text)
        return after(4).isEmpty || next == "and" && isShort
    }

    private static func isDenial(_ word: String) -> Bool {
        WordList.negations.contains(word) || leavings.contains(word) || WordList.wordsForAbsence.contains(word)
    }

    private func isDeniedTwice(at place: Int) -> Bool {
        words[max(0, place - 4)..<place].contains { WordList.wordsForADoubleDenial.contains($0.text) }
            || words[range.upperBound...].prefix(4).contains { Self.failing.contains($0.text) }
    }

    /// Whether the denial is only a condition: with `if not using butter`, the butter may be in the dish.
    private func isCondition(before place: Int) -> Bool {
        words[max(0, place - 4)..<place].contains { ["if", "when", "unless", "если"].contains($0.text) }
    }

    /// Whether the word is a verb in `-ing`, so that the food itself is not denied: `avoid the eggs curdling`.
    private func isDoing(_ word: String) -> Bool {
        word.utf8.count > 5 && word.utf8.suffix(3).elementsEqual("ing".utf8)
    }

    private func isComparative(at place: Int) -> Bool {
        guard place >= 0 else { return false }
        let word = words[place].text
        return word == "rather" || word == "other"
            || word.utf8.count > 4 && word.utf8.suffix(2).elementsEqual("er".utf8)
    }

    /// Whether the text says that the food is not needed: `eggs are not needed`, «яйца не нужны»; not `the eggs: you
    /// need not beat them`.
    private var isNotNeeded: Bool {
        let behind = words[range.upperBound...].prefix(4).map(\.text)
        guard let not = behind.firstIndex(where: { ["not", "не", "t", "нет"].contains($0) }), not <= 1,
            not == 0 || WordList.verbsBeforeNot.contains(behind[0])
        else { return false }
        return behind[not] == "нет"
            || behind[not...].dropFirst().prefix(1).contains { word in
                WordList.stemsForNeeded.contains { word.utf8.starts(with: $0.utf8) }
            }
    }

    /// Without it, the dish fails: «без сыра невкусно».
    private static let failing = set("невкусно никак получится обойтись нельзя")
    private static let needs = set("need contain contains include includes")
    private static let needsOf = set("instead place lieu")
    private static let needsFor = set("alternative alternatives substitute substitutes")
    private static let leavings = set("omit omitting skip skipping avoid")
}
