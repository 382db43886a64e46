// From the bytes of a connection to requests: the first step of every one.

import Bytes
import Foundation

/// Reads requests from bytes as they come. Strict: where a reader could understand bytes in two ways, they are refused.
public struct RequestParser: Sendable {
    /// Where the parser stands, as deadlines need to know.
    public enum Stage: Sendable { case idle, head, body }

    /// What the next bytes are.
    private enum Phase: Sendable {
        case requestLine, fields
        case body(remaining: Int)
        case chunked(ChunkedBody)
    }

    private let limits: Limits
    private let spool: Spool?
    private let peer: String
    private let isSecure: Bool
    private var buffer: [UInt8] = []
    /// Start of what has not been read, in `buffer`.
    private var position = 0
    /// How many bytes after `position` are known to hold no line feed.
    private var searched = 0
    private var phase = Phase.requestLine
    private var skippedEmptyLine = false
    private var head: RequestHead?
    private var body = RequestBody()
    /// What chunks brought that came together, not yet in `body`: one by one each could be a write of its own.
    private var chunks: [UInt8] = []
    private var owesContinue = false

    /// Without a spool bodies of any length stay in memory.
    public init(limits: Limits = Limits(), spool: Spool? = nil, peer: String = "", isSecure: Bool = false) {
        self.limits = limits
        self.spool = spool
        self.peer = peer
        self.isSecure = isSecure
    }

    public var stage: Stage {
        switch phase {
        case .requestLine: unread == 0 ? .idle : .head
        case .fields: .head
        case .body, .chunked: .body
        }
    }

    /// How many bytes of the present body have come.
    public var bodyReceived: Int { body.count + (stage == .body ? unread : 0) }

    /// How many bytes came that no request has taken yet.
    public var unread: Int { buffer.count - position }

    /// How many bytes of memory the unfinished request holds.
    public var held: Int { buffer.capacity + body.inMemory + (head.map { $0.lineSize + $0.size } ?? 0) }

    /// Takes bytes from the connection.
    public mutating func feed(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

    /// Says once, for a request with `Expect: 100-continue` whose body is still to come, that the client waits for word.
    public mutating func takeContinue() -> Bool {
        guard owesContinue, stage == .body else { return false }
        owesContinue = false
        return bodyReceived == 0
    }

    /// Gives the next request; nil when more bytes are needed. After an error the parser is of no more use.
    public mutating func next() throws(ParseFailure) -> Request? {
        while true {
            switch phase {
            case .requestLine: guard try readRequestLine() else { return needMore() }
            case .fields:
                guard let isComplete = try readField() else { return needMore() }
                if isComplete, case .requestLine = phase { return finish() }
            case .body(let remaining):
                guard try readBody(remaining) else { return needMore() }
                return finish()
            case .chunked(let chunked):
                let isComplete = try readChunk(chunked)
                if isComplete != false { try gatherChunks() }
                guard let isComplete else { return needMore() }
                if isComplete { return finish() }
            }
        }
    }

    private mutating func readRequestLine() throws(ParseFailure) -> Bool {
        guard let line = try takeLine(limit: limits.requestLine, .uriTooLong) else { return false }
        if line.isEmpty {
            // One empty line is forgiven (RFC 9112, 2.2): old clients end a body with one.
            guard !skippedEmptyLine else { throw ParseFailure(.badRequest, "empty lines") }
            skippedEmptyLine = true
            return true
        }
        head = try withLine(line) { (bytes) throws(ParseFailure) in try RequestHead(requestLine: bytes) }
        phase = .fields
        return true
    }

    /// Reads one field line; nil when it has not come whole, true when it was the empty one.
    private mutating func readField() throws(ParseFailure) -> Bool? {
        guard var head else { return nil }
        guard let line = try takeLine(limit: limits.headerBlock - head.size, .headerFieldsTooLarge) else { return nil }
        guard !line.isEmpty else {
            try beginBody(head)
            return true
        }
        self.head = nil  // so that `head` is not shared, and its arrays are changed in place
        head.size += line.count + 2
        let limits = limits
        try withLine(line) { (bytes) throws(ParseFailure) in try head.add(line: bytes, limits: limits) }
        self.head = head
        return false
    }

    private mutating func beginBody(_ head: RequestHead) throws(ParseFailure) {
        body = RequestBody()
        switch try head.framing(limits: limits) {
        case .none: phase = .requestLine
        case .length(let length):
            phase = .body(remaining: length)
            owesContinue = head.expectsContinue
        case .chunked:
            phase = .chunked(ChunkedBody(limit: head.bodyLimit(limits)))
            owesContinue = head.expectsContinue
        }
    }

    private mutating func readBody(_ remaining: Int) throws(ParseFailure) -> Bool {
        let count = min(remaining, unread)
        try takeBody(count)
        phase = .body(remaining: remaining - count)
        return count == remaining
    }

    /// Reads one step of a chunked body; nil when more bytes are needed, true when it was the last.
    private mutating func readChunk(_ before: ChunkedBody) throws(ParseFailure) -> Bool? {
        var chunked = before
        defer { if case .chunked = phase { phase = .chunked(chunked) } }
        switch chunked.stage {
        case .sizeLine:
            guard let line = try takeLine(limit: ChunkedBody.sizeLineLimit, .badRequest) else { return nil }
            let size = try withLine(line) { (bytes) throws(ParseFailure) in try ChunkedBody.size(line: bytes) }
            guard size <= chunked.limit - body.count - chunks.count else {
                throw ParseFailure(.contentTooLarge, "chunked length")
            }
            chunked.stage = size == 0 ? .trailers : .data(remaining: size)
        case .data(let remaining):
            let count = min(remaining, unread)
            chunks += buffer[position..<position + count]
            position += count
            chunked.stage = count == remaining ? .dataEnd : .data(remaining: remaining - count)
            if count < remaining { return nil }
        case .dataEnd:
            guard unread >= 2 else { return nil }
            guard buffer[position] == ASCII.carriageReturn, buffer[position + 1] == ASCII.lineFeed else {
                throw ParseFailure(.badRequest, "end of chunk")
            }
            position += 2
            chunked.stage = .sizeLine
        case .trailers:
            return try readTrailer(&chunked)
        }
        return false
    }

    /// Checks a trailer field and passes it over: among the headers it could pose as one.
    private mutating func readTrailer(_ chunked: inout ChunkedBody) throws(ParseFailure) -> Bool? {
        let limit = limits.headerBlock - chunked.trailerSize
        guard let line = try takeLine(limit: limit, .headerFieldsTooLarge) else { return nil }
        if line.isEmpty { return true }
        chunked.trailerSize += line.count + 2
        chunked.trailerCount += 1
        guard chunked.trailerCount <= limits.headerFields else {
            throw ParseFailure(.headerFieldsTooLarge, "number of trailers")
        }
        try withLine(line) { (bytes) throws(ParseFailure) in _ = try RequestHead.field(bytes) }
        return false
    }

    private mutating func takeBody(_ count: Int) throws(ParseFailure) {
        try addToBody(buffer[position..<position + count])
        position += count
    }

    private mutating func gatherChunks() throws(ParseFailure) {
        guard !chunks.isEmpty else { return }
        try addToBody(chunks[...])
        chunks = []
    }

    private mutating func addToBody(_ bytes: ArraySlice<UInt8>) throws(ParseFailure) {
        try body.append(bytes, memoryLimit: limits.bodyInMemory, spool: spool, peer: peer)
    }

    /// Takes a line that ends with CR LF, without that end; a bare LF is refused, a CR within is left to the caller.
    private mutating func takeLine(limit: Int, _ tooLong: Status) throws(ParseFailure) -> Range<Int>? {
        let start = position
        let from = start + searched
        let found = buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, from < bytes.count else { return nil }
            return memchr(base + from, Int32(ASCII.lineFeed), bytes.count - from).map { base.distance(to: $0) }
        }
        guard let end = found else {
            guard unread <= limit + 1 else { throw ParseFailure(tooLong, "line too long") }
            searched = unread
            return nil
        }
        guard end > start, buffer[end - 1] == ASCII.carriageReturn else {
            throw ParseFailure(.badRequest, "bare line feed")
        }
        guard end - 1 - start <= limit else { throw ParseFailure(tooLong, "line too long") }
        position = end + 1
        searched = 0
        return start..<end - 1
    }

    /// Calls `body` with the bytes of a line.
    private func withLine<T>(
        _ line: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(ParseFailure) -> T
    ) throws(ParseFailure) -> T {
        // `withUnsafeBufferPointer` passes typed errors on only through a result.
        try buffer.withUnsafeBufferPointer { bytes in
            Result { () throws(ParseFailure) in try body(UnsafeBufferPointer(rebasing: bytes[line])) }
        }.get()
    }

    private mutating func finish() -> Request? {
        guard let head else { return nil }
        var request = Request(
            method: head.method, target: head.target, headers: head.headers, body: body, peer: peer,
            isSecure: isSecure)
        request.keepsAlive = head.keepsAlive
        request.speaksChunked = head.minorVersion == 1
        self.head = nil
        body = RequestBody()
        phase = .requestLine
        skippedEmptyLine = false
        owesContinue = false
        if unread == 0 { dropRead() }
        return request
    }

    private mutating func needMore() -> Request? {
        dropRead()
        return nil
    }

    /// Forgets bytes that were read; keeps the memory of small buffers for the next request, and no large one for little.
    private mutating func dropRead() {
        guard position > 0 else { return }
        if buffer.capacity > 16 * 1024, unread <= buffer.capacity / 4 {
            buffer = Array(buffer[position...])
        } else {
            buffer.removeSubrange(0..<position)
        }
        position = 0
    }
}
