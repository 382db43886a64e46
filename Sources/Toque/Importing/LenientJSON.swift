// Reads JSON as pages contain it, with comments, raw line breaks and extra commas, by rewriting it as strict JSON for
// Foundation.

import Foundation

/// Rewrites almost-JSON as JSON in one pass over the bytes; the meaning of valid JSON does not change.
struct LenientJSON {
    private let bytes: [UInt8]
    private var place = 0
    private var output: [UInt8] = []
    /// The closing brackets of the open lists and objects.
    private var open: [UInt8] = []
    /// Whether to write a comma before the next value.
    private var hasComma = false
    private var documents: [[UInt8]] = []

    /// The values in a text, one after another; empty if it is nested too deeply, without those that Foundation
    /// refuses.
    static func values(_ text: String) -> [Any] {
        documents(Array(text.utf8)).compactMap { ImportFile.value($0[...]) }
    }

    /// The number of values in a text, at least, without parsing it. A value follows each of these bytes, and a parsed
    /// value needs about a hundred times the memory of the byte.
    static func count(_ text: String) -> Int { text.utf8.reduce(0) { $0 + (",:[{".utf8.contains($1) ? 1 : 0) } }

    /// The same values as strict JSON texts.
    static func documents(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count <= ImportLimits.document else { return [] }
        var reader = LenientJSON(bytes: bytes)
        return reader.read() ? reader.documents : []
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        output.reserveCapacity(bytes.count)
    }

    private func starts(with text: StaticString) -> Bool {
        bytes[place...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func skip(past end: StaticString) {
        while place < bytes.count, !starts(with: end) { place += 1 }
        place = min(place + end.utf8CodeUnitCount, bytes.count)
    }

    /// Returns false if the text is nested too deeply.
    private mutating func read() -> Bool {
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\""):
                if open.isEmpty { place += 1 } else { readText() }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                write(byte)
                open.append(byte + 2)
                if open.count > ImportLimits.depth { return false }
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if open.last == byte { close() }
                place += 1
            case UInt8(ascii: ","):
                hasComma = !open.isEmpty
                place += 1
            case UInt8(ascii: "/") where starts(with: "//"):
                while place < bytes.count, bytes[place] != 10, bytes[place] != 13 { place += 1 }
            case UInt8(ascii: "/") where starts(with: "/*"): skip(past: "*/")
            case UInt8(ascii: "<") where starts(with: "<!--"): place += 4
            case UInt8(ascii: "<") where starts(with: "<![CDATA["): place += 9
            default:
                if !open.isEmpty, Self.isWord(byte) { write(byte) }
                place += 1
            }
        }
        while !open.isEmpty { close() }
        return true
    }

    /// Whether a byte belongs to a number, a word, or the colon between names and values.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: ":"), UInt8(ascii: " "):
            true
        default: false
        }
    }

    private mutating func write(_ byte: UInt8) {
        if hasComma, byte != UInt8(ascii: " ") {
            output.append(UInt8(ascii: ","))
            hasComma = false
        }
        output.append(byte)
    }

    private mutating func close() {
        hasComma = false
        output.append(open.removeLast())
        if open.isEmpty {
            documents.append(output)
            output = []
        }
    }

    // MARK: Strings

    private mutating func readText() {
        write(UInt8(ascii: "\""))
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\"") where endsText():
                place += 1
                output.append(UInt8(ascii: "\""))
                return
            case UInt8(ascii: "\""): escape("\\\"")
            case 10: escape("\\n")
            case 9: escape("\\t")
            case UInt8(ascii: "\\"): readEscape()
            case 0..<0x20: escape(" ")
            default: escape(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        output.append(byte)
        place += 1
    }

    private mutating func escape(_ text: StaticString, instead count: Int = 1) {
        output += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        place = min(place + count, bytes.count)
    }

    /// Whether a quote ends a string: it does if a separator or closing bracket follows. Any other quote was not
    /// escaped by mistake.
    private func endsText() -> Bool {
        var next = place + 1
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count else { return true }
        return ",:}]/".utf8.contains(bytes[next])
    }

    private mutating func readEscape() {
        guard place + 1 < bytes.count else { return escape(" ") }
        switch bytes[place + 1] {
        case UInt8(ascii: "u"): readUnit()
        case let byte where "\"\\/bfnrt".utf8.contains(byte):
            output += [UInt8(ascii: "\\"), byte]
            place += 2
        case UInt8(ascii: "'"): escape("'", instead: 2)
        default: escape("\\\\")
        }
    }

    /// Reads `\u` and four digits. Half of a surrogate pair is not a character, and Foundation would refuse the whole
    /// text.
    private mutating func readUnit() {
        guard let unit = unit(at: place) else { return escape("\\\\") }
        if (0xd800..<0xdc00).contains(unit), let low = self.unit(at: place + 6), (0xdc00..<0xe000).contains(low) {
            output += bytes[place..<place + 12]
            place += 12
        } else if (0xd800..<0xe000).contains(unit) {
            escape("\\ufffd", instead: 6)
        } else {
            output += bytes[place..<place + 6]
            place += 6
        }
    }

    private func unit(at place: Int) -> UInt32? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = bytes[place + 2..<place + 6]
        return digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
            ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
