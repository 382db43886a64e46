// Deleting a recipe takes it from the public and from the queue; its revisions stay, so that it can come back.

import Database

struct RecipeRemoval {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Deletes the viewer's recipes; ids of others are as if they were not there.
    func delete(_ ids: [Int], by viewer: Viewer, now: Int) throws {
        for id in ids {
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            _ = try SubmissionStore(db).withdraw(recipe: id, by: viewer.actor, now: now)
            try db.run("UPDATE recipe SET deleted_at = \(now), version = version + 1 WHERE id = \(id)")
            try PublicRecipeStore(db).remove(id)
            try AuditStore(db).append(
                .init(
                    action: "delete", object: .recipe, id: id, from: own.liveRevisionID == nil ? "private" : "live",
                    to: "deleted"), by: viewer.actor, at: now)
        }
    }

    /// Brings a deleted recipe back, public again with the revision that was approved.
    func restore(_ id: Int, by viewer: Viewer, catalogue: Catalogue, now: Int) throws {
        guard let own = try RecipeStore(db).own(id, viewer: viewer.id, deleted: true) else { throw SiteError.notFound }
        try db.run("UPDATE recipe SET deleted_at = NULL, version = version + 1 WHERE id = \(id)")
        if let live = own.liveRevisionID, let revision = try RecipeStore(db).revision(live) {
            try PublicRecipeStore(db).write(revision, author: viewer.id, catalogue: catalogue)
        }
        try AuditStore(db).append(
            .init(
                action: "restore", object: .recipe, id: id, from: "deleted",
                to: own.liveRevisionID == nil ? "private" : "live"), by: viewer.actor, at: now)
    }
}
