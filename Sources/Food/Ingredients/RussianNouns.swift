// Tells whether a Russian word is a case of a noun. Stems are not enough: those of «соя» and «со» are the same.

enum RussianNouns {
    /// Whether a folded word is a case or plural of one of the folded names; names of several words are not compared.
    static func isForm(_ word: String, ofAny names: [String]) -> Bool {
        names.contains { !$0.utf8.contains(UInt8(ascii: " ")) && isForm(word, of: $0) }
    }

    static func isForm(_ word: String, of name: String) -> Bool {
        if NameWords.isIrregular(word) { return true }
        let (word, name) = (Array(word.unicodeScalars), Array(name.unicodeScalars))
        if word == name { return true }
        let isAdjective = [2, 3].contains { adjectives.contains(Array(name.suffix($0))) }
        let endings = isAdjective ? adjectiveEndings : nounEndings
        let root = name.dropLast(isAdjective ? 2 : name.last.map(isConsonant) ?? true ? 0 : 1)
        return roots(Array(root)).contains { root in
            word.starts(with: root) && endings.contains(Array(word.dropFirst(root.count)))
                && (word.count > root.count || root.count > 2)
        }
    }

    /// The root, and the root with the vowel that comes or goes: «перец» and «перца», «сливки» and «сливок».
    private static func roots(_ root: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        guard root.count > 2, isConsonant(root[root.count - 1]) else { return [root] }
        let (rest, before, last) = (root.dropLast(2), root[root.count - 2], root[root.count - 1])
        if before == "й" { return [root, rest + ["е", last]] }
        if fleeting.contains(before) { return [root, rest + [last], rest + ["е", last]] }
        return isConsonant(before) ? [root, rest + [before, "о", last], rest + [before, "е", last]] : [root]
    }

    private static func isConsonant(_ letter: Unicode.Scalar) -> Bool { !others.contains(letter) }

    private static let others = Set("аеиоуыэюяйь".unicodeScalars)
    private static let fleeting = Set("еоь".unicodeScalars)
    private static let adjectives = scalars("ое ая ый ые кий")
    private static let adjectiveEndings = scalars(
        "ое ого ому ым ом ая ой ую ый ые ых ыми ий им ие их ими его ему ее яя юю ей")
    private static let nounEndings = scalars(
        "а у ом е ы и ой ою ей ею ью ем я ю ь й ам ами ах ям ями ях ов ев ья ье ьи ьев ьем ьям ьями ьях ии ию ия ие ий ием"
    ).union([[]])

    private static func scalars(_ words: String) -> Set<[Unicode.Scalar]> {
        Set(words.unicodeScalars.split(separator: " ").map(Array.init))
    }
}
