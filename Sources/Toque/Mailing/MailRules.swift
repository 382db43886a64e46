// How long a mail is tried, and how long it is kept.

enum MailRules {
    /// After so long a mail is given up; one with a link when the link ends.
    static let lifetime = 3 * Milliseconds.day
    /// What became of a mail can be read for so long.
    static let kept = 30 * Milliseconds.day
    /// Nobody gets more mails of one kind that somebody asked for by a form.
    static let askedInAnHour = 5

    /// Milliseconds until the next try, after so many.
    static func pause(after tries: Int) -> Int {
        let minutes = [1, 5, 30, 120, 360]
        return minutes[min(max(tries, 1), minutes.count) - 1] * Milliseconds.minute
    }
}

/// What a mail is about.
enum MailKind: String, CaseIterable, Sendable {
    case reset
    case confirmEmail = "confirm-email"
    case emailChanged = "email-changed"
    case accountEvent = "account-event"
    case bugAnswered = "bug-answered"
    case leaving
    case recipesChanged = "recipes-changed"

    /// Whether members may choose not to get it.
    var canBeTurnedOff: Bool { self == .bugAnswered }
}

enum MailState: String, CaseIterable, Sendable {
    case queued, failed, sent
}
