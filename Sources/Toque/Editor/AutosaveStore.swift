// Stores autosaves of the editor, so that neither a crash nor another window loses what was typed.

import Database
import HTTP
import Words

/// A form that was typed but not yet saved as a revision.
struct Autosave: Sendable {
    let id: Int
    let recipeID: Int?
    /// Increases with every change, so that no window overwrites a later change of another window.
    let version: Int
    let form: RecipeForm
    let updatedAt: Int
}

/// The draft that a window last saw, if any, and the name of the window.
struct DraftMark: Equatable, Sendable {
    let id: Int?
    let version: Int
    var window = ""

    /// Reads the hidden fields of the editor.
    init(_ form: Form) {
        id = form["draft"].flatMap { Int($0) }
        version = form["draft_version"].flatMap { Int($0) } ?? 0
        window = String((form["window"] ?? "").unicodeScalars.prefix(40))
    }

    init(_ draft: Autosave) { (id, version) = (draft.id, draft.version) }
}

struct AutosaveStore {
    /// The maximum number of unfinished new recipes of one member.
    static let most = 20
    /// The maximum size of one draft in bytes, before its fields are encoded.
    static let longest = 400_000
    /// The maximum characters of the encoded fields, which the database checks too.
    static let longestEncoded = 1_000_000

    enum Outcome: Equatable, Sendable {
        case kept(id: Int, version: Int)
        /// Another window wrote a later version.
        case moved
        case tooMany
    }

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Overwrites the draft that the window last saw or wrote, or creates one.
    func keep(
        _ form: RecipeForm, encoded: String, mark: DraftMark, recipe: Int?, author: Int, now: Int
    ) throws -> Outcome {
        if let known = try known(mark, recipe: recipe, author: author) {
            let isOwn = known.version == mark.version && known.id == mark.id || known.window == mark.window
            guard isOwn else { return .moved }
            try db.run(
                """
                UPDATE draft SET fields = \(encoded), photo_id = \(form.photo), version = version + 1,
                    window = \(mark.window), updated_at = \(now)
                WHERE id = \(known.id)
                """)
            try keepMedia(of: form, draft: known.id)
            return .kept(id: known.id, version: known.version + 1)
        }
        let count: Int =
            try db.value("SELECT count(*) FROM draft WHERE author_id = \(author) AND recipe_id IS NULL") ?? 0
        if recipe == nil, count >= Self.most { return .tooMany }
        try db.run(
            """
            INSERT INTO draft (author_id, recipe_id, window, fields, photo_id, updated_at)
            VALUES (\(author), \(recipe), \(mark.window), \(encoded), \(form.photo), \(now))
            """)
        let id = db.lastInsertID
        try keepMedia(of: form, draft: id)
        return .kept(id: id, version: 1)
    }

    /// Protects the pictures and videos of its steps from the media sweep.
    private func keepMedia(of form: RecipeForm, draft: Int) throws {
        try db.run("DELETE FROM draft_media WHERE draft_id = \(draft)")
        for media in Set(form.steps.map(\.media)).subtracting([""]).sorted() {
            try db.run("INSERT INTO draft_media (photo_id, draft_id) VALUES (\(media), \(draft))")
        }
    }

    /// The draft that a window refers to: that of its recipe, or else the one that it saw or created.
    private func known(
        _ mark: DraftMark, recipe: Int?, author: Int
    ) throws -> (id: Int, version: Int, window: String)? {
        try db.first(
            """
            SELECT id, version, window FROM draft
            WHERE author_id = \(author) AND recipe_id IS \(recipe)
                AND (recipe_id IS NOT NULL OR id IS \(mark.id) OR (window = \(mark.window) AND window <> ''))
            ORDER BY id IS \(mark.id) DESC LIMIT 1
            """
        ) { (id: $0[0], version: $0[1], window: $0[2]) }
    }

    func draft(_ id: Int, author: Int) throws -> Autosave? {
        try db.first("\(sql: Self.select) WHERE id = \(id) AND author_id = \(author)", Self.draft)
    }

    func draft(ofRecipe recipe: Int, author: Int) throws -> Autosave? {
        try db.first("\(sql: Self.select) WHERE recipe_id = \(recipe) AND author_id = \(author)", Self.draft)
    }

    /// New recipes that were never saved, last changed first.
    func unfinished(author: Int) throws -> [Autosave] {
        try db.all(
            """
            \(sql: Self.select)
            WHERE author_id = \(author) AND recipe_id IS NULL ORDER BY updated_at DESC LIMIT \(Self.most)
            """, Self.draft)
    }

    /// Deletes a draft. Returns whether there was one.
    func discard(_ id: Int, author: Int) throws -> Bool {
        try db.run("DELETE FROM draft WHERE id = \(id) AND author_id = \(author)") > 0
    }

    /// Deletes this window's draft after the recipe was saved; a later version of another window stays.
    func settle(_ mark: DraftMark, author: Int) throws {
        try db.run(
            """
            DELETE FROM draft WHERE author_id = \(author)
                AND ((id IS \(mark.id) AND version = \(mark.version)) OR (window = \(mark.window) AND window <> ''))
            """)
    }

    private static let select: SQL = "SELECT id, recipe_id, version, fields, updated_at FROM draft"

    private static func draft(_ row: Row) throws -> Autosave {
        let fields = try Parameters(parsing: row[3] as String).pairs
        return Autosave(
            id: row[0], recipeID: row[1], version: row[2],
            form: RecipeForm(Form(fields: fields), language: .en), updatedAt: row[4])
    }
}
