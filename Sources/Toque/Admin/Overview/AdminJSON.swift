// The admin overview as JSON.

import HTTP
import HTTPServer

struct AdminJSON: Encodable {
    struct Activity: Encodable {
        struct Day: Encodable {
            let day: String
            let value: Int
        }

        /// `sign-ups`, `published`, `decisions`, `waits` (the longest of the day, in hours), `errors`, `queue-age` (of
        /// the oldest text, in hours) or `latency` (of 95 of 100 requests, in milliseconds).
        let kind: String
        let days: [Day]

        init(_ series: ActivitySeries) {
            kind = series.kind.word
            days = series.values.indices.map {
                Day(day: Dates.iso((series.firstDay + $0) * Milliseconds.day), value: series.values[$0])
            }
        }
    }

    struct Times: Encodable {
        let method: String
        let route: String
        let requests: Int
        /// Half of the requests took at most so many seconds, and 95 of 100; `nil` if longer than is measured.
        let half: Double?
        let most: Double?

        init(_ row: RequestTimes.Row) {
            (method, route, requests) = (row.method, row.route, row.histogram.count)
            (half, most) = (row.histogram.bound(ofPercent: 50), row.histogram.bound(ofPercent: 95))
        }
    }

    let users: Int
    let publicRecipes: Int
    let queue: Int
    let ingredients: Int
    let auditRows: Int
    /// The hash of the last row of the audit log.
    let auditHash: String
    let asksForTwoStep: Bool
    /// The number of moderators and admins without two-step login.
    let withoutTwoStep: Int
    let blockedWords: [String]
    /// The period of `activity`.
    let days: Int
    let activity: [Activity]
    let responseTimes: [Times]

    init(_ context: Context) throws {
        let db = context.reader
        (users, publicRecipes, queue, ingredients) = try AdminStore(db).figures()
        (auditRows, auditHash) = try AuditStore(db).head()
        let (isAsked, missing) = try SiteSettings(db).twoStep()
        (asksForTwoStep, withoutTwoStep) = (isAsked || context.site.settings.requiresTwoStep, missing)
        blockedWords = try BlockList(db).words()
        days = ActivityRules.period(context.request.query["days"])
        activity = try ActivityStore(db).series(days: days, now: context.now).map(Activity.init)
        responseTimes = context.site.requestTimes.slowest(AdminOverview.slowestShown).map(Times.init)
    }
}
