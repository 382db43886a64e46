// Stores the texts that moderators suggest to authors. A suggestion is not a revision: only its author's acceptance makes
// one.

import Database
import Texts
import Words

/// A suggested text.
struct Suggestion: Sendable {
    enum State: String, CaseIterable, ColumnValue {
        /// Its moderator has not sent it yet.
        case draft
        case open, accepted, dismissed
        /// A newer suggestion took its place.
        case replaced
    }

    let id: Int
    let submissionID: Int
    let recipeID: Int
    /// The revision that it changes.
    let revisionID: Int
    /// `nil` if the moderator's account was erased.
    let byID: Int?
    /// The text in its stored form.
    let stored: String
    let sha256: String
    let state: State
}

/// A suggestion that is sent with a request for changes, with its differences as lines of an email.
struct AttachedSuggestion: Sendable {
    let id: Int
    let paragraphs: [Language: [String]]
}

/// The outcome of accepting a suggestion.
enum AcceptedSuggestion: Sendable {
    /// The new submission.
    case submitted(Int)
    /// The author changed the recipe since, or the suggestion is closed. Nothing was written.
    case stale
}

struct SuggestionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The text that a moderator prepares for a submission.
    func draft(submission: Int, moderator: Int) throws -> Suggestion? {
        try db.first(
            """
            \(sql: Self.select) WHERE g.submission_id = \(submission) AND g.by_id = \(moderator) AND g.state = 'draft'
            """, Self.row)
    }

    /// The suggestion that the author of a recipe can accept: it belongs to the last submission.
    func open(recipe: Int) throws -> Suggestion? {
        try db.first(
            """
            \(sql: Self.select) WHERE g.recipe_id = \(recipe) AND g.state = 'open'
                AND g.submission_id = (SELECT max(id) FROM submission WHERE recipe_id = \(recipe))
            """, Self.row)
    }

    func suggestion(_ id: Int, recipe: Int) throws -> Suggestion? {
        try db.first(
            "\(sql: Self.select) WHERE g.id = \(id) AND g.recipe_id = \(recipe) AND g.state <> 'draft'", Self.row)
    }

    /// The suggestions that were sent with submissions of a recipe, newest first; at most 20.
    func sent(recipe: Int) throws -> [Suggestion] {
        try db.all(
            """
            \(sql: Self.select) WHERE g.recipe_id = \(recipe) AND g.state <> 'draft' ORDER BY g.id DESC LIMIT 20
            """, Self.row)
    }

    /// Keeps a text for the request for changes; it takes the place of the moderator's earlier one.
    func keep(_ text: RevisionText, for submission: Submission, by moderator: Viewer, now: Int) throws {
        try submission.check(mayBeDecidedBy: moderator.id)
        guard submission.state == .queued else { throw SiteError.conflict(.notInQueue) }
        let changed = try db.run(
            """
            UPDATE suggestion SET body = \(text.encoded), sha256 = \(text.sha256), changed_at = \(now)
            WHERE submission_id = \(submission.id) AND by_id = \(moderator.id) AND state = 'draft'
            """)
        guard changed == 0 else { return }
        try db.run(
            """
            INSERT INTO suggestion (submission_id, recipe_id, revision_id, by_id, body, sha256, state, changed_at)
            VALUES (\(submission.id), \(submission.recipeID), \(submission.revisionID), \(moderator.id),
                \(text.encoded), \(text.sha256), 'draft', \(now))
            """)
    }

    func discard(submission: Int, moderator: Int) throws {
        try db.run(
            """
            DELETE FROM suggestion
            WHERE submission_id = \(submission) AND by_id = \(moderator) AND state = 'draft'
            """)
    }

    /// Deletes the texts that moderators prepared for a submission that ended.
    func discardDrafts(submission: Int) throws {
        try db.run("DELETE FROM suggestion WHERE submission_id = \(submission) AND state = 'draft'")
    }

    /// Sends a prepared text to the author, in place of an earlier suggestion for the recipe.
    func attach(_ id: Int, to submission: Submission, by moderator: Int?, now: Int) throws {
        try replace(recipe: submission.recipeID, now: now)
        let changed = try db.run(
            """
            UPDATE suggestion SET state = 'open', changed_at = \(now)
            WHERE id = \(id) AND submission_id = \(submission.id) AND by_id = \(moderator) AND state = 'draft'
            """)
        guard changed == 1 else { throw SiteError.conflict(.suggestionClosed) }
    }

    /// Closes the open suggestion for a recipe, if there is one.
    func replace(recipe: Int, now: Int) throws {
        try db.run(
            "UPDATE suggestion SET state = 'replaced', changed_at = \(now) WHERE recipe_id = \(recipe) AND state = 'open'"
        )
    }

    /// Makes the suggestion a revision of its author and submits that, in one transaction.
    func accept(
        _ id: Int, recipe own: OwnRecipe, text: RevisionText, hints: [Hint], by author: Viewer, now: Int
    ) throws -> AcceptedSuggestion {
        guard let suggestion = try open(recipe: own.id), suggestion.id == id, suggestion.revisionID == own.head.id,
            suggestion.sha256 == text.sha256
        else { return .stale }
        let saved = try RecipeStore(db).save(text, recipe: own.id, version: own.version, author: author.id, now: now)
        guard let saved else { return .stale }
        try db.run("UPDATE suggestion SET state = 'accepted', changed_at = \(now) WHERE id = \(id)")
        let submission = try SubmissionStore(db).submit(
            recipe: saved, hints: hints, by: author.actor, author: author.id, suggestion: id, now: now)
        return .submitted(submission)
    }

    /// Closes a suggestion that the author does not want; `false` if it is closed already.
    func dismiss(_ id: Int, recipe: Int, by author: Viewer, now: Int) throws -> Bool {
        let changed = try db.run(
            """
            UPDATE suggestion SET state = 'dismissed', changed_at = \(now)
            WHERE id = \(id) AND recipe_id = \(recipe) AND state = 'open'
            """)
        guard changed == 1 else { return false }
        try AuditStore(db).append(
            .init(
                action: "dismiss-suggestion", object: .recipe, id: recipe, from: "open", to: "dismissed",
                detail: "suggestion \(id)"), by: author.actor, at: now)
        return true
    }

    private static let select: SQL = """
        SELECT g.id, g.submission_id, g.recipe_id, g.revision_id, g.by_id, g.body, g.sha256, g.state FROM suggestion g
        """

    private static func row(_ row: Row) -> Suggestion {
        Suggestion(
            id: row[0], submissionID: row[1], recipeID: row[2], revisionID: row[3], byID: row[4], stored: row[5],
            sha256: row[6], state: row[7])
    }
}

extension ErrorReason {
    static let suggestionClosed = ErrorReason("suggestion-closed")
}
