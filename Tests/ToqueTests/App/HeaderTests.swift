// Tests of headers that every page, error, file and redirect must have, and of requests over plain HTTP.

import Database
import Foundation
import HTTP
import HTTPServer
import Testing

@testable import TestKit
@testable import Toque

@Suite struct HeaderTests {
    /// A site that uses HTTPS.
    private func secureSite(_ change: (inout Configuration) -> Void = { _ in }) throws -> TestSite {
        try TestSite(folder: .filled(), clock: TestClock()) {
            $0.baseURL = "https://toque.test"
            change(&$0)
        }
    }

    private func expectHeaders(_ response: Response, _ comment: Comment) {
        let headers = response.headers
        let policy = headers["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none'"), comment)
        #expect(!policy.contains("unsafe") && !policy.contains("*"), comment)
        #expect(policy.contains("frame-ancestors 'none'") || policy == SecureHeaders.inert, comment)
        #expect(headers["X-Content-Type-Options"] == "nosniff", comment)
        #expect(headers["Referrer-Policy"] == "same-origin", comment)
        #expect(headers["Permissions-Policy"]?.hasPrefix("camera=(self), ") == true, comment)
        #expect(headers["Cross-Origin-Opener-Policy"] == "same-origin", comment)
        #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin", comment)
        #expect(headers["Strict-Transport-Security"] == "max-age=31536000", comment)
        #expect(headers["Access-Control-Allow-Origin"] == nil && headers["Server"] == nil, comment)
        for name in ["Content-Security-Policy", "Cache-Control", "Strict-Transport-Security"] {
            #expect(headers.all(name).count == 1, "\(comment) \(name)")
        }
        // An answer that shared caches may keep contains nothing personal.
        let isShared = headers["Cache-Control"]?.contains("public") == true
        #expect(
            isShared ? !headers.contains("Set-Cookie") : headers["Cache-Control"]?.contains("no-store") == true, comment
        )
    }

    @Test func `every route has the security headers, for visitors and members`() async throws {
        let site = try secureSite()
        for client in [try site.visitor(), try site.client(.ada)] {
            client.cookies["__Host-toque_done"] = "saved"
            for route in Routes.all {
                let method = route.method == .get ? [HTTP.Method.get, .head] : [.post]
                for method in method {
                    expectHeaders(try await client.send(method, AccessTests.target(route)), AccessTests.name(route))
                }
            }
        }
    }

    @Test func `errors, files and partial answers have the security headers`() async throws {
        let site = try secureSite()
        let visitor = try site.visitor()
        let file = site.site.assets.address("site.css")
        let tag = try #require(try await visitor.get(file).headers["ETag"])
        let asked: [(HTTP.Method, String, Headers, Int)] = [
            (.get, "/nowhere", [:], 404), (.get, "/nowhere", ["Accept": "application/json"], 404),
            (.put, "/", [:], 405), (.options, "/", [:], 204), (.options, "*", [:], 204),
            (.post, "/login", ["Content-Type": "text/plain"], 415),
            (.post, "/login", ["Origin": "https://evil.test"], 403),
            (.post, "/login", ["Content-Type": "application/x-www-form-urlencoded"], 403),
            (.get, "/my/recipes", [:], 303), (.get, "/favicon.ico", [:], 301),
            (.get, file, [:], 200), (.get, file, ["If-None-Match": tag], 304),
            (.get, file, ["If-Match": "\"other\""], 412),
            (.get, file, ["Range": "bytes=0-3"], 206), (.get, file, ["Range": "bytes=99999999-"], 416),
        ]
        for (method, target, headers, status) in asked {
            let body = method == .post ? Array("x".utf8) : []
            let answer = try await visitor.send(method, target, headers: headers, body: body)
            #expect(answer.status.code == status, "\(method.rawValue) \(target)")
            expectHeaders(answer, "\(method.rawValue) \(target) \(status)")
        }
        expectHeaders(site.site.page(for: Refusal(status: .badRequest, reason: "", peer: "")), "refused")
        expectHeaders(StaticPages.page(.internalError).with("Strict-Transport-Security", "max-age=31536000"), "static")
    }

    @Test func `a refused request for a file is not cached`() async throws {
        let visitor = try secureSite().visitor()
        let file = visitor.site.site.assets.address("site.css")
        for headers in [["If-Match": "\"other\""], ["Range": "bytes=99999999-"]] as [Headers] {
            let answer = try await visitor.send(.get, file, headers: headers)
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(answer.headers["ETag"] == nil && answer.bytes.isEmpty)
        }
    }

    @Test func `the HSTS time is a setting and applies only to sites over HTTPS`() async throws {
        let longer = try await secureSite { $0.hstsSeconds = 0 }.visitor().get("/")
        #expect(longer.headers["Strict-Transport-Security"] == "max-age=0")
        #expect(try await TestSite().visitor().get("/").headers["Strict-Transport-Security"] == nil)
        let wider = try await secureSite { $0.hstsSubdomains = true }.visitor().get("/")
        #expect(wider.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains")
        #expect(try Configuration.load(environment: ["TOQUE_HSTS_SUBDOMAINS": "on"]).hstsSubdomains)
        #expect(try !Configuration.load(environment: [:]).hstsSubdomains)
    }

    @Test(arguments: [
        ["TOQUE_TLS_CERT": "c.pem"], ["TOQUE_TLS_KEY": "k.pem"], ["TOQUE_HTTP_PORT": "80"],
        ["TOQUE_TLS_CERT": "c.pem", "TOQUE_TLS_KEY": "k.pem", "TOQUE_BASE_URL": "http://toque.test"],
        ["TOQUE_HSTS_SUBDOMAINS": "yes"], ["TOQUE_HSTS_SECONDS": "-1"], ["TOQUE_HSTS_SECONDS": "a year"],
    ])
    func `contradictory or invalid encryption settings are refused`(environment: [String: String]) {
        #expect(throws: Configuration.Invalid.self) { try Configuration.load(environment: environment) }
    }

    @Test func `with a certificate the site’s address begins with https`() async throws {
        let files = ["TOQUE_TLS_CERT": "/nowhere/c.pem", "TOQUE_TLS_KEY": "/nowhere/k.pem"]
        let configuration = try Configuration.load(environment: files.merging(["TOQUE_HOST": "::1"]) { $1 })
        #expect(configuration.baseURL == "https://[::1]:8080" && configuration.isSecure)
        #expect(try Configuration.load(environment: ["TOQUE_TLS_CERT": "", "TOQUE_TLS_KEY": ""]).certificate == nil)
        #expect(await CommandLineTool.run(["serve"], environment: files) == 1, "the certificate is not there")
    }

    @Test func `plain HTTP redirects pages to HTTPS and refuses all else`() async throws {
        let site = try secureSite()
        let reader = try site.site.openReader()
        func ask(_ method: HTTP.Method, _ target: String) async throws -> Response {
            let request = try Request(
                method: method, target: target, headers: ["Host": "evil.test"], body: method == .post ? [0x78] : [])
            return await site.site.respond(to: request, reader: reader, inClear: true)
        }
        let file = site.site.assets.address("site.css")
        for target in ["/", "/recipes?q=%C3%A9&page=2", "//evil.test/", file, "/metrics", "/nowhere"] {
            for method in [HTTP.Method.get, .head] {
                let answer = try await ask(method, target)
                #expect(answer.status == .permanentRedirect, "\(target)")
                #expect(answer.location == "https://toque.test" + target)
                #expect(!answer.headers.contains("Strict-Transport-Security"), "not where others could have set it")
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
                #expect(answer.headers["Cache-Control"]?.contains("no-store") == true)
            }
        }
        for method in [HTTP.Method.post, .put, .delete, .options] {
            let answer = try await ask(method, "/login")
            #expect(answer.status == .forbidden && answer.location == nil && !answer.headers.contains("Set-Cookie"))
        }
    }

    @Test func `a forged host appears in no link, redirect or header`() async throws {
        let site = try secureSite()
        let forged: Headers = [
            "Host": "evil.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Server": "evil.test",
            "X-Host": "evil.test", "Forwarded": "for=1.2.3.4;host=evil.test;proto=http", "X-Original-URL": "/admin",
        ]
        for client in [try site.visitor(), try site.client(.alice)] {
            for target in ["/", "/login", "/register", "/recipes", "/my/recipes", "/favicon.ico", "/nowhere"] {
                for target in [target, "http://evil.test\(target)"] {
                    let answer = try await client.send(.get, target, headers: forged)
                    #expect(!answer.text.contains("evil.test"), "\(target)")
                    #expect(!answer.headers.contains { $0.value.contains("evil.test") }, "\(target)")
                }
            }
            let login = try await client.post("/login", LoginTests.fields("alice"), headers: forged)
            #expect(login.status == .forbidden, "the form came from another host than the one it was sent to")
        }
    }
}

extension Response {
    fileprivate func with(_ name: String, _ value: String) -> Response {
        var response = self
        response.headers[name] = value
        return response
    }
}
