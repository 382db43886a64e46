// Pictures and hostile files for the tests, built in code so that every byte is known.
import Images

/// PNG files, stored or compressed by hand.
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A picture whose left half is red and right half blue, the upper half of both darker.
    static func halves(_ width: Int, _ height: Int, extra: [[UInt8]] = []) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width * 3 + 1))
        for y in 0..<height {
            let light: UInt8 = y < height / 2 ? 120 : 240
            rows.append(0)
            for x in 0..<width { rows += x < width / 2 ? [light, 0, 0] : [0, 0, light] }
        }
        return file(width, height, data: stored(rows), extra: extra)
    }

    /// A PNG file with compressed rows, 8-bit RGB by default.
    static func file(
        _ width: Int, _ height: Int, colour: UInt8 = 2, interlaced: Bool = false, data: [UInt8], extra: [[UInt8]] = []
    ) -> [UInt8] {
        let header = big(width) + big(height) + [8, colour, 0, 0, interlaced ? 1 : 0]
        return signature + chunk("IHDR", header) + extra.flatMap(\.self) + chunk("IDAT", data) + chunk("IEND", [])
    }

    /// A well-formed stream of zeroes: a black picture, 160 times smaller than its rows.
    static func black(_ width: Int, _ height: Int, colour: UInt8 = 0, interlaced: Bool = false) -> [UInt8] {
        file(width, height, colour: colour, interlaced: interlaced, data: zeroes(height * (width + 1)))
    }

    /// A zlib stream that inflates to at least `count` zeroes, with the fixed codes of RFC 1951.
    static func zeroes(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.put([1, 1, 0])  // The last block, fixed codes.
        bits.put([0, 0, 1, 1, 0, 0, 0, 0])  // The literal 0.
        // "258 bytes from one byte back" is 11000101 00000: 13 bits, so eight of them are 13 bytes.
        for _ in 0..<8 { bits.put([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]) }
        let head = bits.bytes.prefix(1)
        let turn = bits.bytes[1..<14]
        let stream = (0..<count / (258 * 8) + 1).reduce(into: [0x78, 0x9C] + head) { bytes, _ in bytes += turn }
        return stream + [bits.bytes[14], 0, 0, 0, 0, 0]
    }

    /// A zlib stream that stores the bytes as they are.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let length = UInt16(block.count)
            stream.append(start + 65_535 >= bytes.count ? 1 : 0)
            stream += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)] + block
        }
        var a = 1
        var b = 0
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + big(b << 16 | a)
    }

    /// One chunk with its length and checksum.
    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        return big(data.count) + body + big(Int(checksum(body)))
    }

    static func big(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
    }
}

/// Writes bits from the lowest of each byte up, as deflate requires.
private struct BitWriter {
    var bytes: [UInt8] = []
    private var count = 0

    mutating func put(_ bits: [UInt8]) {
        for bit in bits {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= bit << (count % 8)
            count += 1
        }
    }
}

/// JPEG files that `Images` wrote, with segments added.
enum JPEGFile {
    /// The picture of `PNGFile.halves` as JPEG, with segments after its first marker.
    static func halves(_ width: Int, _ height: Int, segments: [[UInt8]] = []) throws -> [UInt8] {
        let plain = try Images.renditions(of: PNGFile.halves(width, height)).sizes[0].jpeg
        return plain.prefix(2) + segments.flatMap(\.self) + plain.dropFirst(2)
    }

    /// A segment with its marker and length.
    static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
    }

    /// An EXIF segment with an orientation, an artist and a GPS latitude reference.
    static func exif(orientation: UInt8, artist: String = "Secret Artist") -> [UInt8] {
        let text = Array(artist.utf8) + [0]
        let artistAt = UInt8(8 + 2 + 3 * 12 + 4)
        let gpsAt = artistAt + UInt8(text.count)
        var tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
        tiff += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        tiff += [0x01, 0x3B, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, artistAt]
        tiff += [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, gpsAt, 0, 0, 0, 0] + text
        tiff += [0, 1, 0, 1, 0, 2, 0, 0, 0, 2, UInt8(ascii: "N"), 0, 0, 0, 0, 0, 0, 0]
        return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
    }
}

/// Colour profiles (ICC.1:2001).
enum ColourProfile {
    /// sRGB with red and blue swapped, so that a test sees whether the profile was applied.
    static let redAndBlueSwapped: [UInt8] = {
        let curve = Array("curv".utf8) + PNGFile.big(0) + PNGFile.big(1) + [2, 0x33, 0, 0]
        let tags: [(String, [UInt8])] = [
            ("wtpt", point(0.9642, 1, 0.8249)), ("bXYZ", point(0.4361, 0.2225, 0.0139)),
            ("gXYZ", point(0.3851, 0.7169, 0.0971)), ("rXYZ", point(0.1431, 0.0606, 0.7141)),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = PNGFile.big(tags.count)
        var data: [UInt8] = []
        for (name, value) in tags {
            table += Array(name.utf8) + PNGFile.big(128 + 4 + tags.count * 12 + data.count) + PNGFile.big(value.count)
            data += value
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: PNGFile.big(128 + table.count + data.count))
        header[8] = 2
        header.replaceSubrange(12..<24, with: "mntrRGB XYZ ".utf8)
        header.replaceSubrange(36..<40, with: "acsp".utf8)
        header.replaceSubrange(68..<80, with: point(0.9642, 1, 0.8249).dropFirst(8))
        return header + table + data
    }()

    private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
        Array("XYZ ".utf8) + PNGFile.big(0) + [x, y, z].flatMap { PNGFile.big(Int($0 * 65_536)) }
    }
}

/// WebP files that `Images` wrote, put into an animation.
enum WebPFile {
    /// An animation whose frames are whole WebP files of one size.
    static func animation(_ frames: [[UInt8]], _ width: Int, _ height: Int) -> [UInt8] {
        let size = little(width - 1, 3) + little(height - 1, 3)
        var body = chunk("VP8X", [2, 0, 0, 0] + size) + chunk("ANIM", [0, 0, 0, 0, 0, 0])
        for frame in frames {
            let header = little(0, 6) + size + little(100, 3) + [0]
            body += chunk("ANMF", header + frame.dropFirst(12))
        }
        return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        Array(kind.utf8) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }
}
