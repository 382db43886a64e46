// Durations in words: formats them for readers and parses them from form fields and steps.

import Bytes
import Texts
import Words

/// Formats times ("1 h 25 min") and parses them.
enum Durations {
    static func text(minutes: Int, _ language: Language) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return Text.durationMinutes(language, minutes: String(rest)) }
        if rest == 0 { return Text.durationHours(language, hours: String(hours)) }
        return Text.durationHoursMinutes(language, hours: String(hours), minutes: String(rest))
    }

    static func text(seconds: Int, _ language: Language) -> String {
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        let parts = [
            minutes > 0 ? text(minutes: minutes, language) : nil,
            rest > 0 ? Text.durationSeconds(language, seconds: String(rest)) : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// The time in ISO 8601: `PT1H30M`.
    static func iso(seconds: Int) -> String {
        let parts = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
        return "PT" + parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    }

    // MARK: Form fields

    /// The seconds of `1:30` or `1:30:15`: hours with one or two digits, then minutes and seconds with two each.
    static func clock(_ text: String) -> Int? {
        let parts = text.split(bytes: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
        }
        guard (2...3).contains(parts.count), numbers.count == parts.count, parts[0].utf8.count <= 2,
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// Parses `25 min`, `1 h 30 min`, `1,5 часа`, `1:30` as hours and minutes, `90` as minutes; `nil` for any other
    /// text.
    static func seconds(typed text: String) -> Int? {
        guard text.length <= RecipeLimits.typedTimer else { return nil }
        if let seconds = clock(text) { return seconds }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || $0.isWhitespace || ".,/".contains($0) }) else {
            return nil
        }
        var (sum, number, last) = (0.0, Double?.none, Int.max)
        for word in words(of: text[...]) {
            if let value = value(word) {
                // `1 1/2` is a sum; any other two numbers in a row are not a time.
                if number != nil, value >= 1 { return nil }
                number = (number ?? 0) + value
            } else if let unit = units[word.lowercased()], let value = number, unit < last {
                (sum, number, last) = (sum + value * Double(unit), nil, unit)
            } else if !ands.contains(word.lowercased()) {
                return nil
            }
        }
        if let minutes = number {
            guard last == .max else { return nil }
            sum = minutes * 60
        }
        return Int(exactly: (sum * 1_000).rounded() / 1_000)
    }

    // MARK: Steps

    /// A time within a text, and the range of the words that state it.
    struct Spoken: Equatable {
        var seconds: Int
        var place: Range<String.Index>
    }

    /// The first time in a step: "bake for 25 minutes", "варите полчаса". "20–30 minutes" gives the shorter time,
    /// because the cook should check the food then.
    static func spoken(in text: String) -> Spoken? {
        let words = words(of: Substring(text.unicodeScalars.prefix(longestRead)))
        return words.indices.lazy.compactMap { time(at: $0, words, text) }.first.map { time in
            let place = words[time.words.lowerBound].startIndex..<words[time.words.upperBound].endIndex
            return Spoken(seconds: time.seconds, place: place)
        }
    }

    /// A time among the words of a text, and the places of the words that state it.
    struct Time {
        /// Of "20–30 minutes" the shorter time.
        var seconds: Int
        /// Of "20–30 minutes" the longer time; `nil` if that is longer than a timer may run.
        var most: Int?
        var words: ClosedRange<Int>
    }

    /// The time whose first unit is the word at `index`.
    static func time(at index: Int, _ words: [Substring], _ text: String) -> Time? {
        guard words[index].utf8.count <= longestUnit, begins(words[index], like: unitStarts) else { return nil }
        if halfHours.contains(words[index].lowercased()) {
            return Time(seconds: 1_800, most: 1_800, words: index...index)
        }
        guard let unit = spokenUnit(index, words), let amount = amount(before: index, words, unit) else { return nil }
        var (rest, end) = (0.0, index)
        if isAndAHalf(behind: index, words, text) { (rest, end) = (Double(unit) / 2, index + 3) }
        let next = words.indices.contains(end + 1) && ands.contains(words[end + 1].lowercased()) ? end + 2 : end + 1
        if words.indices.contains(next + 1), let more = value(words[next]), let smaller = spokenUnit(next + 1, words),
            smaller < unit
        {
            (rest, end) = (rest + more * Double(smaller), next + 1)
        }
        func seconds(_ value: Double) -> Int? {
            Int(exactly: (value * Double(unit) + rest).rounded()).flatMap { RecipeLimits.timer.contains($0) ? $0 : nil }
        }
        return seconds(amount.value).map { Time(seconds: $0, most: seconds(amount.most), words: amount.start...end) }
    }

    /// The most bytes of a unit in any form. Longer words, such as letters with many marks, are slow to look up.
    private static let longestUnit = (Array(units.keys) + halfHours).map(\.utf8.count).max() ?? 0

    /// The first bytes of the units: most words of a text have another, and need no look-up.
    private static let unitStarts = starts(of: Array(units.keys) + halfHours)

    /// The first bytes of lower-case words, as `begins` compares them: a capital Cyrillic letter begins with 0xD0.
    static func starts(of words: some Sequence<String>) -> Set<UInt8> {
        Set(words.compactMap { $0.utf8.first.map { $0 | 0x20 } } + [0xD0 | 0x20])
    }

    /// Whether a word in any case begins with one of the bytes.
    static func begins(_ word: Substring, like starts: Set<UInt8>) -> Bool {
        word.utf8.first.map { starts.contains($0 | 0x20) } ?? false
    }

    /// The number of characters of a step that are searched.
    private static let longestRead = 1_000

    /// The unit at a word, in seconds. A single letter does not count, as it may be a metre or "with"; nor does `ч.
    /// л.`, a teaspoon.
    private static func spokenUnit(_ index: Int, _ words: [Substring]) -> Int? {
        let word = words[index].lowercased()
        guard !["m", "s", "м", "с"].contains(word), let unit = units[word] else { return nil }
        let isSpoon = word == "ч" && index + 1 < words.count && words[index + 1].lowercased().hasPrefix(bytes: "л")
        return isSpoon ? nil : unit
    }

    /// Whether "and a half" belongs to the unit: "an hour and a half", but not "10 minutes and a half hour" or words of
    /// another sentence.
    private static func isAndAHalf(behind unit: Int, _ words: [Substring], _ text: String) -> Bool {
        guard words[(unit + 1)...].prefix(3).map({ $0.lowercased() }) == ["and", "a", "half"] else { return false }
        let isBroken = text[words[unit].endIndex..<words[unit + 3].startIndex].contains { !$0.isLetter && $0 != " " }
        return !isBroken && !(words.indices.contains(unit + 4) && units[words[unit + 4].lowercased()] != nil)
    }

    /// The number before a unit, the higher one of "20–30 minutes", and the index of its first word.
    private static func amount(
        before unitPlace: Int, _ words: [Substring], _ unit: Int
    ) -> (value: Double, most: Double, start: Int)? {
        func word(_ place: Int) -> String? { place >= 0 ? words[place].lowercased() : nil }
        // "30-minute"
        let place = word(unitPlace - 1).map(dashes.contains) == true ? unitPlace - 2 : unitPlace - 1
        guard let name = word(place) else { return nil }
        if name == "a" || name == "an" {
            if word(place - 1) == "half" { return (0.5, 0.5, place - 1) }
            // "A second time" is not a time.
            return unit == 1 ? nil : (1, 1, place)
        }
        guard let last = quantity(endingAt: place, words) else { return nil }
        let only = (last.value, last.value, last.start)
        guard let joint = word(last.start - 1), joints.contains(joint),
            let first = quantity(endingAt: last.start - 2, words)
        else { return only }
        if first.value < last.value { return (first.value, last.value, first.start) }
        // "Forty-five"
        let isTens = spelled[name] != nil && dashes.contains(joint) && first.value >= 20 && last.value < 10
        return isTens ? (first.value + last.value, first.value + last.value, first.start) : only
    }

    /// A number, or a whole number and a fraction such as "1 1/2", "1-1/2", "two and a half"; and the index of its
    /// first word.
    private static func quantity(endingAt place: Int, _ words: [Substring]) -> (value: Double, start: Int)? {
        func word(_ place: Int) -> String? { words.indices.contains(place) ? words[place].lowercased() : nil }
        func number(_ place: Int) -> Double? { word(place).flatMap { value(words[place]) ?? spelled[$0] } }
        func adding(_ part: Double, toWholeAt place: Int) -> (value: Double, start: Int)? {
            number(place).flatMap { $0 >= 1 && $0 == $0.rounded() ? ($0 + part, place) : nil }
        }
        guard let name = word(place) else { return nil }
        if name == "половиной" { return word(place - 1) == "с" ? adding(0.5, toWholeAt: place - 2) : nil }
        if name == "half" {
            let joint = word(place - 1) == "a" ? place - 2 : place - 1
            let sum = word(joint).map(ands.contains) == true ? adding(0.5, toWholeAt: joint - 1) : nil
            return sum ?? (0.5, place)
        }
        guard let last = number(place) else { return nil }
        guard last < 1, !name.contains(where: { ".,".contains($0) }) else { return (last, place) }
        let isJoined = word(place - 1).map { dashes.contains($0) || ands.contains($0) } == true
        return adding(last, toWholeAt: isJoined ? place - 2 : place - 1) ?? (last, place)
    }

    // MARK: Words

    /// Splits a text into words, numbers and dashes, even where no space separates them. Accents belong to the letter
    /// before them.
    static func words(of text: Substring) -> [Substring] {
        let scalars = text.unicodeScalars
        var (words, start) = ([Substring](), scalars.startIndex)
        while start < scalars.endIndex {
            let first = scalars[start]
            var end = scalars.index(after: start)
            if isLetter(first) {
                end = scalars[end...].firstIndex { !isLetter($0) && !isAccent($0) } ?? scalars.endIndex
                words.append(text[start..<end])
            } else if isDigit(first) {
                end = endOfNumber(scalars[start...])
                words.append(text[start..<end])
            } else if isDash(first) || first.value > 0x7F && first.properties.numericType != nil {
                words.append(text[start..<end])
            }
            start = end
        }
        return words
    }

    /// The end of a number, which continues after a point, a comma or a slash if a digit follows.
    private static func endOfNumber(_ text: Substring.UnicodeScalarView) -> Substring.Index {
        var end = text.startIndex
        while end < text.endIndex {
            let next = text.index(after: end)
            let joins = [".", ",", "/"].contains(text[end]) && next < text.endIndex && isDigit(text[next])
            guard isDigit(text[end]) || joins else { break }
            end = next
        }
        return end
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    private static func isDash(_ scalar: Unicode.Scalar) -> Bool { ["-", "–", "—"].contains(scalar) }
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80
            ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) : scalar.properties.isAlphabetic
    }

    /// The value of a numeric word: `20`, `1.5`, `1,5`, `1/2`, `½`.
    static func value(_ word: Substring) -> Double? {
        if let fraction = fractions[String(word)] { return fraction }
        guard let first = word.unicodeScalars.first, isDigit(first) else { return nil }
        let parts = word.split(bytes: "/").map { Double($0.replacing(bytes: ",", with: ".")) }
        if parts.count == 2, let over = parts[0], let under = parts[1], under > 0 { return over / under }
        guard parts.count == 1, let value = parts[0], value < 1e6 else { return nil }
        return value
    }

    private static let fractions = ["½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3]
    private static let dashes: Set<String> = ["-", "–", "—"]
    private static let ands: Set<String> = ["and", "и"]
    /// Words between the two ends of a range: `4 to 6`, «4 до 6».
    static let rangeWords: [Substring] = ["to", "or", "до", "или"]
    static let joints = dashes.union(rangeWords.map(String.init))
    private static let halfHours: Set<String> = ["полчаса", "получаса"]

    /// The seconds of each unit.
    private static let units = table([
        (3_600, "h hr hrs hour hours ч час часа часов"),
        (60, "m min mins minute minutes м мин минута минуту минуты минут"),
        (1, "s sec secs second seconds с сек секунда секунду секунды секунд"),
    ])

    private static let spelled = table([
        (1.5, "полтора полторы полутора"), (1, "one один одна одну одной"), (2, "two два две двух"),
        (3, "three три трёх трех"), (4, "four четыре четырёх четырех"), (5, "five пять пяти"), (6, "six шесть шести"),
        (7, "seven семь семи"), (8, "eight восемь восьми"), (9, "nine девять девяти"), (10, "ten десять десяти"),
        (12, "twelve двенадцать двенадцати"), (15, "fifteen пятнадцать пятнадцати"),
        (20, "twenty двадцать двадцати"), (30, "thirty тридцать тридцати"), (40, "forty сорок сорока"),
        (50, "fifty пятьдесят пятидесяти"), (60, "sixty шестьдесят шестидесяти"),
    ])

    private static func table<Value>(_ rows: [(value: Value, words: String)]) -> [String: Value] {
        Dictionary(
            uniqueKeysWithValues: rows.flatMap { row in
                row.words.split(bytes: " ").map { (String($0), row.value) }
            })
    }
}
