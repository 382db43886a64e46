// Tests of conditional requests, ranges and content codings.

import Testing

@testable import HTTP

@Suite struct `Conditional requests` {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"

    private func answer(
        _ headers: Headers, tag: String? = "\"a\"", modified: String? = date, method: HTTP.Method = .get
    ) throws -> Response {
        var response = Response.text("0123456789")
        response.headers["ETag"] = tag
        response.headers["Last-Modified"] = modified
        response.headers["Accept-Ranges"] = "bytes"
        response.headers["Cache-Control"] = "public"
        return response.fitted(to: try Request(method: method, target: "/", headers: headers))
    }

    @Test(arguments: ["\"a\"", "W/\"a\"", "\"x\", \"a\"", "\"x,y\", W/\"z\",\"a\"", "*"])
    func `a known tag is answered with 304 and no content`(tag: String) throws {
        let response = try answer(["If-None-Match": tag])
        #expect(response.status == .notModified)
        #expect(response.contentLength == 0)
        #expect(response.headers["Content-Type"] == nil)
        #expect(response.headers["ETag"] == "\"a\"")
        #expect(response.headers["Cache-Control"] == "public")
    }

    @Test(arguments: ["\"b\"", "a", "\"a", "", "\"A\""])
    func `an unknown tag gets the content, whatever the date is`(tag: String) throws {
        #expect(try answer(["If-None-Match": tag, "If-Modified-Since": Self.date]).status == .ok)
    }

    @Test func `an unchanged date is answered with 304`() throws {
        #expect(try answer(["If-Modified-Since": Self.date]).status == .notModified)
        #expect(try answer(["If-Modified-Since": Self.date], method: .head).status == .notModified)
        #expect(try answer(["If-Modified-Since": Self.earlier]).status == .ok)
        #expect(try answer(["If-Modified-Since": "yesterday"]).status == .ok)
        #expect(try answer(["If-Modified-Since": Self.date], method: .post).status == .ok)
    }

    @Test func `a condition that fails is answered with 412`() throws {
        #expect(try answer(["If-Match": "\"b\""]).status == .preconditionFailed)
        #expect(try answer(["If-Match": "W/\"a\""]).status == .preconditionFailed)
        #expect(try answer(["If-Match": "\"b\", \"a\""]).status == .ok)
        #expect(try answer(["If-Match": "*"]).status == .ok)
        #expect(try answer(["If-Match": "\"a\""], tag: "W/\"a\"").status == .preconditionFailed)
        #expect(try answer(["If-Unmodified-Since": Self.earlier]).status == .preconditionFailed)
        #expect(try answer(["If-Unmodified-Since": Self.date]).status == .ok)
    }

    @Test func `conditions are ignored for content without tag and date`() throws {
        #expect(try answer(["If-Match": "\"b\"", "Range": "bytes=0-1"], tag: nil, modified: nil).status == .ok)
    }

    @Test func `one range is answered with that part of the content`() throws {
        let response = try answer(["Range": "bytes=2-4"])
        #expect(response.status == .partialContent)
        #expect(response.headers["Content-Range"] == "bytes 2-4/10")
        #expect(response.contentLength == 3)
        guard case .bytes(let bytes) = response.body else { return #expect(Bool(false), "bytes") }
        #expect(bytes == Array("234".utf8))
    }

    @Test func `several ranges come in one multipart body`() throws {
        let response = try answer(["Range": "bytes=0-1,-2"])
        #expect(response.status == .partialContent)
        let type = try #require(response.headers["Content-Type"])
        let boundary = try #require(type.split(separator: "=").last)
        guard case .pieces(let pieces) = response.body else { return #expect(Bool(false), "pieces") }
        let text = pieces.map { piece in
            guard case .bytes(let bytes) = piece else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }.joined()
        let part = "Content-Type: text/plain; charset=utf-8\r\nContent-Range: bytes"
        #expect(
            text == "\r\n--\(boundary)\r\n\(part) 0-1/10\r\n\r\n01\r\n--\(boundary)\r\n\(part) 8-9/10\r\n\r\n89"
                + "\r\n--\(boundary)--\r\n")
        #expect(response.contentLength == text.utf8.count)
    }

    @Test func `a range beyond the content is answered with 416 and the length`() throws {
        let response = try answer(["Range": "bytes=10-"])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers["Content-Range"] == "bytes */10")
    }

    @Test func `a range of another version gets the whole content`() throws {
        #expect(try answer(["Range": "bytes=2-", "If-Range": "\"a\""]).status == .partialContent)
        #expect(try answer(["Range": "bytes=2-", "If-Range": Self.date]).status == .partialContent)
        for condition in ["\"b\"", "W/\"a\"", Self.earlier, "x"] {
            #expect(try answer(["Range": "bytes=2-", "If-Range": condition]).status == .ok)
        }
        #expect(try answer(["Range": "bytes=2-", "If-Range": "W/\"a\""], tag: "W/\"a\"").status == .ok)
        #expect(try answer(["Range": "bytes=2-"], method: .head).status == .ok)
    }

    @Test(arguments: [
        ("bytes=0-0", [0..<1]), ("bytes=9-", [9..<10]), ("BYTES=-1", [9..<10]), ("bytes=-99", [0..<10]),
        ("bytes=5-99999999999999999999999", [5..<10]), ("bytes= 1-2 , 4-5", [1..<3, 4..<6]),
        ("bytes=8-9,20-30", [8..<10]),
    ])
    func `valid ranges are parsed`(field: String, parts: [Range<Int>]) {
        #expect(ByteRange(field, length: 10) == .parts(parts))
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=2-1", "lines=1-2", "bytes=1-2-3", "bytes=1-2,,3-4",
        "bytes=+1-2", "bytes=0-9,0-9", "bytes=" + [String](repeating: "0-0", count: 17).joined(separator: ","),
    ])
    func `malformed, overlapping or too many ranges get the whole content`(field: String) {
        #expect(ByteRange(field, length: 10) == .whole)
    }

    @Test func `a range of no bytes cannot be satisfied`() {
        #expect(ByteRange("bytes=0-0", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-0", length: 10) == .unsatisfiable)
    }
}

@Suite struct `Content codings` {
    @Test(arguments: [
        ("gzip, br", ContentCoding.brotli), ("gzip", .gzip), ("br;q=0.5, gzip;q=0.8", .gzip), ("*", .brotli),
        ("br;q=0, *", .gzip), ("GZIP", .gzip), ("identity", .identity), ("", .identity), ("gzip;q=0", .identity),
        ("gzip;q=0.000", .identity), ("gzip;q=2", .identity), ("gzip;q=", .identity), ("gzip;x=1", .identity),
        ("gzip;q=0.0001", .identity), ("deflate, zstd", .identity), (";;,,;q=1", .identity), ("gzip ; q=0.3", .gzip),
    ])
    func `the accepted coding with the highest weight is chosen`(field: String, coding: ContentCoding) throws {
        let request = try Request(method: .get, target: "/", headers: ["Accept-Encoding": field])
        #expect(ContentCoding.chosen(request, from: ContentCoding.allCases) == coding)
    }

    @Test func `without Accept-Encoding nothing is compressed`() throws {
        let request = try Request(method: .get, target: "/")
        #expect(ContentCoding.chosen(request, from: ContentCoding.allCases) == .identity)
    }
}
