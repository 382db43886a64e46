// Tests of fetching pages for members: no connection to internal networks, also by redirect or name, and limits of size
// and time.

import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

@testable import Fetching

@Suite(.serialized) struct WebClientTests {
    /// A server on this machine that counts its requests.
    private final class Site: Sendable {
        let visits = Mutex(0)
        let server: Mutex<Server?> = Mutex(nil)
    }

    /// Fetches addresses, with PORT replaced by the server's port, either with the test setting or without it.
    private func read(
        _ addresses: [String], isTest: Bool = true, host: String = "127.0.0.1", seconds: Double = 10,
        waited: Double = 0, ports: Bool = false, names: [String] = []
    ) async throws -> (pages: [Result<WebPage, WebFailure>], visits: Int) {
        let site = Site()
        let server = Server(configuration: ServerConfiguration(loops: 1)) { _ in
            { request in
                site.visits.withLock { $0 += 1 }
                return await Self.answer(request)
            }
        }
        let port = try server.start()
        Self.port.withLock { $0 = port }
        let client = WebClient(
            testOrigin: isTest ? "http://\(host):\(port)" : nil, seconds: seconds,
            ports: ports ? [port] : WebAddress.ports,
            names: names.map { $0.replacing("PORT", with: String(port)) })
        let pages = try await WorkerPool(threads: 1, queueLimit: 10).run {
            addresses.map { address in
                let url = address.replacing("PORT", with: String(port))
                return Result { () throws(WebFailure) in try client.read(url, since: .now - .seconds(waited)) }
            }
        }
        await server.stop(within: 1)
        return (pages, site.visits.withLock { $0 })
    }

    private static let port = Mutex(0)

    private static func answer(_ request: Request) async -> Response {
        let here = "http://127.0.0.1:\(port.withLock { $0 })"
        switch request.segments.first {
        case "to": return .redirect(.found, to: request.query["to"] ?? "")
        case "hops":
            let left = request.query["n"].flatMap { Int($0) } ?? 0
            return left == 0 ? .text("arrived") : .redirect(.found, to: "\(here)/hops?n=\(left - 1)")
        case "fits": return .text(String(repeating: "x", count: WebClient.most))
        case "long": return .text(String(repeating: "x", count: WebClient.most + 1))
        case "bomb":
            // 6 MB of one letter, compressed in advance.
            var response = Response(body: .bytes(bomb))
            response.headers["Content-Encoding"] = "gzip"
            return response
        case "slow":
            return Response(
                body: .stream(
                    ContentStream {
                        try await Task.sleep(for: .milliseconds(200))
                        return [UInt8(ascii: "x")]
                    }))
        case "missing": return .text("no", status: .notFound)
        case "fields":
            return .text(
                ["Cookie", "Authorization", "User-Agent"].map { request.headers[$0] ?? "-" }.joined(separator: "|"))
        default: return .text("a page")
        }
    }

    /// The result of `gzip -9` for 6 MB of one letter: a block with fixed codes that repeats one match.
    private static let bomb: [UInt8] = {
        // Stored blocks would not be small. DEFLATE's longest match is 258 letters in 13 bits.
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1 == 1) } }
        func code(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        put(1, 1)
        put(1, 2)
        code(0x30 + 0x78, 8)  // the letter x
        for _ in 0..<(6 << 20) / 258 {
            code(0xC0 + 285 - 280, 8)  // a match of 258 letters
            code(0, 5)  // distance: one letter back
        }
        code(0, 7)
        while bits.count % 8 != 0 { bits.append(false) }
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        for start in stride(from: 0, to: bits.count, by: 8) {
            bytes.append((0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) })
        }
        return bytes + Array(repeating: 0, count: 8)
    }()

    @Test func `a page is fetched, also after redirects`() async throws {
        let (pages, _) = try await read(["http://127.0.0.1:PORT/", "http://127.0.0.1:PORT/hops?n=5"])
        #expect(try pages.map { String(decoding: try $0.get().bytes, as: UTF8.self) } == ["a page", "arrived"])
        #expect(try pages[1].get().url.hasSuffix("/hops?n=0"))
    }

    @Test func `a fetch sends no cookies and no credentials`() async throws {
        let page = try await read(["http://127.0.0.1:PORT/fields"]).pages[0].get()
        #expect(String(decoding: page.bytes, as: UTF8.self) == "-|-|Toque (recipe import)")
    }

    @Test(arguments: [
        "http://127.0.0.1:PORT/", "http://localhost:PORT/", "http://2130706433:PORT/", "http://0x7f000001:PORT/",
        "http://0177.0.0.1:PORT/", "http://127.1:PORT/", "http://[::1]:PORT/", "http://[::ffff:127.0.0.1]:PORT/",
        "http://[::ffff:7f00:1]:PORT/", "http://0.0.0.0:PORT/", "http://[::]:PORT/",
    ])
    func `no name of this machine is connected to`(address: String) async throws {
        // The port is allowed here, so that only the check of the address can refuse.
        let (pages, visits) = try await read(
            [address], isTest: false, ports: true)
        let failure = try #require(throws: WebFailure.self) { try pages[0].get() }
        #expect(failure == .inside || address.contains("[") && failure == .unreachable)
        #expect(visits == 0)
    }

    @Test func `each address of a DNS answer is checked, and only allowed ones are connected to`() async throws {
        let address = "http://kitchen.example:PORT/"
        for answers in ["127.0.0.1", "127.0.0.1,10.0.0.1", "10.0.0.1,127.0.0.1", "169.254.169.254,::1,127.0.0.1"] {
            let names = ["kitchen.example:PORT:\(answers)"]
            // Without the test setting no name may lead to this machine.
            let (pages, visits) = try await read([address], isTest: false, ports: true, names: names)
            #expect(throws: WebFailure.inside) { try pages[0].get() }
            #expect(visits == 0)
            // With it this machine is allowed, and other internal addresses are skipped.
            let (seen, came) = try await read([address], host: "kitchen.example", names: names)
            #expect(try seen[0].get().bytes == Array("a page".utf8) && came == 1)
        }
    }

    @Test func `a name is checked again at each lookup`() async throws {
        let here = "http://kitchen.example:PORT/"
        let (pages, visits) = try await read(
            [here, here], host: "kitchen.example", names: ["kitchen.example:PORT:10.0.0.1"])
        #expect(pages.allSatisfy { $0.map(\.url) == .failure(.inside) } && visits == 0)
        // A redirect from an allowed page to a name with an internal address.
        let (moved, came) = try await read(
            ["http://127.0.0.1:PORT/to?to=http://kitchen.example/"], names: ["kitchen.example:80:127.0.0.1,10.0.0.1"])
        #expect(throws: WebFailure.inside) { try moved[0].get() }
        #expect(came == 1)
    }

    @Test(arguments: [
        "http://10.0.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest/meta-data/",
        "http://100.100.100.200/",
        "http://[fe80::1]/", "http://[fd00:ec2::254]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/",
        "http://localhost/", "http://127.0.0.1/", "http://[::1]/",
    ])
    func `internal networks and cloud metadata addresses are not connected to`(address: String) async throws {
        let failure = try #require(throws: WebFailure.self) { try WebClient(seconds: 3).read(address, since: .now) }
        // Without a route for the address family the connection fails; otherwise it is refused.
        #expect([.inside, .unreachable].contains(failure))
        if !address.contains("[") { #expect(failure == .inside) }
    }

    @Test(arguments: [
        "http://127.0.0.1/", "http://localhost/", "http://169.254.169.254/", "http://[::1]/", "http://2130706433/",
    ])
    func `a redirect to an internal address is not followed`(target: String) async throws {
        let (pages, visits) = try await read(["http://127.0.0.1:PORT/to?to=\(target)"])
        #expect(throws: WebFailure.inside) { try pages[0].get() }
        #expect(visits == 1)
    }

    @Test(arguments: [
        ("file:///etc/passwd", WebAddress.Problem.form), ("gopher://127.0.0.1/", .form),
        ("http://a:b@127.0.0.1/", .credentials), ("http://127.0.0.1:22/", .port), ("http://localhost:PORT/", .port),
    ])
    func `a redirect to a form of address that may not be typed is not followed`(
        target: String, problem: WebAddress.Problem
    ) async throws {
        let failure = try await read(["http://127.0.0.1:PORT/to?to=\(target)"]).pages[0]
        #expect(throws: WebFailure.address(problem)) { try failure.get() }
    }

    @Test func `at most five redirects are followed`() async throws {
        let (pages, visits) = try await read(["http://127.0.0.1:PORT/hops?n=6"])
        #expect(throws: WebFailure.redirects) { try pages[0].get() }
        #expect(visits == 6)
    }

    @Test func `the size limit of a page counts decompressed bytes`() async throws {
        let pages = try await read(["fits", "long", "bomb"].map { "http://127.0.0.1:PORT/\($0)" }).pages
        #expect(try pages[0].get().bytes.count == WebClient.most)
        #expect(throws: WebFailure.tooLong) { try pages[1].get() }
        #expect(Self.bomb.count < 40_000)
        #expect(throws: WebFailure.tooLong) { try pages[2].get() }
    }

    @Test func `a page that arrives too slowly is not waited for`() async throws {
        let pages = try await read(["http://127.0.0.1:PORT/slow"], seconds: 1).pages
        #expect(throws: WebFailure.tooSlow) { try pages[0].get() }
    }

    @Test func `any status but 200 is an error`() async throws {
        let pages = try await read(["http://127.0.0.1:PORT/missing"]).pages
        #expect(throws: WebFailure.status(404)) { try pages[0].get() }
    }

    @Test func `a post is sent with its body and headers, to no private address, and follows no redirect`() async throws
    {
        let site = Site()
        let server = Server(configuration: ServerConfiguration(loops: 1)) { _ in
            { request in
                site.visits.withLock { $0 += 1 }
                if request.segments.first == "to" { return .redirect(.found, to: "/") }
                let isRight =
                    request.method == .post && request.headers["X-Test"] == "a"
                    && request.headers["Content-Type"] == "application/json"
                return .text(isRight ? "right" : "wrong", status: isRight ? .ok : .badRequest)
            }
        }
        let port = try server.start()
        let origin = "http://127.0.0.1:\(port)"
        let headers = [("Content-Type", "application/json"), ("X-Test", "a")]
        let answers = try await WorkerPool(threads: 1, queueLimit: 10).run {
            let client = WebClient(testOrigin: origin, seconds: 10)
            let shut = WebClient(testOrigin: nil, seconds: 10, ports: [port])
            return [
                Result { () throws(WebFailure) in try client.post("{}", to: origin + "/hook", headers: headers) },
                Result { () throws(WebFailure) in try client.post("{}", to: origin + "/to", headers: headers) },
                Result { () throws(WebFailure) in try shut.post("{}", to: origin + "/hook", headers: headers) },
            ]
        }
        await server.stop(within: 1)
        #expect(try answers[0].get() == 200 && answers[1].get() == 302)
        #expect(throws: WebFailure.inside) { try answers[2].get() }
        #expect(site.visits.withLock { $0 } == 2)
    }

    @Test func `a fetch that waited for a thread beyond its time limit sends no request`() async throws {
        let (pages, visits) = try await read(["http://127.0.0.1:PORT/"], seconds: 5, waited: 5)
        #expect(throws: WebFailure.tooSlow) { try pages[0].get() }
        #expect(visits == 0)
    }
}
