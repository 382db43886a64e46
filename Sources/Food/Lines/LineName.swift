// Reads the name in an ingredient line: what is left without preparation, remarks and brackets.

import Bytes

extension LineReader {
    mutating func readName() {
        readPreparation()
        var start = place
        var hasNoun = false
        let joints: LineRole = result.amount == nil ? [.or, .and] : .or
        let lastOr = (place..<end).last { has($0, joints) } ?? -1
        while place < end {
            if isOpening(place) {
                guard let close = close(of: place) else {
                    if place > start || !name.isEmpty { break }
                    place += has(place + 1, .about) ? 2 : 1
                    start = place
                    continue
                }
                add(start..<place)
                notes.append((place + 1)..<close)
                place = close + 1
                if name.isEmpty {
                    skipMore()
                    readPreparation()
                }
                start = place
                continue
            }
            if !hasNoun, isNumber(place), let last = lengths(at: place), isWord(last) {
                add(start..<place)
                notes.append(place..<last)
                (place, start) = (last, last)
                continue
            }
            if has(place, [.or, .plus]), place > start, let next = otherAmount(place + 1), isDescription(start..<place)
            {
                add(start..<(has(place, .or) ? place + 1 : place))
                notes.append((place + 1)..<next)
                (place, start) = (next, next)
                continue
            }
            if endsName(hasNoun: hasNoun, lastOr: lastOr, isFirst: place == start && name.isEmpty) { break }
            if isWord(place), !has(place, [.modifier, .size, .preparation, .adverb, .and, .or, .of, .article]) {
                hasNoun = true
            }
            place += 1
        }
        add(start..<place)
        if place < end { notes.append(place..<end) }
    }

    /// The index after the amount of what only the second half of a line names: `2 medium or 3 plum tomatoes`, `1 Turkish
    /// or 1/2 California bay leaf`, `1/2 lb fresh or 2 oz dried mushrooms`.
    private func otherAmount(_ start: Int) -> Int? {
        guard let (_, _, next) = readRange(start) else { return nil }
        var last = isSign(next, "%") ? next + 1 : unit(at: next)?.next ?? next
        if has(last, .of) { last += 1 }
        return isWord(last) && !has(last, [.remark, .forWord, .and, .or, .taste, .to]) ? last : nil
    }

    /// Whether all words only describe food that a later word names: `medium`, `fresh`, `Turkish`.
    private func isDescription(_ range: Range<Int>) -> Bool {
        let roles: LineRole = [.modifier, .size, .preparation, .adverb, .state]
        return name.isEmpty && range.allSatisfy { has($0, roles) || isWord($0) && Self.kinds.contains(tokens[$0].hash) }
    }

    private static let kinds = Set(WordList.origins.union(WordList.varieties).map { LineLexicon.hash($0.utf8) })

    private mutating func add(_ range: Range<Int>) {
        if !text(range).isEmpty { name.append(range) }
    }

    /// Moves the preparation before the name to the note: `finely chopped`, `peeled, seeded and diced`, `large`.
    private mutating func readPreparation() {
        let start = place
        var next = place
        var last = place
        while next < end {
            if let behind = choiceOfStates(next) {
                next = behind
                last = next
            } else if isPreparation(next) || has(next, .size) || isForm(next, "extra") && has(next + 1, .size) {
                next += isForm(next, "extra") ? 2 : 1
                last = next
            } else if let behind = lengths(at: next) {
                next = behind
                last = next
            } else if has(next, .cut), isWord(next + 1), isNoun(next + 1) || has(next + 1, .of) && isNoun(next + 2) {
                next += 1
                last = next
            } else if isSign(next, "-"), isForm(next + 1, "sized") {
                next += 2
                last = next
            } else if isForm(next, "fresh") || isForm(next, "hot"), isPreparation(next + 1) {
                next += 1
            } else if has(next - 1, .size), next > start, has(next, [.or, .to]), let (_, behind) = readNumber(next + 1),
                has(behind, .size)
            {
                next = behind
            } else if has(next, .to), has(next - 1, .size), next > start, has(next + 1, .size) {
                next += 1
            } else if has(next, .adverb) || has(next, .heap) && !has(next, .modifier) {
                next += 1
            } else if last > start, has(next, [.and, .or]) || isSign(next, ",") || isSign(next, "&"),
                isPreparation(next + 1) || has(next + 1, [.adverb, .size])
                    || has(next + 1, .and) && (isPreparation(next + 2) || has(next + 2, .adverb))
            {
                next += 1
            } else {
                break
            }
        }
        if last > start, lasts(last - 1) { last -= 1 }
        while isSign(last, ",") || isSign(last, "-") || has(last, .of) { last += 1 }
        guard last > start, isWord(last) || isNumber(last), !has(last, [.remark, .and, .or, .forWord, .taste, .to])
        else {
            return
        }
        notes.append(start..<last)
        preparedStart = start
        place = last
    }

    /// Whether a preparation word stays in the name: `pitted` of `pitted black olives`.
    private func lasts(_ place: Int) -> Bool {
        let isTinned = unit >= 0 && lexicon.units.units[Int(unit)].key == "can" && isForm(place, "chopped")
        return (place + 1..<place + 4).contains {
            isWord($0)
                && (Self.lasting.contains(tokens[place].hash &* 31 ^ tokens[$0].hash)
                    || isTinned && isForm($0, "tomatoes"))
        }
    }

    private static let lasting = Set(
        WordList.soldPreparations.flatMap { preparation, nouns in
            nouns.split(bytes: " ").map { LineLexicon.hash(preparation.utf8) &* 31 ^ LineLexicon.hash($0.utf8) }
        })

    /// The index after a choice of states, such as `fresh or frozen` or `homemade or low-sodium canned`; otherwise
    /// `nil`.
    func choiceOfStates(_ start: Int) -> Int? {
        var next = start
        var hasOr = false
        while has(next, .state) || next > start && has(next, .or) && has(next + 1, .state) {
            hasOr = hasOr || has(next, .or)
            next += 1
        }
        return hasOr ? next : nil
    }

    func isPreparation(_ place: Int) -> Bool {
        guard let token = token(place), token.kind == .word else { return false }
        if token.word.roles.contains(.preparation) { return true }
        if bytes[token.start] == 0xD0 || bytes[token.start] == 0xD1 { return isRussianPreparation(token) }
        if token.hash == Self.ground, place > 0 { return has(place - 1, .adverb) }
        return false
    }

    private static let ground = LineLexicon.hash("ground".utf8)

    private func isRussianPreparation(_ token: LineToken) -> Bool {
        var hasher = LineHash()
        var length = 0
        for byte in bytes[token.start..<token.end].prefix(26) {
            hasher.add(byte)
            length += 1
            if length >= 6, length % 2 == 0, Self.russian.contains(hasher.value) { return true }
        }
        return false
    }

    private static let russian = Set(WordList.russianParticiples.map { LineLexicon.hash($0.utf8) })

    /// Whether the name ends before the token at `place`.
    private func endsName(hasNoun: Bool, lastOr: Int, isFirst: Bool) -> Bool {
        if isDash(place) || isSign(place, ";") { return !isFirst }
        if isSign(place, ",") {
            if isFirst { return false }
            if !hasNoun, isWord(place + 1), !has(place + 1, [.remark, .forWord, .or, .preparation, .adverb]) {
                return false
            }
            if !hasNoun, isPreparedNoun(place + 1) { return false }
            return !continuesList(lastOr)
        }
        if hasNoun, isNumber(place), isSign(place + 1, "%"), tokens[place].value > 50 { return true }
        guard !isFirst, isWord(place) else { return false }
        if has(place, [.remark, .forWord]) { return true }
        if has(place, .to), isWord(place + 1) { return true }
        if has(place, .plus) { return true }
        if has(place, .or), !isWord(place + 1) || startsRemark(place + 1) { return true }
        if hasNoun, choiceOfStates(place) == end || endsWithPhrase { return true }
        if has(place, [.with, .each]), has(place + 1, .taste) { return true }
        if has(place, .taste) { return true }
        guard hasNoun, isPreparation(place) || has(place, .adverb) else { return false }
        return endsWithPreparation
    }

    /// Whether a phrase after a noun ends the name: `in 1-inch dice`, `with pits`, `from 2 ears`, `preserved in
    /// vinegar`.
    private var endsWithPhrase: Bool {
        if has(place, .with), isWord(place + 1) {
            if Self.belongings.contains(tokens[place + 1].hash) { return true }
            if (place + 2..<place + 5).contains(where: { isForm($0, "removed") || isForm($0, "attached") }) {
                return true
            }
        }
        if isForm(place, "in") || isForm(place, "from"), !has(place + 1, .article),
            readNumber(place + 1) != nil || has(place + 1, .size)
        {
            return true
        }
        if isForm(place, "in"), has(place + 1, .article),
            isVessel(place + 2) || has(place + 2, .size) && isVessel(place + 3)
        {
            return true
        }
        let token = tokens[place]
        guard token.end - token.start > 4, bytes[token.end - 1] == 0x64, bytes[token.end - 2] == 0x65 else {
            return false
        }
        return has(place + 1, [.with, .forWord, .from]) || isForm(place + 1, "according")
    }

    private func isVessel(_ place: Int) -> Bool { isWord(place) && Self.vessels.contains(tokens[place].hash) }

    private static let vessels = Set(["bowl", "dish", "saucepan", "pan", "pot"].map { LineLexicon.hash($0.utf8) })
    private static let belongings = Set(WordList.ownParts.map { LineLexicon.hash($0.utf8) })

    /// Whether what follows `or` is not another name: `or more`, `or to taste`, `or 2 cups`.
    private func startsRemark(_ place: Int) -> Bool {
        if readNumber(place) != nil || has(place, [.to, .remark, .taste]) { return true }
        let word = has(place, .article) || isForm(place, "any") ? place + 1 : place
        return isWord(word) && Self.moreOrLess.contains(tokens[word].hash)
    }

    static let moreOrLess = Set(WordList.moreOrLess.map { LineLexicon.hash($0.utf8) })

    /// Whether a comma is inside a list such as `sake, rice wine, or sherry`, so that the name goes on.
    private func continuesList(_ lastOr: Int) -> Bool {
        guard lastOr > place, lastOr - place < 12, isWord(place + 1), lastOr + 1 < end, !startsRemark(lastOr + 1),
            choiceOfStates(place + 1) == nil
        else { return false }
        return !(place + 1...lastOr + 1).contains {
            isPreparation($0) && !isNoun($0 + 1) || has($0, [.part, .cut]) && !isNoun($0 - 1)
                || has($0, [.adverb, .remark, .forWord, .length, .taste, .plus, .to])
                || isNumber($0)
                || isOpening($0) || isClosing($0)
        }
    }

    func isNoun(_ place: Int) -> Bool {
        let roles: LineRole = [.preparation, .adverb, .and, .or, .with, .of, .remark, .forWord, .article, .to, .taste]
        return isWord(place) && !has(place, roles) && !isPreparation(place)
    }

    /// Whether a preparation word after a noun ends the name. It does not if another noun follows: `tomatoes chopped`
    /// ends with it, but `ice crushed fruit` goes on.
    private var endsWithPreparation: Bool {
        var next = place
        while isPreparation(next) || has(next, .adverb) { next += 1 }
        if next == place + 1, !isPreparation(place) { return false }
        if isForm(place, "split"), isForm(place - 1, "banana"), !isWord(next) { return false }
        return next >= end || !isWord(next)
            || has(next, [.and, .or, .forWord, .to, .with, .remark, .length, .article])
            || Self.into == tokens[next].hash
    }

    /// Whether a noun follows preparation words: `boiled potatoes` in `cold, boiled potatoes`.
    private func isPreparedNoun(_ start: Int) -> Bool {
        var next = start
        while isPreparation(next) || has(next, [.adverb, .modifier, .size]) { next += 1 }
        return next > start && isNoun(next) && tokens[next].hash != Self.into
    }

    private static let into = LineLexicon.hash("into".utf8)
}
