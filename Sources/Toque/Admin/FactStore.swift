// An ingredient's facts, and every recipe that follows from them.

import Database

struct FactStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Changes what is known of an ingredient, and marks every public recipe that uses it in the same transaction: until
    /// the caretaker has derived them anew they suit no diet. Returns whether anything changed.
    func set(
        _ facts: IngredientFacts, of key: String, seen: String?, by actor: Actor, now: Int
    ) throws -> Bool {
        let row = try db.first("SELECT id, facts FROM ingredient WHERE key = \(key)") {
            ($0[0] as Int, $0[1] as String)
        }
        guard let (id, old) = row else { throw SiteError.notFound }
        if let seen, seen != old { throw SiteError.conflict(.changedMeanwhile) }
        if old == facts.code { return false }
        try db.run("UPDATE ingredient SET facts = \(facts.code), updated_at = \(now) WHERE id = \(id)")
        try CatalogueStore(db).moveEdition()
        try AuditStore(db).append(
            .init(action: "facts", object: .catalogue, id: id, from: old, to: facts.code, detail: key), by: actor,
            at: now)
        try DerivationStore(db).mark(using: [id])
        return true
    }
}
