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
    /// Whether a rejection counts as a strike.
    var isStrike = false
    /// The findings that were ticked off.
    var flags: [String] = []
    /// The text that the moderator suggests with a request for changes.
    var suggestion: AttachedSuggestion?
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
        let (reasons, message, suggestion, isStrike) = (reasons, message, suggestion, isStrike)
        return NotificationEvent(
            kind: kind, user: submission.authorID, name: "decision-\(id)",
            subject: NotificationSubject(number: submission.recipeID, titles: [submission.title]),
            mailDelay: Receipt.window,
            paragraphs: { language in
                let named = reasons.compactMap { Text.dynamic("reason.\($0.rawValue)", language) }
                return
                    (named.isEmpty
                    ? [] : [Text.notificationReasons(language, reasons: named.joined(separator: ", "))])
                    + message.split(bytes: "\n").map { String($0) }
                    + (suggestion?.paragraphs[language] ?? [])
                    + (isStrike ? [Text.submissionStrikeMail(language)] : [])
                    + (kind == .rejected ? [Text.appealMail(language)] : [])
            })
    }
}

/// The outcome of a submitted decision.
enum DecisionOutcome: Sendable {
    case decided(Int)
    /// The decision waits for a second moderator.
    case held(Int)
    /// Another moderator was faster or proposed a decision, or the page showed another revision, base or takedown. Nothing was written.
    case stale
    /// A finding of the pre-screen was not ticked off. Nothing was written.
    case unticked
    /// The author may no longer publish. Nothing was written.
    case unlicensed
}

/// Who decides: one moderator, two, or the site itself.
struct Deciders: Sendable {
    /// `nil` if the site approves automatically.
    let first: Int?
    var second: Int?
    /// Who made the decision take effect.
    let actor: Actor
}

struct DecisionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The numbers of the decisions that approved a recipe.
    func approvals(ofRecipe id: Int) throws -> [Int] {
        try db.all("SELECT id FROM decision WHERE recipe_id = \(id) AND kind = 'approve'") { $0[0] }
    }

    func decide(
        _ draft: DecisionDraft, by moderator: Viewer, catalogue: Catalogue, mailer: Mailer, now: Int
    ) throws -> DecisionOutcome {
        guard let submission = try SubmissionStore(db).submission(draft.submission) else { throw SiteError.notFound }
        try submission.check(mayBeDecidedBy: moderator.id)
        if let problem = try problem(draft, submission, now: now) { return problem }
        let held = HeldDecisionStore(db)
        guard try held.open(.submission(submission.id), now: now) == nil else { return .stale }
        let cause = try holdCause(draft.kind, submission)
        let target = HeldDecisionStore.Target.submission(submission.id)
        if let cause, try held.hasAnother(than: [submission.authorID, moderator.id], for: target, now: now) {
            let proposal = HeldDraft(
                kind: draft.kind.rawValue, cause: cause, reasons: draft.reasons.map(\.rawValue),
                message: draft.message, isStrike: draft.isStrike)
            return .held(try held.hold(proposal, .submission(submission.id), by: moderator, now: now))
        }
        // Nobody else may decide, so one person decides alone, and the log says so.
        let id = try carryOut(
            draft, submission, Deciders(first: moderator.id, actor: moderator.actor),
            detail: cause == nil ? "" : " alone",
            catalogue: catalogue, mailer: mailer, now: now)
        return .decided(id)
    }

    /// Agrees with a proposed decision as a second moderator. `seen` names the text on their page.
    func agree(
        _ seen: DecisionDraft, by second: Viewer, catalogue: Catalogue, mailer: Mailer, now: Int
    ) throws -> DecisionOutcome {
        guard let submission = try SubmissionStore(db).submission(seen.submission) else { throw SiteError.notFound }
        try submission.check(mayBeDecidedBy: second.id)
        guard let held = try HeldDecisionStore(db).open(.submission(submission.id), now: now), let first = held.byID,
            held.kind == seen.kind.rawValue
        else { return .stale }
        guard first != second.id else { throw SiteError.forbidden(.ownProposal) }
        guard !submission.reporterIDs.contains(first) else { throw SiteError.conflict(.proposerReported) }
        let draft = DecisionDraft(
            kind: seen.kind, submission: seen.submission, revision: seen.revision, sha256: seen.sha256, base: seen.base,
            takedown: seen.takedown, hiding: seen.hiding,
            reasons: held.reasons.compactMap(ModerationReason.init(rawValue:)), message: held.message,
            isStrike: held.isStrike, flags: submission.findings.map(\.value))
        if let problem = try problem(draft, submission, now: now) { return problem }
        try HeldDecisionStore(db).agree(held, second: second.id, now: now)
        let id = try carryOut(
            draft, submission, Deciders(first: first, second: second.id, actor: second.actor),
            detail: " held \(held.id)", catalogue: catalogue, mailer: mailer, now: now)
        return .decided(id)
    }

    /// Why two people decide; `nil` if one is enough.
    func holdCause(_ kind: DecisionKind, _ submission: Submission) throws -> HoldCause? {
        guard kind != .requestChanges else { return nil }
        if try AccountStore(db).role(submission.authorID).map({ $0 != .member }) ?? false { return .staff }
        guard kind == .approve else { return nil }
        return try DietOverrideStore(db).inForce(submission.recipeID).isEmpty ? nil : .override
    }

    /// Why the decision cannot be made on this submission; `nil` if it can.
    private func problem(_ draft: DecisionDraft, _ submission: Submission, now: Int) throws -> DecisionOutcome? {
        guard submission.state == .queued, submission.revisionID == draft.revision,
            draft.sha256 == submission.sha256
        else { return .stale }
        guard draft.kind == .approve else { return nil }
        let seen = draft.base.map { $0 == 0 ? nil : $0 } ?? submission.baseRevisionID
        guard seen == submission.liveRevisionID, draft.takedown == submission.takenDownBy,
            draft.hiding == submission.hiddenBy
        else { return .stale }
        guard try LicenceStore(db).activeUntil(user: submission.authorID, now: now) != nil else { return .unlicensed }
        let soft = submission.findings.filter(\.kind.isSoft)
        guard soft.allSatisfy({ finding in draft.flags.contains { $0.isSame(as: finding.value) } }) else {
            return .unticked
        }
        return nil
    }

    /// Stores the decision with all its effects, and returns its number.
    func carryOut(
        _ draft: DecisionDraft, _ submission: Submission, _ deciders: Deciders, detail: String, catalogue: Catalogue,
        mailer: Mailer, now: Int
    ) throws -> Int {
        try HeldDecisionStore(db).drop(.submission(submission.id), now: now)
        let id = try record(draft, submission, by: deciders, now: now)
        let changed = try db.run(
            """
            UPDATE submission SET state = \(draft.kind.state.rawValue), version = version + 1
            WHERE id = \(submission.id) AND state = 'queued' AND version = \(submission.version)
            """)
        guard changed == 1 else { throw SiteError.conflict(.notInQueue) }
        if draft.kind == .approve { try publish(submission, by: deciders.actor, catalogue, now: now) }
        if draft.isStrike { try DirectMeasures(db: db, now: now).addStrike(id, draft, submission, by: deciders) }
        try db.run("DELETE FROM claim WHERE submission_id = \(submission.id)")
        try AssignmentStore(db).end(submission.id)
        if let suggestion = draft.suggestion {
            try SuggestionStore(db).attach(suggestion.id, to: submission, by: deciders.first, now: now)
        }
        try SuggestionStore(db).discardDrafts(submission: submission.id)
        try mailer.notify(draft.notification(id, submission), by: deciders.actor.id, db: db, now: now)
        let attached = draft.suggestion.map { " suggestion \($0.id)" } ?? ""
        try AuditStore(db).append(
            .init(
                action: draft.kind.rawValue, object: .submission, id: submission.id, from: "queued",
                to: draft.kind.state.rawValue,
                detail: "recipe \(submission.recipeID) revision \(submission.revisionID) sha256 \(submission.sha256)"
                    + attached + (draft.isStrike ? " strike" : "") + detail),
            by: deciders.actor, at: now)
        return id
    }

    func record(
        _ draft: DecisionDraft, _ submission: Submission, by deciders: Deciders, now: Int
    ) throws -> Int {
        try db.run(
            """
            INSERT INTO decision (submission_id, recipe_id, revision_id, kind, by_id, second_by_id, is_automatic, reasons,
                message, seen_sha256, policy_version, decided_at)
            VALUES (\(submission.id), \(submission.recipeID), \(submission.revisionID), \(draft.kind.rawValue),
                \(deciders.first), \(deciders.second), \(deciders.first == nil),
                \(draft.reasons.map(\.rawValue).joined(separator: " ")), \(draft.message), \(submission.sha256),
                \(Policy.version), \(now))
            """)
        return db.lastInsertID
    }

    /// Makes the revision public. Diet overrides end if the ingredients changed, and terms set by admins end if the
    /// text's own category or cuisine changed.
    func publish(_ submission: Submission, by actor: Actor, _ catalogue: Catalogue, now: Int) throws {
        try RecipeRemoval(db).endTakedown(submission.recipeID, by: actor, now: now)
        try RecipeStore(db).goLive(submission.recipeID, revision: submission.revisionID, now: now)
        guard let revision = try RecipeStore(db).revision(submission.revisionID) else { throw SiteError.notFound }
        let live = try submission.liveRevisionID.flatMap { try RecipeStore(db).revision($0) }
        let isOfThese = live.map { !catalogue.namesMore(revision.body, than: $0.body) } ?? true
        try DietOverrideStore(db).lapse(
            submission.recipeID, unlessOf: isOfThese ? revision.body.ingredientsSHA256 : "", by: actor, now: now)
        try RecipeTermStore(db).lapse(
            submission.recipeID, unlessOf: revision.body, by: actor, now: now)
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
