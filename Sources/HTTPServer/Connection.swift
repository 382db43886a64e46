// The life of a connection: read a request, call the handler, write the response, and repeat in that order.

import CLinux
import Foundation
import HTTP

extension Loop {
    private static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Serves a client until either side ends the connection.
    func serve(_ socket: Socket) async {
        guard let handler else { return }
        var parser = RequestParser(
            limits: configuration.limits, spool: configuration.spool, peer: socket.peer, isSecure: socket.isEncrypted)
        var memory = Share(of: configuration.inputMemory)
        var served = 0
        do throws(ConnectionFailure) {
            while let request = try await receive(&parser, from: socket, isFirst: served == 0, within: &memory) {
                let response = await respond(to: request, handler)
                // Without a length and without chunks, the end of the connection is the only sign that the content is
                // complete.
                let tellsEnd = response.contentLength != nil || request.speaksChunked
                let keepsAlive = request.keepsAlive && !isDraining && tellsEnd
                try await send(
                    response, to: socket, method: request.method, keepsAlive: keepsAlive,
                    speaksChunked: request.speaksChunked)
                guard keepsAlive else { break }
                served += 1
                socket.wasServed = true
                // A client that sends requests without a pause must not block the loop for others.
                if served % 32 == 0 { await pause() }
            }
            try await sayEnd(socket)
            if parser.unread > 0 { await linger(socket) }
        } catch {
            switch error {
            case .refused(let failure): await refuse(socket, failure)
            case .timedOut: socket.dropUnsent()
            case .closed: break
            }
        }
    }

    /// Answers a client that is refused with the reason, and gives it time to read the answer.
    func refuse(_ socket: Socket, _ failure: ParseFailure) async {
        let page = configuration.refusalPage(
            Refusal(status: failure.status, reason: failure.reason, peer: socket.peer, isEncrypted: socket.isEncrypted))
        do throws(ConnectionFailure) {
            try await send(page, to: socket, method: .get, keepsAlive: false)
            try await sayEnd(socket)
            await linger(socket)
        } catch {}
    }

    /// Calls the handler, unless too many requests are in progress.
    private func respond(to request: Request, _ handler: LoopHandler) async -> Response {
        guard requestsInFlight < maxRequests else {
            return configuration.refusalPage(
                Refusal(
                    status: .unavailable, reason: "too many requests at once", peer: request.peer,
                    isEncrypted: request.isSecure))
        }
        requestsInFlight += 1
        defer { requestsInFlight -= 1 }
        return await handler(request)
    }

    /// Reads until a request is complete; `nil` if the client sends no more requests.
    private func receive(
        _ parser: inout RequestParser, from socket: Socket, isFirst: Bool, within memory: inout Share
    ) async throws(ConnectionFailure) -> Request? {
        var progress = Progress(deadlines: configuration.deadlines, isFirst: isFirst)
        var reads = 0
        while true {
            do throws(ParseFailure) {
                var request = try parser.next()
                request?.presence = socket.presence
                guard memory.resize(to: parser.held) else { throw ParseFailure(.unavailable, "too much input at once") }
                if let request { return request }
            } catch {
                throw .refused(error)
            }
            if parser.takeContinue() {
                socket.beginAnswer()
                try await write(Loop.continueLine, [], to: socket)
            }
            switch socket.receive(into: &readBuffer) {
            case .done(0):
                if parser.stage == .idle { return nil }
                throw .closed
            case .done(let count):
                parser.feed(readBuffer[..<count])
                reads += 1
                if reads % 16 == 0 { await pause() }
            case .blocked:
                let isIdle = parser.stage == .idle
                if isIdle && isDraining { return nil }
                let deadline = progress.deadline(parser.stage, received: parser.bodyReceived)
                // If bytes arrive in every turn of the loop, the wait returns before its deadline, so the deadline is
                // checked here too.
                guard deadline > Clock.now(), await socket.wait(for: .reading, until: deadline, idle: isIdle) else {
                    if isIdle { return nil }
                    throw .refused(ParseFailure(.requestTimeout, "too slow"))
                }
            case .unencrypted: throw .refused(ParseFailure(.badRequest, "no encryption"))
            case .closed: throw .closed
            }
        }
    }

    /// Writes a complete response.
    private func send(
        _ response: Response, to socket: Socket, method: Method, keepsAlive: Bool, speaksChunked: Bool = true
    ) async throws(ConnectionFailure) {
        let isSilent = method == .head || response.status.hasNoContent
        socket.beginAnswer()
        let head = response.head(date: date.line(), keepsAlive: keepsAlive, speaksChunked: speaksChunked)
        switch response.body {
        case .bytes(let body):
            try await write(head, isSilent ? [] : body, to: socket)
        case .file(let path, let offset, let size):
            guard let file = FileBody(path: path, atLeast: offset + size) else {
                // The file was deleted, or became shorter, after the handler checked it.
                let page = configuration.refusalPage(
                    Refusal(
                        status: .internalError, reason: "a file to send is gone", peer: socket.peer,
                        isEncrypted: socket.isEncrypted))
                return try await send(page, to: socket, method: method, keepsAlive: keepsAlive)
            }
            try await write(head, [], to: socket)
            if !isSilent { try await write(file, from: offset, size, to: socket) }
        case .pieces(let pieces):
            try await write(head, [], to: socket)
            if !isSilent { try await write(pieces, to: socket) }
        case .stream(let stream):
            try await write(head, [], to: socket)
            if !isSilent { try await write(stream, inChunks: speaksChunked, to: socket) }
        }
    }

    /// Writes a stream piece by piece, in chunks or unframed.
    private func write(
        _ stream: ContentStream, inChunks: Bool, to socket: Socket
    ) async throws(ConnectionFailure) {
        while true {
            let piece: [UInt8]?
            do {
                piece = try await stream.next()
            } catch {
                // The content is incomplete, and the client must see a broken connection. Without chunks or TLS it
                // would take a normal close for the end of the content.
                if !inChunks && !socket.isEncrypted { socket.dropUnsent() }
                throw .closed
            }
            socket.beginAnswer()
            guard let bytes = piece, !bytes.isEmpty else { break }
            if inChunks {
                try await write(Array("\(String(bytes.count, radix: 16))\r\n".utf8), bytes + [0x0D, 0x0A], to: socket)
            } else {
                try await write(bytes, [], to: socket)
            }
            await pause()
        }
        if inChunks { try await write(Array("0\r\n\r\n".utf8), [], to: socket) }
    }

    /// Writes pieces one after another. The length is already announced, so a missing file breaks the connection.
    private func write(_ pieces: [Response.Body], to socket: Socket) async throws(ConnectionFailure) {
        for piece in pieces {
            switch piece {
            case .bytes(let bytes): try await write(bytes, [], to: socket)
            case .file(let path, let offset, let size):
                guard let file = FileBody(path: path, atLeast: offset + size) else { throw .closed }
                try await write(file, from: offset, size, to: socket)
            case .pieces(let pieces): try await write(pieces, to: socket)
            case .stream: preconditionFailure("a stream is no piece")
            }
        }
    }

    private func write(_ first: [UInt8], _ second: [UInt8], to socket: Socket) async throws(ConnectionFailure) {
        var sent = 0
        while sent < first.count + second.count {
            switch socket.send(first, second, from: sent) {
            case .done(let count): sent += count
            case .blocked: try await waitToWrite(socket)
            case .closed, .unencrypted: throw .closed
            }
        }
    }

    private func write(
        _ file: borrowing FileBody, from offset: Int, _ size: Int, to socket: Socket
    ) async throws(ConnectionFailure) {
        var position = offset
        while position < offset + size {
            let count = min(offset + size - position, 256 * 1024)
            switch socket.send(file: file.descriptor, offset: &position, count: count) {
            // The file became shorter during sending. The announced length cannot be kept, so the client must see a
            // broken connection.
            case .done(0): throw .closed
            case .done: await pause()
            case .blocked: try await waitToWrite(socket)
            case .closed, .unencrypted: throw .closed
            }
        }
    }

    /// Sends TLS's close message, from which the client knows that the responses are complete; it is never sent after
    /// one that broke off.
    private func sayEnd(_ socket: Socket) async throws(ConnectionFailure) {
        while case .blocked = socket.sayEnd() { try await waitToWrite(socket) }
    }

    private func waitToWrite(_ socket: Socket) async throws(ConnectionFailure) {
        let deadlines = configuration.deadlines
        let onAverage = Clock.milliseconds(deadlines.write + Double(socket.answerSent) / deadlines.writeRate)
        let deadline = min(socket.answerBegan + onAverage, Clock.now() + Clock.milliseconds(deadlines.write))
        guard await socket.wait(for: .writing, until: deadline) else { throw .timedOut }
    }

    /// Reads and discards input for a while: closing with unread bytes would reset the connection, and the client would
    /// lose the response (RFC 9112, 9.6).
    private func linger(_ socket: Socket) async {
        socket.endWriting()
        let deadline = Clock.now() + Clock.milliseconds(configuration.deadlines.linger)
        while Clock.now() < deadline {
            switch socket.receive(into: &readBuffer) {
            case .done(0), .closed, .unencrypted: return
            case .done: await pause()
            case .blocked: guard await socket.wait(for: .reading, until: deadline) else { return }
            }
        }
    }
}

/// The progress of a request, and the deadline for its next part.
private struct Progress {
    let deadlines: Deadlines
    let isFirst: Bool
    private let began = Clock.now()
    private var headBegan: UInt64?
    /// The deadline of the body in milliseconds, and the bytes counted when it was last extended.
    private var bodyDeadline: Double?
    private var bodyCounted = 0

    init(deadlines: Deadlines, isFirst: Bool) {
        self.deadlines = deadlines
        self.isFirst = isFirst
        if isFirst { headBegan = began }
    }

    mutating func deadline(_ stage: RequestParser.Stage, received: Int) -> UInt64 {
        let now = Clock.now()
        switch stage {
        case .idle where !isFirst: return began + Clock.milliseconds(deadlines.idle)
        case .idle, .head:
            if headBegan == nil { headBegan = now }
            return (headBegan ?? now) + Clock.milliseconds(deadlines.header)
        case .body:
            // Each byte extends the deadline by its share of `bodyRate`, up to `body` seconds from now. A client that
            // sends fast at first cannot save up time.
            let inHand = Double(now) + deadlines.body * 1_000
            let earned = Double(received - bodyCounted) / deadlines.bodyRate * 1_000
            let deadline = min((bodyDeadline ?? inHand) + earned, inHand)
            (bodyDeadline, bodyCounted) = (deadline, received)
            return UInt64(deadline)
        }
    }
}
