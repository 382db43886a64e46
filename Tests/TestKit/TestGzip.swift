// Compressed files for imports, built in code.

/// A gzip member (RFC 1952) that stores its content as it is, in blocks of RFC 1951.
enum TestGzip {
    static func file(_ content: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        for start in stride(from: 0, to: max(1, content.count), by: 65_535) {
            let block = content[start..<min(start + 65_535, content.count)]
            let length = UInt16(block.count)
            file.append(start + 65_535 >= content.count ? 1 : 0)
            file += little(Int(length)).prefix(2) + little(Int(~length)).prefix(2) + block
        }
        return file + little(Int(TestPicture.crc(content))) + little(content.count)
    }

    private static func little(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
