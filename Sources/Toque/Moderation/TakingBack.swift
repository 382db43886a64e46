// Takes a decision back in its first minutes: a new act on record, which never edits the decision.

import Database
import Food
import HTTP

/// A decision that its moderator has just made.
struct Receipt: Sendable {
    let decision: Int
    let kind: DecisionKind
    let submission: Int
    let recipe: Int
    let title: String
    let decidedAt: Int
    /// Whether it can still be taken back.
    var canBeTakenBack: Bool
    let isPublic: Bool
    /// Whether it is an approval that cannot be taken back only because it also ended what others decided.
    var hasEndedMore = false

    /// How long a decision can be taken back, in milliseconds.
    static let window = 600_000
}

struct TakingBack {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The receipt of a moderator's own decision; `nil` for another's, or after the window.
    func receipt(_ decision: Int, moderator: Int, now: Int) throws -> Receipt? {
        let found: Receipt? = try db.first(
            """
            SELECT d.kind, d.submission_id, d.recipe_id, v.title, d.decided_at,
                NOT EXISTS (SELECT 1 FROM submission later WHERE later.recipe_id = d.recipe_id
                    AND later.id > d.submission_id)
                    AND NOT EXISTS (SELECT 1 FROM appeal a WHERE a.decision_id = d.id)
                    AND NOT EXISTS (SELECT 1 FROM appeal a JOIN measure m ON m.id = a.measure_id
                        WHERE m.decision_id = d.id)
                    AND r.deleted_at IS NULL
                    AND (d.kind <> 'approve' OR (r.live_revision_id IS d.revision_id AND r.taken_down_by IS NULL
                        AND r.hidden_by IS NULL)),
                EXISTS (SELECT 1 FROM public_recipe p WHERE p.recipe_id = d.recipe_id)
            FROM decision d JOIN revision v ON v.id = d.revision_id JOIN recipe r ON r.id = d.recipe_id
            WHERE d.id = \(decision) AND \(moderator) IN (d.by_id, d.second_by_id) AND d.decided_at > \(now - Receipt.window)
                AND d.submission_id IS NOT NULL
            """
        ) { row in
            DecisionKind(rawValue: row[0]).map {
                Receipt(
                    decision: decision, kind: $0, submission: row[1], recipe: row[2], title: row[3], decidedAt: row[4],
                    canBeTakenBack: row[5], isPublic: row[6])
            }
        }.flatMap(\.self)
        guard var receipt = found else { return nil }
        if receipt.kind == .approve, receipt.canBeTakenBack,
            try hasEndedMore(recipe: receipt.recipe, decidedAt: receipt.decidedAt)
        {
            (receipt.canBeTakenBack, receipt.hasEndedMore) = (false, true)
        }
        return receipt
    }

    /// Brings the submission back to its old place in the queue, unless the author unpublished the recipe since; an
    /// approved text is no longer public, and the one before it is public again. The email about the decision is not
    /// sent. Returns the new submission.
    func takeBack(_ decision: Int, by moderator: Viewer, catalogue: Catalogue, now: Int) throws -> Int {
        guard let receipt = try receipt(decision, moderator: moderator.id, now: now),
            let old = try SubmissionStore(db).submission(receipt.submission)
        else { throw SiteError.notFound }
        guard receipt.canBeTakenBack else {
            throw SiteError.conflict(receipt.hasEndedMore ? .hasEndedMore : .movedOn)
        }
        return try reopen(
            old, decision: decision, kind: receipt.kind, decidedAt: receipt.decidedAt, by: moderator, catalogue,
            now: now)
    }

    /// Takes back an automatic approval, at any time, as long as nothing followed it. Returns the new submission.
    func takeBackAutomatic(_ submission: Int, by moderator: Viewer, catalogue: Catalogue, now: Int) throws -> Int {
        guard let old = try SubmissionStore(db).submission(submission) else { throw SiteError.notFound }
        try old.check(mayBeDecidedBy: moderator.id)
        let decision = try db.first(
            """
            SELECT d.id, d.decided_at, NOT EXISTS (SELECT 1 FROM submission later WHERE later.recipe_id = d.recipe_id
                AND later.id > d.submission_id) AND r.deleted_at IS NULL
            FROM decision d JOIN recipe r ON r.id = d.recipe_id
            WHERE d.submission_id = \(submission) AND d.is_automatic = 1
            """
        ) { (id: $0[0] as Int, at: $0[1] as Int, isLast: $0[2] as Bool) }
        guard let decision else { throw SiteError.notFound }
        guard decision.isLast else { throw SiteError.conflict(.movedOn) }
        return try reopen(
            old, decision: decision.id, kind: .approve, decidedAt: decision.at, by: moderator, catalogue, now: now)
    }

    /// Brings a submission back as a new one in its old place of the queue, or withdrawn.
    private func reopen(
        _ old: Submission, decision: Int, kind: DecisionKind, decidedAt: Int, by moderator: Viewer,
        _ catalogue: Catalogue, now: Int
    ) throws -> Int {
        try MeasureStore(db).liftStrike(ofDecision: decision, now: now)
        if kind == .approve { try unpublish(old, decidedAt: decidedAt, catalogue, now: now) }
        // The author does not want a recipe public that they unpublished since. They can submit the text again.
        let isUnpublished = try db.exists(
            "SELECT 1 FROM recipe WHERE id = \(old.recipeID) AND unpublished_at >= \(decidedAt)")
        let state: SubmissionState = isUnpublished ? .withdrawn : .queued
        try db.run(
            """
            INSERT INTO submission (case_id, recipe_id, revision_id, base_revision_id, round, state, queued_at, due_at,
                hints, language, returns_to, reopens)
            SELECT case_id, recipe_id, revision_id, base_revision_id, round, \(state.rawValue), queued_at, due_at, hints,
                language, returns_to, id
            FROM submission WHERE id = \(old.id)
            """)
        let id = db.lastInsertID
        try SuggestionStore(db).replace(recipe: old.recipeID, now: now)
        try NotificationStore(db).remove("decision-\(decision)")
        try Outbox(db).withdraw(event: "decision-\(decision)")
        let live = kind == .approve ? " live \(old.baseRevisionID.map(String.init) ?? "none")" : ""
        try AuditStore(db).append(
            .init(
                action: "reopen", object: .submission, id: id, from: kind.state.rawValue, to: state.rawValue,
                detail: "recipe \(old.recipeID) revision \(old.revisionID) decision \(decision)" + live),
            by: moderator.actor, at: now)
        return id
    }

    /// Whether an approval also ended a takedown, a hiding, an unpublishing, a diet override or a term of an admin.
    /// Taking it back would have to bring that back too, which others decided.
    private func hasEndedMore(recipe: Int, decidedAt: Int) throws -> Bool {
        let ends = ["put-back", "show", "republish", "diet-override-lapsed", "category-lapsed", "cuisine-lapsed"]
        return try ends.contains { try AuditStore(db).has($0, recipe: recipe, at: decidedAt) }
    }

    private func unpublish(_ old: Submission, decidedAt: Int, _ catalogue: Catalogue, now: Int) throws {
        guard try !hasEndedMore(recipe: old.recipeID, decidedAt: decidedAt) else {
            throw SiteError.conflict(.hasEndedMore)
        }
        guard old.liveRevisionID == old.revisionID, old.takenDownBy == nil, old.hiddenBy == nil
        else { throw SiteError.conflict(.movedOn) }
        let base = old.baseRevisionID
        try db.run(
            """
            UPDATE recipe SET live_revision_id = \(base), published_at = iif(\(base) IS NULL, NULL, published_at),
                version = version + 1
            WHERE id = \(old.recipeID) AND deleted_at IS NULL
            """)
        try PublicRecipeStore(db).remove(old.recipeID)
        try RecipeRemoval(db).publishAgain(old.recipeID, catalogue: catalogue)
    }
}

extension ErrorReason {
    static let movedOn = ErrorReason("moved-on")
    static let hasEndedMore = ErrorReason("has-ended-more")
}

enum TakingBackDecisions {
    static func takeBack(_ context: Context) async throws -> Response {
        let (id, viewer, now, site) = (
            try context.number("decision"), try context.member(), context.now, context.site
        )
        let submission = try await site.writer.write { db in
            try TakingBack(db).takeBack(id, by: viewer, catalogue: site.catalogue.inside(db), now: now)
        }
        return try taken(submission, context)
    }

    /// Shows the submission that a decision left when it was taken back.
    static func taken(_ submission: Int, _ context: Context) throws -> Response {
        let isQueued = try SubmissionStore(context.reader).submission(submission)?.state == .queued
        return context.redirect(
            to: QueueFilter(context.request.query).address(Address.submission(submission)),
            done: isQueued ? "taken-back" : "taken-back-unpublished")
    }
}
