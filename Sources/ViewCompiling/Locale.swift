// Parses one file of texts (`Locales/en.txt`): lines of `key = text`, `key[form] = text` and `# comments`.

import Bytes

/// The plural forms of a language for whole numbers, and the Swift expression that chooses one.
struct PluralRule {
    let forms: [String]
    /// The Swift expression that turns `n`, the magnitude of a number, into one of the forms.
    let swift: String

    /// The languages of the site; the others are compared with the first.
    static let languages = ["en", "ru"]

    /// Unicode CLDR's cardinal rules for integers.
    static let all: [String: PluralRule] = [
        "en": PluralRule(forms: ["one", "other"], swift: "n == 1 ? .one : .other"),
        "ru": PluralRule(
            forms: ["one", "few", "many"],
            swift: "n % 10 == 1 && n % 100 != 11 ? .one"
                + " : (2...4).contains(n % 10) && !(12...14).contains(n % 100) ? .few : .many"),
    ]
}

/// A text split at its variables.
struct LocaleText {
    enum Part: Equatable {
        case text(String)
        case variable(String)
    }

    let parts: [Part]
    let line: Int

    var variables: Set<String> {
        Set(parts.compactMap { if case .variable(let name) = $0 { name } else { nil } })
    }
}

/// All texts of one key in one language: one with the form `nil`, or one for each plural form.
struct LocaleEntry {
    var forms: [String?: LocaleText] = [:]
    let line: Int

    var isPlural: Bool { forms[nil] == nil }

    /// The variables of all forms, including the number that chooses a form.
    var variables: Set<String> {
        forms.values.reduce(isPlural ? ["count"] : []) { $0.union($1.variables) }
    }
}

/// One file of texts.
struct Locale {
    let file: InputFile
    private(set) var entries: [String: LocaleEntry] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: InputFile) {
        self.file = file
        let lines = file.text.lines
        for (index, line) in lines.enumerated() {
            let content = trimmed(line)
            guard !content.isEmpty, !content.hasPrefix(bytes: "#") else { continue }
            if let mistake = read(content, line: index + 1) { report(mistake, line: index + 1) }
        }
        checkForms()
    }

    /// Records an error in this file.
    mutating func report(_ message: String, line: Int) {
        diagnostics.append(Diagnostic(path: file.path, line: line, column: 1, message: message))
    }

    /// Parses one line; returns the error, if any.
    private mutating func read(_ content: String, line: Int) -> String? {
        guard let equals = content.firstIndex(ofBytes: "=") else { return "expected 'key = text'" }
        var key = trimmed(content[..<equals])
        var form: String?
        if key.hasSuffix(bytes: "]"), let bracket = key.firstIndex(ofBytes: "[") {
            form = String(key[key.utf8.index(after: bracket)...].dropLast())
            key = String(key[..<bracket])
        }
        guard isLocaleKey(key) else { return "'\(key)' is no key: words of letters and digits, joined by dots" }
        let forms = PluralRule.all[file.stem]?.forms ?? []
        if let form, !forms.contains(form) {
            return "'\(form)' is no plural form of '\(file.stem)': it has \(forms.joined(separator: ", "))"
        }
        let value = trimmed(content[content.utf8.index(after: equals)...])
        guard !value.isEmpty else { return "'\(key)' has no text" }
        guard !hasMarkup(value) else { return "texts hold no markup; it belongs in views" }
        guard let parts = Self.parts(value) else { return "'{' and '}' stand around the name of a variable" }
        let text = LocaleText(parts: parts, line: line)
        if let name = text.variables.first(where: { identifier($0) != $0 || $0 == "language" }) {
            return "a variable cannot be called '\(name)'"
        }
        var entry = entries[key] ?? LocaleEntry(line: line)
        if entry.forms[form] != nil { return "'\(key)' is already there, in line \(entry.line)" }
        if !entry.forms.isEmpty, (form == nil) != (entry.forms[nil] != nil) {
            return "'\(key)' stands with and without plural forms"
        }
        entry.forms[form] = text
        entries[key] = entry
        return nil
    }

    private mutating func checkForms() {
        let forms = PluralRule.all[file.stem]?.forms ?? []
        for (key, entry) in entries where entry.isPlural {
            let missing = forms.filter { entry.forms[$0] == nil }
            guard !missing.isEmpty else { continue }
            report("'\(key)' lacks the plural form \(missing.joined(separator: ", "))", line: entry.line)
        }
    }

    private static func parts(_ text: String) -> [LocaleText.Part]? {
        var parts: [LocaleText.Part] = []
        var rest = Substring(text)
        while let brace = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            guard rest.utf8[brace] == UInt8(ascii: "{"), let end = rest[brace...].firstIndex(ofBytes: "}") else {
                return nil
            }
            let name = rest[rest.utf8.index(after: brace)..<end]
            guard isIdentifier(name) else { return nil }
            if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
            parts.append(.variable(String(name)))
            rest = rest[rest.utf8.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }
}

/// Whether a text contains a tag or an entity, which would be shown literally on the page.
private func hasMarkup(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated().dropLast() {
        let next = bytes[index + 1]
        if byte == UInt8(ascii: "<"), isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") {
            return true
        }
        if byte == UInt8(ascii: "&"), isLetter(next) || next == UInt8(ascii: "#") {
            let name = bytes[(index + 1)...].prefix { isLetterOrDigit($0) || $0 == UInt8(ascii: "#") }
            if name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") { return true }
        }
    }
    return false
}
