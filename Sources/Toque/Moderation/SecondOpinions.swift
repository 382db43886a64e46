// Handlers with which a second moderator agrees or disagrees with a proposed decision about a submission, and what the
// page shows of proposals.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum SecondOpinions {
    static func agree(_ context: Context) async throws -> Response {
        let (id, viewer, now, site) = (
            try context.number("submission"), try context.member(), context.now, context.site
        )
        guard let submission = try SubmissionStore(context.reader).submission(id) else { throw SiteError.notFound }
        try submission.check(mayBeDecidedBy: viewer.id)
        let kind = context.form["decision"].flatMap(DecisionKind.init(rawValue:)) ?? .approve
        var form = DecisionForm(kind, context.form)
        let draft = form.draft(submission: id)
        if kind == .approve, try await Decisions.isUnexplained(submission, context) {
            form.staleNotice = Text.submissionUnexplained(context.language)
            return try await SubmissionPages.page(submission, form, context, status: .conflict)
        }
        let outcome = try await site.writer.write { db in
            try DecisionStore(db).agree(
                draft, by: viewer, catalogue: site.catalogue.inside(db), mailer: site.mailer, now: now)
        }
        guard case .decided(let decision) = outcome else {
            return try await Decisions.refused(outcome, submission, form, context)
        }
        let filter = QueueFilter(context.request.query)
        let next = try SubmissionStore(context.reader).next(
            after: submission, for: viewer.id, filter.condition(for: viewer.id, now: now))
        let page = next.map { Address.submission($0) } ?? Address.queue()
        return context.redirect(to: filter.address(page, [("after", String(decision))]))
    }

    static func disagree(_ context: Context) async throws -> Response {
        let (id, viewer) = (try context.number("submission"), try context.member())
        guard let submission = try SubmissionStore(context.reader).submission(id) else { throw SiteError.notFound }
        // Who proposed and reported it since can still take the proposal back.
        let isOwn = try HeldDecisionStore(context.reader).open(.submission(id), now: context.now)?.byID == viewer.id
        if !isOwn { try submission.check(mayBeDecidedBy: viewer.id) }
        let address = QueueFilter(context.request.query).address(Address.submission(id))
        return try await end(.submission(id), at: address, context) { note in
            var form = DecisionForm()
            form.second = note
            return try await SubmissionPages.page(submission, form, context, status: .unprocessable)
        }
    }

    /// Disagrees with a proposal, or takes one's own back: the submission or issue waits for a decision again. `refused`
    /// answers a note with a mistake.
    static func end(
        _ target: HeldDecisionStore.Target, at address: String, _ context: Context,
        refused: (SecondNote) async throws -> Response
    ) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        guard let held = try HeldDecisionStore(context.reader).open(target, now: now) else {
            throw SiteError.conflict(.notHeld)
        }
        let isOwn = held.byID == viewer.id
        let note = SecondNote(context.form["note"] ?? "", isRequired: !isOwn, context.language)
        guard note.error == nil else { return try await refused(note) }
        try await context.site.writer.write { db in
            guard let current = try HeldDecisionStore(db).open(target, now: now), current.id == held.id else {
                throw SiteError.conflict(.notHeld)
            }
            try HeldDecisionStore(db).end(current, note: note.text, by: viewer, now: now)
        }
        return context.redirect(to: address, done: isOwn ? "proposal-withdrawn" : "disagreed")
    }
}

/// A note of disagreement as typed.
struct SecondNote: Sendable {
    var text = ""
    var error: String?

    init() {}

    init(_ typed: String, isRequired: Bool, _ language: Language) {
        text = typed.typed
        if isRequired, text.trimmed.isEmpty {
            error = Text.heldNoteRequired(language)
        } else if text.length > HeldDecisionRules.noteLength {
            error = Text.editorTooLong(language, limit: String(HeldDecisionRules.noteLength))
        }
    }
}

/// A proposed decision with the forms of a second moderator, or that of the one who proposed it.
struct HeldView {
    let text: HTML
    let cause: String
    let reasons: [String]
    let message: [String]
    let isStrike: Bool
    /// `nil` for the moderator who proposed it, and for those who may not decide.
    let agreeAddress: String?
    let disagreeAddress: String?
    let isMine: Bool
    let kind: String
    let note: String
    let noteError: String?
    let formToken: String

    init(
        _ held: HeldDecision, reasons: [String], agree: String, disagree: String, mayDecide: Bool, note: SecondNote,
        _ context: Context
    ) throws {
        let language = context.language
        isMine = try held.byID == context.member().id
        let (decision, name) = (
            Text.dynamic("held.kind.\(held.kind)", language) ?? held.kind, FormerMember.shown(held.byName, language)
        )
        text = Moment(held.heldAt, language).html { at in
            Text.heldProposed(language, at: at, decision: decision, name: name)
        }
        cause = held.cause.text(language)
        self.reasons = reasons
        message = held.message.paragraphs
        isStrike = held.isStrike
        agreeAddress = isMine || !mayDecide ? nil : agree
        disagreeAddress = mayDecide ? disagree : nil
        kind = held.kind
        self.note = note.text
        noteError = note.error
        formToken = context.formToken
    }
}

/// A proposal that ended without a decision, for moderators.
struct EarlierOpinion {
    let text: String
    let note: [String]

    /// `nil` for proposals that wait, were agreed with, or ended with their submission.
    init?(_ held: HeldDecision, _ language: Language) {
        let decision = Text.dynamic("held.kind.\(held.kind)", language) ?? held.kind
        let first = FormerMember.shown(held.byName, language)
        switch held.outcome {
        case .disagreed:
            text = Text.heldDisagreed(
                language, decision: decision, name: first, second: FormerMember.shown(held.secondName, language))
        case .withdrawn: text = Text.heldWithdrawn(language, decision: decision, name: first)
        case .agreed, .dropped, nil: return nil
        }
        note = held.note.paragraphs
    }
}

extension HoldCause {
    func text(_ language: Language) -> String { Text.dynamic("held.cause.\(rawValue)", language) ?? rawValue }
}
