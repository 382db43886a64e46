// Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds, which every app
// supports.

import COpenSSL

/// Time-based one-time codes of a shared secret.
public enum OneTimeCode {
    public static let digits = 6
    /// The length of a step in milliseconds, during which its code is valid.
    public static let step = 30_000
    /// Bytes of a secret: the length of the HMAC's output, as RFC 4226 recommends.
    public static let secretLength = 20

    /// The step that the code belongs to: the current one or, because clocks differ, the one before or after.
    ///
    /// Steps up to `last` have been used. Every step is compared, so that the time reveals nothing.
    public static func step(of code: String, secret: [UInt8], now: Int, after last: Int) -> Int? {
        let typed = Array(code.utf8)
        let current = now / step
        var found: Int?
        for candidate in current - 1...current + 1
        where constantTimeEqual(typed, Array(Self.code(secret: secret, step: candidate).utf8)) && candidate > last {
            found = candidate
        }
        return found
    }

    /// The code of a step (RFC 4226, section 5.3).
    public static func code(secret: [UInt8], step: Int, digits: Int = digits) -> String {
        let counter = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> ($0 * 8)) }
        var mac = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        _ = COpenSSL.HMAC(EVP_sha1(), secret, Int32(secret.count), counter, counter.count, &mac, &length)
        let offset = Int(mac[Int(length) - 1] & 15)
        let number = mac[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
        let modulus = (0..<digits).reduce(1) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }
}

/// Base32 without padding (RFC 4648, section 6), in which authenticator apps accept secrets.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    public static func encode(_ bytes: [UInt8]) -> String { spelled(bytes, alphabet, bitsEach: 5) }
}
