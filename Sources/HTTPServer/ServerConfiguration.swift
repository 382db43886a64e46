// What the person who runs a server may choose.

public import Foundation
public import HTTP

/// How long a client may take, in seconds. Slower ones are shed, so that they hold nothing others need.
public struct Deadlines: Sendable {
    /// From the first byte of a request, or from the connection's start, to the end of its header.
    public var header = 10.0
    /// From an answer to the first byte of the next request.
    public var idle = 15.0
    /// Without a byte of a body, and the time in hand before `bodyRate` counts.
    public var body = 10.0
    /// The fewest bytes of a body a second, on average.
    public var bodyRate = 4096.0
    /// Without the client taking a byte of an answer.
    public var write = 10.0
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
    /// Connections of all loops together; beyond it new ones wait in the system's queue, and idle ones are closed.
    public var maxConnections = 10_000
    /// The page for a request that reached no handler, such as one that cannot be read.
    public var errorPage: @Sendable (Status) -> Response = ServerConfiguration.plainErrorPage

    public init(
        host: String = "127.0.0.1", port: Int = 0, loops: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.host = host
        self.port = port
        self.loops = max(1, loops)
    }

    private static func plainErrorPage(_ status: Status) -> Response {
        let title = "\(status.code) \(status.reason)"
        var response = Response.html(
            "<!DOCTYPE html><html lang=\"en\"><title>\(title)</title><h1>\(title)</h1></html>\n", status: status)
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
