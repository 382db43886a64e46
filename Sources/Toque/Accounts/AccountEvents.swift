// Security events that are emailed to the owner of an account, because somebody else may have caused them.

import Database
import Texts
import Words

/// A change to an account; the raw value is part of a key in the locale files (`mail.event.KEY`).
enum AccountEvent: String, CaseIterable, Sendable {
    case passwordChanged = "password-changed"
    case twoStepOn = "two-step-on"
    case twoStepOff = "two-step-off"
    case codesRenewed = "codes-renewed"
    case sessionsEnded = "sessions-ended"
    case resetLinkMade = "reset-link-made"
    case providerLinked = "provider-linked"
    case providerUnlinked = "provider-unlinked"

    func title(_ language: Language) -> String { Text.dynamic("mail.event.\(rawValue)", language) ?? rawValue }

    func text(_ language: Language) -> String { Text.dynamic("mail.event.\(rawValue).text", language) ?? "" }
}

extension Mailer {
    /// Queues an email about the event in the transaction that makes the change. It links to the password reset, for an
    /// owner who did not make the change.
    func tell(_ event: AccountEvent, user: Int, db: Connection, now: Int) throws {
        guard let owner = try AccountStore(db).recipient(user) else { return }
        let language = owner.language
        try queue(
            .accountEvent, to: owner, title: event.title(language),
            paragraphs: [
                Text.mailEventWhen(language, when: Dates.moment(now, language)), event.text(language),
                Text.mailEventIfNot(language),
            ],
            link: MailLink(label: Text.mailEventLink(language), address: baseURL + Address.forgot()), db: db, now: now)
    }
}
