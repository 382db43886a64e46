// Which addresses count as one: an IPv6 client has 2^64 of its own.

import Foundation

/// An IPv4 address, the first half of an IPv6 address, or what is neither, as it is.
struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// Whether it is this machine's own IPv4 network.
    var isLoopback: Bool {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    init(_ address: String) {
        var bytes = in6_addr()
        let plain = address.prefix { $0 != "%" }
        guard plain.contains(":"), inet_pton(AF_INET6, String(plain), &bytes) == 1 else {
            description = address
            return
        }
        let all = withUnsafeBytes(of: bytes) { Array($0) }
        // ::ffff:a.b.c.d is an IPv4 client of a socket that takes both.
        let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        description =
            isMapped
            ? all[12...].map { String($0) }.joined(separator: ".")
            : stride(from: 0, to: 8, by: 2).map { String(Int(all[$0]) << 8 | Int(all[$0 + 1]), radix: 16) }
                .joined(separator: ":") + "::/64"
    }
}
