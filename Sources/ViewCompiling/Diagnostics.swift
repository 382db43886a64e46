// Errors found at build time, in the form that the tool prints and editors can open.

import Bytes

/// A source file that the tool has read.
public struct InputFile: Sendable {
    /// The path on disk, for diagnostics.
    public let path: String
    /// The path below its folder (`Recipes/show.html`).
    public let name: String
    public let text: String

    public init(path: String, name: String, text: String) {
        self.path = path
        self.name = name
        self.text = text
    }

    /// The name without its last extension.
    var stem: String {
        guard let dot = name.lastIndex(ofByte: ".") else { return name }
        return String(name[..<dot])
    }
}

/// One error at a place in a source file.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    public let path: String
    public let line: Int
    public let column: Int
    public let message: String

    public init(path: String, line: Int, column: Int, message: String) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }

    /// The form that SwiftPM and editors understand.
    public var description: String { "\(path):\(line):\(column): error: \(message)" }
}

/// The errors because of which nothing was generated; at least one.
public struct Refusal: Error, Sendable, CustomStringConvertible {
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    init(_ file: InputFile, line: Int = 1, column: Int = 1, _ message: String) {
        diagnostics = [Diagnostic(path: file.path, line: line, column: column, message: message)]
    }

    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
