// How much a client may send before it is refused.

/// The bounds of a request, in bytes unless said otherwise; beyond them the status beside each is answered.
public struct Limits: Sendable {
    /// The request line without its line end: 414.
    public var requestLine = 8 * 1024
    /// All header lines together: 431.
    public var headerBlock = 64 * 1024
    /// Number of header fields, and of trailer fields: 431.
    public var headerFields = 100
    /// The text of a form, whichever way it is sent: 413.
    public var form = 1024 * 1024
    /// Number of fields in a form: 400. The editor of a recipe with 150 lines, 100 steps and 25 videos sends 1,098.
    public var formFields = 1_000
    /// Number of files in a form: 400.
    public var formFiles = 100
    /// One file in a form: 413.
    public var upload = 50 * 1024 * 1024
    /// How much of a body stays in memory; a longer one goes to a file.
    public var bodyInMemory = 16 * 1024

    /// A body that is no urlencoded form: 413.
    public var body: Int { upload + form }

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
