// Keeps a tutorial as it was before an edit, so that the edit can be undone for a day.

import Database
import Foundation
import Words

struct TutorialUndoStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Keeps a tutorial before it is saved again; returns the number of the row.
    func keep(_ tutorial: Tutorial, now: Int) throws -> Int {
        let texts = Dictionary(uniqueKeysWithValues: tutorial.texts.map { ($0.key.rawValue, $0.value) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try db.run(
            """
            INSERT INTO tutorial_undo (tutorial_id, version, texts, video_id, drawing, created_at)
            VALUES (\(tutorial.id), \(tutorial.version + 1),
                \(String(decoding: try encoder.encode(texts), as: UTF8.self)), \(tutorial.video),
                \(tutorial.drawing), \(now))
            """)
        return db.lastInsertID
    }

    /// Brings the tutorial back as it was, and returns it. Throws if the step is too old or used already, and a conflict
    /// if the tutorial was changed since.
    func undo(_ step: Int, now: Int) throws -> Tutorial {
        let row = try db.first(
            """
            SELECT tutorial_id, version, texts, video_id, drawing FROM tutorial_undo
            WHERE id = \(step) AND created_at > \(now - TutorialRules.undoTime)
            """
        ) {
            (id: $0[0] as Int, version: $0[1] as Int, texts: $0[2] as String, video: $0[3] as String?, $0[4] as String)
        }
        guard let row, var tutorial = try TutorialStore(db).tutorial(row.id) else { throw SiteError.notFound }
        guard tutorial.version == row.version else { throw SiteError.conflict(.changedMeanwhile) }
        let texts = try JSONDecoder().decode([String: TutorialText].self, from: Data(row.texts.utf8))
        tutorial.texts = [:]
        for (name, text) in texts { if let language = Language(rawValue: name) { tutorial.texts[language] = text } }
        (tutorial.video, tutorial.drawing) = (row.video, row.4)
        guard try TutorialStore(db).save(tutorial) else { throw SiteError.conflict(.changedMeanwhile) }
        try db.run("DELETE FROM tutorial_undo WHERE id = \(step)")
        return tutorial
    }
}
