// Public recipes after the catalogue changed: marked with the change, then written anew a few at a time.

import Database
import Food

struct DerivationStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// How many recipes wait to be derived anew.
    func waiting() throws -> Int { try db.value("SELECT count(*) FROM derivation") ?? 0 }

    /// Every recipe that uses or mentions one of these ingredients waits.
    func mark(using ingredients: [Int]) throws {
        try mark(
            """
            WHERE recipe_id IN
                (SELECT recipe_id FROM public_recipe_ingredient WHERE ingredient_id IN \(list: ingredients))
            """)
    }

    /// Every recipe of a list waits.
    func mark(listedBy list: SQL) throws { try mark("WHERE recipe_id IN (\(sql: list))") }

    func mark(after changes: StarterChanges) throws {
        if changes.concernsAll { try mark("WHERE TRUE") } else { try mark(using: changes.ingredients) }
    }

    /// Another program has other rules: every recipe waits where the last one's were not these. Returns whether they do.
    func mark(rules digest: Int) throws -> Bool {
        if try follows(rules: digest) { return false }
        try set(rules: digest)
        try mark("WHERE TRUE")
        return true
    }

    /// Whether every public recipe is as these rules say, or waits to be.
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

    /// What waits suits no diet and is free from nothing: a filter must not pass what only the old catalogue said.
    private func mark(_ condition: SQL) throws {
        try db.run(
            """
            INSERT INTO derivation (recipe_id) SELECT recipe_id FROM public_recipe \(sql: condition)
            ON CONFLICT (recipe_id) DO NOTHING
            """)
        // Whatever makes one recipe wait may have changed what any line means.
        try UnderstandingStore(db).moveEdition()
        try db.run("UPDATE public_recipe SET diet_yes = 0, allergen_no = 0 \(sql: condition)")
    }

    /// Writes the next recipes anew, which takes them off the list; returns how many there were.
    func deriveNext(_ count: Int, catalogue: Catalogue) throws -> Int {
        let recipes = try db.all(
            """
            SELECT r.id, r.author_id, r.live_revision_id FROM derivation d JOIN recipe r ON r.id = d.recipe_id
            ORDER BY d.recipe_id LIMIT \(count)
            """
        ) { (id: $0[0] as Int, author: $0[1] as Int, revision: $0[2] as Int) }
        for recipe in recipes {
            if let revision = try readable(recipe.revision) {
                try PublicRecipeStore(db).write(revision, author: recipe.author, catalogue: catalogue)
            } else {
                // It goes on suiting no diet; all behind it need not wait for it.
                Log.error("recipe \(recipe.id) cannot be derived: its revision \(recipe.revision) cannot be read")
                try db.run("DELETE FROM derivation WHERE recipe_id = \(recipe.id)")
            }
        }
        return recipes.count
    }

    private func readable(_ revision: Int) throws -> Revision? {
        do { return try RecipeStore(db).revision(revision) } catch is DecodingError { return nil }
    }
}

/// The work itself: short transactions, so that everybody else writes in between. What is left when the process ends, the
/// next start goes on with.
struct Derivation {
    /// Recipes of a transaction.
    static let step = 20
    /// Texts of a transaction whose lines are read anew.
    static let texts = 50

    let writer: Writer
    let reader: Connection
    let catalogue: CatalogueCache

    func run(while mayGoOn: () -> Bool) throws {
        let cache = catalogue
        while try mayGoOn() && (DerivationStore(reader).waiting() > 0 || UnderstandingStore(reader).isBehind()) {
            // Loaded here, it does not have to be inside the write.
            _ = try cache.current(reader)
            let isOurs = try writer.writeNow { db in
                // A newer program that meanwhile began on this folder derives by its own rules.
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
