// Tests of serving requests: order, bodies, files, keep-alive.

import Foundation
import HTTP
import HTTPServer
import Testing

/// The suites that use a real server run one at a time, since they wait on the threads that all tests share.
@Suite(.serialized) enum `Through a socket` {}

extension `Through a socket` {
    @Suite struct `Serving` {
        @Test func `a connection serves many requests`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                for number in 1...50 {
                    client.get("/count")
                    let answer = try #require(client.answer())
                    #expect(answer.status == 200)
                    #expect(answer.text == "\(number)")
                    #expect(answer.headers["Connection"] == "keep-alive")
                    #expect(HTTPDate.parse(answer.headers["Date"] ?? "") != nil)
                }
            }
        }

        @Test func `pipelined requests are answered in order, also when an early one is slow`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                let paths = ["/slow", "/count", "/nothing"] + Array(repeating: "/count", count: 97)
                client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
                let answers = paths.compactMap { _ in client.answer() }
                #expect(answers.map(\.status) == [200, 200, 404] + Array(repeating: 200, count: 97))
                #expect(answers.first?.text.hasSuffix("true") == true)
                #expect(answers.last?.text == "100")
            }
        }

        @Test func `HEAD answers with the length and no body`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("HEAD /big HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try #require(client.answer(toHead: true))
                #expect(answer.headers["Content-Length"] == "20000000")
                client.get("/")
                #expect(client.answer()?.text == "home")
            }
        }

        @Test func `an answer without content has no length`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.get("/empty")
                let answer = try #require(client.answer())
                #expect(answer.status == 204)
                #expect(answer.headers["Content-Length"] == nil)
            }
        }

        @Test func `404 and 405 come from the handler and keep the connection open`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.get("/nothing")
                #expect(client.answer()?.status == 404)
                client.send("DELETE / HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try #require(client.answer())
                #expect(answer.status == 405)
                #expect(answer.headers["Allow"] == "GET, HEAD, POST")
                client.get("/")
                #expect(client.answer()?.status == 200)
            }
        }

        @Test func `the connection closes when the client asks for it or uses HTTP 1.0`() async throws {
            try await TestSite.run { port, _ in
                for request in ["GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] {
                    let client = try Client(port: port)
                    client.send(request)
                    #expect(client.answer()?.headers["Connection"] == "close")
                    #expect(client.isClosed())
                }
            }
        }

        @Test func `a refused request is answered with a page, and no later request is read`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("GET / HTTP/1.1\r\nHost : a\r\n\r\nGET /count HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try #require(client.answer())
                #expect(answer.status == 400)
                #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
                #expect(answer.headers["Content-Security-Policy"] != nil)
                #expect(client.isClosed())
            }
        }

        @Test func `a body that is announced as too large is refused`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000\r\n\r\n")
                #expect(client.answer()?.status == 413)
            }
        }

        @Test func `a refused client that goes on sending can read the answer`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 10_000_000))
                #expect(client.answer()?.status == 413)
            }
        }

        @Test func `a client that expects 100 Continue gets it before it sends its body`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
                #expect(client.answer()?.status == 100)
                client.send("hello")
                #expect(client.answer()?.text == "5 hello")
                client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 999999999\r\n\r\n")
                #expect(client.answer()?.status == 413)
            }
        }

        @Test func `a large body arrives whole, and a large answer is sent whole`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 25000000\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 25_000_000))
                #expect(client.answer()?.text == "25000000 aaaaaaaaaaaaaaaaaaaa")
                client.get("/big")
                #expect(client.answer()?.body.count == 20_000_000)
            }
        }

        @Test func `a file is sent whole or in part, and a missing one is answered with 500`() async throws {
            let path = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"
            let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            try #require(FileManager.default.createFile(atPath: path, contents: Data(content)))
            defer { try? FileManager.default.removeItem(atPath: path) }
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.get("/file?path=\(path)&size=3000000")
                #expect(client.answer()?.body == content)
                client.get("/file?path=\(path)&size=10&offset=2999990")
                #expect(client.answer()?.body == Array(content.suffix(10)))
                client.get("/pieces?path=\(path)&size=2000000&offset=7")
                #expect(client.answer()?.body == [0x3C] + content[7..<2_000_007] + [0x3E])
                for query in ["path=\(path)&size=3000001", "path=\(path)-not&size=1", "path=/tmp&size=1"] {
                    client.get("/file?\(query)")
                    #expect(client.answer()?.status == 500)
                }
                client.get("/pieces?path=\(path)-not&size=1")
                #expect(client.answer() == nil, "the length was announced already")
            }
        }

        @Test func `a client that does not read delays no other client`() async throws {
            try await TestSite.run { port, _ in
                let sleeper = try Client(port: port, receiveBuffer: 4096)
                sleeper.get("/big")
                let client = try Client(port: port)
                for _ in 1...10 {
                    client.get("/")
                    #expect(client.answer()?.text == "home")
                }
                #expect(sleeper.answer()?.body.count == 20_000_000)
            }
        }

        @Test func `slow work runs on the pool while others are served, and its handler continues on its loop`()
            async throws
        {
            try await TestSite.run { port, _ in
                let slow = try Client(port: port)
                let quick = try Client(port: port)
                slow.get("/slow")
                quick.get("/count")
                #expect(quick.answer() != nil)
                let text = try #require(slow.answer()?.text)
                #expect(text == "elsewhere true, back true")
            }
        }

        @Test func `every loop answers with its own handler`() async throws {
            try await TestSite.run(ServerConfiguration(loops: 3)) { port, _ in
                var counts: [Int] = []
                for _ in 1...60 {
                    let client = try Client(port: port)
                    client.get("/count")
                    counts.append(Int(client.answer()?.text ?? "") ?? 0)
                }
                #expect(counts.allSatisfy { $0 > 0 })
                #expect(counts.count { $0 == 1 } == 3, "the first visit of every loop")
            }
        }

        @Test func `the peer is the address of the socket`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.get("/peer", "X-Forwarded-For: 8.8.8.8\r\n")
                #expect(client.answer()?.text == "127.0.0.1")
            }
            try await TestSite.run(.changed { $0.host = "::" }) { port, _ in
                let client = try Client(port: port)
                client.get("/peer")
                #expect(client.answer()?.text == "127.0.0.1")
            }
        }
    }
}
