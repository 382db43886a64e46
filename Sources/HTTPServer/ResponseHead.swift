// Writes the status line and header fields of a response.

import CLinux
import Foundation
import HTTP

extension Response {
    /// Fields that the server sets itself, replacing those of a handler.
    private static let ownFields = ["Connection", "Content-Length", "Date", "Transfer-Encoding"]

    /// The status line and all fields, with the empty line at the end. Content of unknown length is chunked, unless the
    /// client does not support chunks: then the end of the connection ends the content.
    func head(date: [UInt8], keepsAlive: Bool, speaksChunked: Bool) -> [UInt8] {
        var headers = headers
        for name in Response.ownFields where headers.contains(name) { headers[name] = nil }
        var output: [UInt8] = []
        output.reserveCapacity(512)
        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(decimal: status.code)
        output.append(0x20)
        output.append(contentsOf: status.reason.utf8)
        output.append(contentsOf: "\r\n".utf8)
        headers.write(into: &output)
        if status.hasNoContent {
            // Neither field is allowed here (RFC 9110, 8.6).
        } else if let contentLength {
            output.append(contentsOf: "Content-Length: ".utf8)
            output.append(decimal: contentLength)
            output.append(contentsOf: "\r\n".utf8)
        } else if speaksChunked {
            output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        }
        output.append(contentsOf: date)
        output.append(contentsOf: (keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n").utf8)
        return output
    }
}

extension [UInt8] {
    /// Appends a non-negative number without creating a string.
    fileprivate mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(0x30 + UInt8(number % 10))
    }
}

/// The `Date` line, rebuilt once a second.
struct CachedDate {
    private var second = -1
    private var bytes: [UInt8] = []

    mutating func line() -> [UInt8] {
        let now = time(nil)
        if now != second {
            second = now
            bytes = Array("Date: \(HTTPDate.format(now))\r\n".utf8)
        }
        return bytes
    }
}

/// A regular file opened for sending; it is closed when the value is destroyed.
struct FileBody: ~Copyable {
    let descriptor: Int32

    /// Opens a file; `nil` if it is missing, is not a regular file, or has fewer bytes.
    init?(path: String, atLeast size: Int) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            Int(information.st_size) >= size
        else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
