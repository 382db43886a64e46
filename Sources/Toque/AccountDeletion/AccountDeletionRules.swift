// Retention periods: how long a deletion can be cancelled, and how long traces of members and visitors are kept.

enum AccountDeletionRules {
    private static let day = Milliseconds.day

    /// From the request to the erasure; until then everything can be restored.
    static let grace = 14 * day
    /// Added to the lifetime of a kept session: after that, an unused account with an unconfirmed address is erased.
    static let unconfirmed = 60 * day
    /// A password reset request that was not answered because no email could be sent.
    static let resetRequests = day
    /// The reporter of a bug and their browser, after the report was closed.
    static let closedReports = 365 * day
    /// Emails written as files, without a mail server; as long as rows of the outbox.
    static let mailFiles = MailRules.kept

    /// Catalogue changes that nobody confirmed.
    static let drafts = 30 * day

    static let reasonLength = 500
}

/// What happens to public recipes.
enum PublicRecipesChoice: String, CaseIterable, Sendable {
    /// They stay public, under “a former member”.
    case keep
    case withdraw
}
