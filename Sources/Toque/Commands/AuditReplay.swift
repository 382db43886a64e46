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
    /// The outcome of every appeal; of an amended one also what became milder, as in the detail of its row.
    private(set) var appeals: [Int: String] = [:]
    /// Values that admins set instead of those in the text, by recipe and kind: “42 category”.
    private(set) var terms: [String: String] = [:]
    /// The active diet overrides of moderators.
    private(set) var overrides: Set<Int> = []
    /// Submissions and issues with a decision that waits for a second moderator.
    private(set) var heldSubmissions: Set<Int> = []
    private(set) var heldIssues: Set<Int> = []
    /// The state of every suggestion that was sent to an author, and the open one of each recipe.
    private(set) var suggestions: [Int: String] = [:]
    private var openSuggestions: [Int: Int] = [:]
    /// Roles other than member, ends of suspensions, and ends of the licences that were not revoked, by user.
    private(set) var roles: [Int: String] = [:]
    private(set) var suspensions: [Int: Int] = [:]
    private(set) var licences: [Int: [Int]] = [:]

    init(db: Connection) { self.db = db }

    func run() throws -> AuditReplay {
        var replay = self
        try replay.goOn()
        return replay
    }

    /// The last row that was replayed.
    private var last = 0

    /// Replays the rows that were added since.
    mutating func goOn() throws {
        var replay = self
        try db.each(
            "SELECT id, action, object, object_id, to_state, detail, at FROM audit WHERE id > \(last) ORDER BY id"
        ) {
            row in
            replay.last = row[0]
            replay.apply(action: row[1], object: row[2], id: row[3], to: row[4], detail: row[5], at: row[6])
        }
        self = replay
    }

    private mutating func apply(
        action: String, object: String, id: Int, to state: String, detail: String, at: Int
    ) {
        let words = detail.split(bytes: " ")
        func number(after word: Substring) -> Int? {
            words.firstIndex(of: word).flatMap { words.indices.contains($0 + 1) ? Int(words[$0 + 1]) : nil }
        }
        switch (object, action) {
        case ("submission", "claim-takeover"), ("submission", "claim"): break
        case ("submission", "assign"), ("submission", "unassign"), ("submission", "check-automatic"): break
        case ("submission", "hold"): heldSubmissions.insert(id)
        case ("submission", "disagree"), ("submission", "withdraw-hold"): heldSubmissions.remove(id)
        case ("submission", _):
            submissions[id] = state
            heldSubmissions.remove(id)
            if let recipe = number(after: "recipe") {
                suggest(
                    action, recipe: recipe, suggestion: number(after: "suggestion"),
                    isTakenBack: words.contains("decision"))
            }
            if action == "reopen", let recipe = number(after: "recipe"), words.contains("live") {
                live[recipe] = number(after: "live")
            }
            if action == "approve", let recipe = number(after: "recipe") { live[recipe] = number(after: "revision") }
        case ("recipe", "import"): live[id] = number(after: "revision")
        case ("recipe", "diet-override"): if let id = number(after: "override") { overrides.insert(id) }
        case ("recipe", _) where action.hasPrefix(bytes: "diet-override-"):
            if let id = number(after: "override") { overrides.remove(id) }
        case ("recipe", "dismiss-suggestion"):
            if let suggestion = number(after: "suggestion") { close(suggestion, recipe: id, as: state) }
        case ("recipe", "delete"): deleted.insert(id)
        case ("recipe", "restore"): deleted.remove(id)
        case ("recipe", "take-down"): takenDown.insert(id)
        case ("recipe", "put-back"): takenDown.remove(id)
        case ("recipe", "hide"), ("recipe", "remove"):
            hidden.insert(id)
            if let issue = number(after: "issue") {
                issues[issue] = "closed"
                heldIssues.remove(issue)
            }
        case ("recipe", "show"): hidden.remove(id)
        case ("recipe", "unpublish"): unpublished.insert(id)
        case ("recipe", "republish"): unpublished.remove(id)
        case ("issue", "hold"): heldIssues.insert(id)
        case ("issue", "disagree"), ("issue", "withdraw-hold"): heldIssues.remove(id)
        case ("issue", _):
            issues[id] = state
            if state == "closed" { heldIssues.remove(id) }
        case ("user", _): applyToUser(action, id, to: state, at: at)
        case ("appeal", "amend"): appeals[id] = "\(state) \(detail)"
        case ("appeal", _): appeals[id] = state
        case ("recipe", "category"), ("recipe", "cuisine"):
            terms["\(id) \(action)"] = state == RecipeTerm.asWritten ? nil : state
        case ("recipe", "category-lapsed"), ("recipe", "cuisine-lapsed"):
            terms["\(id) \(action.dropLast("-lapsed".count))"] = nil
        default: break
        }
    }

    /// A request for changes opens a suggestion in place of an earlier one; a submission that names it accepts it; a
    /// decision that is taken back withdraws it.
    private mutating func suggest(_ action: String, recipe: Int, suggestion: Int?, isTakenBack: Bool) {
        switch action {
        case "request-changes":
            guard let suggestion else { return }
            if let open = openSuggestions[recipe] { close(open, recipe: recipe, as: "replaced") }
            suggestions[suggestion] = "open"
            openSuggestions[recipe] = suggestion
        case "submit": if let suggestion { close(suggestion, recipe: recipe, as: "accepted") }
        case "reopen":
            if isTakenBack, let open = openSuggestions[recipe] { close(open, recipe: recipe, as: "replaced") }
        default: break
        }
    }

    private mutating func close(_ suggestion: Int, recipe: Int, as state: String) {
        suggestions[suggestion] = state
        openSuggestions[recipe] = nil
    }

    private mutating func applyToUser(_ action: String, _ user: Int, to state: String, at: Int) {
        switch action {
        case "role", "user-add", "first-start": roles[user] = state == Role.member.rawValue ? nil : state
        case "suspend": suspensions[user] = Int(state)
        case "licence-grant": if let until = Int(state) { licences[user, default: []].append(until) }
        case "licence-revoke", "licence-give-up": licences[user]?.removeAll { $0 > at }
        default: break
        }
    }
}
