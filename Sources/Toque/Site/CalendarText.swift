// Writes iCalendar (RFC 5545): to-dos and events for calendar programs.

import Bytes

/// Writes iCalendar byte by byte. Lines end with CR LF and are folded at 75 bytes, between two scalars.
struct CalendarText {
    private(set) var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Toque//Toque//EN\r\n"

    /// Adds a component such as `VTODO`. Values of properties are escaped; names must be plain ASCII.
    mutating func add(_ component: String, _ properties: [(name: String, value: String)]) {
        text += "BEGIN:\(component)\r\n"
        for property in properties { text += Self.folded("\(property.name):\(Self.escaped(property.value))") }
        text += "END:\(component)\r\n"
    }

    /// The finished calendar.
    var finished: String { text + "END:VCALENDAR\r\n" }

    /// A text value (section 3.3.11): a backslash before `\`, `;` and `,`, and `\n` for a line break. Other control
    /// characters are left out.
    private static func escaped(_ value: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in value.lines.joined(separator: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": scalars.append(contentsOf: ["\\", scalar])
            case "\n": scalars.append(contentsOf: ["\\", "n"])
            default: if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    private static func folded(_ line: String) -> String {
        var (folded, length) = (String.UnicodeScalarView(), 0)
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if length + size > 75 {
                folded.append(contentsOf: ["\r", "\n", " "])
                length = 1
            }
            folded.append(scalar)
            length += size
        }
        return String(folded) + "\r\n"
    }

    /// A day: `20261124`.
    static func day(_ milliseconds: Int) -> String { String(moment(milliseconds).prefix(8)) }

    /// A moment in UTC: `20261124T055000Z`.
    static func moment(_ milliseconds: Int) -> String {
        // `2026-11-24T05:50:00Z` without its signs.
        String(String.UnicodeScalarView(Dates.time(milliseconds).unicodeScalars.filter { $0 != "-" && $0 != ":" }))
    }
}
