// Recognises words which say that a food is not in the dish.

import Bytes

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
        if word == "than" {
            return isComparative(at: place - 1)
                && !words[..<place].contains { WordList.wordsForADoubleDenial.contains($0.text) || $0.text == "no" }
        }
        // `because there are no binders like flour`, but `there is no topping like butter`
        if word == "like", place >= 2, words[place - 2].text == "no" {
            return words[place - 1].text.utf8.last == UInt8(ascii: "s")
        }
        guard Self.isDenial(word) else { return false }
        if isDeniedTwice(at: place) { return false }
        if WordList.negations.contains(word) {
            let isNeed = words[place..<range.lowerBound].contains { Self.needs.contains($0.text) }
            return (isNeed || !isDefinite) && isWithoutManner(tail) && !isCondition(before: place)
        }
        if word == "avoid" { return isWithoutManner(tail) && !isCondition(before: place) }
        if isNeededAfterAll(without: place) { return false }
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
        WordList.negations.contains(word) || word == "avoid" || WordList.wordsForAbsence.contains(word)
    }

    private func isDeniedTwice(at place: Int) -> Bool {
        words[max(0, place - 4)..<place].contains { WordList.wordsForADoubleDenial.contains($0.text) }
            || words[range.upperBound...].prefix(4).contains { Self.failing.contains($0.text) }
    }

    /// Whether nothing behind a forbidden food says when or how it is forbidden: `don't add cream if the soup boils`,
    /// `avoid butter straight from the fridge`.
    private func isWithoutManner(_ tail: [String]) -> Bool {
        if words[range].contains(where: { Self.heats.contains($0.text) }) { return false }
        if Self.conditions.contains(behindRun) || WordList.wordsForTime.contains(behindRun) { return false }
        return (tail.first.map(Self.goingOn.contains) ?? true)
            && !tail.contains {
                WordList.wordsForTime.contains($0) || Self.conditions.contains($0) || Self.heats.contains($0)
            }
    }

    /// Whether the words say that it is bad without the food: `mash is boring without butter`, «без сметаны это не борщ».
    private func isNeededAfterAll(without place: Int) -> Bool {
        guard ["without", "без", "minus"].contains(words[place].text) else { return false }
        return words.indices.contains { other in
            other != place && !range.contains(other)
                && (WordList.wordsForADoubleDenial.contains(words[other].text)
                    || WordList.wordsForDullFood.contains(words[other].text))
        }
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
            } && !isToDo(after(not + 3))
    }

    /// Whether the word behind `not need` says what need not be done: `to be soft`, «взбивать».
    private func isToDo(_ word: String) -> Bool {
        word == "to" || word == "be" || RussianVerbs.isInfinitive(word)
    }

    /// Without it, the dish fails: «без сыра невкусно».
    private static let failing = set("невкусно никак получится обойтись нельзя")
    private static let needs = set("need contain contains include includes")
    private static let needsOf = set("instead place lieu")
    private static let needsFor = set("alternative alternatives substitute substitutes")
    private static let conditions = set("if unless если хотя")
    private static let goingOn = set("and or nor either to in at here for because as since this и или ни в")
    private static let heats = set("boiling cold go hot straight warm")
}
