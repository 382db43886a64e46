// The dish that a recipe's title names, and its course: "Lemon cookies" are baking, «Борщ с говядиной» is a soup.

import Bytes
import Food
import Words

/// The name of the dish in a title: in English at the end of its first part ("tomato soup with rice"), in Russian at its
/// start behind adjectives («томатный суп с рисом»).
struct TitleDish {
    /// The words of the title, folded.
    private let words: [String]
    private let place: Range<Int>

    var name: [String] { Array(words[place]) }
    /// The words before and behind the name.
    var rest: [ArraySlice<String>] { [words[..<place.lowerBound], words[place.upperBound...]] }

    init?(_ title: String) {
        let (words, end) = Self.read(title)
        var head = words[..<end]
        while let last = head.last, Self.isNumber(last) || Self.fillers.contains(last) { head.removeLast() }
        guard let first = head.first?.utf8.first else { return nil }
        let isRussian = first == 0xD0 || first == 0xD1
        guard let place = isRussian ? Self.first(of: head) : Self.last(of: head) else { return nil }
        (self.words, self.place) = (words, place)
    }

    /// The words of a title, and how many of them are before the first comma, bracket, dash or preposition.
    private static func read(_ title: String) -> (words: [String], end: Int) {
        var title = title
        var (words, end) = ([String](), Int?.none)
        title.withUTF8 { utf8 in
            var last = 0
            Words.forEachWord(in: utf8) { range, folded in
                let gap = utf8[last..<range.lowerBound]
                if end == nil, !words.isEmpty, isBreak(gap) { end = words.count }
                if gap.contains(UInt8(ascii: "&")) || gap.contains(UInt8(ascii: "+")) { words.append("and") }
                words.append(String(decoding: folded, as: UTF8.self))
                last = range.upperBound
            }
        }
        let part = end ?? words.count
        return (words, words[..<part].firstIndex { WordList.prepositionsAfterDishes.contains($0) } ?? part)
    }

    /// Whether a part of the title ends at the signs between two words. A hyphen ends one if a space is beside it.
    private static func isBreak(_ gap: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        gap.contains { signs.contains($0) }
            || gap.contains(UInt8(ascii: "-")) && gap.contains(UInt8(ascii: " "))
            // The last byte of an en dash or em dash.
            || gap.contains(0x93) || gap.contains(0x94)
    }

    /// The name at the end. "Biscuits and gravy" are no gravy, so a name behind "and" means nothing.
    private static func last(of words: ArraySlice<String>) -> Range<Int>? {
        for length in stride(from: min(longest, words.count), to: 0, by: -1) {
            let place = words.endIndex - length..<words.endIndex
            guard DishWords.starter.knows(Array(words[place])) else { continue }
            let isJoined = place.lowerBound > words.startIndex && ands.contains(words[place.lowerBound - 1])
            return isJoined ? nil : place
        }
        return nil
    }

    /// The name that has the first noun, and that no "and" follows.
    private static func first(of words: ArraySlice<String>) -> Range<Int>? {
        guard let noun = words.firstIndex(where: { !isAdjective($0) }) else { return nil }
        for start in words.startIndex...noun {
            for end in stride(from: min(start + longest, words.endIndex), to: noun, by: -1)
            where DishWords.starter.knows(Array(words[start..<end])) {
                let isJoined = end < words.endIndex && ands.contains(words[end])
                return isJoined ? nil : start..<end
            }
        }
        return nil
    }

    /// Whether a Russian word is an adjective by its ending; «мороженое» and «жаркое» are dishes.
    private static func isAdjective(_ word: String) -> Bool {
        endings.contains { word.hasSuffix(bytes: $0) } && DishWords.starter.course(of: [word]) == nil
    }

    private static func isNumber(_ word: String) -> Bool { word.utf8.allSatisfy { $0 < 0x3A } }

    /// The most words of a name.
    private static let longest = 3
    private static let signs = Set(",:;|()[]/!?".utf8)
    private static let endings = ["ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие"]
    private static let ands: Set<String> = ["and", "n", "or", "plus", "и", "или"]
    private static let fillers: Set<String> = ["i", "ii", "iii", "iv", "v", "vi", "recipe", "recipes", "рецепт"]
}

extension Catalogue {
    /// The category of the dish that a title names; `nil` where the title does not make it plain, as "pie" and "cod
    /// cakes" do not.
    func course(ofTitle title: String) -> String? {
        guard let dish = TitleDish(title), let course = DishWords.starter.course(of: dish.name) else { return nil }
        if course.condition == .always { return course.category }
        let aisles = dish.rest.reduce(into: Set<String>()) { $0.formUnion(self.aisles(of: $1)) }
        let isSweet = !aisles.isDisjoint(with: ["fruit", "baking", "nuts-and-seeds"])
        let isSavoury = !aisles.isDisjoint(with: [
            "meat", "fish-and-seafood", "vegetables", "legumes", "grains-and-pasta",
        ])
        let isCertain =
            switch course.condition {
            case .always: true
            case .ifSweet: isSweet && !isSavoury
            case .unlessSweet: !isSweet
            case .unlessSavoury: !isSavoury
            }
        return isCertain ? course.category : nil
    }

    /// The aisles of the foods that words name, the longest name at each place.
    private func aisles(of words: ArraySlice<String>) -> Set<String> {
        var (aisles, start) = (Set<String>(), words.startIndex)
        while start < words.endIndex {
            var end = min(start + 3, words.endIndex)
            var found = aisle(of: words[start..<end])
            while found == nil, end > start + 1 {
                end -= 1
                found = aisle(of: words[start..<end])
            }
            if let found { aisles.insert(found) }
            start = end
        }
        return aisles
    }

    /// The aisle of a food, also by its adjective: «яблочный» means apples.
    private func aisle(of words: ArraySlice<String>) -> String? {
        for name in [Array(words)] + DishWords.starter[words.map(Words.stem)] {
            if let match = index.findWhole(name.joined(separator: " ")) { return entry(match.key)?.aisle }
        }
        return nil
    }
}
