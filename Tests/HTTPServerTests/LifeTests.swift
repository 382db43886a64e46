// Tests of deadlines, overload, start and stop of the server.

import Foundation
import HTTP
import HTTPServer
import Testing

extension `Through a socket` {
    @Suite struct `Deadlines` {
        @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX: "])
        func `a connection is closed when a header does not end in time`(start: String) async throws {
            try await TestSite.run(.changed { $0.deadlines.header = 0.3 }) { port, _ in
                let client = try Client(port: port)
                client.send(start)
                if !start.isEmpty { #expect(client.answer()?.status == 408) }
                #expect(client.isClosed())
            }
        }

        @Test func `bytes that trickle in do not extend a header’s deadline`() async throws {
            try await TestSite.run(.changed { $0.deadlines.header = 0.5 }) { port, _ in
                let client = try Client(port: port)
                for byte in "GET / HTTP/1.1\r\nX: aaaaaaaaaaa" {
                    client.send(String(byte))
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(client.answer()?.status == 408)
            }
        }

        @Test func `a body that stops or trickles is answered with 408`() async throws {
            try await TestSite.run(.changed { $0.deadlines.body = 0.3 }) { port, _ in
                let stopped = try Client(port: port)
                let trickling = try Client(port: port)
                stopped.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nabc")
                trickling.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nabc")
                for _ in 1...12 {
                    trickling.send("x")
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(stopped.answer()?.status == 408)
                #expect(trickling.answer()?.status == 408)
            }
        }

        @Test func `a client that sends fast at first gets no more time for the rest`() async throws {
            try await TestSite.run(.changed { $0.deadlines.body = 0.4 }) { port, _ in
                let client = try Client(port: port)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2000030\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 2_000_000))
                for _ in 1...30 {
                    client.send("x")
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(client.answer()?.status == 408)
            }
        }

        @Test func `an idle connection is closed without an answer`() async throws {
            try await TestSite.run(.changed { $0.deadlines.idle = 0.3 }) { port, _ in
                let client = try Client(port: port)
                client.get("/")
                #expect(client.answer()?.status == 200)
                #expect(client.isClosed())
            }
        }

        @Test func `a client that does not read is cut off`() async throws {
            try await TestSite.run(.changed { $0.deadlines.write = 0.3 }) { port, _ in
                let client = try Client(port: port, receiveBuffer: 4096)
                client.get("/big")
                try await Task.sleep(for: .milliseconds(800))
                #expect(client.answer() == nil)
            }
        }

        @Test func `slow work in a handler is not limited by the client’s deadlines`() async throws {
            let configuration = ServerConfiguration.changed {
                $0.deadlines.header = 0.1
                $0.deadlines.idle = 0.1
            }
            try await TestSite.run(configuration) { port, _ in
                let client = try Client(port: port)
                client.get("/slow")
                #expect(client.answer()?.status == 200)
            }
        }
    }

    @Suite struct `Start and stop` {
        @Test func `a stop finishes the request in flight and closes the idle connection`() async throws {
            try await TestSite.run { port, server in
                let busy = try Client(port: port)
                let idle = try Client(port: port)
                idle.get("/")
                #expect(idle.answer()?.status == 200)
                busy.get("/held")
                TestSite.gate.waitForOne()
                async let stop: Void = server.stop(within: 5)
                while (try? Client(port: port)) != nil { try await Task.sleep(for: .milliseconds(10)) }
                TestSite.gate.open()
                let answer = try #require(busy.answer())
                await stop
                #expect(answer.status == 200)
                #expect(answer.headers["Connection"] == "close")
                #expect(busy.isClosed())
                #expect(idle.isClosed())
                #expect(throws: Client.Refused.self) { try Client(port: port) }
            }
        }

        @Test func `a stop does not wait longer than the given time`() async throws {
            try await TestSite.run { port, server in
                let client = try Client(port: port, receiveBuffer: 4096)
                client.get("/big")
                try await Task.sleep(for: .milliseconds(100))
                await server.stop(within: 0.2)
                #expect(client.answer() == nil)
            }
        }

        @Test func `what a handler keeps is released after a stop`() async throws {
            /// Counts its living instances.
            final class Held {
                static let alive = Counter()
                init() { Held.alive.add(1) }
                deinit { Held.alive.add(-1) }
            }
            let server = Server(configuration: ServerConfiguration(loops: 2)) { _ in
                let held = Held()
                return { _ in .text("\(ObjectIdentifier(held))") }
            }
            let port = try server.start()
            #expect(Held.alive.value == 2)
            let client = try Client(port: port)
            client.get("/")
            #expect(client.answer()?.status == 200)
            await server.stop(within: 1)
            #expect(Held.alive.value == 0)
        }

        @Test func `a port in use is an error`() async throws {
            try await TestSite.run { port, _ in
                let second = Server(configuration: ServerConfiguration(port: port)) { _ in { _ in .text("") } }
                #expect(throws: ServerError.self) { try second.start() }
            }
        }

        @Test func `a handler that cannot be created is an error, and no port is opened`() async throws {
            struct Broken: Error {}
            let server = Server(configuration: ServerConfiguration(loops: 3)) { loop in
                guard loop < 1 else { throw Broken() }
                return { _ in .text("") }
            }
            #expect(throws: Broken.self) { try server.start() }
        }

        @Test func `a connection without a request yet is not closed to make room`() async throws {
            try await TestSite.run(.changed { $0.maxConnections = 1 }) { port, _ in
                let first = try Client(port: port)
                let second = try Client(port: port)
                second.get("/")
                try await Task.sleep(for: .milliseconds(300))
                first.get("/")
                #expect(first.answer()?.status == 200)
                // On a slow machine the second client may have waited too long and got a 503.
                #expect([200, 503].contains(second.answer()?.status))
            }
        }

        @Test func `clients beyond the connection limit wait until there is room`() async throws {
            try await TestSite.run(.changed { $0.maxConnections = 2 }) { port, _ in
                let first = try Client(port: port)
                let second = try Client(port: port)
                let third = try Client(port: port)
                for client in [first, second] {
                    client.get("/")
                    #expect(client.answer()?.status == 200)
                }
                third.get("/")
                #expect(third.answer()?.status == 200, "an idle one makes room")
            }
        }

        @Test func `a thousand clients connect and are all answered`() async throws {
            try await TestSite.run(ServerConfiguration(loops: 2)) { port, _ in
                for _ in 1...10 {
                    let clients = try (1...100).map { _ in try Client(port: port) }
                    for client in clients { client.get("/") }
                    for client in clients { #expect(client.answer()?.text == "home") }
                }
            }
        }
    }
}

@Suite struct `Worker pool` {
    @Test func `the pool passes errors on and refuses work when its queue is full`() async throws {
        struct Failed: Error {}
        let pool = WorkerPool(threads: 1, queueLimit: 1)
        await #expect(throws: Failed.self) { try await pool.run { throw Failed() } }
        let refused = Counter()
        try await withThrowingTaskGroup { group in
            for _ in 1...10 {
                group.addTask {
                    do {
                        try await pool.run { usleep(200_000) }
                    } catch is WorkerPool.Full {
                        refused.add(1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((8...9).contains(refused.value), "one works, one waits")
    }

    @Test func `a thousand jobs on the pool all finish`() async throws {
        let pool = WorkerPool(threads: 3, queueLimit: 10_000)
        let sum = try await withThrowingTaskGroup { group in
            for number in 1...1000 { group.addTask { try await pool.run { number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 500_500)
    }
}
