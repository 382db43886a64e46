// Tests of every reason to refuse a request, sent whole and byte by byte.

import HTTP
import Testing

@Suite struct `Refused requests` {
    /// Requests that are refused with 400: what is wrong, and the text.
    static let malformed: [(String, String)] = [
        ("bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        ("bare LF after a field", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"),
        ("bare LF at the end", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        ("bare CR in a field", "GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n"),
        ("bare CR in the request line", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("CR CR LF", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n"),
        ("folded field", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n"),
        ("folded first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        ("space before colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
        ("tab before colon", "GET / HTTP/1.1\r\nHost: a\r\nX\t: a\r\n\r\n"),
        ("no colon", "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"),
        ("empty name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"),
        ("name with a bracket", "GET / HTTP/1.1\r\nHost: a\r\nX[: b\r\n\r\n"),
        ("name not ASCII", "GET / HTTP/1.1\r\nHost: a\r\né: b\r\n\r\n"),
        ("NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}\r\n\r\n"),
        ("control in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1B}[\r\n\r\n"),
        ("DEL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{7F}\r\n\r\n"),
        ("no host", "GET / HTTP/1.1\r\n\r\n"),
        ("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        ("empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        ("host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        ("host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"),
        ("host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        ("host with a port too large", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n"),
        ("host with a port not a number", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
        ("host with an open bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
        ("bad host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n"),
        ("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("space at the end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        ("tab between words", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("space at the start", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("no version", "GET /\r\n\r\n"),
        ("version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n"),
        ("version without minor", "GET / HTTP/1\r\nHost: a\r\n\r\n"),
        ("version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
        ("method with a colon", "G:T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("target without slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("asterisk without OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("other scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("absolute target with a user", "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("absolute target without host", "GET http:///b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("raw UTF-8 in the path", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("raw UTF-8 in the query", "GET /?é HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("quotes in the path", "GET /\" HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("backslash in the path", "GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("broken escape", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("escape cut short", "GET /a%4 HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("NUL escaped in the path", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("NUL escaped in the query", "GET /?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("broken escape in the query", "GET /?a=100% HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("overlong UTF-8", "GET /%C0%AF HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("escaped surrogate", "GET /?a=%ED%A0%80 HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("encoded slash", "GET /a%2Fb HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("encoded backslash", "GET /a%5cb HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("encoded line end", "GET /a%0d%0ab HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("dot segment", "GET /a/./b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("two dots", "GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("two dots at the end", "GET /a/.. HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("escaped dots", "GET /%2e%2E/b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("both framings", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"),
        (
            "both framings, reversed",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n"
        ),
        ("lengths that differ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"),
        ("equal lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n"),
        ("a list of lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n"),
        ("length with a sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\n"),
        ("negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n"),
        ("length in hexadecimal", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\n"),
        ("empty length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"),
        ("chunked twice", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n"),
        (
            "chunked in two fields",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
        ),
        ("empty coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n"),
        ("coding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
    ]

    @Test(arguments: malformed, [false, true])
    func `an ambiguous request is answered with 400`(request: (String, String), byteByByte: Bool) {
        let result = Reading.of(request.1, byteByByte: byteByByte)
        #expect(result.refusal == .badRequest, "\(request.0)")
        #expect(result.requests.isEmpty)
    }

    @Test(
        arguments: [
            "G\r\n", "\r\n", "5\n01234\r\n0\r\n\r\n", "5 \r\n01234\r\n0\r\n\r\n", " 5\r\n01234\r\n0\r\n\r\n",
            "+5\r\n01234\r\n0\r\n\r\n", "0x5\r\n01234\r\n0\r\n\r\n", "5;\r\n01234\r\n0\r\n\r\n",
            "5;a=\r\n01234\r\n0\r\n\r\n",
            "5;a=\"b\r\n01234\r\n0\r\n\r\n", "5;a\u{0}\r\n01234\r\n0\r\n\r\n", "5\r\n012345\r\n0\r\n\r\n",
            "5\r\n0123\r\n0\r\n\r\n", "5\r\n01234\n0\r\n\r\n", "5\r\n01234\r0\r\n\r\n", "0\r\nX : b\r\n\r\n",
            "0\r\n X: b\r\n\r\n", "0\r\nX: b\n\r\n", "FFFFFFFFFFFFFFFFF\r\n",
        ], [false, true])
    func `a malformed chunk is answered with 400`(body: String, byteByByte: Bool) {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let result = Reading.of(head + body, byteByByte: byteByByte)
        #expect(result.refusal == .badRequest)
        #expect(result.requests.isEmpty)
    }

    @Test(arguments: [
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", Status.notImplemented),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", .notImplemented),
        ("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", .notImplemented),
        ("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", .notImplemented),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .versionNotSupported),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .versionNotSupported),
        ("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", .expectationFailed),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000\r\n\r\n", .contentTooLarge),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999\r\n\r\n", .contentTooLarge),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n", .contentTooLarge),
    ])
    func `other refusals have their own status`(text: String, status: Status) {
        #expect(Reading.of(text).refusal == status)
    }
}

@Suite struct `Limits of requests` {
    @Test func `a content type with more than 16 parameters is answered with 400`() {
        func refusal(_ parameters: Int) -> Status? {
            let list = (0..<parameters).map { "; p\($0)=x" }.joined()
            return Reading.of("GET / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\(list)\r\n\r\n").refusal
        }
        #expect(refusal(16) == nil)
        #expect(refusal(17) == .badRequest && refusal(5_000) == .badRequest)
    }

    @Test func `a request line of more than 8192 bytes is answered with 414`() {
        let target = "/" + String(repeating: "a", count: 8192 - "GET / HTTP/1.1".utf8.count)
        #expect(Reading.of("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n").requests.count == 1)
        #expect(Reading.of("GET \(target)a HTTP/1.1\r\nHost: a\r\n\r\n").refusal == .uriTooLong)
        #expect(
            Reading.of("GET \(target)\(String(repeating: "a", count: 20))", byteByByte: true).refusal == .uriTooLong,
            "before its end has come")
    }

    @Test func `more than a hundred header fields are answered with 431`() {
        let fields = String(repeating: "X: y\r\n", count: 99)
        #expect(Reading.of("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n").requests.count == 1)
        #expect(Reading.of("GET / HTTP/1.1\r\nHost: a\r\n\(fields)X: y\r\n\r\n").refusal == .headerFieldsTooLarge)
    }

    @Test func `a header of more than 64 KB is answered with 431`() {
        let value = String(repeating: "v", count: 64 * 1024 - "Host: a\r\nX: \r\n".utf8.count)
        #expect(Reading.of("GET / HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n").requests.count == 1)
        #expect(Reading.of("GET / HTTP/1.1\r\nHost: a\r\nX: \(value)vvv\r\n\r\n").refusal == .headerFieldsTooLarge)
    }

    @Test func `the limit of a body is lower for urlencoded forms`() {
        var limits = Limits()
        limits.upload = 5
        limits.form = 5
        func status(_ type: String, _ length: Int) -> Status? {
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
            return Reading.of(head, limits: limits).refusal
        }
        #expect(status("image/png", 10) == nil)
        #expect(status("image/png", 11) == .contentTooLarge)
        #expect(status("application/x-www-form-urlencoded", 5) == nil)
        #expect(status("Application/X-WWW-Form-Urlencoded; charset=utf-8", 6) == .contentTooLarge)
    }

    @Test func `the limit of a chunked body applies to all its chunks together`() {
        var limits = Limits()
        limits.upload = 5
        limits.form = 5
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let whole = Reading.of(head + "5\r\n01234\r\n5\r\n01234\r\n0\r\n\r\n", limits: limits)
        #expect(whole.requests.count == 1)
        #expect(Reading.of(head + "5\r\n01234\r\n6\r\n0", limits: limits).refusal == .contentTooLarge)
    }

    @Test func `trailers are limited like headers`() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        let trailers = String(repeating: "X: y\r\n", count: 101)
        #expect(Reading.of(head + trailers).refusal == .headerFieldsTooLarge)
        let long = "X: " + String(repeating: "y", count: 70_000)
        #expect(Reading.of(head + long).refusal == .headerFieldsTooLarge)
    }
}
