// The email that says when the account will be deleted, and how to keep it.

import Database
import Texts

extension Mailer {
    func notifyDeletion(_ owner: Recipient, eraseAt: Int, reason: String, db: Connection, now: Int) throws {
        let (language, day) = (owner.language, Dates.day(eraseAt, owner.language))
        let why = reason.isEmpty ? [] : [Text.mailLeavingReason(language, reason: reason)]
        try queue(
            .leaving, to: owner, title: Text.mailLeaving(language, day: day),
            paragraphs: [Text.mailLeavingText(language, day: day)] + why + [Text.mailLeavingKeep(language)],
            link: MailLink(label: Text.mailLeavingLink(language), address: baseURL + Address.leave()),
            closing: [Text.mailLeavingIfNot(language)], db: db, now: now)
    }
}
