// Replays the audit log, so that `toque check` can compare what it says with the rows.

import Bytes
import Database
import Foundation

/// The state of every submission and recipe, rebuilt from the rows of the audit log.
struct AuditReplay {
    let db: Connection
    private(set) var submissions: [Int: String] = [:]
    private(set) var live: [Int: Int] = [:]
    private(set) var deleted: Set<Int> = []
    private(set) var takenDown: Set<Int> = []
    /// Recipes that a measure hides or that their authors unpublished, and open issues of reports.
    private(set) var hidden: Set<Int> = []
    private(set) var unpublished: Set<Int> = []
    private(set) var issues: [Int: String] = [:]
    private(set) var appeals: [Int: String] = [:]
    /// Values that admins set instead of those in the text, by recipe and kind: “42 category”.
    private(set) var terms: [String: String] = [:]
    /// The active diet overrides of moderators.
    private(set) var overrides: Set<Int> = []

    init(db: Connection) { self.db = db }

    func run() throws -> AuditReplay {
        var replay = self
        try db.each("SELECT action, object, object_id, to_state, detail FROM audit ORDER BY id") { row in
            replay.apply(action: row[0], object: row[1], id: row[2], to: row[3], detail: row[4])
        }
        return replay
    }

    private mutating func apply(action: String, object: String, id: Int, to state: String, detail: String) {
        let words = detail.split(bytes: " ")
        func number(after word: Substring) -> Int? {
            words.firstIndex(of: word).flatMap { words.indices.contains($0 + 1) ? Int(words[$0 + 1]) : nil }
        }
        switch (object, action) {
        case ("submission", "claim-takeover"), ("submission", "claim"): break
        case ("submission", "assign"), ("submission", "unassign"): break
        case ("submission", _):
            submissions[id] = state
            if action == "reopen", let recipe = number(after: "recipe"), words.contains("live") {
                live[recipe] = number(after: "live")
            }
            if action == "approve", let recipe = number(after: "recipe") { live[recipe] = number(after: "revision") }
        case ("recipe", "import"): live[id] = number(after: "revision")
        case ("recipe", "diet-override"): if let id = number(after: "override") { overrides.insert(id) }
        case ("recipe", _) where action.hasPrefix(bytes: "diet-override-"):
            if let id = number(after: "override") { overrides.remove(id) }
        case ("recipe", "delete"): deleted.insert(id)
        case ("recipe", "restore"): deleted.remove(id)
        case ("recipe", "take-down"): takenDown.insert(id)
        case ("recipe", "put-back"): takenDown.remove(id)
        case ("recipe", "hide"), ("recipe", "remove"):
            hidden.insert(id)
            if let issue = number(after: "issue") { issues[issue] = "closed" }
        case ("recipe", "show"): hidden.remove(id)
        case ("recipe", "unpublish"): unpublished.insert(id)
        case ("recipe", "republish"): unpublished.remove(id)
        case ("issue", _): issues[id] = state
        case ("appeal", _): appeals[id] = state
        case ("recipe", "category"), ("recipe", "cuisine"):
            terms["\(id) \(action)"] = state == RecipeTerm.asWritten ? nil : state
        case ("recipe", "category-lapsed"), ("recipe", "cuisine-lapsed"):
            terms["\(id) \(action.dropLast("-lapsed".count))"] = nil
        default: break
        }
    }
}
