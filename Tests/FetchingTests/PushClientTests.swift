// Tests of sending messages to push services: what is sent, and to which addresses never.

import HTTP
import HTTPServer
import Synchronization
import Testing

@testable import Fetching

@Suite struct PushClientTests {
    @Test func `only HTTPS addresses of the usual port are push services`() {
        let usual = PushEndpoint("https://push.example.org/send/abc?key=1")
        #expect(usual?.origin == "https://push.example.org" && usual?.url == "https://push.example.org/send/abc?key=1")
        for wrong in [
            "", "push.example.org/abc", "http://push.example.org/abc", "https://push.example.org:8443/abc",
            "https://push.example.org:80/abc", "https://name:word@push.example.org/abc", "ftp://push.example.org/abc",
            "https:///abc", "https://push.example.org/a b", "https://push.example.org/\n",
            "https://push.example.org/" + String(repeating: "x", count: PushEndpoint.longest), "http://127.0.0.1:9/a",
        ] {
            #expect(PushEndpoint(wrong) == nil, "\(wrong)")
        }
        let test = "http://127.0.0.1:9"
        #expect(PushEndpoint(test + "/a", testOrigin: test)?.origin == test)
        #expect(PushEndpoint("http://127.0.0.1:10/a", testOrigin: test) == nil)
    }

    @Test func `a message arrives as it is, and no redirect is followed`() async throws {
        let seen = Mutex<[(String, String?, [UInt8])]>([])
        let server = Server(configuration: ServerConfiguration(loops: 1)) { _ in
            { request in
                let topic = request.headers["Topic"]
                seen.withLock { $0.append((request.path, topic, (try? request.body.bytes()) ?? [])) }
                return request.path == "/to" ? .redirect(.found, to: "/other") : .text("", status: .accepted)
            }
        }
        let port = try server.start()
        let origin = "http://127.0.0.1:\(port)"
        let message: [UInt8] = [0, 1, 0, 255]
        let statuses = try await WorkerPool(threads: 1, queueLimit: 10).run {
            let client = PushClient(testOrigin: origin)
            return try ["/a", "/to"].map { path in
                let endpoint = try #require(PushEndpoint(origin + path, testOrigin: origin))
                return try client.send(message, to: endpoint, headers: [("Topic", "timer"), ("TTL", "900")])
            }
        }
        await server.stop(within: 1)
        #expect(statuses == [202, 302])
        let all = seen.withLock { $0 }
        #expect(all.map(\.0) == ["/a", "/to"] && all.map(\.1) == ["timer", "timer"])
        #expect(all.map(\.2) == [message, message])
    }

    @Test func `nothing is sent to this machine or its network`() async throws {
        let failures = try await WorkerPool(threads: 1, queueLimit: 10).run {
            try ["https://127.0.0.1/a", "https://localhost/a", "https://[::1]/a", "https://10.0.0.1/a"].map { url in
                let endpoint = try #require(PushEndpoint(url))
                do {
                    return try "\(PushClient().send([1], to: endpoint, headers: []))"
                } catch let failure as WebFailure {
                    return "\(failure)"
                }
            }
        }
        #expect(failures == ["inside", "inside", "inside", "inside"])
    }
}
