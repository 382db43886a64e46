// Reads multipart bodies: forms with files (RFC 7578).

import Bytes
import Foundation

/// Reads the parts of a multipart body in order, without copying; refuses a body without a final boundary.
struct MultipartReader {
    /// One field or file.
    struct Part {
        var name: String
        /// `nil` for a field.
        var filename: String?
        var contentType: String?
        /// The range of the content in the body.
        var content: Range<Int>
    }

    /// The maximum bytes of one part's header lines, and the maximum number of lines: browsers send two.
    static let headerLimit = 8 * 1024
    static let headerLines = 16
    /// The maximum bytes of all parts' header lines: the editor's longest form uses a third of it.
    static let allHeadersLimit = 512 * 1024

    private let body: UnsafeRawBufferPointer
    /// CR LF, two hyphens and the boundary.
    private let delimiter: [UInt8]
    private var position = 0
    private var isAtStart = true
    /// Bytes of header lines read so far.
    private var headerBytes = 0

    init(_ body: UnsafeRawBufferPointer, boundary: String) {
        self.body = body
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// The next part; `nil` after the final boundary.
    mutating func next() throws(FormError) -> Part? {
        if isAtStart {
            isAtStart = false
            guard body.starts(with: delimiter.dropFirst(2)) else { throw .malformed }
            position = delimiter.count - 2
        }
        let rest = body[position...]
        // Anything after the final boundary is ignored (RFC 2046, 5.1.1).
        if rest.starts(with: "--".utf8) { return nil }
        guard rest.starts(with: "\r\n".utf8) else { throw .malformed }
        position += 2
        var part = try readHeader()
        guard let end = find(delimiter, from: position) else { throw .malformed }
        part.content = position..<end
        position = end + delimiter.count
        return part
    }

    private mutating func readHeader() throws(FormError) -> Part {
        var disposition: MediaType?
        var contentType: String?
        let start = position
        var lines = 0
        while true {
            lines += 1
            guard let end = find([ASCII.carriageReturn, ASCII.lineFeed], from: position),
                end - start <= MultipartReader.headerLimit, lines <= MultipartReader.headerLines + 1
            else { throw .malformed }
            let line = ArraySlice(body[position..<end])
            position = end + 2
            if line.isEmpty { break }
            headerBytes += line.count
            guard headerBytes <= MultipartReader.allHeadersLimit else { throw .malformed }
            let (name, value) = try MultipartReader.field(line)
            if ASCII.equal(name, "content-disposition") {
                guard disposition == nil else { throw .malformed }
                disposition = MediaType(bytes: value)
            } else if ASCII.equal(name, "content-type") {
                contentType = String(decoding: value, as: UTF8.self)
            }
        }
        guard let disposition, disposition.isValid, disposition.is("form-data"),
            let name = disposition.parameter("name")
        else { throw .malformed }
        // `filename*` is not allowed in forms (RFC 7578, 4.2), so such a part is a field.
        let filename = disposition.parameter("filename").map(MultipartReader.plainName)
        return Part(name: name, filename: filename, contentType: contentType, content: 0..<0)
    }

    private static func field(
        _ line: ArraySlice<UInt8>
    ) throws(FormError) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        let name = line.prefix { ByteSet.token.contains($0) }
        let value = line.dropFirst(name.count)
        guard !name.isEmpty, value.first == 0x3A,
            value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == ASCII.tab }), StreamSafe.allows(value)
        else { throw .malformed }
        return (name, ASCII.trimmed(value.dropFirst()))
    }

    /// The name without the folders that some clients send, with slashes or backslashes.
    private static func plainName(_ name: String) -> String {
        String(decoding: name.utf8.split { $0 == 0x2F || $0 == 0x5C }.last ?? name.utf8[...], as: UTF8.self)
    }

    /// Finds bytes that begin with CR and contain no other CR, in one pass for any body: after a failed match the next
    /// one can begin only at a CR.
    private func find(_ wanted: [UInt8], from start: Int) -> Int? {
        guard let base = body.baseAddress else { return nil }
        var position = start
        var matched = 0
        while position < body.count {
            if matched == 0 {
                guard let found = memchr(base + position, Int32(wanted[0]), body.count - position) else { return nil }
                position = base.distance(to: found) + 1
                matched = 1
            } else if body[position] == wanted[matched] {
                position += 1
                matched += 1
            } else if body[position] == wanted[0] {
                position += 1
                matched = 1
            } else {
                matched = 0
            }
            if matched == wanted.count { return position - matched }
        }
        return nil
    }
}
