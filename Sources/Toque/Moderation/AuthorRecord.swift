// The record of an author beside a submission: licence, suspension, earlier decisions, strikes and public recipes.

import Database
import HTML
import Texts
import Words

/// What moderators see about the author of a submission; times in UTC milliseconds.
struct AuthorRecord: Sendable {
    /// The decisions of the recipes that changed last are counted, so that the page is quick for every author.
    static let counted = 1_000
    static let shownRecipes = 5

    let memberSince: Int
    let licensedUntil: Int?
    /// `nil` if the author is not suspended now.
    let suspendedUntil: Int?
    /// The language of the author's pages and emails.
    let language: Language
    let strikes: Int
    let decisions: [DecisionKind: Int]
    let recipes: [Link]

    var isCutOff: Bool { decisions.values.reduce(0, +) >= Self.counted }
}

struct AuthorRecordStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func record(_ author: Int, now: Int) throws -> AuthorRecord {
        let facts = try db.first(
            """
            SELECT u.created_at, \(sql: AccountSQL.licensedUntil("u.id", now: now)),
                iif(u.suspended_until > \(now), u.suspended_until, NULL), u.language,
                (SELECT count(*) FROM measure m
                    WHERE m.user_id = u.id AND \(sql: MeasureStore.strikeUntil) > \(now) AND m.lifted_at IS NULL)
            FROM user u WHERE u.id = \(author)
            """
        ) {
            (
                since: $0[0] as Int, licence: $0[1] as Int?, suspension: $0[2] as Int?, language: $0[3] as String,
                strikes: $0[4] as Int
            )
        }
        guard let facts else { throw SiteError.notFound }
        return AuthorRecord(
            memberSince: facts.since, licensedUntil: facts.licence, suspendedUntil: facts.suspension,
            language: Language(rawValue: facts.language) ?? .en, strikes: facts.strikes,
            decisions: try decisions(author),
            recipes: try PublicRecipeStore(db).latest(by: author, limit: AuthorRecord.shownRecipes))
    }

    /// How many submissions were decided how; decisions that were taken back do not count.
    private func decisions(_ author: Int) throws -> [DecisionKind: Int] {
        let rows = try db.all(
            """
            SELECT kind, count(*) FROM (
                SELECT d.kind FROM recipe r CROSS JOIN decision d ON d.recipe_id = r.id
                WHERE r.author_id = \(author) AND d.submission_id IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM submission again WHERE again.reopens = d.submission_id)
                ORDER BY (r.deleted_at IS NOT NULL), r.updated_at DESC, r.id DESC LIMIT \(AuthorRecord.counted)
            ) GROUP BY kind
            """
        ) { (DecisionKind(rawValue: $0[0]), $0[1] as Int) }
        return rows.reduce(into: [:]) { counts, row in if let kind = row.0 { counts[kind] = row.1 } }
    }
}

/// The record as the page shows it.
struct AuthorRecordView {
    let name: String
    let address: String
    let since: String
    let licence: String
    let counts: [CountView]
    let isCutOff: Bool
    let strikes: String
    let hasStrikes: Bool
    let recipes: [Link]
    /// Why the recipe cannot be approved now, and until when the author is suspended.
    let unlicensed: String?
    let suspended: HTML?

    init(_ record: AuthorRecord, _ author: Author, _ language: Language) {
        name = author.fullName
        address = Address.cook(author.username)
        since = Text.recordSince(language, day: Dates.day(record.memberSince, language))
        licence =
            record.licensedUntil.map { Text.recordLicence(language, day: Dates.day($0, language)) }
            ?? Text.recordUnlicensed(language)
        counts = DecisionKind.allCases.map {
            CountView(
                label: Text.dynamic("record.\($0.rawValue)", language) ?? $0.rawValue, count: record.decisions[$0] ?? 0)
        }
        isCutOff = record.isCutOff
        strikes = Text.issueStrikes(language, count: record.strikes)
        hasStrikes = record.strikes > 0
        recipes = record.recipes
        unlicensed = record.licensedUntil == nil ? Text.recordUnlicensedWarning(language) : nil
        suspended = record.suspendedUntil.map {
            Moment($0, language).html { Text.recordSuspended(language, at: $0) }
        }
    }
}

struct AuthorRecordJSON: Encodable {
    let memberSince: String
    let licensedUntil: String?
    let suspendedUntil: String?
    let strikes: Int
    let approved: Int
    let changesRequested: Int
    let rejected: Int
    let recipes: [String]

    init(_ record: AuthorRecord) {
        memberSince = Dates.time(record.memberSince)
        (licensedUntil, suspendedUntil) = (
            record.licensedUntil.map(Dates.time), record.suspendedUntil.map(Dates.time)
        )
        strikes = record.strikes
        approved = record.decisions[.approve] ?? 0
        changesRequested = record.decisions[.requestChanges] ?? 0
        rejected = record.decisions[.reject] ?? 0
        recipes = record.recipes.map(\.address)
    }
}
