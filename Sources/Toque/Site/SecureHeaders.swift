// The security headers of every page, error and file.

import HTTP

enum SecureHeaders {
    private static let all: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "private, no-store"),
    ]

    /// The policy for uploads and pictures: they may not run or load anything.
    static let inert = "default-src 'none'; sandbox"

    /// Adds the headers that the response does not set itself.
    static func add(to response: inout Response) {
        for (name, value) in all where !response.headers.contains(name) { response.headers.add(name, value) }
    }
}
