// One request, read and checked, as handlers receive it.

import Bytes
import Synchronization

/// Whether the client of a request still waits for the response; the connection's event loop sets it when the client
/// disconnects.
public final class ClientPresence: Sendable {
    private let hasLeft = Atomic<Bool>(false)

    package init() {}

    public var isGone: Bool { hasLeft.load(ordering: .relaxed) }

    package func leave() { hasLeft.store(true, ordering: .relaxed) }
}

/// A request whose body has been received completely.
public struct Request: Sendable {
    public var method: Method
    /// The path and query as sent, without the scheme and host of an absolute target.
    public var target: String
    /// The segments of the path, each decoded once: "/recipes/42-a" has ["recipes", "42-a"], "/" has none. No segment
    /// contains a slash, a backslash or a control character, or is "." or "..".
    public var segments: [String]
    public var query: Parameters
    public var headers: Headers
    public var body: RequestBody
    /// The IP address of the other end of the connection, without the port.
    public var peer: String
    /// Whether the client's connection is encrypted.
    public var isSecure: Bool
    /// `nil` for a request that did not come over a connection.
    public package(set) var presence: ClientPresence?
    /// Whether the client allows the connection to be reused.
    package var keepsAlive = true
    /// Whether the client understands chunked responses (HTTP/1.1).
    package var speaksChunked = true

    /// The decoded path: valid UTF-8, without NUL or dot segments.
    public var path: String { "/" + segments.joined(separator: "/") }

    /// The value of a cookie by its name.
    public func cookie(_ name: String) -> String? { Cookie.value(name, in: headers) }

    /// Builds a request from its parts, with the same checks as a received one.
    public init(
        method: Method, target: String, headers: Headers = [:], body: [UInt8] = [], peer: String = "127.0.0.1"
    ) throws(ParseFailure) {
        let parsed = try RequestTarget(bytes: Array(target.utf8), method: method)
        guard headers.allSatisfy({ StreamSafe.allows($0.value) }) else {
            throw ParseFailure(.badRequest, "combining marks in a field")
        }
        self.init(
            method: method, target: parsed, headers: headers, body: RequestBody(body), peer: peer, isSecure: false)
    }

    init(
        method: Method, target: RequestTarget, headers: Headers, body: RequestBody, peer: String, isSecure: Bool
    ) {
        self.method = method
        self.target = target.text
        segments = target.segments
        query = target.query
        self.headers = headers
        if let authority = target.authority { self.headers["Host"] = authority }
        self.body = body
        self.peer = peer
        self.isSecure = isSecure
    }

    /// Parses the body as a form, urlencoded or multipart; the form of an empty body is empty. Throws `FormError` or
    /// `RequestBody.Unreadable`.
    public func form(limits: Limits = Limits()) throws -> Form {
        try Form(body: body, contentType: headers["Content-Type"], limits: limits)
    }
}
