// Addresses in attributes, at the end of a request's way: which are allowed, and how they are written.

extension HTMLBuffer {
    /// Appends an allowed address, percent-encoding what could end it and escaping `&`; else `#`.
    mutating func address(_ value: some Collection<UInt8>) {
        guard isAllowedAddress(value) else { return bytes.append(UInt8(ascii: "#")) }
        for byte in value {
            switch byte {
            case UInt8(ascii: "&"): literal("&amp;")
            case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "^"):
                percent(byte)
            default: bytes.append(byte)
            }
        }
    }

    /// Appends a value with everything but unreserved characters percent-encoded.
    mutating func component(_ value: some Collection<UInt8>) {
        for byte in value {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: percent(byte)
            }
        }
    }

    private mutating func percent(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }
}

/// Whether an address may stand in a page: `http:` and `https:` with a host, `mailto:`, or one within the site.
///
/// Browsers drop tabs and newlines, trim control characters and read `\` as `/`, so any of these refuses the whole.
private func isAllowedAddress(_ value: some Collection<UInt8>) -> Bool {
    guard value.first != UInt8(ascii: " ") else { return false }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return false }
    if value.starts(with: "//".utf8) { return false }
    let ends: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
    guard let end = value.firstIndex(where: ends.contains), value[end] == UInt8(ascii: ":") else { return true }
    // 0x20 makes capitals small, and makes a letter of no other byte.
    let scheme = value[..<end].map { $0 | 0x20 }
    let rest = value[value.index(after: end)...]
    if scheme.elementsEqual("mailto".utf8) { return true }
    guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else { return false }
    guard rest.starts(with: "//".utf8), let host = rest.dropFirst(2).first else { return false }
    return !ends.contains(host)
}
