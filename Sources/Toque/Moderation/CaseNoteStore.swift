// Stores private notes of moderators on a case. They are only added.

import Database

/// A private note.
struct CaseNote: Sendable {
    static let length = 2_000
    /// The most notes of one recipe.
    static let limit = 200

    let id: Int
    let byName: String
    let text: String
    let at: Int
}

struct CaseNoteStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The notes on all cases of a recipe, newest first.
    func notes(recipe: Int) throws -> [CaseNote] {
        try db.all(
            """
            SELECT n.id, coalesce(u.username, ''), n.text, n.created_at
            FROM moderation_case c JOIN case_note n ON n.case_id = c.id LEFT JOIN user u ON u.id = n.by_id
            WHERE c.recipe_id = \(recipe) ORDER BY n.id DESC LIMIT \(CaseNote.limit)
            """
        ) { CaseNote(id: $0[0], byName: $0[1], text: $0[2], at: $0[3]) }
    }

    /// Adds a note; returns false if the recipe has too many.
    func add(_ text: String, to submission: Submission, by moderator: Viewer, now: Int) throws -> Bool {
        guard submission.authorID != moderator.id else { throw SiteError.forbidden(.ownRecipe) }
        guard try notes(recipe: submission.recipeID).count < CaseNote.limit else { return false }
        try db.run(
            """
            INSERT INTO case_note (case_id, by_id, text, created_at)
            VALUES (\(submission.caseID), \(moderator.id), \(text), \(now))
            """)
        return true
    }
}
