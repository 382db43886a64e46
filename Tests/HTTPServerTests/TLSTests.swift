// Tests of the server with TLS: content, deadlines, resumed sessions, renewed certificates.

import COpenSSL
import Foundation
import HTTP
import HTTPServer
import Testing

extension `Through a socket` {
    @Suite struct `Encrypted` {
        /// Runs a server with a new certificate.
        private func run(
            changing change: (inout ServerConfiguration) -> Void = { _ in },
            _ test: @escaping @Sendable (Int, TestCertificate, TLS, Server) async throws -> Void
        ) async throws {
            let certificate = try TestCertificate()
            let tls = try TLS(certificate: certificate.certificate, key: certificate.key)
            let configuration = ServerConfiguration.changed {
                $0.tls = tls
                change(&$0)
            }
            try await TestSite.run(configuration) { try await test($0, certificate, tls, $1) }
        }

        @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
        func `a connection serves many requests, also pipelined ones`(version: Int32) async throws {
            try await run { port, _, _, _ in
                let client = try Client(port: port, tls: .init(newest: version))
                #expect(try client.encryption.version == (version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3"))
                for number in 1...50 {
                    client.get("/count")
                    #expect(client.answer()?.text == "\(number)")
                }
                let paths = ["/slow"] + Array(repeating: "/count", count: 99)
                client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
                let answers = paths.compactMap { _ in client.answer() }
                #expect(answers.map(\.status) == Array(repeating: 200, count: 100))
                #expect(answers.last?.text == "150")
            }
        }

        @Test func `large bodies and answers arrive whole, also at a client that reads slowly`() async throws {
            try await run { port, _, _, _ in
                let client = try Client(port: port, receiveBuffer: 4096, tls: .init())
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 25000000\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 25_000_000))
                #expect(client.answer()?.text == "25000000 aaaaaaaaaaaaaaaaaaaa")
                client.get("/big")
                let other = try Client(port: port, tls: .init())
                other.get("/")
                #expect(other.answer()?.text == "home")
                #expect(client.answer()?.body == [UInt8](repeating: 0x78, count: 20_000_000))
            }
        }

        @Test func `files are sent byte for byte`() async throws {
            let path = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"
            let content = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 / 7) }
            try #require(FileManager.default.createFile(atPath: path, contents: Data(content)))
            defer { try? FileManager.default.removeItem(atPath: path) }
            try await run { port, _, _, _ in
                for receiveBuffer in [nil, 4096] as [Int32?] {
                    let client = try Client(port: port, receiveBuffer: receiveBuffer, tls: .init())
                    client.get("/file?path=\(path)&size=3000001")
                    #expect(client.answer()?.body == content)
                    client.get("/file?path=\(path)&size=10&offset=2999990")
                    #expect(client.answer()?.body == Array(content[2_999_990..<3_000_000]))
                    client.get("/pieces?path=\(path)&size=2000000&offset=7")
                    #expect(client.answer()?.body == [0x3C] + content[7..<2_000_007] + [0x3E])
                }
            }
        }

        @Test func `a whole answer ends with close_notify, a broken one does not`() async throws {
            try await run { port, _, _, _ in
                for (query, isWhole) in [("", true), ("&broken", false)] {
                    let client = try Client(port: port, tls: .init())
                    client.send("GET /stream?count=3\(query) HTTP/1.0\r\n\r\n")
                    #expect(client.rest().count > 300_000)
                    #expect(try client.encryption.hasEnd == isWhole, "\(query)")
                }
            }
        }

        @Test func `an idle connection is closed with close_notify`() async throws {
            let change = { (configuration: inout ServerConfiguration) in configuration.deadlines.idle = 0.3 }
            try await run(changing: change) { port, _, _, _ in
                let client = try Client(port: port, tls: .init())
                client.get("/")
                #expect(client.answer()?.status == 200)
                #expect(client.isClosed())
                #expect(try client.encryption.hasEnd)
            }
        }

        @Test func `a refused client that goes on sending can read the answer`() async throws {
            try await run { port, _, _, _ in
                let client = try Client(port: port, tls: .init())
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 10_000_000))
                #expect(client.answer()?.status == 413)
            }
        }

        @Test func `slow handshakes, slow headers and slow readers are cut off`() async throws {
            let change = { (configuration: inout ServerConfiguration) in
                configuration.deadlines.header = 0.5
                configuration.deadlines.write = 0.5
            }
            try await run(changing: change) { port, _, _, _ in
                let silent = try Client(port: port)
                let halfway = try Client(port: port)
                // Only the beginning of a ClientHello.
                halfway.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])
                let slowHead = try Client(port: port, tls: .init())
                slowHead.send("GET / HTTP/1.1\r\nX: ")
                let reader = try Client(port: port, receiveBuffer: 4096, tls: .init())
                reader.get("/big")
                #expect(slowHead.answer()?.status == 408)
                #expect(silent.isClosed() && halfway.isClosed())
                try await Task.sleep(for: .milliseconds(700))
                #expect(reader.answer() == nil)
            }
        }

        @Test func `garbage ends its own connection and no other`() async throws {
            try await run { port, _, _, _ in
                let good = try Client(port: port, tls: .init())
                var random = SystemRandomNumberGenerator()
                for length in [1, 5, 100, 1_000, 20_000] {
                    let client = try Client(port: port)
                    client.send(
                        [0x16, 0x03, 0x01] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
                    client.send([UInt8](repeating: 0, count: 20_000))
                    _ = client.rest()
                    let other = try Client(port: port)
                    other.send((0..<length).map { _ in UInt8.random(in: 128...255, using: &random) })
                    other.send([UInt8](repeating: 0, count: 20_000))
                    _ = other.rest()
                }
                good.get("/")
                #expect(good.answer()?.text == "home")
            }
        }

        @Test func `changed bytes end a connection`() async throws {
            try await run { port, _, _, _ in
                let client = try Client(port: port, tls: .init())
                client.get("/")
                #expect(client.answer()?.status == 200)
                client.sendUnencrypted([0x17, 0x03, 0x03, 0x00, 0x20] + [UInt8](repeating: 7, count: 32))
                client.get("/count")
                #expect(client.answer() == nil)
            }
        }

        @Test func `a request without encryption is answered with 400`() async throws {
            try await run { port, _, _, server in
                let client = try Client(port: port)
                client.get("/")
                let answer = try #require(client.answer())
                #expect(answer.status == 400)
                #expect(answer.headers["Connection"] == "close")
                #expect(client.isClosed())
            }
        }

        @Test func `old versions, other protocols and renegotiation are refused`() async throws {
            try await run { port, _, _, _ in
                for version in [TLS1_VERSION, TLS1_1_VERSION] {
                    #expect(throws: TLSClient.Refused.self) { try Client(port: port, tls: .init(newest: version)) }
                }
                #expect(throws: TLSClient.Refused.self) { try Client(port: port, tls: .init(protocols: ["h2"])) }
                let client = try Client(
                    port: port, tls: .init(newest: TLS1_2_VERSION, protocols: ["h2", "http/1.1"]))
                client.get("/")
                #expect(client.answer()?.status == 200)
                #expect(try !client.encryption.renegotiates())
            }
        }

        @Test func `a connection may update its keys a hundred times`() async throws {
            try await run { port, _, _, _ in
                let client = try Client(port: port, tls: .init())
                #expect(try client.encryption.updateKeys(times: 100))
                client.get("/")
                #expect(client.answer()?.text == "home")
                let flooding = try Client(port: port, tls: .init())
                flooding.get("/")
                #expect(flooding.answer()?.status == 200)
                _ = try flooding.encryption.updateKeys(times: 101)
                flooding.get("/")
                #expect(flooding.answer() == nil)
                client.get("/")
                #expect(client.answer()?.text == "home")
            }
        }

        @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
        func `a session resumes on any loop, also after the certificate changed`(version: Int32) async throws {
            let change = { (configuration: inout ServerConfiguration) in configuration.loops = 3 }
            try await run(changing: change) { port, certificate, tls, _ in
                let first = try Client(port: port, tls: .init(newest: version))
                first.get("/")
                #expect(first.answer()?.status == 200)
                #expect(try !first.encryption.isResumed)
                var session = try first.encryption.session
                for _ in 1...12 {
                    let again = try Client(port: port, tls: .init(newest: version, session: session))
                    again.get("/")
                    #expect(again.answer()?.status == 200)
                    #expect(try again.encryption.isResumed)
                    session = try again.encryption.session
                }
                try certificate.write(name: "second")
                #expect(try tls.renew())
                let other = try Client(port: port, tls: .init(newest: version, session: session))
                other.get("/")
                #expect(other.answer()?.status == 200)
                #expect(try !other.encryption.isResumed, "a new context has a new key of tickets")
            }
        }

        @Test func `a renewed certificate is used, a broken one is not`() async throws {
            try await run { port, certificate, tls, _ in
                let before = try Client(port: port, tls: .init())
                #expect(try !tls.renew(), "nothing changed")
                try certificate.write(name: "second", days: 3)
                #expect(try tls.renew())
                #expect(try Client(port: port, tls: .init()).encryption.name == "/CN=second")
                #expect((2 * 86_400...3 * 86_400).contains(tls.secondsLeft))
                before.get("/")
                #expect(before.answer()?.status == 200, "a connection keeps what it began with")

                let other = try TestCertificate(name: "third")
                try FileManager.default.removeItem(atPath: certificate.key)
                try FileManager.default.copyItem(atPath: other.key, toPath: certificate.key)
                #expect(throws: ServerError.self) { try tls.renew() }
                #expect(try !tls.renew(), "the same files are not tried again")
                #expect(try Client(port: port, tls: .init()).encryption.name == "/CN=second")
                try FileManager.default.removeItem(atPath: certificate.certificate)
                try FileManager.default.copyItem(atPath: other.certificate, toPath: certificate.certificate)
                #expect(try tls.renew())
                #expect(try Client(port: port, tls: .init()).encryption.name == "/CN=third")
            }
        }

        @Test func `a file is loaded again after its permissions changed`() throws {
            let certificate = try TestCertificate()
            let tls = try TLS(certificate: certificate.certificate, key: certificate.key)
            #expect(try !tls.renew())
            // File times change in steps of a few milliseconds.
            usleep(50_000)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: certificate.key)
            #expect(try tls.renew())
        }

        @Test func `the error for an unusable certificate names its file`() throws {
            let (one, other) = (try TestCertificate(), try TestCertificate())
            let nothing = one.folder + "/nothing"
            let empty = one.folder + "/empty"
            try Data().write(to: URL(fileURLWithPath: empty))
            for (certificate, key, words) in [
                (nothing, one.key, "cannot read \(nothing): No such file or directory"),
                (one.certificate, nothing, "cannot read \(nothing): No such file or directory"),
                (empty, one.key, "no certificate in \(empty): no start line"),
                (one.certificate, empty, "no key in \(empty) for the certificate in \(one.certificate): unsupported"),
                (
                    one.certificate, other.key,
                    "no key in \(other.key) for the certificate in \(one.certificate): key values mismatch"
                ),
            ] {
                #expect {
                    try TLS(certificate: certificate, key: key)
                } throws: {
                    "\($0)" == words
                }
            }
        }

        @Test func `a thousand handshakes leave no connection open`() async throws {
            try await run { port, _, _, server in
                for number in 1...1_000 {
                    let client = try Client(port: port, tls: .init())
                    guard number % 10 == 0 else { continue }
                    client.get("/")
                    #expect(client.answer()?.status == 200)
                }
                for _ in 1...100 where server.figures.connections > 0 { try await Task.sleep(for: .milliseconds(20)) }
                #expect(server.figures.connections == 0 && server.figures.accepted == 1_000)
            }
        }

        @Test func `a stop finishes the request in flight and sends close_notify`() async throws {
            try await run { port, _, _, server in
                let busy = try Client(port: port, tls: .init())
                let idle = try Client(port: port, tls: .init())
                idle.get("/")
                #expect(idle.answer()?.status == 200)
                busy.get("/held")
                TestSite.gate.waitForOne()
                async let stop: Void = server.stop(within: 5)
                while (try? Client(port: port)) != nil { try await Task.sleep(for: .milliseconds(10)) }
                TestSite.gate.open()
                #expect(busy.answer()?.status == 200)
                await stop
                #expect(busy.isClosed() && idle.isClosed())
                #expect(try busy.encryption.hasEnd && idle.encryption.hasEnd)
            }
        }

        @Test func `a client beyond the connection limit gets an encrypted 503`() async throws {
            let change = { (configuration: inout ServerConfiguration) in configuration.maxConnections = 1 }
            try await run(changing: change) { port, _, _, _ in
                let first = try Client(port: port)
                let second = try Client(port: port, tls: .init())
                second.get("/")
                #expect(second.answer()?.status == 503)
                withExtendedLifetime(first) {}
            }
        }
    }
}
