// Tests of the limits that all clients share: connections, memory, running handlers.

import Foundation
import HTTP
import Testing

@testable import HTTPServer

extension `Through a socket` {
    @Suite struct `Overload` {
        @Test func `a request beyond the memory for unfinished requests is answered with 503`() async throws {
            let configuration = ServerConfiguration.changed { $0.inputMemory = Allowance(100_000) }
            try await TestSite.run(configuration) { port, _ in
                let field = "X: " + String(repeating: "x", count: 800) + "\r\n"
                let start = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: field, count: 75) + "X: "
                let first = try Client(port: port)
                first.send(start)
                while configuration.inputMemory.used < 60_000 { try await Task.sleep(for: .milliseconds(5)) }
                let second = try Client(port: port)
                second.send(start)
                #expect(second.answer()?.status == 503)
                first.send("\r\n\r\n")
                #expect(first.answer()?.status == 200)
                #expect(configuration.inputMemory.used < 1_000)
            }
        }

        @Test func `long bodies are stored on disk, not in memory`() async throws {
            let configuration = ServerConfiguration.changed {
                $0.inputMemory = Allowance(200_000)
                $0.spool = Spool(folder: NSTemporaryDirectory(), allowance: Allowance(10_000_000))
            }
            try await TestSite.run(configuration) { port, _ in
                let clients = try (1...5).map { _ in try Client(port: port) }
                for client in clients {
                    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
                    client.send([UInt8](repeating: 0x61, count: 999_999))
                }
                for client in clients {
                    client.send("b")
                    #expect(client.answer()?.text == "1000000 aaaaaaaaaaaaaaaaaaaa")
                }
            }
        }

        @Test func `a request beyond the limit of running handlers gets 503 and works when sent again`() async throws {
            try await TestSite.run(.changed { $0.maxRequests = 1 }) { port, _ in
                let busy = try Client(port: port)
                busy.get("/held")
                TestSite.gate.waitForOne()
                let other = try Client(port: port)
                other.get("/")
                #expect(other.answer()?.status == 503)
                TestSite.gate.open()
                #expect(busy.answer()?.status == 200)
                other.get("/")
                #expect(other.answer()?.status == 200)
            }
        }

        @Test func `a client that waits too long for room is answered with 503`() async throws {
            try await TestSite.run(.changed { $0.maxConnections = 1 }) { port, server in
                let first = try Client(port: port)
                let second = try Client(port: port)
                second.get("/")
                #expect(second.answer()?.status == 503)
                #expect(second.isClosed())
                first.get("/")
                #expect(first.answer()?.status == 200)
                let figures = server.figures
                #expect(figures.accepted == 2 && figures.turnedAway == 1)
            }
        }

        @Test(arguments: [64, 256, 1_024, 4_096, 12_000, 1 << 20])
        func `the connection limit leaves files for the process, however few it may open`(files: Int) {
            let configuration = ServerConfiguration.changed { $0.loops = 4 }
            let all = configuration.connections(amongFiles: files)
            let each = all / 4
            let taken = all + 4 * ServerConfiguration.turnedAway(beside: each)
            #expect(all >= files / 4 || all == 10_000)
            #expect(files - taken >= min(512, files / 2))
            #expect(configuration.connections(amongFiles: configuration.wantedFiles) == 10_000)
        }

        @Test func `a client that reads too slowly is cut off`() async throws {
            let configuration = ServerConfiguration.changed {
                $0.deadlines.write = 0.4
                $0.deadlines.writeRate = 1e9
            }
            try await TestSite.run(configuration) { port, _ in
                let client = try Client(port: port, receiveBuffer: 4096)
                client.get("/big")
                let isWhole = await Task.detached { client.readSlowly(pause: .milliseconds(50), times: 40) }.value
                #expect(!isWhole)
            }
        }

        @Test func `the server counts running requests and open connections`() async throws {
            try await TestSite.run(ServerConfiguration(loops: 2)) { port, server in
                let client = try Client(port: port)
                client.get("/held")
                TestSite.gate.waitForOne()
                try await Task.sleep(for: .milliseconds(250))
                #expect(server.figures.requests == 1 && server.figures.connections == 1)
                TestSite.gate.open()
                #expect(client.answer()?.status == 200)
                #expect(server.figures.turns.count > 0 && server.figures.turns.sum < 10)
            }
        }
    }
}

@Suite struct `Histograms` {
    @Test func `a duration counts in the first bucket that is large enough`() {
        var histogram = Histogram()
        for seconds in [0, 0.0005, 0.0006, 10, 11] { histogram.add(seconds) }
        var other = Histogram()
        other.add(0.0007)
        histogram.add(other)
        #expect(histogram.counts[0] == 2 && histogram.counts[1] == 2)
        #expect(Array(histogram.counts.suffix(2)) == [1, 1])
        #expect(histogram.count == 6 && abs(histogram.sum - 21.0018) < 1e-9)
    }
}
