// Digests, HMAC, random bytes and constant-time comparison, all with OpenSSL.

import COpenSSL

/// SHA-256 of bytes or text.
public enum SHA256 {
    /// The 32 bytes of the digest.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = COpenSSL.SHA256(bytes, bytes.count, &result)
        return result
    }

    /// The digest of UTF-8 text; the database stores this form of a token.
    public static func digest(_ text: String) -> [UInt8] { digest(Array(text.utf8)) }

    /// The digest of UTF-8 text as 64 lower-case hexadecimal digits.
    public static func hex(_ text: String) -> String { Hex.encode(digest(text)) }
}

/// HMAC-SHA-256 (RFC 2104).
public enum HMAC {
    /// The 32 bytes of the authentication code for a message and key.
    public static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        _ = COpenSSL.HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &result, &length)
        return Array(result.prefix(Int(length)))
    }
}

/// Unpredictable bytes and tokens.
public enum Random {
    /// Bytes from OpenSSL's generator. The process ends if the system has no randomness, because nothing would be safe.
    public static func bytes(_ count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        precondition(RAND_bytes(&result, Int32(count)) == 1, "the system gave no random bytes")
        return result
    }

    /// A token of `count` random bytes, as URL-safe text.
    public static func token(bytes count: Int = 32) -> String { Base64URL.encode(bytes(count)) }
}

/// Whether two byte strings are equal, in a time that depends only on their length.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}

/// Lower-case hexadecimal text.
public enum Hex {
    public static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Encodes bytes as letters of `width` bits each, the last one padded with zeros (RFC 4648, section 3).
func spelled(_ bytes: [UInt8], _ alphabet: [UInt8], bitsEach width: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 8 / width + 1)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= width {
            bits -= width
            text.append(alphabet[Int(buffer >> UInt32(bits)) & (1 << width - 1)])
        }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(width - bits)) & (1 << width - 1)]) }
    return String(decoding: text, as: UTF8.self)
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    public static func encode(_ bytes: [UInt8]) -> String { spelled(bytes, alphabet, bitsEach: 6) }

    /// Decodes the output of `encode`; `nil` for anything else.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for letter in text.utf8 {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return encode(bytes) == text ? bytes : nil
    }
}
