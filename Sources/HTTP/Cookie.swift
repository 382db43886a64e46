// Sets cookies and reads them by name.

import Bytes

/// A cookie to set.
public struct Cookie: Sendable {
    public var name: String
    public var value: String
    public var path: String
    /// Lifetime in seconds; `nil` until the browser closes, 0 deletes the cookie.
    public var maxAge: Int?
    public var httpOnly: Bool
    public var secure: Bool

    public init(
        name: String, value: String, path: String = "/", maxAge: Int? = nil, httpOnly: Bool = true,
        secure: Bool = false
    ) {
        self.name = name
        self.value = value
        self.path = path
        self.maxAge = maxAge
        self.httpOnly = httpOnly
        self.secure = secure
    }

    /// The value of a `Set-Cookie` field; bytes that a cookie cannot contain are percent-encoded.
    public var field: String {
        precondition(!name.isEmpty && name.utf8.allSatisfy(ByteSet.token.contains), "not a cookie name: \(name)")
        var bytes = Array("\(name)=".utf8)
        for byte in value.utf8 { Percent.append(byte, keeping: .cookieValue, to: &bytes) }
        var text = String(decoding: bytes, as: UTF8.self) + "; Path=\(path)"
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if httpOnly { text += "; HttpOnly" }
        if secure { text += "; Secure" }
        // Browsers send it with no request that another site causes, except when someone follows a link.
        return text + "; SameSite=Lax"
    }

    /// Finds a cookie in the `Cookie` fields by the bytes of its name. Of equal names the first counts (RFC 6265, 5.4);
    /// text that is not a pair is ignored.
    static func value(_ name: String, in headers: Headers) -> String? {
        var found: String?
        headers.forEachValue("Cookie") { field in
            guard found == nil else { return }
            var rest = field
            while found == nil, !rest.isEmpty {
                let end = rest.firstIndex(of: 0x3B) ?? rest.endIndex
                let pair = ASCII.trimmed(rest[..<end])
                rest = end == rest.endIndex ? [] : rest[(end + 1)...]
                // Most pairs have another name, so its first byte is compared before the rest.
                guard pair.first == name.utf8.first, let equals = pair.firstIndex(of: 0x3D),
                    ASCII.trimmed(pair[..<equals]).elementsEqual(name.utf8)
                else { continue }
                found = String(decoding: ASCII.trimmed(pair[(equals + 1)...]), as: UTF8.self)
            }
        }
        return found
    }
}
