// Corrects misspelt words of a search, with names of the catalogue, words for dishes and frequent words of titles.

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
    /// The fewest letters that similar words share, the words that are checked, and those that are offered.
    private static let shortestPart = 4
    private static let mostChecked = 20
    private static let offered = 4
    /// Words may begin with either of these letters by mistake: «агурцы».
    private static let alike: [Set<Unicode.Scalar>] = [["а", "о"], ["е", "и", "э"]]

    /// The typed text with unknown and rare words replaced by the likeliest word one or two edits away, or parted where
    /// two words were written as one. Everything else stays as typed, so that no filter is lost. `nil` if there is
    /// nothing to replace.
    func better(_ typed: TypedSearch, _ text: String) throws -> String? {
        var better: [String: String] = [:]
        let words = typed.terms.filter { !$0.isExcluded && !$0.isQuoted && $0.words.count == 1 }.flatMap(\.words)
        var tried = 0
        for word in words where word.count >= 4 && tried < Self.mostTried {
            let count = try count(word)
            if count >= Self.rare || isKnown(word) { continue }
            tried += 1
            let near = try nearest(to: word)
            if count == 0, near?.distance != 1, let parts = try parts(of: word) {
                better[word] = parts
            } else if let near, near.count >= Self.likelier * count {
                better[word] = near.word
            }
        }
        if better.isEmpty { return nil }
        let corrected = Self.text(text, with: better)
        // The end of a longer text would be cut, and with it perhaps a filter.
        return corrected.length <= SearchForm.wordsLimit ? corrected : nil
    }

    /// A typed text with other words in it.
    static func text(_ text: String, with better: [String: String]) -> String {
        text.split(bytes: " ").map { replaced(String($0), better) }.joined(separator: " ")
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

    /// How many titles have a word, written so.
    private func titles(with word: String) throws -> Int {
        if let index { return index.titleFrequency(of: word) }
        return try db.value(
            """
            SELECT count(*) FROM recipe_text JOIN public_recipe p ON p.recipe_id = recipe_text.rowid
            WHERE recipe_text MATCH \("title : \"\(word)\"")
                AND instr(' ' || p.title_key || ' ', \(" " + word + " ")) > 0
            """) ?? 0
    }

    // MARK: Words that may be offered

    /// Whether a word names a dish or an ingredient, or is part of such a name, so that it is not misspelt.
    private func isKnown(_ word: String) -> Bool {
        catalogue.index.findWhole(word) != nil || isInName(word) || !DishWords.starter[[Words.stem(word)]].isEmpty
    }

    private func isInName(_ word: String) -> Bool {
        catalogue.nameWords.contains(word) || DishWords.starter.words.contains(word)
    }

    /// Whether a word may be offered: one of a name, or a frequent word of titles. Never a stem or an author's slip.
    private func isClean(_ word: String) throws -> Bool {
        try isInName(word) || titles(with: word) >= Self.rare
    }

    private struct Near {
        let word: String
        let distance: Int
        let count: Int
    }

    /// The nearest word that may be offered and begins with the same letter; of equally near ones the most frequent.
    private func nearest(to word: String) throws -> Near? {
        guard let first = word.unicodeScalars.first else { return nil }
        let letters = Self.alike.first { $0.contains(first) } ?? [first]
        let reach = word.count <= 6 ? 1 : 2
        var near: [Int: Set<String>] = [:]
        func offer(_ other: String) {
            guard let distance = EditDistance.within(reach, word, other), distance > 0 else { return }
            near[distance, default: []].insert(other)
        }
        for names in [catalogue.nameWords, DishWords.starter.words] {
            for other in names where other.unicodeScalars.first.map(letters.contains) ?? false { offer(other) }
        }
        for letter in letters {
            try eachWord(startingWith: String(letter)) { offer($0) }
        }
        for distance in near.keys.sorted() {
            let found = try (near[distance] ?? []).filter { try isClean($0) }.map {
                Near(word: $0, distance: distance, count: max(try count($0), 1))
            }
            // Of two that are equally good, the first by its bytes, so that the answer is always the same.
            let best = found.min {
                $0.count == $1.count ? $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) : $0.count > $1.count
            }
            if let best { return best }
        }
        return nil
    }

    /// Calls `body` with each word and stem of recipes that begins with a text.
    private func eachWord(startingWith text: String, _ body: (String) -> Void) throws {
        if let index { return index.eachWord(startingWith: text, body) }
        try db.each("SELECT term FROM recipe_word WHERE term >= \(text) AND term < \(text + "\u{10FFFF}")") {
            body($0[0])
        }
    }

    // MARK: Similar words

    /// Words of recipes that contain a word, or else those that share its longest beginning, at least half of it.
    func similar(to word: String) throws -> [String] {
        let letters = Array(word.unicodeScalars)
        guard letters.count >= Self.shortestPart else { return [] }
        func words(startingWith text: String, containing part: String) throws -> [String] {
            var found: Set<String> = []
            try eachWord(startingWith: text) { if $0.contains(bytes: part) { found.insert($0) } }
            return try frequent(found.subtracting([word]))
        }
        var similar = try words(startingWith: "", containing: word)
        var length = letters.count - 1
        while similar.isEmpty, length >= max(Self.shortestPart, letters.count / 2) {
            let start = String(String.UnicodeScalarView(letters.prefix(length)))
            similar = try words(startingWith: start, containing: start)
            length -= 1
        }
        return similar
    }

    /// The most frequent of some words that may be offered.
    private func frequent(_ words: Set<String>) throws -> [String] {
        let counted = try words.map { (word: $0, count: try count($0)) }.sorted {
            $0.count == $1.count ? $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) : $0.count > $1.count
        }
        let clean = try counted.prefix(Self.mostChecked).filter { try isClean($0.word) }
        return clean.prefix(Self.offered).map(\.word)
    }

    /// The two words that were written as one, if recipes have both: `tomatosoup`.
    private func parts(of word: String) throws -> String? {
        var best: (text: String, count: Int)?
        for place in word.indices.dropFirst(3).dropLast(2) {
            let parts = [String(word[..<place]), String(word[place...])]
            guard try parts.allSatisfy({ try isClean($0) || catalogue.index.findWhole($0) != nil }) else { continue }
            let having = try parts.map { try count($0) }.min() ?? 0
            if having > best?.count ?? 0 { best = (parts.joined(separator: " "), having) }
        }
        return best?.text
    }
}
