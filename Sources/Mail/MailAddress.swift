// Types for senders and recipients that cannot contain anything that ends a header line or an SMTP command.

import Bytes
import Foundation

/// Text for a header: without line ends, control characters, or characters that some programs read as line ends.
public struct HeaderText: Sendable, Hashable {
    public let text: String

    /// `nil` for a text with such characters.
    public init?(_ text: String) {
        guard !text.unicodeScalars.contains(where: HeaderText.endsLines) else { return nil }
        self.text = text
    }

    static func endsLines(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The text unchanged if it is short and plain ASCII, or else as encoded words (RFC 2047), one per line.
    var encoded: String {
        let isPlain = text.utf8.allSatisfy { $0 < 127 }
        if isPlain, text.utf8.count <= 60, !text.contains(bytes: "=?") { return text }
        var words: [String] = []
        var word = ""
        // 39 bytes become 64 characters of encoded word, so that a line with its field name stays below 76. No
        // character is split.
        for scalar in text.unicodeScalars {
            if word.utf8.count + String(scalar).utf8.count > 39 {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        return (words + [word]).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }
}

/// An email address `name@domain`, with the domain in ASCII (RFC 5891).
///
/// A name outside ASCII stays as it is, for servers that support it (RFC 6531). Quoted names are refused.
public struct MailAddress: Sendable, Hashable {
    /// The most bytes of an address (RFC 5321).
    public static let longest = 254

    public let name: String
    public let domain: String

    public init?(_ text: String) {
        // First, because a text of a million signs would become a million pieces.
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(bytes: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count),
            text.unicodeScalars.allSatisfy(Self.isAllowed), let domain = Self.ascii(String(parts[1]))
        else { return nil }
        name = String(parts[0])
        self.domain = domain
    }

    public var text: String { "\(name)@\(domain)" }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned: false
        default: !"<>()[],;:\\\"".unicodeScalars.contains(scalar)
        }
    }

    private static func ascii(_ domain: String) -> String? {
        var components = URLComponents()
        components.scheme = "http"
        components.host = domain
        guard let host = components.encodedHost, !host.isEmpty, host.utf8.count <= 253,
            host.split(bytes: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
            host.utf8.allSatisfy({
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "0123456789-._".utf8.contains($0)
            })
        else { return nil }
        return host
    }
}

/// An address with a display name: `Toque <toque@example.org>`.
public struct Mailbox: Sendable, Hashable {
    public let name: HeaderText
    public let address: MailAddress

    /// Parses `Name <address>`, or an address alone; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(bytes: "<", omittingEmptySubsequences: false)
        let written = parts.count == 2 ? parts[1].dropping(suffix: ">") : text[...]
        guard parts.count <= 2, let written, let address = MailAddress(String(written)),
            let name = HeaderText(parts.count == 2 ? parts[0].trimmingCharacters(in: .whitespaces) : "")
        else { return nil }
        self.name = name
        self.address = address
    }

    /// The form for a header; a name with characters other than letters, digits and spaces is encoded.
    var encoded: String {
        if name.text.isEmpty { return "<\(address.text)>" }
        let isPhrase = name.text.utf8.allSatisfy { $0 == 32 || (48...57).contains($0) || (97...122).contains($0 | 32) }
        let shown = isPhrase ? name.encoded : HeaderText.word(name)
        return "\(shown) <\(address.text)>"
    }
}

extension HeaderText {
    /// An encoded word, whatever the text contains.
    fileprivate static func word(_ text: HeaderText) -> String {
        let encoded = text.encoded
        return encoded.hasPrefix(bytes: "=?") ? encoded : "=?utf-8?B?\(Data(encoded.utf8).base64EncodedString())?="
    }
}
