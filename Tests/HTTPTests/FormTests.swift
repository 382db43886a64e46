// Tests of urlencoded and multipart forms, valid and broken.

import Foundation
import Testing

@testable import HTTP

/// Parses a body as a form of the given content type.
private func form(_ type: String?, _ body: [UInt8]) throws -> Form {
    var headers = Headers()
    if let type { headers["Content-Type"] = type }
    return try Request(method: .post, target: "/", headers: headers, body: body).form()
}

@Suite struct `Urlencoded forms` {
    private static let type = "application/x-www-form-urlencoded"

    @Test func `fields keep their order and may repeat`() throws {
        let form = try form(Self.type, Array("b=1&a=%D0%B1+%2B&b=2&empty=&&bare".utf8))
        #expect(form.fields.map(\.name) == ["b", "a", "b", "empty", "bare"])
        #expect(form["a"] == "б +")
        #expect(form["b"] == "1")
        #expect(form.all("b") == ["1", "2"])
        #expect(form["empty"] == "")
        #expect(form["none"] == nil)
    }

    @Test func `without a body the form is empty, whatever its type`() throws {
        #expect(try form(nil, []).fields.isEmpty)
        #expect(try form("multipart/form-data", []).fields.isEmpty)
    }

    @Test(arguments: ["a=%", "a=%4", "a=%GG", "a=%00", "a=%FF", "%C0%80=b", "a=%ED%A0%80"])
    func `broken escapes, NUL and invalid UTF-8 are refused`(body: String) {
        #expect(throws: FormError.malformed) { try form(Self.type, Array(body.utf8)) }
    }

    @Test func `1,000 fields are accepted, one more is refused`() throws {
        let fields = Array(repeating: "a=b", count: 1_000).joined(separator: "&")
        #expect(try form(Self.type, Array(fields.utf8)).fields.count == 1_000)
        #expect(throws: FormError.tooManyFields) { try form(Self.type, Array((fields + "&a=b").utf8)) }
    }

    @Test func `other content types are refused`() {
        #expect(throws: FormError.unsupportedType) { try form("application/json", [0x7B, 0x7D]) }
        #expect(throws: FormError.unsupportedType) { try form(nil, [0x61]) }
    }
}

@Suite struct `Multipart forms` {
    private static let type = "multipart/form-data; boundary=XX"

    private func body(_ parts: String...) -> [UInt8] {
        Array((parts.map { "--XX\r\n\($0)\r\n" }.joined() + "--XX--\r\n").utf8)
    }

    private static func field(_ name: String, _ value: String) -> String {
        "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)"
    }

    private static func file(_ filename: String, _ content: String) -> String {
        "Content-Disposition: form-data; name=\"f\"; filename=\"\(filename)\"\r\nContent-Type: image/png\r\n\r\n\(content)"
    }

    @Test(arguments: [
        "\r\r\r", "\r\n\r\n", "\r\n--X", "\r\n--X\r\n--X", "\r\n-\r\n--\r\r\n", "\n--XX", "--XX", "\r\n--XY\r",
        "\r\n--\r\n--",
    ])
    func `a text that resembles a boundary is content`(content: String) throws {
        #expect(try form(Self.type, body(Self.field("a", content), Self.field("b", "1")))["a"] == content)
    }

    @Test func `fields and files are separate`() throws {
        let form = try form(Self.type, body(Self.field("a", "борщ\r\n--X"), Self.file("a.png", "\u{0}\r\n--X-\r\n")))
        #expect(form["a"] == "борщ\r\n--X")
        #expect(form["f"] == nil)
        let file = try #require(form.file("f"))
        #expect(file.filename == "a.png")
        #expect(file.contentType == "image/png")
        #expect(try file.content.bytes() == Array("\u{0}\r\n--X-\r\n".utf8))
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("C:\\\\pics\\\\a.png", "a.png"), ("a\\\"b.png", "a\"b.png"),
        ("пирог.png", "пирог.png"),
    ])
    func `folders are removed from a file’s name`(sent: String, kept: String) throws {
        #expect(try form(Self.type, body(Self.file(sent, "x"))).file("f")?.filename == kept)
    }

    @Test func `an empty file input gives no file`() throws {
        #expect(try form(Self.type, body(Self.file("", ""))).files.isEmpty)
    }

    @Test func `a part with only the extended file name is a field`() throws {
        let part = "Content-Disposition: form-data; name=a; filename*=UTF-8''x.html\r\n\r\ntext"
        #expect(try form(Self.type, body(part))["a"] == "text")
    }

    @Test(
        arguments: [
            "", "--XX", "--XX--", "--XX\r\n", "--XX\r\n\r\nno disposition\r\n--XX--", "junk\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nno end",
            "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--XX",
            "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--XXY\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--XX--",
            "--XX\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition : form-data; name=a\r\n\r\nx\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=a\r\nX\r\n\r\nx\r\n--XX--",
            "--XX\nContent-Disposition: form-data; name=a\n\nx\n--XX--",
            "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n\u{0}\r\n--XX--",
        ].dropFirst())
    func `a malformed body is refused`(text: String) throws {
        if text == "--XX--" {
            #expect(try form(Self.type, Array(text.utf8)).fields.isEmpty)
        } else {
            #expect(throws: FormError.malformed) { try form(Self.type, Array(text.utf8)) }
        }
    }

    @Test func `a field that is not UTF-8 is refused, a file may be`() throws {
        var bytes = body(Self.field("a", "?"))
        let position = try #require(bytes.firstIndex(of: 0x3F))
        bytes[position] = 0xFF
        #expect(throws: FormError.malformed) { try form(Self.type, bytes) }
    }

    @Test(arguments: ["", "boundary=", "boundary=\"\"", "boundary=\(String(repeating: "b", count: 71))"])
    func `a missing, empty or long boundary is refused`(parameter: String) {
        #expect(throws: FormError.malformed) { try form("multipart/form-data; \(parameter)", body()) }
    }

    @Test func `the header of a part is limited`() {
        let part = "X: \(String(repeating: "x", count: 64 * 1024))\r\n" + Self.field("a", "b")
        #expect(throws: FormError.malformed) { try form(Self.type, body(part)) }
    }

    private static func part(headerLines: Int, parameters: Int = 1) -> String {
        let more = (1..<parameters).map { "; p\($0)=x" }.joined()
        let lines = String(repeating: "X: y\r\n", count: headerLines - 1)
        return "\(lines)Content-Disposition: form-data; name=a\(more)\r\n\r\nb"
    }

    @Test func `a part has at most 16 header lines, with at most 16 parameters`() throws {
        #expect(try form(Self.type, body(Self.part(headerLines: 16, parameters: 16)))["a"] == "b")
        #expect(throws: FormError.malformed) { try form(Self.type, body(Self.part(headerLines: 17))) }
        #expect(throws: FormError.malformed) { try form(Self.type, body(Self.part(headerLines: 1, parameters: 17))) }
    }

    @Test func `the headers of all parts have a common limit`() throws {
        let line = "X: \(String(repeating: "x", count: 4_000))\r\n"
        let part = "--XX\r\n" + line + Self.field("a", "b") + "\r\n"
        func count(_ parts: Int) throws -> Int {
            try form(Self.type, Array((String(repeating: part, count: parts) + "--XX--").utf8)).fields.count
        }
        #expect(try count(100) == 100)
        #expect(throws: FormError.malformed) { try count(200) }
    }

    @Test func `a hundred files and 1,000 fields are accepted, more are refused`() throws {
        func parts(_ part: String, _ count: Int) -> [UInt8] {
            Array((String(repeating: "--XX\r\n\(part)\r\n", count: count) + "--XX--").utf8)
        }
        #expect(try form(Self.type, parts(Self.file("a", "b"), 100)).files.count == 100)
        #expect(throws: FormError.tooManyFields) { try form(Self.type, parts(Self.file("a", "b"), 101)) }
        #expect(try form(Self.type, parts(Self.field("a", "b"), 1_000)).fields.count == 1_000)
        #expect(throws: FormError.tooManyFields) { try form(Self.type, parts(Self.field("a", "b"), 1_201)) }
        #expect(throws: FormError.tooManyFields) { try form(Self.type, parts(Self.field("a", "b"), 10_000)) }
    }

    @Test func `empty file inputs count as parts`() throws {
        func parts(_ count: Int) -> [UInt8] {
            Array((String(repeating: "--XX\r\n\(Self.file("", ""))\r\n", count: count) + "--XX--").utf8)
        }
        #expect(try form(Self.type, parts(1_100)).files.isEmpty)
        #expect(throws: FormError.tooManyFields) { try form(Self.type, parts(1_101)) }
    }

    @Test func `the text of all fields has a common limit`() {
        let part = Self.field("a", String(repeating: "x", count: Limits().form / 2 + 1))
        #expect(throws: FormError.tooLarge) { try form(Self.type, body(part, part)) }
    }
}
