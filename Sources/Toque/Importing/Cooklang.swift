// Parses Cooklang (cooklang.org): a recipe as prose in which `@` marks ingredients, `#` cookware and `~` timers.

import Bytes
import Foundation

/// A parsed Cooklang text: its items in order, not yet interpreted.
struct Cooklang: Equatable, Sendable {
    /// An amount as written, and as a number if it is one.
    struct Quantity: Equatable, Sendable {
        var text: String
        var number: Double?
    }

    enum Item: Equatable, Sendable {
        case text(String)
        case ingredient(name: String, Quantity?, unit: String, note: String)
        case cookware(name: String, Quantity?)
        case timer(name: String, Quantity?, unit: String)
    }

    struct Step: Equatable, Sendable {
        var section = ""
        var items: [Item]
    }

    private(set) var metadata: [(key: String, value: String)] = []
    private(set) var steps: [Step] = []
    private(set) var notes: [String] = []
    /// Lines of the front matter that are not `key: value`.
    private(set) var unread: [String] = []

    init(_ text: String) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        if lines.first?.trimmed == "---", let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" }) {
            readFrontMatter(lines[1..<end])
            lines = lines[(end + 1)...]
        }
        readBody(Self.withoutBlockComments(lines.joined(separator: "\n")))
    }

    static func == (one: Self, other: Self) -> Bool {
        one.steps == other.steps && one.notes == other.notes && one.metadata.elementsEqual(other.metadata, by: ==)
    }

    // MARK: Metadata

    /// Reads the part of YAML that front matter uses: `key: value`, `[a, b]`, lists below their key, folded text.
    private mutating func readFrontMatter(_ lines: ArraySlice<Substring>) {
        for line in lines {
            let text = line.trimmed
            if text.isEmpty || text.hasPrefix(bytes: "#") { continue }
            let isInner = line.first?.isWhitespace == true || text.hasPrefix(bytes: "- ")
            if isInner, !metadata.isEmpty {
                let value = Self.unquoted(text.dropping(prefix: "- ")?.trimmed ?? text)
                let last = metadata.count - 1
                metadata[last].value +=
                    (metadata[last].value.isEmpty ? "" : text.hasPrefix(bytes: "- ") ? ", " : " ") + value
            } else if let colon = text.firstIndex(ofBytes: ":") {
                add(text[..<colon].trimmed, text[text.utf8.index(after: colon)...].trimmed)
            } else {
                unread.append(text)
            }
        }
    }

    private mutating func add(_ key: String, _ value: String) {
        var value = value
        if let list = value.dropping(prefix: "[")?.dropping(suffix: "]") {
            value = list.split(bytes: ",").map { Self.unquoted($0.trimmed) }
                .joined(separator: ", ")
        }
        if [">", "|", ">-", "|-"].contains(value) { value = "" }
        metadata.append((Self.unquoted(key), Self.unquoted(value)))
    }

    private static func unquoted(_ text: String) -> String {
        if text.hasPrefix(bytes: "\""), let written = try? JSONDecoder().decode(String.self, from: Data(text.utf8)) {
            return written
        }
        for quote in ["\"", "'"] {
            if let inner = text.dropping(prefix: quote)?.dropping(suffix: quote) { return String(inner) }
        }
        return text
    }

    // MARK: Body

    private static func withoutBlockComments(_ text: String) -> String {
        let pieces = text.split(bytes: "[-", omittingEmptySubsequences: false)
        let text = pieces.dropFirst().reduce(into: String(pieces.first ?? "")) { result, piece in
            let ends = piece.split(bytes: "-]", maxSplits: 1, omittingEmptySubsequences: false)
            result += ends.count == 2 ? ends[1] : ""
        }
        // Combining marks that a comment separated are now next to each other.
        return StreamSafe.limited(text)
    }

    private mutating func readBody(_ text: String) {
        var section = ""
        var paragraph: [Substring] = []
        func step() -> Step? {
            var joined = ""
            for line in paragraph {
                if !joined.isEmpty, !joined.hasSuffix(bytes: "\n") { joined += " " }
                if let words = line.dropping(suffix: "\\") { joined += words + "\n" } else { joined += line }
            }
            var reader = CooklangLine(joined)
            let items = reader.items()
            return items.isEmpty ? nil : Step(section: section, items: items)
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let bare = Self.withoutComment(line)
            let trimmed = bare.trimmed
            let isMark = trimmed.hasPrefix(bytes: "=") || trimmed.hasPrefix(bytes: ">")
            if trimmed.isEmpty || isMark {
                // A line that contains only a comment does not end a step.
                if trimmed.isEmpty, !line.trimmed.isEmpty { continue }
                if let step = step() { steps.append(step) }
                paragraph = []
            }
            if trimmed.hasPrefix(bytes: "=") {
                section = trimmed.trimming(anyOf: "=").trimmed
            } else if let pair = trimmed.dropping(prefix: ">>"), let colon = pair.firstIndex(ofBytes: ":") {
                add(pair[..<colon].trimmed, pair[pair.utf8.index(after: colon)...].trimmed)
            } else if let note = trimmed.dropping(prefix: ">") {
                notes.append(note.trimmed)
            } else if !trimmed.isEmpty {
                paragraph.append(Self.withoutIndent(bare))
            }
        }
        if let step = step() { steps.append(step) }
    }

    private static func withoutIndent(_ line: Substring) -> Substring { line.trimmingPrefix(anyOf: " \t") }

    /// Removes a comment, which begins with `--`; `---` does not begin one.
    private static func withoutComment(_ line: Substring) -> Substring {
        let bytes = line.utf8
        var dashes = 0
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "-") {
                dashes += 1
            } else {
                if dashes == 2 { return line[..<bytes.index(index, offsetBy: -2)] }
                dashes = 0
            }
        }
        return dashes == 2 ? line.dropping(suffix: "--") ?? line : line
    }
}
