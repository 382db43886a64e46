// Handler for one submission as a moderator reads it: effects, differences, preview and the decision forms.

import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum SubmissionPages {
    static func show(_ context: Context) async throws -> Response {
        guard let submission = try SubmissionStore(context.reader).submission(try context.number("submission")) else {
            throw SiteError.notFound
        }
        return try await page(submission, DecisionForm(), context)
    }

    /// The page, also as the answer to a decision that came too late (409) or was incomplete (422).
    static func page(
        _ submission: Submission, _ form: DecisionForm, _ context: Context, status: Status = .ok
    ) async throws -> Response {
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        guard let compared = try ComparedTexts(submission, context.reader) else { throw SiteError.notFound }
        let detail = try SubmissionDetail(submission, context)
        let revision = compared.revision
        let author = submission.author(isLicensed: detail.record.licensedUntil != nil)
        // Reading the longest texts takes too long for an event loop.
        let diets = try await context.site.workers.run { catalogue.diets(of: revision.body) }
        let (changes, beside) = try await changes(compared, diets, catalogue, context)
        if context.wantsJSON {
            let recipe = try await context.site.workers.run { RecipeJSON(revision, author, diets, catalogue) }
            return try context.json(
                SubmissionDetailJSON(
                    submission, detail, text: revision.stored,
                    takedownReason: RecipeStore(context.reader).takedown(submission.recipeID)?.told(language),
                    recipe: recipe, changes: changes), status: status)
        }
        let builder = context.articles(catalogue)
        let article = try await context.site.workers.run {
            RenderedArticle(builder.preview(revision, author: author, diets: diets), language)
        }
        // What moderators propose and note about a recipe is not shown to its author.
        let (store, target) = (HeldDecisionStore(context.reader), HeldDecisionStore.Target.submission(submission.id))
        let opinions = try detail.isOwn ? [] : store.all(target)
        let held = try detail.isOwn || submission.state != .queued ? nil : store.open(target, now: context.now)
        let canDecide = detail.canDecide && held == nil
        let isUnexplained = changes.contains(where: \.texts.isUnexplained)
        let suggestion = try await canDecide ? suggestion(submission, revision, form, catalogue, context) : nil
        let hasForm = canDecide && !(isUnexplained && form.kind == .approve)
        return context.page(
            SubmissionPage(
                layout: context.layout(title: submission.title, section: "moderation", isListed: false),
                formToken: context.formToken, id: submission.id,
                round: Text.submissionRound(language, number: String(submission.round)),
                state: Text.dynamic("submission.state.\(submission.state.rawValue)", language) ?? "",
                due: Moment(submission.dueAt, language).html { Text.queueDue(language, at: $0) },
                queued: Moment(submission.queuedAt, language).html { Text.queueWaiting(language, at: $0) },
                author: Byline(author, language, name: author.fullName),
                isOwn: detail.isOwn, isReported: detail.isOpen && detail.hasReported,
                article: article, textLanguage: revision.body.language,
                hints: submission.hints.filter { $0.finding == nil }.map { $0.text(language) },
                findings: submission.findings.map { FindingView($0, ticked: form.flags, revision.body, language) },
                receipt: try Receipt.shown(context),
                beside: beside,
                changes: changes, views: changes.isEmpty ? [] : views(submission, detail.filter, context),
                claim: detail.isOwn ? nil : detail.claim.map { ClaimView($0, viewer: detail.viewer, language) },
                claimForms: canDecide ? ClaimForms(detail) : nil,
                decision: canDecide
                    ? DecisionForms(
                        detail, form, revision.body, isApprovable: !isUnexplained,
                        site: context.site.settings.baseURL, language) : nil,
                held: try held.map { held in
                    try HeldView(
                        held, reasons: held.reasons.map { Text.dynamic("reason.\($0)", language) ?? $0 },
                        agree: detail.filter.address(Address.agree(submission.id)),
                        disagree: detail.filter.address(Address.disagree(submission.id)),
                        mayDecide: !detail.hasReported || held.byID == detail.viewer.id,
                        note: form.second, context)
                },
                seen: SeenText(submission), opinions: opinions.compactMap { EarlierOpinion($0, language) },
                twoPeople: try canDecide ? twoPeople(submission, detail.viewer, context) : nil,
                suggestion: suggestion,
                suggestAddress: canDecide && suggestion == nil
                    ? detail.filter.address(Address.suggestion(submission.id)) : nil,
                problems: form.problems, claimNotice: form.claimNotice, staleNotice: form.staleNotice,
                staleLink: form.staleLink,
                kept: hasForm ? nil : KeptDecision(form, detail.filter, language),
                rounds: detail.rounds.map { RoundView($0, showsModerator: !detail.isOwn, language) },
                record: AuthorRecordView(detail.record, author, language),
                assignment: AssignmentForm(detail, language),
                moderation: CaseView(detail, form, language),
                queueAddress: detail.filter.address(Address.queue()),
                queue: detail.queue.map {
                    QueueLink($0, current: submission.id, filter: detail.filter, now: context.now)
                },
                previous: neighbour(of: submission, in: detail.queue.reversed(), detail.filter),
                next: neighbour(of: submission, in: detail.queue, detail.filter)),
            status: status)
    }

    /// Says that two people decide, or that the viewer decides alone because nobody else can; `nil` for most
    /// submissions.
    private static func twoPeople(_ submission: Submission, _ viewer: Viewer, _ context: Context) throws -> String? {
        guard let cause = try DecisionStore(context.reader).holdCause(.approve, submission) else { return nil }
        let hasAnother = try HeldDecisionStore(context.reader).hasAnother(
            than: [submission.authorID, viewer.id], for: .submission(submission.id), now: context.now)
        let reason = cause.text(context.language)
        return hasAnother
            ? Text.heldNeeded(context.language, reason: reason) : Text.heldAlone(context.language, reason: reason)
    }

    /// The text that the viewer prepared for the author.
    private static func suggestion(
        _ submission: Submission, _ revision: Revision, _ form: DecisionForm, _ catalogue: Catalogue, _ context: Context
    ) async throws -> SuggestionDraftView? {
        guard
            let draft = try SuggestionStore(context.reader).draft(
                submission: submission.id, moderator: context.member().id)
        else { return nil }
        let (language, filter) = (context.language, QueueFilter(context.request.query))
        let texts = try await context.site.workers.run {
            TextComparison(revision.stored, draft.stored, catalogue, language)
        }
        return SuggestionDraftView(
            texts: texts, editAddress: filter.address(Address.suggestion(submission.id)),
            discardAddress: filter.address(Address.discardSuggestion(submission.id)),
            isChosen: form.kind != .requestChanges || form.suggests)
    }

    /// The differences from the public text and from that of the previous round, and the values beside the page.
    private static func changes(
        _ compared: ComparedTexts, _ diets: DerivedDiets, _ catalogue: Catalogue, _ context: Context
    ) async throws -> (changes: [ChangesView], beside: [FieldDifference]) {
        let language = context.language
        let (stored, live, previous) = (
            compared.revision.stored, compared.live?.stored, compared.previous?.revision.stored
        )
        // Comparing the longest texts takes too long for an event loop.
        let isSideBySide = context.request.query["view"] == "side"
        let compare: @Sendable (String) -> TextComparison = { old in
            var texts = TextComparison(old, stored, catalogue, language)
            texts.isSideBySide = isSideBySide
            return texts
        }
        let (liveTexts, previousTexts, beside) = try await context.site.workers.run {
            (live.map(compare), previous.map(compare), Difference.besidePage(stored, catalogue, language))
        }
        // What changes in the answers since each of these texts, and whether the overrides end.
        let new = compared.revision.body
        let turned: @Sendable (RecipeBody) -> [Consequence] = { old in
            Difference.consequences(of: catalogue.diets(of: old), diets, language)
                + Difference.nutrition(of: old, new, catalogue, language)
        }
        let (old, before) = (compared.live?.body, compared.previous?.revision.body)
        let (fromOld, fromBefore, lapses) = try await context.site.workers.run {
            (
                old.map(turned), before.map(turned),
                old.map { $0.ingredientsSHA256 != new.ingredientsSHA256 || catalogue.namesMore(new, than: $0) } ?? false
            )
        }
        let fromLive = try zipped(fromOld, liveTexts).map { turned, texts in
            ChangesView(
                id: "changes", title: Text.submissionChanges(language),
                consequences: try consequences(compared.revision.recipeID, turned, lapses: lapses, context),
                texts: texts)
        }
        let fromPrevious = zipped(compared.previous, previousTexts).map { previous, texts in
            let round = RoundView(previous.round, showsModerator: false, language)
            return ChangesView(
                id: "changes-since", title: Text.submissionSince(language), comparedRound: round,
                number: previous.round.round, consequences: fromBefore ?? [],
                texts: texts)
        }
        return ([fromLive, fromPrevious].compactMap { $0 }, beside)
    }

    private static func zipped<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
        if let first, let second { (first, second) } else { nil }
    }

    /// The answers that an approval would change: derived ones and overrides.
    private static func consequences(
        _ recipe: Int, _ turned: [Consequence], lapses: Bool, _ context: Context
    ) throws -> [Consequence] {
        let language = context.language
        let takedown = try RecipeStore(context.reader).takedown(recipe).map {
            Consequence(text: Text.submissionTakenDown(language, reason: $0.told(language)), isCareful: true)
        }
        let turned = [takedown].compactMap { $0 } + turned
        guard lapses else { return turned }
        return try DietOverrideStore(context.reader).inForce(recipe).map {
            Consequence(
                text: Text.overrideLapses(language, answer: $0.subject.answer($0.fact, language)), isCareful: true)
        } + turned
    }

    /// The two ways to read the differences: in one text, or beside each other.
    private static func views(_ submission: Submission, _ filter: QueueFilter, _ context: Context) -> [ComparisonLink] {
        let (path, isSide) = (Address.submission(submission.id), context.request.query["view"] == "side")
        return [
            ComparisonLink(
                label: Text.submissionInPlace(context.language), address: filter.address(path), isChosen: !isSide),
            ComparisonLink(
                label: Text.submissionSideBySide(context.language),
                address: filter.address(path, [("view", "side")]), isChosen: isSide),
        ]
    }

    /// The next submission in this order.
    private static func neighbour(
        of submission: Submission, in queue: [Submission], _ filter: QueueFilter
    ) -> String? {
        let after = queue.firstIndex { $0.id == submission.id }.flatMap { queue[($0 + 1)...].first }
        let next = after ?? queue.first { $0.id != submission.id && submission.state != .queued }
        return next.map { filter.address(Address.submission($0.id)) }
    }
}

struct SubmissionPage {
    let layout: Layout
    let formToken: String
    let id: Int
    let round: String
    let state: String
    let due: HTML
    let queued: HTML
    let author: Byline
    let isOwn: Bool
    /// Whether the submission waits and the viewer reported its recipe.
    let isReported: Bool
    let article: RenderedArticle
    /// The language of the recipe.
    let textLanguage: String
    let hints: [String]
    let findings: [FindingView]
    /// The decision that the moderator made just before.
    let receipt: ReceiptView?
    /// Stored values that the article does not show.
    let beside: [FieldDifference]
    let changes: [ChangesView]
    let views: [ComparisonLink]
    let claim: ClaimView?
    let claimForms: ClaimForms?
    let decision: DecisionForms?
    /// A decision that waits for a second moderator.
    let held: HeldView?
    let seen: SeenText
    /// Proposals that ended without a decision.
    let opinions: [EarlierOpinion]
    /// Why a second moderator has to agree.
    let twoPeople: String?
    /// The text that the viewer prepared for the author, or where to write one.
    let suggestion: SuggestionDraftView?
    let suggestAddress: String?
    let problems: [FieldProblem]
    /// Why a decision was refused, for example because another moderator was faster.
    let claimNotice: String?
    let staleNotice: String?
    /// The newer submission that took its place.
    let staleLink: Link?
    /// What was typed and ticked, if no form is left that could contain it.
    let kept: KeptDecision?
    let rounds: [RoundView]
    let record: AuthorRecordView
    let assignment: AssignmentForm?
    /// Notes and timeline; `nil` on one's own recipe.
    let moderation: CaseView?
    let queueAddress: String
    /// The head of the queue, as links to the next submissions.
    let queue: [QueueLink]
    let previous: String?
    let next: String?

    var isClaimedByViewer: Bool { claim?.isMine ?? false }
    /// Whether nobody can decide any more.
    var isClosed: Bool { decision == nil && held == nil && !isOwn && !isReported }
}

/// The text on the page, as the forms of decisions name it.
struct SeenText {
    let revision: String
    let sha256: String
    let base: String
    let takedown: String?
    let hiding: String?

    init(_ submission: Submission) {
        revision = String(submission.revisionID)
        sha256 = submission.sha256
        base = submission.liveRevisionID.map(String.init) ?? "0"
        takedown = submission.takenDownBy.map(String.init)
        hiding = submission.hiddenBy.map(String.init)
    }
}

/// A submission in the list next to the open one.
struct QueueLink {
    let title: String
    let author: String
    let address: String
    let isCurrent: Bool
    let isOverdue: Bool

    init(_ submission: Submission, current: Int, filter: QueueFilter, now: Int) {
        title = submission.title
        author = submission.author().fullName
        address = filter.address(Address.submission(submission.id))
        isCurrent = submission.id == current
        isOverdue = submission.dueAt < now
    }
}

/// Who has claimed the submission, and until when.
struct ClaimView {
    let text: HTML
    let isMine: Bool

    init(_ claim: Claim, viewer: Viewer, _ language: Language) {
        let isMine = claim.moderatorID == viewer.id
        self.isMine = isMine
        text = Moment(claim.expiresAt, language).html { until in
            isMine
                ? Text.submissionClaimMine(language, until: until)
                : Text.submissionClaimOther(language, name: claim.moderatorName, until: until)
        }
    }
}

struct ClaimForms {
    let claimAddress: String?
    let releaseAddress: String?
    let takeOverAddress: String?

    init(_ detail: SubmissionDetail) {
        let (claim, id) = (detail.claim, detail.submission.id)
        let isMine = claim?.moderatorID == detail.viewer.id
        let address = detail.filter.address(Address.claim(id))
        claimAddress = claim == nil || isMine ? address : nil
        releaseAddress = isMine ? detail.filter.address(Address.release(id)) : nil
        takeOverAddress = claim != nil && !isMine && detail.viewer.isAdmin ? address : nil
    }
}
