// All SQL of tutorials.

import Database
import Words

struct TutorialStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // MARK: Reading

    /// All tutorials in their order, without deleted ones.
    func all() throws -> [Tutorial] {
        try tutorials(
            """
            SELECT \(sql: Self.columns) FROM tutorial t JOIN tutorial_text x ON x.tutorial_id = t.id
            WHERE t.deleted_at IS NULL ORDER BY t.position, t.id, x.language
            """)
    }

    /// A tutorial that is not deleted.
    func tutorial(_ id: Int) throws -> Tutorial? {
        try tutorials(
            """
            SELECT \(sql: Self.columns) FROM tutorial t JOIN tutorial_text x ON x.tutorial_id = t.id
            WHERE t.id = \(id) AND t.deleted_at IS NULL
            """
        ).first
    }

    /// The tutorials that were deleted after a time, the latest first.
    func deleted(after time: Int) throws -> [Tutorial] {
        try tutorials(
            """
            SELECT \(sql: Self.columns) FROM tutorial t JOIN tutorial_text x ON x.tutorial_id = t.id
            WHERE t.deleted_at > \(time) ORDER BY t.deleted_at DESC, t.id, x.language
            """)
    }

    /// The tutorial of a starter file; `nil` if it is deleted.
    func starter(_ key: String) throws -> Tutorial? {
        try tutorials(
            """
            SELECT \(sql: Self.columns) FROM tutorial t JOIN tutorial_text x ON x.tutorial_id = t.id
            WHERE t.starter = \(key) AND t.deleted_at IS NULL
            """
        ).first
    }

    private static let columns: SQL = """
        t.id, t.drawing, t.video_id, t.is_published, t.version, x.language, x.title, x.summary, x.steps, x.techniques,
            x.captions
        """

    /// The tutorials of a query with a row for each of their texts.
    private func tutorials(_ query: SQL) throws -> [Tutorial] {
        let rows = try db.all(query) { row in
            (
                Tutorial(
                    id: row[0], drawing: row[1], video: row[2], isPublished: row[3], version: row[4]),
                row[5] as String,
                TutorialText(title: row[6], summary: row[7], steps: row[8], techniques: row[9], captions: row[10])
            )
        }
        var tutorials: [Tutorial] = []
        for (tutorial, language, text) in rows {
            if tutorials.last?.id != tutorial.id { tutorials.append(tutorial) }
            guard let language = Language(rawValue: language) else { continue }
            tutorials[tutorials.count - 1].texts[language] = text
        }
        return tutorials
    }

    // MARK: Writing

    /// Adds a tutorial after the others; returns its id.
    func add(_ tutorial: Tutorial, starter: String? = nil) throws -> Int {
        try db.run(
            """
            INSERT INTO tutorial (starter, drawing, video_id, position, is_published)
            VALUES (\(starter), \(tutorial.drawing), \(tutorial.video),
                (SELECT coalesce(max(position) + 1, 0) FROM tutorial WHERE deleted_at IS NULL),
                \(tutorial.isPublished))
            """)
        let id = db.lastInsertID
        try write(tutorial.texts, of: id)
        return id
    }

    /// Replaces the texts and the video if the version is still `tutorial.version`. Returns whether it was.
    func save(_ tutorial: Tutorial) throws -> Bool {
        let changed = try db.run(
            """
            UPDATE tutorial SET video_id = \(tutorial.video), drawing = \(tutorial.drawing), version = version + 1
            WHERE id = \(tutorial.id) AND version = \(tutorial.version) AND deleted_at IS NULL
            """)
        guard changed > 0 else { return false }
        try db.run("DELETE FROM tutorial_text WHERE tutorial_id = \(tutorial.id)")
        try write(tutorial.texts, of: tutorial.id)
        return true
    }

    private func write(_ texts: [Language: TutorialText], of id: Int) throws {
        for (language, text) in texts where !text.isEmpty {
            try db.run(
                """
                INSERT INTO tutorial_text (tutorial_id, language, title, summary, steps, techniques, captions)
                VALUES (\(id), \(language.rawValue), \(text.title), \(text.summary), \(text.steps), \(text.techniques),
                    \(text.captions))
                """)
        }
    }

    /// Throws if the tutorial is deleted, or no longer has the version that an admin saw.
    func require(_ id: Int, version: Int?) throws {
        guard let tutorial = try tutorial(id) else { throw SiteError.notFound }
        if let version, version != tutorial.version { throw SiteError.conflict(.changedMeanwhile) }
    }

    /// Publishes or hides a tutorial. Returns whether there is one.
    func publish(_ id: Int, _ isPublished: Bool) throws -> Bool {
        try db.run(
            """
            UPDATE tutorial SET is_published = \(isPublished), version = version + 1
            WHERE id = \(id) AND deleted_at IS NULL
            """) > 0
    }

    func delete(_ id: Int, now: Int) throws -> Bool {
        try db.run("UPDATE tutorial SET deleted_at = \(now) WHERE id = \(id) AND deleted_at IS NULL") > 0
    }

    func restore(_ id: Int, now: Int) throws -> Bool {
        try db.run(
            """
            UPDATE tutorial SET deleted_at = NULL
            WHERE id = \(id) AND deleted_at > \(now - TutorialRules.undoTime)
            """) > 0
    }

    /// Moves a tutorial one place up or down. Returns whether there is one.
    func move(_ id: Int, up: Bool) throws -> Bool {
        var ids: [Int] = try db.all("SELECT id FROM tutorial WHERE deleted_at IS NULL ORDER BY position, id") { $0[0] }
        guard let place = ids.firstIndex(of: id) else { return false }
        let other = place + (up ? -1 : 1)
        if ids.indices.contains(other) { ids.swapAt(place, other) }
        for (position, id) in ids.enumerated() {
            try db.run("UPDATE tutorial SET position = \(position) WHERE id = \(id) AND position <> \(position)")
        }
        return true
    }

    /// Erases tutorials that were deleted before a time, and what could be undone until then.
    func tidy(before time: Int) throws {
        try db.run("DELETE FROM tutorial WHERE deleted_at <= \(time)")
        try db.run("DELETE FROM tutorial_undo WHERE created_at <= \(time)")
    }
}
