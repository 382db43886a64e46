// The steps of an erasure in the database: each is short, and repeating it does no harm.

import Database

struct ErasureStore {
    /// The number of revisions that one transaction deletes, so that other writers get their turn.
    private static let revisions = 50

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Begins the erasure, which can then no longer be cancelled. Returns `false` if it was cancelled at the last
    /// moment; an account without the 14 days is kept by logging in. Deletes the profile, unsaved recipes and reviews
    /// immediately, so that nothing shows their pictures any more, and the name in notifications and emails of others,
    /// which are found by the recipes.
    func begin(_ user: Int, now: Int) throws -> Bool {
        try db.run(
            """
            DELETE FROM leaving WHERE user_id = \(user) AND erase_at = asked_at AND begun_at IS NULL
                AND EXISTS (SELECT 1 FROM session s WHERE s.user_id = leaving.user_id)
            """)
        let begun = try db.run(
            """
            UPDATE leaving SET begun_at = coalesce(begun_at, \(now)) WHERE user_id = \(user) AND erase_at <= \(now)
            """)
        guard begun == 1 else { return false }
        try db.run("DELETE FROM profile WHERE user_id = \(user)")
        try db.run("DELETE FROM draft WHERE author_id = \(user)")
        try db.run("DELETE FROM review WHERE user_id = \(user)")
        try AccountDeletionStore(db).deleteNotifications(naming: user)
        let mails = AccountDeletionStore.events(naming: user, in: "outbox")
        try db.run("DELETE FROM outbox WHERE state <> 'sent' AND id IN (\(sql: mails))")
        try db.run("UPDATE outbox SET subject = '' WHERE id IN (\(sql: mails))")
        return true
    }

    /// Erases the next recipe, or some of its revisions; `false` if there is none.
    func eraseRecipe(of user: Int) throws -> Bool {
        let next = try db.first(
            """
            SELECT r.id, r.live_revision_id, l.withdraws = 0 AND \(sql: RecipeStore.mayBePublic)
            FROM leaving l JOIN recipe r ON r.author_id = l.user_id AND r.id > l.recipe_cursor
            WHERE l.user_id = \(user) ORDER BY r.id LIMIT 1
            """
        ) { (id: $0[0] as Int, live: $0[1] as Int?, isKept: $0[2] as Bool) }
        guard let next else { return false }
        guard try erase(next.id, but: next.isKept ? next.live : nil) else { return true }
        try db.run("UPDATE leaving SET recipe_cursor = \(next.id) WHERE user_id = \(user)")
        return true
    }

    /// Deletes a recipe, or everything except the revision that stays public and the decision that approved it.
    /// Returns `false` while revisions are left for the next step.
    private func erase(_ recipe: Int, but kept: Int?) throws -> Bool {
        if kept == nil { try PublicRecipeStore(db).remove(recipe) }
        try db.run(
            """
            DELETE FROM decision WHERE recipe_id = \(recipe)
                AND NOT (revision_id IS \(kept) AND kind IN ('approve', 'import'))
            """)
        for table in ["claim", "assignment"] {
            try db.run(
                """
                DELETE FROM \(raw: table)
                WHERE submission_id IN (SELECT id FROM submission WHERE recipe_id = \(recipe))
                """)
        }
        // Notes are about the author, so they end with the account, also where a recipe stays public.
        try db.run(
            "DELETE FROM case_note WHERE case_id IN (SELECT id FROM moderation_case WHERE recipe_id = \(recipe))")
        try db.run("DELETE FROM suggestion WHERE recipe_id = \(recipe)")
        try db.run(
            """
            DELETE FROM held_decision
            WHERE submission_id IN (SELECT id FROM submission WHERE recipe_id = \(recipe))
            """)
        try db.run(
            """
            DELETE FROM submission WHERE recipe_id = \(recipe)
                AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.submission_id = submission.id)
            """)
        try db.run("UPDATE submission SET base_revision_id = NULL, returns_to = NULL WHERE recipe_id = \(recipe)")
        try db.run(
            """
            DELETE FROM moderation_case WHERE recipe_id = \(recipe)
                AND id NOT IN (SELECT case_id FROM submission WHERE recipe_id = \(recipe))
            """)
        // The recipe keeps its newest and its public revision until the last step, so that it is never half a recipe.
        let deleted = try db.run(
            """
            DELETE FROM revision WHERE id IN (SELECT v.id FROM revision v JOIN recipe r ON r.id = v.recipe_id
                WHERE r.id = \(recipe) AND v.id NOT IN (r.head_revision_id, coalesce(r.live_revision_id, 0))
                LIMIT \(Self.revisions))
            """)
        guard deleted < Self.revisions else { return false }
        try db.run(
            "UPDATE recipe SET head_revision_id = \(kept), live_revision_id = \(kept) WHERE id = \(recipe)")
        if kept == nil { try db.run("DELETE FROM diet_override WHERE recipe_id = \(recipe)") }
        try db.run("DELETE FROM revision WHERE recipe_id = \(recipe) AND id IS NOT \(kept)")
        if kept == nil { try db.run("DELETE FROM recipe WHERE id = \(recipe)") }
        return true
    }

    /// The ids of photos that no text shows any more; at most 50.
    func unusedPhotos(of user: Int) throws -> [String] {
        try db.all(
            """
            SELECT id FROM photo WHERE owner_id = \(user) AND \(sql: MediaSweep.isShownNowhere) LIMIT 50
            """
        ) { $0[0] }
    }

    func forgetPhotos(_ ids: [String]) throws { try db.run("DELETE FROM photo WHERE id IN \(list: ids)") }

    /// Photos that stay with public recipes; only their original uploads are deleted.
    func keptPhotos(of user: Int) throws -> [String] {
        try db.all("SELECT id FROM photo WHERE owner_id = \(user)") { $0[0] }
    }

    func screenshots(of user: Int) throws -> [String] {
        try db.all(
            "SELECT screenshot FROM bug_report WHERE screenshot IS NOT NULL AND (\(sql: PersonalData.reports(user)))"
        ) { $0[0] }
    }

    /// The file names of emails to the person, and of those to others that name the person, in the form in which the
    /// mail sender writes them.
    func mailFiles(of user: Int) throws -> [String] {
        try db.all(
            """
            SELECT created_at, id FROM outbox WHERE \(sql: PersonalData.mails(user))
                OR id IN (\(sql: AccountDeletionStore.events(naming: user, in: "outbox")))
            """
        ) { "\($0[0] as Int).\($0[1] as Int).eml" }
    }

    /// Deletes the rows in every table that contains only the user's own data, and the user's bug reports.
    func eraseRows(of user: Int) throws {
        // A duplicate of a deleted report becomes new again, so that somebody checks it.
        try db.run(
            """
            UPDATE bug_report SET state = 'new', duplicate_of = NULL
            WHERE duplicate_of IN (SELECT id FROM bug_report WHERE \(sql: PersonalData.reports(user)))
            """)
        try db.run("DELETE FROM bug_report WHERE \(sql: PersonalData.reports(user))")
        // Suggested texts that were not sent to an author yet.
        try db.run("DELETE FROM suggestion WHERE by_id = \(user) AND state = 'draft'")
        // Answers to the reviews of recipes that stay public.
        try db.run(
            """
            UPDATE review SET answer = '' WHERE answer <> ''
                AND recipe_id IN (SELECT id FROM recipe WHERE author_id = \(user))
            """)
        if let key: String = try db.value("SELECT username_key FROM user WHERE id = \(user)") {
            try SavedViewStore(db).delete(author: key)
        }
        let reported = try IssueStore(db).waiting(of: user)
        for table in PersonalData.tables {
            guard case .deleted = table.end else { continue }
            try db.run("DELETE FROM \(raw: table.name) WHERE \(sql: table.whose(user))")
        }
        try IssueStore(db).updateWeights(of: reported)
    }

    /// Reduces the account to its number. The audit log records that its rows lost the name, so that they still verify.
    func finish(_ user: Int, now: Int) throws {
        let name = FormerMember.name(user)
        try db.run(
            """
            UPDATE user SET username = \(name), username_key = \(name), username_likeness = \(name), email = \(name), email_key = \(name),
                display_name = NULL, display_key = NULL, email_confirmed_at = NULL,
                password_hash = NULL, role = 'member', language = 'en',
                theme = 'system', suspended_until = NULL, suspension_reason = '', created_at = \(now), totp_secret = NULL,
                totp_pending = NULL, totp_step = 0, code_failures = 0, code_failures_since = 0, erased_at = \(now)
            WHERE id = \(user)
            """)
        try AuditStore(db).tellErasure(of: user, now: now)
        try db.run("DELETE FROM leaving WHERE user_id = \(user)")
    }

    /// Makes the process build the search index in memory again, without erased words.
    func forgetSearchSnapshot() throws {
        try db.run(
            """
            INSERT INTO search_snapshot (id, token, change_id) VALUES (1, random(), 0)
            ON CONFLICT (id) DO UPDATE SET token = excluded.token
            """)
    }

    /// Merges the search index, which contains deleted words until then; `false` if there is nothing left to merge.
    func mergeSearchIndex(isFirst: Bool) throws -> Bool {
        let before: Int = try db.value("SELECT total_changes()") ?? 0
        try db.run("INSERT INTO recipe_text (recipe_text, rank) VALUES ('merge', \(isFirst ? -200 : 200))")
        let after: Int = try db.value("SELECT total_changes()") ?? 0
        return after - before >= 2
    }
}
