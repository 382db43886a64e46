// Bodies in chunked coding, whose length is not announced (RFC 9112, 7.1).

import Bytes

/// The state of a chunked body; whatever does not match the grammar exactly is refused.
struct ChunkedBody: Sendable {
    /// What the next bytes are.
    enum Stage: Sendable {
        case sizeLine
        case data(remaining: Int)
        case dataEnd, trailers
    }

    /// The maximum length of a chunk's size line with extensions; longer ones have no use except an attack.
    static let sizeLineLimit = 1024

    /// The maximum size of the body in bytes.
    let limit: Int
    var stage = Stage.sizeLine
    var trailerSize = 0
    var trailerCount = 0

    init(limit: Int) { self.limit = limit }

    /// Parses a chunk's size and checks its extensions, which are ignored.
    static func size(line: UnsafeBufferPointer<UInt8>) throws(ParseFailure) -> Int {
        let digits = line.prefix { ASCII.hexValue($0) != nil }
        guard !digits.isEmpty, digits.count <= 15 else { throw ParseFailure(.badRequest, "chunk size") }
        guard areExtensions(line[digits.count...]) else { throw ParseFailure(.badRequest, "chunk extension") }
        return digits.reduce(0) { $0 << 4 | Int(ASCII.hexValue($1) ?? 0) }
    }

    /// Whether bytes are `*( ";" name [ "=" ( token / quoted-string ) ] )`, without the optional white space.
    private static func areExtensions(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = bytes
        func takeToken() -> Bool {
            let token = rest.prefix { ByteSet.token.contains($0) }
            rest = rest.dropFirst(token.count)
            return !token.isEmpty
        }
        while !rest.isEmpty {
            guard rest.removeFirst() == 0x3B, takeToken() else { return false }
            guard rest.first == 0x3D else { continue }
            rest.removeFirst()
            if rest.first == 0x22 {
                guard takeQuoted(&rest) else { return false }
            } else if !takeToken() {
                return false
            }
        }
        return true
    }

    private static func takeQuoted(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case 0x22: return true
            case 0x5C: guard let escaped = rest.popFirst(), isText(escaped) else { return false }
            default: guard isText(byte) else { return false }
            }
        }
        return false
    }

    private static func isText(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == ASCII.tab }
}
