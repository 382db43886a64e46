// Reads standard input and writes standard output and standard error, for commands and the log.

import Foundation

/// Standard output, standard error and standard input.
enum Terminal {
    static func print(_ text: String) { write(text + "\n", to: .standardOutput) }
    static func error(_ text: String) { write(text + "\n", to: .standardError) }

    /// Ignores write errors: a log on a full or read-only disk loses lines, while `FileHandle.write(_:)` would end the
    /// process.
    static func write(_ text: String, to file: FileHandle) { try? file.write(contentsOf: Data(text.utf8)) }

    /// A text of others for one line: controls, some of which terminals obey, and separators that some programs read as
    /// line ends become `·`.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "·" : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The lines of standard input.
    static func lines() -> AnyIterator<String> { AnyIterator { readLine(strippingNewline: true) } }

    /// Prints the answer to each line of standard input: immediately when somebody may be waiting, in pieces of at
    /// least 64 KB when the input is a file.
    static func answer(_ answer: (String) -> String) {
        var status = stat()
        let isFile = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        var said = ""
        for line in lines() {
            said += answer(line)
            said += "\n"
            if isFile, said.utf8.count < 1 << 16 { continue }
            write(said, to: .standardOutput)
            said = ""
        }
        write(said, to: .standardOutput)
    }

    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }
    static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }
}
