// Tests of compiling word lists.

import Testing
import ViewCompiling

private func list(_ name: String, _ text: String) -> InputFile { InputFile(path: name, name: name, text: text) }

private func compiled(_ files: InputFile...) -> String {
    do {
        return try compileWordLists(files)
    } catch {
        return error.description
    }
}

@Suite struct WordLists {
    @Test func `a list becomes a set with its comment`() {
        let swift = compiled(list("Lines/baking-tins.txt", "# Tins: `a loaf tin`.\n\nloaf tin\r\n# deep\npan\nформа\n"))
        #expect(
            swift.contains(
                """
                    /// From `Lines/baking-tins.txt`.
                    /// Tins: `a loaf tin`.
                    package static let bakingTins: Set<String> = [
                        "loaf tin",
                        "pan",
                        "форма",
                    ]
                """))
    }

    @Test func `entries with a meaning become a dictionary`() {
        let swift = compiled(list("spellings.txt", "chilies = chili\nнаггетсы = куриные наггетсы"))
        #expect(swift.contains("static let spellings: [String: String] = ["))
        #expect(swift.contains("        \"chilies\": \"chili\",\n        \"наггетсы\": \"куриные наггетсы\",\n"))
    }

    @Test func `lists are in the order of their names, whatever their folder`() throws {
        let swift = compiled(list("b/a.txt", "x"), list("a/in.txt", "y"))
        let first = try #require(swift.firstRange(of: "static let a:"))
        let second = try #require(swift.firstRange(of: "static let `in`:"))
        #expect(first.upperBound < second.lowerBound)
    }

    @Test(arguments: [
        ("pan\n\n# tin\npan", "a.txt:4:1: error: 'pan' is already there, in line 1"),
        ("pan = tin\npan = pot", "a.txt:2:1: error: 'pan' is already there, in line 1"),
        ("Pan", "a.txt:1:1: error: 'Pan' has a capital letter; words are in small letters"),
        ("форМа", "a.txt:1:1: error: 'форМа' has a capital letter; words are in small letters"),
        ("pan = Pan", "a.txt:1:1: error: 'Pan' has a capital letter; words are in small letters"),
        (" pan", "a.txt:1:1: error: ' pan' has a space too many, or nothing beside '='"),
        ("pan ", "a.txt:1:1: error: 'pan ' has a space too many, or nothing beside '='"),
        ("pan\n ", "a.txt:2:1: error: ' ' has a space too many, or nothing beside '='"),
        ("loaf  tin", "a.txt:1:1: error: 'loaf  tin' has a space too many, or nothing beside '='"),
        ("pan = ", "a.txt:1:1: error: '' has a space too many, or nothing beside '='"),
        ("a = b = c", "a.txt:1:1: error: expected 'word' or 'word = meaning'"),
        ("pan\ntin = pan", "a.txt:2:1: error: either every entry of a list has a meaning or none"),
        ("pаn", "a.txt:1:1: error: 'pаn' has Latin and Cyrillic letters"),
        ("olive cоd", "a.txt:1:1: error: 'cоd' has Latin and Cyrillic letters"),
        (
            "мёд",
            "a.txt:1:1: error: 'ё' in 'мёд' is never in a word: use a–z, а–я without ё, digits, hyphens, ' and ."
        ),
        (
            "sautéed",
            "a.txt:1:1: error: 'é' in 'sautéed' is never in a word: use a–z, а–я without ё, digits, hyphens, ' and ."
        ),
        (
            "pan\tpot",
            "a.txt:1:1: error: '\t' in 'pan\tpot' is never in a word: use a–z, а–я without ё, digits, hyphens, ' and ."
        ),
        ("", "a.txt:1:1: error: this list is empty"), ("# tins\n\n", "a.txt:1:1: error: this list is empty"),
    ])
    func `a bad entry is refused with its line`(_ text: String, _ expected: String) {
        #expect(compiled(list("a.txt", text)) == expected)
    }

    @Test func `every bad entry is reported`() {
        #expect(compiled(list("a.txt", "A\nb\nb"), list("b.txt", "")).split(separator: "\n").count == 3)
    }

    @Test(arguments: [
        "Tins.txt", "baking_tins.txt", "baking tins.txt", "a-.txt", "a--b.txt", "1.txt", "tins", "tins.csv",
    ])
    func `a list with an invalid name is refused`(_ name: String) {
        let message = "a word list is named in small letters, digits and hyphens, such as cooking-verbs.txt"
        #expect(compiled(list(name, "pan")) == "\(name):1:1: error: \(message)")
    }

    @Test func `two lists with the same name in Swift are refused`() {
        let message = "b/tins.txt:1:1: error: a/tins.txt has the same name in Swift"
        #expect(compiled(list("b/tins.txt", "pan"), list("a/tins.txt", "tin")) == message)
    }
}
