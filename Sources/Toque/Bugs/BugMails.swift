// Notifies the reporter of a bug, in the transaction of the decision, so that both are written or neither.

import Bytes
import Database
import Mail
import Texts
import Words

extension Mailer {
    /// Tells a member, or a visitor who gave an email address, the state and the answer. The email does not quote the
    /// report: the address may be someone else's, and the site must not send a stranger's text.
    func tellReporter(of bug: BugReport, by admin: Int, db: Connection, now: Int) throws {
        let paragraphs: @Sendable (Language) -> [String] = { language in
            let state = Text.dynamic("bug.state.\(bug.state.rawValue)", language) ?? bug.state.rawValue
            let answer = bug.answer.isEmpty ? [] : bug.answer.split(bytes: "\n").map(String.init)
            return [Text.mailBugState(language, state: state)] + answer
        }
        if let member = bug.reporterID {
            let event = NotificationEvent(
                kind: .bugAnswered, user: member, name: "bug-\(bug.id)-\(bug.version)",
                subject: NotificationSubject(number: bug.id), mailTitle: { Text.mailBug($0, number: bug.id) },
                paragraphs: paragraphs)
            try notify(event, by: admin, db: db, now: now)
        } else if let address = MailAddress(bug.text.contact) {
            let language = bug.text.language
            try queue(
                .bugAnswered, to: Recipient(user: nil, username: nil, email: address.text, language: language),
                title: Text.mailBug(language, number: bug.id), paragraphs: paragraphs(language),
                closing: [Text.mailBugLinkKept(language)], db: db, now: now)
        }
    }
}
