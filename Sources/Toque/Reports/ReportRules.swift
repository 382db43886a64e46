// The limits of reports, and the weight of a member's report.

import Bytes

enum ReportRules {
    /// In code points, of a report and of a measure's facts.
    static let textLength = 2_000
    static let noticeLength = 100
    /// The longest silence, in days.
    static let silenceDays = 1...90
    /// From this weight the site hides a recipe by itself.
    static let hidingWeight = 3.0

    /// The weight of a member's report: 1 without a record, up to 2 for members whose reports were mostly right, and
    /// towards 0 for those whose reports were mostly dismissed. Half of it without a confirmed email address.
    static func weight(upheld: Int, dismissed: Int, isConfirmed: Bool) -> Double {
        2 * Double(upheld + 1) / Double(upheld + dismissed + 2) * (isConfirmed ? 1 : 0.5)
    }

    static func days(_ typed: String) -> Int? {
        Int(typed).flatMap { silenceDays.contains($0) ? $0 : nil }
    }

    /// The measures that are possible for a kind of thing.
    static func measures(_ kind: ReportKind) -> [MeasureKind] {
        switch kind {
        case .recipe: [.dismiss, .warn, .hide, .takeDown, .silence]
        case .review: [.dismiss, .warn, .removeReview, .silence]
        case .user: [.dismiss, .warn, .silence]
        }
    }
}

extension ErrorReason {
    static let ownReport = ErrorReason("own-report")
}
