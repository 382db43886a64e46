// Writes emails and adds them to the outbox, in the transaction of the change that they report.

import Bytes
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
    private let unsubscribeKey: [UInt8]
    private let wakeSignal: WakeSignal

    /// `wakeSignal` wakes the sending thread.
    init(baseURL: String, secret: [UInt8], wakeSignal: WakeSignal) {
        self.baseURL = baseURL
        key = HMAC.sha256(key: secret, Array("mail".utf8))
        unsubscribeKey = HMAC.sha256(key: secret, Array("unsubscribe".utf8))
        self.wakeSignal = wakeSignal
    }

    /// For a command: the running site finds the queued email in its next round. Such emails contain no links with
    /// tokens.
    init(baseURL: String) { self.init(baseURL: baseURL, secret: [], wakeSignal: WakeSignal()) }

    /// Adds an email with greeting and footer to the outbox; one with a seal is given up when its link expires. It is
    /// sent after `delay`, in milliseconds, unless the outbox withdraws the emails of its `event` before.
    func queue(
        _ kind: MailKind, to recipient: Recipient, title: String, paragraphs: [String], link: MailLink? = nil,
        closing: [String] = [], seal: Seal? = nil, lifetime: Int = MailRules.lifetime, event: String? = nil,
        delay: Int = 0, db: Connection, now: Int
    ) throws {
        let language = recipient.language
        let greeting =
            recipient.username.map { Text.mailHello(language, name: $0) } ?? Text.mailHelloAnybody(language)
        let canBeOff = kind.topic != nil && recipient.user != nil
        let footer =
            canBeOff
            ? Text.mailFooterPreferences(language, address: baseURL + Address.preferences(), site: baseURL)
            : Text.mailFooter(language, site: baseURL)
        let page = MailPage(
            language: language, title: Self.oneLine(title), paragraphs: [greeting] + paragraphs, link: link,
            closing: closing,
            footer: footer)
        try Outbox(db).add(
            kind, to: recipient, page, seal: seal?.text, event: event, from: now + delay, until: now + delay + lifetime,
            now: now)
        wake()
    }

    /// A subject on one line: titles of recipes may have tabs and line separators, which no header may have.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Wakes the sender. It finds everything queued before, since both use the one writer.
    func wake() { wakeSignal.wake() }

    /// A new seal, with a token of 256 random bits.
    func makeSeal() -> Seal {
        let text = Random.token()
        return Seal(text: text, token: token(of: text))
    }

    func token(of seal: String) -> String { Base64URL.encode(HMAC.sha256(key: key, Array(seal.utf8))) }

    /// The address with which a member's mail program turns a topic off (RFC 8058). It is the same in every email and
    /// does not expire, because emails may be read years later.
    func unsubscribeLink(_ topic: MailTopic, user: Int) -> String {
        baseURL + Address.unsubscribe("\(user)-\(topic.rawValue)-\(unsubscribeMark(topic, user: user))")
    }

    /// The member and topic of such an address; `nil` if the site did not make its token.
    func subscription(token: String) -> (user: Int, topic: MailTopic)? {
        // The last part may contain hyphens.
        let parts = token.split(bytes: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let user = Int(parts[0]), let topic = MailTopic(rawValue: String(parts[1])),
            constantTimeEqual(Array(parts[2].utf8), Array(unsubscribeMark(topic, user: user).utf8))
        else { return nil }
        return (user, topic)
    }

    private func unsubscribeMark(_ topic: MailTopic, user: Int) -> String {
        Base64URL.encode(HMAC.sha256(key: unsubscribeKey, Array("\(user)|\(topic.rawValue)".utf8)))
    }
}

extension Site {
    var mailer: Mailer { part() }
}
