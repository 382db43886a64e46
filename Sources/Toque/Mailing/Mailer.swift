// Writes emails and adds them to the outbox, in the transaction of the change that they report.

import Database
import Dispatch
import HTML
import Security
import Texts
import Words

/// The addressee of an email.
struct Recipient: Sendable {
    /// `nil` for an addressee without an account.
    let user: Int?
    let username: String?
    var email: String
    let language: Language
}

/// The content of an email; its view is the HTML part, `text` the plain part.
struct MailPage {
    let language: Language
    /// The subject and the heading.
    let title: String
    let paragraphs: [String]
    var link: MailLink?
    /// The paragraphs after the link.
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

/// A placeholder in a queued email for the token of its link; useless without the site's secret.
struct Seal: Sendable {
    let text: String
    /// The token of the link, computed from the seal with the site's secret.
    let token: String
}

/// Queues emails. Links begin with the base URL of the settings, never with the host of a request.
struct Mailer: Sendable {
    let baseURL: String
    private let key: [UInt8]
    private let wakeSignal: WakeSignal

    /// `wakeSignal` wakes the sending thread.
    init(baseURL: String, secret: [UInt8], wakeSignal: WakeSignal) {
        self.baseURL = baseURL
        key = HMAC.sha256(key: secret, Array("mail".utf8))
        self.wakeSignal = wakeSignal
    }

    /// For a command: the running site finds the queued email in its next round. Such emails contain no links with
    /// tokens.
    init(baseURL: String) { self.init(baseURL: baseURL, secret: [], wakeSignal: WakeSignal()) }

    /// Adds an email with greeting and footer to the outbox; one with a seal is given up when its link expires.
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

    /// Wakes the sender. It finds everything queued before, since both use the one writer.
    func wake() { wakeSignal.wake() }

    /// A new seal, with a token of 256 random bits.
    func makeSeal() -> Seal {
        let text = Random.token()
        return Seal(text: text, token: token(of: text))
    }

    func token(of seal: String) -> String { Base64URL.encode(HMAC.sha256(key: key, Array(seal.utf8))) }
}

extension Site {
    var mailer: Mailer { part() }
}
