// The response that a handler returns.

/// A response; the server adds `Date`, `Connection`, and `Content-Length` or `Transfer-Encoding`.
public struct Response: Sendable {
    /// The content of a response.
    public indirect enum Body: Sendable {
        case bytes([UInt8])
        /// `size` bytes of a file from `offset`, sent in pieces.
        case file(path: String, offset: Int = 0, size: Int)
        /// Several bodies, one after another.
        case pieces([Body])
        /// Content that is generated while it is sent.
        case stream(ContentStream)

        /// The number of bytes; `nil` if it is known only at the end.
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

    /// Redirects the client; the default 303 is for the response to a form.
    public static func redirect(_ status: Status = .seeOther, to location: String) -> Response {
        Response(status: status, headers: ["Location": location])
    }

    /// Adds a `Set-Cookie` field, keeping earlier ones.
    public mutating func setCookie(_ cookie: Cookie) { headers.add("Set-Cookie", cookie.field) }

    /// The number of bytes of the content; `nil` for a stream.
    public var contentLength: Int? { body.count }
}

/// Content generated in pieces, each requested when the client has received the one before, so that it is never in
/// memory as a whole. An error breaks the connection, so that the client notices that the content is incomplete.
public struct ContentStream: Sendable {
    /// The next piece, which is not empty; `nil` at the end.
    public let next: @Sendable () async throws -> [UInt8]?

    public init(next: @escaping @Sendable () async throws -> [UInt8]?) { self.next = next }
}
