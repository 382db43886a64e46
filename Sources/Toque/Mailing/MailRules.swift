// How long the site tries to send an email, and how long it keeps its row.

enum MailRules {
    /// Unsent emails are given up after this time; those with a link, when the link expires.
    static let lifetime = 3 * Milliseconds.day
    /// How long the result of an email can be read.
    static let kept = 30 * Milliseconds.day
    /// The most emails of one kind that a user can be sent in an hour by requests in forms.
    static let askedInAnHour = 5

    /// Milliseconds until the next attempt, after this many attempts.
    static func pause(after tries: Int) -> Int {
        let minutes = [1, 5, 30, 120, 360]
        return minutes[min(max(tries, 1), minutes.count) - 1] * Milliseconds.minute
    }
}

/// The subjects of emails.
enum MailKind: String, CaseIterable, Sendable {
    case reset
    case confirmEmail = "confirm-email"
    case emailChanged = "email-changed"
    case accountEvent = "account-event"
    case bugAnswered = "bug-answered"
    case leaving
    case decision, measure
    case recipesChanged = "recipes-changed"
    case licence, suspension, digest
    case recipeShared = "recipe-shared"

    /// The topic with which members turn these emails off; `nil` for those that always arrive.
    var topic: MailTopic? {
        switch self {
        case .decision: .decision
        case .measure: .measures
        case .recipesChanged: .recipes
        case .licence: .licence
        case .bugAnswered: .bug
        case .recipeShared: .sharing
        case .digest: .digest
        case .reset, .confirmEmail, .emailChanged, .accountEvent, .leaving, .suspension: nil
        }
    }
}

/// What members can unsubscribe from; the raw value is part of the links that do it.
enum MailTopic: String, CaseIterable, Sendable {
    case decision
    /// Reports, the measures that moderators took, and appeals.
    case measures
    case recipes, licence, bug, sharing
    /// The daily or weekly email about all others.
    case digest
}

enum MailState: String, CaseIterable, Sendable {
    case queued, failed, sent
}
