// The limits of a request.

/// The limits of a request, in bytes unless stated otherwise, each with the status that answers a request beyond it.
public struct Limits: Sendable {
    /// The request line without its line end: 414.
    public var requestLine = 8 * 1024
    /// All header lines together: 431.
    public var headerBlock = 64 * 1024
    /// Number of header fields, and of trailer fields: 431.
    public var headerFields = 100
    /// The text of a form in either encoding: 413.
    public var form = 1024 * 1024
    /// Number of fields in a form: 400. Routes may allow more: the editor of a recipe with 150 lines, 100 steps and 25
    /// videos sends 1,098.
    public var formFields = 1_000
    /// Number of files in a form: 400.
    public var formFiles = 100
    /// One file in a form: 413.
    public var upload = 50 * 1024 * 1024
    /// The part of a body kept in memory; a longer body is written to a file.
    public var bodyInMemory = 16 * 1024

    /// A body that is not a urlencoded form: 413.
    public var body: Int { upload + form }

    public init() {}
}

/// Why a request cannot be read; the response to send before the connection is closed.
public struct ParseFailure: Error, Sendable {
    public let status: Status
    /// The reason for the log; it contains nothing that the client sent.
    public let reason: String

    public init(_ status: Status = .badRequest, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
