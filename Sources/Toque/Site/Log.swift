// Writes lines for the operator to standard error.

import Foundation

/// The log: one line per message, so that nothing a visitor sends can forge a second one.
enum Log {
    static func error(_ message: String) { write("error", message) }
    static func notice(_ message: String) { write("notice", message) }

    private static func write(_ level: String, _ message: String) {
        let clean = String(String.UnicodeScalarView(message.unicodeScalars.map { endsLine($0) ? "·" : $0 }))
        Terminal.write("\(Date().ISO8601Format()) \(level) \(clean)\n", to: .standardError)
    }

    /// Controls, some of which terminals obey, and separators that some programs read as line ends.
    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
