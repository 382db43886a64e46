// Updates public recipes after the catalogue changed: the change marks them, a background thread rewrites a few at a
// time.

import Database
import Food

struct DerivationStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The number of recipes that wait for a new derivation.
    func waiting() throws -> Int { try db.value("SELECT count(*) FROM derivation") ?? 0 }

    /// Marks every recipe that uses or mentions one of these ingredients.
    func mark(using ingredients: [Int]) throws {
        try mark(
            """
            WHERE recipe_id IN
                (SELECT recipe_id FROM public_recipe_ingredient WHERE ingredient_id IN \(list: ingredients))
            """)
    }

    /// Marks every recipe of a list; `list` selects recipe ids.
    func mark(listedBy list: SQL) throws { try mark("WHERE recipe_id IN (\(sql: list))") }

    func mark(after changes: StarterChanges) throws {
        if changes.concernsAll { try mark("WHERE TRUE") } else { try mark(using: changes.ingredients) }
    }

    /// Marks every recipe if this program's rules differ from those last used. Returns whether they differ.
    func mark(rules digest: Int) throws -> Bool {
        if try follows(rules: digest) { return false }
        try set(rules: digest)
        try mark("WHERE TRUE")
        return true
    }

    /// Whether every public recipe either follows these rules or is marked.
    func follows(rules digest: Int) throws -> Bool {
        try db.value("SELECT number FROM edition WHERE name = 'rules'") == digest
    }

    func set(rules digest: Int) throws {
        try db.run(
            """
            INSERT INTO edition (name, number) VALUES ('rules', \(digest))
            ON CONFLICT (name) DO UPDATE SET number = excluded.number
            """)
    }

    /// Marks recipes. Until they are derived again they suit no diet and are free from no allergen, because a filter
    /// must not let a recipe pass on facts of the old catalogue.
    private func mark(_ condition: SQL) throws {
        try db.run(
            """
            INSERT INTO derivation (recipe_id) SELECT recipe_id FROM public_recipe \(sql: condition)
            ON CONFLICT (recipe_id) DO NOTHING
            """)
        // A change that marks one recipe may have changed the meaning of any line.
        try UnderstandingStore(db).moveEdition()
        try db.run(
            """
            UPDATE public_recipe SET diet_yes = 0, allergen_no = 0, diet_up_to_labels = 0, allergen_up_to_labels = 0,
                claims = 0
            \(sql: condition)
            """)
    }

    /// Rewrites the next recipes, which unmarks them: at most `count`, and no more after texts of
    /// `UnderstandingStore.batch` characters. Returns how many it rewrote.
    func deriveNext(_ count: Int, catalogue: Catalogue) throws -> Int {
        let recipes = try db.all(
            """
            SELECT r.id, r.author_id, r.live_revision_id, length(v.body) FROM derivation d
            JOIN recipe r ON r.id = d.recipe_id JOIN revision v ON v.id = r.live_revision_id
            ORDER BY d.recipe_id LIMIT \(count)
            """
        ) { (id: $0[0] as Int, author: $0[1] as Int, revision: $0[2] as Int, length: $0[3] as Int) }
        var (done, length) = (0, 0)
        for recipe in recipes where length < UnderstandingStore.batch {
            (done, length) = (done + 1, length + recipe.length)
            if let revision = try readable(recipe.revision) {
                try PublicRecipeStore(db).write(revision, author: recipe.author, catalogue: catalogue)
            } else {
                // The recipe still suits no diet, and the recipes after it do not wait for it.
                Log.error("recipe \(recipe.id) cannot be derived: its revision \(recipe.revision) cannot be read")
                try db.run("DELETE FROM derivation WHERE recipe_id = \(recipe.id)")
            }
        }
        return done
    }

    private func readable(_ revision: Int) throws -> Revision? {
        do { return try RecipeStore(db).revision(revision) } catch is DecodingError { return nil }
    }
}

/// Derives the marked recipes in short transactions, so that other writers get their turn. A process that ends early
/// leaves the rest marked, and the next start continues.
struct Derivation {
    /// Recipes per transaction.
    static let step = 20
    /// Texts per transaction whose lines are read again.
    static let texts = 50

    let writer: Writer
    let reader: Connection
    let catalogue: CatalogueCache

    func run(while mayGoOn: () -> Bool) throws {
        let cache = catalogue
        while try mayGoOn() && (DerivationStore(reader).waiting() > 0 || UnderstandingStore(reader).isBehind()) {
            // Loads the catalogue here, so that the write transaction does not have to.
            _ = try cache.current(reader)
            let isOurs = try writer.writeNow { db in
                // A newer program may have started on this data folder in the meantime; it derives with its own rules.
                guard try DerivationStore(db).follows(rules: RuleSources.digest) else { return false }
                let catalogue = try cache.inside(db)
                if try DerivationStore(db).deriveNext(Self.step, catalogue: catalogue) == 0 {
                    _ = try UnderstandingStore(db).readNext(Self.texts, catalogue: catalogue)
                }
                return true
            }
            guard isOurs else { return Log.error("another program with other rules uses this data folder") }
        }
    }
}
