// Builds an email in its transfer format: headers, and the same content as text and as HTML (RFC 5322, RFC 2045, RFC
// 2046).

import Bytes
import Foundation

/// An email from the site to one person.
public struct Message: Sendable {
    /// The same for every attempt to send the email, so that a second copy is recognised.
    public let id: MailAddress
    public let from: Mailbox
    public let to: MailAddress
    /// UTC milliseconds.
    public let date: Int
    public let subject: HeaderText
    /// The language code, such as `en`.
    public let language: HeaderText
    public let text: String
    public let html: String
    /// The address to which a mail program posts to turn such emails off (RFC 2369, RFC 8058).
    public let unsubscribe: HeaderText?

    public init(
        id: MailAddress, from: Mailbox, to: MailAddress, date: Int, subject: HeaderText, language: HeaderText,
        text: String, html: String, unsubscribe: HeaderText? = nil
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.date = date
        self.subject = subject
        self.language = language
        self.text = text
        self.html = html
        self.unsubscribe = unsubscribe
    }

    /// The whole message with CR LF line ends.
    public var bytes: [UInt8] {
        let boundary = "=_\(id.name)_part"
        var head = [
            "Date: \(Self.written(date))", "From: \(from.encoded)", "To: <\(to.text)>", "Message-ID: <\(id.text)>",
            "Subject: \(subject.encoded)", "Content-Language: \(language.encoded)",
            // Prevents automatic absence replies (RFC 3834).
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
        ]
        if let unsubscribe {
            head += ["List-Unsubscribe: <\(unsubscribe.text)>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
        }
        let parts = [("plain", text), ("html", html)].map { type, content in
            "--\(boundary)\r\nContent-Type: text/\(type); charset=utf-8\r\n" + Self.encoded(content, boundary)
        }
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + parts.joined() + "--\(boundary)--\r\n").utf8)
    }

    /// A part's encoding and content: unchanged if every server can transfer it, or else Base64.
    private static func encoded(_ content: String, _ boundary: String) -> String {
        let lines = content.split(bytes: "\n", omittingEmptySubsequences: false)
        let isPlain = lines.allSatisfy { line in
            line.utf8.count <= 900 && line.utf8.allSatisfy { (32...126).contains($0) || $0 == 9 }
        }
        if isPlain, !content.contains(bytes: boundary) {
            return "Content-Transfer-Encoding: 7bit\r\n\r\n" + lines.joined(separator: "\r\n") + "\r\n"
        }
        let base64 = Data(content.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        return "Content-Transfer-Encoding: base64\r\n\r\n" + base64 + "\r\n"
    }

    /// A date in the format `Wed, 18 Nov 2026 10:00:00 +0000`.
    private static func written(_ milliseconds: Int) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
            + time.joined(separator: ":") + " +0000"
    }
}
