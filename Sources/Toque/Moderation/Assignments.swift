// The handler that assigns submissions to a moderator: one, or those that are ticked in the queue.

import Bytes
import Database
import HTTP
import Texts
import Words

enum Assignments {
    /// The most submissions of one form.
    static let limit = 500

    static func save(_ context: Context) async throws -> Response {
        let (viewer, now, language) = (try context.member(), context.now, context.language)
        let name = (context.form["moderator"] ?? "").trimmed
        var form = QueueForm(QueueFilter(encoded: context.form.filter))
        var seen: Set<Int> = []
        form.ticked = context.form.all("submission").compactMap { Int($0) }.filter { seen.insert($0).inserted }
        form.moderator = name
        let moderators = try AccountStore(context.reader).moderators(now: now)
        let moderator = moderators.first { $0.username == name }
        if form.ticked.isEmpty { form.errors.add("submission", Text.queueTickedNone(language)) }
        if form.ticked.count > limit {
            form.errors.add("submission", Text.queueTickedMany(language, limit: String(limit)))
        }
        if moderator == nil, !name.isEmpty { form.errors.add("moderator", Text.queueModeratorWrong(language)) }
        guard form.errors.isEmpty else { return try await Queue.page(form, context, status: .unprocessable) }
        let ticked = form.ticked
        let outcome = try await context.site.writer.write { db in
            try AssignmentStore(db).assign(ticked, to: moderator?.id, by: viewer, now: now)
        }
        if !outcome.skipped.isEmpty {
            form.ticked = outcome.skipped
            form.notice = Text.queueAssignSkipped(language, count: outcome.skipped.count)
            return try await Queue.page(form, context, status: .conflict)
        }
        let page = context.formPage ?? form.filter.address(Address.queue())
        return context.redirect(to: page, done: moderator == nil ? "unassigned" : "assigned")
    }
}

/// The choice of a moderator, with nobody as the first.
struct ModeratorChoice {
    let field: Field

    init(_ moderators: [StaffName], chosen: String, error: String? = nil, _ language: Language) {
        field = Field(
            name: "moderator", label: Text.queueAssignTo(language), error: error,
            choices: [Choice(value: "", label: Text.queueAssignNobody(language), isChosen: chosen.isEmpty)]
                + moderators.map {
                    Choice(value: $0.username, label: $0.username, isChosen: $0.username == chosen)
                })
    }
}
