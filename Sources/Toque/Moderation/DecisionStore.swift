// Stores decisions: exactly one per submission, about the revision that the moderator read, in one transaction with all
// its effects.

import Bytes
import Database
import Food
import Texts

/// A decision as a moderator submitted it.
struct DecisionDraft: Sendable {
    let kind: DecisionKind
    let submission: Int
    /// The revision on the page and its hash; a decision without the hash is refused.
    let revision: Int
    let sha256: String?
    /// The public revision that the page compared with; 0 if none was public.
    let base: Int?
    /// The change that took the public text down, if the page mentioned one.
    var takedown: Int?
    /// The measure that hides the recipe, as the page showed it.
    var hiding: Int?
    let reasons: [ModerationReason]
    let message: String
    /// The findings that were ticked off.
    var flags: [String] = []
}

extension DecisionDraft {
    /// What tells the author of the decision with this number.
    func notification(_ id: Int, _ submission: Submission) -> NotificationEvent {
        let kind: NotificationKind =
            switch self.kind {
            case .approve: .approved
            case .requestChanges: .changesRequested
            case .reject: .rejected
            }
        let (reasons, message) = (reasons, message)
        return NotificationEvent(
            kind: kind, user: submission.authorID, name: "decision-\(id)",
            subject: NotificationSubject(number: submission.recipeID, titles: [submission.title]),
            paragraphs: { language in
                let named = reasons.compactMap { Text.dynamic("reason.\($0.rawValue)", language) }
                return
                    (named.isEmpty
                    ? [] : [Text.notificationReasons(language, reasons: named.joined(separator: ", "))])
                    + message.split(bytes: "\n").map { String($0) }
                    + (kind == .rejected ? [Text.appealMail(language)] : [])
            })
    }
}

/// The outcome of a submitted decision.
enum DecisionOutcome: Sendable {
    case decided(Int)
    /// Another moderator was faster, or the page showed another revision, base or takedown. Nothing was written.
    case stale
    /// A finding of the pre-screen was not ticked off. Nothing was written.
    case unticked
    /// The author may no longer publish. Nothing was written.
    case unlicensed
}

struct DecisionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func decide(
        _ draft: DecisionDraft, by moderator: Viewer, catalogue: Catalogue, mailer: Mailer, now: Int
    ) throws -> DecisionOutcome {
        guard let submission = try SubmissionStore(db).submission(draft.submission) else { throw SiteError.notFound }
        guard submission.authorID != moderator.id else { throw SiteError.forbidden(.ownRecipe) }
        guard submission.state == .queued, submission.revisionID == draft.revision,
            draft.sha256 == submission.sha256
        else { return .stale }
        if draft.kind == .approve {
            let seen = draft.base.map { $0 == 0 ? nil : $0 } ?? submission.baseRevisionID
            guard seen == submission.liveRevisionID, draft.takedown == submission.takenDownBy,
                draft.hiding == submission.hiddenBy
            else { return .stale }
            guard try LicenceStore(db).activeUntil(user: submission.authorID, now: now) != nil else {
                return .unlicensed
            }
            let soft = submission.findings.filter(\.kind.isSoft)
            guard soft.allSatisfy({ finding in draft.flags.contains { $0.isSame(as: finding.value) } }) else {
                return .unticked
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
        try AssignmentStore(db).end(submission.id)
        try mailer.notify(draft.notification(id, submission), by: moderator.id, db: db, now: now)
        try AuditStore(db).append(
            .init(
                action: draft.kind.rawValue, object: .submission, id: submission.id, from: "queued",
                to: draft.kind.state.rawValue,
                detail: "recipe \(submission.recipeID) revision \(submission.revisionID) sha256 \(submission.sha256)"),
            by: moderator.actor, at: now)
        return .decided(id)
    }

    func record(
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

    /// Makes the revision public. Diet overrides end if the ingredients changed, and terms set by admins end if the
    /// text's own category or cuisine changed.
    func publish(_ submission: Submission, by moderator: Viewer, _ catalogue: Catalogue, now: Int) throws {
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

    /// Publishes an imported or starter recipe as a decision of the system, of its own kind, with one row in the audit
    /// log.
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
