// Reads the unit of an ingredient line, and the other measures that may be next to it.

import Bytes

extension LineReader {
    /// The unit at `start`, in one or two words, and the index after it and its dot; `nil` if there is none.
    package func unit(at start: Int) -> (unit: Int16, next: Int)? {
        guard let first = token(start), first.kind == .word else { return nil }
        if first.word.beginsUnit {
            let second = isSign(start + 1, ".") || isSign(start + 1, "-") ? start + 2 : start + 1
            if isWord(second) {
                let unit = lexicon.unit(first.hash, tokens[second].hash)
                if unit >= 0 { return (unit, isSign(second + 1, ".") ? second + 2 : second + 1) }
            }
        }
        guard first.word.unit >= 0 else { return nil }
        return (first.word.unit, isSign(start + 1, ".") ? start + 2 : start + 1)
    }

    package func kind(_ unit: Int16) -> UnitKind { lexicon.units.units[Int(unit)].kind }

    /// Whether a unit without an amount is next: `pinch of salt`, `small handful parsley`, `щепотка соли`.
    var isLooseUnit: Bool {
        var next = place
        while has(next, [.size, .heap]), next < place + 3 { next += 1 }
        guard let (found, behind) = unit(at: next), isWord(behind) else { return false }
        if kind(found) != .count, tokens[next].end - tokens[next].start > 2 { return true }
        return has(next, .loose) || has(behind, .of) || !notes.isEmpty && kind(found) == .count
    }

    /// Reads the unit with the words before it (`heaping`, `large`), then added amounts, other measures, sizes and
    /// `of`.
    package mutating func readUnit() {
        var start = isSign(place, "-") && isWord(place + 1) ? place + 1 : place
        if isSign(start, ",") || has(start, .of), unit(at: start + 1) != nil { start += 1 }
        let first = start
        while has(start, [.heap, .size, .adverb]) || isSign(start, ",") && start > first, start < first + 4 {
            start += 1
        }
        if unit(at: start) == nil { start = first }
        guard let (unit, next) = unit(at: start), isUnit(unit, start, next) else { return skipOf() }
        if start > first { notes.append(first..<start) }
        self.unit = unit
        result.isTinned = isTin(unit)
        place = next
        readSecondEnd()
        readAddition()
        skipOtherMeasures()
        if kind(unit) == .mass { skipContainer() }
        readSizeBehindUnit()
        skipOf()
        skipMore()
        if let last = lengths(at: place) {
            notes.append(place..<last)
            place = last
            if has(place, .cut), isNoun(place + 1) || has(place + 1, .of) && isNoun(place + 2) {
                notes.append(place..<place + 1)
                place += has(place + 1, .of) ? 2 : 1
            }
        }
    }

    /// Moves what is more than the amount to the note: `1 cup or more milk`, `1 pound plus 1 tablespoon butter`.
    mutating func skipMore() {
        let start = place
        if has(place, .or), isWord(place + 1), Self.moreOrLess.contains(tokens[place + 1].hash), isWord(place + 2) {
            place += 2
        } else if has(place, .plus) || isForm(place, "minus"), let (_, _, next) = readRange(place + 1) {
            let last = unit(at: next)?.next ?? next
            if isWord(last), !has(last, [.remark, .forWord, .and, .or]) { place = has(last, .of) ? last + 1 : last }
        }
        if place > start { notes.append(start..<place) }
    }

    private func isTin(_ unit: Int16) -> Bool { key(unit) == "can" || key(unit) == "jar" }

    /// Whether the words are a unit here. A counted unit needs something to count, and some must be plural if the
    /// amount is above 1.
    private func isUnit(_ unit: Int16, _ start: Int, _ next: Int) -> Bool {
        // `1 pound cake` is a cake, `1 pound cake flour` is a pound of flour.
        if isForm(start, "pound"), isForm(next, "cake") || isForm(next, "cakes") { return isNoun(next + 1) }
        if kind(unit) != .count { return true }
        if !isWord(next), !isSign(next, "\""), !isOpening(next) || !isWord((close(of: next) ?? end) + 1) {
            return false
        }
        if has(next, [.and, .or, .remark, .forWord, .taste]) && !has(next, .of) { return false }
        return !(has(start, .agrees) && tokens[start].word.isSingular && (result.amount ?? 1) > 1)
    }

    private mutating func skipOf() {
        if has(place, .with), isWord(place + 1), Self.heaps.contains(tokens[place + 1].hash) {
            notes.append(place..<(place + 2))
            place += 2
        }
        if has(place, .of), place + 1 < end { place += 1 }
        if has(place, .each), isWord(place + 1) {
            notes.append(place..<(place + 1))
            place += 1
        }
        if has(place, .article), isWord(place + 1) { place += 1 }
    }

    /// Reads the upper end of a range in which both ends have a unit: `150g-200g`, `1 cup to 1 1/2 cups`.
    private mutating func readSecondEnd() {
        if has(place, .or), readNumber(place + 1) != nil, !isNumber(place + 1), has(place + 2, .of) {
            result.amountMax = readNumber(place + 1)?.value
            place += 2
        }
        guard result.amountMax == nil, isSign(place, "-") || has(place, [.to, .or]),
            let (high, next) = readNumber(place + 1), let (other, last) = unit(at: next),
            let factor = lexicon.units.factor(from: key(other), to: key(unit)), let low = result.amount
        else { return }
        place = last
        if high * factor > low { result.amountMax = rounded(high * factor) }
    }

    /// Words that say whether a spoon is heaped: `с горкой`, `без горки`.
    private static let heaps = Set(["горкой", "горки", "верхом", "верха"].map { LineLexicon.hash($0.utf8) })

    private func key(_ unit: Int16) -> String { lexicon.units.units[Int(unit)].key }
    package func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }

    /// Adds a second amount to the first, in the first unit: `1 cup plus 2 tablespoons`, `1lb 2oz`.
    private mutating func readAddition() {
        var start = isSign(place, ",") ? place + 1 : place
        let isJoined = has(start, [.plus, .and]) || isSign(start, "+") || isSign(start, "&")
        if isJoined { start += 1 } else if start > place { return }
        guard let (more, next) = readNumber(start), let (other, last) = unit(at: next),
            let amount = result.amount, kind(other) != .count,
            let factor = lexicon.units.factor(from: key(other), to: key(unit)), factor < 1 || isJoined
        else { return }
        result.amount = rounded(amount + more * factor)
        place = last
    }

    /// Moves the same amount in other units to the note: `/5oz`, `/1lb 2oz`, `or 5 oz`.
    mutating func skipOtherMeasures() {
        let start = place
        while isSign(place, "/") || has(place, .or) || isSign(place, "=") || isSign(place, "-") {
            guard let (_, _, next) = readRange(place + 1), let (_, last) = unit(at: isSign(next, "-") ? next + 1 : next)
            else { break }
            place = last
            while isNumber(place), let (_, next) = readNumber(place), let (_, last) = unit(at: next) { place = last }
        }
        if place > start { notes.append((start + 1)..<place) }
    }

    /// Moves a container after a weight to the note: `8-ounce package cream cheese`, `1 pound block of Parmesan`.
    private mutating func skipContainer() {
        var next = place
        while has(next, .size) { next += 1 }
        guard has(next, .container), let (container, behind) = unit(at: next), isWord(behind) else { return }
        result.isTinned = isTin(container)
        notes.append(place..<behind)
        place = behind
    }

    /// Reads the size of one item in brackets: `1 can (14 ounces) beans`.
    private mutating func readSizeBehindUnit() {
        guard isOpening(place), let close = close(of: place), let (size, _) = measure(place + 1) else { return }
        if kind(unit) == .count, result.size == nil { result.size = size }
        if isWord(close + 1), !has(close + 1, .remark) || has(close + 1, .plus) && readNumber(close + 2) != nil {
            notes.append((place + 1)..<close)
            place = close + 1
        }
    }

    /// Reads a half that is joined to the next word: `полстакана молока`, `пол-литра`, `пол-лимона`.
    mutating func readJoinedHalf() {
        guard isWord(place), tokens[place].end - tokens[place].start > 10 else { return }
        let word = bytes[tokens[place].start..<tokens[place].end]
        guard LineLexicon.hash(word.prefix(6)) == LineLexicon.hash("пол".utf8) else { return }
        let hyphen = word[word.startIndex + 6] == UInt8(ascii: "-") ? 1 : 0
        let rest = word.dropFirst(6 + hyphen)
        let known = lexicon.word(LineLexicon.hash(rest))
        if known.unit >= 0 {
            unit = known.unit
            place += 1
        } else if hyphen == 1 {
            tokens[place].start += 7
        } else {
            return
        }
        result.amount = 0.5
    }

    /// Reads an amount after the name: `мука — 200 г`, `salt – 1 tsp`, `Яйца (2 шт.)`, `eggs: 2`.
    mutating func readTrailingAmount() {
        for start in (place + 1)..<max(place + 1, end) {
            if has(start, [.preparation, .length, .forWord, .plus]) && !has(start, .about) { return }
            if has(start, .remark), !has(start, .about) { return }
            if isClosing(start) || has(start, .article) { continue }
            guard let (low, high, next) = readRange(start), isPlausible(start) else { continue }
            // The fat content in `сметана 20 % — 200 г` is not an amount.
            if isSign(next, "%") { continue }
            let found = unit(at: isSign(next, "-") ? next + 1 : next)
            let behind = found?.next ?? next
            let isLast = behind >= end || isSign(behind, ",") || isOpening(behind) || isClosing(behind)
            guard isLast, found != nil || isSeparated(start) || behind >= end && isNumber(start), !isLength(next) else {
                return
            }
            return takeTrailing(start, low, high, found?.unit, behind)
        }
    }

    private func isLength(_ start: Int) -> Bool { has(start, .length) || isSign(start, "%") }

    /// Whether a number may be an amount: words such as `half` inside a name are not.
    private func isPlausible(_ start: Int) -> Bool { isNumber(start) || isSeparated(start) }

    private func isSeparated(_ start: Int) -> Bool {
        isDash(start - 1) || isSign(start - 1, ":") || isOpening(start - 1) || has(start - 1, .about)
    }

    private mutating func takeTrailing(_ start: Int, _ low: Double, _ high: Double?, _ found: Int16?, _ behind: Int) {
        result.amount = low
        result.amountMax = high
        unit = found ?? -1
        var last = start
        while last > place,
            tokens[last - 1].kind == .sign && !isSign(last - 1, "%") || has(last - 1, [.about, .each, .from])
        { last -= 1 }
        var rest = behind
        if isClosing(rest) { rest += 1 }
        if rest < end { notes.append(rest..<end) }
        end = last
    }

    /// Reads a unit after what it counts: `2 garlic cloves`, `3 celery stalks`.
    mutating func readUnitBehindName() {
        guard name.count == 1, let range = name.first, range.count >= 2, let last = range.last,
            tokens[last].word.unit >= 0, !has(last - 1, [.with, .or, .and, .of]),
            !(tokens[last].word.isSingular && (result.amount ?? 1) > 1)
        else { return }
        let key = key(tokens[last].word.unit)
        if range.contains(where: { has($0, .or) }) || isForm(last, "stem") || isForm(last, "stems") { return }
        let before = tokens[last - 1].hash
        let fits =
            switch key {
            case "sprig": isWord(last - 1)
            case _ where result.amount == nil: false
            case "stalk", "head", "slice", "bulb": isWord(last - 1)
            case "spear": before == LineLexicon.hash("asparagus".utf8)
            case "clove": before == LineLexicon.hash("garlic".utf8)
            case "rib", "stick": before == LineLexicon.hash("celery".utf8)
            case "leaf", "sheet":
                before == LineLexicon.hash("gelatine".utf8) || before == LineLexicon.hash("gelatin".utf8)
            default: false
            }
        guard fits else { return }
        unit = tokens[last].word.unit
        name = [range.lowerBound..<last]
    }
}
