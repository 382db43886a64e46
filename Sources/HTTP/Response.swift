// What a handler gives back.

/// An answer; the server adds `Date`, `Connection`, and `Content-Length` or `Transfer-Encoding`.
public struct Response: Sendable {
    /// The content of an answer.
    public indirect enum Body: Sendable {
        case bytes([UInt8])
        /// `size` bytes of a file from `offset`, sent piece by piece.
        case file(path: String, offset: Int = 0, size: Int)
        /// One after another.
        case pieces([Body])
        /// Content made while it is sent.
        case stream(ContentStream)

        /// The number of bytes; nil where only the end will tell.
        public var count: Int? {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, _, let size): size
            case .pieces(let pieces):
                pieces.reduce(0) { sum, piece in sum.flatMap { sum in piece.count.map { sum + $0 } } }
            case .stream: nil
            }
        }
    }

    public var status: Status
    public var headers: Headers
    public var body: Body

    public init(status: Status = .ok, headers: Headers = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func html(_ markup: [UInt8], status: Status = .ok) -> Response {
        Response(status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(markup))
    }

    public static func html(_ markup: String, status: Status = .ok) -> Response {
        html(Array(markup.utf8), status: status)
    }

    public static func json(_ text: [UInt8], status: Status = .ok) -> Response {
        Response(status: status, headers: ["Content-Type": "application/json"], body: .bytes(text))
    }

    public static func text(_ text: String, status: Status = .ok) -> Response {
        Response(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }

    /// Sends the client elsewhere: after a form with 303, the default.
    public static func redirect(_ status: Status = .seeOther, to location: String) -> Response {
        Response(status: status, headers: ["Location": location])
    }

    /// Adds a `Set-Cookie` field beside those already there.
    public mutating func setCookie(_ cookie: Cookie) { headers.add("Set-Cookie", cookie.field) }

    /// The number of bytes of the content; nil for a stream.
    public var contentLength: Int? { body.count }
}

/// Content that is made piece by piece, each asked for when the client has taken the one before: it is never in memory
/// as a whole. A piece that cannot be made breaks the connection, so that the client sees that the content is not whole.
public struct ContentStream: Sendable {
    /// Gives the next piece, not empty; nil at the end.
    public let next: @Sendable () async throws -> [UInt8]?

    public init(next: @escaping @Sendable () async throws -> [UInt8]?) { self.next = next }
}
