// Small text work that all files of the starter catalogue share.

import Words

/// Lines, lists and slugs of the catalogue's files.
enum CatalogueText {
    static func lines(_ text: String) -> some Sequence<(number: Int, line: Substring)> {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
            .map { (number: $0.offset + 1, line: $0.element) }
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    static func split(_ text: Substring, by separator: Character) -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map(trimmed)
    }

    /// The parts between commas, without empty ones.
    static func list(_ text: Substring) -> [String] { split(text, by: ",").filter { !$0.isEmpty } }

    /// Folded words joined by hyphens: `crème fraîche` → `creme-fraiche`.
    static func slug(_ name: String) -> String {
        Words.words(name.filter { $0 != "'" && $0 != "’" }).joined(separator: "-")
    }
}
