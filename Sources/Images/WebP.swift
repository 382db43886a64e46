// Removes everything except the picture from a WebP, before it is decoded and again after it is written.

/// The chunks of WebP files (RFC 9649).
enum WebP {
    /// The chunks that are needed to read an upload. Only the first frame of an animation is kept, because libwebp
    /// takes time in the square of the number of frames.
    static let readable: Set = ["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L", "EXIF"]

    /// The chunks that are served: libvips 8.14 writes EXIF, including the location, even with the option to strip it.
    static let servable: Set = ["VP8 ", "VP8L"]

    /// The file with only the first chunk of each of these kinds; `nil` if it is incomplete.
    static func essence(of bytes: [UInt8], keeping kinds: Set<String>) -> [UInt8]? {
        guard bytes.count >= 12, 8 + number(bytes[4..<8]) <= bytes.count else { return nil }
        let end = 8 + number(bytes[4..<8])
        var essence = Array(bytes[..<12])
        var position = 12
        var missing = kinds
        while position + 8 <= end {
            let kind = String(decoding: bytes[position..<position + 4], as: UTF8.self)
            let length = number(bytes[position + 4..<position + 8])
            let next = position + 8 + length + length % 2
            guard next <= end else { return nil }
            if missing.remove(kind) != nil { essence += bytes[position..<next] }
            position = next
        }
        let size = UInt32(essence.count - 8)
        for place in 0..<4 { essence[4 + place] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(place))) }
        return essence
    }

    /// A little-endian number of four bytes.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
