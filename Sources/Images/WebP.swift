// Takes from a WebP everything but its picture: before it is decoded, and once more after it was written.

/// The container of WebP files (RFC 9649), as far as chunks.
enum WebP {
    /// What is needed of an uploaded file: of an animation the first frame, for libwebp takes the square of their number.
    static let readable: Set = ["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L", "EXIF"]

    /// What is served of a file: libvips 8.14 writes EXIF, with where it was taken, even when told to strip it.
    static let servable: Set = ["VP8 ", "VP8L"]

    /// The file with the first chunk of each of these kinds only; nil when it is cut off.
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
