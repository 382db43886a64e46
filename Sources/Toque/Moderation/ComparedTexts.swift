// The texts that a submitted text is compared with: the public one, and that of the previous round.

import Database

struct ComparedTexts {
    let revision: Revision
    /// What approving would replace.
    let live: Revision?
    /// What a moderator read before, or else what the author took back; `nil` where it is the public one.
    let previous: (round: Round, revision: Revision)?

    /// `nil` when the submitted text is not there.
    init?(_ submission: Submission, _ db: Connection) throws {
        let recipes = RecipeStore(db)
        guard let revision = try recipes.revision(submission.revisionID) else { return nil }
        self.revision = revision
        live = try submission.liveRevisionID.flatMap { $0 == revision.id ? nil : try recipes.revision($0) }
        let last = try SubmissionStore(db).round(before: submission)
        let isNew = last.map { ![submission.liveRevisionID, revision.id].contains($0.revisionID) } ?? false
        previous = try (isNew ? last : nil).flatMap { round in
            try recipes.revision(round.revisionID).map { (round, $0) }
        }
    }

    /// Whether it differs from one of them and nothing shows how: then nobody can have read what changes.
    var isUnexplained: Bool {
        [live, previous?.revision].contains { other in
            other.map { Difference.isUnexplained($0.stored, revision.stored) } ?? false
        }
    }
}

/// What differs from one of them, as a moderator reads it.
struct ChangesView {
    /// Names the section within the page.
    let id: String
    let title: String
    /// Which round it was, and what came of it.
    var note: String?
    let consequences: [Consequence]
    let texts: TextComparison
}
