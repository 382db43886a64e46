// The timeline of a recipe's cases for moderators: submitted, claimed, decided, taken back, reported, appealed.

import Bytes
import Database
import HTML
import Texts
import Words

struct CaseTimelineStore {
    /// The latest entries that a page shows.
    static let limit = 100

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The rows of the log about a recipe, its submissions, the reports about it and the appeals, newest first. A
    /// moderator who reported the recipe sees no reports and no appeals against their answers.
    func rows(recipe: Int, submissions: [Int], for moderator: Int) throws -> [AuditRow] {
        let unreported: SQL = """
            NOT EXISTS (SELECT 1 FROM report own WHERE own.issue_id = i.id AND own.reporter_id = \(moderator))
            """
        let others = try db.all(
            """
            SELECT 'issue', i.id FROM report_issue i
            WHERE i.kind = 'recipe' AND i.target_id = \(recipe) AND \(sql: unreported)
            UNION ALL
            SELECT 'appeal', a.id FROM decision d JOIN appeal a ON a.decision_id = d.id WHERE d.recipe_id = \(recipe)
            UNION ALL
            SELECT 'appeal', a.id FROM report_issue i JOIN measure m ON m.issue_id = i.id
                JOIN appeal a ON a.measure_id = m.id
            WHERE i.kind = 'recipe' AND i.target_id = \(recipe) AND \(sql: unreported)
            """
        ) { (object: $0[0] as String, id: $0[1] as Int) }
        return try AuditStore(db).rows(
            ofRecipe: recipe, submissions: submissions, issues: others.filter { $0.object == "issue" }.map(\.id),
            appeals: others.filter { $0.object == "appeal" }.map(\.id), limit: Self.limit)
    }

    /// The names of those whom rows assign, by their number, also if they are no moderators any more.
    func assignees(_ rows: [AuditRow]) throws -> [Int: String] {
        let ids = Set(rows.compactMap(\.assignee))
        if ids.isEmpty { return [:] }
        let names = try db.all("SELECT id, username FROM user WHERE id IN \(list: Array(ids))") {
            ($0[0] as Int, $0[1] as String)
        }
        return Dictionary(uniqueKeysWithValues: names)
    }
}

extension AuditRow {
    /// The number of the moderator whom the row assigns.
    fileprivate var assignee: Int? {
        action == "assign" ? detail.split(bytes: " ").last.flatMap { Int($0) } : nil
    }
}

/// One entry of the timeline, from a row of the log.
struct TimelineEntry {
    let text: String
    let by: String
    let at: HTML

    init(_ row: AuditRow, _ assignees: [Int: String], _ language: Language) {
        text = Self.text(row, assignees, language)
        by = FormerMember.shown(row.actor, language)
        at = Moment(row.at, language).html
    }

    private static func text(_ row: AuditRow, _ assignees: [Int: String], _ language: Language) -> String {
        if row.action == "assign" {
            let name = row.assignee.flatMap { assignees[$0] }.map { FormerMember.shown($0, language) }
            return Text.timelineAssign(language, name: name ?? row.detail)
        }
        return Text.dynamic("timeline.\(row.action)", language)
            ?? (row.action.hasPrefix(bytes: "diet-override")
                ? Text.timelineDiet(language) : Text.timelineOther(language, action: row.action))
    }
}

/// The same as JSON.
struct TimelineJSON: Encodable {
    let at: String
    let action: String
    let by: String

    init(_ row: AuditRow) { (at, action, by) = (Dates.time(row.at), row.action, row.actor) }
}
