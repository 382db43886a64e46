// Writes iCalendar (RFC 5545): to-dos and events for calendar programs.

/// Writes iCalendar byte by byte, in one pass. Lines end with CR LF and are folded at 75 bytes, between two scalars.
struct CalendarText {
    private var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Toque//Toque//EN\r\n".utf8)
    /// The bytes of the line that is being written.
    private var length = 0

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
                let end = place + Self.width(utf8[place])
                switch utf8[place] {
                case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                    makeRoom(1)
                    append(UInt8(ascii: "\\"))
                    makeRoom(1)
                    append(utf8[place])
                case UInt8(ascii: "\n"): writeLineBreak()
                case UInt8(ascii: "\r"):
                    if end == utf8.count || utf8[end] != UInt8(ascii: "\n") { writeLineBreak() }
                case 0..<0x20, 0x7F: break
                // U+0080 to U+009F.
                case 0xC2 where utf8[place + 1] < 0xA0: break
                default:
                    makeRoom(end - place)
                    for byte in utf8[place..<end] { append(byte) }
                }
                place = end
            }
        }
    }

    private mutating func writeLineBreak() {
        makeRoom(1)
        append(UInt8(ascii: "\\"))
        makeRoom(1)
        append(UInt8(ascii: "n"))
    }

    /// Folds the line if these bytes no longer fit.
    private mutating func makeRoom(_ count: Int) {
        guard length + count > 75 else { return }
        bytes.append(contentsOf: "\r\n ".utf8)
        length = 1
    }

    private mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        length += 1
    }

    /// The bytes of the scalar that begins with this byte.
    private static func width(_ first: UInt8) -> Int {
        switch first {
        case 0..<0x80: 1
        case 0x80..<0xE0: 2
        case 0xE0..<0xF0: 3
        default: 4
        }
    }

    /// A day: `20261124`.
    static func day(_ milliseconds: Int) -> String { String(moment(milliseconds).prefix(8)) }

    /// A moment in UTC: `20261124T055000Z`.
    static func moment(_ milliseconds: Int) -> String {
        // `2026-11-24T05:50:00Z` without its signs.
        String(decoding: Dates.time(milliseconds).utf8.filter { $0 != 0x2D && $0 != 0x3A }, as: UTF8.self)
    }
}
