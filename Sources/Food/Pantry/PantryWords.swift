// Takes from a line about the food at home what a package says and no recipe does: `milk 2%`, «яйца С1», `eggs x 6`.

import Bytes
import Words

/// The words of a line between spaces, without those that were taken.
struct PantryWords {
    private var words: [String]

    init(_ text: String) { words = text.inOneLine.split(bytes: " ").map(String.init) }

    var text: String { words.joined(separator: " ") }

    private func bare(_ place: Int) -> String {
        words.indices.contains(place) ? Words.fold(String(words[place].trimming(anyOf: ",;()"))) : ""
    }

    private mutating func remove(_ range: Range<Int>) { words.removeSubrange(range) }

    // MARK: How many

    private static let times: Set<String> = ["x", "х", "×", "*"]

    /// How many there are of what the line says: 6 of `eggs x 6`, 2 of `2x cream 200 ml` and of `cream 2 x 200 ml`.
    mutating func takeTimes() -> Double? {
        for place in words.indices {
            let word = bare(place)
            if Self.times.contains(word) {
                if let count = Self.count(bare(place - 1)) {
                    remove(place - 1..<place + 1)
                    return count
                }
                if place + 2 == words.count, let count = Self.count(bare(place + 1)) {
                    remove(place..<place + 2)
                    return count
                }
            }
            let ends = Self.times.compactMap { word.dropping(suffix: $0) }
            let isLast = place + 1 == words.count
            let starts = isLast ? Self.times.compactMap { word.dropping(prefix: $0) } : []
            if let count = (ends + starts).compactMap({ Self.count(String($0)) }).first {
                remove(place..<place + 1)
                return count
            }
        }
        return nil
    }

    private static func count(_ word: String) -> Double? {
        guard (1...3).contains(word.utf8.count), word.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(word).flatMap { $0 > 0 ? Double($0) : nil }
    }

    // MARK: What a package says

    private static let fat: Set<String> = ["fat", "жира", "жирности", "жирность"]

    /// The percentage of fat: `2%` of `milk 2% fat`, `3,2 %`.
    mutating func takeShare() -> String? {
        for place in words.indices {
            let word = bare(place)
            guard let digits = word.dropping(suffix: "%") else { continue }
            let number = digits.isEmpty ? bare(place - 1) : String(digits)
            let start = digits.isEmpty ? place - 1 : place
            guard let share = Amounts.read(number), share.high == nil, share.low <= 100 else { continue }
            remove(start..<(Self.fat.contains(bare(place + 1)) ? place + 2 : place + 1))
            return number + "%"
        }
        return nil
    }

    private static let grades: Set<String> = ["c0", "c1", "c2", "c3", "с0", "с1", "с2", "с3", "св"]
    private static let sizes: Set<String> = ["s", "m", "l", "xl"]

    /// Whether it takes a grade of eggs: «С1» with a letter of either alphabet, `size L`.
    mutating func takeGrade() -> Bool {
        for place in words.indices {
            if Self.grades.contains(bare(place)) {
                remove(place..<place + 1)
                return true
            }
            if bare(place) == "size", Self.sizes.contains(bare(place + 1)) {
                remove(place..<place + 2)
                return true
            }
        }
        return false
    }

    /// Whether it takes the name of a maker: `Heinz ketchup`, «кетчуп Хайнц». Only capitalised words that no food of
    /// the catalogue has. Phones capitalise the first word of a line, so there only English words that may be a name.
    mutating func takeBrand(_ index: IngredientIndex) -> Bool {
        let places = words.indices.filter { isBrand($0, index) }
        guard let first = places.first, let last = places.last, last - first < 2, places.count < words.count else {
            return false
        }
        if places.count != last - first + 1 { return false }
        remove(first..<last + 1)
        return true
    }

    private func isBrand(_ place: Int, _ index: IngredientIndex) -> Bool {
        let split = NameWords.split(words[place])
        let isCapital = words[place].unicodeScalars.first?.properties.isUppercase ?? false
        guard isCapital, split.count == 1, let word = split.first, !index.knows(word), !index.isApproximate(word),
            !DietClaims.states(word.text)
        else { return false }
        return place > 0 || !word.isRussian && !WordList.neverBrands.contains(word.text) && !word.isDoing
    }
}

extension NameWord {
    /// Whether the word has the ending of an English participle: `Spoiled milk`, `Ripening bananas`.
    fileprivate var isDoing: Bool { text.hasSuffix(bytes: "ed") || text.hasSuffix(bytes: "ing") }
}
