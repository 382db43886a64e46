// Emails about an account; each is queued in the transaction of the change that it reports.

import Database
import Texts
import Words

extension Mailer {
    /// Notifies the old email address that the account now has another one.
    func tellEmailChanged(from old: Recipient, to new: String, db: Connection, now: Int) throws {
        let language = old.language
        try queue(
            .emailChanged, to: old, title: Text.mailEmailChanged(language),
            paragraphs: [
                Text.mailEmailChangedText(language, email: new, when: Dates.moment(now, language)),
                Text.mailEmailChangedIfNot(language),
            ], db: db, now: now)
    }

    /// Sends a link with which the owner can set a new password.
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

    /// Sends a link to an email address; opening it proves that the owner of the account reads that mailbox.
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

    /// Whether the user was already sent `MailRules.askedInAnHour` emails of this kind in the last hour.
    func hasEnough(of kind: MailKind, user: Int, db: Connection, now: Int) throws -> Bool {
        try Outbox(db).count(kind, user: user, since: now - Milliseconds.hour) >= MailRules.askedInAnHour
    }
}

extension AccountStore {
    /// The name, email address and language to use in emails to a user; `nil` if the account does not exist or was
    /// erased.
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

    /// Makes this the account's confirmed email address. Throws `DatabaseError.constraint` if another account has it.
    func confirm(email: String, user: Int, now: Int) throws {
        try db.run(
            """
            UPDATE user SET email = \(email), email_key = \(AccountRules.key(email)), email_confirmed_at = \(now)
            WHERE id = \(user)
            """)
    }
}
