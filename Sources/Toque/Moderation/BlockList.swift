// The site's block list: the one part of the pre-screen that blocks a submission.

import Database
import Food
import Security
import Words

struct BlockList {
    let db: Connection

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

    /// Changes with every word of a list: a form carries that of the list it showed.
    static func digest(_ words: [String]) -> String { SHA256.hex(words.joined(separator: "\n")) }

    /// Replaces the list, on record; false when it is no longer the one that was seen.
    func replace(_ new: [String], over seen: String?, by actor: Actor, now: Int) throws -> Bool {
        let old = try words()
        if Set(old) == Set(new) { return true }
        if let seen, seen != Self.digest(old) { return false }
        try db.run("DELETE FROM blocked_word")
        for word in new { try db.run("INSERT INTO blocked_word (word) VALUES (\(word))") }
        try AuditStore(db).append(
            .init(
                action: "block-list", object: .site, id: 0, from: "\(old.count) words", to: "\(new.count) words",
                detail: new.joined(separator: ", ")), by: actor, at: now)
        return true
    }
}
