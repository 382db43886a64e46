// The browser and network of a session, so that its owner can recognise it.

import Bytes
import HTTP

/// The origin in so few words that it identifies nobody.
struct SessionOrigin: Sendable, Equatable {
    /// For example `Firefox, Linux`, or empty.
    var browser = ""
    /// For example `192.0.2.0/24`, or empty.
    var network = ""

    static let unknown = SessionOrigin()

    init() {}

    init(userAgent: String?, address: String) {
        browser = Self.browser(userAgent ?? "")
        network = Self.network(address)
    }

    /// The order matters: most browsers also name the browsers that they imitate.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("YaBrowser/", "Yandex Browser"), ("Vivaldi/", "Vivaldi"),
        ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("HeadlessChrome/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"), ("Python", "Python"),
    ]
    private static let systems: [(mark: String, name: String)] = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "macOS"), ("Linux", "Linux"), ("BSD", "BSD"),
    ]

    /// The result contains only words of the lists above, whatever the header says.
    static func browser(_ userAgent: String) -> String {
        let text = String(userAgent.prefix(500))
        let names = [browsers, systems].compactMap { list in list.first { text.contains(bytes: $0.mark) }?.name }
        return names.joined(separator: ", ")
    }

    /// The first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address.
    static func network(_ address: String) -> String {
        let bytes = address.split(bytes: ".", omittingEmptySubsequences: false)
        if bytes.count == 4, bytes.allSatisfy({ UInt8($0) != nil }) {
            return bytes[..<3].joined(separator: ".") + ".0/24"
        }
        let mapped = "::ffff:"
        if address.contains(bytes: "."), let rest = address.lowercased().dropping(prefix: mapped) {
            return network(String(rest))
        }
        guard let groups = groups(address) else { return "" }
        return groups[..<3].map { String($0, radix: 16) }.joined(separator: ":") + "::/48"
    }

    /// The eight groups of an IPv6 address, with those that `::` leaves out; `nil` if it is not an IPv6 address.
    private static func groups(_ address: String) -> [UInt16]? {
        let text = address.prefix(beforeAny: "%")
        let parts = text.split(bytes: "::", omittingEmptySubsequences: false).map { half in
            half.split(bytes: ":", omittingEmptySubsequences: half.isEmpty).map { UInt16($0, radix: 16) }
        }
        let known = parts.joined().compactMap(\.self)
        guard (1...2).contains(parts.count), known.count == parts.joined().count,
            parts.count == 2 ? known.count < 8 : known.count == 8
        else { return nil }
        let first = parts[0].compactMap(\.self)
        return first + [UInt16](repeating: 0, count: 8 - known.count) + Array(known.dropFirst(first.count))
    }
}

extension ClientAddress {
    /// For example `192.0.2.0/24`; empty if the address is not known.
    var network: String { self == .unknown ? "" : SessionOrigin.network(text) }
}

extension Context {
    /// The origin of a session that begins with this request.
    var sessionOrigin: SessionOrigin {
        SessionOrigin(userAgent: request.headers["User-Agent"], address: clientAddress.text)
    }
}
