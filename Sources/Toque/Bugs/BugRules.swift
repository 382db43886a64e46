// The states and limits of bug reports.

/// The state of a report.
enum BugState: String, CaseIterable, Sendable {
    case new, accepted, fixed, wontfix, duplicate

    /// The states of reports that still need work.
    static let open: [BugState] = [.new, .accepted]
}

enum BugRules {
    static let pageLength = 500
    static let textLength = 5_000
    static let contactLength = 254
    static let browserLength = 300
    /// The most bytes of a screenshot's files.
    private static let screenshotBytes = 5 << 20
    /// The most screenshots that are kept. Those of closed reports make room for new ones, the oldest first.
    static let screenshots = 200

    static func isTooLong(screenshot bytes: Int) -> Bool { bytes > screenshotBytes }

    /// A request's number in the form that answers show it, or an empty text.
    static func request(_ text: String) -> String {
        let isNumber = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_".unicodeScalars.contains(scalar))
        }
        return isNumber && text.utf8.count <= 64 ? text : ""
    }

    /// Why a report cannot be marked as a duplicate of another. A duplicate always refers directly to an original.
    static func problem(
        _ id: Int, duplicateOf other: Int?, whose state: BugState?, hasDuplicates: Bool
    ) -> DuplicateProblem? {
        if other == nil || other == id || state == nil || state == .duplicate { return .noOriginal }
        return hasDuplicates ? .hasDuplicates : nil
    }
}

enum DuplicateProblem: Error {
    /// The other report does not exist, is the same one, or is a duplicate itself.
    case noOriginal
    /// Other reports are duplicates of this one.
    case hasDuplicates
}
