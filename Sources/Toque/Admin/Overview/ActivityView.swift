// The charts of the admin overview, drawn by the server, each with its figures as a table; and response times.

import Bytes
import HTTPServer
import Texts
import Words

struct ActivityView {
    let periods: [ActivityPeriod]
    let charts: [ActivityChart]
    let times: [ResponseTimeRow]

    init(_ series: [ActivitySeries], times: [RequestTimes.Row], days: Int, language: Language) {
        periods = ActivityRules.periods.map {
            ActivityPeriod(days: $0, label: Text.activityPeriod(language, count: $0), isCurrent: $0 == days)
        }
        charts = series.map { ActivityChart($0, language) }
        self.times = times.map { ResponseTimeRow($0, language) }
    }
}

struct ActivityPeriod {
    let days: Int
    let label: String
    let isCurrent: Bool
}

struct ActivityChart {
    let title: String
    let summary: String
    /// The chart in words, for people who do not see it.
    let label: String
    let path: String
    let width: Int
    let firstDay: String
    let lastDay: String
    let heading: String
    let isEmpty: Bool
    /// The days with a value, newest first.
    let rows: [ActivityDay]

    init(_ series: ActivitySeries, _ language: Language) {
        title = Text.dynamic(series.kind.key, language) ?? ""
        isEmpty = series.most == 0
        let most = String(series.most)
        let (words, heading) =
            switch series.kind.unit {
            case .number:
                (Text.activityTotal(language, most: most, total: String(series.sum)), Text.activityNumber(language))
            case .hours: (Text.activityLongest(language, hours: most), Text.activityHours(language))
            case .milliseconds:
                (
                    Text.activitySlowest(
                        language,
                        time: Double(series.most) > (Histogram.bounds.last ?? 0) * 1_000
                            ? Text.activityLonger(language) : Text.activityAtMost(language, time: most)),
                    Text.activityTime(language)
                )
            }
        summary = isEmpty ? Text.activityNone(language) : words
        self.heading = heading
        label = Text.activityLabel(language, summary: summary, title: title)
        path = series.path
        width = series.values.count * 10
        func date(_ place: Int) -> String { Dates.day((series.firstDay + place) * Milliseconds.day, language) }
        firstDay = date(0)
        lastDay = date(series.values.count - 1)
        rows = series.values.indices.reversed().filter { series.values[$0] > 0 }.map {
            ActivityDay(day: date($0), value: series.values[$0])
        }
    }
}

struct ActivityDay {
    let day: String
    let value: Int
}

struct ResponseTimeRow {
    let address: String
    let requests: Int
    let half: String
    let most: String

    init(_ row: RequestTimes.Row, _ language: Language) {
        func text(_ seconds: Double?) -> String {
            guard let seconds else { return Text.activityLonger(language) }
            // 0.5 and 2.5 milliseconds are the only bounds with a fraction.
            let tenths = Int(nearest: seconds * 10_000)
            let point = language == .ru ? "," : "."
            return Text.activityMilliseconds(
                language, time: tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10)\(point)\(tenths % 10)")
        }
        address = "\(row.method) \(row.route)"
        requests = row.histogram.count
        half = text(row.histogram.bound(ofPercent: 50))
        most = text(row.histogram.bound(ofPercent: 95))
    }
}
