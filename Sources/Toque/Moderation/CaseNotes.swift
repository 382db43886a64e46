// The handler that adds a private note to a case.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum CaseNotes {
    static func add(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try context.number("submission"), try context.member(), context.now)
        guard let submission = try SubmissionStore(context.reader).submission(id) else { throw SiteError.notFound }
        guard submission.authorID != viewer.id else { throw SiteError.forbidden(.ownRecipe) }
        let text = (context.form["text"] ?? "").typed
        var form = DecisionForm()
        form.note = text
        form.noteError = error(text, context.language)
        guard form.noteError == nil else {
            return try await SubmissionPages.page(submission, form, context, status: .unprocessable)
        }
        let isAdded = try await context.site.writer.write { db in
            try CaseNoteStore(db).add(text, to: submission, by: viewer, now: now)
        }
        guard isAdded else {
            form.noteError = Text.submissionNotesFull(context.language, limit: CaseNote.limit)
            return try await SubmissionPages.page(submission, form, context, status: .conflict)
        }
        let filter = QueueFilter(context.request.query)
        return context.redirect(to: filter.address(Address.submission(id)) + "#notes", done: "note-added")
    }

    private static func error(_ text: String, _ language: Language) -> String? {
        if text.isEmpty { return Text.submissionNoteMissing(language) }
        if text.length > CaseNote.length { return Text.editorTooLong(language, limit: String(CaseNote.length)) }
        return nil
    }
}

/// A private note as the page shows it.
struct CaseNoteView {
    let by: String
    let at: HTML
    let paragraphs: [String]

    init(_ note: CaseNote, _ language: Language) {
        by = FormerMember.shown(note.byName, language)
        at = Moment(note.at, language).html
        paragraphs = note.text.paragraphs
    }
}

struct CaseNoteJSON: Encodable {
    let by: String
    let at: String
    let text: String

    init(_ note: CaseNote) { (by, at, text) = (note.byName, Dates.time(note.at), note.text) }
}
