// Checks with SQLite's query plans that no page scans a table that grows with the number of visitors.

import Database
import Foundation
import HTTP
import Testing

@testable import Database
@testable import TestKit
@testable import Toque

struct QueryPlanTests {
    /// Tables that only the catalogue and the operator fill; most of them are read into memory as a whole anyway.
    static let small: Set<String> = [
        "aisle", "category", "cuisine", "unit", "nutrition", "ingredient", "ingredient_portion", "edition",
        "ingredient_part",
        "blocked_word", "schema_migration", "sign_in_link",
        // Filled by the starter files, and a queue that is soon empty again.
        "starter_entry", "derivation",
        // Filled by admins a few times a day, with at most `CatalogueLimits.rows` rows each time.
        "catalogue_change", "catalogue_change_row", "catalogue_change_refusal",
        // Filled by admins a few times a day, with at most `RecipeAdminLimits.changed` rows each time.
        "recipe_change", "recipe_change_row", "recipe_term",
        // At most `ErrorRules.kinds` rows.
        "error_kind",
        // At most `SitePageRules.versions` rows for each page, and about `WebhookRules.waiting` events.
        "site_page", "webhook_event",
    ]

    /// Queries that may scan a growing table: a part of the text, and the reason.
    static let excused: [(query: String, reason: String)] = [
        ("username LIKE", "an admin looks for people by what their names hold"),
        ("DELETE FROM photo WHERE created_at", "once a day pictures that nobody names are swept"),
        ("DELETE FROM reset_request WHERE asked_at", "once a day what is old is swept"),
        ("v.id = r.shown_revision_id", "an admin goes through all recipes, by whatever they may be found"),
        ("SELECT a.outcome IS NULL, count(*) FROM appeal", "there is at most one appeal for each side of a decision"),
        ("role = 'admin'", "who else is an admin is asked only when one of them is to be none any more"),
    ]

    /// Every list of the site, with each filter and order once.
    static let lists: [(person: Person?, path: String)] =
        [
            "/", "/recipes", "/recipes?category=soup", "/recipes?page=2", "/recipes?letter=l", "/recipes?letter=other",
            "/recipes?category=soup&letter=l", "/cooks/alice", "/search", "/search?q=lentil",
            "/search?q=lentls", "/search?diet=vegan", "/search?free_from=milk", "/search?with=onion",
            "/search?without=honey", "/search?cuisine=greek", "/search?category=soup", "/search?max_minutes=30",
            "/search?q=soup&diet=vegan&with=onion&without=honey&max_minutes=60", "/search/suggest?q=le",
            "/ingredients/suggest?q=on", "/sitemap.xml", "/sitemaps/1.xml", "/feed.atom", "/moderation/decisions",
        ].map { (nil, $0) }
        + SearchQuery.Sort.allCases.flatMap {
            [(nil, "/search?sort=\($0.rawValue)"), (nil, "/search?q=soup&sort=\($0.rawValue)")]
        }
        + [(.alice, "/my/recipes"), (.alice, "/my/recipes?deleted=1"), (.alice, "/settings/licence")]
        + [
            (.bob, "/moderation"), (.bob, "/moderation?page=2"), (.bob, "/moderation/templates"),
            (.bob, "/moderation/automatic"), (.bob, "/moderation/automatic?state=checked"),
        ]
        + [
            (.ada, "/admin"), (.ada, "/admin?days=90"), (.ada, "/admin/users"), (.ada, "/admin/users?q=ali"),
            (.ada, "/admin/users?role=member&licensed=yes&suspended=no"),
            (.ada, "/admin/ingredients"),
        ]

    /// The queue with each filter.
    private static let queues: [(person: Person?, path: String)] =
        (["language=ru", "author=alice"] + QueueFilter.Trait.allCases.map { "with=\($0.rawValue)" })
        .map { (.bob, "/moderation?\($0)") }

    /// Favourites, history, and cards with hearts.
    static let favouriteLists: [(person: Person?, path: String)] = [
        (.alice, "/"), (.alice, "/recipes"), (.alice, "/favourites"), (.alice, "/recipes?select=1"),
        (.alice, "/favourites?folder=1"),
        (.alice, "/favourites?folder=none"), (.alice, "/favourites/folders/1"), (.alice, "/history"),
        (.alice, "/explore/dismissed"), (.alice, "/search/suggest?q=le"),
        (.alice, "/shopping"), (.alice, "/shopping.csv"), (.alice, "/shopping/aisles"), (.alice, "/plan"),
        (.alice, "/pantry"), (.alice, "/pantry/staples"), (.alice, "/pantry/recipes"),
        (.alice, "/pantry/recipes?missing=5&diet=vegan&free_from=milk&category=soup&cuisine=greek&max_minutes=30"),
    ]

    static let accountPages: [(person: Person?, path: String)] = [
        (.alice, "/cooking/timers"), (.alice, "/settings/devices"),
        (.alice, "/settings/account"), (.alice, "/settings/sessions"), (.alice, "/settings/two-step"),
        (.alice, "/settings/password"), (.alice, "/confirm"), (.ada, "/admin/users/1"),
        (.alice, "/settings/providers"),
        (.alice, "/settings/profile"),
        (.alice, "/recipes/import"), (.alice, "/my/recipes/all.zip"),
    ]

    /// The pages of emails.
    static let mailLists: [(person: Person?, path: String)] = [
        (.alice, "/settings/email"), (.ada, "/admin/mail"), (.ada, "/admin/mail?state=failed"),
        (.ada, "/admin/mail?state=sent"),
    ]

    /// The pages of bugs and server errors, for reporters and admins.
    private static let adminPages: [(person: Person?, path: String)] = [
        (.alice, "/bugs"), (.ada, "/admin/bugs"), (.ada, "/admin/bugs?state=fixed"), (.ada, "/admin/bugs/1"),
        (.ada, "/admin/audit"), (.ada, "/admin/audit?page=2"), (.ada, "/admin/audit?list=all"),
        (.ada, "/admin/audit?list=logins"), (.ada, "/admin/audit?person=ada"), (.ada, "/admin/audit?action=suspend"),
        (.ada, "/admin/audit?object=user&number=1"), (.ada, "/admin/audit?object=submission"),
        (.ada, "/admin/audit?from=2026-01-01&to=2026-12-31"),
        (nil, "/about"), (.ada, "/admin/pages"), (.ada, "/admin/pages/about"), (.ada, "/admin/webhook"),
        (.ada, "/admin/errors"),
        (.ada, "/admin/errors?state=solved"), (.ada, "/admin/errors/1"),
        (.ada, "/admin/ingredients/onion"), (.ada, "/admin/catalogue/changes"), (.ada, "/admin/catalogue/changes/1"),
        (.ada, "/admin/categories"), (.ada, "/admin/categories?kind=cuisine"),
        (.ada, "/admin/categories/category/soup"), (.ada, "/admin/units"), (.ada, "/admin/units/g"),
        (.alice, "/proposals"), (.ada, "/admin/proposals"), (.ada, "/admin/proposals/1"),
    ]

    /// Reports and appeals, for members and moderators.
    private static let reportPages: [(person: Person?, path: String)] = [
        (.charlie, "/my/reports"), (.alice, "/my/reports"), (.alice, "/appeals/measure/2"),
        (.bob, "/moderation/reports"), (.bob, "/moderation/reviews"),
        (.bob, "/moderation/reports?state=closed"), (.bob, "/moderation/reports?kind=recipe"),
        (.bob, "/moderation/reports/1"), (.bob, "/moderation/appeals"),
        (.bob, "/moderation/appeals?state=closed"), (.bob, "/moderation/appeals/1"),
    ]

    /// The admin list of recipes, with each filter.
    private static let recipeAdminPages: [(person: Person?, path: String)] =
        [
            "", "/1", "/changes", "/changes/1", "?q=soup&author=alice&from=2026-01-01&to=2026-12-31&sort=changed",
            "?category=soup&cuisine=greek&sort=title", "?state=live&sort=oldest", "?state=deleted",
        ].map { (.ada, "/admin/recipes" + $0) }
        + RecipeFilter.Trait.allCases.map { (.ada, "/admin/recipes?with=\($0.rawValue)") }

    @Test func `no page scans a growing table`() async throws {
        let (site, queries) = try await Self.recorded.value
        #expect(queries.count > 40)
        let problems = try site.read { db in
            try queries.flatMap { query in
                try Self.unexcusedScans(query, db).map { "\($0) in: \(query)" }
            }
        }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n\n"))")
    }

    @Test func `a missing index is found`() async throws {
        let (site, queries) = try await Self.recorded.value
        let db = try Connection(path: site.site.configuration.databasePath, mode: .readWrite)
        for index in ["public_recipe_by_age", "recipe_by_author", "submission_by_recipe", "notification_by_user"] {
            try db.control("BEGIN")
            try db.script("DROP INDEX \(index)")
            #expect(try queries.contains { try !Self.unexcusedScans($0, db).isEmpty }, "\(index)")
            try db.control("ROLLBACK")
        }
    }

    @Test func `foreign keys to rows that are deleted have an index`() throws {
        let without: [String] = try TestSite().read { db in
            try db.all(
                """
                SELECT t.name || '.' || f."from" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
                WHERE t.type = 'table' AND f."table" <> 'user'
                    AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
                        WHERE c.seqno = 0 AND c.name = f."from")
                    AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) p WHERE p.pk = 1 AND p.name = f."from")
                ORDER BY 1
                """
            ) { $0[0] }
        }
        // Accounts are never deleted, only their words; these three tables are small.
        #expect(without == ["category.merged_into", "cuisine.merged_into", "ingredient.usda"])
    }

    @Test func `the log of one kind of object and the closed reports are read in order, without sorting`() async throws
    {
        let (site, queries) = try await Self.recorded.value
        for part in ["AND object = ?\nORDER BY id DESC", "ORDER BY i.weight, i.id DESC"] {
            let found = queries.filter { $0.contains(part) }
            #expect(!found.isEmpty, "\(part)")
            let plans = try site.read { db in try found.flatMap { try Self.plan($0, db) } }
            #expect(!plans.contains { $0.contains("TEMP B-TREE") }, "\(plans)")
        }
    }

    @Test func `a list that was sent is read once, not again for each row of a table`() async throws {
        let (site, queries) = try await Self.recorded.value
        let own: [String] = try site.read { db in
            _ = try RecipeStore(db).areOwn([1, 2], viewer: Person.alice.id)
            return db.keptQueries
        }
        let listing = queries.union(own).filter { $0.contains("json_each(?)") }
        #expect(listing.contains { $0.contains("+r.author_id") } && listing.count > 1)
        let repeated = try site.read { db in try listing.filter { try Self.readsListAgain(Self.plan($0, db)) } }
        #expect(repeated.isEmpty, "\(repeated.joined(separator: "\n\n"))")
        let inside = """
            SELECT count(*) FROM json_each(?) j JOIN recipe r ON r.id = j.value
            WHERE r.author_id = ? AND r.deleted_at IS NULL
            """
        #expect(try site.read { db in try Self.readsListAgain(Self.plan(inside, db)) })
    }

    /// Whether a plan goes through a JSON list inside the loop of another table. A list that is read first, or once for
    /// an `IN`, does not follow such a step.
    private static func readsListAgain(_ plan: [String]) -> Bool {
        zip(plan, plan.dropFirst()).contains { outer, step in
            let isList = ["SCAN j VIRTUAL", "SCAN json_each VIRTUAL"].contains { step.hasPrefix($0) }
            return isList && ["SEARCH ", "SCAN "].contains { outer.hasPrefix($0) }
        }
    }

    @Test func `the recipes with a first letter are read in order, without sorting`() async throws {
        let (site, queries) = try await Self.recorded.value
        let found = queries.filter { $0.contains("p.title_key < ?\nORDER BY p.title_key") }
        #expect(!found.isEmpty)
        for plan in try site.read({ db in try found.map { try Self.plan($0, db) } }) {
            #expect(plan.contains { $0.contains("title_key>? AND title_key<?") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test func `every exception is needed`() async throws {
        let (site, queries) = try await Self.recorded.value
        try site.read { db in
            for excuse in Self.excused {
                let isNeeded = try queries.contains { try $0.contains(excuse.query) && !Self.scans($0, db).isEmpty }
                #expect(isNeeded, "take out: \(excuse.query)")
            }
        }
    }

    /// One site and its queries for all tests of this file, because recording them takes many seconds.
    private static let recorded = Task {
        let site = try TestSite()
        return (site: site, queries: try await queries(of: site))
    }

    /// Makes every kind of change, opens every list, and returns the queries that ran.
    private static func queries(of site: TestSite) async throws -> Set<String> {
        try await site.liveThroughEveryChange()
        let soup = try await site.publish(.vegan)
        _ = try await site.submit(site.write(.honey))
        try await site.save(soup, RecipeFields.vegan.with("title", "Better lentil soup"))
        let edit = try await site.submit(soup)
        var queries: Set<String> = []
        for person in [nil] + Person.allCases.map(Optional.some) {
            let client = try person.map(site.client) ?? site.visitor()
            var own = person == .bob ? [(person, "/moderation/submissions/\(edit)")] : []
            if person == .alice { own.append((person, "/recipes/\(soup)/cooked")) }
            let pages =
                [lists, queues, favouriteLists, accountPages, mailLists, adminPages, reportPages, recipeAdminPages]
                .joined().filter { $0.person == person }
            for (_, path) in pages + own + [(person, try site.address(of: soup))] {
                try await client.get(path).expect(.ok)
                _ = try await client.get(path, headers: ["Accept": "application/json"])
            }
            queries.formUnion(client.reader.keptQueries)
        }
        // What the admin list finds is read on the worker pool.
        let catalogue = try site.catalogue()
        let listed: [String] = try site.read { db in
            for (_, path) in recipeAdminPages {
                let query = path.split(separator: "?").dropFirst().first ?? ""
                _ = try FoundRecipes(RecipeFilter(Parameters(parsing: query)), catalogue, RecipeAdminStore(db))
            }
            return db.keptQueries
        }
        queries.formUnion(listed)
        try await site.requestChanges(edit)
        _ = try site.mails()
        return try queries.union(site.site.writer.writeNow { $0.keptQueries })
    }

    private static func unexcusedScans(_ query: String, _ db: Connection) throws -> [String] {
        excused.contains { query.contains($0.query) } ? [] : try scans(query, db)
    }

    /// The steps of a query's plan that scan a growing table without an index.
    private static func scans(_ query: String, _ db: Connection) throws -> [String] {
        guard query.hasPrefix("SELECT") || query.hasPrefix("UPDATE") || query.hasPrefix("DELETE") else { return [] }
        let tables = try growing(db)
        let plan = try plan(query, db)
        // The first rows of a table in its own order: LIMIT ends the scan soon when no row is filtered out.
        let isCut = query.contains("LIMIT") && !query.contains("WHERE") && !plan.contains { $0.contains("TEMP B-TREE") }
        return plan.filter { step in
            let words = step.split(separator: " ")
            guard words.first == "SCAN", words.count > 1, !step.contains("USING"), !step.contains("VIRTUAL") else {
                return false
            }
            return !isCut && tables.contains(table(of: words[1], in: query))
        }
    }

    /// The plan of a query with NULL for every value, since it does not depend on the values.
    private static func plan(_ query: String, _ db: Connection) throws -> [String] {
        let pieces = query.split(separator: "?", omittingEmptySubsequences: false).map { "\(raw: String($0))" as SQL }
        return try db.plan(pieces.joined(separator: "\(nil as Int?)"))
    }

    private static func growing(_ db: Connection) throws -> Set<String> {
        let all = try db.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0[0] as String }
        return Set(all).subtracting(small)
    }

    /// The table that a name in the plan means: an alias of `FROM table name`, or the name itself.
    private static func table(of name: Substring, in query: String) -> String {
        let words = query.split { $0.isWhitespace || $0 == "," || $0 == "(" || $0 == ")" }
        for (table, alias) in zip(words, words.dropFirst())
        where alias == name && table.allSatisfy({ $0.isLowercase || $0 == "_" }) {
            return String(table)
        }
        return String(name)
    }
}
