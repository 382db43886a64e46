// The first steps of most tests, sent by HTTP: write a recipe, submit it, decide on it.

import Database
import HTTP

@testable import Toque

extension TestSite {
    /// Writes a recipe and returns its id.
    func write(_ recipe: RecipeFields, as author: Person = .alice) async throws -> Int {
        let answer = try await client(author).post("/recipes", recipe.fields)
        try answer.expect(.seeOther)
        return try found(answer.location.flatMap { $0.split(separator: "/").last }.flatMap { Slug.id(String($0)) })
    }

    /// Saves another text for a recipe.
    func save(_ recipe: Int, _ fields: RecipeFields, as author: Person = .alice) async throws {
        let version = try count("SELECT version FROM recipe WHERE id = \(recipe)")
        let answer = try await client(author).post("/recipes/\(recipe)", fields.with("version", String(version)).fields)
        try answer.expect(.seeOther)
    }

    /// Submits a recipe and returns the submission's id.
    func submit(_ recipe: Int, as author: Person = .alice) async throws -> Int {
        let answer = try await client(author).post("/recipes/\(recipe)/submit")
        try answer.expect(.seeOther)
        return try found(submission(of: recipe))
    }

    /// The id of a recipe's last submission.
    func submission(of recipe: Int) throws -> Int? {
        try value("SELECT max(id) FROM submission WHERE recipe_id = \(recipe)")
    }

    /// The fields of the decision form for a submission in its present state.
    func decisionFields(_ submission: Int, reason: String? = nil, message: String = "") throws -> [(String, String)] {
        let seen = try found(read { try SubmissionStore($0).submission(submission) })
        let reasons = reason.map { [("reason", $0)] } ?? []
        let flags = seen.findings.filter(\.kind.isSoft).map { ("flag", $0.value) }
        let read = [
            ("revision", String(seen.revisionID)), ("seen_sha256", seen.sha256),
            ("base", seen.liveRevisionID.map(String.init) ?? "0"), ("message", message),
            ("taken_down_by", seen.takenDownBy.map(String.init) ?? ""),
            ("hidden_by", seen.hiddenBy.map(String.init) ?? ""),
        ]
        return read + reasons + flags
    }

    /// Approves a submission.
    func approve(_ submission: Int, by moderator: Person = .bob) async throws {
        let fields = try decisionFields(submission)
        let answer = try await client(moderator).post("/moderation/submissions/\(submission)/approve", fields)
        try answer.expect(.seeOther)
        try await agree(submission, "approve", after: moderator)
    }

    /// Agrees with a decision that waits for a second moderator, if it does.
    private func agree(_ submission: Int, _ decision: String, after first: Person) async throws {
        guard try read({ try HeldDecisionStore($0).open(.submission(submission), now: now) }) != nil else { return }
        let author = try count(
            "SELECT r.author_id FROM submission s JOIN recipe r ON r.id = s.recipe_id WHERE s.id = \(submission)")
        let second = try found([Person.bob, .bella, .ada].first { $0 != first && $0.id != author })
        try await agree(submission, decision, by: second).expect(.seeOther)
    }

    /// Agrees with a proposed decision.
    func agree(_ submission: Int, _ decision: String = "approve", by second: Person) async throws -> Response {
        let fields = try decisionFields(submission) + [("decision", decision)]
        return try await client(second).post("/moderation/submissions/\(submission)/agree", fields)
    }

    /// Asks the author for changes.
    func requestChanges(_ submission: Int, by moderator: Person = .bob) async throws {
        let fields = try decisionFields(submission, reason: "STEP_UNCLEAR", message: "Which pan?")
        let answer = try await client(moderator).post("/moderation/submissions/\(submission)/request-changes", fields)
        try answer.expect(.seeOther)
    }

    /// Rejects a submission.
    func reject(
        _ submission: Int, by moderator: Person = .bob, adding more: [(String, String)] = []
    ) async throws {
        let fields = try decisionFields(submission, reason: "NOT_A_RECIPE", message: "This is a poem.") + more
        let answer = try await client(moderator).post("/moderation/submissions/\(submission)/reject", fields)
        try answer.expect(.seeOther)
        try await agree(submission, "reject", after: moderator)
    }

    /// Writes a recipe, submits it and approves it; returns its id.
    func publish(_ recipe: RecipeFields) async throws -> Int {
        let id = try await write(recipe)
        try await approve(submit(id))
        return id
    }

    /// The address of a recipe's page.
    func address(of recipe: Int) throws -> String {
        let slug: String? = try value(
            """
            SELECT v.slug FROM recipe r JOIN revision v ON v.id = coalesce(r.live_revision_id, r.head_revision_id)
            WHERE r.id = \(recipe)
            """)
        return "/recipes/\(Slug.segment(recipe, slug ?? ""))"
    }
}

/// A step before the actual test failed.
struct StepFailed: Error, CustomStringConvertible {
    let description: String
}

/// Unwraps the value; throws if it is nil.
func found<T>(_ value: T?) throws -> T {
    guard let value else { throw StepFailed(description: "nothing was found") }
    return value
}

extension Response {
    /// Throws unless the answer has this status.
    func expect(_ expected: Status) throws {
        if status != expected {
            throw StepFailed(description: "\(status.code) instead of \(expected.code): \(text.prefix(2_000))")
        }
    }
}

extension TestSite {
    /// Gives a person a publishing licence for a year from now.
    func license(_ person: Person) throws {
        let now = now
        _ = try write {
            try LicenceStore($0).grant(
                user: person.id, until: now + 365 * TestClock.day, note: "", by: Person.ada.viewer.actor, now: now)
        }
    }

    /// Revokes a person's publishing licence.
    func unlicense(_ person: Person) throws {
        let now = now
        _ = try write {
            try LicenceStore($0).revoke(user: person.id, reason: "", by: Person.ada.viewer.actor, now: now)
        }
    }

    /// Changes a person's role, with its row in the log.
    func setRole(_ role: Role, of person: Person) throws {
        let now = now
        try write {
            try AccountStore($0).setRole(role, user: person.id, open: [], by: Person.ada.viewer.actor, now: now)
        }
    }

    /// The failures that `toque check` reports.
    func failures() throws -> [CheckFailure] {
        let configuration = site.configuration
        let connection = try Connection(path: configuration.databasePath, mode: .readWrite)
        let settings = configuration.site
        return try Check(
            db: connection, mediaPath: settings.mediaPath, heads: AuditHeads(path: settings.auditHeadsPath),
            catalogue: site.catalogue
        ).run()
    }
}

extension TestSite {
    /// Adds a public recipe directly to the database and returns its id.
    @discardableResult
    func plant(
        _ title: String, _ ingredients: String, category: String? = nil, cuisine: String? = nil, minutes: Int? = nil,
        language: String = "en", description: String = "", steps: [String] = ["Cook it."]
    ) throws -> Int {
        let catalogue = try catalogue()
        var body = RecipeBody()
        body.title = title
        body.description = description
        body.language = language
        body.category = category
        body.cuisine = cuisine
        body.cookMinutes = minutes
        body.lines = catalogue.lines(pasted: ingredients)
        body.steps = steps.map { RecipeStep(text: $0) }
        let understanding = catalogue.read(body)
        let entry = PublicEntry(body, understanding, catalogue)
        let (planted, now) = (body, now)
        return try write { db in
            let understood = UnderstoodText(understanding, edition: try UnderstandingStore(db).edition())
            let created = try RecipeStore(db).create(
                RevisionText(planted, understood), author: Person.alice.id, now: now)
            try DecisionStore(db).publishImported(created, author: Person.alice.id, entry, now: now)
            return created.id
        }
    }
}
