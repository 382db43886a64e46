// Reading pages for strangers: nothing inside is connected to, redirects and names included, and every
// page has bounds.

import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

@testable import Fetching

@Suite(.serialized) struct WebClientTests {
    /// A server on this machine that counts who comes.
    private final class Site: Sendable {
        let visits = Mutex(0)
        let server: Mutex<Server?> = Mutex(nil)
    }

    /// Reads addresses, in which PORT stands for the server's, as the test setting allows or as anybody may.
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
            // 6 MB of one letter, packed by gzip beforehand.
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

    /// What `gzip -9` makes of so many letters: a block of fixed codes, then the same match again and again.
    private static let bomb: [UInt8] = {
        // Stored blocks would not be small; one long run of DEFLATE's longest match is: 258 letters in 13 bits or fewer.
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1 == 1) } }
        func code(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        put(1, 1)
        put(1, 2)
        code(0x30 + 0x78, 8)  // the letter x
        for _ in 0..<(6 << 20) / 258 {
            code(0xC0 + 285 - 280, 8)  // a match of 258
            code(0, 5)  // one letter back
        }
        code(0, 7)
        while bits.count % 8 != 0 { bits.append(false) }
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        for start in stride(from: 0, to: bits.count, by: 8) {
            bytes.append((0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) })
        }
        return bytes + Array(repeating: 0, count: 8)
    }()

    @Test func `a page comes, and a redirect is followed`() async throws {
        let (pages, _) = try await read(["http://127.0.0.1:PORT/", "http://127.0.0.1:PORT/hops?n=5"])
        #expect(try pages.map { String(decoding: try $0.get().bytes, as: UTF8.self) } == ["a page", "arrived"])
        #expect(try pages[1].get().url.hasSuffix("/hops?n=0"))
    }

    @Test func `nobody is sent cookies, names or where one came from`() async throws {
        let page = try await read(["http://127.0.0.1:PORT/fields"]).pages[0].get()
        #expect(String(decoding: page.bytes, as: UTF8.self) == "-|-|Toque (recipe import)")
    }

    @Test(arguments: [
        "http://127.0.0.1:PORT/", "http://localhost:PORT/", "http://2130706433:PORT/", "http://0x7f000001:PORT/",
        "http://0177.0.0.1:PORT/", "http://127.1:PORT/", "http://[::1]:PORT/", "http://[::ffff:127.0.0.1]:PORT/",
        "http://[::ffff:7f00:1]:PORT/", "http://0.0.0.0:PORT/", "http://[::]:PORT/",
    ])
    func `this machine is not connected to under any name`(address: String) async throws {
        // The port is open here, so that only the look at the address keeps it out.
        let (pages, visits) = try await read(
            [address], isTest: false, ports: true)
        let failure = try #require(throws: WebFailure.self) { try pages[0].get() }
        #expect(failure == .inside || address.contains("[") && failure == .unreachable)
        #expect(visits == 0)
    }

    @Test func `of two answers of a resolver each is looked at, and only what may be is connected to`() async throws {
        let address = "http://kitchen.example:PORT/"
        for answers in ["127.0.0.1", "127.0.0.1,10.0.0.1", "10.0.0.1,127.0.0.1", "169.254.169.254,::1,127.0.0.1"] {
            let names = ["kitchen.example:PORT:\(answers)"]
            // Nobody but a test may ask this machine, whichever name means it.
            let (pages, visits) = try await read([address], isTest: false, ports: true, names: names)
            #expect(throws: WebFailure.inside) { try pages[0].get() }
            #expect(visits == 0)
            // The test may: what is inside for it too is passed over.
            let (seen, came) = try await read([address], host: "kitchen.example", names: names)
            #expect(try seen[0].get().bytes == Array("a page".utf8) && came == 1)
        }
    }

    @Test func `a name that means another address at the next look is looked at again`() async throws {
        let here = "http://kitchen.example:PORT/"
        let (pages, visits) = try await read(
            [here, here], host: "kitchen.example", names: ["kitchen.example:PORT:10.0.0.1"])
        #expect(pages.allSatisfy { $0.map(\.url) == .failure(.inside) } && visits == 0)
        // A redirect from a page that may be read to a name that means something inside.
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
    func `neither are networks inside, nor the machines' own desk`(address: String) async throws {
        let failure = try #require(throws: WebFailure.self) { try WebClient(seconds: 3).read(address, since: .now) }
        // Where a family of addresses has no route, there is nothing to open; else it is refused.
        #expect([.inside, .unreachable].contains(failure))
        if !address.contains("[") { #expect(failure == .inside) }
    }

    @Test(arguments: [
        "http://127.0.0.1/", "http://localhost/", "http://169.254.169.254/", "http://[::1]/", "http://2130706433/",
    ])
    func `a redirect inside is not followed`(target: String) async throws {
        let (pages, visits) = try await read(["http://127.0.0.1:PORT/to?to=\(target)"])
        #expect(throws: WebFailure.inside) { try pages[0].get() }
        #expect(visits == 1)
    }

    @Test(arguments: [
        ("file:///etc/passwd", WebAddress.Problem.form), ("gopher://127.0.0.1/", .form),
        ("http://a:b@127.0.0.1/", .credentials), ("http://127.0.0.1:22/", .port), ("http://localhost:PORT/", .port),
    ])
    func `a redirect to what nobody may type is not followed either`(
        target: String, problem: WebAddress.Problem
    ) async throws {
        let failure = try await read(["http://127.0.0.1:PORT/to?to=\(target)"]).pages[0]
        #expect(throws: WebFailure.address(problem)) { try failure.get() }
    }

    @Test func `a sixth redirect is one too many`() async throws {
        let (pages, visits) = try await read(["http://127.0.0.1:PORT/hops?n=6"])
        #expect(throws: WebFailure.redirects) { try pages[0].get() }
        #expect(visits == 6)
    }

    @Test func `a page has a bound, which counts what is unpacked`() async throws {
        let pages = try await read(["fits", "long", "bomb"].map { "http://127.0.0.1:PORT/\($0)" }).pages
        #expect(try pages[0].get().bytes.count == WebClient.most)
        #expect(throws: WebFailure.tooLong) { try pages[1].get() }
        #expect(Self.bomb.count < 40_000)
        #expect(throws: WebFailure.tooLong) { try pages[2].get() }
    }

    @Test func `who trickles is not waited for`() async throws {
        let pages = try await read(["http://127.0.0.1:PORT/slow"], seconds: 1).pages
        #expect(throws: WebFailure.tooSlow) { try pages[0].get() }
    }

    @Test func `any status but 200 is told`() async throws {
        let pages = try await read(["http://127.0.0.1:PORT/missing"]).pages
        #expect(throws: WebFailure.status(404)) { try pages[0].get() }
    }

    @Test func `who waited for a thread until the time was over asks for nothing`() async throws {
        let (pages, visits) = try await read(["http://127.0.0.1:PORT/"], seconds: 5, waited: 5)
        #expect(throws: WebFailure.tooSlow) { try pages[0].get() }
        #expect(visits == 0)
    }
}
