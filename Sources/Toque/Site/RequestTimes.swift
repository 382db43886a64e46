// Counts how long requests took, by route and status, since the site started.

import HTTPServer
import Synchronization

/// The duration of responses in memory; the route table bounds its size.
final class RequestTimes: Sendable {
    struct Kind: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    struct Row: Sendable {
        let method: String
        let route: String
        let histogram: Histogram
    }

    private let answered = Mutex<(kinds: [Kind: Histogram], fresh: Histogram)>(([:], Histogram()))

    func add(_ kind: Kind, seconds: Double) {
        answered.withLock {
            $0.kinds[kind, default: Histogram()].add(seconds)
            $0.fresh.add(seconds)
        }
    }

    var all: [Kind: Histogram] { answered.withLock { $0.kinds } }

    /// Durations that could not be stored yet.
    func putBack(_ times: Histogram) { answered.withLock { $0.fresh.add(times) } }

    /// The durations since the last call.
    func takeFresh() -> Histogram {
        answered.withLock { times in
            defer { times.fresh = Histogram() }
            return times.fresh
        }
    }

    /// The routes whose slowest twentieth took longest, all statuses together. Requests without a route are left out.
    func slowest(_ limit: Int) -> [Row] {
        var routes: [[String]: Histogram] = [:]
        for (kind, histogram) in all where kind.method != "any" {
            routes[[kind.method, kind.route], default: Histogram()].add(histogram)
        }
        func rank(_ histogram: Histogram) -> Double { histogram.bound(ofPercent: 95) ?? .infinity }
        return routes.sorted { (rank($0.value), $0.value.sum) > (rank($1.value), $1.value.sum) }.prefix(limit).map {
            Row(method: $0.key[0], route: $0.key[1], histogram: $0.value)
        }
    }
}

extension Histogram {
    /// The bound in seconds below which this percentage of the durations is. `nil` if it is beyond the last bound.
    func bound(ofPercent percent: Int) -> Double? {
        let wanted = (count * percent + 99) / 100
        var seen = 0
        for (bound, number) in zip(Self.bounds, counts) {
            seen += number
            if seen >= wanted { return bound }
        }
        return nil
    }
}

extension Site {
    var requestTimes: RequestTimes { part() }
}
