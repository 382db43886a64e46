// Handlers with which a moderator prepares a text for the author of a submission, in the editor's form.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts

/// The submitted text that a suggestion changes.
struct SuggestedText: Sendable {
    let submission: Submission
    let body: RecipeBody
    /// The filter of the queue from which the moderator came.
    let filter: QueueFilter
    var address: String { filter.address(Address.suggestion(submission.id)) }
    var back: String { filter.address(Address.submission(submission.id)) }
}

enum SuggestionEditor {
    /// The form with the submitted text, or with what the moderator prepared already.
    static func edit(_ context: Context) async throws -> Response {
        let text = try text(context)
        let draft = try SuggestionStore(context.reader).draft(
            submission: text.submission.id, moderator: context.member().id)
        let body = try draft.map { try RecipeBody(encoded: $0.stored) } ?? text.body
        let catalogue = try context.site.catalogue.current(context.reader)
        let form = RecipeForm(body, version: 0, catalogue: catalogue, language: context.language)
        return try await EditorPage.response(EditorState(form: form), nil, catalogue, context, suggestion: text)
    }

    static func save(_ context: Context) async throws -> Response {
        let (text, viewer, now) = (try text(context), try context.member(), context.now)
        let (catalogue, language) = (try context.site.catalogue.current(context.reader), context.language)
        if let asked = context.form["arrange"] {
            var state = EditorState(form: try form(text, keepsEmpty: true, context))
            state.isChanged = true
            try await Arranging.apply(Arrangement(asked) ?? .check, to: &state, catalogue, context)
            let status: Status = state.errors.isEmpty ? .ok : .unprocessable
            return try await EditorPage.response(state, nil, catalogue, context, suggestion: text, status: status)
        }
        let form = try form(text, keepsEmpty: false, context)
        // Pasted lines take long: a worker reads them.
        var (body, errors) = try await context.site.workers.run { form.checked(catalogue: catalogue, language) }
        body.photo = text.body.photo
        // A text beyond the limits is refused before it is understood.
        let revision = errors.isEmpty ? try await context.revisionText(of: body) : nil
        if revision?.sha256 == text.submission.sha256 { errors.add("title", Text.suggestionSame(language)) }
        guard errors.isEmpty, let revision else {
            var state = EditorState(form: form)
            state.errors = errors
            return try await EditorPage.response(
                state, nil, catalogue, context, suggestion: text, status: .unprocessable)
        }
        try await context.site.writer.write { db in
            guard let submission = try SubmissionStore(db).submission(text.submission.id) else {
                throw SiteError.notFound
            }
            try SuggestionStore(db).keep(revision, for: submission, by: viewer, now: now)
        }
        return context.redirect(to: text.back, done: "suggestion-kept")
    }

    static func discard(_ context: Context) async throws -> Response {
        let (text, viewer) = (try text(context), try context.member())
        try await context.site.writer.write { db in
            try SuggestionStore(db).discard(submission: text.submission.id, moderator: viewer.id)
        }
        return context.redirect(to: text.back, done: "suggestion-discarded")
    }

    /// The submission, if the viewer may decide on it.
    private static func text(_ context: Context) throws -> SuggestedText {
        guard let submission = try SubmissionStore(context.reader).submission(try context.number("submission")),
            let revision = try RecipeStore(context.reader).revision(submission.revisionID)
        else { throw SiteError.notFound }
        try submission.check(mayBeDecidedBy: context.member().id)
        guard submission.state == .queued else { throw SiteError.conflict(.notInQueue) }
        return SuggestedText(
            submission: submission, body: revision.body, filter: QueueFilter(context.request.query))
    }

    /// The typed form with the pictures and videos of the submitted text, and no others, and with its original.
    private static func form(_ text: SuggestedText, keepsEmpty: Bool, _ context: Context) throws -> RecipeForm {
        var form = RecipeForm(context.form, language: context.language, keepsEmpty: keepsEmpty)
        form.photo = text.body.photo
        let known = Dictionary(text.body.steps.map { ($0.media, $0.isVideo) }) { first, _ in first }
        for number in form.steps.indices where form.steps[number].hasMedia {
            if let isVideo = known[form.steps[number].media] {
                form.steps[number].isVideo = isVideo
            } else {
                form.steps[number] = form.steps[number].bare
            }
        }
        return try form.withOriginal(
            of: text.submission.recipeID, kept: text.body.adaptedFrom, by: text.submission.author(), isTheirs: false,
            context)
    }
}
