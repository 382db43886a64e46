// The files of `Public/`, read once, served under names that hold a fingerprint of their content.

import Compression
import Foundation
import HTTP
import Security

/// Style sheet, scripts and icons in memory.
struct Assets: Sendable {
    private let addresses: [String: String]
    private let files: [String: File]

    /// A file as it is and, where that is smaller, compressed once for all.
    private struct File {
        let type: String
        let print: String
        let modified: String?
        let contents: [ContentCoding: [UInt8]]
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    init(folder: String) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw Missing(
                description: "no folder \(folder): start Toque from its own folder, or name that folder in TOQUE_ROOT")
        }
        var addresses: [String: String] = [:]
        var files: [String: File] = [:]
        for name in names where !name.hasPrefix(".") {
            let path = folder + "/" + name
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let parts = name.split(separator: ".")
            guard parts.count == 2, let type = Self.types[String(parts[1])] else { continue }
            let bytes = Array(data)
            let print = Hex.encode(Array(SHA256.digest(bytes).prefix(6)))
            let served = "\(parts[0]).\(print).\(parts[1])"
            addresses[name] = Address.asset(served)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let modified = attributes[.modificationDate] as? Date
            files[served] = File(
                type: type, print: print, modified: modified.map { HTTPDate.format(Int($0.timeIntervalSince1970)) },
                contents: Self.contents(bytes))
        }
        self.addresses = addresses
        self.files = files
    }

    /// The address under which a file of `Public/` is served; a missing one is a mistake of ours, seen at once.
    func address(_ name: String) -> String { addresses[name] ?? "/static/missing-\(name)" }

    /// The answer for a fingerprinted name: it never changes, so it may be kept for a year.
    func response(_ served: String, to request: Request) -> Response? {
        guard let file = files[served] else { return nil }
        let coding = ContentCoding.chosen(request, from: ContentCoding.allCases.filter { file.contents[$0] != nil })
        var response = Response(status: .ok, body: .bytes(file.contents[coding] ?? []))
        response.headers["Content-Type"] = file.type
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["ETag"] = coding == .identity ? "\"\(file.print)\"" : "\"\(file.print)-\(coding.rawValue)\""
        response.headers["Last-Modified"] = file.modified
        response.headers["Accept-Ranges"] = "bytes"
        if coding != .identity { response.headers["Content-Encoding"] = coding.rawValue }
        if file.contents.count > 1 { response.headers["Vary"] = "Accept-Encoding" }
        return response
    }

    private static func contents(_ bytes: [UInt8]) -> [ContentCoding: [UInt8]] {
        var contents: [ContentCoding: [UInt8]] = [.identity: bytes]
        contents[.brotli] = Brotli.compress(bytes)
        contents[.gzip] = Gzip.compress(bytes, level: 9)
        return contents.filter { $0.key == .identity || $0.value.count < bytes.count * 9 / 10 }
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "html": "text/html; charset=utf-8",
    ]
}

/// Routes of files.
enum AssetFiles {
    static func show(_ context: Context) async throws -> Response {
        guard let response = context.site.assets.response(context.parameters["file"] ?? "", to: context.request)
        else {
            throw SiteError.notFound
        }
        return response
    }

    static func favicon(_ context: Context) async throws -> Response {
        Response.redirect(.movedPermanently, to: context.site.assets.address("favicon.svg"))
    }
}
