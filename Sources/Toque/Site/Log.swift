// Writes lines for the operator to standard error.

import Foundation

/// The log: one line per message, so that nothing a visitor sends can forge a second one.
enum Log {
    static func error(_ message: String) { write("error", message) }
    static func notice(_ message: String) { write("notice", message) }

    private static func write(_ level: String, _ message: String) {
        Terminal.write("\(Date().ISO8601Format()) \(level) \(Terminal.plain(message))\n", to: .standardError)
    }
}
