// Tests of metrics for monitoring, and of access to them.

import Database
import HTTP
import HTTPServer
import Testing

@testable import TestKit
@testable import Toque

@Suite struct MetricsTests {
    @Test func `requests are counted by route and status, refusals by status`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        _ = try await visitor.get("/recipes/999999")
        _ = try await visitor.get("/nowhere")
        _ = try await visitor.get("/login")
        _ = try await visitor.get("/login")
        _ = site.site.page(for: Refusal(status: .badRequest, reason: "host", peer: "192.0.2.1"))
        let text = try await visitor.get("/metrics").text
        for line in [
            "toque_http_request_seconds_count{method=\"GET\",route=\"/recipes/:recipe\",status=\"404\"} 1",
            "toque_http_request_seconds_count{method=\"any\",route=\"none\",status=\"404\"} 1",
            "toque_http_request_seconds_bucket{method=\"GET\",route=\"/login\",status=\"200\",le=\"+Inf\"} 2",
            "toque_http_refused_total{status=\"400\"} 1", "toque_writer_waiting 0", "toque_pool_waiting 0",
        ] {
            #expect(text.contains(line + "\n"))
        }
        #expect(text.contains("# TYPE toque_http_request_seconds histogram\n"))
        #expect(text.matches(of: /toque_resident_bytes [1-9][0-9]{6,}/).count == 1)
        #expect(text.matches(of: /toque_sqlite_file_bytes [1-9][0-9]{4,}/).count == 1)
    }

    @Test func `writes and their commits are counted`() async throws {
        let site = try TestSite()
        let writes = site.site.writer.writes
        try site.run("DELETE FROM session WHERE id = ''")
        #expect(site.site.writer.writes == writes + 1)
        let text = try await site.visitor().get("/metrics").text
        #expect(text.contains("toque_writer_writes_total \(writes + 1)\n"))
    }

    @Test(arguments: ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"])
    func `a request that a proxy passes on does not count as local`(field: String) async throws {
        let answer = try await TestSite().visitor().get("/metrics", headers: [field: "192.0.2.1"])
        #expect(answer.status == .notFound)
    }

    @Test func `other machines and admins cannot read the metrics`() async throws {
        let site = try TestSite()
        var request = try Request(method: .get, target: "/metrics", headers: ["Host": "toque.test"])
        request.peer = "192.0.2.1"
        let reader = try site.site.openReader()
        #expect(await site.site.respond(to: request, reader: reader).status == .notFound)
        let ada = try site.client(.ada)
        request.headers["Cookie"] = ada.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        #expect(await site.site.respond(to: request, reader: reader).status == .notFound)
    }

    @Test func `with a token only requests with that token get metrics`() async throws {
        let site = try TestSite(folder: .filled(), clock: TestClock()) { $0.metricsToken = "a-long-token" }
        let visitor = try site.visitor()
        #expect(try await visitor.get("/metrics").status == .notFound)
        for wrong in ["Bearer ", "Bearer a-long-toke", "a-long-token", "Basic a-long-token"] {
            #expect(try await visitor.get("/metrics", headers: ["Authorization": wrong]).status == .notFound)
        }
        let headers: Headers = ["Authorization": "Bearer a-long-token", "X-Forwarded-For": "192.0.2.1"]
        #expect(try await visitor.get("/metrics", headers: headers).status == .ok)
    }
}
