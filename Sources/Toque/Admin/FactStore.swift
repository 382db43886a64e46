// An ingredient's facts and what it is a kind of, and every recipe that follows from them.

import Database

struct FactStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Changes what an ingredient states and what it is a kind of, and marks in the same transaction every public recipe
    /// that uses it or what rests on it: until the caretaker has derived them anew they suit no diet. Returns whether
    /// anything changed; throws `Lineage.Problem` where it would rest on itself.
    func set(
        _ stated: StatedFacts, parent: String?, of key: String, seen: String?, by actor: Actor, now: Int
    ) throws -> Bool {
        let entries = try CatalogueStore(db).entries()
        guard let entry = entries.entries.first(where: { $0.key == key }), let id = entries.ids[key] else {
            throw SiteError.notFound
        }
        if let seen, seen != entry.statement { throw SiteError.conflict(.changedMeanwhile) }
        if entry.stated == stated, entry.parent == parent { return false }
        let lineage = Lineage(entries.entries)
        if let problem = lineage.problem(making: key, aKindOf: parent) { throw problem }
        try db.run(
            """
            UPDATE ingredient SET facts = \(stated.code), parent_id = \(parent.flatMap { entries.ids[$0] }),
                updated_at = \(now)
            WHERE id = \(id)
            """)
        try CatalogueStore(db).moveEdition()
        try AuditStore(db).append(
            .init(
                action: "facts", object: .catalogue, id: id, from: entry.statement,
                to: IngredientEntry.statement(stated, parent), detail: key), by: actor, at: now)
        try DerivationStore(db).mark(using: [id] + lineage.below([key]).compactMap { entries.ids[$0] })
        return true
    }
}
