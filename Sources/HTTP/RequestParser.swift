// Parses the bytes of a connection into requests, the first step of every request.

import Bytes
import Foundation

/// Parses requests from bytes as they arrive. Strict: bytes that software could understand in two ways are refused.
public struct RequestParser: Sendable {
    /// The current part of a request, which determines its deadline.
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
    /// The index in `buffer` of the first unread byte.
    private var position = 0
    /// The number of bytes after `position` that contain no line feed.
    private var searched = 0
    private var phase = Phase.requestLine
    private var skippedEmptyLine = false
    private var head: RequestHead?
    private var body = RequestBody()
    /// The data of chunks that arrived together, not yet in `body`; appending each chunk could be a file write of its
    /// own.
    private var chunks: [UInt8] = []
    private var owesContinue = false

    /// Without a spool, bodies of any length stay in memory.
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

    /// The number of bytes received of the current body.
    public var bodyReceived: Int { body.count + (stage == .body ? unread : 0) }

    /// The number of received bytes that belong to no finished request.
    public var unread: Int { buffer.count - position }

    /// The memory that the unfinished request uses, in bytes.
    public var held: Int { buffer.capacity + body.inMemory + (head.map { $0.lineSize + $0.size } ?? 0) }

    /// Adds bytes received from the connection.
    public mutating func feed(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

    /// Returns true once for a request with `Expect: 100-continue` of whose body nothing has arrived: the client waits
    /// for an answer.
    public mutating func takeContinue() -> Bool {
        guard owesContinue, stage == .body else { return false }
        owesContinue = false
        return bodyReceived == 0
    }

    /// The next request; `nil` if more bytes are needed. The parser cannot be used after an error.
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
            // One empty line is allowed (RFC 9112, 2.2), because old clients send one after a body.
            guard !skippedEmptyLine else { throw ParseFailure(.badRequest, "empty lines") }
            skippedEmptyLine = true
            return true
        }
        head = try withLine(line) { (bytes) throws(ParseFailure) in try RequestHead(requestLine: bytes) }
        phase = .fields
        return true
    }

    /// Reads one field line; `nil` if it is not complete, true for the empty line at the end.
    private mutating func readField() throws(ParseFailure) -> Bool? {
        guard var head else { return nil }
        guard let line = try takeLine(limit: limits.headerBlock - head.size, .headerFieldsTooLarge) else { return nil }
        guard !line.isEmpty else {
            try beginBody(head)
            return true
        }
        self.head = nil  // releases the other reference, so that the arrays change in place
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

    /// Reads one step of a chunked body; `nil` if more bytes are needed, true after the last one.
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

    /// Checks a trailer field and drops it: among the headers it could be mistaken for one of them.
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

    /// The range of the next line, without its CR LF; a bare LF is refused, a CR within the line is left to the caller.
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
        // `withUnsafeBufferPointer` can only pass on typed errors in a result.
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

    /// Drops bytes that were read. Keeps the memory of a small buffer for the next request, but not a large one for few
    /// bytes.
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
