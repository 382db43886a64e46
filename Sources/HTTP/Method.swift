// Request methods, by which routes are chosen.

/// A request method; case-sensitive, any token is valid.
public struct Method: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let get = Method(rawValue: "GET")
    public static let head = Method(rawValue: "HEAD")
    public static let post = Method(rawValue: "POST")
    public static let put = Method(rawValue: "PUT")
    public static let delete = Method(rawValue: "DELETE")
    public static let options = Method(rawValue: "OPTIONS")
    public static let patch = Method(rawValue: "PATCH")
    public static let trace = Method(rawValue: "TRACE")
    public static let connect = Method(rawValue: "CONNECT")

    private static let common: [Method] = [.get, .post, .head]

    /// The method of a request line, without a new string for common methods.
    init(bytes: UnsafeBufferPointer<UInt8>) {
        for method in Method.common where method.rawValue.utf8.elementsEqual(bytes) {
            self = method
            return
        }
        rawValue = String(decoding: bytes, as: UTF8.self)
    }
}
