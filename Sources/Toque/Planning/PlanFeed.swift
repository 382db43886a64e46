// The plan as a feed for calendar programs, behind a secret address.

import Bytes
import Database
import HTTP
import Texts

enum PlanFeed {
    static let purpose = "plan-feed"

    /// Makes an address; an older one opens nothing any more.
    static func make(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let link = SecretLink(purpose, context.site)
        try await context.site.writer.write { try PlanStore($0).setFeed(link, user: viewer.id, now: now) }
        return context.redirect(to: Address.plan(), done: "plan-feed-made")
    }

    static func end(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        try await context.site.writer.write { try PlanStore($0).endFeed(user: viewer.id) }
        return context.redirect(to: Address.plan(), done: "plan-feed-ended")
    }

    /// An event for each entry around today (RFC 5545). Titles are those that the owner may read; calendar programs send
    /// no language, so servings are in the owner's.
    static func show(_ context: Context) async throws -> Response {
        let store = PlanStore(context.reader)
        guard let owner = try store.feedOwner(token: context.parameters["token"] ?? "") else {
            throw SiteError.notFound
        }
        let today = PlanRules.day(context.now)
        let days = max(0, today - PlanRules.feedPast)...(today + PlanRules.feedFuture)
        let entries = try store.entries(days, user: owner)
        let links = try RecipeStore(context.reader).links(entries.compactMap(\.recipe), by: owner)
        let language = try AccountStore(context.reader).appearance(owner).language
        let site = context.site.settings.baseURL
        let host = site.split(bytes: "//").last.map { String($0) } ?? ""
        let written = CalendarText.moment(context.now)
        var calendar = CalendarText()
        for entry in entries {
            let link = entry.recipe.flatMap { links[$0] }
            let title = [link?.label ?? "", entry.note].filter { !$0.isEmpty }.joined(separator: ": ")
            if title.isEmpty { continue }
            var properties = [
                (name: "UID", value: "plan-\(entry.id)@\(host)"),
                (name: "DTSTAMP", value: written),
                (name: "DTSTART;VALUE=DATE", value: CalendarText.day(entry.day * Milliseconds.day)),
                (name: "SUMMARY", value: title),
            ]
            let servings = entry.servings.map { Text.planServings(language, count: $0) }
            let description = [servings, link.map { site + $0.address }].compactMap(\.self).joined(separator: "\n")
            if !description.isEmpty { properties.append(("DESCRIPTION", description)) }
            calendar.add("VEVENT", properties)
        }
        var response = Response(body: .bytes(calendar.finished))
        response.headers["Content-Type"] = "text/calendar; charset=utf-8"
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }
}
