// The figures of the charts for admins: values by day, and the periods to choose from.

import Bytes

/// What a chart counts.
enum ActivityKind: Int, CaseIterable, Sendable {
    case signUps, published, decisions, waits, errors, oldest, latency

    enum Unit { case number, hours, milliseconds }

    var unit: Unit {
        switch self {
        case .signUps, .published, .decisions, .errors: .number
        case .waits, .oldest: .hours
        case .latency: .milliseconds
        }
    }

    /// Its name in JSON.
    var word: String {
        switch self {
        case .signUps: "sign-ups"
        case .published: "published"
        case .decisions: "decisions"
        case .waits: "waits"
        case .errors: "errors"
        case .oldest: "queue-age"
        case .latency: "latency"
        }
    }

    /// The key of its texts.
    var key: String {
        switch self {
        case .signUps: "activity.signUps"
        case .published: "activity.published"
        case .decisions: "activity.decisions"
        case .waits: "activity.waits"
        case .errors: "activity.errors"
        case .oldest: "activity.oldest"
        case .latency: "activity.latency"
        }
    }
}

enum ActivityRules {
    /// The periods to choose from, in days.
    static let periods = [30, 90]

    /// The period that the address asks for; the shortest if it asks for none of them.
    static func period(_ text: String?) -> Int { periods.first { String($0) == text } ?? periods[0] }
}

/// Values by day: the last one is today's, and days without a row are 0.
struct ActivitySeries: Sendable {
    let kind: ActivityKind
    /// The first day, in days since 1970.
    let firstDay: Int
    private(set) var values: [Int]

    init(_ kind: ActivityKind, today: Int, days: Int) {
        self.kind = kind
        firstDay = today - days + 1
        values = [Int](repeating: 0, count: days)
    }

    /// Sets the value of a day; a day outside the period is left out.
    mutating func set(_ value: Int, day: Int) {
        if values.indices.contains(day - firstDay) { values[day - firstDay] = value }
    }

    var sum: Int { values.reduce(0, +) }
    var most: Int { values.max() ?? 0 }

    /// The bars as a path of SVG: 10 units wide a day, 100 units high for the highest. A value above 0 is at least 2
    /// units high, so that it can be seen.
    var path: String {
        let top = max(most, 1)
        return values.enumerated().compactMap { place, value in
            guard value > 0 else { return nil }
            let height = max(2, Int(nearest: Double(value) / Double(top) * 100))
            return "M\(place * 10 + 1) 100v-\(height)h8v\(height)z"
        }.joined()
    }
}
