// Random acts of authors, moderators and admins through the stores, legal and illegal, for tests of invariants.

import Database
import Food

@testable import Toque

/// A reproducible sequence of random numbers (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// People who act at random on one database. Every act runs in a transaction of its own, as in the site.
struct RandomActs {
    let db: Connection
    let catalogue: Catalogue
    let mailer: Mailer
    var random: SeededNumbers
    var now = TestClock.start
    /// The texts that authors save.
    private let texts: [RevisionText]

    /// How many acts changed something, and how many were refused or changed nothing.
    private(set) var done: [String: Int] = [:]
    private(set) var refused = 0

    init(_ db: Connection, _ catalogue: Catalogue, _ mailer: Mailer, seed: UInt64) throws {
        (self.db, self.catalogue, self.mailer) = (db, catalogue, mailer)
        random = SeededNumbers(seed: seed)
        let edition = try UnderstandingStore(db).edition()
        texts = (0..<12).map { number in
            var body = RecipeBody()
            body.title = "Soup \(number % 4)"
            body.description = "Text \(number)"
            body.language = "en"
            body.lines = catalogue.lines(pasted: number % 3 == 0 ? "1 onion\n1 tsp salt" : "1 carrot\n2 tbsp honey")
            body.steps = [RecipeStep(text: "Boil it \(number % 2 == 0 ? "gently" : "briskly").")]
            return RevisionText(body, UnderstoodText(catalogue.read(body), edition: edition))
        }
    }

    /// One act: its name, and the error that refused it.
    mutating func act() -> (name: String, error: (any Error)?) {
        now += Int.random(in: 1...3_600_000, using: &random)
        let acts: [(String, (inout RandomActs) throws -> Bool)] = [
            ("create", { try $0.create() }), ("save", { try $0.save() }), ("submit", { try $0.submit() }),
            ("submit", { try $0.submit() }), ("submit", { try $0.submit() }), ("withdraw", { try $0.withdraw() }),
            ("decide", { try $0.decide() }), ("decide", { try $0.decide() }), ("decide", { try $0.decide() }),
            ("agree", { try $0.agree() }), ("agree", { try $0.agree() }), ("end proposal", { try $0.endProposal() }),
            ("suggest", { try $0.suggest() }), ("answer suggestion", { try $0.answerSuggestion() }),
            ("take back", { try $0.takeBack() }), ("delete", { try $0.delete() }), ("restore", { try $0.restore() }),
            ("unpublish", { try $0.unpublish() }), ("republish", { try $0.republish() }),
            ("claim", { try $0.claim() }), ("report", { try $0.report() }), ("close issue", { try $0.closeIssue() }),
            ("report", { try $0.report() }), ("close issue", { try $0.closeIssue() }),
            ("agree on issue", { try $0.agreeOnIssue() }), ("agree on issue", { try $0.agreeOnIssue() }),
            ("lift", { try $0.lift() }),
            ("appeal", { try $0.appeal() }), ("decide appeal", { try $0.decideAppeal() }),
            ("override", { try $0.override() }), ("role", { try $0.setRole() }), ("suspend", { try $0.suspend() }),
            ("licence", { try $0.changeLicence() }),
        ]
        let (name, run) = acts[Int.random(in: acts.indices, using: &random)]
        do {
            var copy = self
            let isDone = try db.transaction { _ in try run(&copy) }
            self = copy
            if isDone { done[name, default: 0] += 1 } else { refused += 1 }
            return (name, nil)
        } catch {
            // The numbers that a refused act drew are drawn again, so the next act begins with another one.
            _ = random.next()
            refused += 1
            return (name, error)
        }
    }

    // MARK: Choices

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 1...100, using: &random) <= percent }

    private mutating func one<T>(_ values: [T]) -> T? { values.randomElement(using: &random) }

    private mutating func id(_ sql: SQL) throws -> Int? { one(try db.all(sql) { $0[0] as Int }) }

    private func viewer(_ id: Int) throws -> Viewer {
        let role = try AccountStore(db).role(id) ?? .member
        return Viewer(
            id: id, username: Person(rawValue: id)?.name ?? "", role: role, sessionID: "", address: .unknown,
            suspendedUntil: nil, suspensionReason: "",
            isLicensed: try LicenceStore(db).activeUntil(user: id, now: now) != nil)
    }

    /// A moderator or admin of the moment.
    private mutating func staff() throws -> Viewer {
        guard let id = try id("SELECT id FROM user WHERE role <> 'member'") else { throw SiteError.notFound }
        return try viewer(id)
    }

    private mutating func recipe() throws -> (id: Int, author: Viewer)? {
        let row = one(try db.all("SELECT id, author_id FROM recipe") { ($0[0] as Int, $0[1] as Int) })
        return try row.map { ($0.0, try viewer($0.1)) }
    }

    private mutating func own(_ isDeleted: Bool = false) throws -> (OwnRecipe, Viewer)? {
        guard let (id, author) = try recipe() else { return nil }
        // Sometimes somebody else tries.
        let actor = try chance(5) ? viewer(Person.charlie.id) : author
        guard let own = try RecipeStore(db).own(id, viewer: actor.id, deleted: isDeleted) else { return nil }
        return (own, actor)
    }

    // MARK: Authors

    private mutating func create() throws -> Bool {
        let count: Int = try db.value("SELECT count(*) FROM recipe") ?? 0
        guard count < 60, let text = one(texts) else { return false }
        let author = one([Person.alice, .bob, .bella, .ada]) ?? .alice
        _ = try RecipeStore(db).create(text, author: author.id, now: now)
        return true
    }

    private mutating func save() throws -> Bool {
        guard let (own, author) = try own(), let text = one(texts) else { return false }
        let version = chance(10) ? own.version - 1 : own.version
        return try RecipeStore(db).save(text, recipe: own.id, version: version, author: author.id, now: now) != nil
    }

    private mutating func submit() throws -> Bool {
        guard let (own, author) = try own() else { return false }
        let id = try SubmissionStore(db).submit(
            recipe: own, hints: [], by: author.actor, author: author.id, now: now)
        guard let live = own.liveRevisionID, let revision = try RecipeStore(db).revision(live) else { return true }
        let compared = AutomaticComparison(
            live: live, revision: own.head.id,
            changes: AutomaticRules.careful(from: revision.stored, to: own.head.stored), key: [7])
        _ = try AutomaticStore(db).judge(id, compared, catalogue: catalogue, mailer: mailer, now: now)
        return true
    }

    private mutating func withdraw() throws -> Bool {
        guard let (own, author) = try own() else { return false }
        return try SubmissionStore(db).withdraw(recipe: own.id, by: author.actor, now: now)
    }

    private mutating func delete() throws -> Bool {
        guard chance(20), let (own, author) = try own() else { return false }
        try RecipeRemoval(db).delete([own.id], by: author, now: now)
        return true
    }

    private mutating func restore() throws -> Bool {
        guard let (own, author) = try own(true) else { return false }
        try RecipeRemoval(db).restore(own.id, by: author, catalogue: catalogue, now: now)
        return true
    }

    private mutating func unpublish() throws -> Bool {
        guard let (own, author) = try own(), own.isPublic else { return false }
        try RecipeRemoval(db).unpublish(own.id, by: author.actor, now: now)
        return true
    }

    private mutating func republish() throws -> Bool {
        guard let (own, author) = try own(), own.unpublishedAt != nil else { return false }
        try RecipeRemoval(db).republish(own, by: author, catalogue: catalogue, now: now)
        return true
    }

    private mutating func answerSuggestion() throws -> Bool {
        guard let id = try id("SELECT recipe_id FROM suggestion WHERE state = 'open'"),
            let author: Int = try db.value("SELECT author_id FROM recipe WHERE id = \(id)"),
            let own = try RecipeStore(db).own(id, viewer: author),
            let suggestion = try SuggestionStore(db).open(recipe: id)
        else { return false }
        let viewer = try viewer(author)
        if chance(30) { return try SuggestionStore(db).dismiss(suggestion.id, recipe: id, by: viewer, now: now) }
        guard let text = texts.first(where: { $0.sha256 == suggestion.sha256 }) else { return false }
        let outcome = try SuggestionStore(db).accept(
            suggestion.id, recipe: own, text: text, hints: [], by: viewer, now: now)
        if case .submitted = outcome { return true }
        return false
    }

    // MARK: Moderators

    private mutating func queued() throws -> Submission? {
        let state: SQL = chance(85) ? "state = 'queued'" : "1"
        return try id("SELECT id FROM submission WHERE \(sql: state)").flatMap {
            try SubmissionStore(db).submission($0)
        }
    }

    private mutating func draft(_ kind: DecisionKind, _ submission: Submission) -> DecisionDraft {
        let isStale = chance(10)
        return DecisionDraft(
            kind: kind, submission: submission.id,
            revision: submission.revisionID, sha256: isStale ? String(repeating: "0", count: 64) : submission.sha256,
            base: submission.liveRevisionID ?? 0, takedown: submission.takenDownBy, hiding: submission.hiddenBy,
            reasons: Array(kind.reasons.prefix(1)), message: kind == .approve ? "" : "Because.")
    }

    private mutating func decide() throws -> Bool {
        guard let submission = try queued(), let kind = one(DecisionKind.allCases) else { return false }
        let moderator = try staff()
        let outcome = try DecisionStore(db).decide(
            draft(kind, submission), by: moderator, catalogue: catalogue, mailer: mailer, now: now)
        switch outcome {
        case .decided, .held: return true
        default: return false
        }
    }

    private mutating func agree() throws -> Bool {
        guard let id = try id("SELECT submission_id FROM held_decision WHERE outcome IS NULL AND issue_id IS NULL"),
            let submission = try SubmissionStore(db).submission(id),
            let held = try HeldDecisionStore(db).open(.submission(id), now: now),
            let kind = DecisionKind(rawValue: held.kind)
        else { return false }
        let outcome = try DecisionStore(db).agree(
            draft(kind, submission), by: staff(), catalogue: catalogue, mailer: mailer, now: now)
        if case .decided = outcome { return true }
        return false
    }

    private mutating func endProposal() throws -> Bool {
        guard chance(40), let id = try id("SELECT id FROM held_decision WHERE outcome IS NULL") else { return false }
        let target = try db.first("SELECT submission_id, issue_id FROM held_decision WHERE id = \(id)") {
            ($0[0] as Int?, $0[1] as Int?)
        }
        let held =
            try target?.0.map { try HeldDecisionStore(db).open(.submission($0), now: now) }
            ?? target?.1.map { try HeldDecisionStore(db).open(.issue($0), now: now) }
        guard let held, let held else { return false }
        try HeldDecisionStore(db).end(held, note: "No.", by: staff(), now: now)
        return true
    }

    private mutating func suggest() throws -> Bool {
        guard let submission = try queued(), let text = one(texts) else { return false }
        let moderator = try staff()
        try SuggestionStore(db).keep(text, for: submission, by: moderator, now: now)
        guard let kept = try SuggestionStore(db).draft(submission: submission.id, moderator: moderator.id) else {
            return false
        }
        var draft = draft(.requestChanges, submission)
        draft.suggestion = AttachedSuggestion(id: kept.id, paragraphs: [:])
        let outcome = try DecisionStore(db).decide(
            draft, by: moderator, catalogue: catalogue, mailer: mailer, now: now)
        if case .decided = outcome { return true }
        return false
    }

    private mutating func takeBack() throws -> Bool {
        guard chance(50) else { return false }
        let automatic = try id("SELECT submission_id FROM decision WHERE is_automatic = 1")
        if let automatic, chance(20) {
            _ = try TakingBack(db).takeBackAutomatic(automatic, by: staff(), catalogue: catalogue, now: now)
            return true
        }
        let last = try db.first("SELECT id, by_id, decided_at FROM decision WHERE by_id > 0 ORDER BY id DESC LIMIT 1") {
            (id: $0[0] as Int, by: $0[1] as Int, at: $0[2] as Int)
        }
        guard let last else { return false }
        let time = chance(80) ? last.at + 1 : now
        _ = try TakingBack(db).takeBack(last.id, by: viewer(last.by), catalogue: catalogue, now: time)
        return true
    }

    private mutating func claim() throws -> Bool {
        guard let submission = try queued() else { return false }
        return try ClaimStore(db).take(submission, moderator: staff(), now: now)
    }

    private mutating func override() throws -> Bool {
        guard chance(15), let (id, author) = try recipe(), let live = try PublicRecipeStore(db).recipe(id, now: now)
        else { return false }
        let moderator = try staff()
        guard moderator.id != author.id else { return false }
        try DietOverrideStore(db).set(
            .diet(.vegan), .unknown, derived: .yes, reason: "Who knows?", recipe: id,
            ingredients: live.revision.body.ingredientsSHA256, by: moderator.actor, now: now)
        try PublicRecipeStore(db).write(live.revision, author: author.id, catalogue: catalogue)
        return true
    }

    // MARK: Reports and appeals

    private var measures: MeasureWork { MeasureWork(db: db, catalogue: catalogue, mailer: mailer, now: now) }

    private mutating func report() throws -> Bool {
        guard let (id, _) = try recipe(), let target = try ReportTargetStore(db).target(.recipe, id),
            let reason = one([ReportReason.spam, .offensive]), let reporter = one(Person.allCases)
        else { return false }
        let draft = ReportDraft(target: target, reason: reason, text: "Look.")
        let outcome = try IssueStore(db).report(draft, by: viewer(reporter.id), now: now)
        guard case .added(let issue, _) = outcome else { return false }
        _ = try measures.hideByWeight(issue, reason: reason)
        return true
    }

    private mutating func issue() throws -> ReportIssue? {
        try id("SELECT id FROM report_issue WHERE state = 'open'").flatMap { try IssueStore(db).issue($0) }
    }

    private mutating func closeIssue() throws -> Bool {
        guard let issue = try issue(), let kind = one([MeasureKind.dismiss, .warn, .hide, .takeDown, .takeDown]) else {
            return false
        }
        let draft = MeasureDraft(kind: kind, reason: "spam", text: "It is an advert.", isStrike: chance(10))
        let version = chance(10) ? 0 : issue.version
        switch try measures.decide(issue.id, version: version, draft, by: staff()) {
        case .decided, .held: return true
        default: return false
        }
    }

    private mutating func agreeOnIssue() throws -> Bool {
        guard let id = try id("SELECT issue_id FROM held_decision WHERE outcome IS NULL AND issue_id > 0"),
            let issue = try IssueStore(db).issue(id),
            let target = try ReportTargetStore(db).target(issue.kind, issue.targetID)
        else { return false }
        let seen = chance(10) ? "" : target.sha256
        if case .decided = try measures.agree(id, version: issue.version, seen: seen, by: staff()) { return true }
        return false
    }

    private mutating func lift() throws -> Bool {
        guard chance(30), let id = try id("SELECT id FROM measure WHERE lifted_at IS NULL AND kind <> 'dismiss'"),
            let measure = try MeasureStore(db).measure(id)
        else { return false }
        return try measures.lift(measure, by: staff())
    }

    private mutating func appeal() throws -> Bool {
        guard let id = try id("SELECT id FROM decision WHERE kind = 'reject'"),
            let author: Int = try db.value(
                "SELECT r.author_id FROM decision d JOIN recipe r ON r.id = d.recipe_id WHERE d.id = \(id)"),
            let decision = try AppealStore(db).appealed(.decision, id, by: author)
        else { return false }
        try AppealStore(db).add("It is one.", against: decision, by: viewer(author), now: now)
        return true
    }

    private mutating func decideAppeal() throws -> Bool {
        guard let id = try id("SELECT id FROM appeal WHERE outcome IS NULL") else { return false }
        let work = AppealWork(db: db, catalogue: catalogue, mailer: mailer, now: now)
        let isMilder = try AppealStore(db).appeal(id)?.amendable(now: now).strikeUntil != nil && chance(50)
        let ruling: AppealRuling =
            isMilder ? .amend(Amendment(removesStrike: true)) : chance(40) ? .uphold : .overturn
        if case .decided = try work.decide(id, ruling, "So it is.", by: staff()) { return true }
        return false
    }

    // MARK: Admins

    private mutating func setRole() throws -> Bool {
        guard chance(10), let person = one([Person.charlie, .bob, .alice]), let role = one([Role.member, .moderator])
        else {
            return false
        }
        let old = try AccountStore(db).role(person.id)
        try AccountStore(db).setRole(role, user: person.id, open: [], by: Person.ada.viewer.actor, now: now)
        return old != role
    }

    private mutating func suspend() throws -> Bool {
        guard chance(10), let person = one([Person.charlie, .bob, .bella]) else { return false }
        let until = chance(40) ? now + 3_600_000 : nil
        let (measures, ada) = (DirectMeasures(db: db, now: now), Person.ada.viewer)
        guard let until else { return try measures.unsuspend(person.id, by: ada.actor) }
        return try measures.suspend(person.id, until: until, .spam, reason: "Adverts.", by: ada) != nil
    }

    private mutating func changeLicence() throws -> Bool {
        guard let person = one([Person.alice, .bob, .bella, .ada]) else { return false }
        if chance(15) {
            let actor = chance(50) ? person.viewer.actor : Person.ada.viewer.actor
            return try LicenceStore(db).revoke(user: person.id, reason: "", by: actor, now: now)
        }
        try LicenceStore(db).grant(
            user: person.id, until: now + 30 * TestClock.day, note: "", by: Person.ada.viewer.actor, now: now)
        return true
    }
}
