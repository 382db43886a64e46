// Decides which IP addresses are public, so that no user can make the site send requests to its own network (SSRF).

/// Whether the 4 bytes of an IPv4 address or the 16 of an IPv6 address, in network order, are a public internet
/// address, and not this machine's, its network's or a reserved one.
public func isPublicAddress(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: !reservedIPv4.contains { $0.holds(bytes) }
    // Only 2000::/3 is assigned to public addresses. IPv6 forms of an IPv4 address, such as ::ffff:127.0.0.1, are
    // outside it or reserved; the IPv4 address itself can be used instead.
    case 16: Network([0x20], 3).holds(bytes) && !reservedIPv6.contains { $0.holds(bytes) }
    default: false
    }
}

/// The addresses that begin with the same bits.
private struct Network {
    private let start: [UInt8]
    private let bits: Int

    init(_ start: [UInt8], _ bits: Int) {
        self.start = start
        self.bits = bits
    }

    func holds(_ address: [UInt8]) -> Bool {
        for index in 0..<(bits + 7) / 8 {
            let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, bits - index * 8))
            let expected = start.indices.contains(index) ? start[index] : 0
            if address[index] & mask != expected & mask { return false }
        }
        return true
    }
}

/// IANA's registry of special addresses, and 168.63.129.16, with which a large cloud provider answers its own machines.
private let reservedIPv4 = [
    Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8), Network([169, 254], 16),
    Network([172, 16], 12), Network([192, 0, 0], 24), Network([192, 0, 2], 24), Network([192, 31, 196], 24),
    Network([192, 52, 193], 24), Network([192, 88, 99], 24), Network([192, 168], 16), Network([192, 175, 48], 24),
    Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24), Network([224], 4),
    Network([240], 4), Network([168, 63, 129, 16], 32),
]

/// Reserved networks within 2000::/3: protocols and tunnels (2001::/23, 6to4), and addresses for documentation.
private let reservedIPv6 = [
    Network([0x20, 0x01], 23), Network([0x20, 0x01, 0x0d, 0xb8], 32), Network([0x20, 0x02], 16),
    Network([0x26, 0x20, 0x00, 0x4f, 0x80], 48), Network([0x3f, 0xff], 20),
]
