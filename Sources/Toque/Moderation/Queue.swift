// Handler for the moderation queue, soonest due first.

import HTML
import HTTP
import Texts

enum Queue {
    static func show(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let page = Paging.page(context.request.query["page"])
        let (total, submissions) = try SubmissionStore(context.reader).queue(page: page)
        if context.wantsJSON {
            let items = submissions.map(SubmissionJSON.init)
            return try context.json(ListJSON(total: total, page: page, items: items))
        }
        let claims = try ClaimStore(context.reader).live(submissions.map(\.id), now: context.now)
        let held = try HeldDecisionStore(context.reader).waiting(submissions.map(\.id))
        let language = context.language
        let rows = submissions.map { submission in
            let isOverdue = submission.dueAt < context.now
            return QueueRow(
                id: submission.id, address: Address.submission(submission.id), title: submission.title,
                author: submission.author().fullName,
                waiting: Moment(submission.queuedAt, language).html { Text.queueWaiting(language, at: $0) },
                due: Moment(submission.dueAt, language).html {
                    isOverdue ? Text.queueOverdue(language, at: $0) : Text.queueDue(language, at: $0)
                },
                isOverdue: isOverdue,
                round: submission.round > 1 ? Text.submissionRound(language, number: String(submission.round)) : nil,
                isUpdate: submission.baseRevisionID != nil, isOwn: submission.authorID == viewer.id,
                isReturning: submission.isReturning(to: viewer.id, at: context.now),
                isHeld: submission.authorID != viewer.id && held[submission.id].map { $0 != viewer.id } ?? false,
                isProposed: held[submission.id] == viewer.id,
                claimedBy: claims[submission.id]?.moderatorName, hints: submission.hints.count)
        }
        return context.page(
            QueuePage(
                layout: context.layout(title: Text.queueTitle(language), section: "moderation", isListed: false),
                receipt: try Receipt.shown(context), count: total, rows: rows,
                pages: Pages(number: page, total: total) { "\(Address.queue())?page=\($0)" }))
    }
}

struct QueuePage {
    let layout: Layout
    /// The decision that the moderator made just before.
    let receipt: ReceiptView?
    let count: Int
    let rows: [QueueRow]
    let pages: Pages
}

struct QueueRow {
    let id: Int
    let address: String
    let title: String
    let author: String
    let waiting: HTML
    let due: HTML
    let isOverdue: Bool
    let round: String?
    let isUpdate: Bool
    let isOwn: Bool
    /// Whether it answers changes that this moderator asked for.
    let isReturning: Bool
    /// Whether a decision waits for a second moderator: for the viewer, or after the viewer's own proposal.
    let isHeld: Bool
    let isProposed: Bool
    let claimedBy: String?
    let hints: Int
    var hasHints: Bool { hints > 0 }
}
