// Validates a web address that a user typed, before its name is looked up.

import Bytes
import Foundation

/// The address of a web page: http or https, without a user name, on port 80 or 443.
public struct WebAddress: Equatable, Sendable {
    /// What is wrong with an address.
    public enum Problem: Error, Equatable, Sendable {
        /// No web address at all.
        case form
        /// A user name or password before the host.
        case credentials
        case port
    }

    /// The maximum length of an address in bytes.
    public static let longest = 2_000
    static let ports: Set<Int> = [80, 443]

    public let url: String
    /// The origin, such as `http://127.0.0.1:8080`, for comparison with the setting for tests.
    let origin: String
    let port: Int

    /// Parses a typed address, also without `https://`. `origin` is the origin that tests may request, on any port.
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

    /// Whether a text begins with a scheme. `example.org:80` does not: a scheme has slashes after the colon, or no dot
    /// before it.
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(ofBytes: ":") else { return false }
        return text[colon...].hasPrefix(bytes: "://") || !text[..<colon].contains(bytes: ".")
    }
}
