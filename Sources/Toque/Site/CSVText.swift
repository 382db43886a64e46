// Writes and reads CSV (RFC 4180). No spreadsheet reads a written cell as a formula, and cells are read back unchanged.

import Bytes

/// Writes and reads CSV byte by byte: a quote with a combining accent is still a quote to other programs.
enum CSVText {
    /// First characters that make spreadsheets treat a cell as a formula.
    private static let formulaSigns = Array("=+-@\t\r\n".utf8)
    private static let separators = Array(";\t\r\n".utf8)
    private static let apostrophe = UInt8(ascii: "'")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    static func write(_ rows: [[String]]) -> String {
        // The byte order mark shows spreadsheets that the text is UTF-8.
        "\u{FEFF}" + self.rows(rows)
    }

    /// Further rows of a table that is written in pieces.
    static func rows(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let marked = Array(pieces(bytes, cutAt: formulas(bytes), skipping: 0).joined(separator: [apostrophe]))
        let safe = String(decoding: marked, as: UTF8.self)
        guard safe.unicodeScalars.contains(where: isMark) else { return safe }
        return "\"" + safe.replacing(bytes: "\"", with: "\"\"") + "\""
    }

    /// Characters because of which a cell is quoted. Some programs also end a line at U+0085 and U+2028.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: ",\";".unicodeScalars.contains(scalar)
        }
    }

    /// Where an apostrophe is written, and removed on reading: before a formula at the beginning of the cell, and where a
    /// program that separates cells by semicolons or tabs, or ends them at every line end, lets one begin. Apostrophes
    /// before a formula get one more, so that removing one restores the original.
    private static func formulas(_ bytes: [UInt8]) -> [Int] {
        (0...bytes.count).filter { place in
            guard place == 0 || separators.contains(bytes[place - 1]) else { return false }
            let first = bytes[place...].first { byte in
                byte != apostrophe && (place == 0 || byte != quote && byte != UInt8(ascii: " "))
            }
            return first.map(formulaSigns.contains) ?? false
        }
    }

    /// The bytes before, between and after these places, each piece but the first without its first bytes.
    private static func pieces(_ bytes: [UInt8], cutAt places: [Int], skipping: Int) -> [ArraySlice<UInt8>] {
        let starts = [0] + places.map { $0 + skipping }
        return zip(starts, places + [bytes.count]).map { bytes[$0..<$1] }
    }

    /// The rows of a table, each with the number of its first line; `nil` if a quote is never closed.
    static func read(_ text: String) -> [(line: Int, cells: [String])]? {
        let text = text.dropping(prefix: "\u{FEFF}") ?? text[...]
        var reader = Reader(separator: separator(text.prefix(beforeAny: "\r\n")))
        for byte in text.utf8 { reader.take(byte) }
        return reader.finish()
    }

    /// Semicolons, if the header has more of them than commas: in locales with decimal commas they separate cells.
    private static func separator(_ head: Substring) -> UInt8 {
        let (comma, semicolon) = (UInt8(ascii: ","), UInt8(ascii: ";"))
        return head.utf8.count { $0 == semicolon } > head.utf8.count { $0 == comma } ? semicolon : comma
    }

    private struct Reader {
        let separator: UInt8
        private var rows: [(line: Int, cells: [String])] = []
        private var cells: [String] = []
        private var cell: [UInt8] = []
        private var isQuoted = false
        /// A quote was read inside quotes: the end of them, or the first of two that mean one.
        private var sawQuote = false
        private var line = 1
        private var start = 1
        private var previous: UInt8 = 0

        init(separator: UInt8) { self.separator = separator }

        mutating func take(_ byte: UInt8) {
            // CR LF is one line end.
            let isSecondHalf = byte == CSVText.lineFeed && previous == CSVText.carriageReturn
            let isLineEnd = byte == CSVText.lineFeed || byte == CSVText.carriageReturn
            if isQuoted, !sawQuote {
                if byte == CSVText.quote { sawQuote = true } else { cell.append(byte) }
            } else if sawQuote, byte == CSVText.quote {
                cell.append(byte)
                sawQuote = false
            } else if byte == separator {
                endCell()
            } else if isLineEnd {
                if !isSecondHalf { endRow() }
            } else if byte == CSVText.quote, cell.isEmpty, !sawQuote {
                isQuoted = true
            } else {
                cell.append(byte)
            }
            if isLineEnd, !isSecondHalf { line += 1 }
            if cells.isEmpty, cell.isEmpty, !isQuoted { start = line }
            previous = byte
        }

        private mutating func endCell() {
            let formulas = CSVText.formulas(cell).filter { $0 < cell.count && cell[$0] == CSVText.apostrophe }
            let plain = Array(CSVText.pieces(cell, cutAt: formulas, skipping: 1).joined())
            cells.append(String(decoding: plain, as: UTF8.self).trimmed)
            (cell, isQuoted, sawQuote) = ([], false, false)
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

/// The formats in which admins export lists.
enum ExportFormat: String, Sendable {
    case csv, json

    var type: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .json: "application/json"
        }
    }
}
