// An address that a stranger names: what of it may be asked at all, before anybody knows where it leads.

import Bytes
import Foundation

/// A page's address on the web: http or https, nobody's name in it, on a port for pages.
public struct WebAddress: Equatable, Sendable {
    /// What is wrong with an address.
    public enum Problem: Error, Equatable, Sendable {
        /// None at all, or not of the web.
        case form
        /// A name or password before the host.
        case credentials
        case port
    }

    /// Bytes that an address may have.
    public static let longest = 2_000
    static let ports: Set<Int> = [80, 443]

    public let url: String
    /// `http://127.0.0.1:8080`: what a setting for tests is compared with.
    let origin: String
    let port: Int

    /// Reads an address as it was typed, also without `https://`. `origin` is the one that tests may ask, whatever its port.
    public init(_ typed: String) throws(Problem) { try self.init(typed, test: nil) }

    init(_ typed: String, test origin: String?, ports: Set<Int> = Self.ports) throws(Problem) {
        let text = Self.hasScheme(typed) ? typed : "https://" + typed
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != 0x5c }),
            let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost?.lowercased(), !host.isEmpty
        else { throw .form }
        guard parts.user == nil, parts.password == nil, !host.contains(bytes: "@") else { throw .credentials }
        port = parts.port ?? (scheme == "https" ? 443 : 80)
        self.origin = "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
        guard ports.contains(port) || self.origin == origin else { throw .port }
        var whole = parts
        whole.fragment = nil
        guard let url = whole.string else { throw .form }
        self.url = url
    }

    /// `example.org:80` begins as a scheme does; only what has slashes after the colon, or no dot before it, is one.
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(ofBytes: ":") else { return false }
        return text[colon...].hasPrefix(bytes: "://") || !text[..<colon].contains(bytes: ".")
    }
}
