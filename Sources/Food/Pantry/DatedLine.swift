// Reads the date at the end of a line about the food at home: `milk, use by 12 Dec`.

import Bytes
package import Words

/// A line about food, without the day by which it should be used.
package struct DatedLine: Sendable, Equatable {
    /// A day as a package states it, often without its year.
    package struct Day: Sendable, Equatable {
        package let day: Int
        package let month: Int
        package let year: Int?
    }

    package let food: String
    package private(set) var day: Day?
    /// Whether it has a date that cannot be read, or may mean two days: `use by 1/2`.
    package private(set) var isUnclear = false

    /// In Russian the day is before the month; in English, `1/2` may be in January or in February.
    package init(_ text: String, _ language: Language) {
        let words = text.inOneLine.split(bytes: " ")
        let folded = words.map { Words.fold(String($0.trimming(anyOf: Self.edges))) }
        guard let found = Self.phrase(folded) else {
            food = text
            return
        }
        food = String(words[..<found.lowerBound].joined(separator: " ").trimming(anyOf: Self.edges))
        day = Self.day(folded[found.upperBound...], language)
        isUnclear = day == nil
    }

    private static let edges = " ,;:()."

    private static let phrases = WordList.wordsBeforeADate.map { Words.words($0) }.sorted { $0.count > $1.count }

    /// The words before the date, the first in the line.
    private static func phrase(_ words: [String]) -> Range<Int>? {
        for start in words.indices {
            guard let phrase = phrases.first(where: { words[start...].starts(with: $0) }) else { continue }
            let found = start..<start + phrase.count
            // «до» alone also joins amounts: «2 до 3 луковиц».
            if phrase != ["до"] || looksLikeDate(words[found.upperBound...]) { return found }
        }
        return nil
    }

    private static func looksLikeDate(_ words: ArraySlice<String>) -> Bool {
        let parts = parts(words)
        return parts.count >= 2 && parts[0].utf8.allSatisfy(isDigit)
            && (Self.parts(words.prefix(1)).count >= 2 || month(parts[1]) != nil)
    }

    private static func parts(_ words: ArraySlice<String>) -> [String] {
        let parts = words.joined(separator: " ").split(anyOf: " ./-").map(String.init)
        return ["г", "год", "года"].contains(parts.last ?? "") ? parts.dropLast() : parts
    }

    private static func day(_ words: ArraySlice<String>, _ language: Language) -> Day? {
        let parts = parts(words)
        guard (2...3).contains(parts.count) else { return nil }
        if parts.count == 3, parts[0].utf8.count == 4, let year = number(parts[0]) {
            return day(number(parts[2]), number(parts[1]), year)
        }
        let year = parts.count == 3 ? year(parts[2]) : nil
        if parts.count == 3, year == nil { return nil }
        if let month = month(parts[1]) { return day(number(parts[0]), month, year) }
        if let month = month(parts[0]) { return day(number(parts[1]), month, year) }
        guard let first = number(parts[0]), let second = number(parts[1]) else { return nil }
        if language == .ru || first == second || first > 12 { return day(first, second, year) }
        return second > 12 ? day(second, first, year) : nil
    }

    private static func day(_ day: Int?, _ month: Int?, _ year: Int?) -> Day? {
        guard let day, let month, (1...31).contains(day), (1...12).contains(month) else { return nil }
        return Day(day: day, month: month, year: year)
    }

    private static func month(_ word: String) -> Int? { WordList.months[word].flatMap { Int($0) } }

    /// 2026 of `2026` and of `26`.
    private static func year(_ text: String) -> Int? {
        guard let year = number(text) else { return nil }
        switch text.utf8.count {
        case 2: return 2000 + year
        case 4: return year
        default: return nil
        }
    }

    /// The number of `12` and of `12th`.
    private static func number(_ text: String) -> Int? {
        let ending = ["st", "nd", "rd", "th"].compactMap { text.dropping(suffix: $0) }.first
        let digits = ending ?? text[...]
        return digits.utf8.count <= 4 && digits.utf8.allSatisfy(isDigit) ? Int(digits) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
