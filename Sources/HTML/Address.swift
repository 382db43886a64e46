// Writes addresses in attributes when a page is rendered: checks which are allowed and encodes them.

extension HTMLBuffer {
    /// Appends an allowed address, with `&` escaped and every byte percent-encoded that could end it; appends `#` for
    /// any other.
    mutating func address(_ value: some Collection<UInt8>) {
        withContiguous(value) { out, value in
            guard isAllowedAddress(value) else { return out.bytes.append(UInt8(ascii: "#")) }
            out.append(value, ampersand: "&amp;") { byte in
                switch byte {
                case UInt8(ascii: "&"), UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
                    UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"),
                    UInt8(ascii: "^"):
                    false
                default: true
                }
            }
        }
    }

    /// Appends a value with everything except unreserved characters percent-encoded.
    mutating func component(_ value: some Collection<UInt8>) {
        withContiguous(value) { out, value in
            out.append(value, ampersand: "%26") { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
        }
    }

    /// Copies the bytes that may stay, in runs, and encodes the others.
    private mutating func append(
        _ value: UnsafeBufferPointer<UInt8>, ampersand: StaticString, where stays: (UInt8) -> Bool
    ) {
        var copied = 0
        for index in value.indices where !stays(value[index]) {
            bytes.append(contentsOf: value[copied..<index])
            if value[index] == UInt8(ascii: "&") { literal(ampersand) } else { percent(value[index]) }
            copied = index + 1
        }
        bytes.append(contentsOf: value[copied...])
    }

    private mutating func percent(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "%"))
        hexDigit(byte >> 4)
        hexDigit(byte & 15)
    }

    private mutating func hexDigit(_ digit: UInt8) {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
}

/// Whether an address is allowed in a page: `http:` and `https:` with a host, `mailto:`, or an address within the site.
///
/// Browsers drop tabs and newlines, trim control characters and read `\` as `/`, so any of these makes the address
/// invalid.
private func isAllowedAddress(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard value.first != UInt8(ascii: " ") else { return false }
    for byte in value where byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") { return false }
    if value.starts(with: "//".utf8) { return false }
    guard let end = value.firstIndex(where: isDelimiter), value[end] == UInt8(ascii: ":") else { return true }
    // OR with 0x20 makes capitals lower-case and turns no other byte into a letter.
    let scheme = value[..<end].lazy.map { $0 | 0x20 }
    let rest = value[(end + 1)...]
    if scheme.elementsEqual("mailto".utf8) { return true }
    guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else { return false }
    guard rest.starts(with: "//".utf8), let host = rest.dropFirst(2).first else { return false }
    return !isDelimiter(host)
}

/// Whether a byte ends the scheme of an address, or shows that it has none.
private func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}
