// Reads the amount of an ingredient line, and the size or length of each item.

import Bytes

extension LineReader {
    /// The number at `start`, in digits or words, and the index after it; `nil` if there is none.
    func readNumber(_ start: Int) -> (value: Double, next: Int)? {
        guard let first = token(start) else { return nil }
        if first.kind == .number { return digits(first, start) }
        guard first.kind == .word else { return nil }
        if has(start, .article) {
            guard !has(start + 1, .vague), isWord(start + 1), first.end - first.start <= 2 else { return nil }
            if has(start + 1, .number), let (value, next) = readNumber(start + 1), !isWhole(start + 1) {
                return (value, next)
            }
            return (1, start + 1)
        }
        guard has(start, .number) else { return nil }
        if has(start, .half) { return half(start, first.word.number) }
        return withHalf(first.word.number, start + 1)
    }

    /// Whether `a` before this number word makes it no amount: `a one`, but not `a dozen` or `a couple`.
    private func isWhole(_ place: Int) -> Bool {
        tokens[place].word.number == 1
            || tokens[place].word.number > 2 && !has(place, .dozen)
                && tokens[place].word.number < 10
    }

    /// Reads a number that begins with digits: `1`, `1 1/2`, `1½`, `1-1/2`, `1 and 1/2`, `2 dozen`.
    private func digits(_ first: LineToken, _ start: Int) -> (value: Double, next: Int) {
        var next = start + 1
        guard !first.isFraction, first.value == first.value.rounded(), let second = token(next) else {
            return dozens(first.value, next)
        }
        if second.isFraction, second.value < 1 { return dozens(first.value + second.value, next + 1) }
        if isSign(next, "-") || isSign(next, "&") || has(next, .and) {
            next += 1
        } else {
            return withHalf(first.value, next)
        }
        if let third = token(next), third.isFraction, third.value < 1, !isDash(next - 1) {
            return (first.value + third.value, next + 1)
        }
        return withHalf(first.value, start + 1)
    }

    /// Adds a half or a dozen that follows: `two and a half`, `2 с половиной`.
    private func withHalf(_ value: Double, _ start: Int) -> (value: Double, next: Int) {
        if has(start, [.and, .with]) {
            let next = has(start + 1, .article) ? start + 2 : start + 1
            if isWord(next), has(next, .half) || tokens[next].hash == LineLexicon.hash("половиной".utf8) {
                return (value + 0.5, next + 1)
            }
        }
        return dozens(value, start)
    }

    private func dozens(_ value: Double, _ start: Int) -> (value: Double, next: Int) {
        has(start, .dozen) ? (value * 12, start + 1) : (value, start)
    }

    /// Reads `half`, `half a`, `half of an`, `half a dozen`; `nil` for `half and half`.
    private func half(_ start: Int, _ value: Double) -> (value: Double, next: Int)? {
        var next = start + 1
        if has(next, .and), has(next + 1, .half) { return nil }
        if has(next, .of) { next += 1 }
        if has(next, .article) { next += 1 }
        return dozens(value, next)
    }

    /// Reads a number or a range: `2-3`, `2 to 3`, `от 2 до 3`, `2 (or 3)`. `high` is `nil` for a single number.
    func readRange(_ start: Int) -> (low: Double, high: Double?, next: Int)? {
        guard let (low, next) = readNumber(start) else { return nil }
        var separator = next
        let isBracketed = isSign(next, "(") && has(next + 1, [.or, .to])
        if isBracketed || isSign(next, "-") && has(next + 1, .to) { separator += 1 }
        guard isSign(separator, "-") || has(separator, [.to, .or]) || has(separator, .and) && has(start - 1, .from),
            let (high, last) = readNumber(separator + 1), high > low,
            !has(separator + 1, .article), !isSize(separator + 1, after: separator)
        else { return (low, nil, next) }
        if isBracketed { return isClosing(last) ? (low, high, last + 1) : (low, nil, next) }
        return (low, high, last)
    }

    /// Whether the second number of `1 - 8-ounce package` is a size, not the end of a range.
    private func isSize(_ start: Int, after separator: Int) -> Bool {
        guard isSign(separator, "-"), isDash(separator), let (_, next) = readNumber(start) else { return false }
        return isSign(next, "-") || has(next, .length)
    }

    /// Reads the amount; words before it, such as `about`, go to the note.
    mutating func readAmount() {
        var next = place
        while next < place + 4 {
            if has(next, [.about, .from, .adverb, .heap]) || next > place && isSign(next, ".") {
                next += 1
            } else if isForm(next, "at") && isForm(next + 1, "least") || isForm(next, "up") && has(next + 1, .to) {
                next += 2
            } else {
                break
            }
        }
        if has(next, .article), isNumber(next + 1) { next += 1 }
        if next > place, readNumber(next) == nil { next = place }
        if has(next, .about), readNumber(next) == nil { return }
        guard let (low, high, behind) = readRange(next) else { return skipVague() }
        if isSign(behind, "%") { return }
        if next > place { notes.append(place..<next) }
        place = behind
        if !isLength(behind), let last = lengthAlone(at: next, behind) {
            result.amount = 1
            notes.append(next..<last)
            place = last
        } else if isLength(behind) {
            result.amount = 1
            readLength(from: next)
        } else {
            result.amount = low
            result.amountMax = high
        }
        readSize()
        if has(place, .of), !isWord(place + 1) { place += 1 }
        if has(place, .or), isWord(place + 1), Self.moreOrLess.contains(tokens[place + 1].hash) { place += 2 }
    }

    /// Skips what is neither an amount nor part of the name: `a few`, `a little`, `несколько` go to the note.
    private mutating func skipVague() {
        let first = has(place, .article) ? place + 1 : place
        if has(first, .vague), isWord(first + 1) {
            notes.append(place..<(first + 1))
            place = first + 1
        } else if has(place, .article), isWord(place + 1) {
            place += 1
        } else {
            readJoinedHalf()
        }
    }

    private func isLength(_ start: Int) -> Bool { has(isSign(start, "-") ? start + 1 : start, .length) }

    /// Moves a length to the note: `2-inch`, `3 cm thick`.
    mutating func readLength(from start: Int) {
        if isSign(place, "-") { place += 1 }
        place += 1
        while isSign(place, "-") || isSign(place, ".") || has(place, .heap) && !has(place, .size) { place += 1 }
        notes.append(start..<place)
    }

    /// Reads the contents or length of each item: `(14 ounce)`, `8-ounce`, `x 115g`, `(2-inch)`.
    private mutating func readSize() {
        if isOpening(place), let close = close(of: place), close + 1 < end {
            if let (size, _) = measure(place + 1) { result.size = size }
            if isWord(close + 1), !has(close + 1, .remark) {
                notes.append((place + 1)..<close)
                place = close + 1
            }
            return
        }
        var start = place
        if has(start, .times) || isSign(start, "x") || isSign(start, "*") {
            start += 1
        } else if isDash(start) {
            start += 1
        }
        if let last = lengths(at: start) {
            notes.append(start..<last)
            place = last
            return
        }
        guard isNumber(start), let (_, next) = readNumber(start) else {
            if has(place, .times) || isSign(place, "x"), isWord(place + 1) { place += 1 }
            return
        }
        if has(place, .times), measure(start) == nil, !isLength(next) { place += 1 }
        if isLength(next) {
            place = next
            readLength(from: start)
        } else if let (size, next) = measure(start) {
            result.size = size
            notes.append(start..<next)
            place = next
            skipOtherMeasures()
        }
    }

    /// A size or a range of sizes: `14`, `14–16`, `6- to 7`.
    private func sizes(_ start: Int) -> (low: Double, next: Int)? {
        guard let (low, _, next) = readRange(start) else { return nil }
        guard isSign(next, "-"), isNumber(next + 1), let (high, last) = readNumber(next + 1), high > low else {
            return (low, next)
        }
        return (low, last)
    }

    /// The amount at `start` with a unit of mass or volume, and the index after it: `14 ounce`, `about 400g`,
    /// `14.5-oz.`.
    package func measure(_ start: Int) -> (ParsedLine.Measure, next: Int)? {
        let start = has(start, .about) ? start + 1 : start
        guard let (amount, next) = sizes(start),
            let (unit, last) = unit(at: isSign(next, "-") ? next + 1 : next),
            lexicon.units.units[Int(unit)].kind != .count
        else { return nil }
        return (.init(amount: amount, unit: lexicon.units.units[Int(unit)].key), last)
    }
}
