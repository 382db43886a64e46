// A client for tests of the server: a plain or encrypted socket that sends exactly the given bytes.

import COpenSSL
import Foundation
import HTTP
import HTTPServer
import Testing

/// One connection to a server under test. Every read blocks with a time limit, so it is not used on an event loop.
final class Client {
    /// No server listens on the port.
    struct Refused: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The encryption; nil for plain bytes.
    private var tls: TLSClient?
    /// Whether the server reset the connection instead of closing it.
    private(set) var wasReset = false

    /// Opens a connection, encrypted if there are `settings`.
    init(port: Int, receiveBuffer: Int32? = nil, tls settings: TLSClient.Settings? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let outcome = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw Refused() }
        tls = try settings.map { try TLSClient($0, descriptor: descriptor) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends the bytes, until the server stops reading or closes.
    func send(_ bytes: [UInt8]) {
        if let tls { return tls.send(bytes) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Sends a GET request that keeps the connection open.
    func get(_ path: String, _ fields: String = "") { send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") }

    /// An answer as it was received.
    struct Answer {
        var status: Int
        var headers: Headers
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Reads one answer; nil when the connection ends first.
    func answer(toHead: Bool = false) -> Answer? {
        let end = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            headEnd = buffer.indices.first { buffer[$0...].starts(with: end) }
            if headEnd == nil && !read() { return nil }
        }
        guard let headEnd else { return nil }
        let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).components(separatedBy: "\r\n")
        buffer.removeFirst(headEnd + 4)
        var headers = Headers()
        for line in lines.dropFirst() {
            let parts = line.components(separatedBy: ": ")
            headers.add(parts[0], parts.dropFirst().joined(separator: ": "))
        }
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        let length = toHead ? 0 : headers["Content-Length"].flatMap(Int.init) ?? 0
        while buffer.count < length { guard read() else { return nil } }
        defer { buffer.removeFirst(length) }
        return Answer(status: status, headers: headers, body: Array(buffer[..<length]))
    }

    /// Reads until the connection ends.
    func rest() -> [UInt8] {
        while read() {}
        defer { buffer = [] }
        return buffer
    }

    /// Reads a little with pauses; returns whether the connection was still open at the end.
    func readSlowly(pause: Duration, times: Int) -> Bool {
        var piece = [UInt8](repeating: 0, count: 1_000)
        for _ in 0..<times {
            guard (tls?.receive(&piece) ?? recv(descriptor, &piece, piece.count, 0)) > 0 else { return false }
            usleep(UInt32(pause / .microseconds(1)))
        }
        return true
    }

    /// Whether the server has closed, with nothing more to read.
    func isClosed() -> Bool { buffer.isEmpty && !read() && errno != EAGAIN }

    /// Sends bytes around the encryption, as an attacker on the network could.
    func sendUnencrypted(_ bytes: [UInt8]) {
        let encryption = tls
        tls = nil
        send(bytes)
        tls = encryption
    }

    /// The encryption; throws if the connection has none.
    var encryption: TLSClient { get throws { try #require(tls) } }

    private func read() -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        errno = 0
        let count = tls?.receive(&piece) ?? recv(descriptor, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        if count < 0 && errno == ECONNRESET { wasReset = true }
        return count > 0
    }
}

/// Counts the requests of one loop's handler; it need not be Sendable.
final class Visits {
    var count = 0
}

extension ServerConfiguration {
    /// A configuration with one loop and the given changes.
    static func changed(_ change: (inout ServerConfiguration) -> Void) -> ServerConfiguration {
        var configuration = ServerConfiguration(loops: 1)
        change(&configuration)
        return configuration
    }
}

/// The site that the tests request.
enum TestSite {
    static let pool = WorkerPool(threads: 4, queueLimit: 100)
    static let gate = Gate()
    /// The number of stream pieces made so far.
    static let made = Counter()

    /// Runs a server for the length of a test.
    static func run(
        _ configuration: ServerConfiguration = ServerConfiguration(loops: 1),
        _ test: @escaping @Sendable (Int, Server) async throws -> Void
    ) async throws {
        let server = Server(configuration: configuration) { _ in
            let visits = Visits()
            return { request in
                visits.count += 1
                return await answer(request, visits)
            }
        }
        let port = try server.start()
        do {
            try await test(port, server)
        } catch {
            await server.stop(within: 1)
            throw error
        }
        await server.stop(within: 1)
    }

    private static func answer(_ request: Request, _ visits: Visits) async -> Response {
        guard [.get, .head, .post].contains(request.method) else {
            return Response(status: .methodNotAllowed, headers: ["Allow": "GET, HEAD, POST"])
        }
        switch request.segments.first {
        case nil: return .text("home")
        case "count": return .text("\(visits.count)")
        case "peer": return .text(request.peer)
        case "echo":
            let start = (try? request.body.bytes().prefix(20)) ?? []
            return .text("\(request.body.count) " + String(decoding: start, as: UTF8.self))
        case "big": return Response(body: .bytes([UInt8](repeating: 0x78, count: 20_000_000)))
        case "file": return file(request)
        case "pieces": return Response(body: .pieces([.bytes([0x3C]), file(request).body, .bytes([0x3E])]))
        case "stream": return stream(request, visits)
        case "empty": return Response(status: .noContent)
        case "held":
            try? await pool.run { gate.pass() }
            return .text("released")
        case "slow":
            let before = threadNumber()
            let inside = try? await pool.run {
                usleep(300_000)
                return threadNumber()
            }
            return .text("elsewhere \(inside != before), back \(before == threadNumber())")
        default: return .text("nothing here", status: .notFound)
        }
    }

    private static func file(_ request: Request) -> Response {
        let path = request.query["path"] ?? ""
        let size = Int(request.query["size"] ?? "") ?? 0
        let offset = Int(request.query["offset"] ?? "") ?? 0
        return Response(body: .file(path: path, offset: offset, size: size))
    }

    /// Streams `count` pieces of 100 KB, each of its own letter, and breaks off if the query says so.
    private static func stream(_ request: Request, _ visits: Visits) -> Response {
        let count = Int(request.query["count"] ?? "") ?? 0
        let isBroken = request.query["broken"] != nil
        let made = Counter()
        let content = ContentStream {
            guard made.value < count else {
                if isBroken { throw Client.Refused() }
                return nil
            }
            made.add(1)
            Self.made.add(1)
            return [UInt8](repeating: 0x60 + UInt8(made.value % 26), count: 100_000)
        }
        return Response(body: .stream(content))
    }

    private static func threadNumber() -> UInt { UInt(pthread_self()) }
}
