// Stores recipes and their revisions. Every query for one's own recipes filters by the viewer in its WHERE clause.

import Database
import Security

/// A stored revision with its text.
struct Revision: Sendable {
    let id: Int
    let recipeID: Int
    let n: Int
    let slug: String
    let sha256: String
    let createdAt: Int
    let body: RecipeBody
    /// The text exactly as stored, which the hash covers, including anything that `body` does not decode.
    let stored: String
}

/// A recipe as its author sees it.
struct OwnRecipe: Sendable {
    let id: Int
    let version: Int
    let liveRevisionID: Int?
    /// The author's latest revision.
    let head: Revision
    let state: RecipeState
    /// The admins' changes that took it down or deleted it, if any.
    let takenDownBy: Int?
    let deletedBy: Int?
    /// The measure of moderators that hides it or took it down, and when its author unpublished it.
    var hiddenBy: Int?
    var unpublishedAt: Int?
    /// Whether admins set its category or cuisine.
    let isFiled: Bool
    var segment: String { Slug.segment(id, head.slug) }
    /// Whether others can read the approved text.
    var isPublic: Bool {
        liveRevisionID != nil && takenDownBy == nil && hiddenBy == nil && unpublishedAt == nil
    }
}

/// A text ready to be stored: its bytes, their hash, and its readable name in addresses.
struct RevisionText: Sendable {
    let body: RecipeBody
    let encoded: String
    let sha256: String
    let slug: String
    /// The understanding of its lines; if `nil`, the background worker reads them later.
    let understood: UnderstoodText?

    init(_ body: RecipeBody, _ understood: UnderstoodText? = nil) {
        self.body = body
        self.understood = understood
        encoded = body.encoded()
        sha256 = SHA256.hex(encoded)
        slug = Slug.make(body.title)
    }
}

/// A recipe that was just stored.
struct CreatedRecipe: Sendable {
    let id: Int
    let revisionID: Int
    let sha256: String
}

/// A row of My recipes.
struct OwnRecipeRow: Sendable {
    let id: Int
    let revisionID: Int
    let title: String
    let slug: String
    let photo: String?
    let state: RecipeState
    /// Why an admin deleted it.
    let deletedBecause: ChangeReason?
}

/// The state of a recipe; the view `recipe_state` derives it.
enum RecipeState: String, CaseIterable, ColumnValue {
    case draft, queued, live
    /// Public as approved, with later changes that are private.
    case liveEdited = "live-edited"
    /// Public as approved, with a newer revision in the queue.
    case liveQueued = "live-queued"
    case changesRequested = "changes-requested"
    case rejected
    case takenDown = "taken-down"
    /// Hidden by moderators, or by the site because of reports.
    case hidden
    /// Approved, but hidden by its author.
    case unpublished
    case deleted
}

struct RecipeStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Creates a private recipe and its first revision.
    func create(
        _ text: RevisionText, author: Int, origin: String? = nil, form: String? = nil, now: Int
    ) throws -> CreatedRecipe {
        try db.run(
            """
            INSERT INTO recipe (author_id, origin, form_sha256, created_at, updated_at)
            VALUES (\(author), \(origin), \(form), \(now), \(now))
            """)
        let id = db.lastInsertID
        let revision = try addRevision(text, n: 1, recipe: id, author: author, now: now)
        try db.run("UPDATE recipe SET head_revision_id = \(revision) WHERE id = \(id)")
        return CreatedRecipe(id: id, revisionID: revision, sha256: text.sha256)
    }

    /// The recipe that was created when this form was first sent; a form sent twice creates one recipe.
    func recipe(ofForm form: String, author: Int) throws -> Int? {
        try db.value(
            """
            SELECT id FROM recipe WHERE form_sha256 = \(form) AND author_id = \(author) AND deleted_at IS NULL
            """)
    }

    /// Adds a revision if the text differs from the latest one; `nil` if another save was faster.
    func save(_ text: RevisionText, recipe id: Int, version: Int, author: Int, now: Int) throws -> OwnRecipe? {
        guard let current = try own(id, viewer: author) else { throw SiteError.notFound }
        guard current.version == version else { return nil }
        if current.head.sha256 == text.sha256 { return current }
        let revision = try addRevision(text, n: current.head.n + 1, recipe: id, author: author, now: now)
        let changed = try db.run(
            """
            UPDATE recipe SET head_revision_id = \(revision), version = version + 1, updated_at = \(now)
            WHERE id = \(id) AND version = \(version) AND author_id = \(author)
            """)
        return changed == 1 ? try own(id, viewer: author) : nil
    }

    /// Makes a revision the live one. The database accepts approved revisions only.
    func goLive(_ recipe: Int, revision: Int, now: Int) throws {
        try db.run(
            """
            UPDATE recipe SET live_revision_id = \(revision), published_at = coalesce(published_at, \(now))
            WHERE id = \(recipe)
            """)
    }

    /// Stores a revision and returns its id.
    private func addRevision(_ text: RevisionText, n: Int, recipe: Int, author: Int, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO revision (recipe_id, n, title, slug, photo_id, body, sha256, author_id, created_at)
            VALUES (\(recipe), \(n), \(text.body.title), \(text.slug), \(text.body.photo), \(text.encoded),
                \(text.sha256), \(author), \(now))
            """)
        let revision = db.lastInsertID
        try UnderstandingStore(db).write(text.understood, revision: revision)
        for media in text.body.stepMedia {
            try db.run("INSERT INTO revision_media (photo_id, revision_id) VALUES (\(media), \(revision))")
        }
        for (use, times) in text.body.uses {
            try db.run(
                """
                INSERT INTO revision_use (kind, key, recipe_id, revision_id, times)
                VALUES (\(use.kind), \(use.key), \(recipe), \(revision), \(times))
                """)
        }
        return revision
    }

    func revision(_ id: Int) throws -> Revision? {
        try db.first("\(sql: Self.storedRevision) WHERE v.id = \(id)", Self.revision)
    }

    func revisions(_ ids: [Int]) throws -> [Int: Revision] {
        let revisions = try db.all("\(sql: Self.storedRevision) WHERE v.id IN \(list: ids)", Self.revision)
        return Dictionary(revisions.map { ($0.id, $0) }) { first, _ in first }
    }

    private static let storedRevision: SQL = """
        SELECT v.id, v.recipe_id, v.n, v.slug, v.sha256, v.created_at, v.body, l.lines, l.edition
        FROM revision v LEFT JOIN revision_lines l ON l.revision_id = v.id
        """

    /// The condition that the approved text of a recipe `r` may be public.
    static let mayBePublic: SQL =
        "r.deleted_at IS NULL AND r.taken_down_by IS NULL AND r.hidden_by IS NULL AND r.unpublished_at IS NULL"

    /// Why an admin or moderator took a recipe down or hid it, if that still applies.
    func takedown(_ recipe: Int) throws -> ChangeReason? {
        try db.first(
            """
            SELECT coalesce(c.reason || ' ' || m.text, c.reason, m.text), c.undoes_id FROM recipe r
            LEFT JOIN recipe_change c ON c.id = r.taken_down_by LEFT JOIN measure m ON m.id = r.hidden_by
            WHERE r.id = \(recipe) AND coalesce(r.taken_down_by, r.hidden_by) IS NOT NULL
            """
        ) { ChangeReason(written: $0[0], undoes: $0[1]) }
    }

    /// Whether all of these recipes are the viewer's and not deleted; each number once. The plus keeps SQLite from
    /// going through all of the viewer's recipes.
    func areOwn(_ ids: [Int], viewer: Int) throws -> Bool {
        let list = "[\(ids.map(String.init).joined(separator: ","))]"
        return try db.value(
            """
            SELECT count(*) FROM recipe r WHERE r.id IN (SELECT value FROM json_each(\(list)))
                AND +r.author_id = \(viewer) AND r.deleted_at IS NULL
            """) == ids.count
    }

    /// The viewer's own recipe, not deleted unless `deleted` is set.
    func own(_ id: Int, viewer: Int, deleted: Bool = false) throws -> OwnRecipe? {
        try db.first(
            """
            SELECT v.id, v.recipe_id, v.n, v.slug, v.sha256, v.created_at, v.body, l.lines, l.edition,
                r.version, r.live_revision_id, r.state, r.taken_down_by, r.deleted_by,
                EXISTS (SELECT 1 FROM recipe_term t WHERE t.recipe_id = r.id), r.hidden_by, r.unpublished_at
            FROM recipe r JOIN revision v ON v.id = r.head_revision_id
            LEFT JOIN revision_lines l ON l.revision_id = v.id
            WHERE r.id = \(id) AND r.author_id = \(viewer) AND (r.deleted_at IS NOT NULL) = \(deleted)
            """
        ) { row in
            let head = try Self.revision(row)
            return OwnRecipe(
                id: head.recipeID, version: row[9], liveRevisionID: row[10], head: head, state: row[11],
                takenDownBy: row[12], deletedBy: row[13], hiddenBy: row[15], unpublishedAt: row[16], isFiled: row[14])
        }
    }

    /// A page of the viewer's recipes, last changed first, and their total number.
    func mine(viewer: Int, deleted: Bool = false, page: Int) throws -> (total: Int, recipes: [OwnRecipeRow]) {
        let total: Int =
            try db.value(
                "SELECT count(*) FROM recipe WHERE author_id = \(viewer) AND (deleted_at IS NOT NULL) = \(deleted)")
            ?? 0
        let recipes = try db.all(
            """
            SELECT r.id, v.id, v.title, v.slug, v.photo_id, r.state, c.reason, c.undoes_id
            FROM recipe r JOIN revision v ON v.id = r.head_revision_id LEFT JOIN recipe_change c ON c.id = r.deleted_by
            WHERE r.author_id = \(viewer) AND (r.deleted_at IS NOT NULL) = \(deleted)
            ORDER BY r.updated_at DESC, r.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) { row in
            OwnRecipeRow(
                id: row[0], revisionID: row[1], title: row[2], slug: row[3], photo: row[4], state: row[5],
                deletedBecause: (row[6] as String?).map { ChangeReason(written: $0, undoes: row[7]) })
        }
        return (total, recipes)
    }

    /// Calls `use` with the latest revision of each of the viewer's recipes, without deleted ones.
    func each(viewer: Int, _ use: (Revision) throws -> Void) throws {
        try db.each(
            """
            SELECT v.id, v.recipe_id, v.n, v.slug, v.sha256, v.created_at, v.body, l.lines, l.edition
            FROM recipe r JOIN revision v ON v.id = r.head_revision_id
            LEFT JOIN revision_lines l ON l.revision_id = v.id
            WHERE r.author_id = \(viewer) AND (r.deleted_at IS NOT NULL) = \(false) ORDER BY r.id
            """
        ) { try use(Self.revision($0)) }
    }

    static func revision(_ row: Row) throws -> Revision {
        Revision(
            id: row[0], recipeID: row[1], n: row[2], slug: row[3], sha256: row[4], createdAt: row[5],
            body: try RecipeBody(encoded: row[6], understood: row[7], edition: row[8]), stored: row[6])
    }
}
