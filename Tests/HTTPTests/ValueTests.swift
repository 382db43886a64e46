// Tests of small values: header fields, cookies, dates, paths, escapes.

import Testing

@testable import HTTP

@Suite struct `Header fields` {
    @Test func `header fields are found in any case and keep order and repetition`() {
        var headers: Headers = ["Accept": "a", "X-A": "1"]
        headers.add("x-a", "2")
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.all("X-a") == ["1", "2"])
        headers["X-A"] = "3"
        #expect(headers.map(\.name) == ["Accept", "X-A"])
        #expect(headers.all("x-a") == ["3"])
        headers["accept"] = nil
        #expect(headers.count == 1)
        #expect(!headers.contains("Accept"))
    }

    @Test func `names that differ in one bit of a sign are different`() {
        let headers: Headers = ["X^": "1"]
        #expect(headers["X~"] == nil)
    }

    @Test func `a header value cannot end its line`() {
        let response = Response.redirect(to: "/a\r\nSet-Cookie: x=y\u{0}")
        #expect(response.headers["Location"] == "/a  Set-Cookie: x=y ")
    }
}

@Suite struct `Cookies` {
    private func cookie(_ name: String, _ fields: String...) throws -> String? {
        var headers = Headers()
        for field in fields { headers.add("Cookie", field) }
        return try Request(method: .get, target: "/", headers: headers).cookie(name)
    }

    @Test func `cookie pairs are read, anything else is skipped`() throws {
        let field = "a=1; b=x=y;c = 3 ; junk; =4"
        #expect(try cookie("a", field) == "1" && cookie("b", field) == "x=y" && cookie("c", field) == "3")
        #expect(try cookie("junk", field) == nil)
        #expect(try cookie("b", "a=1", "b=2") == "2")
        #expect(try cookie("a") == nil)
    }

    @Test func `the first of two cookies with the same name counts`() throws {
        #expect(try cookie("a", "a=1; a=2", "a=3") == "1")
    }

    @Test func `a name that only looks the same is a different name`() throws {
        #expect(try cookie("\u{E9}", "e\u{301}=1") == nil)
    }

    @Test func `a cookie is written with all its attributes`() {
        let cookie = Cookie(name: "__Host-s", value: "abc", maxAge: 60, secure: true)
        #expect(cookie.field == "__Host-s=abc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax")
        #expect(Cookie(name: "a", value: "", httpOnly: false).field == "a=; Path=/; SameSite=Lax")
    }

    @Test func `a cookie value cannot add attributes`() {
        #expect(
            Cookie(name: "a", value: "b; Domain=x\r\n", httpOnly: false).field.hasPrefix("a=b%3B%20Domain=x%0D%0A;"))
    }

    @Test func `each cookie has its own header field`() {
        var response = Response.text("")
        response.setCookie(Cookie(name: "a", value: "1"))
        response.setCookie(Cookie(name: "b", value: "2"))
        #expect(response.headers.all("set-cookie").count == 2)
    }
}

@Suite struct `Dates` {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `an HTTP date is written and read`(seconds: Int, text: String) {
        #expect(HTTPDate.format(seconds) == text)
        #expect(HTTPDate.parse(text) == seconds)
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Wed, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1995 08:49:37 GMT", "Sun, 6  Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    ])
    func `other forms of dates are refused`(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}

@Suite struct `Paths` {
    @Test func `the segments of a path are decoded once`() throws {
        let request = try Request(method: .get, target: "/a%2525/b%20c/?x=%2541")
        #expect(request.segments == ["a%25", "b c", ""])
        #expect(request.path == "/a%25/b c/")
        #expect(request.query["x"] == "%41")
        #expect(try Request(method: .get, target: "/").segments == [])
        #expect(try Request(method: .get, target: "//x").segments == ["", "x"])
    }

    @Test func `composed and decomposed letters are different paths`() throws {
        let composed = try Request(method: .get, target: "/%C3%A9")
        let decomposed = try Request(method: .get, target: "/e%CC%81")
        #expect(Array(composed.path.utf8) != Array(decomposed.path.utf8))
    }

    @Test(arguments: ["", "a", "/../a", "/a/%2e%2e", "/.%2E/", "/a%2f..%2fb", "/a%5c..", "/%00", "/a b", "/a\u{7F}"])
    func `a target that could leave its folder is refused`(target: String) {
        #expect(throws: ParseFailure.self) { try Request(method: .get, target: target) }
    }

    @Test func `only plain names become file paths`() {
        #expect(URLPath.file(under: "/srv", ["css", "site.css"]) == "/srv/css/site.css")
        for segments in [
            [], [""], [".."], ["."], [".git", "config"], ["a", ".env"], ["a/../b"], ["a\\b"], ["a\u{0}"], ["a", ""],
        ] {
            #expect(URLPath.file(under: "/srv", segments) == nil, "\(segments)")
        }
    }

    @Test func `an escaped path reads back the same`() throws {
        let segments = ["щи & каша", "100%", "?#", "+"]
        let path = segments.map { "/" + Percent.encode(segment: $0) }.joined()
        #expect(path == "/%D1%89%D0%B8%20%26%20%D0%BA%D0%B0%D1%88%D0%B0/100%25/%3F%23/%2B")
        #expect(try Request(method: .get, target: path).segments == segments)
        #expect(Percent.encode(segment: "a/b") == "a%2Fb")
    }

    @Test func `encoded parameters read back the same`() throws {
        let parameters = Parameters([("a b", "c&d=e"), ("я", "+"), ("a b", "")])
        #expect(parameters.encoded() == "a%20b=c%26d%3De&%D1%8F=%2B&a%20b=")
        #expect(try Parameters(parsing: parameters.encoded()).all("a b") == ["c&d=e", ""])
    }

    @Test func `broken escapes are refused`() {
        #expect(Percent.decode("%41%D0%B0+") == "Aа+")
        for text in ["%", "%4", "%4x", "%FF", "%00", "%C0%AF"] { #expect(Percent.decode(text) == nil) }
    }
}
