// The site's block list: the one part of the pre-screen that blocks a submission.

import Database
import Words

struct BlockList {
    let db: Connection
    static let limit = 1_000

    init(_ db: Connection) { self.db = db }

    func words() throws -> [String] { try db.all("SELECT word FROM blocked_word ORDER BY word") { $0[0] } }

    /// The blocked words that a recipe holds.
    func found(in body: RecipeBody) throws -> [String] {
        let phrases = try words().map(Words.words).filter { !$0.isEmpty }
        if phrases.isEmpty { return [] }
        let texts =
            [body.title, body.description, body.tips, body.source] + body.steps.flatMap(\.words)
            + body.lines.flatMap { [$0.ingredient, $0.note, $0.unit, $0.group] }
        return SubmissionRules.blocked(phrases, in: texts.map(Words.words))
    }

    /// Replaces the list; on record.
    func replace(_ words: [String], by actor: Actor, now: Int) throws {
        let old = try self.words()
        let new = Set(words.map { Words.fold($0).trimmed }.filter { (2...60).contains($0.unicodeScalars.count) })
        if Set(old) == new { return }
        try db.run("DELETE FROM blocked_word")
        for word in new.sorted().prefix(Self.limit) { try db.run("INSERT INTO blocked_word (word) VALUES (\(word))") }
        try AuditStore(db).append(
            .init(
                action: "block-list", object: .site, id: 0, from: "\(old.count) words", to: "\(new.count) words",
                detail: new.sorted().joined(separator: ", ")), by: actor, at: now)
    }
}
