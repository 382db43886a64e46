// Tests of compiling locale files, and of embedding migrations and starter files.

import Testing
import ViewCompiling

private func texts(_ english: String, _ russian: String) -> String {
    let files = [("en", english), ("ru", russian)].map {
        InputFile(path: "\($0.0).txt", name: "\($0.0).txt", text: $0.1)
    }
    do {
        return try compileLocales(files)
    } catch {
        return error.description
    }
}

@Suite struct Locales {
    @Test func `a key becomes a function`() {
        let swift = texts("# note\n\nhome.title = Hello  \"you\" = x\n", "home.title=Привет\r\n")
        #expect(swift.contains("static func homeTitle(_ language: Language) -> String {"))
        #expect(swift.contains(#"return "Hello  \"you\" = x""#))
        #expect(swift.contains(#"return "Привет""#))
        #expect(swift.contains(#"table["home.title"] = Text.homeTitle"#))
    }

    @Test func `variables are parameters in alphabetical order`() {
        let swift = texts("a = {b} of {a}, {b}", "a = {a}: {b}")
        #expect(swift.contains("static func a(_ language: Language, a: some TextValue, b: some TextValue) -> String {"))
        #expect(swift.contains(#"return "\(b.shown) of \(a.shown), \(b.shown)""#))
        #expect(!swift.contains("table[\""))
    }

    @Test func `a count chooses the plural form`() {
        let swift = texts(
            "a[one] = One\na[other] = {count} x", "a[one] = {count} р\na[few] = {count} ра\na[many] = {count} ров")
        #expect(swift.contains("static func a(_ language: Language, count: Int) -> String {"))
        #expect(swift.contains(#"case .few: return "\(count.shown) ра""#))
        #expect(swift.contains(#"default: return "\(count.shown) ров""#))
    }

    @Test func `locales without texts compile`() throws {
        #expect(try compileLocales([]).contains("public enum Text {"))
    }

    @Test(arguments: [
        ("a = 1", "", "en.txt:1:1: error: 'a' is missing in ru.txt"),
        ("", "\na = 1", "ru.txt:2:1: error: 'a' is missing in en.txt"),
        ("a = {x}", "a = {y}", "ru.txt:1:1: error: 'a' has other variables than in en.txt (x)"),
        ("a = {x}", "a = b", "ru.txt:1:1: error: 'a' has other variables than in en.txt (x)"),
        ("a[one] = 1\na[other] = 2", "a = 1", "ru.txt:1:1: error: 'a' has plural forms in one language only"),
        ("a[one] = 1", "a[one] = 1\na[few] = 2\na[many] = 3", "en.txt:1:1: error: 'a' lacks the plural form other"),
        ("a[one] = 1\na[other] = 2", "a[one] = 1", "ru.txt:1:1: error: 'a' lacks the plural form few, many"),
        ("a[few] = 1", "", "en.txt:1:1: error: 'few' is no plural form of 'en': it has one, other"),
        ("a[one] = 1\na[other] = 2\na = 3", "", "en.txt:3:1: error: 'a' stands with and without plural forms"),
        ("a = 1\na = 2", "a = 1", "en.txt:2:1: error: 'a' is already there, in line 1"),
        ("a.b = 1\naB = 2", "a.b = 1\naB = 2", "en.txt:2:1: error: 'aB' and 'a.b' have the same name in Swift"),
        ("a", "", "en.txt:1:1: error: expected 'key = text'"),
        ("a =", "", "en.txt:1:1: error: 'a' has no text"),
        (" a b = c", "", "en.txt:1:1: error: 'a b' is no key: words of letters and digits, joined by dots"),
        (".a = c", "", "en.txt:1:1: error: '.a' is no key: words of letters and digits, joined by dots"),
        ("1a = c", "", "en.txt:1:1: error: '1a' is no key: words of letters and digits, joined by dots"),
        ("a = {b", "", "en.txt:1:1: error: '{' and '}' stand around the name of a variable"),
        ("a = b}", "", "en.txt:1:1: error: '{' and '}' stand around the name of a variable"),
        ("a = {b c}", "", "en.txt:1:1: error: '{' and '}' stand around the name of a variable"),
        ("a = {{b}}", "", "en.txt:1:1: error: '{' and '}' stand around the name of a variable"),
        ("a = {in}", "", "en.txt:1:1: error: a variable cannot be called 'in'"),
        ("a = {language}", "", "en.txt:1:1: error: a variable cannot be called 'language'"),
        ("a = <b>x</b>", "", "en.txt:1:1: error: texts hold no markup; it belongs in views"),
        ("a = x</b", "", "en.txt:1:1: error: texts hold no markup; it belongs in views"),
        ("a = <!x", "", "en.txt:1:1: error: texts hold no markup; it belongs in views"),
        ("a = x&#8212;y", "", "en.txt:1:1: error: texts hold no markup; it belongs in views"),
        ("a = x&nbsp;y", "", "en.txt:1:1: error: texts hold no markup; it belongs in views"),
    ])
    func `differences between languages and invalid Swift names are refused`(
        _ english: String, _ russian: String, _ expected: String
    ) {
        #expect(texts(english, russian).split(separator: "\n").contains(expected[...]))
    }

    @Test func `characters that only resemble markup are allowed`() {
        #expect(texts("a = 1 < 2 & x > y; Q&A, R&D", "a = 1 < 2 & я").contains(#"return "1 < 2 & x > y; Q&A, R&D""#))
    }

    @Test func `another language is refused until its plural rule is known`() {
        #expect(throws: Refusal.self) { try compileLocales([InputFile(path: "de.txt", name: "de.txt", text: "")]) }
    }
}

@Suite struct Embedding {
    private func file(_ name: String, _ text: String = "") -> InputFile {
        InputFile(path: name, name: name, text: text)
    }

    @Test func `migrations are in the order of their numbers`() throws {
        let swift = try embedMigrations([file("0002-b.sql", "B"), file("0001-a-c.sql", "A")])
        let first = try #require(
            swift.firstRange(of: #"list.append(MigrationFile(number: 1, name: "a-c", sql: file1))"#))
        let second = try #require(
            swift.firstRange(of: #"list.append(MigrationFile(number: 2, name: "b", sql: file2))"#))
        #expect(first.upperBound < second.lowerBound)
        #expect(swift.contains("private let file1: String = #\"\"\"\nA\n\"\"\"#"))
    }

    @Test(arguments: ["1-a.sql", "0000-a.sql", "0001.sql", "0001-.sql", "0001-a b.sql", "abcd-a.sql", "0001-a.txt"])
    func `a migration with an invalid name is refused`(_ name: String) {
        #expect(throws: Refusal.self) { try embedMigrations([file(name)]) }
    }

    @Test func `two migrations with the same number are refused`() {
        #expect(throws: Refusal.self) { try embedMigrations([file("0001-a.sql"), file("0001-b.sql")]) }
    }

    @Test func `a digest depends on names and contents of the files, not on their order`() {
        let (a, b) = (file("a.swift", "let x = 1"), file("b.swift", ""))
        let digest = embedDigest([a, b])
        #expect(digest.contains("static let digest = ") && embedDigest([b, a]) == digest)
        for other in [
            [a], [a, file("c.swift", "")], [file("a.swift", "let x = 2"), b], [file("a.swiftlet", " x = 1"), b],
        ] {
            #expect(embedDigest(other) != digest)
        }
    }

    @Test func `starter files keep their paths and any text`() {
        let swift = embedStarterFiles([file("R/b.txt", "\"\"\"## \\#(x)\r\u{0}"), file("R/a.txt", "ё")])
        #expect(swift.contains(#"list.append(StarterFile(path: "R/a.txt", text: file0))"#))
        #expect(swift.contains("file1: String = ###\"\"\"\n\"\"\"## \\#(x)\\###u{d}\\###u{0}\n\"\"\"###"))
        #expect(embedStarterFiles([]).contains("let list: [StarterFile] = []"))
    }
}
