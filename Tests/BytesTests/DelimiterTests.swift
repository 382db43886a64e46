// Tests of the functions that find delimiters by their bytes, whatever scalars are before and after them.

import Bytes
import Testing

struct DelimiterTests {
    /// Scalars that form one `Character` with a delimiter next to them, or split one.
    static let neighbours = [
        "\u{600}", "\u{D4E}", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{1F1E6}", "\r\n", "\u{1F1E6}\u{301}", "",
    ]

    static let delimiters = [
        "<", ">", "&", "\"", "'", ",", ";", ":", "=", "@", "%", "/", "\\", "#", "-->", "\n", "\r", "[-",
    ]

    @Test(arguments: [
        ("", ""), (" \n", ""), ("a", "a"), ("  a  b\t\u{a0}c\r\n", "a b c"), ("a \u{301}b", "a \u{301}b"),
        ("\u{3000}é\u{2028}ё", "é ё"), ("a\u{200b}b", "a\u{200b}b"),
    ])
    func `a text in one line has its words with one space between`(text: String, line: String) {
        #expect(Array(text.inOneLine.utf8) == Array(line.utf8))
        #expect(Array(text.dropFirst(0).inOneLine.utf8) == Array(line.utf8))
    }

    @Test func `texts are sorted by their bytes`() {
        #expect(["éa", "z", "e\u{301}b", "a"].sortedByBytes() == ["a", "e\u{301}b", "z", "éa"])
    }

    @Test(arguments: delimiters) func `a delimiter is found between any neighbours`(_ delimiter: String) {
        for before in Self.neighbours {
            for after in Self.neighbours where !(before + after).utf8.contains(delimiter.utf8.first!) {
                let text = "a" + before + delimiter + after + "b"
                let pieces = ["a" + before, after + "b"]
                #expect(text.contains(bytes: delimiter))
                #expect(text.split(bytes: delimiter).map { Array($0.utf8) } == pieces.map { Array($0.utf8) })
                #expect(
                    Array(text.replacing(bytes: delimiter, with: "é").utf8) == Array(pieces.joined(separator: "é").utf8)
                )
                #expect(
                    text.firstIndex(ofBytes: delimiter).map { text.utf8.distance(from: text.startIndex, to: $0) }
                        == pieces[0].utf8.count)
                #expect((delimiter + after).hasPrefix(bytes: delimiter))
                #expect((before + delimiter).hasSuffix(bytes: delimiter))
                #expect((delimiter + after).dropping(prefix: delimiter).map { Array($0.utf8) } == Array(after.utf8))
                #expect((before + delimiter).dropping(suffix: delimiter).map { Array($0.utf8) } == Array(before.utf8))
                if delimiter.utf8.count == 1 {
                    #expect(Array(text.prefix(beforeAny: delimiter).utf8) == Array(pieces[0].utf8))
                    #expect(text.split(anyOf: delimiter + "!").map { Array($0.utf8) } == pieces.map { Array($0.utf8) })
                }
            }
        }
    }

    @Test func `splitting accepts the parameters of the standard library`() {
        #expect(",a,,b,".split(bytes: ",") == ["a", "b"])
        #expect(",a,,b,".split(bytes: ",", omittingEmptySubsequences: false) == ["", "a", "", "b", ""])
        #expect("a=b=c".split(bytes: "=", maxSplits: 1) == ["a", "b=c"])
        #expect("".split(bytes: ",").isEmpty)
        #expect("".split(bytes: ",", omittingEmptySubsequences: false) == [""])
        #expect(" a, b;".split(anyOf: " ,;") == ["a", "b"])
    }

    @Test func `lines end with LF, CR LF or CR and nothing else`() {
        #expect("a\nb\r\nc\rd".lines == ["a", "b", "c", "d"])
        #expect(
            "\u{600}\r\n\u{301}\n\n\r".lines.map { Array($0.unicodeScalars) } == [["\u{600}"], ["\u{301}"], [], [], []])
        #expect("a\u{2028}b\u{85}c\u{0B}d".lines.count == 1)
        #expect("".lines == [""])
    }

    @Test func `a text without the delimiter stays unchanged`() {
        #expect("abc".replacing(bytes: "x", with: "y") == "abc")
        #expect("aaa".replacing(bytes: "aa", with: "b") == "ba")
        #expect(!"abc".contains(bytes: ""))
        #expect("ab".dropping(prefix: "abc") == nil)
        #expect("a.b.c".lastIndex(ofByte: ".").map { "a.b.c"[$0...] } == ".c")
        #expect("a\u{37E}b".contains(bytes: ";") == false, "canonically equal to a semicolon, and none")
    }

    @Test func `every white space of Unicode separates words of a line, and nothing else does`() {
        for value in UInt32(1)...0x3100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let line = scalar.properties.isWhitespace ? "a b" : "a\(scalar)b"
            #expect("a\(scalar)b".inOneLine.utf8.elementsEqual(line.utf8), "U+\(String(value, radix: 16))")
        }
        #expect(" \u{85}a\u{2003} \r\nb\u{3000}".inOneLine == "a b")
    }
}
