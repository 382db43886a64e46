// The settings of a server.

public import Foundation
public import HTTP

/// Time limits for clients in seconds. Slower clients are disconnected, so that they do not use resources that others
/// need.
public struct Deadlines: Sendable {
    /// From the first byte of a request, or from the start of the connection, to the end of its header.
    public var header = 10.0
    /// From a response to the first byte of the next request.
    public var idle = 14.0
    /// Without a byte of a body; also the most time that a client may be behind `bodyRate`.
    public var body = 10.0
    /// The minimum bytes of a body per second, from its beginning to its end.
    public var bodyRate = 4096.0
    /// Without the client reading a byte of a response; also the extra time in addition to `writeRate`.
    public var write = 10.0
    /// The minimum bytes of a response that the client reads per second, on average.
    public var writeRate = 4096.0
    /// How long a refused client may continue to send, so that it can read the reason.
    public var linger = 3.0

    public init() {}
}

/// The settings of a server.
public struct ServerConfiguration: Sendable {
    /// An IP address, IPv4 or IPv6; "::" listens on both.
    public var host: String
    /// 0 uses any free port.
    public var port: Int
    /// Event loops, each with its own thread and listening socket.
    public var loops: Int
    public var limits = Limits()
    public var deadlines = Deadlines()
    /// The certificate; `nil` for connections without encryption.
    public var tls: TLS?
    /// Connections of all loops together. Beyond it idle ones are closed; if none is idle, new ones wait for a second
    /// and are then answered with 503.
    public var maxConnections = 10_000
    /// Descriptors that the process needs for other purposes.
    public var otherDescriptors = 512
    /// Requests of all loops together that handlers work on; further ones are answered with 503.
    public var maxRequests = 2_048
    /// Memory for the received parts of unfinished requests; beyond it requests are answered with 503.
    public var inputMemory = Allowance(256 * 1024 * 1024)
    /// The files for bodies longer than `Limits.bodyInMemory`; one client can use a quarter of the space.
    public var spool = Spool(
        folder: NSTemporaryDirectory(), allowance: Allowance(1024 * 1024 * 1024), part: 256 * 1024 * 1024)
    /// The page for a request that reaches no handler, such as one that cannot be read.
    public var refusalPage: @Sendable (Refusal) -> Response = ServerConfiguration.plainPage

    public init(
        host: String = "127.0.0.1", port: Int = 0, loops: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.host = host
        self.port = port
        self.loops = max(1, loops)
    }

    /// The number of connections beyond its maximum that a loop may answer with 503.
    static func turnedAway(beside connections: Int) -> Int { max(1, min(256, connections / 8)) }

    /// The descriptors that `maxConnections` need, including connections that are turned away.
    var wantedFiles: Int { maxConnections + maxConnections / 8 + loops + otherDescriptors }

    /// `maxConnections`, or fewer so that the process has descriptors for other files: the runtime ends a process
    /// without any.
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
    /// The reason for the log; it contains nothing that the client sent.
    public let reason: String
    /// The IP address of the other end of the connection, without the port.
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
