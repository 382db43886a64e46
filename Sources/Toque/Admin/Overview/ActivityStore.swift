// Counts what happened on the site by day, for the charts of admins.

import Database

struct ActivityStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The series of all kinds for the last `days` days in UTC, today included. Waits are in hours, rounded up.
    func series(days: Int, now: Int) throws -> [ActivitySeries] {
        let (day, hour) = (Milliseconds.day, Milliseconds.hour)
        let today = now / day
        let since = (today - days + 1) * day
        var series = ActivityKind.allCases.map { ActivitySeries($0, today: today, days: days) }
        let rows = try db.all(
            """
            SELECT \(ActivityKind.signUps.rawValue), created_at / \(day) AS day, count(*) FROM user
            WHERE created_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.published.rawValue), published_at / \(day) AS day, count(*) FROM recipe
            WHERE published_at IS NOT NULL AND published_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.decisions.rawValue), decided_at / \(day) AS day, count(*) FROM decision
            WHERE kind <> 'import' AND decided_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.waits.rawValue), d.decided_at / \(day) AS day,
                (max(d.decided_at - s.queued_at) + \(hour - 1)) / \(hour)
            FROM decision d JOIN submission s ON s.id = d.submission_id
            WHERE d.kind <> 'import' AND d.decided_at >= \(since) GROUP BY day
            UNION ALL
            SELECT \(ActivityKind.errors.rawValue), day, count FROM error_day WHERE day >= \(today - days + 1)
            """
        ) { (kind: $0[0] as Int, day: $0[1] as Int, value: $0[2] as Int) }
        for row in rows where series.indices.contains(row.kind) { series[row.kind].set(row.value, day: row.day) }
        return series
    }
}
