// Tables as text (RFC 4180): written so that no program of tables takes a cell for a formula, and read back the same.

enum CSVText {
    /// What a spreadsheet would begin to calculate with.
    private static let formulaSigns: Set<Character> = ["=", "+", "-", "@", "\t", "\r"]

    static func write(_ rows: [[String]]) -> String {
        // The mark at the beginning tells spreadsheets that it is UTF-8.
        "\u{FEFF}" + self.rows(rows)
    }

    /// What follows the beginning of a table that is written piece by piece.
    static func rows(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        let safe = needsSign(text) ? "'" + text : text
        guard safe.contains(where: { $0 == "," || $0 == "\"" || $0 == ";" || $0.isNewline }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }

    /// Also what begins with the sign itself, so that taking it away gives back what was there.
    private static func needsSign(_ text: String) -> Bool {
        guard let first = text.drop(while: { $0 == "'" }).first else { return false }
        return formulaSigns.contains(first)
    }

    /// The rows of a table, each with the line at which it begins; nil where a quote is never closed.
    static func read(_ text: String) -> [(line: Int, cells: [String])]? {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        var reader = Reader(separator: separator(text.prefix { !$0.isNewline }))
        for character in text { reader.take(character) }
        return reader.finish()
    }

    /// Where a comma is what numbers are written with, tables are parted by semicolons.
    private static func separator(_ head: Substring) -> Character {
        head.count { $0 == ";" } > head.count { $0 == "," } ? ";" : ","
    }

    private struct Reader {
        let separator: Character
        private var rows: [(line: Int, cells: [String])] = []
        private var cells: [String] = []
        private var cell = ""
        private var isQuoted = false
        /// A quote inside quotes: the end of them, or the first of two that stand for one.
        private var sawQuote = false
        private var line = 1
        private var start = 1

        init(separator: Character) { self.separator = separator }

        mutating func take(_ character: Character) {
            if isQuoted, !sawQuote {
                if character == "\"" { sawQuote = true } else { cell.append(character) }
            } else if sawQuote, character == "\"" {
                cell.append(character)
                sawQuote = false
            } else if character == separator {
                endCell()
            } else if character.isNewline {
                endRow()
            } else if character == "\"", cell.isEmpty, !sawQuote {
                isQuoted = true
            } else {
                cell.append(character)
            }
            if character.isNewline { line += 1 }
            if cells.isEmpty, cell.isEmpty, !isQuoted { start = line }
        }

        private mutating func endCell() {
            let text = CSVText.needsSign(cell) && cell.hasPrefix("'") ? String(cell.dropFirst()) : cell
            cells.append(text.trimmed)
            (cell, isQuoted, sawQuote) = ("", false, false)
        }

        private mutating func endRow() {
            endCell()
            if cells.contains(where: { !$0.isEmpty }) { rows.append((start, cells)) }
            cells = []
        }

        mutating func finish() -> [(line: Int, cells: [String])]? {
            if isQuoted, !sawQuote { return nil }
            endRow()
            return rows
        }
    }
}
