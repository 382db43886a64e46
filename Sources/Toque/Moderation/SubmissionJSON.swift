// Submissions as JSON, for requests with `Accept: application/json`.

struct SubmissionJSON: Encodable {
    let id: Int
    let recipeID: Int
    let title: String
    let state: String
    let revision: Int
    let round: Int
    let author: String
    let queuedAt: String
    let dueAt: String

    init(_ submission: Submission) {
        id = submission.id
        recipeID = submission.recipeID
        title = submission.title
        state = submission.state.rawValue
        revision = submission.revisionID
        round = submission.round
        author = submission.authorName
        (queuedAt, dueAt) = (Dates.time(submission.queuedAt), Dates.time(submission.dueAt))
    }
}

/// One round as the author and moderators see it.
struct RoundJSON: Encodable {
    let submission: Int
    let round: Int
    let revision: Int
    let state: String
    let decision: String?
    let reasons: [String]
    let message: String

    init(_ round: Round) {
        submission = round.submissionID
        self.round = round.round
        revision = round.revisionID
        state = round.state.rawValue
        decision = round.decision?.kind
        reasons = round.decision?.reasons ?? []
        message = round.decision?.message ?? ""
    }
}

/// Something that the pre-screen found: `value` is the value of the field `flag`.
struct FlagJSON: Encodable {
    let value: String
    let kind: String
    let place: String
    let words: String

    init(_ finding: Finding) {
        value = finding.value
        kind = finding.kind.rawValue
        place = finding.place.encoded
        words = finding.words
    }
}

/// A submission with the text that waits for a decision.
struct SubmissionDetailJSON: Encodable {
    let submission: SubmissionJSON
    let sha256: String
    /// The whole text as stored, which the hash covers, including values that `recipe` does not show.
    let text: String
    let hints: [String]
    /// What has to be sent as `flag` to approve.
    let flags: [FlagJSON]
    /// The change that took the public text down, which an approval must send back, and its reason.
    let takenDownBy: Int?
    /// The measure that hides it, which an approval must send back too.
    let hiddenBy: Int?
    let takedownReason: String?
    let recipe: RecipeJSON
    let rounds: [RoundJSON]
    let author: AuthorRecordJSON
    /// `nil` on one's own recipe.
    let assignedTo: String?
    /// Who works on it; `nil` on one's own recipe.
    let claimedBy: String?
    /// Private notes and timeline; empty on one's own recipe.
    let notes: [CaseNoteJSON]
    let timeline: [TimelineJSON]
    /// The differences from the public text and from that of the previous round.
    let changes: [TextChangesJSON]

    init(
        _ submission: Submission, _ detail: SubmissionDetail, text: String, takedownReason: String?, recipe: RecipeJSON,
        changes: [ChangesView]
    ) {
        self.submission = SubmissionJSON(submission)
        sha256 = submission.sha256
        self.text = text
        hints = submission.hints.filter { $0.finding == nil }.map(\.encoded)
        flags = submission.findings.filter(\.kind.isSoft).map(FlagJSON.init)
        (takenDownBy, hiddenBy) = (submission.takenDownBy, submission.hiddenBy)
        (self.takedownReason, self.recipe) = (takedownReason, recipe)
        rounds = detail.rounds.map(RoundJSON.init)
        author = AuthorRecordJSON(detail.record)
        assignedTo = detail.isOwn ? nil : detail.assigned?.username
        claimedBy = detail.isOwn ? nil : detail.claim?.moderatorName
        notes = detail.notes.map(CaseNoteJSON.init)
        timeline = detail.timeline.map(TimelineJSON.init)
        self.changes = changes.map(TextChangesJSON.init)
    }
}

/// The differences from one of the texts, and what they mean, in the words of the page.
struct TextChangesJSON: Encodable {
    struct Effect: Encodable {
        let text: String
        let isCareful: Bool
    }

    struct Changed: Encodable {
        let field: String
        let mark: String
        let before: String
        let after: String
        /// The addresses of photos and videos; empty for other fields.
        let media: [String]

        init(_ difference: FieldDifference) {
            field = difference.field
            mark = difference.mark.rawValue
            before = difference.before.map(\.text).joined()
            after = difference.now.map(\.text).joined()
            media = difference.pictures.map { $0.video ?? $0.picture.address }
        }
    }

    /// The compared round; `nil` for the public text.
    let round: Int?
    let consequences: [Effect]
    let differences: [Changed]
    /// Whether the texts differ in a way that no difference shows, so that nobody can approve.
    let isUnexplained: Bool

    init(_ changes: ChangesView) {
        round = changes.number
        consequences = changes.consequences.map { Effect(text: $0.text, isCareful: $0.isCareful) }
        differences = changes.texts.differences.map(Changed.init)
        isUnexplained = changes.texts.isUnexplained
    }
}

/// A recipe for its author: with its state and all rounds of moderation.
struct AuthorRecipeJSON: Encodable {
    private enum Key: String, CodingKey { case state, rounds }

    let recipe: RecipeJSON
    let state: String
    let rounds: [RoundJSON]

    func encode(to encoder: any Encoder) throws {
        try recipe.encode(to: encoder)
        var more = encoder.container(keyedBy: Key.self)
        try more.encode(state, forKey: .state)
        try more.encode(rounds, forKey: .rounds)
    }
}
