// Lines for the operator on standard error.

import Foundation

/// The log: one line each, so that nothing a visitor sends can forge a second one.
enum Log {
    static func error(_ message: String) { write("error", message) }
    static func notice(_ message: String) { write("notice", message) }

    private static func write(_ level: String, _ message: String) {
        let clean = message.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "·" : String($0) }.joined()
        Terminal.write("\(Date().ISO8601Format()) \(level) \(clean)\n", to: .standardError)
    }
}
