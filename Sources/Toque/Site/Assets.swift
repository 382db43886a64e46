// The files of `Public/`, read once at the start and served under names that contain a fingerprint of their content.

import Bytes
import Compression
import Foundation
import HTTP
import Security

/// Style sheet, scripts and icons in memory.
struct Assets: Sendable {
    private let addresses: [String: String]
    private let files: [String: File]
    private let contents: [String: [UInt8]]
    /// The names of the symbols in each SVG file.
    private let symbols: [String: Set<String>]

    /// The prepared responses with a file: as it is and, where that is smaller, compressed.
    private struct File {
        let codings: [ContentCoding]
        let answers: [ContentCoding: Response]
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
        var symbols: [String: Set<String>] = [:]
        var originals: [String: [UInt8]] = [:]
        for name in names where !name.hasPrefix(bytes: ".") {
            let path = folder + "/" + name
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let parts = name.split(bytes: ".")
            guard parts.count == 2, let type = Self.types[String(parts[1])] else { continue }
            let bytes = Array(data)
            originals[name] = bytes
            if parts[1] == "svg" { symbols[name] = Self.symbols(String(decoding: bytes, as: UTF8.self)) }
            let print = Hex.encode(Array(SHA256.digest(bytes).prefix(6)))
            let served = "\(parts[0]).\(print).\(parts[1])"
            addresses[name] = Address.asset(served)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let modified = attributes[.modificationDate] as? Date
            let contents = Self.contents(bytes)
            files[served] = File(
                codings: ContentCoding.allCases.filter { contents[$0] != nil },
                answers: Dictionary(
                    uniqueKeysWithValues: contents.map { coding, bytes in
                        let answer = Self.answer(bytes, coding, of: contents.count, type: type, print, modified)
                        return (coding, answer)
                    }))
        }
        self.addresses = addresses
        self.files = files
        self.symbols = symbols
        contents = originals
    }

    /// The names of the symbols that an SVG file of `Public/` defines.
    func symbols(in name: String) -> Set<String> { symbols[name] ?? [] }

    /// The content of a file of `Public/`; `nil` if there is none.
    func content(_ name: String) -> [UInt8]? { contents[name] }

    private static func symbols(_ svg: String) -> Set<String> {
        Set(svg.split(bytes: "<symbol id=\"").dropFirst().map { String($0.prefix(beforeAny: "\"")) })
    }

    /// The address at which a file of `Public/` is served. A missing file is a programming error; its address shows it.
    func address(_ name: String) -> String { addresses[name] ?? "/static/missing-\(name)" }

    /// The response for a name with a fingerprint; `nil` if there is none. The file never changes, so browsers may
    /// cache it for a year.
    func response(_ served: String, to request: Request) -> Response? {
        guard let file = files[served] else { return nil }
        let takesAny = file.codings.count > 1 && request.headers.contains("Accept-Encoding")
        return file.answers[takesAny ? ContentCoding.chosen(request, from: file.codings) : .identity]
    }

    private static func answer(
        _ bytes: [UInt8], _ coding: ContentCoding, of codings: Int, type: String, _ print: String, _ modified: Date?
    ) -> Response {
        var response = Response(status: .ok, body: .bytes(bytes))
        response.headers["Content-Type"] = type
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["ETag"] = coding == .identity ? "\"\(print)\"" : "\"\(print)-\(coding.rawValue)\""
        response.headers["Last-Modified"] = modified.map { HTTPDate.format(Int($0.timeIntervalSince1970)) }
        response.headers["Accept-Ranges"] = "bytes"
        if coding != .identity { response.headers["Content-Encoding"] = coding.rawValue }
        if codings > 1 { response.headers["Vary"] = "Accept-Encoding" }
        SecureHeaders.add(to: &response)
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
