// Checks that only the owner folder of a table writes and reads it, apart from listed exceptions with reasons.

import Database
import Testing

struct TableTests {
    /// The tables of each folder. The tables category, cuisine and aisle are used with names that code builds.
    private static let tables: [String: String] = [
        "Accounts":
            "account_link licence_grant licence_request provider_link recovery_code reset_request session sign_in_link site_setting user",
        "Admin/Storage": "storage_day",
        "Audit": "audit",
        "Backups": "backup_run",
        "Admin/Overview": "site_day",
        "Bugs": "bug_report error_day error_kind error_sample webhook_event",
        "Catalogue":
            "aisle category cuisine edition ingredient ingredient_part ingredient_portion nutrition starter_entry unit",
        "Admin/Catalogue":
            "catalogue_change catalogue_change_refusal catalogue_change_row catalogue_effect proposal",
        "Cooking": "cook_session cook_timer push_device",
        "Diets": "diet_override",
        "Editor": "draft draft_media",
        "Favourites": "favourite favourite_folder undo_step",
        "History": "earlier_search history_off seen_recipe",
        "Home": "dismissed_recipe",
        "Importing": "recipe_import recipe_import_item",
        "AccountDeletion": "leaving",
        "DataExport": "data_export",
        "Mailing": "outbox",
        "Moderation": """
        assignment automatic_verdict blocked_word case_note claim decision held_decision imported_text measure
        message_template moderation_case queue_view submission suggestion
        """,
        "Reports": "report report_issue",
        "Appeals": "appeal",
        "Notifications": "notification",
        "Photos": "photo video",
        "Pantry": "pantry_item pantry_staples",
        "Planning": "plan_entry plan_feed",
        "Shopping": "shopping_aisles shopping_change shopping_item shopping_link shopping_part",
        "Preferences": "disliked_ingredient preferences",
        "Profiles": "profile",
        "Admin/Recipes": "recipe_change recipe_change_row",
        "Recipes": """
        adaptation derivation public_recipe public_recipe_ingredient public_recipe_likeness public_recipe_tag public_recipe_unknown_word recipe recipe_needs
        recipe_state        recipe_term recipe_text recipe_word revision revision_lines revision_media revision_use
        """,
        "Reviews": "recipe_rating review review_vote",
        "Sharing": "recipe_reader recipe_sharing",
        "Search": "search_change search_snapshot",
        "SitePages": "site_page",
        "Tutorials": "tutorial tutorial_text tutorial_undo",
        "SocialLogin": "provider_arrival provider_request",
    ]

    /// Folders that may use the tables of all others, with the reason.
    private static let everything: [String: String] = [
        "AccountDeletion": "erases personal data",
        "DataExport": "exports personal data",
        "Commands": "`toque check` compares tables, and `toque reindex` empties derived ones",
    ]

    /// Other folders that may write tables, with the reason.
    private static let writers: [(folder: String, tables: String, reason: String)] = [
        ("Accounts", "assignment claim", "those of a moderator end with the role"),
        ("App", "session", "the health check tries a write that changes nothing"),
        ("Admin/Catalogue", "ingredient unit public_recipe", "applies changes of the catalogue and of its keys"),
        ("Moderation", "recipe", "takes recipes down, deletes and restores them, in one transaction with the decision"),
        ("Moderation", "report_issue", "what admins decide without a report has an issue too"),
        ("Profiles", "user", "the display name is part of the account"),
        ("Recipes", "edition", "counts the rules that derived rows were made with"),
    ]

    /// Other folders that may read tables, with the reason.
    private static let readers: [(folder: String, tables: String, reason: String)] = [
        (
            "Accounts", "leaving notification preferences recipe",
            "a session is refused while its account is deleted; unread notifications; switches of the viewer; recipes that want a licence"
        ),
        (
            "Admin/Overview", "decision error_day ingredient public_recipe recipe submission user",
            "counts for the overview"
        ),
        ("App", "user", "the first start makes the first admin"),
        ("Audit", "leaving", "names of deleted accounts stay out of the log"),
        ("Bugs", "user", "who reported"),
        ("Catalogue", "audit", "what admins changed by hand is kept when the starter files change"),
        (
            "Admin/Catalogue", "public_recipe_ingredient recipe recipe_term revision_use submission user",
            "which recipes a change of the catalogue affects"
        ),
        ("Discovery", "decision public_recipe revision user", "the sitemap and the feed name public recipes"),
        (
            "Cooking", "public_recipe recipe revision session",
            "the titles of recipes that are being cooked; the browser of a device that rings"
        ),
        ("Diets", "user", "who set an override"),
        ("Favourites", "recipe", "an undone change passes over recipes that were erased since"),
        ("History", "recipe user", "views and searches of recipes and accounts that were erased since are passed over"),
        (
            "Home", "favourite pantry_staples public_recipe public_recipe_ingredient review seen_recipe undo_step",
            "shelves are made of what members saved, cooked and looked at, and of what recipes share"
        ),
        ("Importing", "imported_text photo recipe", "what was imported before"),
        (
            "Moderation", "appeal audit diet_override leaving public_recipe recipe_term report revision user",
            "what was submitted, and what moderators set in it, and by whom; why it left the queue; what is public; what a measure is about, and who reported it; who leaves; what was appealed"
        ),
        (
            "Reports", "appeal decision favourite measure profile public_recipe recipe review revision user",
            "what was reported, what followed, and what its members may still do"
        ),
        (
            "Appeals", "decision measure recipe report revision submission user",
            "what was decided, by whom, and about whom"
        ),
        ("Sharing", "recipe user", "nothing is shared of deleted recipes and of suspended authors"),
        ("Planning", "recipe", "a recipe may have been erased since"),
        ("Shopping", "ingredient recipe", "names of merged ingredients; a recipe may have been erased since"),
        ("Notifications", "licence_grant preferences user", "whose licence runs out, and whose digest is due"),
        ("Preferences", "public_recipe_ingredient", "which recipes of a list have what a member dislikes"),
        ("Pantry", "ingredient", "the names of ingredients that were merged into others since"),
        (
            "Photos",
            "bug_report draft draft_media profile public_recipe recipe review revision revision_media submission tutorial tutorial_undo",
            "a picture is shown to whoever may see what it belongs to"
        ),
        (
            "Recipes/Drawings", "public_recipe recipe revision revision_lines submission",
            "a drawing is made from a recipe's lines"
        ),
        (
            "Admin/Recipes",
            "category cuisine decision diet_override leaving public_recipe recipe recipe_term recipe_text revision submission user",
            "one list of all recipes with everything that an admin filters by"
        ),
        ("Admin/Storage", "bug_report photo video", "adds up the space that each kind takes"),
        ("Recipes", "measure", "why a recipe is hidden"),
        ("Recipes", "diet_override leaving recipe_change user", "what the public page shows beside the text"),
        ("Recipes", "recipe_rating", "the public page and cards show it, and change with it"),
        ("Reviews", "public_recipe user", "only public recipes are reviewed, and not by their author"),
        ("Recipes", "favourite", "which cards have a full heart"),
        (
            "Search",
            "derivation favourite public_recipe public_recipe_ingredient public_recipe_tag public_recipe_unknown_word recipe_rating recipe_text recipe_word",
            "filters and ranks in one query"
        ),
    ]

    private struct Use: Hashable, CustomStringConvertible {
        let folder: String
        let table: String
        let writes: Bool
        var description: String { "\(folder) \(writes ? "writes" : "reads") \(table)" }
    }

    private static let owners: [String: String] = tables.reduce(into: [:]) { owners, row in
        for table in row.value.split(whereSeparator: \.isWhitespace) { owners[String(table)] = row.key }
    }

    private static let uses: Set<Use> = {
        var uses: Set<Use> = []
        for file in Project.sources where file.folders.count > 2 && file.folders[1] == "Toque" {
            for found in file.text.matches(of: /\b(DELETE FROM|FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)/) {
                let table = String(found.2)
                guard owners[table] != nil else { continue }
                let writes = ["DELETE FROM", "INTO", "UPDATE"].contains(String(found.1))
                uses.insert(Use(folder: file.feature, table: table, writes: writes))
            }
        }
        return uses
    }()

    @Test func `every table of the migrations has exactly one owner`() {
        var made: Set<String> = []
        for file in Project.migrations {
            for found in file.text.matches(of: /CREATE (?:VIRTUAL )?TABLE (\w+)|CREATE VIEW (\w+)/) {
                if let name = found.1 ?? found.2 { made.insert(String(name)) }
            }
            for found in file.text.matches(of: /DROP TABLE (\w+)/) { made.remove(String(found.1)) }
            for found in file.text.matches(of: /ALTER TABLE (\w+) RENAME TO (\w+)/) {
                made.remove(String(found.1))
                made.insert(String(found.2))
            }
        }
        #expect(made == Set(Self.owners.keys))
        #expect(Self.tables.values.map { $0.split(whereSeparator: \.isWhitespace).count }.reduce(0, +) == made.count)
    }

    @Test func `only the owner uses a table, except for a listed reason`() {
        let writes = Self.allowed(Self.writers, writes: true)
        let allowed = writes.union(Self.allowed(Self.readers, writes: false))
        let reasonless = Self.uses.filter { use in
            Self.owners[use.table] != use.folder && Self.everything[use.folder] == nil && !allowed.contains(use)
                && !(!use.writes && writes.contains(Use(folder: use.folder, table: use.table, writes: true)))
        }
        #expect(reasonless.map(\.description).sorted() == [])
        #expect(allowed.subtracting(Self.uses).map(\.description).sorted() == [], "no longer used")
    }

    private static func allowed(
        _ rows: [(folder: String, tables: String, reason: String)], writes: Bool
    ) -> Set<Use> {
        Set(
            rows.flatMap { row in
                row.tables.split(separator: " ").map { Use(folder: row.folder, table: String($0), writes: writes) }
            })
    }
}
