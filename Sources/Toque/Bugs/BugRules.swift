// What a bug report is, and what may become of it.

/// Where a report stands.
enum BugState: String, CaseIterable, Sendable {
    case new, accepted, fixed, wontfix, duplicate

    /// What somebody has still to work on.
    static let open: [BugState] = [.new, .accepted]
}

enum BugRules {
    static let pageLength = 500
    static let textLength = 5_000
    static let contactLength = 254
    static let browserLength = 300

    /// The number of a request as answers show it, or nothing.
    static func request(_ text: String) -> String {
        let isNumber = text.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_")
        }
        return isNumber && text.utf8.count <= 64 ? text : ""
    }

    /// The beginning of a text, in code points.
    static func cut(_ text: String, _ limit: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }

    /// Whether a report may be a duplicate of another: one that is there, is not the same, and is no duplicate itself.
    static func mayPoint(_ id: Int, to other: Int, whose state: BugState?) -> Bool {
        other != id && state != nil && state != .duplicate
    }
}
