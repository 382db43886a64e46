// What the person who runs a server may choose.

public import Foundation
public import HTTP

/// How long a client may take, in seconds. Slower ones are shed, so that they hold nothing others need.
public struct Deadlines: Sendable {
    /// From the first byte of a request, or from the connection's start, to the end of its header.
    public var header = 10.0
    /// From an answer to the first byte of the next request.
    public var idle = 14.0
    /// Without a byte of a body, and the most that a client may be behind `bodyRate`.
    public var body = 10.0
    /// The fewest bytes of a body a second, from its beginning to its end.
    public var bodyRate = 4096.0
    /// Without the client taking a byte of an answer, and the time in hand before `writeRate` counts.
    public var write = 10.0
    /// The fewest bytes of an answer that the client takes a second, on average.
    public var writeRate = 4096.0
    /// How long a refused client may go on sending, so that it gets to read why.
    public var linger = 3.0

    public init() {}
}

/// The settings of a server.
public struct ServerConfiguration: Sendable {
    /// An address in digits, IPv4 or IPv6; "::" listens on both kinds.
    public var host: String
    /// 0 takes any free port.
    public var port: Int
    /// Event loops, each with its own thread and listening socket.
    public var loops: Int
    public var limits = Limits()
    public var deadlines = Deadlines()
    /// The certificate, where connections are encrypted.
    public var tls: TLS?
    /// Connections of all loops together. Beyond it idle ones are closed; when none is, new ones wait for a second,
    /// then they are answered with 503.
    public var maxConnections = 10_000
    /// Descriptors that the process needs for other things.
    public var otherDescriptors = 512
    /// Requests of all loops together that a handler works on; further ones are answered with 503.
    public var maxRequests = 2_048
    /// Memory for all that has come of requests not yet whole; what goes beyond is answered with 503.
    public var inputMemory = Allowance(256 * 1024 * 1024)
    /// Where bodies wait that are longer than `Limits.bodyInMemory`; a quarter is the most for one client.
    public var spool = Spool(
        folder: NSTemporaryDirectory(), allowance: Allowance(1024 * 1024 * 1024), part: 256 * 1024 * 1024)
    /// The page for a request that reached no handler, such as one that cannot be read.
    public var refusalPage: @Sendable (Refusal) -> Response = ServerConfiguration.plainPage

    public init(
        host: String = "127.0.0.1", port: Int = 0, loops: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.host = host
        self.port = port
        self.loops = max(1, loops)
    }

    /// So many connections a loop may answer with 503 beside those that it has room for.
    static func turnedAway(beside connections: Int) -> Int { max(1, min(256, connections / 8)) }

    /// What `maxConnections` need, those that are turned away too.
    var wantedFiles: Int { maxConnections + maxConnections / 8 + loops + otherDescriptors }

    /// `maxConnections`, or as many as leave the process files of its own: without any its runtime ends it.
    func connections(amongFiles files: Int) -> Int {
        let others = min(otherDescriptors, files / 2)
        return max(1, min(maxConnections, (files - others - loops) * 8 / 9))
    }

    private static func plainPage(_ refusal: Refusal) -> Response {
        let title = "\(refusal.status.code) \(refusal.status.reason)"
        var response = Response.html(
            "<!DOCTYPE html><html lang=\"en\"><title>\(title)</title><h1>\(title)</h1></html>\n", status: refusal.status
        )
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

/// A request that reached no handler.
public struct Refusal: Sendable {
    public let status: Status
    /// What was wrong, for a log; holds nothing the client sent.
    public let reason: String
    /// The address of the other end of the connection, without port.
    public let peer: String
    /// Whether the connection is encrypted.
    public let isEncrypted: Bool

    public init(status: Status, reason: String, peer: String, isEncrypted: Bool = false) {
        self.status = status
        self.reason = reason
        self.peer = peer
        self.isEncrypted = isEncrypted
    }
}
