// Tests that the limits of requests are settings and apply.

import HTTP
import HTTPServer
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct LimitTests {
    private static let settings: [(key: String, value: Int, kept: @Sendable (ServerConfiguration, Site) -> Int)] = [
        ("TOQUE_MAX_REQUEST_LINE", 5_001, { server, _ in server.limits.requestLine }),
        ("TOQUE_MAX_HEADER_BYTES", 5_002, { server, _ in server.limits.headerBlock }),
        ("TOQUE_MAX_HEADER_FIELDS", 53, { server, _ in server.limits.headerFields }),
        ("TOQUE_MAX_FORM_BYTES", 5_004, { server, _ in server.limits.form }),
        ("TOQUE_MAX_FORM_FIELDS", 55, { server, _ in server.limits.formFields }),
        ("TOQUE_MAX_FORM_FILES", 56, { server, _ in server.limits.formFiles }),
        ("TOQUE_MAX_UPLOAD_BYTES", 5_007, { server, _ in server.limits.upload }),
        ("TOQUE_MAX_CONNECTIONS", 58, { server, _ in server.maxConnections }),
        ("TOQUE_MAX_REQUESTS", 59, { server, _ in server.maxRequests }),
        (
            "TOQUE_MAX_INPUT_MB", 60,
            { server, site in server.inputMemory === site.inputRoom.memory ? site.inputRoom.memory.limit >> 20 : 0 }
        ),
        ("TOQUE_MAX_SPOOL_MB", 61, { _, site in site.inputRoom.spool.limit >> 20 }),
        ("TOQUE_HEADER_SECONDS", 62, { server, _ in Int(server.deadlines.header) }),
        ("TOQUE_BODY_SECONDS", 63, { server, _ in Int(server.deadlines.body) }),
        ("TOQUE_IDLE_SECONDS", 64, { server, _ in Int(server.deadlines.idle) }),
        ("TOQUE_WRITE_SECONDS", 65, { server, _ in Int(server.deadlines.write) }),
    ]

    @Test func `each limit is a setting`() throws {
        let values = Dictionary(uniqueKeysWithValues: Self.settings.map { ($0.key, String($0.value)) })
        let loaded = try Configuration.load(environment: values)
        let site = try TestSite(folder: .filled(), clock: TestClock()) { configuration in
            let made = configuration
            configuration = loaded
            (configuration.data, configuration.root, configuration.secretFile) = (made.data, made.root, made.secretFile)
        }
        for setting in Self.settings {
            #expect(setting.kept(site.site.serverConfiguration, site.site) == setting.value, "\(setting.key)")
        }
    }

    @Test func `one client has a quarter of the disk space for long bodies, a trusted proxy all of it`() throws {
        let proxies = try TrustedProxies("192.0.2.9")
        let site = try TestSite(folder: .filled(), clock: TestClock()) {
            $0.spoolMegabytes = 1
            ($0.limits.upload, $0.limits.form) = (100_000, 1_000)
            $0.trustedProxies = proxies
        }
        let server = site.site.serverConfiguration
        var held: [Request] = []
        func read(from peer: String) -> Bool {
            var parser = RequestParser(limits: server.limits, spool: server.spool, peer: peer)
            parser.feed("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n".utf8)
            parser.feed([UInt8](repeating: 0, count: 100_000))
            guard let request = try? parser.next() else { return false }
            held.append(request)
            return true
        }
        #expect(["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].map(read) == [true, true, false, true])
        #expect(["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(read) == [true, true, false])
        #expect((1...5).map { _ in read(from: "192.0.2.9") } == Array(repeating: true, count: 5))
        #expect(held.count == 10)
        held = []
        #expect(site.site.inputRoom.spool.used == 0)
    }

    @Test func `a form beyond the configured limits is refused with its status`() async throws {
        let site = try TestSite(folder: .filled(), clock: TestClock()) {
            $0.limits.formFields = 20
            $0.limits.upload = 2_000
        }
        let alice = try site.client(.alice)
        func fields(_ count: Int) -> [(String, String)] { (1...count).map { ("field\($0)", "x") } }
        // One of the fields is the form token.
        #expect(try await alice.post("/settings/profile", fields(19)).status == .seeOther)
        #expect(try await alice.post("/settings/profile", fields(20)).status == .badRequest)
        let more = RecipeLimits.steps + Nutrient.allCases.count
        #expect(try await alice.post("/recipes", fields(19 + more)).status == .unprocessable)
        #expect(try await alice.post("/recipes", fields(20 + more)).status == .badRequest)
        let file = (name: "photo", filename: "a.jpg", bytes: [UInt8](repeating: 0xFF, count: 2_001))
        #expect(try await alice.upload("/recipes", [], file: file).status == .contentTooLarge)
    }

    @Test func `a request refused by the server gets a page, an id and a log line`() async throws {
        let folder = try TestFolder.filled()
        let log = folder.path + "/access.log"
        let site = try TestSite(folder: folder, clock: TestClock()) { $0.accessLog = log }
        let page = site.site.serverConfiguration.refusalPage(
            Refusal(status: .unavailable, reason: "too many connections", peer: "192.0.2.1"))
        #expect(page.headers["Retry-After"] == "5" && page.headers["Content-Security-Policy"] != nil)
        #expect(page.text.contains("503 Service Unavailable"))
        site.site.accessLog?.flush()
        let entry = try #require(try WatchTests.read(log).first)
        #expect(entry.refused == "too many connections" && entry.status == 503 && entry.method == nil)
        #expect(entry.id == page.headers["X-Request-Id"] && entry.peer == "192.0.2.1")
    }
}
