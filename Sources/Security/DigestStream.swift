// SHA-256 of content that arrives in pieces, and of files.

import COpenSSL
import Foundation

/// A SHA-256 digest of bytes that arrive in pieces.
public final class DigestStream {
    private let context = EVP_MD_CTX_new()

    public init() { EVP_DigestInit_ex(context, EVP_sha256(), nil) }

    deinit { EVP_MD_CTX_free(context) }

    public func add(_ bytes: [UInt8]) { EVP_DigestUpdate(context, bytes, bytes.count) }

    /// The digest of everything so far as 64 hexadecimal digits; nothing can be added afterwards.
    public func finish() -> String {
        var result = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        EVP_DigestFinal_ex(context, &result, nil)
        return Hex.encode(result)
    }

    /// The digest and the size of a file, read in pieces.
    public static func file(_ path: String) throws -> (sha256: String, size: Int) {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let stream = DigestStream()
        var size = 0
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            stream.add(Array(piece))
            size += piece.count
        }
        return (stream.finish(), size)
    }
}
