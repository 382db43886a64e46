// Splits names of ingredients into words in the form in which they are compared, without plurals and cases.

import Words

/// One word of a name.
struct NameWord: Hashable, Sendable {
    /// The word as written, folded.
    let text: String
    /// The word without plural or case ending: not always a real word, but the same for all forms of one.
    let form: String
    /// The hash of `form`, which lookups use in its place.
    let hash: UInt64
    let isRussian: Bool
}

extension NameWord {
    init(form: String, isRussian: Bool) {
        self.init(text: form, form: form, hash: LineLexicon.hash(form.utf8), isRussian: isRussian)
    }
}

/// Splits texts into words for comparing names.
package enum NameWords {
    /// A name with this many words means nothing, since the words after them are not read.
    package static let limit = LineLimits.words + 1

    /// The hash of each word of a name, as lookups use it.
    package static func hashes(_ name: String) -> [UInt64] { split(name).map(\.hash) }

    /// Splits a name into at most `limit` words; `'s` and apostrophes are dropped.
    static func split(_ name: String, limit: Int = NameWords.limit) -> [NameWord] {
        var words: [NameWord] = []
        eachWord(name, findsSigns: false) { word, _ in if words.count < limit { words.append(word) } }
        return words
    }

    /// Calls `body` with every word of a text and the sign between it and the word before.
    static func eachWord(
        _ text: String, findsSigns: Bool = true, _ body: (_ word: NameWord, _ sign: NameSign?) -> Void
    ) {
        var text = withoutInvisible(text)
        text.withUTF8 { utf8 in
            var end: Int?
            var edges = NameWordEdges()
            var last: UInt64?
            Words.forEachWord(in: utf8) { range, folded in
                let gap = utf8[(end ?? range.lowerBound)..<range.lowerBound]
                if folded.count == 1, folded[0] == UInt8(ascii: "s"), isApostrophe(gap) {
                    end = range.upperBound
                    return
                }
                let isSpace = gap.count <= 1 && gap.allSatisfy { $0 == 0x20 }
                let word = word(folded)
                let joint = isSpace ? nil : last.flatMap { Self.joint(of: $0, word) }
                var found =
                    (findsSigns || joint != nil) && !isSpace ? sign(in: gap, behind: edges, before: folded) : nil
                if joint != nil, found == joint {
                    if found == .and { body(and[0], nil) }
                    found = nil
                }
                body(word, found)
                (end, last) = (range.upperBound, word.hash)
                edges = NameWordEdges(last: folded[folded.count - 1], length: folded.count)
            }
        }
    }

    /// How many words a text has.
    package static func count(_ text: String) -> Int {
        var (text, count) = (text, 0)
        text.withUTF8 { utf8 in Words.forEachWord(in: utf8) { _, _ in count += 1 } }
        return count
    }

    /// The words of a word list, in the same order at every start.
    static func words(of list: Set<String>) -> [NameWord] { list.sorted().flatMap { split($0, limit: .max) } }

    /// The forms of all words in a word list.
    static func forms(_ list: Set<String>) -> Set<String> { Set(words(of: list).map(\.form)) }

    /// The same for a list in one text.
    package static func forms(_ words: String) -> Set<String> { Set(split(words, limit: .max).map(\.form)) }

    /// The text without zero-width characters, which would split a word in two.
    static func withoutInvisible(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xEF }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !invisible.contains($0) }))
    }

    private static let invisible: Set<Unicode.Scalar> = ["\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}"]

    /// The words between separators, each with the separator before it; separators are ASCII.
    static func chunks(_ text: String, at separators: [UInt8]) -> [(separator: UInt8?, words: [NameWord])] {
        var found: [(separator: UInt8?, words: [NameWord])] = []
        var separator: UInt8?
        var rest = text.utf8[...]
        while let next = rest.firstIndex(where: { $0 < 0x80 && separators.contains($0) }) {
            found.append((separator, split(String(Substring(rest[..<next])), limit: .max)))
            separator = rest[next]
            rest = rest[rest.index(after: next)...]
        }
        found.append((separator, split(String(Substring(rest)), limit: .max)))
        return found
    }

    private static func isApostrophe(_ gap: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        gap.elementsEqual([0x27]) || gap.elementsEqual([0xE2, 0x80, 0x99])
    }

    private static func word(_ folded: UnsafeBufferPointer<UInt8>) -> NameWord {
        let text = String(decoding: folded, as: UTF8.self)
        if folded[0] == 0xD0 || folded[0] == 0xD1 {
            let form = russian(text)
            return NameWord(text: text, form: form, hash: LineLexicon.hash(form.utf8), isRussian: true)
        }
        let (form, hash) = english(folded)
        return NameWord(text: text, form: form, hash: hash, isRussian: false)
    }

    /// Other spellings and irregular plurals that no rule unifies.
    private static let spellings = WordList.spellings.reduce(into: PrehashedTable(blank: "")) {
        $0[LineLexicon.hash($1.key.utf8)] = $1.value
    }

    /// The English word without its plural: berries and berry, leaves and leaf, peaches and peach become one.
    private static func english(_ folded: UnsafeBufferPointer<UInt8>) -> (form: String, hash: UInt64) {
        if folded.count >= 4, var spelling = spellings[LineLexicon.hash(folded)] {
            return spelling.withUTF8 { withoutPlural($0) }
        }
        return withoutPlural(folded)
    }

    /// Works on the bytes of a buffer, since every word of every line passes through here.
    private static func withoutPlural(_ word: UnsafeBufferPointer<UInt8>) -> (form: String, hash: UInt64) {
        var count = word.count
        if count > 3, word[count - 1] == UInt8(ascii: "s"), word[count - 2] != UInt8(ascii: "s"),
            word[count - 2] != UInt8(ascii: "u")
        {
            count -= 1
        }
        if count > 3, word[count - 1] == UInt8(ascii: "e") { count -= 1 }
        var end = count > 0 ? word[count - 1] : 0
        if count > 2, end == UInt8(ascii: "y") { end = UInt8(ascii: "i") }
        if count > 3, end == UInt8(ascii: "f") { end = UInt8(ascii: "v") }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: word.count + 1) { form in
            for place in 0..<count { form[place] = place == count - 1 ? end : word[place] }
            let short = UnsafeBufferPointer(rebasing: form[..<count])
            return (String(decoding: short, as: UTF8.self), LineLexicon.hash(short))
        }
    }

    /// Vowels that appear and disappear in Russian endings: перец — перца, сливки — сливок, масло — масел.
    private static let fleeting: [(String, String)] = [
        ("ец", "ц"), ("ок", "к"), ("ек", "к"), ("ел", "л"), ("ен", "н"), ("ьк", "к"), ("йк", "к"), ("оль", "ол"),
    ]

    /// All cases of nouns whose nominative the stemmer mistakes for a verb («сметана», «лосось»).
    private static let declined: [String: String] = {
        let endings = [
            "": ["", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"],
            "а": ["а", "ы", "е", "у", "ой", "ою", "ам", "ами", "ах"], "й": ["й", "я", "ю", "ем", "е", "и", "ев"],
            "ь": ["ь", "я", "ю", "ем", "е", "и", "ью", "ей", "ям", "ями", "ях"],
        ]
        var forms: [String: String] = [:]
        for noun in WordList.nounsLikeVerbs {
            let kind = endings.keys.first { !$0.isEmpty && noun.hasSuffix($0) } ?? ""
            let stem = String(noun.dropLast(kind.count))
            for ending in endings[kind] ?? [] { forms[stem + ending] = stem }
        }
        for (word, stems) in [("голец", ["голец", "гольц"]), ("смалец", ["смальц"])] {
            for stem in stems { for ending in ["а", "у", "ем", "е", "ы"] { forms[stem + ending] = word } }
            forms[word] = word
        }
        return forms
    }()

    /// Whether the form of a folded Russian word comes from the tables of exceptions, and not from the stemmer.
    static func isIrregular(_ folded: String) -> Bool {
        WordList.irregularRussianWords[folded] != nil || declined[folded] != nil
    }

    private static func russian(_ folded: String) -> String {
        if let form = WordList.irregularRussianWords[folded] { return form }
        if let form = declined[folded] { return form }
        let stem = Words.stem(folded)
        for (ending, short) in fleeting where stem.hasSuffix(ending) && stem.count > ending.count + 1 {
            return stem.dropLast(ending.count) + short
        }
        return stem
    }
}
