// Finds temperatures and times that are out of range, and meat that would not be cooked through.

import Bytes
import Food

/// What the rules have to know of the whole recipe.
struct HeatFacts: Sendable {
    /// The kinds of meat among the ingredients, by the word list that names them.
    let meats: Set<String>
    let isSousVide: Bool
    /// The title, for the food that is baked.
    let title: ScreenedText
}

enum HeatRules {
    private static let words = ScreeningWords.starter
    private static let degrees = words["degrees"]
    private static let celsius = words["celsius"]
    private static let fahrenheit = words["fahrenheit"]
    /// In degrees Celsius. Domestic ovens end at about 290 °C, wood fires at 500.
    private static let hottest = 290.0
    private static let hottestFire = 550.0
    /// The core temperature that makes each kind of meat safe: the USDA's minimum, in degrees Celsius.
    private static let safe: [(list: String, least: Double)] = [
        ("poultry", 73.5), ("minced meat", 70.5), ("pork", 62.5),
    ]

    /// The list that names the meat of an ingredient; `nil` for other food.
    static func meat(_ entry: IngredientEntry) -> String? {
        let text = ScreenedText(entry.key, .whole)
        guard entry.aisle == "meat" else { return nil }
        return safe.first { words[$0.list].occurs(in: 0..<text.tokens.count, text) }?.list
    }

    static func findings(_ text: ScreenedText, _ facts: HeatFacts) -> [Finding] {
        let sentences = text.sentences
        let warm = sentences.lazy.compactMap { temperature($0, text, facts) }.first
        let long = sentences.lazy.compactMap { time($0, text, facts) }.first
        return [
            warm.map { Finding(.temperature, text.place, words: text.written($0)) },
            long.map { Finding(.time, text.place, words: text.written($0)) },
        ].compactMap { $0 }
    }

    // MARK: Temperatures

    private struct Temperature {
        let range: ClosedRange<Int>
        /// In degrees Celsius; two values where the unit is missing.
        let readings: [Double]
    }

    private static func temperature(_ sentence: Range<Int>, _ text: ScreenedText, _ facts: HeatFacts) -> ClosedRange<
        Int
    >? {
        func names(_ list: String) -> Bool { words[list].occurs(in: sentence, text) }
        for index in sentence {
            guard let found = degrees(at: index, sentence, text) else { continue }
            let most =
                names("very hot ovens") || words["very hot ovens"].occurs(in: facts.title.tokens.indices, facts.title)
                ? hottestFire : hottest
            if found.readings.allSatisfy({ $0 > most }) { return found.range }
            let isOven = names("ovens") && !names("inside the food")
            if isOven, !names("warm places"), found.readings.allSatisfy({ $0 < 45 }) { return found.range }
            guard names("inside the food"), !names("ovens") || names("poultry"), !facts.isSousVide else { continue }
            guard let least = safe.first(where: { names($0.list) })?.least ?? leastOfRecipe(facts, names) else {
                continue
            }
            if found.readings.allSatisfy({ $0 < least && $0 >= 30 }) { return found.range }
        }
        return nil
    }

    /// The safe temperature of the recipe's meat, if the sentence is about no other food.
    private static func leastOfRecipe(_ facts: HeatFacts, _ names: (String) -> Bool) -> Double? {
        if names("other foods with a core") { return nil }
        return safe.first { facts.meats.contains($0.list) }?.least
    }

    /// The temperature whose number is at this place.
    private static func degrees(at index: Int, _ sentence: Range<Int>, _ text: ScreenedText) -> Temperature? {
        guard text.tokens[index].isNumber, let value = Double(text.tokens[index].word), (20...2_000).contains(value),
            !text.gap(before: index).hasSuffix(bytes: ".")
        else { return nil }
        func token(_ place: Int) -> Int? { sentence.contains(place) ? place : nil }
        func gap(_ place: Int) -> String { text.gap(before: place) }
        var (end, hasSign) = (index, false)
        if gap(index + 1).contains(bytes: "°") || gap(index + 1).contains(bytes: "º") { hasSign = true }
        if !hasSign, let next = token(index + 1), self.degrees.matches(next, text) { (end, hasSign) = (next, true) }
        if let next = token(end + 1) {
            // "по Цельсию"
            let unit = text.tokens[next].word == "по" ? token(next + 1) ?? next : next
            let isNear = gap(next).utf8.count <= 4
            if isNear, celsius.matches(unit, text), hasSign || text.tokens[unit].word.utf8.count <= 2 {
                return Temperature(range: index...unit, readings: [value])
            }
            if isNear, fahrenheit.matches(unit, text) {
                return Temperature(range: index...unit, readings: [(value - 32) / 1.8])
            }
        }
        guard hasSign else { return nil }
        let isRussian = text.tokens[end].word.unicodeScalars.first.map { $0.value > 0x400 } ?? false
        return Temperature(range: index...end, readings: isRussian ? [value] : [value, (value - 32) / 1.8])
    }

    // MARK: Times

    private static func time(_ sentence: Range<Int>, _ text: ScreenedText, _ facts: HeatFacts) -> ClosedRange<Int>? {
        guard let ways = NearestWays(sentence, text, words.ways) else { return nil }
        for index in sentence where text.tokens[index].isNumber {
            guard let (minutes, end) = minutes(at: index, sentence, text) else { continue }
            let way = ways.of(index)
            let quick = words.quickFoods.filter { food in
                food.name == way.name
                    && (food.words.occurs(in: sentence, text)
                        || food.words.occurs(in: facts.title.tokens.indices, facts.title))
            }
            let most = quick.map(\.most).min() ?? way.most
            if minutes > Double(most) { return index...end }
        }
        return nil
    }

    /// The minutes that begin with the number at a place, and the place of their unit.
    private static func minutes(at index: Int, _ sentence: Range<Int>, _ text: ScreenedText) -> (Double, Int)? {
        let last = min(sentence.upperBound, index + 6)
        let words = text.written(index...(last - 1))
        guard let spoken = Durations.spoken(in: words), spoken.place.lowerBound == words.startIndex else { return nil }
        let length = words[spoken.place].utf8.count
        let start = text.tokens[index].range.lowerBound
        let end = (index..<last).last { text.tokens[$0].range.upperBound <= start + length } ?? index
        return (Double(spoken.seconds) / 60, end)
    }
}

/// The ways of cooking that the words of a sentence name, each word read once.
private struct NearestWays {
    private let named: [(place: Int, way: CookingWay)]
    private let first: CookingWay

    /// `nil` if no word names one.
    init?(_ sentence: Range<Int>, _ text: ScreenedText, _ ways: [CookingWay]) {
        named = sentence.compactMap { place in ways.first { $0.words.matches(place, text) }.map { (place, $0) } }
        guard let first = named.first?.way else { return nil }
        self.first = first
    }

    /// The way of the nearest word before a time, or else of the first word after it.
    func of(_ time: Int) -> CookingWay {
        var (low, high) = (0, named.count)
        while low < high {
            let middle = (low + high) / 2
            if named[middle].place < time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : named[low - 1].way
    }
}
