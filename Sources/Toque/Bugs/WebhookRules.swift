// What the webhook sends, how it is signed, and when it is tried again.

import Bytes

enum WebhookRules {
    /// The most events that wait; later ones are not kept.
    static let waiting = 1_000
    /// The most events that were sent or given up and are still listed.
    static let listed = 100
    /// The most events that are sent in one round of the background worker.
    static let inARound = 20
    /// The longest time of a round, in milliseconds, so that other work of the background worker goes on.
    static let roundTime = 20 * Milliseconds.second
    /// The pauses after each failed try, in milliseconds. After the last one the event is given up.
    private static let pauses =
        [10 * Milliseconds.minute, 30 * Milliseconds.minute]
        + [2, 6, 12, 24, 48].map { $0 * Milliseconds.hour }

    /// When to try again after so many failed tries, in UTC milliseconds; `nil` for never.
    static func next(after tries: Int, now: Int) -> Int? {
        pauses.indices.contains(tries - 1) ? now + pauses[tries - 1] : nil
    }

    /// The body about a bug report. It does not say who sent the report.
    static func body(_ event: WebhookEvent, _ bug: BugReport, site: String) -> String {
        var report = JSONText()
        report.add("number", Double(bug.id))
        report.add("page", bug.text.page)
        report.add("request", bug.text.request)
        report.add("browser", bug.text.browser)
        report.add("what", bug.text.what)
        report.add("expected", bug.text.expected)
        report.add("address", site + Address.adminBug(bug.id))
        return body(event, site: site, report.object)
    }

    /// The body about a kind of errors.
    static func body(_ event: WebhookEvent, _ error: ErrorRow, site: String) -> String {
        var kind = JSONText()
        kind.add("number", Double(error.id))
        kind.add("method", error.kind.method)
        kind.add("route", error.kind.route)
        kind.add("type", error.kind.type)
        kind.add("message", error.kind.message)
        kind.add("functions", error.kind.functions)
        kind.add("count", Double(error.count))
        kind.add("request", error.lastRequest)
        kind.add("address", site + Address.adminError(error.id))
        return body(event, site: site, kind.object)
    }

    /// The body of an event; `content` is an object with the name of its kind, and a test has none.
    static func body(_ event: WebhookEvent, site: String, _ content: String? = nil) -> String {
        var json = JSONText()
        json.add("id", Double(event.id))
        json.add("event", event.kind.rawValue)
        json.add("at", Dates.time(event.createdAt))
        json.add("site", site)
        if let content { json.add(event.kind.rawValue, raw: content) }
        return json.object
    }
}
