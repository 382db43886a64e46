// Compiles the word lists of `Starter/Words` to the Swift enumeration `WordList`, with a constant for each file.

import Bytes

/// Compiles all word lists to Swift: the enumeration `WordList`.
///
/// `Lines/more-or-less.txt` becomes `WordList.moreOrLess`: a set, or a dictionary if its entries have meanings.
public func compileWordLists(_ files: [InputFile]) throws(Refusal) -> String {
    var lists = files.map(WordListFile.init).sorted { ($0.name, $0.file.name) < ($1.name, $1.file.name) }
    var paths: [String: String] = [:]
    for index in lists.indices {
        let (name, path) = (camelCase(lists[index].name), lists[index].file.name)
        if let other = paths[name] { lists[index].report("\(other) has the same name in Swift", line: 1) }
        paths[name] = path
    }
    let diagnostics = lists.flatMap(\.diagnostics)
    guard diagnostics.isEmpty else {
        throw Refusal(diagnostics.sorted { ($0.path, $0.line, $0.message) < ($1.path, $1.line, $1.message) })
    }
    var lines = ["// Made from Starter/Words: do not edit.", "", "/// The words that people write in recipes."]
    lines.append("package enum WordList {")
    for list in lists { lines += constant(list) }
    return (lines + ["}", ""]).joined(separator: "\n")
}

private func constant(_ list: WordListFile) -> [String] {
    let type = list.isTable ? "[String: String]" : "Set<String>"
    let entries = list.entries.map { entry in
        "        " + literal(entry.words) + (entry.meaning.map { ": " + literal($0) } ?? "") + ","
    }
    let comment = (["From `\(list.file.name)`."] + list.comment).map { $0.isEmpty ? "    ///" : "    /// \($0)" }
    return comment + ["    package static let \(identifier(camelCase(list.name))): \(type) = ["] + entries + ["    ]"]
}
