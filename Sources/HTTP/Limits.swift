// How much a client may send before it is refused.

/// The bounds of a request, in bytes unless said otherwise; beyond them the status beside each is answered.
public struct Limits: Sendable {
    /// The request line without its line end: 414.
    public var requestLine = 8 * 1024
    /// All header lines together: 431.
    public var headerBlock = 64 * 1024
    /// Number of header fields, and of trailer fields: 431.
    public var headerFields = 100
    /// A body of type `application/x-www-form-urlencoded`: 413.
    public var urlencodedBody = 1024 * 1024
    /// Any other body: 413.
    public var body = 26 * 1024 * 1024

    public init() {}
}

/// Why a request cannot be read: the answer to give before the connection is closed.
public struct ParseFailure: Error, Sendable {
    public let status: Status
    /// What was wrong, for a log; holds nothing the client sent.
    public let reason: String

    public init(_ status: Status = .badRequest, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
