// Response statuses: code and reason phrase.

/// A response status; equal if the codes are, whatever the reason phrase.
public struct Status: Hashable, Sendable {
    public let code: Int
    public var reason: String

    public init(_ code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public static func == (left: Status, right: Status) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Whether a response with this status has no content, not even empty content (RFC 9110, 6.4.1).
    public var hasNoContent: Bool { code < 200 || code == 204 || code == 304 }

    public static let `continue` = Status(100, "Continue")
    public static let ok = Status(200, "OK")
    public static let accepted = Status(202, "Accepted")
    public static let noContent = Status(204, "No Content")
    public static let partialContent = Status(206, "Partial Content")
    public static let movedPermanently = Status(301, "Moved Permanently")
    public static let found = Status(302, "Found")
    public static let seeOther = Status(303, "See Other")
    public static let notModified = Status(304, "Not Modified")
    public static let permanentRedirect = Status(308, "Permanent Redirect")
    public static let badRequest = Status(400, "Bad Request")
    public static let forbidden = Status(403, "Forbidden")
    public static let notFound = Status(404, "Not Found")
    public static let methodNotAllowed = Status(405, "Method Not Allowed")
    public static let requestTimeout = Status(408, "Request Timeout")
    public static let conflict = Status(409, "Conflict")
    public static let preconditionFailed = Status(412, "Precondition Failed")
    public static let contentTooLarge = Status(413, "Content Too Large")
    public static let uriTooLong = Status(414, "URI Too Long")
    public static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    public static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    public static let expectationFailed = Status(417, "Expectation Failed")
    public static let unprocessable = Status(422, "Unprocessable Content")
    public static let tooManyRequests = Status(429, "Too Many Requests")
    public static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    public static let internalError = Status(500, "Internal Server Error")
    public static let notImplemented = Status(501, "Not Implemented")
    public static let unavailable = Status(503, "Service Unavailable")
    public static let versionNotSupported = Status(505, "HTTP Version Not Supported")
}
