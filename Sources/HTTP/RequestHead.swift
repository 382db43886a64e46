// Parses the request line and the header fields, line by line.

import Bytes

/// The part of a request before its body.
struct RequestHead: Sendable {
    /// How the length of the body is determined.
    enum Framing: Sendable {
        case none
        case length(Int)
        case chunked
    }

    var method: Method
    var target: RequestTarget
    /// The minor version, 0 or 1; a higher version counts as 1.
    var minorVersion: Int
    var headers = Headers()
    /// The size of the request line in bytes, and of the field lines so far.
    let lineSize: Int
    var size = 0

    /// Parses a request line without its line end: three words separated by single spaces.
    init(requestLine line: UnsafeBufferPointer<UInt8>) throws(ParseFailure) {
        let words = line.split(separator: ASCII.space, omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty else {
            throw ParseFailure(.badRequest, "request line")
        }
        guard words[0].allSatisfy(ByteSet.token.contains) else { throw ParseFailure(.badRequest, "method") }
        minorVersion = try RequestHead.minorVersion(words[2])
        method = Method(bytes: UnsafeBufferPointer(rebasing: words[0]))
        guard method != .connect, method != .trace else { throw ParseFailure(.notImplemented, "method") }
        target = try RequestTarget(words[1], method: method)
        lineSize = line.count
    }

    private static func minorVersion(_ word: Slice<UnsafeBufferPointer<UInt8>>) throws(ParseFailure) -> Int {
        let version = UnsafeBufferPointer(rebasing: word)
        guard version.count == 8, version.starts(with: "HTTP/".utf8),
            ASCII.isDigit(version[5]), version[6] == 0x2E, ASCII.isDigit(version[7])
        else { throw ParseFailure(.badRequest, "version") }
        guard version[5] == 0x31 else { throw ParseFailure(.versionNotSupported, "version") }
        return version[7] == 0x30 ? 0 : 1
    }

    /// Parses a field line without its line end (RFC 9112, 5). A folded line begins with a space and is refused,
    /// because no name does.
    mutating func add(line: UnsafeBufferPointer<UInt8>, limits: Limits) throws(ParseFailure) {
        let (name, value) = try RequestHead.field(line)
        guard headers.count < limits.headerFields else { throw ParseFailure(.headerFieldsTooLarge, "number of fields") }
        headers.append(name: name, value: value)
    }

    /// Splits and checks a field line: a name of token bytes, a colon right after it, and a value without control
    /// characters.
    static func field(
        _ line: UnsafeBufferPointer<UInt8>
    ) throws(ParseFailure) -> (name: Slice<UnsafeBufferPointer<UInt8>>, value: Slice<UnsafeBufferPointer<UInt8>>) {
        let name = line.prefix { ByteSet.token.contains($0) }
        guard !name.isEmpty, name.count < line.count, line[name.count] == 0x3A else {
            throw ParseFailure(.badRequest, "field name")
        }
        let value = line[(name.count + 1)...]
        guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == ASCII.tab }) else {
            throw ParseFailure(.badRequest, "field value")
        }
        guard StreamSafe.allows(value) else { throw ParseFailure(.badRequest, "combining marks in a field") }
        return (name, ASCII.trimmed(value))
    }

    /// Checks the complete head and determines how its body is framed.
    func framing(limits: Limits) throws(ParseFailure) -> Framing {
        try checkHost()
        try checkExpect()
        try checkContentType()
        guard headers.contains("Transfer-Encoding") else {
            guard let length = try contentLength() else { return .none }
            guard length <= bodyLimit(limits) else { throw ParseFailure(.contentTooLarge, "announced length") }
            return length == 0 ? .none : .length(length)
        }
        guard !headers.contains("Content-Length") else { throw ParseFailure(.badRequest, "two framings") }
        guard minorVersion == 1 else { throw ParseFailure(.badRequest, "transfer coding in HTTP/1.0") }
        try checkTransferCoding()
        return .chunked
    }

    /// The maximum size of a body of this type.
    func bodyLimit(_ limits: Limits) -> Int {
        MediaType(headers["Content-Type"]).is("application/x-www-form-urlencoded") ? limits.form : limits.body
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool { minorVersion == 1 && headers.contains("Expect") }

    /// Whether the connection can serve another request (RFC 9112, 9.3).
    var keepsAlive: Bool {
        var close = false
        var keep = false
        headers.forEachValue("Connection") { value in
            for word in value.split(separator: 0x2C) {
                let word = ASCII.trimmed(word)
                if ASCII.equal(word, "close") { close = true }
                if ASCII.equal(word, "keep-alive") { keep = true }
            }
        }
        return !close && (minorVersion == 1 || keep)
    }

    private func checkHost() throws(ParseFailure) {
        var count = 0
        try headers.forEachValue("Host") { (value) throws(ParseFailure) in
            count += 1
            guard Host.isValid(value) else { throw ParseFailure(.badRequest, "host") }
        }
        guard count == 1 || (count == 0 && minorVersion == 0) else {
            throw ParseFailure(.badRequest, "number of hosts")
        }
    }

    /// Refuses more parameters than `MediaType` reads, before any code depends on them.
    private func checkContentType() throws(ParseFailure) {
        try headers.forEachValue("Content-Type") { (value) throws(ParseFailure) in
            guard !MediaType(bytes: value).hasTooManyParameters else {
                throw ParseFailure(.badRequest, "parameters of the content type")
            }
        }
    }

    private func checkExpect() throws(ParseFailure) {
        try headers.forEachValue("Expect") { (value) throws(ParseFailure) in
            guard ASCII.equal(value, "100-continue") else { throw ParseFailure(.expectationFailed, "expectation") }
        }
    }

    /// Reads Content-Length. A second one is refused even if it is equal, because other software may use the first or
    /// the last.
    private func contentLength() throws(ParseFailure) -> Int? {
        var length: Int?
        try headers.forEachValue("Content-Length") { (value) throws(ParseFailure) in
            guard length == nil, !value.isEmpty, value.allSatisfy(ASCII.isDigit) else {
                throw ParseFailure(.badRequest, "content length")
            }
            guard let number = ASCII.decimal(value) else { throw ParseFailure(.contentTooLarge, "announced length") }
            length = number
        }
        return length
    }

    /// Accepts only `chunked`. Other codings are not implemented, and `chunked` twice is invalid.
    private func checkTransferCoding() throws(ParseFailure) {
        var codings = 0
        try headers.forEachValue("Transfer-Encoding") { (value) throws(ParseFailure) in
            for coding in value.split(separator: 0x2C, omittingEmptySubsequences: false) {
                let coding = ASCII.trimmed(coding)
                guard !coding.isEmpty else { throw ParseFailure(.badRequest, "empty transfer coding") }
                guard ASCII.equal(coding, "chunked") else { throw ParseFailure(.notImplemented, "transfer coding") }
                codings += 1
            }
        }
        guard codings == 1 else { throw ParseFailure(.badRequest, "transfer codings") }
    }
}
