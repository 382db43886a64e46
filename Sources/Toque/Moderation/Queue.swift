// Handler for the moderation queue, soonest due first.

import HTML
import HTTP
import Texts
import Words

enum Queue {
    static func show(_ context: Context) async throws -> Response {
        var form = QueueForm(QueueFilter(context.request.query))
        form.approved = context.request.query["approved"].flatMap { Int($0) } ?? 0
        return try await page(form, context)
    }

    /// The page, also as the answer to a form with a mistake.
    static func page(_ form: QueueForm, _ context: Context, status: Status = .ok) async throws -> Response {
        let (viewer, language, filter) = (try context.member(), context.language, form.filter)
        let number = Paging.page(context.request.query["page"])
        let condition = filter.condition(for: viewer.id, now: context.now)
        let (total, page) = try SubmissionStore(context.reader).queue(page: number, condition)
        // Ticks of other pages stay with the form.
        let beyond = (form.ticked + form.approving).filter { id in !page.contains { $0.id == id } }
        let submissions = try (beyond.isEmpty ? [] : SubmissionStore(context.reader).queued(beyond)) + page
        if context.wantsJSON {
            let items = submissions.map(SubmissionJSON.init)
            return try context.json(ListJSON(total: total, page: number, items: items), status: status)
        }
        let ids = submissions.map(\.id)
        let claims = try ClaimStore(context.reader).live(ids, now: context.now)
        let assigned = try AssignmentStore(context.reader).assigned(ids)
        let held = try HeldDecisionStore(context.reader).waiting(ids, now: context.now)
        let moderators = try AccountStore(context.reader).moderators(now: context.now)
        let trusted = try await TrustedApprovals.ticks(
            submissions.filter {
                $0.authorID != viewer.id && !$0.reporterIDs.contains(viewer.id) && held[$0.id] == nil
            }, context)
        var rows = submissions.map {
            QueueRow(
                $0, viewer, claim: claims[$0.id], assigned: assigned[$0.id]?.name, heldBy: held[$0.id],
                trusted: trusted[$0.id], form, now: context.now, language)
        }
        // The queue is ordered by due date, so all on later pages are later too.
        let later = total - Paging.offset(number) - page.count { !QueueRow.isLater($0, now: context.now) }
        if let first = rows.firstIndex(where: \.isLater), first > 0 {
            rows[first].fold = QueueFold(
                text: Text.queueLater(language, count: later),
                isOpen: rows.contains { $0.isLater && ($0.isTicked || $0.isApproving) })
        }
        return context.page(
            QueuePage(
                layout: context.layout(title: Text.queueTitle(language), section: "moderation", isListed: false),
                formToken: context.formToken, receipt: try Receipt.shown(context), notice: form.notice,
                approved: TrustedApprovals.range.contains(form.approved)
                    ? Text.queueApproved(language, count: form.approved) : nil,
                refused: try refused(form, context),
                problems: form.errors.summary,
                filter: QueueFilterForm(
                    filter, isOpen: !filter.isEmpty || form.errors["name"] != nil, language), encoded: filter.encoded,
                views: try SavedViewStore(context.reader).views(of: viewer.id).map { SavedViewLink($0, filter) },
                viewName: filter.isEmpty && form.errors["name"] == nil ? nil : form.nameField(language),
                moderators: ModeratorChoice(
                    moderators, chosen: form.moderator, error: form.errors["moderator"], language),
                tickError: form.errors["submission"], isFiltered: !filter.isEmpty, count: total,
                rows: rows,
                approveError: form.errors["approve"],
                approveHelp: rows.contains { $0.approval != nil }
                    ? Text.queueApproveHelp(language, limit: String(TrustedApprovals.limit)) : nil,
                pages: Pages(number: number, total: total) {
                    filter.address(Address.queue(), [("page", String($0))])
                }), status: status)
    }
}

extension Queue {
    /// Which ticked submissions were not approved, and why.
    private static func refused(_ form: QueueForm, _ context: Context) throws -> [RefusedApproval] {
        try form.refused.compactMap { id, refusal in
            guard let submission = try SubmissionStore(context.reader).submission(id) else { return nil }
            return RefusedApproval(
                title: submission.title, address: form.filter.address(Address.submission(id)),
                reason: Text.dynamic("queue.refusal.\(refusal.rawValue)", context.language) ?? refusal.rawValue)
        }
    }
}

/// What was typed and ticked on the page of the queue.
struct QueueForm {
    let filter: QueueFilter
    /// The name of a view to save.
    var name = ""
    /// The numbers of ticked submissions.
    var ticked: [Int] = []
    var moderator = ""
    var errors = FieldErrors()
    /// Why a part of the request was not carried out.
    var notice: String?
    /// The numbers of submissions that were ticked for approval.
    var approving: Set<Int> = []
    /// How many of them were approved, and why others were not.
    var approved = 0
    var refused: [(submission: Int, refusal: TrustedRefusal)] = []

    init(_ filter: QueueFilter) { self.filter = filter }

    func nameField(_ language: Language) -> Field {
        Field(
            name: "name", label: Text.queueViewName(language), value: name, error: errors["name"], isRequired: true,
            maxLength: SavedView.nameLength)
    }
}

struct QueuePage {
    let layout: Layout
    let formToken: String
    /// The decision that the moderator made just before.
    let receipt: ReceiptView?
    let notice: String?
    /// How many submissions were approved together, and which were not.
    let approved: String?
    let refused: [RefusedApproval]
    let problems: [FieldProblem]
    let filter: QueueFilterForm
    /// The filter as a query, for hidden fields.
    let encoded: String
    let views: [SavedViewLink]
    /// The name under which the filter can be saved; `nil` without a filter.
    let viewName: Field?
    let moderators: ModeratorChoice
    let tickError: String?
    let isFiltered: Bool
    let count: Int
    let rows: [QueueRow]
    let approveError: String?
    /// What the form that approves several does; `nil` if no row has a tick box for it.
    let approveHelp: String?
    let pages: Pages
    var hasRefused: Bool { !refused.isEmpty }
}

/// Stands before the first submission that is not due within two days, and shows and hides those.
struct QueueFold {
    /// How many there are.
    let text: String
    let isOpen: Bool
}

struct QueueRow {
    var fold: QueueFold?
    let id: Int
    let address: String
    let title: String
    let author: String
    let waiting: HTML
    let due: HTML
    let isOverdue: Bool
    /// Whether it is not due within two days.
    let isLater: Bool
    let round: String?
    let isUpdate: Bool
    let isOwn: Bool
    /// Whether it answers changes that this moderator asked for.
    let isReturning: Bool
    /// Whether a decision waits for a second moderator: for the viewer, or after the viewer's own proposal.
    let isHeld: Bool
    let isProposed: Bool
    let claimedBy: String?
    let assignedTo: String?
    let isTicked: Bool
    /// What its tick box for approving sends; `nil` if a moderator has to open it.
    let approval: String?
    let isApproving: Bool
    let hints: Int
    var hasHints: Bool { hints > 0 }

    static func isLater(_ submission: Submission, now: Int) -> Bool {
        submission.dueAt > now + 2 * Milliseconds.day
    }

    init(
        _ submission: Submission, _ viewer: Viewer, claim: Claim?, assigned: String?, heldBy: Int?,
        trusted: TrustedTick?, _ form: QueueForm, now: Int, _ language: Language
    ) {
        let isOverdue = submission.dueAt < now
        id = submission.id
        address = form.filter.address(Address.submission(submission.id))
        title = submission.title
        author = submission.author().fullName
        waiting = Moment(submission.queuedAt, language).html { Text.queueWaiting(language, at: $0) }
        due = Moment(submission.dueAt, language).html {
            isOverdue ? Text.queueOverdue(language, at: $0) : Text.queueDue(language, at: $0)
        }
        self.isOverdue = isOverdue
        isLater = Self.isLater(submission, now: now)
        round = submission.round > 1 ? Text.submissionRound(language, number: String(submission.round)) : nil
        isUpdate = submission.baseRevisionID != nil
        isOwn = submission.authorID == viewer.id
        isReturning = submission.isReturning(to: viewer.id, at: now)
        isHeld = submission.authorID != viewer.id && heldBy.map { $0 != viewer.id } ?? false
        isProposed = heldBy == viewer.id
        // Authors do not learn who works on their recipe.
        claimedBy = isOwn ? nil : claim?.moderatorName
        assignedTo = isOwn ? nil : assigned
        isTicked = form.ticked.contains(submission.id)
        approval = trusted?.value
        isApproving = form.approving.contains(submission.id)
        hints = submission.hints.count
    }
}
