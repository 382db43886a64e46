// Text functions shared by the parsers of the starter catalogue's files.

import Bytes
import Words

/// Splits catalogue files into lines and lists, and turns names into keys.
package enum CatalogueText {
    package static func lines(_ text: String) -> some Sequence<(number: Int, line: Substring)> {
        text.lines.enumerated().map { (number: $0.offset + 1, line: $0.element) }
    }

    package static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    package static func split(_ text: Substring, by separator: String) -> [String] {
        text.split(bytes: separator, omittingEmptySubsequences: false).map(trimmed)
    }

    /// The parts between commas, without the empty ones.
    package static func list(_ text: Substring) -> [String] { split(text, by: ",").filter { !$0.isEmpty } }

    /// Folded words joined by hyphens: `crème fraîche` → `creme-fraiche`.
    package static func slug(_ name: String) -> String {
        Words.words(name.removing(anyOf: "'").replacing(bytes: "’", with: "")).joined(separator: "-")
    }
}
