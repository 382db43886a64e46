// Deletes recipes and takes them down. Both remove the public rows but keep the revisions, so that the recipe can be
// restored.

import Database
import Food

struct RecipeRemoval {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Deletes the viewer's recipes; another member's id is answered as not found.
    func delete(_ ids: [Int], by viewer: Viewer, now: Int) throws {
        for id in ids {
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            try delete(id, isLive: own.liveRevisionID != nil, by: viewer.actor, now: now)
        }
    }

    /// Restores a deleted recipe. If a revision was approved, it becomes public again.
    func restore(_ id: Int, by viewer: Viewer, catalogue: Catalogue, now: Int) throws {
        guard let own = try RecipeStore(db).own(id, viewer: viewer.id, deleted: true) else { throw SiteError.notFound }
        guard own.deletedBy == nil else { throw SiteError.conflict(.deletedByAdmin) }
        try restore(
            id, live: own.liveRevisionID, author: viewer.id, by: viewer.actor, catalogue: catalogue, now: now)
    }

    /// Deletes a recipe; `change` is the admin's change, or `nil` if the author deletes it.
    func delete(_ id: Int, isLive: Bool, change: Int? = nil, by actor: Actor, now: Int) throws {
        _ = try SubmissionStore(db).withdraw(recipe: id, by: actor, now: now)
        try db.run(
            "UPDATE recipe SET deleted_at = \(now), deleted_by = \(change), version = version + 1 WHERE id = \(id)")
        try removeFromPublic(id)
        try tell("delete", id, from: isLive ? "live" : "private", to: "deleted", change, by: actor, now: now)
    }

    func restore(
        _ id: Int, live: Int?, author: Int, change: Int? = nil, by actor: Actor, catalogue: Catalogue, now: Int
    ) throws {
        try db.run(
            "UPDATE recipe SET deleted_at = NULL, deleted_by = NULL, version = version + 1 WHERE id = \(id)")
        try publish(id, live, author: author, catalogue)
        try tell("restore", id, from: "deleted", to: live == nil ? "private" : "live", change, by: actor, now: now)
    }

    /// Removes the recipe from the public pages; its author keeps it.
    func takeDown(_ id: Int, change: Int, by actor: Actor, now: Int) throws {
        try db.run("UPDATE recipe SET taken_down_by = \(change), version = version + 1 WHERE id = \(id)")
        try removeFromPublic(id)
        try tell("take-down", id, from: "live", to: "taken-down", change, by: actor, now: now)
    }

    /// Ends a takedown and makes the approved text public again.
    func putBack(
        _ id: Int, live: Int?, author: Int, change: Int, note: String = "", by actor: Actor, catalogue: Catalogue,
        now: Int
    ) throws {
        try endTakedown(id, change: change, note: note, by: actor, now: now)
        try publish(id, live, author: author, catalogue)
    }

    /// Removes the recipe from the public pages, because its author wants that. A submission is withdrawn.
    func unpublish(_ id: Int, by actor: Actor, now: Int) throws {
        _ = try SubmissionStore(db).withdraw(recipe: id, by: actor, now: now)
        try db.run("UPDATE recipe SET unpublished_at = \(now), version = version + 1 WHERE id = \(id)")
        try removeFromPublic(id)
        // Who saw it before it was public should not see it again without a new choice.
        try SharingStore(db).clear(id)
        try tell("unpublish", id, from: "live", to: "unpublished", nil, by: actor, now: now)
    }

    /// Makes the approved text public again; no other one may be.
    func republish(_ own: OwnRecipe, by viewer: Viewer, catalogue: Catalogue, now: Int) throws {
        try endUnpublishing(own.id, by: viewer.actor, now: now)
        try publish(own.id, own.liveRevisionID, author: viewer.id, catalogue)
    }

    private func endUnpublishing(_ id: Int, by actor: Actor, now: Int) throws {
        let ended = try db.run(
            """
            UPDATE recipe SET unpublished_at = NULL, version = version + 1
            WHERE id = \(id) AND unpublished_at IS NOT NULL
            """)
        if ended == 1 { try tell("republish", id, from: "unpublished", to: "live", nil, by: actor, now: now) }
    }

    /// Removes the recipe from the public pages by a measure of moderators or of the site. It ends the site's measure
    /// that hides the recipe already.
    func hide(_ id: Int, measure: Int, isTakedown: Bool, detail: String, by actor: Actor, now: Int) throws {
        let earlier: Int? = try db.value("SELECT hidden_by FROM recipe WHERE id = \(id)")
        if let earlier { try MeasureStore(db).markLifted(earlier, now: now) }
        try db.run("UPDATE recipe SET hidden_by = \(measure), version = version + 1 WHERE id = \(id)")
        try removeFromPublic(id)
        try AuditStore(db).append(
            .init(
                action: isTakedown ? "remove" : "hide", object: .recipe, id: id,
                from: earlier == nil ? "live" : "hidden", to: isTakedown ? "taken-down" : "hidden", detail: detail),
            by: actor, at: now)
    }

    /// Ends the hiding of a recipe, and the measure behind it; a moderator's stays on record with its strike unless
    /// `lifts`. `detail` adds to the row of the audit log.
    @discardableResult
    func show(
        _ id: Int, measure: Int? = nil, lifts: Bool = true, detail: String = "", by actor: Actor, now: Int
    ) throws -> Bool {
        let hiddenBy: Int? = try db.value("SELECT hidden_by FROM recipe WHERE id = \(id)")
        guard let hiddenBy, measure == nil || measure == hiddenBy else { return false }
        try db.run("UPDATE recipe SET hidden_by = NULL, version = version + 1 WHERE id = \(id)")
        try MeasureStore(db).markLifted(hiddenBy, onlyAutomatic: !lifts, now: now)
        try AuditStore(db).append(
            .init(
                action: "show", object: .recipe, id: id, from: "hidden", to: "live",
                detail: "measure \(hiddenBy)\(detail)"), by: actor, at: now)
        return true
    }

    /// Makes the approved text public again after `show`.
    func publishAgain(_ id: Int, catalogue: Catalogue) throws {
        let row = try db.first("SELECT live_revision_id, author_id FROM recipe WHERE id = \(id)") {
            (live: $0[0] as Int?, author: $0[1] as Int)
        }
        if let row { try publish(id, row.live, author: row.author, catalogue) }
    }

    /// Ends a takedown and everything else that hides the recipe, also when another text is approved: `DecisionStore`
    /// accepts that only from a page that mentioned this takedown.
    func endTakedown(_ id: Int, change: Int? = nil, note: String = "", by actor: Actor, now: Int) throws {
        let takedown: Int? = try db.value("SELECT taken_down_by FROM recipe WHERE id = \(id)")
        if takedown != nil {
            try db.run("UPDATE recipe SET taken_down_by = NULL, version = version + 1 WHERE id = \(id)")
            try tell("put-back", id, from: "taken-down", to: "live", change, note: note, by: actor, now: now)
        }
        guard change == nil else {
            if let takedown { try MeasureStore(db).markLifted(change: takedown, recipe: id, now: now) }
            return
        }
        try show(id, lifts: false, by: actor, now: now)
        try endUnpublishing(id, by: actor, now: now)
    }

    /// Removes the public rows, and withdraws the email that the recipe is public.
    private func removeFromPublic(_ id: Int) throws {
        try PublicRecipeStore(db).remove(id)
        for decision in try DecisionStore(db).approvals(ofRecipe: id) {
            try Outbox(db).withdraw(event: "decision-\(decision)")
        }
    }

    /// Writes the public rows unless the recipe is deleted, taken down, hidden or unpublished, or its author leaves and
    /// withdraws it.
    private func publish(_ id: Int, _ live: Int?, author: Int, _ catalogue: Catalogue) throws {
        guard let live, let revision = try RecipeStore(db).revision(live),
            try db.exists(
                """
                SELECT 1 FROM recipe r WHERE r.id = \(id) AND \(sql: RecipeStore.mayBePublic)
                    AND NOT EXISTS (SELECT 1 FROM leaving l WHERE l.user_id = r.author_id AND l.withdraws = 1)
                """)
        else { return }
        try PublicRecipeStore(db).write(revision, author: author, catalogue: catalogue)
    }

    private func tell(
        _ action: String, _ id: Int, from: String, to: String, _ change: Int?, note: String = "", by actor: Actor,
        now: Int
    ) throws {
        try AuditStore(db).append(
            .init(
                action: action, object: .recipe, id: id, from: from, to: to,
                detail: [change.map { "change \($0)" } ?? "", note].filter { !$0.isEmpty }.joined(separator: " ")),
            by: actor, at: now)
    }
}
