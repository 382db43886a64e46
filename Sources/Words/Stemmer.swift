// The Snowball stemmers, so that “carrots” finds “carrot” and «морковью» finds «морковь».

import CStemmer

/// Stems folded words: Cyrillic words as Russian, Latin words as English, others not at all.
///
/// Snowball's working memory is inside the stemmer, so each thread or connection needs its own.
public final class Stemmer {
    private let english: OpaquePointer
    private let russian: OpaquePointer

    public init() {
        guard let english = sb_stemmer_new("english", nil), let russian = sb_stemmer_new("russian", nil) else {
            preconditionFailure("libstemmer has no English or no Russian stemmer")
        }
        self.english = english
        self.russian = russian
    }

    deinit {
        sb_stemmer_delete(english)
        sb_stemmer_delete(russian)
    }

    /// The stem of one folded word, valid until the next call; the word itself if there is nothing to remove.
    public func stem(_ word: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let lead = word.first else { return word }
        let stemmer: OpaquePointer
        switch lead {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): stemmer = english
        case 0xD0, 0xD1: stemmer = russian
        default: return word
        }
        guard let stem = sb_stemmer_stem(stemmer, word.baseAddress, Int32(clamping: word.count)) else { return word }
        return UnsafeBufferPointer(start: stem, count: Int(sb_stemmer_length(stemmer)))
    }

    /// The stem of one folded word.
    public func stem(_ foldedWord: String) -> String {
        var word = foldedWord
        return word.withUTF8 { String(decoding: stem($0), as: UTF8.self) }
    }
}
