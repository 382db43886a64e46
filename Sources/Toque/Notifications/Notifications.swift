// Handlers for the page of notifications: list, mark as read or unread.

import Database
import HTML
import HTTP
import Texts
import Words

enum Notifications {
    static func list(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let number = Paging.page(context.request.query["page"])
        let (total, rows) = try NotificationStore(context.reader).list(user: viewer.id, page: number)
        let items = rows.map { NotificationItem($0, context.language) }
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: items.map(NotificationJSON.init)))
        }
        return context.page(
            NotificationsPage(
                layout: context.layout(
                    title: Text.notificationsTitle(context.language), section: "notifications", isListed: false),
                formToken: context.formToken, unread: viewer.unread,
                groups: NotificationGroup.groups(items, now: context.now, context.language),
                script: context.site.assets.address("notifications.js"),
                pages: Pages(number: number, total: total) { "\(Address.notifications())?page=\($0)" }))
    }

    /// Marks all as read. The time is what the button “Undo” needs to find them again.
    static func markAllRead(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let isChanged = try await context.site.writer.write {
            try NotificationStore($0).markAllRead(user: viewer.id, now: now)
        }
        return context.redirect(
            to: Address.notifications(), done: isChanged ? "notifications-read" : "nothing-changed",
            number: isChanged ? now : nil)
    }

    static func markRead(_ context: Context) async throws -> Response { try await mark(isRead: true, context) }
    static func markUnread(_ context: Context) async throws -> Response { try await mark(isRead: false, context) }

    private static func mark(isRead: Bool, _ context: Context) async throws -> Response {
        let (id, viewer, now) = (try context.number("notification"), try context.member(), context.now)
        let isFound = try await context.site.writer.write {
            try NotificationStore($0).mark(id, isRead: isRead, user: viewer.id, now: now)
        }
        guard isFound else { throw SiteError.notFound }
        // A script is on its way to another page, which must not show an outcome.
        if context.wantsJSON { return try context.json(NotificationMarkJSON(id: id, seen: isRead)) }
        return context.redirect(
            to: context.formPage ?? Address.notifications(),
            done: isRead ? "notification-read" : "notification-unread")
    }

    static func undo(_ context: Context) async throws -> Response {
        let (time, viewer) = (try context.number("step"), try context.member())
        let isUndone = try await context.site.writer.write {
            try NotificationStore($0).undoRead(at: time, user: viewer.id)
        }
        guard isUndone else { throw SiteError.notFound }
        return context.redirect(to: Address.notifications(), done: "undone")
    }
}

struct NotificationsPage {
    let layout: Layout
    let formToken: String
    let unread: Int
    let groups: [NotificationGroup]
    let script: String
    let pages: Pages
    var isAllRead: Bool { unread == 0 }
}

/// The notifications of a span of time.
struct NotificationGroup {
    let heading: String
    let items: [NotificationItem]

    /// Groups by age, which needs no time zone: the last 24 hours, the last 7 days, and the rest.
    static func groups(_ items: [NotificationItem], now: Int, _ language: Language) -> [NotificationGroup] {
        func group(_ heading: String, _ ages: Range<Int>) -> NotificationGroup? {
            let items = items.filter { ages.contains(max(0, now - $0.at)) }
            return items.isEmpty ? nil : NotificationGroup(heading: heading, items: items)
        }
        return [
            group(Text.notificationsToday(language), 0..<Milliseconds.day),
            group(Text.notificationsWeek(language), Milliseconds.day..<7 * Milliseconds.day),
            group(Text.notificationsOlder(language), 7 * Milliseconds.day..<Int.max),
        ].compactMap(\.self)
    }
}

/// One notification of the page.
struct NotificationItem {
    let id: Int
    let kind: String
    let text: String
    let address: String
    /// UTC milliseconds.
    let at: Int
    let time: HTML
    let isUnread: Bool
    /// The address of the button “Mark as read” or “Mark as unread”.
    let markAddress: String

    init(_ row: NotificationRow, _ language: Language) {
        id = row.id
        kind = row.kind.rawValue
        text = row.kind.text(row.subject, language)
        address = row.kind.address(row.subject)
        at = row.createdAt
        time = Moment(row.createdAt, language).html
        isUnread = !row.isSeen
        markAddress = isUnread ? Address.readNotification(row.id) : Address.unreadNotification(row.id)
    }
}

/// The answer to a script that marked one as read or unread.
struct NotificationMarkJSON: Encodable {
    let id: Int
    let seen: Bool
}

struct NotificationJSON: Encodable {
    let id: Int
    let kind: String
    let text: String
    let address: String
    let at: String
    let seen: Bool

    init(_ item: NotificationItem) {
        id = item.id
        kind = item.kind
        text = item.text
        address = item.address
        at = Dates.time(item.at)
        seen = !item.isUnread
    }
}
