// The mails about an account: each is queued inside the write that it tells of.

import Database
import Texts
import Words

extension Mailer {
    /// Tells the old address that the account has another one.
    func tellEmailChanged(from old: Recipient, to new: String, db: Connection, now: Int) throws {
        let language = old.language
        try queue(
            .emailChanged, to: old, title: Text.mailEmailChanged(language),
            paragraphs: [
                Text.mailEmailChangedText(language, email: new, when: Dates.moment(now, language)),
                Text.mailEmailChangedIfNot(language),
            ], db: db, now: now)
    }

    /// Sends a link by which the owner can set a new password.
    func sendResetLink(user: Int, db: Connection, now: Int) throws {
        guard let owner = try AccountStore(db).recipient(user) else { return }
        let (language, seal) = (owner.language, makeSeal())
        try AccountLinkStore(db).add(.reset, user: user, email: owner.email, token: seal.token, now: now)
        try queue(
            .reset, to: owner, title: Text.mailReset(language), paragraphs: [Text.mailResetText(language)],
            link: MailLink(label: Text.mailResetLink(language), address: baseURL + Address.resetToken(seal.text)),
            closing: [Text.mailOnce(language), Text.mailResetIfNot(language)], seal: seal,
            lifetime: AccountLinkStore.lifetime, db: db, now: now)
    }

    /// Sends a link to an address, by which whoever reads its mail confirms it as the account's.
    func sendConfirmation(of email: String, user: Int, db: Connection, now: Int) throws {
        guard var owner = try AccountStore(db).recipient(user) else { throw SiteError.notFound }
        let (language, seal) = (owner.language, makeSeal())
        owner.email = email
        try AccountLinkStore(db).add(.email, user: user, email: email, token: seal.token, now: now)
        try queue(
            .confirmEmail, to: owner, title: Text.mailConfirm(language),
            paragraphs: [Text.mailConfirmText(language, email: email)],
            link: MailLink(label: Text.mailConfirmLink(language), address: baseURL + Address.emailToken(seal.text)),
            closing: [Text.mailOnce(language), Text.mailConfirmIfNot(language)], seal: seal,
            lifetime: AccountLinkStore.lifetime, db: db, now: now)
    }

    /// Whether a person was sent as many mails of a kind as one may ask for.
    func hasEnough(of kind: MailKind, user: Int, db: Connection, now: Int) throws -> Bool {
        try Outbox(db).count(kind, user: user, since: now - Milliseconds.hour) >= MailRules.askedInAnHour
    }
}

extension AccountStore {
    /// How a person is written to.
    func recipient(_ user: Int) throws -> Recipient? {
        try db.first(
            """
            SELECT coalesce((SELECT username FROM leaving WHERE user_id = user.id), username), email, language
            FROM user WHERE id = \(user) AND erased_at IS NULL
            """
        ) {
            Recipient(user: user, username: $0[0], email: $0[1], language: Language(rawValue: $0[2]) ?? .en)
        }
    }

    func isEmailConfirmed(user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM user WHERE id = \(user) AND email_confirmed_at IS NOT NULL")
    }

    /// The address is the account's, and its owner reads what is sent there; a taken one is `DatabaseError.constraint`.
    func confirm(email: String, user: Int, now: Int) throws {
        try db.run(
            """
            UPDATE user SET email = \(email), email_key = \(AccountRules.key(email)), email_confirmed_at = \(now)
            WHERE id = \(user)
            """)
    }
}
