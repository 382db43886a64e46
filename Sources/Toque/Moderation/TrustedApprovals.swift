// The handler that approves several submissions ticked in the queue: small changes of trusted authors, by the rules of
// automatic approval.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

/// A ticked submission with the text that the page showed.
struct TrustedTick: Sendable {
    let submission: Int
    let revision: Int
    let sha256: String

    /// The value of the check box: `12-34-HASH`.
    var value: String { "\(submission)-\(revision)-\(sha256)" }

    init(_ submission: Submission) {
        (self.submission, revision, sha256) = (submission.id, submission.revisionID, submission.sha256)
    }

    init?(_ value: String) {
        guard value.utf8.count <= 120 else { return nil }
        let parts = value.split(bytes: "-")
        guard parts.count == 3, let submission = Int(parts[0]), let revision = Int(parts[1]) else { return nil }
        (self.submission, self.revision, sha256) = (submission, revision, String(parts[2]))
    }
}

/// Why one of several submissions was not approved; the raw value is a key of `queue.refusal.KEY`.
enum TrustedRefusal: String, Sendable {
    case own, reported
    /// It is not in the queue any more.
    case gone
    /// The page showed another text, or another text is public.
    case changed
    /// A second moderator has to agree with the decision on it.
    case held
    case unlicensed
    /// The rules do not trust the author, or the change has to be read.
    case unread
}

enum TrustedApprovals {
    /// The most submissions of one form.
    static let limit = 50
    /// How many one form can approve.
    static let range = 1...limit

    static func approve(_ context: Context) async throws -> Response {
        let (viewer, now, site, language) = (try context.member(), context.now, context.site, context.language)
        var form = QueueForm(QueueFilter(encoded: context.form.filter))
        var seen: Set<Int> = []
        let ticks = context.form.all("approve").compactMap { TrustedTick($0) }
            .filter { seen.insert($0.submission).inserted }
        if ticks.isEmpty { form.errors.add("approve", Text.queueTickedNone(language)) }
        if ticks.count > limit { form.errors.add("approve", Text.queueTickedMany(language, limit: String(limit))) }
        guard form.errors.isEmpty else {
            form.approving = Set(ticks.map(\.submission))
            return try await Queue.page(form, context, status: .unprocessable)
        }
        let waiting = try SubmissionStore(context.reader).queued(ticks.map(\.submission))
        let compared = try await comparisons(waiting, context)
        var approved: [Int] = []
        for tick in ticks {
            // One transaction each, so that a refused one does not undo the others.
            let result = try await site.writer.write { db in
                try TrustedApproval(
                    db: db, catalogue: site.catalogue.inside(db), mailer: site.mailer, now: now
                ).approve(tick, compared[tick.submission], by: viewer)
            }
            switch result {
            case .success(let decision): approved.append(decision)
            case .failure(let refusal): form.refused.append((tick.submission, refusal))
            }
        }
        guard form.refused.isEmpty else {
            form.approved = approved.count
            return try await Queue.page(form, context, status: .conflict)
        }
        // The receipt of a single decision has the button that takes it back.
        let done: (name: String, value: String) =
            approved.count == 1 ? ("after", String(approved[0])) : ("approved", String(approved.count))
        return context.redirect(to: form.filter.address(Address.queue(), [done]))
    }

    /// The submissions that have a tick box, with what it sends.
    static func ticks(_ submissions: [Submission], _ context: Context) async throws -> [Int: TrustedTick] {
        let candidates = try AutomaticStore(context.reader).candidates(submissions, now: context.now)
        let compared = try await comparisons(candidates, context)
        let trusted = candidates.filter { compared[$0.id]?.changes.isEmpty ?? false }
        return Dictionary(trusted.map { ($0.id, TrustedTick($0)) }) { first, _ in first }
    }

    /// Compares submitted texts with the public ones. Long texts take too long for an event loop.
    private static func comparisons(
        _ submissions: [Submission], _ context: Context
    ) async throws -> [Int: AutomaticComparison] {
        guard !submissions.isEmpty else { return [:] }
        let revisions = try RecipeStore(context.reader).revisions(
            submissions.flatMap { [$0.revisionID, $0.liveRevisionID].compactMap(\.self) })
        let catalogue = try context.site.catalogue.current(context.reader)
        let pairs = submissions.compactMap { submission in
            submission.liveRevisionID.flatMap { revisions[$0] }.flatMap { live in
                revisions[submission.revisionID].map { (id: submission.id, live: live, new: $0) }
            }
        }
        return try await context.site.workers.run {
            let all = pairs.map { pair in
                var changes = AutomaticApprovals.changes(from: pair.live, to: pair.new, catalogue)
                // A difference that no page shows needs the author, not a moderator.
                if Difference.isUnexplained(pair.live.stored, pair.new.stored) { changes.append("unexplained") }
                let compared = AutomaticComparison(
                    live: pair.live.id, revision: pair.new.id, changes: changes, key: [])
                return (pair.id, compared)
            }
            return Dictionary(all) { first, _ in first }
        }
    }
}

/// Approves one of several submissions in its own transaction, with all checks of a single approval.
struct TrustedApproval {
    let db: Connection
    let catalogue: Catalogue
    let mailer: Mailer
    let now: Int

    /// The number of the decision, or why nothing was written.
    func approve(
        _ tick: TrustedTick, _ compared: AutomaticComparison?, by moderator: Viewer
    ) throws -> Result<Int, TrustedRefusal> {
        guard let submission = try SubmissionStore(db).queued([tick.submission]).first else { return .failure(.gone) }
        if submission.authorID == moderator.id { return .failure(.own) }
        if submission.reporterIDs.contains(moderator.id) { return .failure(.reported) }
        guard submission.revisionID == tick.revision, submission.sha256 == tick.sha256 else {
            return .failure(.changed)
        }
        let store = DecisionStore(db)
        guard try HeldDecisionStore(db).open(.submission(submission.id), now: now) == nil,
            try store.holdCause(.approve, submission) == nil
        else { return .failure(.held) }
        guard let compared, try AutomaticStore(db).isTrusted(submission, compared, now: now) else {
            return .failure(.unread)
        }
        let draft = DecisionDraft(
            kind: .approve, submission: submission.id, revision: tick.revision, sha256: tick.sha256,
            base: compared.live, reasons: [], message: "")
        switch try store.decide(draft, by: moderator, catalogue: catalogue, mailer: mailer, now: now) {
        case .decided(let decision): return .success(decision)
        case .held: return .failure(.held)
        case .stale: return .failure(.changed)
        case .unticked: return .failure(.unread)
        case .unlicensed: return .failure(.unlicensed)
        }
    }
}

extension TrustedRefusal: Error {}

/// A submission that was not approved, and why.
struct RefusedApproval {
    let title: String
    let address: String
    let reason: String
}
