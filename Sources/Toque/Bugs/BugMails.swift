// What a reporter is told by mail: written inside the decision, so that there are both or neither.

import Bytes
import Database
import Mail
import Texts

extension Mailer {
    /// Sends state and answer to the member's address, or to the one that a visitor left. Nothing of the report is
    /// quoted: the address may be somebody else's, and the site carries nobody's words to strangers.
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
    /// Whom to write to; nobody for a member who wants no such mails or never confirmed the address, and for a visitor
    /// who left no mail address.
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
