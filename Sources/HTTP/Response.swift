// What a handler gives back.

/// An answer; the server adds `Date`, `Content-Length` and `Connection`.
public struct Response: Sendable {
    /// The content of an answer.
    public indirect enum Body: Sendable {
        case bytes([UInt8])
        /// `size` bytes of a file from `offset`, sent piece by piece.
        case file(path: String, offset: Int = 0, size: Int)
        /// One after another.
        case pieces([Body])

        /// The number of bytes.
        public var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, _, let size): size
            case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
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

    /// The number of bytes of the content.
    public var contentLength: Int { body.count }
}
