// `toque check`: verifies the database file, and that all derived data matches its source.

import Bytes
import Database
import Food
import Foundation
import Security

/// A problem that the check found.
struct CheckFailure: Sendable, Equatable {
    let check: String
    let finding: String
}

struct Check {
    let db: Connection
    let mediaPath: String
    /// The file with a hash of the audit log for each day; `nil` for none.
    var heads: AuditHeads?
    /// The snapshot of the search index; `nil` for none.
    var searchIndexPath: String?
    var catalogue = CatalogueCache()
    /// UTC milliseconds, on the same clock as the times of files.
    var now = Site.systemClock()

    /// Reads one snapshot, so that a running site can continue to write. Only FTS5's own check needs a write, which is
    /// short.
    func run() throws -> [CheckFailure] {
        let failures = try db.readNow { _ in
            try integrity() + foreignKeys() + revisions() + CatalogueListCheck(db: db).failures()
                + RatingCheck(db: db).failures()
                + ingredientGraph() + understandings() + publicRows() + searchSnapshot() + overrides()
                + likenesses() + recipeStates() + terms()
                + auditChain() + auditHeads() + replay() + media()
        }
        return try failures + searchIndex()
    }

    private func integrity() throws -> [CheckFailure] {
        try db.all("PRAGMA integrity_check") { $0[0] as String }.filter { $0 != "ok" }
            .map { CheckFailure(check: "integrity", finding: $0) }
    }

    private func foreignKeys() throws -> [CheckFailure] {
        // Tables without row ids (sessions, ingredients of recipes) give no number.
        try db.all("PRAGMA foreign_key_check") { row in
            let number = (row[1] as Int?).map { " row \($0)" } ?? ""
            return CheckFailure(
                check: "foreign keys",
                finding: "\(row[0] as String)\(number) refers to a missing row of \(row[2] as String)")
        }
    }

    private func revisions() throws -> [CheckFailure] {
        var failures: [CheckFailure] = []
        try db.each("SELECT id, body, sha256 FROM revision") { row in
            if SHA256.hex(row[1]) != row[2] {
                failures.append(CheckFailure(check: "revision", finding: "\(row[0] as Int) does not match its hash"))
            }
        }
        return try failures + stepMedia()
    }

    /// Checks that `revision_media`, which decides who may see step photos, matches the texts of the revisions.
    private func stepMedia() throws -> [CheckFailure] {
        let shown = Dictionary(
            grouping: try db.all("SELECT revision_id, photo_id FROM revision_media ORDER BY photo_id") { row in
                (revision: row[0] as Int, photo: row[1] as String)
            }, by: \.revision)
        var failures: [CheckFailure] = []
        try db.each(
            """
            SELECT id, body FROM revision WHERE body LIKE '%"media":%'
                OR id IN (SELECT revision_id FROM revision_media)
            """
        ) { row in
            let (id, body) = (row[0] as Int, try RecipeBody(encoded: row[1]))
            if (shown[id] ?? []).map(\.photo) != body.stepMedia {
                failures.append(
                    CheckFailure(
                        check: "revision", finding: "\(id) shows other media than the table revision_media lists"))
            }
        }
        return failures
    }

    /// Checks that no ingredient depends on itself, or has more dependencies than the rules allow.
    private func ingredientGraph() throws -> [CheckFailure] {
        IngredientGraph.problem(try CatalogueStore(db).entries().entries).map {
            [CheckFailure(check: "ingredients", finding: $0.description)]
        } ?? []
    }

    /// Checks that active diet overrides were made for the current ingredients of live recipes, and that the audit log
    /// has them.
    private func overrides() throws -> [CheckFailure] {
        let told = try AuditReplay(db: db).run().overrides
        let rows = try db.all(
            """
            SELECT o.id, o.recipe_id, o.ended_at IS NULL, o.ingredients_sha256, v.body
            FROM diet_override o JOIN recipe r ON r.id = o.recipe_id
            LEFT JOIN revision v ON v.id = r.live_revision_id ORDER BY o.id
            """
        ) { row in
            let body = try (row[4] as String?).map { try RecipeBody(encoded: $0) }
            return (
                id: row[0] as Int, recipe: row[1] as Int, isInForce: row[2] as Bool,
                isOfThese: body?.ingredientsSHA256 == (row[3] as String)
            )
        }
        let stale = rows.filter { $0.isInForce && !$0.isOfThese }.map {
            CheckFailure(check: "diets", finding: "override \($0.id) of recipe \($0.recipe) is about other ingredients")
        }
        return stale
            + rows.filter { told.contains($0.id) != $0.isInForce }.map {
                CheckFailure(check: "audit", finding: "override \($0.id) differs from the audit log")
            }
    }

    /// Checks that the states in the admin lists match the queue and the recipes.
    private func recipeStates() throws -> [CheckFailure] {
        try db.all(
            """
            SELECT r.id FROM recipe r JOIN recipe_state s ON s.recipe_id = r.id
            WHERE r.state <> s.state OR r.shown_revision_id IS NOT s.shown_revision_id
            """
        ) { CheckFailure(check: "recipe", finding: "\($0[0] as Int) is not in the state that its rows give") }
    }

    /// Checks that categories and cuisines set by admins match the audit log, and are in the lists.
    private func terms() throws -> [CheckFailure] {
        // An erased recipe leaves its rows in the log.
        let here = Set(try db.all("SELECT id FROM recipe") { String($0[0] as Int) })
        let told = try AuditReplay(db: db).run().terms.filter { name, _ in
            here.contains(String(name.prefix(beforeAny: " ")))
        }
        let rows = try db.all("SELECT recipe_id, kind, value FROM recipe_term") {
            (name: "\($0[0] as Int) \($0[1] as String)", value: $0[2] as String)
        }
        let known = Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
        return try Set(told.keys).union(known.keys).filter { told[$0] != known[$0] }.sorted().map {
            CheckFailure(
                check: "audit",
                finding: "the category or cuisine that an admin set for recipe \($0) differs from the audit log")
        } + TermKind.allCases.flatMap(unlisted)
    }

    private func unlisted(_ kind: TermKind) throws -> [CheckFailure] {
        try db.all(
            """
            SELECT s.recipe_id FROM recipe_term s WHERE s.kind = \(kind) AND NOT EXISTS (
                SELECT 1 FROM \(raw: kind.rawValue) t LEFT JOIN \(raw: kind.rawValue) m ON m.id = t.merged_into
                WHERE t.key = s.value AND coalesce(m.state, t.state) = 'listed')
            """
        ) { CheckFailure(check: "recipe", finding: "\($0[0] as Int) has a \(kind.rawValue) that does not exist") }
    }

    private func understandings() throws -> [CheckFailure] {
        try UnderstandingStore(db).stale(catalogue.current(db)).map {
            CheckFailure(
                check: "lines", finding: "the stored meaning of the lines of revision \($0) differs from their text")
        }
    }

    /// Checks that every live recipe, and no other, has public rows with the diets and ingredients of its text.
    private func publicRows() throws -> [CheckFailure] {
        let catalogue = try catalogue.current(db)
        let store = PublicRecipeStore(db)
        let waiting = Set(try db.all("SELECT recipe_id FROM derivation") { $0[0] as Int })
        var failures: [CheckFailure] = []
        var seen = 0
        try store.eachRevision { recipe, revision, _ in
            seen += 1
            guard let row = try store.recipe(recipe, now: 0), row.revision.id == revision.id else {
                return failures.append(
                    CheckFailure(check: "public recipe", finding: "\(recipe) is live but not listed"))
            }
            // A recipe that waits to be derived must pass no filter; its other columns still come from the older
            // catalogue.
            if waiting.contains(recipe) {
                let claims: Int = try db.value("SELECT claims FROM public_recipe WHERE recipe_id = \(recipe)") ?? 0
                if row.diets.dietYes != 0 || row.diets.allergenNo != 0 || claims != 0 {
                    failures.append(
                        CheckFailure(check: "diets", finding: "recipe \(recipe) is waiting for its diets, but has some")
                    )
                }
                return
            }
            let entry = try store.entry(revision, catalogue)
            if try !agrees(recipe, entry) {
                failures.append(
                    CheckFailure(check: "public recipe", finding: "\(recipe) differs from its revision"))
            }
            if row.diets != entry.diets { failures.append(CheckFailure(check: "diets", finding: "recipe \(recipe)")) }
            let ingredients = try db.all(
                """
                SELECT ingredient_id FROM public_recipe_ingredient WHERE recipe_id = \(recipe)
                ORDER BY is_mentioned, ingredient_id
                """
            ) { $0[0] as Int }
            if ingredients != entry.ingredientIDs + entry.mentionedIDs {
                failures.append(CheckFailure(check: "ingredients", finding: "recipe \(recipe)"))
            }
            let words = try db.all(
                "SELECT word FROM public_recipe_unknown_word WHERE recipe_id = \(recipe) ORDER BY word"
            ) { $0[0] as String }
            if Set(words) != Set(entry.unknownWords) {
                failures.append(CheckFailure(check: "unknown words", finding: "recipe \(recipe)"))
            }
            let tags = try db.all(
                "SELECT tag_key || char(10) || name FROM public_recipe_tag WHERE recipe_id = \(recipe)"
            ) { $0[0] as String }
            if Set(tags) != Set(entry.tags.map { "\($0.key)\n\($0.name)" }) {
                failures.append(CheckFailure(check: "tags", finding: "recipe \(recipe)"))
            }
            let likeness = try db.all("SELECT number FROM public_recipe_likeness WHERE recipe_id = \(recipe)") {
                $0[0] as Int
            }
            if Set(likeness) != Set(entry.likeness) {
                failures.append(CheckFailure(check: "likeness", finding: "recipe \(recipe)"))
            }
            let needs: String? = try db.value("SELECT needs FROM recipe_needs WHERE recipe_id = \(recipe)")
            if needs != entry.needs { failures.append(CheckFailure(check: "needs", finding: "recipe \(recipe)")) }
            let text = try db.first("SELECT title, ingredients, description FROM recipe_text WHERE rowid = \(recipe)") {
                [$0[0] as String, $0[1], $0[2]]
            }
            if text != [revision.body.title, entry.ingredientText, entry.descriptionText] {
                failures.append(CheckFailure(check: "search index", finding: "recipe \(recipe)"))
            }
        }
        for table in ["public_recipe", "recipe_text", "recipe_needs"] {
            let count: Int = try db.value("SELECT count(*) FROM \(raw: table)") ?? 0
            if count != seen {
                failures.append(CheckFailure(check: table, finding: "\(count) rows for \(seen) live recipes"))
            }
        }
        return failures
    }

    /// Whether the columns that lists and filters read match the live revision.
    private func agrees(_ recipe: Int, _ entry: PublicEntry) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM public_recipe p JOIN recipe r ON r.id = p.recipe_id
            WHERE p.recipe_id = \(recipe) AND p.author_id = r.author_id AND p.published_at = r.published_at
                AND p.title = \(entry.body.title) AND p.title_key = \(entry.titleKey) AND p.slug = \(entry.slug)
                AND p.language = \(entry.body.language) AND p.category_id IS \(entry.categoryID)
                AND p.cuisine_id IS \(entry.cuisineID) AND p.total_minutes IS \(entry.body.totalMinutes)
                AND p.photo_id IS \(entry.body.photo) AND p.unknown_lines = \(entry.unknownLines)
                AND p.claims = \(entry.claims)
            """)
    }

    private func searchSnapshot() throws -> [CheckFailure] {
        guard let path = searchIndexPath else { return [] }
        return try RecipeSearchIndex.failures(path, db).map { CheckFailure(check: "search index", finding: $0) }
    }

    private func searchIndex() throws -> [CheckFailure] {
        do {
            try db.run("INSERT INTO recipe_text (recipe_text) VALUES ('integrity-check')")
            return []
        } catch {
            return [CheckFailure(check: "search index", finding: "\(error)")]
        }
    }

    private func likenesses() throws -> [CheckFailure] {
        try NameLikenessStore(db).stale().map {
            CheckFailure(
                check: "names", finding: "the stored skeletons of the names of user \($0) differ from the names")
        }
    }

    /// Compares the log with the hashes that were recorded outside the database.
    private func auditHeads() throws -> [CheckFailure] {
        guard let heads, let head = try heads.firstMismatch(db) else { return [] }
        return [
            CheckFailure(
                check: "audit", finding: "row \(head.rows) differs from what \(heads.path) recorded at \(head.at)")
        ]
    }

    private func auditChain() throws -> [CheckFailure] {
        try AuditStore(db).firstBrokenRow().map {
            [CheckFailure(check: "audit", finding: "row \($0) does not continue the hash chain")]
        }
            ?? []
    }

    /// Checks that states match those in the audit log.
    private func replay() throws -> [CheckFailure] {
        let told = try AuditReplay(db: db).run()
        let submissions = try db.all("SELECT id, state FROM submission") { ($0[0] as Int, $0[1] as String) }
            .filter { told.submissions[$0.0] != $0.1 }
            .map {
                CheckFailure(check: "audit", finding: "submission \($0.0) is \($0.1), which differs from the audit log")
            }
        let recipes = try db.all(
            """
            SELECT id, live_revision_id, deleted_at IS NOT NULL, taken_down_by IS NOT NULL, hidden_by IS NOT NULL,
                unpublished_at IS NOT NULL FROM recipe
            """
        ) { row in
            (
                id: row[0] as Int, live: row[1] as Int?, isDeleted: row[2] as Bool, isTakenDown: row[3] as Bool,
                isHidden: row[4] as Bool, isUnpublished: row[5] as Bool
            )
        }
        .filter {
            told.live[$0.id] != $0.live || told.deleted.contains($0.id) != $0.isDeleted
                || told.takenDown.contains($0.id) != $0.isTakenDown || told.hidden.contains($0.id) != $0.isHidden
                || told.unpublished.contains($0.id) != $0.isUnpublished
        }
        .map { CheckFailure(check: "audit", finding: "recipe \($0.id) differs from the audit log") }
        return try submissions + recipes + reports(told) + AuditStateCheck(db: db, told: told).failures()
    }

    /// Checks that the states of issues and appeals match those in the audit log.
    private func reports(_ told: AuditReplay) throws -> [CheckFailure] {
        // Without a report there is no row: what an admin decided by itself has an issue that never opened.
        let issues = try db.all(
            "SELECT id, state, EXISTS (SELECT 1 FROM report r WHERE r.issue_id = i.id) FROM report_issue i"
        ) { (id: $0[0] as Int, state: $0[1] as String, isReported: $0[2] as Bool) }
        .filter { (told.issues[$0.id] ?? ($0.isReported ? nil : "closed")) != $0.state }
        .map { CheckFailure(check: "audit", finding: "issue \($0.id) differs from the audit log") }
        let appeals = try db.all("SELECT id, coalesce(outcome, 'open'), strike_removed, until FROM appeal") {
            let amendment = Amendment(removesStrike: $0[2], until: $0[3])
            let outcome: String = $0[1]
            return ($0[0] as Int, amendment.isEmpty ? outcome : "\(outcome) \(amendment.detail)")
        }
        .filter { told.appeals[$0.0] != $0.1 }
        .map { CheckFailure(check: "audit", finding: "appeal \($0.0) differs from the audit log") }
        return issues + appeals
    }

    private func media() throws -> [CheckFailure] {
        let videos = try db.all("SELECT photo_id, state FROM video") { ($0[0] as String, $0[1] as String) }
        let states = Dictionary(videos) { first, _ in first }
        let missing = try MediaSweep.pictures(db).filter { (states[$0] ?? "ready") == "ready" }.flatMap { id in
            (Photos.widths.flatMap { ["\($0).webp", "\($0).jpg"] } + (states[id] == nil ? [] : [StepMedia.video]))
                .filter { !FileManager.default.fileExists(atPath: "\(mediaPath)/\(id)/\($0)") }
                .map { CheckFailure(check: "media", finding: "\(id)/\($0) is missing") }
        }
        guard FileManager.default.fileExists(atPath: mediaPath) else { return missing }
        let orphans = try MediaSweep.orphans(in: mediaPath, olderThan: now - MediaSweep.patience, db)
        return missing + orphans.map { CheckFailure(check: "media", finding: "\($0) is used by nothing") }
    }
}
