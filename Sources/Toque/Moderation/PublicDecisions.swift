// The public page of moderation: the latest decisions without names or texts, and how long moderation takes.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

/// A decision as everyone may see it.
struct PublicDecision: Sendable {
    let kind: String
    let reasons: [String]
    let submittedAt: Int
    let decidedAt: Int
    /// Whether the site approved it by itself.
    var isAutomatic = false
    /// Whether it was overturned on appeal, or kept but made milder.
    var isOverturned = false
    var isAmended = false

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

    let waiting: Int
    let ages: Percentiles?
    let times: Percentiles?
    let kinds: [(name: String, count: Int)]
    let reasons: [(name: String, count: Int)]
    let overturned: Int
    let amended: Int

    init(waitingSince: [Int], _ decisions: [PublicDecision], now: Int) {
        waiting = waitingSince.count
        ages = Percentiles(waitingSince.map { max(0, now - $0) })
        times = Percentiles(decisions.filter { !$0.isAutomatic }.map(\.waited))
        kinds = DecisionKind.allCases.map { kind in
            (kind.rawValue, decisions.count { $0.kind == kind.rawValue })
        }
        let given = Dictionary(grouping: decisions.flatMap(\.reasons)) { $0 }.mapValues(\.count)
        reasons = ModerationReason.allCases.compactMap { reason in
            given[reason.rawValue].map { (reason.rawValue, $0) }
        }
        overturned = decisions.count { $0.isOverturned }
        amended = decisions.count { $0.isAmended }
    }
}

struct PublicDecisionStore {
    /// Figures and list cover the latest decisions of so many submissions.
    static let latest = 1_000
    /// The most waiting submissions that are measured.
    static let measured = 10_000

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The latest decisions, newest first.
    func decisions() throws -> [PublicDecision] {
        try db.all(
            """
            SELECT d.kind, d.reasons, s.queued_at, d.decided_at, d.is_automatic,
                a.outcome IS 'overturned', a.outcome IS 'amended'
            FROM submission s JOIN decision d ON d.submission_id = s.id LEFT JOIN appeal a ON a.decision_id = d.id
            ORDER BY s.id DESC LIMIT \(Self.latest)
            """
        ) {
            PublicDecision(
                kind: $0[0], reasons: ($0[1] as String).split(bytes: " ").map { String($0) }, submittedAt: $0[2],
                decidedAt: $0[3], isAutomatic: $0[4], isOverturned: $0[5], isAmended: $0[6])
        }.sorted { $0.decidedAt > $1.decidedAt }
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
                },
                reasons: figures.reasons.map {
                    CountView(label: Text.dynamic("reason.\($0.name)", language) ?? $0.name, count: $0.count)
                },
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
    let reasons: [CountView]
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

struct PublicDecisionView {
    let kind: String
    let reasons: String
    let at: HTML
    let waited: String
    var hasReasons: Bool { !reasons.isEmpty }

    init(_ decision: PublicDecision, _ language: Language) {
        kind =
            decision.isAutomatic
            ? Text.decisionAutomatic(language)
            : Text.dynamic("decision.\(decision.kind)", language) ?? decision.kind
        reasons = decision.reasons.map { Text.dynamic("reason.\($0)", language) ?? $0 }.joined(separator: ", ")
        at = Moment(decision.decidedAt, language).html
        waited = Text.publicDecisionsAfter(
            language,
            time: Durations.text(minutes: max(1, decision.waited / Milliseconds.minute), language))
    }
}

struct PublicDecisionsJSON: Encodable {
    struct Item: Encodable {
        let kind: String
        let reasons: [String]
        let at: String
        let waitedSeconds: Int
        let isAutomatic: Bool
    }

    /// Durations in milliseconds.
    struct Figures: Encodable {
        let waiting: Int
        let age: ModerationFigures.Percentiles?
        let timeToDecision: ModerationFigures.Percentiles?
        let kinds: [String: Int]
        let reasons: [String: Int]
        let overturned: Int
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
                waitedSeconds: $0.waited / Milliseconds.second, isAutomatic: $0.isAutomatic)
        }
        func counts(_ rows: [(name: String, count: Int)]) -> [String: Int] {
            Dictionary(rows.map { ($0.name, $0.count) }) { first, _ in first }
        }
        self.figures = Figures(
            waiting: figures.waiting, age: figures.ages, timeToDecision: figures.times, kinds: counts(figures.kinds),
            reasons: counts(figures.reasons), overturned: figures.overturned,
            amended: figures.amended)
    }
}
