// Counts what happened on the site by day, for the charts of admins.

import Bytes
import Database
import HTTPServer

struct ActivityStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The series of all kinds for the last `days` days in UTC, today included. Waits and
    /// the age of the queue are in hours, rounded up; the latency is that of 95 of 100 requests, in milliseconds.
    func series(days: Int, now: Int) throws -> [ActivitySeries] {
        let (day, hour) = (Milliseconds.day, Milliseconds.hour)
        let today = now / day
        let since = (today - days + 1) * day
        var series = ActivityKind.allCases.map { ActivitySeries($0, today: today, days: days) }
        let rows = try db.all(
            """
            SELECT \(ActivityKind.signUps.rawValue), created_at / \(day) AS day, count(*) || '' FROM user
            WHERE created_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.published.rawValue), published_at / \(day) AS day, count(*) || '' FROM recipe
            WHERE published_at IS NOT NULL AND published_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.decisions.rawValue), decided_at / \(day) AS day, count(*) || '' FROM decision
            WHERE kind <> 'import' AND decided_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.waits.rawValue), d.decided_at / \(day) AS day,
                (max(d.decided_at - s.queued_at) + \(hour - 1)) / \(hour) || ''
            FROM decision d JOIN submission s ON s.id = d.submission_id
            WHERE d.kind <> 'import' AND d.decided_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.errors.rawValue), day, count || '' FROM error_day WHERE day >= \(today - days + 1)
            UNION ALL
            SELECT \(ActivityKind.oldest.rawValue), day, oldest || '' FROM site_day WHERE day >= \(today - days + 1)
            UNION ALL
            SELECT \(ActivityKind.latency.rawValue), day, times FROM site_day WHERE day >= \(today - days + 1)
            """
        ) { (kind: ActivityKind(rawValue: $0[0]), day: $0[1] as Int, value: $0[2] as String) }
        for row in rows {
            guard let kind = row.kind else { continue }
            let value = kind == .latency ? Self.latency(Self.histogram(row.value)) : Int(row.value) ?? 0
            series[kind.rawValue].set(value, day: row.day)
        }
        return series
    }

    /// Adds to today's figures: the age of the oldest text in the queue, and the durations of requests since the last
    /// time. Days that no chart shows any more are deleted.
    func note(_ times: Histogram, now: Int) throws {
        let (day, hour) = (now / Milliseconds.day, Milliseconds.hour)
        let queued: Int? = try db.value("SELECT min(queued_at) FROM submission WHERE state = 'queued'")
        let age = queued.map { max(0, now - $0 + hour - 1) / hour } ?? 0
        let stored: String? = try db.value("SELECT times FROM site_day WHERE day = \(day)")
        var sum = Self.histogram(stored ?? "")
        sum.add(times)
        let counts = sum.counts.map { String($0) }.joined(separator: " ")
        try db.run(
            """
            INSERT INTO site_day (day, oldest, times) VALUES (\(day), \(age), \(counts))
            ON CONFLICT (day) DO UPDATE SET oldest = max(oldest, excluded.oldest), times = excluded.times
            """)
        try db.run("DELETE FROM site_day WHERE day <= \(day - (ActivityRules.periods.max() ?? 0))")
    }

    private static func histogram(_ stored: String) -> Histogram {
        let counts = stored.split(bytes: " ").compactMap { Int($0) }
        // Other bounds, of another version, cannot be compared.
        return counts.count == Histogram.bounds.count + 1 ? Histogram(counts: counts) : Histogram()
    }

    /// At least 1 if there were requests; more than the last bound if it took longer.
    private static func latency(_ times: Histogram) -> Int {
        if times.count == 0 { return 0 }
        let last = Histogram.bounds.last ?? 0
        return Int(nearest: ((times.bound(ofPercent: 95) ?? last + 0.001) * 1_000).rounded(.up))
    }
}
