// Splits texts into the words that search compares, for recipes and queries alike.

import Synchronization

/// Splits text into words, folds them (lower case, no accents, ё as е) and finds their stems.
public enum Words {
    /// The maximum bytes of a folded word; the rest is cut off, in documents and in queries.
    static let longestWord = 120

    private static let sharedStemmer = Mutex(Stemmer())

    /// The text in lower case, without accents and soft hyphens, with ё as е and full-width forms narrowed.
    public static func fold(_ text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            var folded: [UInt8] = []
            folded.reserveCapacity(utf8.count + 8)
            Folding.table.withUnsafeBufferPointer { table in
                var position = 0
                while position < utf8.count {
                    let scalar = Folding.next(in: utf8, at: &position, table: table)
                    if scalar.kind == .breve, folded.suffix(2) == Folding.shortIBase {
                        folded[folded.count - 1] = Folding.shortIEnd
                    }
                    for index in 0..<scalar.count { folded.append(scalar.byte(index)) }
                }
            }
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// Calls `body` for every run of letters and digits with its byte range and its folded bytes, which are valid only
    /// during the call. Bytes that are not UTF-8 separate words.
    public static func forEachWord(
        in utf8: UnsafeBufferPointer<UInt8>,
        _ body: (_ range: Range<Int>, _ folded: UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        try Folding.table.withUnsafeBufferPointer { table in
            // A scalar is stored as eight bytes of which only some are used, so eight more bytes are allocated.
            try withUnsafeTemporaryAllocation(byteCount: longestWord + 8, alignment: 8) { scratch in
                let word = scratch.bindMemory(to: UInt8.self)
                var start = 0
                var end = 0
                var length = 0
                var position = 0
                while position < utf8.count {
                    let before = position
                    let scalar = Folding.next(in: utf8, at: &position, table: table)
                    if scalar.kind == .letter {
                        if length == 0 { start = before }
                        if length + scalar.count <= longestWord {
                            scratch.storeBytes(of: scalar.bytes, toByteOffset: length, as: UInt64.self)
                            length += scalar.count
                        }
                        end = position
                    } else if length > 0 {
                        if scalar.kind == .separator {
                            try body(start..<end, UnsafeBufferPointer(rebasing: word[..<length]))
                            length = 0
                        } else {
                            if scalar.kind == .breve { Folding.joinBreve(word[..<length]) }
                            end = position
                        }
                    }
                }
                if length > 0 { try body(start..<end, UnsafeBufferPointer(rebasing: word[..<length])) }
            }
        }
    }

    /// The folded words of a text, in order.
    public static func words(_ text: String) -> [String] {
        var text = text
        var words: [String] = []
        text.withUTF8 { utf8 in
            forEachWord(in: utf8) { _, folded in words.append(String(decoding: folded, as: UTF8.self)) }
        }
        return words
    }

    /// The folded words of a text with spaces between, by which titles are compared and sorted: signs do not count.
    public static func key(_ text: String) -> String { words(text).joined(separator: " ") }

    /// The stem of one folded word. For many words use a separate `Stemmer`, which needs no lock.
    public static func stem(_ foldedWord: String) -> String {
        sharedStemmer.withLock { $0.stem(foldedWord) }
    }
}
