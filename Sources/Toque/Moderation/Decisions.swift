// Handlers for approve, request changes and reject. The first decision wins; any other is answered with 409.

import Bytes
import Database
import HTTP
import HTTPServer
import Texts
import Words

enum Decisions {
    static func approve(_ context: Context) async throws -> Response { try await decide(.approve, context) }
    static func requestChanges(_ context: Context) async throws -> Response {
        try await decide(.requestChanges, context)
    }
    static func reject(_ context: Context) async throws -> Response { try await decide(.reject, context) }

    private static func decide(_ kind: DecisionKind, _ context: Context) async throws -> Response {
        let (id, viewer, now, site) = (
            try context.number("submission"), try context.member(), context.now, context.site
        )
        var form = DecisionForm(kind, context.form)
        guard let submission = try SubmissionStore(context.reader).submission(id) else { throw SiteError.notFound }
        try submission.check(mayBeDecidedBy: viewer.id)
        if form.isFilling {
            try fill(&form, submission, context)
            return try await SubmissionPages.page(submission, form, context)
        }
        form.check(context.language)
        guard form.problems.isEmpty else {
            return try await SubmissionPages.page(submission, form, context, status: .unprocessable)
        }
        if kind == .approve, try await isUnexplained(submission, context) {
            form.staleNotice = Text.submissionUnexplained(context.language)
            return try await SubmissionPages.page(submission, form, context, status: .conflict)
        }
        var draft = form.draft(submission: id)
        draft.suggestion = try await suggestion(form, submission, viewer, context)
        let sent = draft
        let outcome = try await site.writer.write { db in
            try DecisionStore(db).decide(
                sent, by: viewer, catalogue: site.catalogue.inside(db), mailer: site.mailer, now: now)
        }
        let filter = QueueFilter(context.request.query)
        let next = try SubmissionStore(context.reader).next(
            after: submission, for: viewer.id, filter.condition(for: viewer.id, now: now))
        let page = next.map { Address.submission($0) } ?? Address.queue()
        let address = filter.address(page)
        switch outcome {
        case .decided(let decision):
            return context.redirect(to: filter.address(page, [("after", String(decision))]))
        case .held: return context.redirect(to: address, done: "decision-held")
        default: return try await refused(outcome, submission, form, context)
        }
    }

    /// The prepared text that a request for changes sends, with its differences in words.
    private static func suggestion(
        _ form: DecisionForm, _ submission: Submission, _ viewer: Viewer, _ context: Context
    ) async throws -> AttachedSuggestion? {
        guard form.kind == .requestChanges, form.suggests,
            let draft = try SuggestionStore(context.reader).draft(submission: submission.id, moderator: viewer.id),
            let revision = try RecipeStore(context.reader).revision(submission.revisionID)
        else { return nil }
        let catalogue = try context.site.catalogue.current(context.reader)
        return try await context.site.workers.run { AttachedSuggestion(draft, from: revision.stored, catalogue) }
    }

    /// The answer to a decision that was not recorded.
    static func refused(
        _ outcome: DecisionOutcome, _ submission: Submission, _ typed: DecisionForm, _ context: Context
    ) async throws -> Response {
        var form = typed
        switch outcome {
        case .unticked:
            form.flagsError = Text.submissionFlagsRequired(context.language)
            return try await SubmissionPages.page(submission, form, context, status: .unprocessable)
        case .unlicensed:
            form.staleNotice = Text.submissionUnlicensed(context.language)
            return try await SubmissionPages.page(submission, form, context, status: .conflict)
        case .stale, .decided, .held: return try await stale(submission.id, form, context)
        }
    }

    /// Adds the messages of the ticked reasons and of the chosen template, for browsers without JavaScript.
    private static func fill(_ form: inout DecisionForm, _ submission: Submission, _ context: Context) throws {
        guard form.message.length <= Policy.messageLength else {
            form.messageError = Text.editorTooLong(context.language, limit: String(Policy.messageLength))
            return
        }
        let language = try AuthorRecordStore(context.reader).record(submission.authorID, now: context.now).language
        let values = TemplateValues(author: submission.author().name, recipe: submission.title)
        let template = try form.template.flatMap { try MessageTemplateStore(context.reader).template($0) }
        form.reasons = form.reasons.filter(form.kind.reasons.contains)
        let fields = form.reasons.compactMap { $0.fieldName(language) }
        // What was typed about an older text is complete.
        if form.isCarried { return }
        let texts =
            form.reasons.map { $0.template(language) }
            + [template].compactMap { $0 }.map {
                values.fill($0.text, fields: fields, none: Text.templateNoFields(language))
            }
        form.message = MessageTemplateRules.message(form.message, adding: texts)
    }

    /// Whether the page cannot show what differs, so that the moderator cannot have read it. The result is still valid
    /// in the transaction, which compares the revisions, because revisions never change.
    static func isUnexplained(_ submission: Submission, _ context: Context) async throws -> Bool {
        guard let compared = try ComparedTexts(submission, context.reader) else { return true }
        // Reading the longest texts takes too long for an event loop.
        return try await context.site.workers.run { compared.isUnexplained }
    }

    /// Answers a decision that came too late: names the earlier decision, shows the new differences, and keeps what was
    /// typed. Nothing was written.
    private static func stale(_ id: Int, _ form: DecisionForm, _ context: Context) async throws -> Response {
        guard let submission = try SubmissionStore(context.reader).submission(id) else { throw SiteError.notFound }
        let rounds = try SubmissionStore(context.reader).rounds(recipe: submission.recipeID)
        var round = rounds.first { $0.submissionID == id }
        // Of a decision that was taken back, what became of the reopened submission counts.
        while let again = round?.reopenedAs { round = rounds.first { $0.submissionID == again } }
        let reopened: Int? = round.flatMap { $0.submissionID == id ? nil : $0.submissionID }
        let decision = round?.decision
        var form = form
        let held = try HeldDecisionStore(context.reader).open(.submission(id), now: context.now)
        let isUnseen = form.revision == submission.revisionID && form.sha256 != submission.sha256
        form.staleNotice =
            try decision.map {
                Text.submissionStaleDecided(
                    context.language, decision: Text.dynamic("decision.\($0.kind)", context.language) ?? $0.kind,
                    name: $0.deciders(context.language))
            } ?? held.map {
                Text.heldStale(
                    context.language, decision: Text.dynamic("held.kind.\($0.kind)", context.language) ?? $0.kind,
                    name: FormerMember.shown($0.byName, context.language))
            } ?? Self.whatHappened(submission, round, isUnseen: isUnseen, context)
        form.replacement = round?.replacedBy ?? (round?.state == .queued ? reopened : nil)
        form.staleLink = (round?.replacedBy ?? reopened).map {
            Link(
                label: round?.replacedBy == nil
                    ? Text.submissionReopened(context.language) : Text.submissionReplacement(context.language),
                address: QueueFilter(context.request.query).address(Address.submission($0)))
        }
        return try await SubmissionPages.page(submission, form, context, status: .conflict)
    }
}

extension Decisions {
    /// What came before a decision; `round` is that of the submission, or of the one that was reopened in its place.
    private static func whatHappened(
        _ submission: Submission, _ round: Round?, isUnseen: Bool, _ context: Context
    ) throws -> String {
        let (language, audit) = (context.language, AuditStore(context.reader))
        if round?.replacedBy != nil { return Text.submissionStaleReplaced(language) }
        let last = round?.submissionID ?? submission.id
        if (round?.state ?? submission.state) == .withdrawn {
            switch try audit.withdrawal(of: last, recipe: submission.recipeID, author: submission.authorID) {
            case .deletedByAdmin: return Text.submissionStaleDeletedByAdmin(language)
            case .deleted: return Text.submissionStaleDeleted(language)
            case .unpublished: return Text.submissionStaleUnpublished(language)
            case .withdrawn: return Text.submissionStaleWithdrawn(language)
            }
        }
        if last != submission.id {
            let name = try audit.actorName("reopen", .submission, last)
            return Text.submissionStaleTakenBack(language, name: FormerMember.shown(name, language))
        }
        return isUnseen ? Text.submissionUnseen(language) : Text.submissionStaleChanged(language)
    }
}

/// The fields of a decision as typed, with their errors.
struct DecisionForm: Sendable {
    var kind = DecisionKind.approve
    var reasons: [ModerationReason] = []
    var message = ""
    var revision = 0
    var sha256: String?
    var base: Int?
    var takedown: Int?
    var hiding: Int?
    var reasonError: String?
    var messageError: String?
    /// The findings that were ticked off.
    var flags: [String] = []
    var flagsError: String?
    var staleNotice: String?
    var staleLink: Link?
    /// Why the submission was not claimed.
    var claimNotice: String?
    /// The submission that took the place of this one: of a newer text, or reopened.
    var replacement: Int?
    /// Whether the message is to be filled with templates, and nothing is decided yet.
    var isFilling = false
    /// Whether it was typed about an older text.
    var isCarried = false
    /// The number of the chosen template.
    var template: Int?
    /// A private note as typed, which has a form of its own on the page.
    var note = ""
    var noteError: String?
    /// Whether a rejection counts as a strike.
    var isStrike = false
    /// The address of the text that a rejected one copies.
    var reference = ""
    var referenceError: String?
    /// Whether a request for changes sends the prepared text.
    var suggests = false
    /// The note of a moderator who disagrees with a proposal.
    var second = SecondNote()

    init() {}

    init(_ kind: DecisionKind, _ form: Form) {
        self.kind = kind
        var seen: Set<ModerationReason> = []
        reasons = form.all("reason").compactMap(ModerationReason.init(rawValue:)).filter { seen.insert($0).inserted }
        message = (form["message"] ?? "").typed
        flags = form.all("flag")
        isFilling = form["fill"] != nil
        isCarried = form["fill"]?.isSame(as: "kept") ?? false
        template = form["template"].flatMap { Int($0) }
        isStrike = kind == .reject && form["strike"] != nil
        reference = (form["reference"] ?? "").trimmed
        suggests = form["suggest"] != nil
        revision = form["revision"].flatMap { Int($0) } ?? 0
        sha256 = form["seen_sha256"].flatMap { $0.isEmpty ? nil : $0 }
        base = form["base"].flatMap { Int($0) }
        takedown = form["taken_down_by"].flatMap { Int($0) }
        hiding = form["hidden_by"].flatMap { Int($0) }
    }

    mutating func check(_ language: Language) {
        if kind != .approve {
            reasons = reasons.filter(kind.reasons.contains)
            if reasons.isEmpty { reasonError = Text.submissionReasonRequired(language) }
            if message.isEmpty { messageError = Text.submissionMessageRequired(language) }
        }
        if wholeMessage.length > Policy.messageLength {
            messageError = Text.editorTooLong(language, limit: String(Policy.messageLength))
        }
        if reference.length > Policy.referenceLength {
            referenceError = Text.editorTooLong(language, limit: String(Policy.referenceLength))
        }
    }

    var problems: [FieldProblem] {
        [
            reasonError.map { FieldProblem(address: "#reason-error", message: $0) },
            messageError.map { FieldProblem(address: "#message-error", message: $0) },
            referenceError.map { FieldProblem(address: "#reference", message: $0) },
            flagsError.map { FieldProblem(address: "#flag-error", message: $0) },
            noteError.map { FieldProblem(address: "#text", message: $0) },
            second.error.map { FieldProblem(address: "#note-error", message: $0) },
        ].compactMap { $0 }
    }

    /// The message to the author, with the address of the copied text if a reason names one.
    var wholeMessage: String {
        let names = !reference.isEmpty && reasons.contains(where: \.namesAnother)
        return names ? "\(message)\n\n\(reference)" : message
    }

    func draft(submission: Int) -> DecisionDraft {
        DecisionDraft(
            kind: kind, submission: submission, revision: revision, sha256: sha256, base: base, takedown: takedown,
            hiding: hiding, reasons: reasons, message: wholeMessage, isStrike: isStrike, flags: flags)
    }
}
