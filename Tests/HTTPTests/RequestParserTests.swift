// Tests of requests that the parser accepts.

import Testing

@testable import HTTP

/// Feeds bytes to a parser as a connection does: whole, or one byte at a time.
enum Reading {
    struct Result {
        var requests: [Request] = []
        var refusal: Status?
    }

    static func of(_ text: String, byteByByte: Bool = false, limits: Limits = Limits()) -> Result {
        of(Array(text.utf8), byteByByte: byteByByte, limits: limits)
    }

    static func of(_ bytes: [UInt8], byteByByte: Bool = false, limits: Limits = Limits()) -> Result {
        var parser = RequestParser(limits: limits, peer: "192.0.2.1")
        var result = Result()
        do throws(ParseFailure) {
            for piece in byteByByte ? bytes.map({ [$0] }) : [bytes] {
                parser.feed(piece)
                while let request = try parser.next() { result.requests.append(request) }
            }
        } catch {
            result.refusal = error.status
        }
        return result
    }
}

@Suite struct `Request parser` {
    @Test(arguments: [false, true])
    func `a request is read, whole or byte by byte`(byteByByte: Bool) throws {
        let text =
            "POST /recipes/4%32-a?q=a+b&q=%D0%B6 HTTP/1.1\r\nHost: example.org\r\nX-Y:  a b \t\r\n"
            + "Content-Length: 5\r\n\r\nhello"
        let result = Reading.of(text, byteByByte: byteByByte)
        #expect(result.refusal == nil)
        let request = try #require(result.requests.first)
        #expect(request.method == .post)
        #expect(request.target == "/recipes/4%32-a?q=a+b&q=%D0%B6")
        #expect(request.path == "/recipes/42-a")
        #expect(request.segments == ["recipes", "42-a"])
        #expect(request.query.all("q") == ["a b", "ж"])
        #expect(request.headers["x-y"] == "a b")
        #expect(try request.body.bytes() == Array("hello".utf8))
        #expect(request.peer == "192.0.2.1")
    }

    @Test(arguments: [false, true])
    func `pipelined requests are read in order, and a body is not read as a request`(byteByByte: Bool) {
        let text =
            "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 28\r\n\r\nGET /not HTTP/1.1\r\nHost: a\r\n"
            + "\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n"
        let result = Reading.of(text, byteByByte: byteByByte)
        #expect(result.refusal == nil)
        #expect(result.requests.map(\.path) == ["/1", "/2", "/3"])
    }

    @Test(arguments: [false, true])
    func `the chunks of a body are joined, extensions and trailers dropped`(byteByByte: Bool) throws {
        let text =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "5;a=b;c=\"d;\\\"e\"\r\nhello\r\n00A\r\n0123456789\r\n0\r\nX-Late: 1\r\n\r\n"
            + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
        let result = Reading.of(text, byteByByte: byteByByte)
        #expect(result.refusal == nil)
        #expect(result.requests.map(\.path) == ["/", "/next"])
        #expect(try result.requests.first?.body.bytes() == Array("hello0123456789".utf8))
        #expect(result.requests.first?.headers["X-Late"] == nil)
    }

    @Test func `an HTTP 1.0 request needs no Host`() {
        #expect(Reading.of("GET / HTTP/1.0\r\n\r\n").requests.count == 1)
    }

    @Test func `a higher minor version is read as HTTP 1.1`() {
        #expect(Reading.of("GET / HTTP/1.7\r\nHost: a\r\n\r\n").requests.count == 1)
    }

    @Test func `one empty line before a request is accepted, two are not`() {
        #expect(Reading.of("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n").requests.count == 1)
        #expect(Reading.of("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n").refusal == .badRequest)
    }

    @Test func `the authority of an absolute target replaces the Host field`() throws {
        let result = Reading.of("GET http://example.org:80/a?b=c HTTP/1.1\r\nHost: other\r\n\r\n")
        let request = try #require(result.requests.first)
        #expect(request.target == "/a?b=c")
        #expect(request.headers.all("Host") == ["example.org:80"])
        #expect(Reading.of("GET http://example.org HTTP/1.1\r\nHost: a\r\n\r\n").requests.first?.target == "/")
        #expect(Reading.of("GET http://example.org?a HTTP/1.1\r\nHost: a\r\n\r\n").requests.first?.target == "/?a")
    }

    @Test func `characters that browsers do not escape in a query are accepted`() {
        let result = Reading.of("GET /a?q=a|b^[c]{d}`\\' HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(result.requests.first?.query["q"] == "a|b^[c]{d}`\\'")
    }

    @Test func `a client that expects 100 Continue is sent it once`() throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var parser = RequestParser()
        parser.feed(head.utf8)
        let request = try parser.next()
        let answers = (parser.takeContinue(), parser.takeContinue())
        #expect(request == nil)
        #expect(answers == (true, false))
    }

    @Test func `a client that sends its body immediately is not sent 100 Continue`() throws {
        var parser = RequestParser()
        parser.feed("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\no".utf8)
        let request = try parser.next()
        let isOwed = parser.takeContinue()
        #expect(request == nil)
        #expect(!isOwed)
    }

    @Test func `the counted memory of a request includes its header and no unused capacity`() throws {
        var parser = RequestParser()
        let target = "/" + String(repeating: "a", count: 8_000)
        parser.feed("GET \(target) HTTP/1.1\r\n".utf8)
        _ = try parser.next()
        #expect((8_000..<20_000).contains(parser.held))
        let field = "X: " + String(repeating: "x", count: 1_000) + "\r\n"
        parser.feed((String(repeating: field, count: 60) + "X").utf8)
        _ = try parser.next()
        #expect((68_000..<80_000).contains(parser.held))
        parser.feed(": y\r\nHost: a\r\n\r\n".utf8)
        let request = try parser.next()
        #expect(request?.target == target && parser.held < 20_000)
    }

    @Test func `the stage of a request tells which deadline applies`() throws {
        var parser = RequestParser()
        func stage(after text: String) throws -> RequestParser.Stage {
            parser.feed(text.utf8)
            _ = try parser.next()
            return parser.stage
        }
        #expect(parser.stage == .idle)
        let head = try stage(after: "POST / HTTP/1.1\r\n")
        #expect(head == .head)
        let body = try stage(after: "Host: a\r\nContent-Length: 9\r\n\r\nabc")
        #expect(body == .body)
        #expect(parser.bodyReceived == 3)
        let end = try stage(after: "defghi")
        #expect(end == .idle)
    }

    @Test(arguments: [
        ("HTTP/1.1\r\nHost: a", true), ("HTTP/1.1\r\nHost: a\r\nConnection: x, Close", false),
        ("HTTP/1.0", false), ("HTTP/1.0\r\nConnection: Keep-Alive", true),
        ("HTTP/1.0\r\nConnection: keep-alive, close", false),
    ])
    func `version and Connection field decide whether the connection stays open`(rest: String, keeps: Bool) throws {
        var parser = RequestParser()
        parser.feed("GET / \(rest)\r\n\r\n".utf8)
        let request = try parser.next()
        #expect(request?.keepsAlive == keeps)
    }
}
