// Loads the texts that a submitted text is compared with: the public one and that of the previous round.

import Database

struct ComparedTexts: Sendable {
    let revision: Revision
    /// The public text that an approval would replace.
    let live: Revision?
    /// The text of the last decided round, or else of the last withdrawn one; `nil` if it is the public text.
    let previous: (round: Round, revision: Revision)?

    /// `nil` if the submitted text is missing.
    init?(_ submission: Submission, _ db: Connection) throws {
        let recipes = RecipeStore(db)
        guard let revision = try recipes.revision(submission.revisionID) else { return nil }
        self.revision = revision
        // After its approval, a text is compared with the one that was public before.
        let old = submission.liveRevisionID == revision.id ? submission.baseRevisionID : submission.liveRevisionID
        live = try old.flatMap { $0 == revision.id ? nil : try recipes.revision($0) }
        let last = try SubmissionStore(db).round(before: submission)
        let isNew = last.map { $0.revisionID != old } ?? false
        previous = try (isNew ? last : nil).flatMap { round in
            try recipes.revision(round.revisionID).map { (round, $0) }
        }
    }

    /// Whether it differs from one of the texts in a way that the page cannot show, so that no moderator can have read
    /// it.
    var isUnexplained: Bool {
        [live, previous?.revision].contains { other in
            other.map { Difference.isUnexplained($0.stored, revision.stored) } ?? false
        }
    }
}

/// A way to read the differences.
struct ComparisonLink {
    let label: String
    let address: String
    let isChosen: Bool
}

/// The differences from one of the texts, as a moderator reads them.
struct ChangesView {
    /// The id of the section within the page.
    let id: String
    let title: String
    /// The compared round; `nil` for the public text.
    var comparedRound: RoundView?
    /// The number of that round.
    var number: Int?
    let consequences: [Consequence]
    let texts: TextComparison
}
