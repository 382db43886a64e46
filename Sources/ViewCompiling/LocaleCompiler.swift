// Compiles the files of texts to the Swift enumeration `Text`, with a function for each key.

import Bytes

/// Compiles all files of texts to Swift: the enumeration `Text`.
///
/// Every language must have the same keys with the same variables.
public func compileLocales(_ files: [InputFile]) throws(Refusal) -> String {
    for file in files where !PluralRule.languages.contains(file.stem) || !file.name.hasSuffix(bytes: ".txt") {
        throw Refusal(file, "texts are in \(PluralRule.languages.map { $0 + ".txt" }.joined(separator: ", "))")
    }
    var locales: [Locale] = []
    for language in PluralRule.languages {
        let missing = InputFile(path: "Locales/\(language).txt", name: "\(language).txt", text: "")
        locales.append(Locale(files.first { $0.stem == language } ?? missing))
    }
    compare(&locales)
    let diagnostics = locales.flatMap(\.diagnostics)
    guard diagnostics.isEmpty else {
        throw Refusal(diagnostics.sorted { ($0.path, $0.line, $0.message) < ($1.path, $1.line, $1.message) })
    }
    return generate(locales)
}

/// Reports keys and variables that differ between the languages.
private func compare(_ locales: inout [Locale]) {
    var functions: [String: String] = [:]
    for (key, entry) in locales[0].entries.sorted(by: { $0.key < $1.key }) {
        let function = camelCase(key)
        if let other = functions[function] {
            locales[0].report("'\(key)' and '\(other)' have the same name in Swift", line: entry.line)
        }
        functions[function] = key
    }
    for index in locales.indices.dropFirst() {
        for (key, entry) in locales[0].entries {
            guard let other = locales[index].entries[key] else {
                locales[0].report("'\(key)' is missing in \(locales[index].file.name)", line: entry.line)
                continue
            }
            if other.isPlural != entry.isPlural {
                locales[index].report("'\(key)' has plural forms in one language only", line: other.line)
            } else if other.variables != entry.variables {
                let names = entry.variables.sorted().joined(separator: ", ")
                let message = "'\(key)' has other variables than in \(locales[0].file.name) (\(names))"
                locales[index].report(message, line: other.line)
            }
        }
        for (key, entry) in locales[index].entries where locales[0].entries[key] == nil {
            locales[index].report("'\(key)' is missing in \(locales[0].file.name)", line: entry.line)
        }
    }
}

private func generate(_ locales: [Locale]) -> String {
    let keys = locales[0].entries.keys.sorted()
    var lines = [preamble, "/// Every text of the site; a function for each key, its variables in alphabetical order."]
    lines.append("public enum Text {")
    for key in keys { lines += function(key, locales) }
    lines += [
        "", "    /// Finds a text without variables by a key that is known only at run time.",
        "    public static func dynamic(_ key: String, _ language: Language) -> String? { table[key]?(language) }",
        "", "    private static let table = makeTable()", "",
        "    private static func makeTable() -> [String: @Sendable (Language) -> String] {",
    ]
    let plain = keys.filter { locales[0].entries[$0]?.variables.isEmpty ?? false }
    lines.append("        \(plain.isEmpty ? "let" : "var") table: [String: @Sendable (Language) -> String] = [:]")
    for key in plain { lines.append("        table[\(literal(key))] = Text.\(identifier(camelCase(key)))") }
    lines += ["        return table", "    }", "}", ""]
    return lines.joined(separator: "\n")
}

private func function(_ key: String, _ locales: [Locale]) -> [String] {
    guard let entry = locales[0].entries[key] else { return [] }
    let parameters = entry.variables.sorted().map { name in
        ", \(name): \(entry.isPlural && name == "count" ? "Int" : "some TextValue")"
    }
    let name = identifier(camelCase(key))
    var lines = ["    public static func \(name)(_ language: Language\(parameters.joined())) -> String {"]
    lines.append("        switch language {")
    for locale in locales {
        guard let entry = locale.entries[key] else { continue }
        lines.append("        case .\(locale.file.stem):")
        if let text = entry.forms[nil] {
            lines.append("            return \(expression(text))")
            continue
        }
        lines.append("            switch PluralForm(language, count) {")
        let forms = PluralRule.all[locale.file.stem]?.forms ?? []
        for (index, form) in forms.enumerated() {
            guard let text = entry.forms[form] else { continue }
            lines.append(
                "            \(index + 1 < forms.count ? "case .\(form)" : "default"): return \(expression(text))")
        }
        lines.append("            }")
    }
    return lines + ["        }", "    }"]
}

private func expression(_ text: LocaleText) -> String {
    let parts = text.parts.map { part in
        switch part {
        case .text(let text): escaped(text)
        case .variable(let name): "\\(\(name).shown)"
        }
    }
    return "\"\(parts.joined())\""
}

/// The part of the generated file that does not depend on the texts.
private let preamble = """
    // Made from Locales: do not edit.
    public import Words

    /// How a number is counted in a language.
    private enum PluralForm {
        case one, few, many, other

        init(_ language: Language, _ count: Int) {
            let n = count.magnitude
            switch language {
    \(PluralRule.languages.map { "        case .\($0): self = \(PluralRule.all[$0]?.swift ?? ".other")" }.joined(separator: "\n"))
            }
        }
    }

    """
