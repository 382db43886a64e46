// Shows where the member is logged in, and ends those sessions.

import Database
import HTML
import HTTP
import Texts
import Words

enum Sessions {
    static func show(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let rows = try SessionStore(context.reader).list(user: viewer.id, now: context.now)
        if context.wantsJSON {
            let items = rows.map { SessionJSON($0, current: viewer.sessionID) }
            return try context.json(ListJSON(total: items.count, page: 1, items: items))
        }
        return context.page(
            SessionsPage(
                layout: context.layout(title: Text.sessionsTitle(language), section: "account", isListed: false),
                formToken: context.formToken,
                sessions: rows.map { SessionView($0, current: viewer.sessionID, language) },
                hasOthers: rows.contains { $0.id != viewer.sessionID }))
    }

    static func end(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let session = context.form["session"] ?? ""
        let isEnded = try await context.site.writer.write { try SessionStore($0).end(session, user: viewer.id) }
        return context.redirect(to: Address.sessions(), done: isEnded ? "session-ended" : "nothing-changed")
    }

    static func endOthers(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let ended = try await context.site.writer.write {
            try SessionStore($0).endAll(user: viewer.id, but: viewer.sessionID)
        }
        return context.redirect(to: Address.sessions(), done: ended > 0 ? "sessions-ended" : "nothing-changed")
    }
}

struct SessionsPage {
    let layout: Layout
    let formToken: String
    let sessions: [SessionView]
    let hasOthers: Bool
}

/// One session in a list.
struct SessionView {
    let id: String
    let browser: String
    let network: String?
    let since: HTML
    let lastSeen: HTML
    let isCurrent: Bool

    init(_ row: SessionRow, current: String?, _ language: Language) {
        id = row.id
        browser = row.origin.browser.isEmpty ? Text.sessionsUnknown(language) : row.origin.browser
        network = row.origin.network.isEmpty ? nil : row.origin.network
        since = Moment(row.createdAt, language).html { Text.sessionsSince(language, time: $0) }
        lastSeen = Moment(row.lastSeenAt, language).html { Text.sessionsLastSeen(language, time: $0) }
        isCurrent = row.id == current
    }
}

/// A session as JSON, without its id.
struct SessionJSON: Encodable {
    let browser: String
    let network: String
    let since: String
    let lastSeen: String
    let current: Bool

    init(_ row: SessionRow, current id: String?) {
        (browser, network, current) = (row.origin.browser, row.origin.network, row.id == id)
        (since, lastSeen) = (Dates.time(row.createdAt), Dates.time(row.lastSeenAt))
    }
}
