// The limits of reviews, and what is wrong with a typed one.

enum ReviewRules {
    /// In code points, of a review and of the author's answer.
    static let textLength = 2_000
    /// In code points, of what a reviewer changed.
    static let changesLength = 1_000
    static let stars = 1...5
    /// In code points, of a moderator's reason.
    static let reasonLength = 500
    /// How long a deleted review can be restored, in milliseconds.
    static let undoTime = Milliseconds.day

    static func stars(_ typed: String?) -> Int? {
        typed.flatMap { Int($0) }.flatMap { stars.contains($0) ? $0 : nil }
    }
}

extension ErrorReason {
    static let ownReview = ErrorReason("own-review")
    static let reviewRemoved = ErrorReason("review-removed")
}
