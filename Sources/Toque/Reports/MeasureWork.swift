// Carries out measures, and lifts them: each in one transaction with its effects, notifications and one row of the
// audit log.

import Bytes
import Database
import Food
import Texts
import Words

/// The outcome of a moderator's decision on an issue.
enum IssueOutcome: Sendable {
    case decided(Int)
    /// The decision waits for a second moderator.
    case held(Int)
    /// Another moderator was faster, or a report came in since. Nothing was written.
    case stale
    /// What the measure is about is not there any more, or hidden by another measure. Nothing was written.
    case impossible
}

struct MeasureWork {
    let db: Connection
    let catalogue: Catalogue
    let mailer: Mailer
    let now: Int

    /// Decides an issue as a moderator.
    func decide(_ id: Int, version: Int, _ draft: MeasureDraft, by moderator: Viewer) throws -> IssueOutcome {
        let issues = IssueStore(db)
        guard let issue = try issues.issue(id) else { throw SiteError.notFound }
        guard issue.userID != moderator.id else { throw SiteError.forbidden(.ownReport) }
        guard try !issues.hasReported(id, moderator.id) else { throw SiteError.forbidden(.reportedByYou) }
        guard issue.isOpen, issue.version == version else { return .stale }
        let held = HeldDecisionStore(db)
        guard try held.open(.issue(id), now: now) == nil else { return .stale }
        let target = try ReportTargetStore(db).target(issue.kind, issue.targetID)
        guard try isPossible(draft.kind, target) else { return .impossible }
        if draft.kind == .takeDown, try issues.isPopular(recipe: issue.targetID),
            try held.hasAnother(than: [issue.userID, moderator.id], for: .issue(id), now: now)
        {
            let proposal = HeldDraft(
                kind: draft.kind.rawValue, cause: .popular, reasons: [draft.reason], message: draft.text,
                notice: draft.notice, isStrike: draft.isStrike)
            return .held(try held.hold(proposal, .issue(id), by: moderator, now: now))
        }
        return .decided(try complete(draft, issue, target, by: moderator.id, actor: moderator))
    }

    /// Agrees with a proposed takedown as a second moderator. `seen` is the hash of the text on their page.
    func agree(_ id: Int, version: Int, seen: String, by second: Viewer) throws -> IssueOutcome {
        let issues = IssueStore(db)
        guard let issue = try issues.issue(id) else { throw SiteError.notFound }
        guard issue.userID != second.id else { throw SiteError.forbidden(.ownReport) }
        guard try !issues.hasReported(id, second.id) else { throw SiteError.forbidden(.reportedByYou) }
        guard let held = try HeldDecisionStore(db).open(.issue(id), now: now), let first = held.byID, issue.isOpen,
            issue.version == version
        else { return .stale }
        guard first != second.id else { throw SiteError.forbidden(.ownProposal) }
        guard try !issues.hasReported(id, first) else { throw SiteError.conflict(.proposerReported) }
        let target = try ReportTargetStore(db).target(issue.kind, issue.targetID)
        guard let target, try isPossible(.takeDown, target) else { return .impossible }
        guard target.sha256.isSame(as: seen) else { return .stale }
        let draft = MeasureDraft(
            kind: .takeDown, reason: held.reasons.first ?? "", text: held.message, notice: held.notice,
            isStrike: held.isStrike)
        try HeldDecisionStore(db).agree(held, second: second.id, now: now)
        return .decided(
            try complete(
                draft, issue, target, by: first, second: second.id, actor: second, detail: " held \(held.id)"))
    }

    /// Stores the measure with all its effects, and returns its number.
    private func complete(
        _ draft: MeasureDraft, _ issue: ReportIssue, _ target: ReportTarget?, by first: Int, second: Int? = nil,
        actor: Viewer, detail: String = ""
    ) throws -> Int {
        try HeldDecisionStore(db).drop(.issue(issue.id), now: now)
        let title = target?.title ?? ""
        let measure = try MeasureStore(db).add(
            draft, issue: issue.id, user: issue.userID, title: title, by: first, second: second, now: now)
        try carryOut(draft, measure, issue, by: actor, detail: detail)
        let reporters = try IssueStore(db).close(issue, measure: measure, now: now)
        if draft.kind != .dismiss {
            try mailer.notify(
                .measure(measure, draft, title: title, user: issue.userID), by: actor.id, db: db, now: now)
        }
        for reporter in reporters {
            try mailer.notify(
                .reportAnswered(measure, title: title, isUpheld: draft.kind != .dismiss, user: reporter),
                by: actor.id, db: db, now: now)
        }
        return measure
    }

    private func isPossible(_ kind: MeasureKind, _ target: ReportTarget?) throws -> Bool {
        switch kind {
        case .dismiss, .warn, .silence: true
        // Admins suspend members on their page.
        case .suspend: false
        case .hide, .takeDown:
            try target.map { try $0.kind == .recipe && !isHidden($0.id, automatically: false) } ?? false
        case .removeReview: target.map { $0.kind == .review && $0.isPublic } ?? false
        }
    }

    /// The effects of a measure, and its row of the log.
    private func carryOut(
        _ draft: MeasureDraft, _ measure: Int, _ issue: ReportIssue, by moderator: Viewer, detail: String
    ) throws {
        let removal = RecipeRemoval(db)
        switch draft.kind {
        case .hide, .takeDown:
            try removal.hide(
                issue.targetID, measure: measure, isTakedown: draft.kind == .takeDown,
                detail: "measure \(measure) issue \(issue.id)\(detail)", by: moderator.actor, now: now)
            return
        case .dismiss, .warn, .silence:
            // A recipe that the site hid by itself is shown again.
            if try issue.kind == .recipe && isHidden(issue.targetID, automatically: true) {
                try removal.show(issue.targetID, by: moderator.actor, now: now)
                try removal.publishAgain(issue.targetID, catalogue: catalogue)
            }
        case .removeReview: _ = try ReviewStore(db).remove(issue.targetID, by: moderator.id, now: now)
        case .suspend: return
        }
        try log(draft.kind.rawValue, issue, to: "closed", "measure \(measure)", by: moderator.actor)
    }

    private func isHidden(_ recipe: Int, automatically: Bool) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM recipe r JOIN measure m ON m.id = r.hidden_by
            WHERE r.id = \(recipe) AND m.is_automatic = \(automatically)
            """)
    }

    private func log(_ action: String, _ issue: ReportIssue, to state: String, _ detail: String, by actor: Actor) throws
    {
        try AuditStore(db).append(
            .init(
                action: action, object: .issue, id: issue.id, from: issue.isOpen ? "open" : "closed", to: state,
                detail: detail), by: actor, at: now)
    }

    /// Hides a recipe whose reports weigh enough, until moderators decide, unless they dismissed reports of the same
    /// text. Returns whether it did.
    func hideByWeight(_ id: Int, reason: ReportReason) throws -> Bool {
        guard let issue = try IssueStore(db).issue(id), issue.kind == .recipe,
            issue.weight >= ReportRules.hidingWeight,
            let target = try ReportTargetStore(db).target(.recipe, issue.targetID), target.isPublic,
            try !IssueStore(db).isDismissed(id, sha256: target.sha256)
        else { return false }
        let language = try AccountStore(db).recipient(issue.userID)?.language ?? .en
        let draft = MeasureDraft(
            kind: .hide, reason: reason.rawValue, text: Text.measureAutomatic(language), isAutomatic: true)
        let measure = try MeasureStore(db).add(
            draft, issue: id, user: issue.userID, title: target.title, by: nil, now: now)
        try RecipeRemoval(db).hide(
            issue.targetID, measure: measure, isTakedown: false, detail: "measure \(measure)", by: .system, now: now)
        try mailer.notify(
            .measure(measure, draft, title: target.title, user: issue.userID), by: nil, db: db, now: now)
        return true
    }

    // Lifting

    /// Ends a measure and its effects. Returns `false` if it was ended before.
    func lift(_ measure: Measure, by moderator: Viewer) throws -> Bool {
        guard measure.kind != .dismiss, try undo(measure, by: moderator) else { return false }
        try mailer.notify(
            .measureLifted(measure), by: moderator.id, db: db, now: now)
        return true
    }

    /// The part of lifting without a notification; the appeal has its own.
    func undo(_ measure: Measure, by moderator: Viewer, detail: String = "") throws -> Bool {
        if let next = try replacement(of: measure) { return try undo(next, by: moderator, detail: detail) }
        guard measure.liftedAt == nil, let issue = try IssueStore(db).issue(measure.issueID) else { return false }
        if measure.kind.hides,
            try RecipeRemoval(db).show(
                issue.targetID, measure: measure.id, detail: detail, by: moderator.actor, now: now)
        {
            try RecipeRemoval(db).publishAgain(issue.targetID, catalogue: catalogue)
            return true
        }
        let note = "measure \(measure.id)\(detail)"
        if let change = measure.changeID, try endTakedown(issue.targetID, change, note, by: moderator) { return true }
        if measure.kind == .suspend, (measure.until ?? 0) > now {
            return try DirectMeasures(db: db, now: now).unsuspend(measure.userID, note: note, by: moderator.actor)
        }
        guard try MeasureStore(db).markLifted(measure.id, now: now) else { return false }
        if measure.kind == .removeReview { try ReviewStore(db).publish(issue.targetID) }
        var state = issue.isOpen ? "open" : "closed"
        if measure.kind == .dismiss {
            try IssueStore(db).reopen(issue.id, measure: measure.id, now: now)
            state = "open"
        }
        try log("lift", issue, to: state, "measure \(measure.id)\(detail)", by: moderator.actor)
        return true
    }

    /// The suspension that took the place of this one, so that an appeal against either ends it.
    private func replacement(of measure: Measure) throws -> Measure? {
        guard measure.kind == .suspend, let lifted = measure.liftedAt,
            let next = try MeasureStore(db).suspension(measure.userID).flatMap({ try MeasureStore(db).measure($0) }),
            next.decidedAt == lifted
        else { return nil }
        return next
    }

    /// Puts back a recipe that an admin took down; `false` if it is not down, or by another change.
    private func endTakedown(_ recipe: Int, _ change: Int, _ note: String, by moderator: Viewer) throws -> Bool {
        let row = try db.first(
            "SELECT live_revision_id, author_id FROM recipe WHERE id = \(recipe) AND taken_down_by = \(change)"
        ) { (live: $0[0] as Int?, author: $0[1] as Int) }
        guard let row else { return false }
        try RecipeRemoval(db).putBack(
            recipe, live: row.live, author: row.author, change: change, note: note, by: moderator.actor,
            catalogue: catalogue, now: now)
        return true
    }
}

extension NotificationEvent {
    /// What tells a member of a measure that concerns them.
    static func measure(_ id: Int, _ draft: MeasureDraft, title: String, user: Int) -> Self {
        let kind: NotificationKind =
            switch draft.kind {
            case .hide: .recipeHidden
            case .takeDown: .recipeTakenDown
            case .removeReview: .reviewTakenDown
            case .silence: .silenced
            case .suspend: .suspended
            case .dismiss, .warn: .warned
            }
        return Self(
            kind: kind, user: user, name: "measure-\(id)",
            subject: NotificationSubject(number: id, titles: [title], until: draft.until),
            paragraphs: { language in
                let reason = ReportReason(rawValue: draft.reason)?.text(language) ?? draft.reason
                return [Text.notificationReasons(language, reasons: reason)]
                    + draft.text.split(bytes: "\n").map { String($0) }
                    + [Text.measureAppealMail(language)]
            })
    }

    static func measureLifted(_ measure: Measure) -> Self {
        Self(
            kind: .measureLifted, user: measure.userID, name: "measure-lifted-\(measure.id)",
            subject: NotificationSubject(number: measure.id, titles: [measure.title]))
    }

    static func reportAnswered(_ measure: Int, title: String, isUpheld: Bool, user: Int) -> Self {
        Self(
            kind: isUpheld ? .reportUpheld : .reportDismissed, user: user, name: "report-\(measure)-\(user)",
            subject: NotificationSubject(titles: [title]))
    }
}
