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
        let (viewer, language) = (try context.member(), context.language)
        let recipes = RecipeStore(context.reader)
        let catalogue = try context.site.catalogue.current(context.reader)
        let rounds = try SubmissionStore(context.reader).rounds(recipe: submission.recipeID)
        guard let compared = try ComparedTexts(submission, context.reader) else { throw SiteError.notFound }
        let revision = compared.revision
        let diets = catalogue.diets(of: revision.body)
        let licence = try LicenceStore(context.reader).activeUntil(user: submission.authorID, now: context.now)
        let author = submission.author(isLicensed: licence != nil)
        if context.wantsJSON {
            return try context.json(
                SubmissionDetailJSON(
                    submission: SubmissionJSON(submission), sha256: submission.sha256, text: revision.stored,
                    hints: submission.hints.filter { $0.finding == nil }.map(\.encoded),
                    flags: submission.findings.filter(\.kind.isSoft).map(FlagJSON.init),
                    takenDownBy: submission.takenDownBy, hiddenBy: submission.hiddenBy,
                    takedownReason: recipes.takedown(submission.recipeID)?.told(language),
                    recipe: RecipeJSON(revision, author, diets, catalogue),
                    rounds: rounds.map(RoundJSON.init)), status: status)
        }
        let claim = try ClaimStore(context.reader).live(submission.id, now: context.now)
        let isOpen = submission.state == .queued
        let queue = try SubmissionStore(context.reader).around(submission)
        let canDecide = isOpen && submission.authorID != viewer.id
        let changes = try await changes(compared, diets, catalogue, context)
        let isUnexplained = changes.contains(where: \.texts.isUnexplained)
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
                isOwn: submission.authorID == viewer.id,
                article: context.articles(catalogue).preview(revision, author: author, diets: diets),
                hints: submission.hints.filter { $0.finding == nil }.map { $0.text(language) },
                findings: submission.findings.map { FindingView($0, ticked: form.flags, revision.body, language) },
                receipt: try Receipt.shown(context),
                beside: Difference.besidePage(revision.stored, catalogue, language),
                changes: changes,
                claim: claim.map { ClaimView($0, viewer: viewer, language) },
                claimForms: canDecide ? ClaimForms(submission, claim, viewer, now: context.now) : nil,
                decision: canDecide
                    ? DecisionForms(submission, form, revision.body, isApprovable: !isUnexplained, language) : nil,
                problems: form.problems, staleNotice: form.staleNotice, staleLink: form.staleLink,
                keptMessage: hasForm || form.message.isEmpty ? nil : form.message,
                rounds: rounds.map { RoundView($0, showsModerator: true, language) },
                queue: queue.map { QueueLink($0, current: submission.id, now: context.now) },
                previous: neighbour(of: submission, in: queue.reversed()),
                next: neighbour(of: submission, in: queue)),
            status: status)
    }

    /// The differences from the public text and from that of the previous round.
    private static func changes(
        _ compared: ComparedTexts, _ diets: DerivedDiets, _ catalogue: Catalogue, _ context: Context
    ) async throws -> [ChangesView] {
        let language = context.language
        let (stored, live, previous) = (
            compared.revision.stored, compared.live?.stored, compared.previous?.revision.stored
        )
        // Comparing the longest texts takes too long for an event loop.
        let (liveTexts, previousTexts) = try await context.site.workers.run {
            (
                live.map { TextComparison($0, stored, catalogue, language) },
                previous.map { TextComparison($0, stored, catalogue, language) }
            )
        }
        let fromLive = try zipped(compared.live, liveTexts).map { live, texts in
            ChangesView(
                id: "changes", title: Text.submissionChanges(language),
                consequences: try consequences(compared.revision, live, diets, catalogue, context),
                texts: texts)
        }
        let fromPrevious = zipped(compared.previous, previousTexts).map { previous, texts in
            let round = RoundView(previous.round, showsModerator: false, language)
            return ChangesView(
                id: "changes-since", title: Text.submissionSince(language), comparedRound: round,
                consequences: Difference.consequences(of: catalogue.diets(of: previous.revision.body), diets, language),
                texts: texts)
        }
        return [fromLive, fromPrevious].compactMap { $0 }
    }

    private static func zipped<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
        if let first, let second { (first, second) } else { nil }
    }

    /// The answers that an approval would change: derived ones and overrides.
    private static func consequences(
        _ revision: Revision, _ base: Revision, _ diets: DerivedDiets, _ catalogue: Catalogue, _ context: Context
    ) throws -> [Consequence] {
        let language = context.language
        let takedown = try RecipeStore(context.reader).takedown(revision.recipeID).map {
            Consequence(text: Text.submissionTakenDown(language, reason: $0.told(language)), isCareful: true)
        }
        let turned =
            [takedown].compactMap { $0 }
            + Difference.consequences(of: catalogue.diets(of: base.body), diets, language)
        if base.body.ingredientsSHA256 == revision.body.ingredientsSHA256,
            !catalogue.namesMore(revision.body, than: base.body)
        {
            return turned
        }
        return try DietOverrideStore(context.reader).inForce(revision.recipeID).map {
            Consequence(
                text: Text.overrideLapses(language, answer: $0.subject.answer($0.fact, language)), isCareful: true)
        } + turned
    }

    /// The next submission in this order.
    private static func neighbour(of submission: Submission, in queue: [Submission]) -> String? {
        queue.firstIndex { $0.id == submission.id }.flatMap { queue[($0 + 1)...].first }.map {
            Address.submission($0.id)
        } ?? queue.first { $0.id != submission.id && submission.state != .queued }.map { Address.submission($0.id) }
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
    let article: RecipeArticle
    let hints: [String]
    let findings: [FindingView]
    /// The decision that the moderator made just before.
    let receipt: ReceiptView?
    /// Stored values that the article does not show.
    let beside: [FieldDifference]
    let changes: [ChangesView]
    let claim: ClaimView?
    let claimForms: ClaimForms?
    let decision: DecisionForms?
    let problems: [FieldProblem]
    /// Why a decision was refused, for example because another moderator was faster.
    let staleNotice: String?
    /// The newer submission that took its place.
    let staleLink: Link?
    /// The typed message, if no form is left that could contain it.
    let keptMessage: String?
    let rounds: [RoundView]
    /// The head of the queue, as links to the next submissions.
    let queue: [QueueLink]
    let previous: String?
    let next: String?

    var isClaimedByViewer: Bool { claim?.isMine ?? false }
}

/// A submission in the list next to the open one.
struct QueueLink {
    let title: String
    let author: String
    let address: String
    let isCurrent: Bool
    let isOverdue: Bool

    init(_ submission: Submission, current: Int, now: Int) {
        title = submission.title
        author = submission.author().fullName
        address = Address.submission(submission.id)
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

    init(_ submission: Submission, _ claim: Claim?, _ viewer: Viewer, now: Int) {
        let isMine = claim?.moderatorID == viewer.id
        claimAddress = claim == nil || isMine ? Address.claim(submission.id) : nil
        releaseAddress = isMine ? Address.release(submission.id) : nil
        takeOverAddress = claim != nil && !isMine && viewer.isAdmin ? Address.claim(submission.id) : nil
    }
}

/// The three decision forms with what was typed.
struct DecisionForms {
    /// Whether the page shows everything that changes.
    let isApprovable: Bool
    let approveAddress: String
    let requestChangesAddress: String
    let rejectAddress: String
    let revision: String
    let sha256: String
    let base: String
    let takedown: String?
    let hiding: String?
    let fixable: [ReasonChoice]
    let terminal: [ReasonChoice]
    let approveMessage: String
    let changesMessage: String
    let rejectMessage: String
    let changesError: String?
    let rejectError: String?
    let approveMessageError: String?
    /// What has to be ticked off before approving.
    let flags: [FindingView]
    let flagsError: String?
    let changesMessageError: String?
    let rejectMessageError: String?
    /// Whether something was typed into that form, so that it is shown open.
    let opensApprove: Bool
    let opensChanges: Bool
    let opensReject: Bool

    init(
        _ submission: Submission, _ form: DecisionForm, _ body: RecipeBody, isApprovable: Bool, _ language: Language
    ) {
        self.isApprovable = isApprovable
        flags = submission.findings.filter(\.kind.isSoft).map { FindingView($0, ticked: form.flags, body, language) }
        flagsError = form.flagsError
        approveAddress = Address.approve(submission.id)
        requestChangesAddress = Address.requestChanges(submission.id)
        rejectAddress = Address.reject(submission.id)
        revision = String(submission.revisionID)
        sha256 = submission.sha256
        base = submission.liveRevisionID.map(String.init) ?? "0"
        takedown = submission.takenDownBy.map(String.init)
        hiding = submission.hiddenBy.map(String.init)
        func choices(_ reasons: [ModerationReason]) -> [ReasonChoice] {
            reasons.map { reason in
                ReasonChoice(
                    value: reason.rawValue,
                    label: Text.dynamic("reason.\(reason.rawValue)", language) ?? reason.rawValue,
                    template: Text.dynamic("reason.template.\(reason.rawValue)", language) ?? "",
                    isChosen: form.reasons.contains(reason))
            }
        }
        fixable = choices(ModerationReason.fixable)
        terminal = choices(ModerationReason.terminal)
        func typed(_ kind: DecisionKind) -> String { form.kind == kind ? form.message : "" }
        approveMessage = typed(.approve)
        changesMessage = typed(.requestChanges)
        rejectMessage = typed(.reject)
        opensApprove = !approveMessage.isEmpty
        opensChanges = form.kind == .requestChanges
        opensReject = form.kind == .reject
        approveMessageError = form.kind == .approve ? form.messageError : nil
        changesError = form.kind == .requestChanges ? form.reasonError : nil
        rejectError = form.kind == .reject ? form.reasonError : nil
        changesMessageError = form.kind == .requestChanges ? form.messageError : nil
        rejectMessageError = form.kind == .reject ? form.messageError : nil
    }
}

/// A reason with the message that it suggests.
struct ReasonChoice {
    let value: String
    let label: String
    let template: String
    let isChosen: Bool
}

extension Hint {
    func text(_ language: Language) -> String {
        switch self {
        case .unknownIngredient(let name): Text.hintUnknownIngredient(language, name: name)
        case .likelyIngredient(let name): Text.hintLikelyIngredient(language, name: name)
        case .unlisted(let found): found.text(language)
        case .notInDish(let names): Text.hintNotInDish(language, names: names)
        case .noPhoto: Text.hintNoPhoto(language)
        case .noCategory: Text.hintNoCategory(language)
        case .noTime: Text.hintNoTime(language)
        case .found(let finding): finding.words
        }
    }
}
