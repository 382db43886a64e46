// Tests of answers whose content is made while it is sent.

import Foundation
import HTTP
import HTTPServer
import Testing

extension `Through a socket` {
    @Suite struct `Streams` {
        private func letters(_ count: Int) -> String {
            (1...count).map { String(repeating: Character(UnicodeScalar(0x60 + UInt8($0))), count: 100_000) }.joined()
        }

        @Test func `a stream is sent in chunks and keeps the connection open`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.get("/stream?count=3")
                client.get("/", "Connection: close\r\n")
                let text = String(decoding: client.rest(), as: UTF8.self)
                let head = try #require(text.range(of: "\r\n\r\n"))
                #expect(text[..<head.lowerBound].contains("\r\nTransfer-Encoding: chunked\r\n"))
                #expect(!text[..<head.lowerBound].contains("Content-Length"))
                let pieces = (1...3).map { "186a0\r\n" + letters($0).suffix(100_000) + "\r\n" }.joined()
                #expect(text[head.upperBound...].hasPrefix(pieces + "0\r\n\r\nHTTP/1.1 200 OK\r\n"))
            }
        }

        @Test func `an HTTP 1.0 client gets a stream without chunks, until the connection closes`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("GET /stream?count=2 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let text = String(decoding: client.rest(), as: UTF8.self)
                #expect(!text.contains("Transfer-Encoding") && text.contains("\r\nConnection: close\r\n"))
                #expect(text.hasSuffix("\r\n\r\n" + letters(2)))
            }
        }

        @Test func `HEAD of a stream sends no content`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.send("HEAD /stream?count=3 HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(client.answer(toHead: true)?.headers["Transfer-Encoding"] == "chunked")
                client.get("/")
                #expect(client.answer()?.text == "home")
            }
        }

        @Test func `a stream that fails has no final chunk`() async throws {
            try await TestSite.run { port, _ in
                let client = try Client(port: port)
                client.get("/stream?count=1&broken=1")
                #expect(!String(decoding: client.rest().suffix(20), as: UTF8.self).contains("0\r\n"))
            }
        }

        @Test func `an HTTP 1.0 client sees a reset when a stream fails`() async throws {
            try await TestSite.run { port, _ in
                for (query, isBroken) in [("", false), ("&broken=1", true)] {
                    let client = try Client(port: port)
                    client.send("GET /stream?count=1\(query) HTTP/1.0\r\n\r\n")
                    _ = client.rest()
                    #expect(client.wasReset == isBroken)
                }
            }
        }

        @Test func `a stream makes content only as fast as the client reads`() async throws {
            try await TestSite.run { port, _ in
                let before = TestSite.made.value
                let client = try Client(port: port, receiveBuffer: 4096)
                client.get("/stream?count=1000")
                try await Task.sleep(for: .milliseconds(500))
                #expect(TestSite.made.value - before < 200)
            }
        }
    }
}
