// Tests of the access log and of the readiness check.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct WatchTests {
    /// Requests pages from a site and returns the lines of its access log.
    private func lines(
        _ ask: (TestClient, TestClient) async throws -> Void, then: (Site, String) throws -> Void = { _, _ in }
    ) async throws -> [AccessLog.Entry] {
        let folder = try TestFolder.filled()
        let log = folder.path + "/access.log"
        let site = try TestSite(folder: folder, clock: TestClock()) { $0.accessLog = log }
        try await ask(site.client(.alice), site.visitor())
        try then(site.site, log)
        site.site.accessLog?.flush()
        return try Self.read(log)
    }

    static func read(_ path: String) throws -> [AccessLog.Entry] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try text.split(whereSeparator: \.isNewline).map {
            try JSONDecoder().decode(AccessLog.Entry.self, from: Data($0.utf8))
        }
    }

    @Test func `every request has a log line with its id and user`() async throws {
        var id: String?
        let lines = try await lines { alice, visitor in
            id = try await alice.get("/my/recipes?page=1").headers["X-Request-Id"]
            _ = try await visitor.get("/nowhere")
        }
        #expect(lines.map(\.path) == ["/my/recipes", "/nowhere"])
        #expect(lines.map(\.status) == [200, 404])
        #expect(lines.map(\.user) == [Person.alice.id, nil])
        #expect(lines[0].id == id)
        #expect((lines[0].bytes ?? 0) > 1_000 && (lines[0].milliseconds ?? 0) > 0 && lines[0].method == "GET")
        #expect(lines[0].time.hasSuffix("Z") && lines[0].peer == "127.0.0.1")
    }

    @Test func `no request can add its own log line, and no token is logged`() async throws {
        let lines = try await lines { _, visitor in
            _ = try await visitor.get("/a%22%7D%C2%85%E2%80%A8%C2%9Bb?q=private")
            _ = try await visitor.get("/sign-in/very-secret")
        }
        #expect(lines.map(\.path) == ["/a\"}\u{85}\u{2028}\u{9B}b", "/sign-in/:token"])
    }

    @Test func `after the log was moved a new file is written, and no line is lost`() async throws {
        var old: [AccessLog.Entry] = []
        let lines = try await lines { _, visitor in
            _ = try await visitor.get("/login")
        } then: { site, log in
            try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
            site.reopenLogs()
            old = try Self.read(log + ".1")
        }
        #expect(old.map(\.path) == ["/login"])
        #expect(lines.isEmpty)
    }

    @Test func `an access log that cannot be written prevents the start`() {
        #expect(throws: AccessLog.Unwritable.self) { try AccessLog(path: "/nowhere/access.log") }
    }

    @Test func `a working site reports ready`() async throws {
        let answer = try await TestSite().visitor().get("/readyz")
        #expect(answer.status == .ok)
        #expect(answer.text == "{\"database\":\"ok\",\"disk\":\"ok\",\"queue\":\"ok\"}\n")
        #expect(answer.headers["Cache-Control"]?.contains("no-store") == true)
    }

    @Test func `a site without disk space or a writable database reports not ready`() async throws {
        let site = try TestSite(folder: .filled(), clock: TestClock()) { $0.leastFreeMegabytes = 1_000_000_000 }
        let answer = try await site.visitor().get("/readyz")
        #expect(answer.status == .unavailable)
        #expect(answer.text.contains("\"disk\":\"failing\"") && answer.text.contains("\"database\":\"ok\""))
        site.site.writer.close()
        #expect(try await site.visitor().get("/readyz").text.contains("\"database\":\"failing\""))
    }
}
