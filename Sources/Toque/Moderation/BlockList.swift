// Stores the site's block list, the only part of the pre-screen that blocks a submission.

import Bytes
import Database
import Food
import Security
import Words

struct BlockList {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The lines of the list, as admins typed them.
    func words() throws -> [String] { try db.all("SELECT word FROM blocked_word ORDER BY word") { $0[0] } }

    /// The words that may not be in texts of a language; those of all languages for texts that may be in any.
    func words(in language: String?) throws -> [String] { Self.words(try words(), in: language) }

    /// A line such as `ru: word` is only for texts of that language.
    static func words(_ lines: [String], in language: String?) -> [String] {
        lines.compactMap { line in
            let parts = line.split(bytes: ":", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, Language(rawValue: parts[0]) != nil else { return line }
            return language.map { parts[0].isSame(as: $0) } ?? true ? parts[1] : nil
        }
    }

    /// The blocked words in a recipe's texts, also if their letters are circled or separated by invisible characters.
    /// The longest texts take too long for an event loop.
    static func found(_ blocked: [String], in body: RecipeBody) -> [String] {
        let phrases = (blocked + blocked.map(PlainLetters.of)).map(Words.words).filter { !$0.isEmpty }
        if phrases.isEmpty { return [] }
        let texts =
            [body.title, body.description, body.tips, body.source, body.notInDish ?? "", body.tags ?? ""]
            + [body.credit ?? "", body.adaptedFrom?.title ?? "", body.adaptedFrom?.author ?? ""]
            + body.steps.flatMap(\.words)
            + body.lines.flatMap { [$0.ingredient, $0.note, $0.unit, $0.group] }
        let plain = texts.compactMap { text in
            let letters = PlainLetters.of(text)
            return letters.utf8.elementsEqual(text.utf8) ? nil : letters
        }
        return SubmissionRules.blocked(phrases, in: (texts + plain).map(Words.words))
    }

    /// A hash of the list. The form sends back the hash of the list that it showed.
    static func digest(_ words: [String]) -> String { SHA256.hex(words.joined(separator: "\n")) }

    /// Replaces the list and logs it in the audit log; false if the list has changed since the admin saw it.
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
