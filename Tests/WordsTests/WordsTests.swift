// Tests of cutting text into words, folding and stemming.

import Testing
import Words

struct FoldingTests {
    @Test(arguments: [
        ("Crème Fraîche", "creme fraiche"), ("JALAPEÑO", "jalapeno"), ("Ёлка и ёж", "елка и еж"),
        ("ЙОГУРТ", "йогурт"), ("Ŏćçß", "occss"), ("smørrebrød", "smorrebrod"), ("Œuf æ", "oeuf ae"),
        ("İstanbul ı", "istanbul i"), ("ＡＢＣ　１２！", "abc 12!"), ("ﬁlet", "filet"), ("phở bò", "pho bo"),
        ("½ cup, 5 °C", "½ cup, 5 °c"), ("", ""), ("日本", "日本"), ("🥕 Ok", "🥕 ok"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
    ])
    func `case, accents and width are removed`(text: String, folded: String) {
        #expect(Words.fold(text) == folded)
    }

    @Test func `composed and decomposed letters fold to the same text`() {
        #expect(Words.fold("e\u{301}clair") == Words.fold("éclair"))
        #expect(Words.fold("и\u{306}огурт") == "йогурт")
        #expect(Words.fold("е\u{308}ж") == "еж")
        #expect(Words.fold("пиро\u{301}г") == "пирог")
        #expect(Words.fold("choco\u{AD}late") == "chocolate")
    }

    @Test func `folding twice changes nothing`() {
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = Words.fold("a\(scalar)b")
            #expect(Words.fold(once) == once, "U+\(String(value, radix: 16))")
        }
    }
}

struct CuttingTests {
    @Test(arguments: [
        ("Red carrots, 2 kg", ["red", "carrots", "2", "kg"]),
        ("Щи с говядиной — по-русски", ["щи", "с", "говядиной", "по", "русски"]),
        ("baker's don’t", ["baker", "s", "don", "t"]),
        ("  ", []), ("", []), ("×÷–…", []), ("A", ["a"]), ("1½ ложки", ["1", "ложки"]),
        ("и\u{306}о\u{301}д", ["йод"]), ("\u{301}a", ["a"]), ("co\u{AD}coa", ["cocoa"]), ("a\u{200B}b", ["a", "b"]),
        ("寿司 🍣 すし", ["寿司", "すし"]), ("snake_case", ["snake", "case"]), ("nul\0byte", ["nul", "byte"]),
    ])
    func `words are runs of letters and digits`(text: String, words: [String]) {
        #expect(Words.words(text) == words)
    }

    @Test func `the ranges of words include their accents`() {
        var text = "— Crème, cafe\u{301}!"
        var found: [String] = []
        text.withUTF8 { utf8 in
            Words.forEachWord(in: utf8) { range, _ in found.append(String(decoding: utf8[range], as: UTF8.self)) }
        }
        #expect(found == ["Crème", "cafe\u{301}"])
    }

    @Test func `invalid UTF-8 separates words`() {
        let bytes: [UInt8] = Array("ab".utf8) + [0xFF, 0xC3] + Array("cd".utf8) + [0xD0]
        var words: [String] = []
        bytes.withUnsafeBufferPointer { utf8 in
            Words.forEachWord(in: utf8) { _, folded in words.append(String(decoding: folded, as: UTF8.self)) }
        }
        #expect(words == ["ab", "cd"])
    }

    @Test func `every sequence of two or three bytes is cut without a crash`() {
        var bytes: [UInt8] = [0x61, 0, 0, 0x62]
        for first in 0x80...0xFF as ClosedRange<UInt8> {
            for second in 0...0xFF as ClosedRange<UInt8> {
                bytes[1] = first
                bytes[2] = second
                bytes.withUnsafeBufferPointer { utf8 in
                    Words.forEachWord(in: utf8) { range, _ in #expect(range.upperBound <= 4) }
                }
            }
        }
    }

    @Test func `a very long word is truncated and the next word is complete`() {
        let words = Words.words(String(repeating: "ж", count: 100_000) + " конец")
        #expect(words == [String(repeating: "ж", count: 60), "конец"])
    }
}

struct StemmingTests {
    @Test(arguments: [
        ("carrots", "carrot"), ("carrot", "carrot"), ("baking", "bake"), ("tomatoes", "tomato"), ("морковью", "морков"),
        ("морковь", "морков"), ("пироги", "пирог"), ("пирогов", "пирог"), ("2", "2"), ("日本", "日本"), ("", ""),
    ])
    func `Latin words are stemmed as English, Cyrillic ones as Russian`(word: String, stem: String) {
        let stemmer = Stemmer()
        #expect(stemmer.stem(word) == stem)
        #expect(Words.stem(word) == stem)
    }

    @Test func `forms of a word share a stem`() {
        #expect(Words.stem("carrots") == Words.stem("carrot"))
        #expect(Words.stem("яблоки") == Words.stem("яблоко"))
        #expect(Words.stem(Words.fold("Зелёная")) == Words.stem("зеленый"))
    }

    @Test func `many threads may stem at the same time`() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).allSatisfy { _ in Words.stem("пирогов") == "пирог" } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
