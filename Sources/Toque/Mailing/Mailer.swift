// Writing mails: what they say, and into the outbox with them, inside the transaction of what they tell.

import Database
import Dispatch
import HTML
import Security
import Texts
import Words

/// Whom a mail is for.
struct Recipient: Sendable {
    /// Nothing for who has no account.
    let user: Int?
    let username: String?
    var email: String
    let language: Language
}

/// What a mail says; its view is the HTML, `text` the same for those who read without.
struct MailPage {
    let language: Language
    /// The subject and the heading.
    let title: String
    let paragraphs: [String]
    var link: MailLink?
    /// What follows the link.
    var closing: [String] = []
    let footer: String

    var languageCode: String { language.rawValue }

    var text: String {
        let linked = link.map { ["\($0.label):\n\($0.address)"] } ?? []
        return (paragraphs + linked + closing).joined(separator: "\n\n") + "\n\n-- \n\(footer)\n"
    }

    var html: String {
        var buffer = HTMLBuffer()
        render(language, into: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }
}

struct MailLink {
    let label: String
    let address: String
}

/// What stands in a queued mail where its link's token will be: worth nothing without the site's secret.
struct Seal: Sendable {
    let text: String
    /// What the link works with, made from the seal under the site's secret.
    let token: String
}

/// Queues mails. Links begin with the base URL of the settings, never with what a request says of its host.
struct Mailer: Sendable {
    let baseURL: String
    private let key: [UInt8]
    private let wakeSignal: WakeSignal

    /// The signal wakes the thread that sends.
    init(baseURL: String, secret: [UInt8], wakeSignal: WakeSignal) {
        self.baseURL = baseURL
        key = HMAC.sha256(key: secret, Array("mail".utf8))
        self.wakeSignal = wakeSignal
    }

    /// For a command: the site that runs finds the queued email in its next round. Such emails contain no links with tokens.
    init(baseURL: String) { self.init(baseURL: baseURL, secret: [], wakeSignal: WakeSignal()) }

    /// Puts a mail into the outbox, with greeting and footer; one with a seal is given up when its link ends.
    func queue(
        _ kind: MailKind, to recipient: Recipient, title: String, paragraphs: [String], link: MailLink? = nil,
        closing: [String] = [], seal: Seal? = nil, lifetime: Int = MailRules.lifetime, db: Connection, now: Int
    ) throws {
        let language = recipient.language
        let greeting =
            recipient.username.map { Text.mailHello(language, name: $0) } ?? Text.mailHelloAnybody(language)
        let canBeOff = kind.canBeTurnedOff && recipient.user != nil
        let footer =
            canBeOff
            ? Text.mailFooterPreferences(language, address: baseURL + Address.preferences(), site: baseURL)
            : Text.mailFooter(language, site: baseURL)
        let page = MailPage(
            language: language, title: title, paragraphs: [greeting] + paragraphs, link: link, closing: closing,
            footer: footer)
        try Outbox(db).add(kind, to: recipient, page, seal: seal?.text, until: now + lifetime, now: now)
        wake()
    }

    /// Lets the sender look: what it finds then was written before, since both go through the one writer.
    func wake() { wakeSignal.wake() }

    /// A seal with its token of 256 random bits.
    func makeSeal() -> Seal {
        let text = Random.token()
        return Seal(text: text, token: token(of: text))
    }

    func token(of seal: String) -> String { Base64URL.encode(HMAC.sha256(key: key, Array(seal.utf8))) }
}

extension Site {
    var mailer: Mailer { part() }
}
