// An ingredient's facts, and every recipe that follows from them.

import Database

struct FactStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Changes what is known of an ingredient and derives every public recipe that uses it anew, in one transaction.
    /// Returns how many recipes were derived, or `nil` when nothing changed.
    func set(
        _ facts: IngredientFacts, of key: String, seen: String?, by actor: Actor, now: Int
    ) throws -> Int? {
        let row = try db.first("SELECT id, facts FROM ingredient WHERE key = \(key)") {
            ($0[0] as Int, $0[1] as String)
        }
        guard let (id, old) = row else { throw SiteError.notFound }
        if let seen, seen != old { throw SiteError.conflict(.changedMeanwhile) }
        if old == facts.code { return nil }
        try db.run("UPDATE ingredient SET facts = \(facts.code), updated_at = \(now) WHERE id = \(id)")
        try CatalogueStore(db).moveEdition()
        try AuditStore(db).append(
            .init(action: "facts", object: .catalogue, id: id, from: old, to: facts.code, detail: key), by: actor,
            at: now)
        let catalogue = try CatalogueStore(db).load()
        let recipes = try db.all(
            """
            SELECT r.id, r.author_id, r.live_revision_id FROM public_recipe_ingredient i JOIN recipe r ON r.id = i.recipe_id
            WHERE i.ingredient_id = \(id)
            """
        ) { (id: $0[0] as Int, author: $0[1] as Int, revision: $0[2] as Int) }
        for recipe in recipes {
            guard let revision = try RecipeStore(db).revision(recipe.revision) else { continue }
            try PublicRecipeStore(db).write(revision, author: recipe.author, catalogue: catalogue)
        }
        return recipes.count
    }
}
