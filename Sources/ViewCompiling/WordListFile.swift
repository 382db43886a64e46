// Parses one word list (`Starter/Words/Lines/sizes.txt`): one entry a line, or `word = meaning`, and `# comments`.

import Bytes

/// One word list: a set of entries, or a table from words to meanings.
struct WordListFile {
    /// An entry with its line; `meaning` is `nil` in a set.
    struct Entry {
        let words: String
        let meaning: String?
        let line: Int
    }

    let file: InputFile
    private(set) var entries: [Entry] = []
    /// The comment at the top of the file, without the signs.
    private(set) var comment: [String] = []
    private(set) var diagnostics: [Diagnostic] = []
    private var lines: [String: Int] = [:]

    /// The file's name without its folder and ending.
    var name: Substring {
        let stem = file.stem
        return stem.lastIndex(ofByte: "/").map { stem[stem.utf8.index(after: $0)...] } ?? stem[...]
    }

    var isTable: Bool { entries.first?.meaning != nil }

    init(_ file: InputFile) {
        self.file = file
        if !file.name.hasSuffix(bytes: ".txt") || !isInKebabCase(name) {
            report("a word list is named in small letters, digits and hyphens, such as cooking-verbs.txt", line: 1)
        }
        for (index, line) in file.text.lines.enumerated() {
            if line.hasPrefix(bytes: "#") {
                if entries.isEmpty { comment.append(String(line.dropFirst()).trimmed) }
            } else if !line.isEmpty, let mistake = read(line, line: index + 1) {
                report(mistake, line: index + 1)
            }
        }
        if entries.isEmpty, diagnostics.isEmpty { report("this list is empty", line: 1) }
    }

    /// Records an error in this file.
    mutating func report(_ message: String, line: Int) {
        diagnostics.append(Diagnostic(path: file.path, line: line, column: 1, message: message))
    }

    /// Parses one line; returns the error, if any.
    private mutating func read(_ text: Substring, line: Int) -> String? {
        let parts = text.split(bytes: " = ", omittingEmptySubsequences: false).map(String.init)
        for part in parts { if let mistake = mistake(in: part) { return mistake } }
        guard parts.count <= 2 else { return "expected 'word' or 'word = meaning'" }
        let entry = Entry(words: parts[0], meaning: parts.count == 2 ? parts[1] : nil, line: line)
        if let other = lines[entry.words] { return "'\(entry.words)' is already there, in line \(other)" }
        if let first = entries.first, (first.meaning == nil) != (entry.meaning == nil) {
            return "either every entry of a list has a meaning or none"
        }
        lines[entry.words] = line
        entries.append(entry)
        return nil
    }
}

/// Says why no word of a recipe can equal this text; `nil` if one can. Words are compared after folding: in small
/// letters, without accents, and with «е» for «ё».
private func mistake(in text: String) -> String? {
    let words = text.split(bytes: " ", omittingEmptySubsequences: false)
    if words.contains(where: \.isEmpty) { return "'\(text)' has a space too many, or nothing beside '='" }
    for scalar in text.unicodeScalars where !isFolded(scalar) {
        if scalar.properties.isUppercase { return "'\(text)' has a capital letter; words are in small letters" }
        return "'\(scalar)' in '\(text)' is never in a word: use a–z, а–я without ё, digits, hyphens, ' and ."
    }
    let mixed = words.first { word in
        word.unicodeScalars.contains(where: isLatin) && word.unicodeScalars.contains(where: isCyrillic)
    }
    return mixed.map { "'\($0)' has Latin and Cyrillic letters" }
}

private func isLatin(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }

private func isCyrillic(_ scalar: Unicode.Scalar) -> Bool { ("а"..."я").contains(scalar) }

private func isFolded(_ scalar: Unicode.Scalar) -> Bool {
    isLatin(scalar) || isCyrillic(scalar) || ("0"..."9").contains(scalar) || " -'.".unicodeScalars.contains(scalar)
}

private func isInKebabCase(_ name: Substring) -> Bool {
    isViewName(name) && name.utf8.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        && !name.hasSuffix(bytes: "-") && !name.contains(bytes: "--")
}
