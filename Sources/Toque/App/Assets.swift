// The files of `Public/`, read once, served under names that hold a fingerprint of their content.

import Foundation
import HTTP
import Security

/// Style sheet, scripts and icons in memory.
struct Assets: Sendable {
    private let addresses: [String: String]
    private let files: [String: (bytes: [UInt8], type: String)]

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    init(folder: String) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw Missing(
                description: "no folder \(folder): start Toque from its own folder, or name that folder in TOQUE_ROOT")
        }
        var addresses: [String: String] = [:]
        var files: [String: (bytes: [UInt8], type: String)] = [:]
        for name in names where !name.hasPrefix(".") {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            let parts = name.split(separator: ".")
            guard parts.count == 2, let type = Self.types[String(parts[1])] else { continue }
            let bytes = Array(data)
            let print = Hex.encode(Array(SHA256.digest(bytes).prefix(6)))
            let served = "\(parts[0]).\(print).\(parts[1])"
            addresses[name] = Address.asset(served)
            files[served] = (bytes, type)
        }
        self.addresses = addresses
        self.files = files
    }

    /// The address under which a file of `Public/` is served; a missing one is a mistake of ours, seen at once.
    func address(_ name: String) -> String { addresses[name] ?? "/static/missing-\(name)" }

    /// The answer for a fingerprinted name: it never changes, so it may be kept for a year.
    func response(_ served: String) -> Response? {
        guard let file = files[served] else { return nil }
        var response = Response(status: .ok, body: .bytes(file.bytes))
        response.headers["Content-Type"] = file.type
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "html": "text/html; charset=utf-8",
    ]
}

/// Routes of files.
enum AssetFiles {
    static func show(_ context: Context) async throws -> Response {
        guard let response = context.site.assets.response(context.parameters["file"] ?? "") else {
            throw SiteError.notFound
        }
        return response
    }

    static func favicon(_ context: Context) async throws -> Response {
        Response.redirect(.movedPermanently, to: context.site.assets.address("favicon.svg"))
    }
}
