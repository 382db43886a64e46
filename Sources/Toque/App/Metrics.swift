// Metrics for monitoring: requests by route and status, and the load of every part.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Security
import Synchronization

/// Counts responses, and writes all metrics in the text format of Prometheus.
final class Metrics: Sendable {
    private let times: RequestTimes
    private let refused = Mutex<[Int: Int]>([:])
    private let server = Mutex<Server?>(nil)

    init(_ times: RequestTimes) { self.times = times }

    /// Adds the metrics of this server.
    func watch(_ server: Server) { self.server.withLock { $0 = server } }

    func add(_ context: Context, _ response: Response, _ duration: Duration) {
        let route = context.route?.address.pattern ?? "none"
        let method = context.route == nil ? "any" : context.request.method.rawValue
        times.add(.init(method: method, route: route, status: response.status.code), seconds: duration / .seconds(1))
    }

    func add(_ refusal: Refusal) { refused.withLock { $0[refusal.status.code, default: 0] += 1 } }

    /// `GET /metrics`: for a monitor on this machine, or one with the token; others get 404.
    static func show(_ context: Context) async throws -> Response {
        guard mayRead(context) else { throw SiteError.notFound }
        return Response.text(context.site.metrics.text(context.site))
    }

    /// A request that a local proxy passed on also comes from this machine, so headers that proxies add rule it out.
    private static func mayRead(_ context: Context) -> Bool {
        let headers = context.request.headers
        if let token = context.site.configuration.metricsToken {
            return constantTimeEqual(Array((headers["Authorization"] ?? "").utf8), Array("Bearer \(token)".utf8))
        }
        let isPassedOn = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].contains { headers.contains($0) }
        return ["127.0.0.1", "::1"].contains(context.request.peer) && !isPassedOn
    }

    private func text(_ site: Site) -> String {
        var page = MetricsPage()
        page.histograms(
            "toque_http_request_seconds", "Time to answer a request, by route and status.",
            times.all.map { (labels: labels($0.key), histogram: $0.value) }.sorted { $0.labels < $1.labels })
        let refusals = refused.withLock { $0 }
        page.counters(
            "toque_http_refused_total", "Requests that reached no handler, by status.",
            refusals.sorted { $0.key < $1.key }.map { ("status=\"\($0.key)\"", $0.value) })
        if let figures = server.withLock({ $0 })?.figures {
            page.gauge("toque_http_connections", "Open connections.", figures.connections)
            page.gauge("toque_http_requests", "Requests that handlers work on.", figures.requests)
            page.counter("toque_http_accepted_total", "Connections accepted.", figures.accepted)
            page.counter("toque_http_turned_away_total", "Connections that found no room.", figures.turnedAway)
            page.histograms(
                "toque_loop_turn_seconds", "How long event loops worked while other clients waited.",
                [("", figures.turns)])
        }
        let limits = site.limiter.figures
        page.counters(
            "toque_rate_limited_total", "Requests that came too often, by limit.",
            RateLimit.allCases.map { ("limit=\"\($0.rawValue)\"", limits.refused[$0] ?? 0) })
        page.gauge("toque_rate_limit_keys", "Addresses, accounts and names that limits remember.", limits.keys)
        page.gauge("toque_input_memory_bytes", "Memory of requests not yet whole.", site.inputRoom.memory.used)
        page.gauge("toque_spool_bytes", "Long bodies on the disk.", site.inputRoom.spool.used)
        page.gauge("toque_pool_waiting", "Work that waits for a thread.", site.workers.waiting)
        page.gauge("toque_picture_waiting", "Pictures and videos that wait for a thread.", site.pictureWorkers.waiting)
        page.gauge("toque_password_waiting", "Passwords that wait to be hashed.", site.passwords.waiting)
        page.gauge("toque_writer_waiting", "Writes that wait for the database.", site.writer.waiting)
        page.counter("toque_writer_commits_total", "Transactions on disk.", site.writer.commits)
        page.counter("toque_writer_writes_total", "Writes that were committed.", site.writer.writes)
        let path = site.configuration.databasePath
        page.gauge("toque_sqlite_file_bytes", "Size of the database.", fileSize(path))
        page.gauge("toque_sqlite_log_bytes", "Size of the write-ahead log.", fileSize(path + "-wal"))
        page.gauge("toque_resident_bytes", "Memory of the process.", residentBytes())
        return page.text
    }

    private func labels(_ kind: RequestTimes.Kind) -> String {
        "method=\"\(kind.method)\",route=\"\(kind.route)\",status=\"\(kind.status)\""
    }

    private func fileSize(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }

    /// The second number of `/proc/self/statm` is in pages.
    private func residentBytes() -> Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(bytes: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}

/// Lines of the Prometheus text format, version 0.0.4.
private struct MetricsPage {
    private(set) var text = ""

    mutating func gauge(_ name: String, _ help: String, _ value: Int) { single(name, help, "gauge", value) }
    mutating func counter(_ name: String, _ help: String, _ value: Int) { single(name, help, "counter", value) }

    mutating func counters(_ name: String, _ help: String, _ values: [(labels: String, count: Int)]) {
        begin(name, help, "counter")
        for value in values { text += "\(name){\(value.labels)} \(value.count)\n" }
    }

    mutating func histograms(_ name: String, _ help: String, _ values: [(labels: String, histogram: Histogram)]) {
        begin(name, help, "histogram")
        for (labels, histogram) in values {
            let separated = labels.isEmpty ? "" : labels + ","
            var count = 0
            for (bound, number) in zip(Histogram.bounds, histogram.counts) {
                count += number
                text += "\(name)_bucket{\(separated)le=\"\(bound)\"} \(count)\n"
            }
            text += "\(name)_bucket{\(separated)le=\"+Inf\"} \(histogram.count)\n"
            let braced = labels.isEmpty ? "" : "{\(labels)}"
            text += "\(name)_sum\(braced) \(histogram.sum)\n\(name)_count\(braced) \(histogram.count)\n"
        }
    }

    private mutating func single(_ name: String, _ help: String, _ type: String, _ value: Int) {
        begin(name, help, type)
        text += "\(name) \(value)\n"
    }

    private mutating func begin(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
