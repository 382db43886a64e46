// The limits of appeals.

enum AppealRules {
    /// In code points, of an appeal and of its answer.
    static let textLength = 5_000
    /// How long after a decision it can be appealed.
    static let window = 183 * Milliseconds.day

    static func isOpen(since decided: Int, now: Int) -> Bool { now <= decided + window }
}

/// What an appeal is about; a part of the address of its page.
enum AppealKind: String, CaseIterable, Sendable {
    /// A rejection, by the recipe's author.
    case decision
    /// A measure, by the member whom it concerns.
    case measure
    /// The dismissal of a report, by its reporter.
    case report

    var side: String { self == .report ? "reporter" : "author" }
}

extension ErrorReason {
    static let ownDecision = ErrorReason("own-decision")
    static let appealedBefore = ErrorReason("appealed-before")
    static let appealTooLate = ErrorReason("appeal-too-late")
}
