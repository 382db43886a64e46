// JSON as pages hold it: comments, raw line breaks, commas too many. Made strict here, read by Foundation.

import Foundation

/// Turns what is meant as JSON into JSON, in one pass over the bytes; what is JSON already keeps its meaning.
struct LenientJSON {
    private let bytes: [UInt8]
    private var place = 0
    private var output: [UInt8] = []
    /// What closes the lists and objects that are open.
    private var open: [UInt8] = []
    /// A comma that is written when something follows it.
    private var hasComma = false
    private var documents: [[UInt8]] = []

    /// The values that a text holds, one after another; nothing when it lies too deep or Foundation refuses it.
    static func values(_ text: String) -> [Any] {
        documents(Array(text.utf8)).compactMap { ImportFile.value($0[...]) }
    }

    /// The same as strict texts.
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

    /// False when it lies too deep.
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

    /// Bytes of numbers, words and what stands between names and values.
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

    // MARK: Texts

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

    /// A quote ends a text where something follows that can follow one; any other was forgotten to be escaped.
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

    /// `\u` with four digits; half a pair alone is no character and makes Foundation refuse the whole.
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
