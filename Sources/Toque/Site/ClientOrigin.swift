// Where a request really comes from, when proxies pass it on: `Forwarded` (RFC 7239) or `X-Forwarded-*`.

import Bytes
import HTTP

/// The far end of a request's way, as far as the proxies on it are trusted.
struct ClientOrigin {
    /// The client, or the first proxy on the way back whose word does not count.
    private(set) var address: ClientAddress
    /// Whether the client's own connection is encrypted; nil when nobody who is trusted says.
    private(set) var isEncrypted: Bool?
    /// The host that the client asked for; nil when nobody who is trusted says.
    private(set) var host: String?

    /// What one proxy tells: who came to it, how, and asking for which host.
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
        // A proxy sets one kind, and may let a client's own of the other kind through. Which is whose cannot be told.
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

    /// Goes back from proxy to proxy while they are trusted; what is no address ends the way.
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

    /// `X-Forwarded-For`, `-Proto` and `-Host`: lists to which each proxy adds at the end, or which it sets anew.
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

    /// The end of a list, which is what counts: a client may put in as much before it as a header holds.
    private static func list(_ name: String, _ headers: Headers) -> [Substring] {
        let fields = headers.all(name)
        guard !fields.isEmpty else { return [] }
        let all = fields.joined(separator: ",")
        let end = String(decoding: all.utf8.suffix(longest), as: UTF8.self)
        let parts = end.split(bytes: ",", omittingEmptySubsequences: false)
        return parts.dropFirst(all.utf8.count > longest ? 1 : 0).map { Substring($0.trimmed) }
    }

    /// More bytes than honest proxies tell.
    private static let longest = 2_048

    /// `Forwarded`: one element a proxy, of pairs; nil when there is none, any is malformed, or they are too long.
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

    /// Splits at a delimiter that stands outside of quotes.
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

    /// The content of a quoted string, or a token as it is; nil for what is neither.
    private static func unquoted(_ value: String) -> String? {
        guard let rest = value.dropping(prefix: "\"") else { return value.contains(bytes: "\"") ? nil : value }
        return rest.dropping(suffix: "\"").map { $0.replacing(bytes: "\\", with: "") }
    }

    /// An address with or without port: `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`; nil for `unknown` and names.
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

    /// Nothing, or a colon and a number.
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
