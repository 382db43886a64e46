// Tests of the webhook: what is sent, its signature, tries after failures, and its page.

import Bytes
import Database
import Fetching
import Foundation
import HTTP
import Security
import Synchronization
import Testing

@testable import TestKit
@testable import Toque

/// A receiver that keeps what it gets, and answers with a status or fails.
private final class Receiver: WebPoster {
    struct Sent: Sendable {
        let body, address, signature: String
    }

    let sent = Mutex<[Sent]>([])
    let status = Mutex(204)
    let failure = Mutex<WebFailure?>(nil)

    func post(_ body: String, to address: String, headers: [(name: String, value: String)]) throws(WebFailure) -> Int {
        if let failure = failure.withLock({ $0 }) { throw failure }
        let signature = headers.first { $0.name == "Toque-Signature" }?.value ?? ""
        sent.withLock { $0.append(Sent(body: body, address: address, signature: signature)) }
        return status.withLock { $0 }
    }

    var all: [Sent] { sent.withLock { $0 } }
}

@Suite struct WebhookTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    private let receiver = Receiver()
    private let site: TestSite

    init() throws {
        let receiver = receiver
        site = try TestSite(folder: .filled(), clock: TestClock(), poster: receiver) {
            $0.webhook = WebhookSettings(url: "https://hooks.example.org/secret-path", secret: Self.secret)
        }
    }

    private func work() { site.site.backgroundWorker.work() }

    @Test func `a bug report is sent once, signed, and without who sent it`() async throws {
        let fields = [("what", "The soup is \"cold\"."), ("page", "/recipes"), ("contact", "me@example.org")]
        for _ in 1...2 { try await site.client(.alice).post("/bugs", fields).expect(.seeOther) }
        let count = try site.count("SELECT count(*) FROM bug_report")
        for _ in 1...2 { work() }
        #expect(receiver.all.count == count)
        let sent = try #require(receiver.all.first)
        #expect(sent.address == "https://hooks.example.org/secret-path")
        let seconds = site.now / 1_000
        let code = HMAC.sha256(key: Array(Self.secret.utf8), Array("\(seconds).\(sent.body)".utf8))
        #expect(sent.signature == "t=\(seconds),v1=\(Hex.encode(code))")
        let json = try #require(JSONSerialization.jsonObject(with: Data(sent.body.utf8)) as? [String: Any])
        let bug = try #require(json["bug"] as? [String: Any])
        #expect(json["event"] as? String == "bug" && bug["what"] as? String == "The soup is \"cold\".")
        #expect(bug["address"] as? String == site.site.settings.baseURL + "/admin/bugs/1")
        #expect(!sent.body.contains("alice") && !sent.body.contains("me@example.org"))
    }

    @Test func `a kind of errors is sent when it is new and when it returns after it was solved`() async throws {
        let kind = ErrorKind(method: "GET", route: "/", type: "Error", frames: "a\nb", message: "No soup")
        func happen() async throws {
            var seen = ErrorCount()
            seen.add(ErrorSample(at: site.now, status: 500, request: "one-1"))
            site.site.errors.add(seen, to: kind)
            await site.site.errors.flush()
            work()
        }
        try await happen()
        try await happen()
        #expect(receiver.all.count == 1 && receiver.all[0].body.contains(#""functions":["a","b"]"#))
        site.clock.advance(by: 1)
        try await site.client(.ada).post("/admin/errors/1/solve").expect(.seeOther)
        site.clock.advance(by: 1)
        try await happen()
        #expect(receiver.all.count == 2)
    }

    @Test func `a failed event is tried after growing pauses and given up after the last, and an admin tries it again`()
        async throws
    {
        receiver.failure.withLock { $0 = .inside }
        let ada = try site.client(.ada)
        try await ada.post("/admin/webhook/test").expect(.seeOther)
        var pauses: [Int] = []
        while true {
            work()
            guard let next: Int = try site.value("SELECT next_at FROM webhook_event WHERE id = 1") else { break }
            pauses.append(next - site.now)
            site.clock.advance(by: next - site.now - 1)
            let tries = try site.count("SELECT tries FROM webhook_event")
            work()
            #expect(try site.count("SELECT tries FROM webhook_event") == tries)
            site.clock.advance(by: 1)
        }
        #expect(pauses == pauses.sorted() && pauses.count == 7 && pauses.first == 10 * TestClock.minute)
        let page = try await site.client(.ada).get("/admin/webhook")
        #expect(page.shows("Given up") && page.shows("private network") && page.shows("hooks.example.org"))
        #expect(!page.text.contains("secret-path") && !page.text.contains(Self.secret))
        receiver.failure.withLock { $0 = nil }
        try await site.client(.ada).post("/admin/webhook/1/retry").expect(.seeOther)
        work()
        #expect(receiver.all.count == 1)
        #expect(try await site.client(.ada).get("/admin/webhook").shows("Sent"))
        #expect(try await site.client(.ada).post("/admin/webhook/1/retry").status == .notFound)
    }

    @Test func `an answer other than success is a failure, and the others wait for the next round`() async throws {
        receiver.status.withLock { $0 = 500 }
        for _ in 1...3 { try await site.client(.ada).post("/admin/webhook/test").expect(.seeOther) }
        work()
        #expect(receiver.all.count == 1)
        receiver.status.withLock { $0 = 200 }
        work()
        #expect(receiver.all.count == 3)
        struct Answer: Decodable, Sendable {
            struct Item: Decodable, Sendable {
                let id, tries: Int
                let result: String
            }
            let waiting: Int
            let host: String?
            let items: [Item]
        }
        let json: Answer = try await site.client(.ada).json("/admin/webhook")
        #expect(json.waiting == 1 && json.host == "hooks.example.org")
        #expect(json.items.map(\.result) == ["200", "200", "500"])
    }

    @Test func `the queue is bounded, and so is the list of events that were sent`() async throws {
        let now = site.now
        let added = try site.write { db in
            try (0...WebhookRules.waiting).count { _ in try WebhookStore(db).add(.test, now: now) }
        }
        #expect(added == WebhookRules.waiting)
        #expect(try await site.client(.ada).post("/admin/webhook/test").status == .conflict)
        for _ in 0...(WebhookRules.waiting / WebhookRules.inARound) { work() }
        #expect(receiver.all.count == WebhookRules.waiting)
        #expect(try site.count("SELECT count(*) FROM webhook_event") == WebhookRules.listed)
    }

    @Test func `without a webhook nothing is queued, and a test is refused`() async throws {
        let site = try TestSite()
        try await site.client(.alice).post("/bugs", [("what", "Cold soup")]).expect(.seeOther)
        let answer = try await site.client(.ada).post("/admin/webhook/test")
        #expect(answer.status == .conflict && answer.shows("TOQUE_WEBHOOK_URL"))
        #expect(try site.count("SELECT count(*) FROM webhook_event") == 0)
    }

    @Test func `the settings need an HTTPS address on port 443 and a long secret`() throws {
        func load(_ url: String?, _ secret: String? = Self.secret) throws -> WebhookSettings? {
            var environment = ["TOQUE_IMPORT_TEST_HOST": "http://127.0.0.1:9"]
            environment["TOQUE_WEBHOOK_URL"] = url
            environment["TOQUE_WEBHOOK_SECRET"] = secret
            return try Configuration.load(environment: environment).webhook
        }
        #expect(try load(nil, nil) == nil)
        #expect(try load("https://example.org/x")?.url == "https://example.org/x")
        #expect(try load("http://127.0.0.1:9/hook") != nil)
        for wrong in [
            nil, "http://example.org/", "https://a:b@example.org/", "https://example.org:8443/", "ftp://example.org",
            "http://127.0.0.1:90/hook", "example.org",
        ] {
            #expect(throws: Configuration.Invalid.self, "\(wrong ?? "none")") { try load(wrong) }
        }
        for secret in [nil, String(repeating: "x", count: 31)] {
            #expect(throws: Configuration.Invalid.self) { try load("https://example.org/", secret) }
        }
    }
}
