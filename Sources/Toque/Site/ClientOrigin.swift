// Finds a request's real client behind proxies, from `Forwarded` (RFC 7239) or `X-Forwarded-*`.

import Bytes
import HTTP

/// The origin of a request, as far as the proxies on its way are trusted.
struct ClientOrigin {
    /// The client, or the first untrusted proxy on the way back to it.
    private(set) var address: ClientAddress
    /// Whether the client's own connection is encrypted; `nil` if no trusted proxy says.
    private(set) var isEncrypted: Bool?
    /// The host that the client asked for; `nil` if no trusted proxy says.
    private(set) var host: String?

    /// What one proxy reports: the address it received the request from, the scheme and the host.
    private struct Hop: Equatable {
        var address: ClientAddress?
        var scheme: Substring?
        var host: Substring?
    }

    init(_ request: Request, trusted: TrustedProxies) {
        address = ClientAddress(request.peer) ?? .unknown
        guard trusted.contains(address) else { return }
        let told = Self.standardHops(request.headers).map { Self.follow($0, from: address, trusted) }
        let customary = Self.customaryHops(request.headers).map { Self.follow($0, from: address, trusted) }
        // A proxy sets one kind of header and may pass on the client's own of the other kind. If the two disagree, it
        // is unknown which one is the proxy's, so neither counts.
        if let told, let customary, told.address != customary.address { return }
        guard let found = told ?? customary else { return }
        address = found.address
        switch found.hop.scheme?.lowercased() {
        case "https": isEncrypted = true
        case "http": isEncrypted = false
        default: break
        }
        host = found.hop.host.map(String.init).flatMap { Self.isHost($0) ? $0 : nil }
    }

    /// Goes back from proxy to proxy while they are trusted; an entry without a valid address ends the walk.
    private static func follow(
        _ hops: [Hop], from peer: ClientAddress, _ trusted: TrustedProxies
    ) -> (address: ClientAddress, hop: Hop) {
        var (address, last) = (peer, Hop())
        for hop in hops.reversed() where trusted.contains(address) {
            last = hop
            guard let next = hop.address else { break }
            address = next
        }
        return (address, last)
    }

    /// `X-Forwarded-For`, `-Proto` and `-Host`: lists to which each proxy appends, or which it sets itself.
    private static func customaryHops(_ headers: Headers) -> [Hop]? {
        let addresses = list("X-Forwarded-For", headers)
        let schemes = list("X-Forwarded-Proto", headers)
        let hosts = list("X-Forwarded-Host", headers)
        let count = addresses.isEmpty ? min(1, schemes.count + hosts.count) : addresses.count
        guard count > 0 else { return nil }
        return (0..<count).map { index in
            let fromEnd = count - index
            return Hop(
                address: addresses.isEmpty ? nil : address(node: addresses[index]),
                scheme: schemes.suffix(fromEnd).first, host: hosts.suffix(fromEnd).first)
        }
    }

    /// The end of a list: the trusted entries are last, and a client may put as much before them as a header allows.
    private static func list(_ name: String, _ headers: Headers) -> [Substring] {
        let fields = headers.all(name)
        guard !fields.isEmpty else { return [] }
        let all = fields.joined(separator: ",")
        let end = String(decoding: all.utf8.suffix(longest), as: UTF8.self)
        let parts = end.split(bytes: ",", omittingEmptySubsequences: false)
        return parts.dropFirst(all.utf8.count > longest ? 1 : 0).map { Substring($0.trimmed) }
    }

    /// In bytes; honest proxies send less.
    private static let longest = 2_048

    /// `Forwarded`: one element per proxy, each with pairs; `nil` if there is none, any is malformed, or they are too
    /// long.
    private static func standardHops(_ headers: Headers) -> [Hop]? {
        let fields = headers.all("Forwarded")
        guard !fields.isEmpty, fields.reduce(0, { $0 + $1.utf8.count }) <= longest else { return nil }
        var hops: [Hop] = []
        for element in quotedSplit(fields.joined(separator: ","), at: ",") {
            var hop = Hop()
            for pair in quotedSplit(element, at: ";") where !pair.trimmed.isEmpty {
                guard let equals = pair.firstIndex(ofBytes: "="),
                    let value = unquoted(pair[pair.utf8.index(after: equals)...].trimmed)
                else { return nil }
                switch pair[..<equals].trimmed.lowercased() {
                case "for": hop.address = address(node: value[...])
                case "proto": hop.scheme = value[...]
                case "host": hop.host = value[...]
                default: break
                }
            }
            hops.append(hop)
        }
        return hops
    }

    /// Splits at delimiters outside quotes.
    private static func quotedSplit(_ text: String, at separator: Unicode.Scalar) -> [String] {
        var parts: [[UInt8]] = [[]]
        var (isQuoted, isEscaped) = (false, false)
        for byte in text.utf8 {
            if byte == UInt8(ascii: separator) && !isQuoted {
                parts.append([])
                continue
            }
            if byte == UInt8(ascii: "\"") && !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            parts[parts.count - 1].append(byte)
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The content of a quoted string, or a token as it is; `nil` for anything else.
    private static func unquoted(_ value: String) -> String? {
        guard let rest = value.dropping(prefix: "\"") else { return value.contains(bytes: "\"") ? nil : value }
        return rest.dropping(suffix: "\"").map { $0.replacing(bytes: "\\", with: "") }
    }

    /// An address with or without port: `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`; `nil` for `unknown` and
    /// names.
    private static func address(node: Substring) -> ClientAddress? {
        if node.hasPrefix(bytes: "[") {
            guard let end = node.firstIndex(ofBytes: "]"), isPort(node[node.utf8.index(after: end)...]) else {
                return nil
            }
            return ClientAddress(node[node.utf8.index(after: node.startIndex)..<end])
        }
        guard let colon = node.firstIndex(ofBytes: ":"), colon == node.lastIndex(ofByte: ":") else {
            return ClientAddress(node)
        }
        return isPort(node[colon...]) ? ClientAddress(node[..<colon]) : nil
    }

    /// Empty, or a colon and a port number.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.dropping(prefix: ":").flatMap { UInt16($0) } != nil
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
                    UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}
