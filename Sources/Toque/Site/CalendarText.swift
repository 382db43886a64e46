// Writes iCalendar (RFC 5545): to-dos and events for calendar programs.

import Bytes

/// Writes iCalendar byte by byte, in one pass. Lines end with CR LF and are folded at 75 bytes, between two scalars.
struct CalendarText {
    private var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Toque//Toque//EN\r\n".utf8)
    /// The bytes of the line that is being written.
    private var length = 0
    private static let longest = 75

    /// Adds a component such as `VTODO`. Values of properties are escaped; names must be plain ASCII.
    mutating func add(_ component: String, _ properties: [(name: String, value: String)]) {
        bytes.append(contentsOf: "BEGIN:\(component)\r\n".utf8)
        for property in properties {
            bytes.append(contentsOf: property.name.utf8)
            bytes.append(UInt8(ascii: ":"))
            length = property.name.utf8.count + 1
            write(property.value)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "END:\(component)\r\n".utf8)
    }

    /// The bytes of the finished calendar.
    var finished: [UInt8] { bytes + Array("END:VCALENDAR\r\n".utf8) }

    /// A text value (section 3.3.11): a backslash before `\`, `;` and `,`, and `\n` for a line break. Other control
    /// characters are left out.
    private mutating func write(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            var place = 0
            while place < utf8.count {
                let start = place
                while place < utf8.count, Self.isPlain(utf8, place) { place += 1 }
                copy(utf8[start..<place])
                if place < utf8.count { place = writeSign(utf8, place) }
            }
        }
    }

    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        switch utf8[place] {
        case 0..<0x20, 0x7F, UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): false
        // U+0080 to U+009F are control characters.
        case 0xC2: utf8[place + 1] >= 0xA0
        default: true
        }
    }

    /// Writes a byte that needs escaping or folding; returns the place after it.
    private mutating func writeSign(_ utf8: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        switch utf8[place] {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
            append(UInt8(ascii: "\\"))
            append(utf8[place])
        case ASCII.lineFeed, ASCII.carriageReturn:
            let isPair = utf8[place] == ASCII.carriageReturn && place + 1 < utf8.count
            append(UInt8(ascii: "\\"))
            append(UInt8(ascii: "n"))
            if isPair, utf8[place + 1] == ASCII.lineFeed { return place + 2 }
        case 0xC2: return place + 2
        default: break
        }
        return place + 1
    }

    private mutating func append(_ byte: UInt8) {
        if length == Self.longest { fold() }
        bytes.append(byte)
        length += 1
    }

    /// Appends whole scalars, and folds the line between two of them.
    private mutating func copy(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
        var rest = run
        while length + rest.count > Self.longest {
            var end = rest.startIndex + Self.longest - length
            while end > rest.startIndex, rest[end] & 0xC0 == 0x80 { end -= 1 }
            bytes.append(contentsOf: rest[..<end])
            fold()
            rest = rest[end...]
        }
        bytes.append(contentsOf: rest)
        length += rest.count
    }

    private mutating func fold() {
        bytes.append(contentsOf: "\r\n ".utf8)
        length = 1
    }

    /// A day: `20261124`.
    static func day(_ milliseconds: Int) -> String { String(moment(milliseconds).prefix(8)) }

    /// A moment in UTC: `20261124T055000Z`.
    static func moment(_ milliseconds: Int) -> String {
        // `2026-11-24T05:50:00Z` without its signs.
        String(decoding: Dates.time(milliseconds).utf8.filter { $0 != 0x2D && $0 != 0x3A }, as: UTF8.self)
    }
}
