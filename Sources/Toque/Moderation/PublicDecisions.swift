// The public page of moderation: the latest decisions without names or texts, how long moderation takes, and how many
// decisions an appeal overturned.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

/// A decision about a submission, or a measure that followed reports, as everyone may see it.
struct PublicDecision: Sendable {
    /// A key of `decision.KEY`, or of `measure.KEY`.
    let kind: String
    let reasons: [String]
    let submittedAt: Int
    let decidedAt: Int
    /// Whether the site approved it by itself.
    var isAutomatic = false
    /// Whether it was overturned on appeal, or kept but made milder.
    var isOverturned = false
    var isAmended = false
    /// Whether it is a measure: its reasons are those of reports, and it answers no submission.
    var isMeasure = false
    /// Whether the moderator took it back: it is listed, but the submission has another decision or waits again.
    var isTakenBack = false
    /// Whether a won appeal approved the text: nobody waited for this.
    var isAppealRound = false

    /// Whether somebody waited for it.
    var isAwaited: Bool { !isMeasure && !isAppealRound }
    /// Milliseconds from the submission to the decision.
    var waited: Int { max(0, decidedAt - submittedAt) }
}

/// How long moderation takes, in milliseconds; `nil` where there is nothing to measure.
struct ModerationFigures: Sendable {
    struct Percentiles: Sendable, Encodable {
        let p50: Int
        let p90: Int
        let p99: Int

        /// The nearest rank of each; `nil` for no values.
        init?(_ values: [Int]) {
            guard !values.isEmpty else { return nil }
            let sorted = values.sorted()
            func rank(_ percent: Int) -> Int { sorted[max(0, (percent * sorted.count + 99) / 100 - 1)] }
            (p50, p90, p99) = (rank(50), rank(90), rank(99))
        }
    }

    /// How many decisions gave a reason, and how many of those an appeal overturned.
    struct Reason: Sendable {
        let name: String
        let count: Int
        let overturned: Int
    }

    let waiting: Int
    let ages: Percentiles?
    let times: Percentiles?
    let kinds: [(name: String, count: Int)]
    let measures: [(name: String, count: Int)]
    let reasons: [Reason]
    let rules: [Reason]
    let overturned: Int
    let amended: Int

    init(waitingSince: [Int], _ decisions: [PublicDecision], now: Int) {
        waiting = waitingSince.count
        ages = Percentiles(waitingSince.map { max(0, now - $0) })
        times = Percentiles(decisions.filter { !$0.isAutomatic && $0.isAwaited }.map(\.waited))
        let standing = decisions.filter { !$0.isMeasure && !$0.isTakenBack }
        kinds = DecisionKind.allCases.map { kind in
            (kind.rawValue, standing.count { $0.kind.isSame(as: kind.rawValue) })
        }
        measures = MeasureKind.allCases.compactMap { kind in
            let count = decisions.count { $0.isMeasure && $0.kind.isSame(as: kind.rawValue) }
            return count == 0 ? nil : (kind.rawValue, count)
        }
        reasons = Self.reasons(ModerationReason.allCases.map(\.rawValue), standing)
        rules = Self.reasons(ReportReason.allCases.map(\.rawValue), decisions.filter(\.isMeasure))
        overturned = decisions.count { $0.isOverturned }
        amended = decisions.count { $0.isAmended }
    }

    /// The names that some decisions gave, in their order.
    private static func reasons(_ names: [String], _ decisions: [PublicDecision]) -> [Reason] {
        var counts: [String: (given: Int, overturned: Int)] = [:]
        for decision in decisions {
            for name in decision.reasons {
                counts[name, default: (0, 0)].given += 1
                if decision.isOverturned { counts[name, default: (0, 0)].overturned += 1 }
            }
        }
        return names.compactMap { name in
            counts[name].map { Reason(name: name, count: $0.given, overturned: $0.overturned) }
        }
    }
}

struct PublicDecisionStore {
    /// Figures and list cover the latest decisions of so many submissions, and so many of the latest measures.
    static let latest = 1_000
    /// The most waiting submissions that are measured.
    static let measured = 10_000

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The latest decisions, newest first. A measure has one appeal at most: of the member, or, if it dismisses reports,
    /// of a reporter.
    func decisions() throws -> [PublicDecision] {
        try db.all(
            """
            SELECT * FROM (
                SELECT d.kind, d.reasons, s.queued_at, d.decided_at, d.is_automatic,
                    a.outcome IS 'overturned', a.outcome IS 'amended', 0, 0,
                    again.id IS NOT NULL,
                    \(sql: SubmissionStore.isAppealRound)
                FROM submission s JOIN decision d ON d.submission_id = s.id LEFT JOIN appeal a ON a.decision_id = d.id
                    LEFT JOIN submission again ON again.reopens = s.id
                ORDER BY s.id DESC LIMIT \(Self.latest))
            UNION ALL SELECT * FROM (
                SELECT m.kind, m.reason, m.decided_at, m.decided_at, m.is_automatic,
                    a.outcome IS 'overturned', a.outcome IS 'amended', 1, m.decision_id IS NOT NULL,
                    0, 0
                FROM measure m LEFT JOIN appeal a ON a.measure_id = m.id
                ORDER BY m.id DESC LIMIT \(Self.latest))
            """
        ) { row -> PublicDecision? in
            // The strike of a rejection is part of that decision.
            if row[8] { return nil }
            return PublicDecision(
                kind: row[0], reasons: (row[1] as String).split(bytes: " ").map { String($0) }, submittedAt: row[2],
                decidedAt: row[3], isAutomatic: row[4], isOverturned: row[5], isAmended: row[6], isMeasure: row[7],
                isTakenBack: row[9], isAppealRound: row[10])
        }.compactMap(\.self).sorted { $0.decidedAt > $1.decidedAt }
    }

    /// When each waiting submission was sent.
    func waitingSince() throws -> [Int] {
        try db.all(
            """
            SELECT s.queued_at FROM submission s JOIN recipe r ON r.id = s.recipe_id
            WHERE s.state = 'queued' AND \(sql: AccountSQL.isHere("r.author_id"))
            ORDER BY s.due_at, s.id LIMIT \(Self.measured)
            """
        ) { $0[0] }
    }
}

enum PublicDecisions {
    static func show(_ context: Context) async throws -> Response {
        let language = context.language
        let number = Paging.page(context.request.query["page"])
        let store = PublicDecisionStore(context.reader)
        let all = try store.decisions()
        let figures = ModerationFigures(waitingSince: try store.waitingSince(), all, now: context.now)
        let page = Array(all.dropFirst(Paging.offset(number)).prefix(Paging.size))
        if context.wantsJSON {
            return try context.json(PublicDecisionsJSON(total: all.count, page: number, page, figures))
        }
        return context.page(
            PublicDecisionsPage(
                layout: context.layout(
                    title: Text.publicDecisionsTitle(language), section: "moderation",
                    description: Text.publicDecisionsLead(language), canonical: Address.publicDecisions()),
                waiting: figures.waiting,
                ages: figures.ages.map { PercentileView($0, language) },
                times: figures.times.map { PercentileView($0, language) },
                overturned: figures.overturned, amended: figures.amended > 0 ? figures.amended : nil,
                kinds: figures.kinds.filter { $0.count > 0 }.map {
                    CountView(label: Text.dynamic("decision.\($0.name)", language) ?? $0.name, count: $0.count)
                }
                    + figures.measures.map {
                        CountView(label: Text.dynamic("measure.\($0.name)", language) ?? $0.name, count: $0.count)
                    },
                reasons: figures.reasons.map { ReasonCount($0, "reason", language) }
                    + figures.rules.map { ReasonCount($0, "report.reason", language) },
                decisions: page.map { PublicDecisionView($0, language) },
                pages: Pages(number: number, total: all.count) { "\(Address.publicDecisions())?page=\($0)" }))
    }
}

struct PublicDecisionsPage {
    let layout: Layout
    let waiting: Int
    let ages: PercentileView?
    let times: PercentileView?
    let overturned: Int
    /// `nil` if there is none.
    let amended: Int?
    let kinds: [CountView]
    let reasons: [ReasonCount]
    let decisions: [PublicDecisionView]
    let pages: Pages
}

struct PercentileView {
    let half: String
    let most: String
    let nearlyAll: String

    init(_ values: ModerationFigures.Percentiles, _ language: Language) {
        func text(_ milliseconds: Int) -> String {
            Durations.text(minutes: max(1, milliseconds / Milliseconds.minute), language)
        }
        (half, most, nearlyAll) = (text(values.p50), text(values.p90), text(values.p99))
    }
}

struct CountView {
    let label: String
    let count: Int
}

struct ReasonCount {
    let label: String
    /// “6, 1 of them overturned on appeal (17%)”
    let count: String

    init(_ reason: ModerationFigures.Reason, _ keys: String, _ language: Language) {
        label = Text.dynamic("\(keys).\(reason.name)", language) ?? reason.name
        let share = (100 * reason.overturned + reason.count / 2) / max(1, reason.count)
        count =
            reason.overturned == 0
            ? String(reason.count)
            : Text.publicDecisionsShare(
                language, count: String(reason.count), overturned: String(reason.overturned), share: String(share))
    }
}

struct PublicDecisionView {
    let kind: String
    let reasons: String
    let at: HTML
    /// Empty if nobody waited.
    let waited: String
    let isTakenBack: Bool
    var hasReasons: Bool { !reasons.isEmpty }

    init(_ decision: PublicDecision, _ language: Language) {
        kind =
            decision.isAutomatic && !decision.isMeasure
            ? Text.decisionAutomatic(language)
            : Text.dynamic("\(decision.isMeasure ? "measure" : "decision").\(decision.kind)", language) ?? decision.kind
        let keys = decision.isMeasure ? "report.reason" : "reason"
        reasons = decision.reasons.map { Text.dynamic("\(keys).\($0)", language) ?? $0 }.joined(separator: ", ")
        at = Moment(decision.decidedAt, language).html
        waited =
            decision.isAwaited
            ? Text.publicDecisionsAfter(
                language, time: Durations.text(minutes: max(1, decision.waited / Milliseconds.minute), language))
            : ""
        isTakenBack = decision.isTakenBack
    }
}

struct PublicDecisionsJSON: Encodable {
    struct Item: Encodable {
        let kind: String
        let reasons: [String]
        let at: String
        /// Missing for a measure, and for an approval after a won appeal.
        let waitedSeconds: Int?
        let isAutomatic: Bool
        let isTakenBack: Bool
    }

    /// Durations in milliseconds.
    struct Figures: Encodable {
        let waiting: Int
        let age: ModerationFigures.Percentiles?
        let timeToDecision: ModerationFigures.Percentiles?
        let kinds: [String: Int]
        let measures: [String: Int]
        /// Of decisions about submissions, and of measures.
        let reasons: [String: Int]
        let rules: [String: Int]
        let overturned: Int
        let overturnedByReason: [String: Int]
        let amended: Int
    }

    let total: Int
    let page: Int
    let items: [Item]
    let figures: Figures

    init(total: Int, page: Int, _ decisions: [PublicDecision], _ figures: ModerationFigures) {
        self.total = total
        self.page = page
        items = decisions.map {
            Item(
                kind: $0.kind, reasons: $0.reasons, at: Dates.time($0.decidedAt),
                waitedSeconds: $0.isAwaited ? $0.waited / Milliseconds.second : nil, isAutomatic: $0.isAutomatic,
                isTakenBack: $0.isTakenBack)
        }
        func counts(_ rows: [(name: String, count: Int)]) -> [String: Int] {
            Dictionary(rows.map { ($0.name, $0.count) }) { first, _ in first }
        }
        self.figures = Figures(
            waiting: figures.waiting, age: figures.ages, timeToDecision: figures.times, kinds: counts(figures.kinds),
            measures: counts(figures.measures), reasons: counts(figures.reasons.map { ($0.name, $0.count) }),
            rules: counts(figures.rules.map { ($0.name, $0.count) }), overturned: figures.overturned,
            overturnedByReason: counts((figures.reasons + figures.rules).map { ($0.name, $0.overturned) }),
            amended: figures.amended)
    }
}
