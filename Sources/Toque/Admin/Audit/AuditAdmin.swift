// The page where admins read the audit log, newest first; nothing here changes it.

import HTML
import HTTP
import Texts
import Words

enum AuditAdmin {
    static func show(_ context: Context) async throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let store = AuditStore(context.reader)
        let total = try store.head().rows
        let rows = try store.rows(page: number, total: total)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: rows))
        }
        return context.page(
            AuditPage(
                layout: context.layout(title: Text.auditTitle(language), section: "audit", isListed: false),
                count: total, rows: rows.map { AuditLine($0, language) },
                pages: Pages(number: number, total: total) { "\(Address.audit())?page=\($0)" }))
    }
}

struct AuditPage {
    let layout: Layout
    let count: Int
    let rows: [AuditLine]
    let pages: Pages
}

/// One row of the log; the action keeps its name in the log.
struct AuditLine {
    let number: Int
    let at: HTML
    let actor: String
    let action: String
    let object: String
    let change: String?
    let detail: String
    let network: String?

    /// Actions whose states are the times until which they apply, in UTC milliseconds.
    private static let untilADay: Set<String> = ["licence-grant", "licence-revoke", "suspend"]

    init(_ row: AuditRow, _ language: Language) {
        number = row.id
        at = Moment(row.at, language).html
        actor = row.actor
        action = row.action
        object = row.objectID == 0 ? row.object : "\(row.object) \(row.objectID)"
        func told(_ state: String) -> String {
            Self.untilADay.contains(row.action) ? Int(state).map { Dates.day($0, language) } ?? state : state
        }
        change = row.from.isEmpty && row.to.isEmpty ? nil : "\(told(row.from)) → \(told(row.to))"
        detail = row.detail
        network = row.network.isEmpty ? nil : row.network
    }
}
