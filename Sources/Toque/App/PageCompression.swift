// Compresses pages as they are sent.

import Bytes
import Compression
import HTTP

extension Response {
    /// In bytes; compressing less than this saves no packet.
    private static let leastBytes = 1024
    /// Nearly as small as the highest level, in a third of the time.
    private static let level = 4
    private static let types = ["text/html", "text/plain", "application/json", "application/ld+json", "image/svg+xml"]

    /// Compresses the body with gzip if the client accepts it and it gets smaller; files of `Public/` are compressed
    /// already.
    func compressed(for request: Request) -> Response {
        guard case .bytes(let bytes) = body, bytes.count >= Self.leastBytes, !headers.contains("Content-Encoding"),
            let type = headers["Content-Type"], Self.types.contains(where: { type.hasPrefix(bytes: $0) })
        else { return self }
        var response = self
        response.headers.add("Vary", "Accept-Encoding")
        guard ContentCoding.chosen(request, from: [.gzip]) == .gzip,
            let smaller = Gzip.compress(bytes, level: Self.level), smaller.count < bytes.count
        else { return response }
        response.body = .bytes(smaller)
        response.headers["Content-Encoding"] = ContentCoding.gzip.rawValue
        // A weak tag: the same page, not the same bytes (RFC 9110, 8.8.1).
        if let tag = headers["ETag"], tag.hasPrefix(bytes: "\"") { response.headers["ETag"] = "W/\(tag)" }
        return response
    }
}
