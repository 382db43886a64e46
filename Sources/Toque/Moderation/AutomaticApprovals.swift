// Automatic approval of a submission, and the page on which moderators check a sample of such approvals afterwards.

import Database
import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum AutomaticApprovals {
    /// Compares a text that is being submitted with the public one; `nil` if the site approves nothing by itself, or no
    /// text is public. Long texts take too long for an event loop.
    static func compare(_ own: OwnRecipe, _ context: Context) async throws -> AutomaticComparison? {
        guard context.site.settings.approvesAutomatically, let live = own.liveRevisionID,
            let revision = try RecipeStore(context.reader).revision(live)
        else { return nil }
        let catalogue = try context.site.catalogue.current(context.reader)
        let (head, key) = (own.head, context.site.key(for: "automatic-approval"))
        return try await context.site.workers.run {
            let changes = changes(from: revision, to: head, catalogue)
            return AutomaticComparison(live: live, revision: head.id, changes: changes, key: key)
        }
    }

    /// The changed parts that a moderator has to read; `diets` if the derived diets or allergens change.
    static func changes(from old: Revision, to new: Revision, _ catalogue: Catalogue) -> [String] {
        let changes = AutomaticRules.careful(from: old.stored, to: new.stored)
        let (before, after) = (catalogue.diets(of: old.body), catalogue.diets(of: new.body))
        let isSame =
            Diet.allCases.allSatisfy { before[$0] == after[$0] }
            && Allergen.allCases.allSatisfy { before[$0] == after[$0] }
        return isSame ? changes : changes + ["diets"]
    }

    static func list(_ context: Context) async throws -> Response {
        let (language, store) = (context.language, AutomaticStore(context.reader))
        let isChecked = context.request.query["state"] == "checked"
        let number = Paging.page(context.request.query["page"])
        let (total, approvals) = try store.sample(
            isChecked: isChecked, page: number, for: context.member().id)
        if context.wantsJSON {
            return try context.json(
                ListJSON(total: total, page: number, items: approvals.map(AutomaticApprovalJSON.init)))
        }
        let figures = try store.figures()
        let base = Address.automatic()
        return context.page(
            AutomaticPage(
                layout: context.layout(title: Text.automaticTitle(language), section: "moderation", isListed: false),
                isOn: context.site.settings.approvesAutomatically, formToken: context.formToken,
                figures: Text.automaticFigures(
                    language, approved: String(figures.approved), drawn: String(figures.drawn),
                    drawnApproved: String(figures.drawnApproved), drawnRefused: String(figures.drawnRefused)),
                isChecked: isChecked, waitingAddress: base, checkedAddress: base + "?state=checked",
                rows: approvals.map { AutomaticRow($0, language) },
                pages: Pages(number: number, total: total) { "\(base)?\(isChecked ? "state=checked&" : "")page=\($0)" })
        )
    }

    static func markChecked(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try context.number("submission"), try context.member(), context.now)
        guard let submission = try SubmissionStore(context.reader).submission(id) else { throw SiteError.notFound }
        try submission.check(mayBeDecidedBy: viewer.id)
        let isChecked = try await context.site.writer.write { db in
            try AutomaticStore(db).check(id, by: viewer, now: now)
        }
        return context.redirect(to: Address.automatic(), done: isChecked ? "automatic-checked" : "nothing-changed")
    }

    /// Takes an automatic approval back: the text returns to the queue, and the one before it is public again. The author
    /// is notified, because they were told that it is public.
    static func reopen(_ context: Context) async throws -> Response {
        let (id, viewer, now, site) = (
            try context.number("submission"), try context.member(), context.now, context.site
        )
        let submission = try await site.writer.write { db in
            let new = try TakingBack(db).takeBackAutomatic(
                id, by: viewer, catalogue: site.catalogue.inside(db), now: now)
            _ = try AutomaticStore(db).mark(id, by: viewer.id, now: now)
            guard let reopened = try SubmissionStore(db).submission(new) else { throw SiteError.notFound }
            try site.mailer.notify(.approvalTakenBack(reopened), by: viewer.id, db: db, now: now)
            return new
        }
        return try TakingBackDecisions.taken(submission, context)
    }
}

extension NotificationEvent {
    /// An automatic approval that a moderator took back; the submission is the new one.
    fileprivate static func approvalTakenBack(_ reopened: Submission) -> Self {
        let isQueued = reopened.state == .queued
        return Self(
            kind: .approvalTakenBack, user: reopened.authorID, name: "reopened-\(reopened.id)",
            subject: NotificationSubject(number: reopened.recipeID, titles: [reopened.title]),
            paragraphs: { language in
                [
                    isQueued
                        ? Text.notificationApprovalTakenBackQueued(language)
                        : Text.notificationApprovalTakenBackUnpublished(language)
                ]
            })
    }
}

struct AutomaticPage {
    let layout: Layout
    /// Whether the site approves texts by itself at the moment.
    let isOn: Bool
    let formToken: String
    let figures: String
    let isChecked: Bool
    let waitingAddress: String
    let checkedAddress: String
    let rows: [AutomaticRow]
    let pages: Pages
}

/// An automatic approval with its conditions.
struct AutomaticRow {
    let title: String
    let language: String
    let author: String
    let at: HTML
    let address: String
    let conditions: [String]
    /// `nil` if it was checked.
    let checkAddress: String?
    let reopenAddress: String?

    init(_ approval: AutomaticApproval, _ language: Language) {
        title = approval.title
        self.language = approval.language
        author = approval.author
        at = Moment(approval.decidedAt, language).html
        address = Address.submission(approval.submission)
        conditions = approval.conditions.map { condition in
            let name = Text.dynamic("automatic.condition.\(condition.name)", language) ?? condition.name
            return condition.weight == 0
                ? "\(name): \(condition.value)" : "\(name): \(condition.value) × \(condition.weight)"
        }
        checkAddress = approval.checkedAt == nil ? Address.checkAutomatic(approval.submission) : nil
        reopenAddress = approval.checkedAt == nil ? Address.reopenAutomatic(approval.submission) : nil
    }
}

struct AutomaticApprovalJSON: Encodable {
    struct Condition: Encodable {
        let name: String
        let value: Int
        let weight: Int
    }

    let submission: Int
    let recipeId: Int
    let title: String
    let at: String
    let isChecked: Bool
    let conditions: [Condition]

    init(_ approval: AutomaticApproval) {
        submission = approval.submission
        recipeId = approval.recipe
        title = approval.title
        at = Dates.time(approval.decidedAt)
        isChecked = approval.checkedAt != nil
        conditions = approval.conditions.map { Condition(name: $0.name, value: $0.value, weight: $0.weight) }
    }
}
