// Corrects misspelt words of a search, with the words of public recipes and the names of the catalogue.

import Bytes
import Database
import Food
import SearchIndex
import Words

struct Spelling {
    let db: Connection
    let catalogue: Catalogue
    /// Knows the words of all recipes; without it SQL reads them.
    var index: SearchIndex?

    /// Looking for the nearest word reads many words.
    private static let mostTried = 3
    /// A word in fewer recipes may be a slip of an author; one that is this many times as frequent is likelier.
    private static let rare = 5
    private static let likelier = 20
    /// A word in fewer recipes is not offered.
    private static let fewest = 2

    /// The typed text with unknown and rare words replaced by the likeliest word one or two edits away. Everything else
    /// stays as typed, so that no filter is lost. `nil` if there is nothing to replace.
    func better(_ typed: TypedSearch, _ text: String) throws -> String? {
        var better: [String: String] = [:]
        let words = typed.terms.filter { !$0.isExcluded && !$0.isQuoted && $0.words.count == 1 }.flatMap(\.words)
        var tried = 0
        for word in words where word.count >= 4 && tried < Self.mostTried {
            let count = try count(word)
            if count >= Self.rare || catalogue.index.findWhole(word) != nil { continue }
            tried += 1
            if let near = try nearest(to: word), near.count >= Self.likelier * count { better[word] = near.word }
        }
        if better.isEmpty { return nil }
        let corrected = text.split(bytes: " ").map { Self.replaced(String($0), better) }.joined(separator: " ")
        // The end of a longer text would be cut, and with it perhaps a filter.
        return corrected.length <= SearchForm.wordsLimit ? corrected : nil
    }

    /// A piece with better words in it; the signs beside them stay, so that a list goes on and a quotation ends.
    private static func replaced(_ piece: String, _ better: [String: String]) -> String {
        if piece.hasPrefix(bytes: "-") { return piece }
        var (result, end, piece) = ("", 0, piece)
        piece.withUTF8 { bytes in
            Words.forEachWord(in: bytes) { range, folded in
                guard let word = better[String(decoding: folded, as: UTF8.self)] else { return }
                result += String(decoding: bytes[end..<range.lowerBound], as: UTF8.self) + word
                end = range.upperBound
            }
            result += String(decoding: bytes[end...], as: UTF8.self)
        }
        return result
    }

    /// How many recipes have a word.
    private func count(_ word: String) throws -> Int {
        if let index { return index.frequency(of: word) }
        return try db.value("SELECT max(doc) FROM recipe_word WHERE term IN (\(word), \(Words.stem(word)))") ?? 0
    }

    private struct Near {
        let word: String
        let distance: Int
        let count: Int
    }

    /// The nearest word of a recipe that begins with the same letter, or of a name in the catalogue; of equally near
    /// ones the most frequent.
    private func nearest(to word: String) throws -> Near? {
        let reach = word.count < 6 ? 1 : 2
        var best: Near?
        func offer(_ other: String, least: Int = 0, _ count: () throws -> Int) rethrows {
            guard let distance = EditDistance.within(reach, word, other), distance > 0 else { return }
            if let best, best.distance < distance { return }
            let found = Near(word: other, distance: distance, count: try count())
            if found.count < least { return }
            guard let known = best else {
                best = found
                return
            }
            let (old, new) = ((-known.distance, known.count), (-found.distance, found.count))
            // Names come in no order: of two that are equally good, the shorter one, so that the answer is always the same.
            let isEarlier = old == new && other.utf8.lexicographicallyPrecedes(known.word.utf8)
            if old < new || isEarlier { best = found }
        }
        for other in catalogue.nameWords { try offer(other) { max(try self.count(other), 1) } }
        guard let first = word.unicodeScalars.first, let after = Unicode.Scalar(first.value + 1) else { return best }
        if let index {
            // Counting a word takes longer than comparing it.
            index.eachWord(startingWith: String(first)) { other, count in
                offer(other, least: Self.fewest, count)
            }
            return best
        }
        try db.each("SELECT term, doc FROM recipe_word WHERE term >= \(String(first)) AND term < \(String(after))") {
            row in
            let count: Int = row[1]
            if count >= Self.fewest { offer(row[0]) { count } }
        }
        return best
    }
}
