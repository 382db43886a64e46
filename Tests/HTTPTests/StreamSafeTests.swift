// Tests of the limit of combining marks in a row (30), in requests, forms and documents.

import Bytes
import Testing

@testable import HTTP

@Suite struct `Combining marks` {
    /// Combining marks of two classes in turn, which normalisation puts in another order.
    private static func marks(_ count: Int) -> String {
        String((0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" as Character : "\u{323}" })
    }

    @Test func `30 combining marks in a row are allowed, 31 are not`() {
        for start in ["a", "", "суп ", "漢"] {
            #expect(StreamSafe.allows(start + Self.marks(30)))
            #expect(!StreamSafe.allows(start + Self.marks(31) + "b"))
        }
        #expect(StreamSafe.allows(String(repeating: "e" + Self.marks(30), count: 100)))
    }

    @Test(arguments: [
        ("\u{301}", 30), ("\u{5B0}", 30), ("\u{3099}", 30), ("\u{FF9E}", 30), ("\u{1D165}", 30), ("\u{1E8D0}", 30),
        ("\u{344}", 15), ("\u{F73}", 15), ("\u{F75}", 15), ("\u{F81}", 15),
    ])
    func `marks of every script count, and one that decomposes into two counts twice`(mark: String, most: Int) {
        #expect(StreamSafe.allows("a" + String(repeating: mark, count: most)))
        #expect(!StreamSafe.allows("a" + String(repeating: mark, count: most + 1)))
    }

    @Test func `real words of many languages are allowed`() {
        for word in ["phở", "борщ й", "สวัสดี", "שָׁלוֹם", "ﾊﾞﾝ", "กิ่งไผ่", "🇺🇸👩‍👩‍👧", "नमस्ते"] {
            #expect(StreamSafe.allows(String(repeating: word, count: 1_000)))
        }
    }

    @Test func `invalid UTF-8 ends a run of marks`() {
        let run = Array(Self.marks(30).utf8)
        #expect(StreamSafe.allows(run + [0xFF] + run) && StreamSafe.allows(run + [0xCC] + run))
        #expect(!StreamSafe.allows([0xFF, 0xE0] + run + run))
    }

    @Test(arguments: [
        #"\u0301"#, "&#769;", "&#00000000000000769;", "&#x301;", "&#X0301", #"\uD834\uDD65"#, "\u{301}&#803;\\u0301",
    ])
    func `marks that are escaped in a document count`(mark: String) {
        let isThree = mark.contains("\\") && mark.contains("&")
        #expect(StreamSafe.allows(document: Array(String(repeating: mark, count: isThree ? 10 : 30).utf8)))
        #expect(!StreamSafe.allows(document: Array(String(repeating: mark, count: isThree ? 11 : 31).utf8)))
        #expect(StreamSafe.allows(document: Array(String(repeating: mark + "x", count: 1_000).utf8)))
    }

    @Test func `limiting a text keeps 30 marks of each run`() {
        let text = "a" + Self.marks(100) + "b" + Self.marks(31) + "c"
        #expect(StreamSafe.limited(text).unicodeScalars.count == 63)
        #expect(StreamSafe.limited("crème brûlée") == "crème brûlée")
    }

    @Test(arguments: ["Accept-Encoding", "Accept-Language", "Cookie", "If-None-Match", "Range", "Origin", "X-Any"])
    func `a header field with too many marks is answered with 400`(name: String) {
        func refusal(_ count: Int) -> Status? {
            Reading.of("GET / HTTP/1.1\r\nHost: a\r\n\(name): a\(Self.marks(count))\r\n\r\n").refusal
        }
        #expect(refusal(30) == nil)
        #expect(refusal(31) == .badRequest)
    }

    @Test(arguments: ["/x", "/x?q=", "/?", "/a/"])
    func `a target with too many marks is answered with 400`(start: String) {
        func refusal(_ count: Int) -> Status? {
            let escaped = Percent.encode(query: Self.marks(count))
            return Reading.of("GET \(start)\(escaped) HTTP/1.1\r\nHost: a\r\n\r\n").refusal
        }
        #expect(refusal(30) == nil)
        #expect(refusal(31) == .badRequest)
    }

    private static func form(_ type: String, _ body: String) throws -> Form {
        try Request(method: .post, target: "/", headers: ["Content-Type": type], body: Array(body.utf8)).form()
    }

    private static func multipart(_ name: String, _ value: String) throws -> Form {
        let part = "--X\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--X--"
        return try form("multipart/form-data; boundary=X", part)
    }

    @Test func `a form field keeps 30 marks of a run and is reported as limited`() throws {
        let (most, more) = ("Soup" + Self.marks(30), "Soup" + Self.marks(31))
        #expect(try Self.multipart("a", most).limited.isEmpty)
        let form = try Self.multipart("a", more)
        #expect(form.limited == [0] && form.fields[0].value.unicodeScalars.elementsEqual(most.unicodeScalars))
        #expect(throws: FormError.malformed) { try Self.multipart("a" + Self.marks(31), "Soup") }
        let escaped = Percent.encode(query: more)
        let other = try Self.form("application/x-www-form-urlencoded", "a=b&c=\(escaped)&\(escaped.dropLast(6))=d")
        #expect(other.limited == [1])
        #expect(throws: FormError.malformed) {
            try Self.form("application/x-www-form-urlencoded", "\(escaped)=a")
        }
    }
}
