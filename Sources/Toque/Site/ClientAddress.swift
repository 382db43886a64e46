// Addresses of clients, as logs show them and as rate limits count them.

import Bytes
import Foundation
import HTTP

/// An IPv4 or IPv6 address, in one form however it was written. An IPv4 client of an IPv6 socket is an IPv4 client.
struct ClientAddress: Hashable, Sendable {
    /// The 128 bits of the IPv6 form; an IPv4 address follows `::ffff:`.
    let high: UInt64
    let low: UInt64

    /// Used when the address is not known.
    static let unknown = ClientAddress(high: 0, low: 0)

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses an IP address; `nil` for anything else. Ignores a zone (`fe80::1%eth0`).
    init?(_ text: some StringProtocol) {
        let digits = text.prefix(beforeAny: "%")
        let isSix = digits.utf8.contains(UInt8(ascii: ":"))
        var bytes = (UInt64(0), UInt64(0))
        let isRead = withUnsafeMutableBytes(of: &bytes) { bytes in
            String(digits).withCString { text in
                guard !isSix, let base = bytes.baseAddress else { return inet_pton(AF_INET6, text, bytes.baseAddress) }
                return inet_pton(AF_INET, text, base + 12)
            }
        }
        guard isRead == 1 else { return nil }
        self.init(high: bytes.0.bigEndian, low: bytes.1.bigEndian | (isSix ? 0 : 0xFFFF_0000_0000))
    }

    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether it is a loopback address.
    var isLoopback: Bool { high == 0 && (isIPv4 ? low >> 24 & 0xFF == 127 : low == 1) }

    /// The canonical text of the address.
    var text: String {
        guard isIPv4 else { return Self.text(high, low) }
        return [24, 16, 8, 0].map { String(low >> $0 & 0xFF) }.joined(separator: ".")
    }

    /// The key that rate limits count by: an IPv4 address, or the /64 network of an IPv6 address, since one household
    /// has all of that.
    var key: String { isIPv4 ? text : Self.text(high, 0) + "/64" }

    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        var bytes = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The proxies that the operator trusts to report a client's address.
struct TrustedProxies: Sendable {
    private struct Network: Sendable {
        let first: ClientAddress
        let high: UInt64
        let low: UInt64

        init(_ address: ClientAddress, bits: Int) {
            high = Self.mask(bits)
            low = Self.mask(bits - 64)
            first = ClientAddress(high: address.high & high, low: address.low & low)
        }

        func contains(_ address: ClientAddress) -> Bool {
            address.high & high == first.high && address.low & low == first.low
        }

        /// A mask with this number of leading ones.
        private static func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : ~0 << (64 - min(bits, 64)) }
    }

    /// A word of the list that is neither an address nor a network.
    struct Invalid: Error {
        let word: String
    }

    private var networks: [Network] = []

    /// Trusts no proxy.
    init() {}

    /// Reads a list of addresses, networks (`10.0.0.0/8`) and the word `loopback`, separated by commas or spaces.
    init(_ list: String) throws(Invalid) {
        for word in list.split(anyOf: ", ") {
            for word in word == "loopback" ? ["127.0.0.0/8", "::1"] : [word] { networks.append(try Self.network(word)) }
        }
    }

    var isEmpty: Bool { networks.isEmpty }

    func contains(_ address: ClientAddress) -> Bool { networks.contains { $0.contains(address) } }

    private static func network(_ word: Substring) throws(Invalid) -> Network {
        let parts = word.split(bytes: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = ClientAddress(parts[0]), !parts[0].contains(bytes: "%") else {
            throw Invalid(word: String(word))
        }
        let bits = address.isIPv4 ? 32 : 128
        guard parts.count == 2 else { return Network(address, bits: 128) }
        // A network of length 0 contains every address, so anybody would be trusted.
        guard let length = Int(parts[1]), (1...bits).contains(length) else { throw Invalid(word: String(word)) }
        return Network(address, bits: 128 - bits + length)
    }
}
