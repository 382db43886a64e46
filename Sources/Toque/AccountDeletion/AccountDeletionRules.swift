// How long people have to come back, how long an archive waits, and how long what is left of others' visits is kept.

enum AccountDeletionRules {
    private static let day = Milliseconds.day

    /// From asking to the erasure; until then everything can come back.
    static let grace = 14 * day
    /// An account whose address was never confirmed and that nobody used since, not even in a session that was kept.
    static let unconfirmed = 60 * day
    /// A link to a new password that was asked for and not answered because no mail could be sent.
    static let resetRequests = day
    /// Who reported a bug, and with what browser, after it was closed.
    static let closedReports = 365 * day
    /// Mails that lie as files where there is no mail server, as long as the list of mails goes back.
    static let mailFiles = MailRules.kept

    /// Changes of the catalogue that nobody confirmed.
    static let drafts = 30 * day

    static let reasonLength = 500
}

/// What becomes of public recipes.
enum PublicRecipesChoice: String, CaseIterable, Sendable {
    /// They stay, under “a former member”.
    case keep
    case withdraw
}
