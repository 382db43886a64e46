// Parses the target of a request, the second word of the request line.

import Bytes

/// A request target in origin-form, absolute-form, or `*` (RFC 9112, 3.2).
struct RequestTarget: Sendable {
    /// Path and query as sent.
    var text: String
    var segments: [String]
    var query: Parameters
    /// Host and port of an absolute target, which replace the Host field.
    var authority: String?

    init(bytes: [UInt8], method: Method) throws(ParseFailure) {
        // `withUnsafeBufferPointer` can only pass on typed errors in a result.
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(ParseFailure) in try RequestTarget(buffer[...], method: method) }
        }
        self = try parsed.get()
    }

    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, method: Method) throws(ParseFailure) {
        if bytes.count == 1, bytes.first == 0x2A {
            guard method == .options else { throw ParseFailure(.badRequest, "asterisk target") }
            (text, segments, query) = ("*", ["*"], Parameters())
            return
        }
        var origin = bytes
        if bytes.first != 0x2F {
            let scheme = bytes.prefix { $0 != 0x3A }
            guard ASCII.equal(scheme, "http") || ASCII.equal(scheme, "https"),
                bytes.dropFirst(scheme.count).starts(with: "://".utf8)
            else { throw ParseFailure(.badRequest, "form of target") }
            let rest = bytes.dropFirst(scheme.count + 3)
            let host = rest.prefix { $0 != 0x2F && $0 != 0x3F }
            guard Host.isValid(host) else { throw ParseFailure(.badRequest, "authority of target") }
            authority = String(decoding: host, as: UTF8.self)
            origin = rest.dropFirst(host.count)
        }
        let path = origin.prefix { $0 != 0x3F }
        let query = origin.dropFirst(path.count + 1)
        guard query.allSatisfy(ByteSet.query.contains) else { throw ParseFailure(.badRequest, "byte in query") }
        // Only an absolute target may have an empty path, which means "/".
        segments = path.isEmpty && authority != nil ? [] : try URLPath.segments(of: path)
        self.query = try Parameters(query: query)
        text = (path.isEmpty ? "/" : "") + String(decoding: origin, as: UTF8.self)
    }
}

/// Validates a host with an optional port (RFC 3986, 3.2.2), without a user name.
enum Host {
    static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        var rest = bytes[...]
        if first == 0x5B {
            let address = rest.dropFirst().prefix { $0 != 0x5D }
            guard address.count >= 2, address.allSatisfy(ByteSet.address6.contains) else { return false }
            rest = rest.dropFirst(address.count + 1)
            guard rest.first == 0x5D else { return false }
            rest = rest.dropFirst()
        } else {
            let name = rest.prefix { $0 != 0x3A }
            guard !name.isEmpty, name.allSatisfy(ByteSet.host.contains) else { return false }
            rest = rest.dropFirst(name.count)
        }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        if port.isEmpty { return colon == 0x3A }
        guard colon == 0x3A, port.count <= 5, let number = ASCII.decimal(port) else { return false }
        return number <= 65_535
    }
}
