// Removes everything except the picture from an uploaded PNG before it is decoded.

/// The chunks of PNG files (ISO/IEC 15948).
///
/// Text chunks are compressed, and libpng inflates each of a thousand to 8 MB, so a small file could use gigabytes.
enum PNG {
    /// The eight bytes at the start of every PNG.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The maximum length of the chunks that are kept, by kind. All others are left out, including the frames of an
    /// animation.
    ///
    /// A colour profile is compressed too; 16 KB is enough for any screen or camera and inflates to at most 16 MB.
    private static let longest: [String: Int] = [
        "IHDR": 13, "PLTE": 768, "tRNS": 256, "gAMA": 4, "cHRM": 32, "sRGB": 1, "iCCP": 16_384, "eXIf": 65_536,
        "IDAT": .max, "IEND": 0,
    ]

    /// The file without text, animation and anything after its end; `nil` if it is incomplete or damaged.
    static func essence(of bytes: [UInt8]) -> [UInt8]? {
        var essence = signature
        essence.reserveCapacity(bytes.count)
        var position = signature.count
        var seen: Set<String> = []
        while position + 12 <= bytes.count {
            let length = number(bytes[position..<position + 4])
            let kind = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            let end = position + 12 + length
            guard end <= bytes.count, seen.isEmpty == (kind == "IHDR") else { return nil }
            if let longest = longest[kind] {
                if length <= longest, seen.insert(kind).inserted || kind == "IDAT" {
                    // libpng only warns about a wrong checksum, and would show grey or garbage.
                    guard checksum(of: bytes[position + 4..<end - 4]) == number(bytes[end - 4..<end]) else {
                        return nil
                    }
                    essence += bytes[position..<end]
                }
            } else if bytes[position + 4] & 0x20 == 0 {
                return nil  // an unknown chunk that is marked as required
            }
            if kind == "IEND" { return essence }
            position = end
        }
        return nil
    }

    /// A big-endian number of four bytes.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The CRC-32 of a chunk's kind and data (ISO/IEC 15948, annex D).
    private static func checksum(of bytes: ArraySlice<UInt8>) -> Int {
        var value = ~UInt32(0)
        for byte in bytes { value = remainders[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
        return Int(~value)
    }

    private static let remainders: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
