// Decisions: exactly one per submission, on the revision that was read, in one transaction with all it causes.

import Database
import Food

/// What a moderator sent.
struct DecisionDraft: Sendable {
    let kind: DecisionKind
    let submission: Int
    /// The revision that was on the page, and its hash; without the hash nothing is decided.
    let revision: Int
    let sha256: String?
    /// The public revision that the difference on the page was against; 0 when none was public.
    let base: Int?
    /// The change that had taken the public text down, as the page told; `nil` where it told of none.
    var takedown: Int?
    let reasons: [ModerationReason]
    let message: String
}

/// How a decision came out.
enum DecisionOutcome: Sendable {
    case decided(Int)
    /// Someone was faster, or the page showed another revision, base or takedown: nothing was written.
    case stale
    /// The author may no longer publish: nothing was written.
    case unlicensed
}

struct DecisionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func decide(_ draft: DecisionDraft, by moderator: Viewer, catalogue: Catalogue, now: Int) throws -> DecisionOutcome
    {
        guard let submission = try SubmissionStore(db).submission(draft.submission) else { throw SiteError.notFound }
        guard submission.authorID != moderator.id else { throw SiteError.forbidden(.ownRecipe) }
        guard submission.state == .queued, submission.revisionID == draft.revision,
            draft.sha256 == submission.sha256
        else { return .stale }
        if draft.kind == .approve {
            let seen = draft.base.map { $0 == 0 ? nil : $0 } ?? submission.baseRevisionID
            guard seen == submission.liveRevisionID, draft.takedown == submission.takenDownBy else { return .stale }
            guard try LicenceStore(db).activeUntil(user: submission.authorID, now: now) != nil else {
                return .unlicensed
            }
        }
        let id = try record(draft, submission, by: moderator, now: now)
        let changed = try db.run(
            """
            UPDATE submission SET state = \(draft.kind.state.rawValue), version = version + 1
            WHERE id = \(submission.id) AND state = 'queued' AND version = \(submission.version)
            """)
        guard changed == 1 else { throw SiteError.conflict(.notInQueue) }
        if draft.kind == .approve { try publish(submission, by: moderator, catalogue, now: now) }
        try db.run("DELETE FROM claim WHERE submission_id = \(submission.id)")
        try db.run(
            """
            INSERT INTO notification (user_id, decision_id, created_at)
            VALUES (\(submission.authorID), \(id), \(now))
            """)
        try AuditStore(db).append(
            .init(
                action: draft.kind.rawValue, object: .submission, id: submission.id, from: "queued",
                to: draft.kind.state.rawValue,
                detail: "recipe \(submission.recipeID) revision \(submission.revisionID) sha256 \(submission.sha256)"),
            by: moderator.actor, at: now)
        return .decided(id)
    }

    private func record(
        _ draft: DecisionDraft, _ submission: Submission, by moderator: Viewer, now: Int
    ) throws -> Int {
        try db.run(
            """
            INSERT INTO decision (submission_id, recipe_id, revision_id, kind, by_id, reasons, message, seen_sha256,
                policy_version, decided_at)
            VALUES (\(submission.id), \(submission.recipeID), \(submission.revisionID), \(draft.kind.rawValue),
                \(moderator.id), \(draft.reasons.map(\.rawValue).joined(separator: " ")), \(draft.message),
                \(submission.sha256), \(Policy.version), \(now))
            """)
        return db.lastInsertID
    }

    /// Moves the live pointer and writes what readers and search need. What was set of diets goes with its
    /// ingredients, what was set of its category and cuisine with what it says of them.
    private func publish(_ submission: Submission, by moderator: Viewer, _ catalogue: Catalogue, now: Int) throws {
        try RecipeRemoval(db).endTakedown(submission.recipeID, by: moderator.actor, now: now)
        try RecipeStore(db).goLive(submission.recipeID, revision: submission.revisionID, now: now)
        guard let revision = try RecipeStore(db).revision(submission.revisionID) else { throw SiteError.notFound }
        let live = try submission.liveRevisionID.flatMap { try RecipeStore(db).revision($0) }
        let isOfThese = live.map { !catalogue.namesMore(revision.body, than: $0.body) } ?? true
        try DietOverrideStore(db).lapse(
            submission.recipeID, unlessOf: isOfThese ? revision.body.ingredientsSHA256 : "", by: moderator.actor,
            now: now)
        try RecipeTermStore(db).lapse(
            submission.recipeID, unlessOf: revision.body, by: moderator.actor, now: now)
        try PublicRecipeStore(db).write(revision, author: submission.authorID, catalogue: catalogue)
    }

    /// What import and starter content publish is decided by the system: its own kind of decision, one audit row each.
    func publishImported(_ created: CreatedRecipe, author: Int, _ entry: PublicEntry, now: Int) throws {
        try db.run(
            """
            INSERT INTO decision (recipe_id, revision_id, kind, seen_sha256, policy_version, decided_at)
            VALUES (\(created.id), \(created.revisionID), 'import', \(created.sha256), \(Policy.version), \(now))
            """)
        try RecipeStore(db).goLive(created.id, revision: created.revisionID, now: now)
        try PublicRecipeStore(db).insert(
            entry, recipe: created.id, revision: created.revisionID, author: author)
        try AuditStore(db).append(
            .init(
                action: "import", object: .recipe, id: created.id, from: "none", to: "live",
                detail: "revision \(created.revisionID) sha256 \(created.sha256)"), by: .system, at: now)
    }
}
