// Queues the email to the reporter of a bug, in the transaction of the decision, so that both are written or neither.

import Bytes
import Database
import Mail
import Texts

extension Mailer {
    /// Sends the state and the answer to the member's address or to the one that a visitor gave. The email does not
    /// quote the report: the address may be someone else's, and the site must not send a stranger's text.
    func tellReporter(of bug: BugReport, db: Connection, now: Int) throws {
        guard let reporter = try BugStore(db).recipient(of: bug) else { return }
        let language = reporter.language
        let state = Text.dynamic("bug.state.\(bug.state.rawValue)", language) ?? bug.state.rawValue
        let answer = bug.answer.isEmpty ? [] : bug.answer.split(bytes: "\n").map(String.init)
        try queue(
            .bugAnswered, to: reporter, title: Text.mailBug(language, number: bug.id),
            paragraphs: [Text.mailBugState(language, state: state)] + answer,
            link: reporter.user.map { _ in
                MailLink(label: Text.mailBugLink(language), address: baseURL + Address.bug(bug.id))
            },
            closing: reporter.user == nil ? [Text.mailBugLinkKept(language)] : [], db: db, now: now)
    }
}

extension BugStore {
    /// The recipient; `nil` for a member who does not want such emails or never confirmed the address, and for a
    /// visitor who gave no email address.
    func recipient(of bug: BugReport) throws -> Recipient? {
        if let member = bug.reporterID {
            let isWanted = try PreferenceStore(db).preferences(of: member).switches.contains(.bugByMail)
            guard isWanted, try AccountStore(db).isEmailConfirmed(user: member) else { return nil }
            return try AccountStore(db).recipient(member)
        }
        guard let address = MailAddress(bug.text.contact) else { return nil }
        return Recipient(user: nil, username: nil, email: address.text, language: bug.text.language)
    }
}
