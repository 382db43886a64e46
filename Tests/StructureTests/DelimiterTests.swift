// Checks that delimiters are compared as bytes or scalars: a `Character` is a grapheme cluster, so `"` before U+0301
// does not equal `"`.

import Bytes
import Foundation
import Testing

struct DelimiterTests {
    /// Files that may compare by `Character`, each with the text for people that it compares.
    static let words: [String: String] = [
        "Sources/Food/Ingredients/NameWords.swift": "folded words and their endings",
        "Sources/Food/Mentions/NoteWords.swift": "folded words and their endings",
        "Sources/Food/Mentions/TextMentions.swift": "folded words and their endings",
        "Sources/Food/Mentions/LineUnderstanding.swift": "folded words and their endings",
        "Sources/Food/Nutrition/FigureText.swift": "amounts that people typed: 1 200,5 kcal (5 %)",
        "Sources/Toque/Accounts/PasswordRules.swift": "letters and digits of a password that only look different",
        "Sources/Toque/Importing/ImportedFigures.swift": "amounts as sites write them for people",
        "Sources/Toque/Importing/Minutes.swift": "times as people type them: 1 h 20 min",
        "Sources/Toque/Importing/PagePart.swift": "buttons and ratings as a page shows them to people",
        "Sources/Toque/Importing/PlainRecipe.swift": "a recipe as people type it, bullets and headings",
        "Sources/Toque/Importing/SchemaReader.swift": "brackets that a site doubled in an ingredient line",
        "Sources/Toque/Importing/StepReader.swift": "headings such as Step 1",
        "Sources/Toque/Importing/ConvertedRecipe.swift": "amounts and words of a yield",
        "Sources/Toque/Moderation/WordDifference.swift": "words that a moderator compares",
        "Sources/Toque/Recipes/Durations.swift": "times that a step speaks of",
        "Sources/ViewCompiling/ViewTag.swift": "whole words of our own views",
    ]

    @Test func `delimiters are compared as bytes or scalars, except in text for people`() {
        for file in Project.sources where Self.words[file.path] == nil {
            let found = Self.comparisons(in: file)
            #expect(
                found.isEmpty, "\(file) compares by Character; see Sources/Bytes: \(found.joined(separator: " · "))")
        }
    }

    @Test func `every file that may compare by Character does`() {
        for path in Self.words.keys.sorted() {
            let file = Project.sources.first { $0.path == path }
            #expect(file.map { !Self.comparisons(in: $0).isEmpty } == true, "\(path)")
        }
    }

    @Test(arguments: [
        #"text.replacing("<", with: "&lt;")"#, #"text.split(separator: "@")"#, #"text.contains("\"")"#,
        #"text.firstIndex(of: ",")"#, #"text.lastIndex(of: ".")"#, #"text.hasPrefix("//")"#, #"text.hasSuffix(">")"#,
        #"["a:"].contains(where: text.hasPrefix)"#, #"text.contains("-->")"#, #"text.contains("=?")"#,
        #"text.split { $0 == "," || $0 == ";" }"#, #"text.prefix { $0 != ";" }"#, #"if text[index] == "{" {}"#,
        #"text.filter { ".,;".contains($0) }"#, #"text.components(separatedBy: ",")"#, #"text.range(of: "://")"#,
        #"text.replacingOccurrences(of: "<", with: "")"#, "text.wholeMatch(of: /[^,]+,/)", "let separator: Character",
        "for character in text {}", "text[text.index(after: colon)...]", #"if text.first == "[" {}"#,
        "text.split(\n    separator: \",\")", #"text.contains("\n")"#, #"switch text.first { case "<": 1 }"#,
        #"text.starts(with: "<!")"#, "text.trimmingPrefix { $0.isPunctuation }", #"text.contains("\u{2028}")"#,
    ])
    func `a comparison by Character is found`(_ code: String) {
        #expect(Self.comparisons(in: ProjectFile(path: "Sources/A.swift", text: code + "\n")).count > 0)
    }

    @Test(arguments: [
        #"text.replacing(bytes: "<", with: "&lt;")"#, #"text.split(bytes: "@")"#, #"text.contains(bytes: "\"")"#,
        "line.split(separator: UInt8(ascii: \",\"))", #"keys.contains("crit")"#, "// text.split(separator: \"@\")",
        #"text.unicodeScalars.filter { $0 != "-" }"#, #"text.utf8.index(after: colon)"#, #"word == "-""#,
        #"".,".utf8.contains(byte)"#, #"words.firstIndex(where: isLetter)"#, #"let text = "a Character""#,
    ])
    func `comparing bytes, scalars or whole words is allowed`(_ code: String) {
        #expect(Self.comparisons(in: ProjectFile(path: "Sources/A.swift", text: code + "\n")).isEmpty)
    }

    // MARK: Finding comparisons

    /// The beginning of a comparison, and continuations that make it a comparison of bytes.
    private static let marks: [(mark: String, fine: [String])] = [
        (".hasPrefix", ["(bytes: "]), (".hasSuffix", ["(bytes: "]), (".starts(with: \"", []),
        (".split(separator: ", ["UInt8(", "0x", "ASCII."]), (".replacing(", ["bytes: "]), ("replacingOccurrences", []),
        ("components(separatedBy", []), (".firstIndex(of: \"", []), (".lastIndex(of: \"", []), (".range(of: ", []),
        (".ranges(of: ", []), (".firstRange(of: ", []), (".wholeMatch(of: ", []), (".firstMatch(of: ", []),
        (".prefixMatch(of: ", []), (".matches(of: ", []), (".contains(/", []), (".trimmingPrefix(", ["anyOf: "]),
        (".trimmingPrefix {", []), ("\".contains(", []), ("for character in ", []), (".index(after: ", []),
        (".index(before: ", []),
    ]

    /// The code before a literal of one character that is neither a letter nor a digit.
    private static let equals = ["$0", "first", "last", "character", "]"].flatMap { [$0 + " == \"", $0 + " != \""] }

    /// The lines of a file that compare by `Character`. Lines that name `utf8` or scalars compare those.
    static func comparisons(in file: ProjectFile) -> [String] {
        let goesByScalars = file.text.contains(bytes: "unicodeScalars") || file.text.contains(bytes: "Unicode.Scalar")
        let lines = joinedLines(file.text)
        let joined = lines.joined(separator: "\n")
        let (marks, equals) = (marks.filter { isIn(joined, $0.mark) }, equals.filter { isIn(joined, $0) })
        let found = lines.filter { line in
            if ["utf8", "scalar", "Scalar"].contains(where: { line.contains(bytes: $0) }) { return false }
            let isMarked = marks.contains { mark in
                after(mark.mark, line).contains { rest in !mark.fine.contains { rest.hasPrefix(bytes: $0) } }
            }
            return isMarked || after(".contains(\"", line).contains { !isWord($0) }
                || equals.contains { !after($0, line).allSatisfy(isLong) }
                || !goesByScalars && !after("case \"", line).allSatisfy(isLong)
        }
        return found + types(in: file)
    }

    /// The lines that name the type `Character`.
    private static func types(in file: ProjectFile) -> [String] {
        guard file.words.contains(where: { $0.text == "Character" }) else { return [] }
        return file.code.lines.filter { line in
            !["scalar", "Scalar"].contains(where: { line.contains(bytes: $0) })
                && ProjectFile.words(of: String(line) + "\n").contains { $0.text == "Character" }
        }.map { String($0.trimming(anyOf: " ")) }
    }

    /// Few files contain a given mark, and `strstr` finds that out in a hundredth of the time.
    private static func isIn(_ text: String, _ mark: String) -> Bool { strstr(text, mark) != nil }

    /// Joins statements that are wrapped inside parentheses into one line, without comments.
    private static func joinedLines(_ text: String) -> [String] {
        var lines: [String] = []
        for line in text.lines.map({ $0.trimming(anyOf: " ") }) where !line.hasPrefix(bytes: "//") {
            if lines.last?.hasSuffix(bytes: "(") == true {
                lines[lines.count - 1] += line
            } else {
                lines.append(String(line))
            }
        }
        return lines
    }

    /// The text after each occurrence of a mark.
    private static func after(_ mark: String, _ line: String) -> ArraySlice<Substring> {
        line.split(bytes: mark, omittingEmptySubsequences: false).dropFirst()
    }

    /// Whether a literal, up to its end, is a word of letters, digits and `_.-`.
    private static func isWord(_ rest: Substring) -> Bool {
        let literal = rest.prefix(beforeAny: "\"").utf8
        return literal.count > 1
            && literal.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "0123456789_.-".utf8.contains(byte)
            } && literal.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    }

    /// Whether a literal is empty, a letter or digit, or longer than one character.
    private static func isLong(_ rest: Substring) -> Bool {
        if rest.hasPrefix(bytes: "\\") { return false }
        let scalars = rest.unicodeScalars.prefix(2)
        guard let first = scalars.first, scalars.count == 2, first != "\"" else { return true }
        return first.properties.isAlphabetic || first.properties.numericType != nil || scalars.last != "\""
    }
}
