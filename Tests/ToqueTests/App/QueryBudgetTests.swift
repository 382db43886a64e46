// Tests that each page runs at most a fixed number of queries, however many rows there are.

import Database
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct QueryBudgetTests {
    struct Budget {
        let person: Person?
        let queries: Int

        init(_ queries: Int, _ person: Person? = nil) {
            self.person = person
            self.queries = queries
        }
    }

    /// The most queries of every page, by its address, and the person who opens it.
    private static let budgets: [String: Budget] = [
        "/": Budget(7), "/explore": Budget(8), "/search": Budget(7), "/search/suggest": Budget(6, .alice),
        "/recipes": Budget(6),
        "/recipes/:recipe": Budget(18, .alice), "/recipes/:recipe/draft": Budget(14, .alice),
        "/recipes/:recipe/cook": Budget(8, .alice), "/cooking/timers": Budget(3, .alice), "/cooking/wave": Budget(0),
        "/recipes/:recipe/reviews": Budget(5, .bob), "/moderation/reviews": Budget(3, .bob),
        "/recipes/:recipe/print": Budget(4), "/cooks/:username": Budget(4), "/ingredients/suggest": Budget(1),
        "/pictures/:revision": Budget(2), "/pictures/:revision.jpg": Budget(2),
        "/pictures/:revision/square.jpg": Budget(2), "/media/:photo/:file": Budget(1),
        "/my/videos/:photo": Budget(3, .alice), "/subtitles/:revision/:file": Budget(2, .alice),
        "/static/:file": Budget(0), "/favicon.ico": Budget(0), "/healthz": Budget(0), "/readyz": Budget(0),
        "/metrics": Budget(0), "/manifest.webmanifest": Budget(0), "/sw.js": Budget(0), "/offline": Budget(0),
        "/offline/pages": Budget(7, .alice), "/settings/offline": Budget(2, .alice),
        "/appearance": Budget(0), "/robots.txt": Budget(0), "/sitemap.xml": Budget(1),
        "/sitemaps/:part.xml": Budget(1), "/feed.atom": Budget(1), "/.well-known/security.txt": Budget(0),
        "/moderation/decisions": Budget(2), "/about": Budget(1), "/help": Budget(1), "/privacy": Budget(1),
        "/welcome": Budget(5, .charlie), "/settings/preferences": Budget(5, .charlie),
        "/register": Budget(0), "/login": Budget(0), "/logout": Budget(1, .alice), "/sign-in/:token": Budget(1),
        "/recipes/import": Budget(1, .alice), "/recipes/import/:import": Budget(5, .alice),
        "/my/recipes/all.zip": Budget(1, .alice),
        "/recipes/new": Budget(4, .alice), "/recipes/:recipe/edit": Budget(12, .alice),
        "/recipes/:recipe/delete": Budget(2, .alice), "/my/recipes": Budget(6, .alice),
        "/recipes/:recipe/revisions": Budget(6, .alice), "/settings/licence": Budget(4, .alice),
        "/admin/licences": Budget(3, .ada), "/admin/backups": Budget(3, .ada), "/admin/storage": Budget(4, .ada),
        "/moderation": Budget(9, .bob), "/moderation/templates": Budget(2, .bob),
        "/moderation/templates/:template": Budget(3, .bob), "/moderation/automatic": Budget(6, .bob),
        "/moderation/submissions/:submission": Budget(26, .bob),
        "/moderation/submissions/:submission/suggestion": Budget(6, .bob), "/admin": Budget(7, .ada),
        "/admin/recipes": Budget(7, .ada), "/admin/recipes/:recipe": Budget(11, .ada),
        "/admin/recipes/changes": Budget(4, .ada), "/admin/recipes/changes/:change": Budget(8, .ada),
        "/admin/users": Budget(3, .ada), "/admin/ingredients": Budget(3, .ada),
        "/admin/ingredients/:ingredient": Budget(6, .ada),
        "/admin/catalogue/new": Budget(3, .ada), "/admin/ingredients/:ingredient/merge": Budget(2, .ada),
        "/admin/ingredients/:ingredient/split": Budget(2, .ada), "/admin/catalogue/changes": Budget(5, .ada),
        "/admin/catalogue/changes/:change": Budget(6, .ada), "/admin/catalogue/ingredients.csv": Budget(2, .ada),
        "/admin/catalogue/import": Budget(1, .ada), "/proposals": Budget(4, .alice),
        "/admin/categories": Budget(4, .ada), "/admin/categories/:kind/:term": Budget(7, .ada),
        "/admin/units": Budget(4, .ada), "/admin/units/:unit": Budget(7, .ada),
        "/admin/proposals": Budget(4, .ada), "/admin/proposals/:proposal": Budget(3, .ada),
        "/bugs/new": Budget(0), "/bugs": Budget(3, .alice), "/bugs/:bug": Budget(2, .alice),
        "/bugs/follow/:token": Budget(1), "/admin/bugs": Budget(3, .ada), "/admin/bugs/:bug": Budget(3, .ada),
        "/admin/bugs/:bug/screenshot": Budget(2, .ada), "/admin/errors": Budget(3, .ada),
        "/admin/errors/:error": Budget(3, .ada),
        "/login/code": Budget(0), "/confirm": Budget(3, .alice), "/.well-known/change-password": Budget(0),
        "/settings/account": Budget(4, .alice), "/settings/password": Budget(2, .alice),
        "/settings/sessions": Budget(2, .alice), "/settings/devices": Budget(2, .alice),
        "/settings/two-step": Budget(3, .alice),
        "/admin/users/:user": Budget(7, .ada),
        "/settings/export": Budget(2, .alice), "/settings/export/:token": Budget(2, .alice),
        "/settings/delete": Budget(3, .alice), "/settings/delete/confirm": Budget(2, .alice),
        "/admin/users/:user/delete": Budget(4, .ada),
        "/forgot": Budget(0), "/reset/:token": Budget(2), "/reset": Budget(3), "/settings/email": Budget(6, .alice),
        "/confirm-email/:token": Budget(2), "/confirm-email": Budget(2), "/admin/mail": Budget(5, .ada),
        "/auth/:provider/callback": Budget(0), "/register/provider": Budget(2),
        "/settings/providers": Budget(2, .alice), "/settings/providers/link": Budget(3, .alice),
        "/settings/profile": Budget(3, .alice),
        "/admin/audit": Budget(6, .ada), "/admin/webhook": Budget(4, .ada),
        "/admin/pages": Budget(4, .ada), "/admin/pages/:page": Budget(2, .ada),
        "/recipes/:recipe/diets": Budget(6, .bob),
        "/recipes/:recipe/favourite": Budget(3, .alice), "/favourites": Budget(6, .alice),
        "/favourites/folders/:folder": Budget(2, .alice), "/history": Budget(8, .alice),
        "/explore/dismissed": Budget(6, .alice), "/shopping.csv": Budget(7, .alice),
        "/shopping": Budget(8, .alice), "/shopping.txt": Budget(7, .alice), "/shopping/print": Budget(7, .alice),
        "/shopping.ics": Budget(7, .alice), "/shopping/aisles": Budget(3, .alice),
        "/shopping/events": Budget(1, .alice), "/shopping/shared/:token": Budget(7),
        "/shopping/shared/:token/events": Budget(1),
        "/plan": Budget(11, .alice), "/plan/entries/:entry": Budget(3, .alice), "/plan/feed/:token.ics": Budget(4),
        "/tutorials": Budget(1), "/tutorials/:tutorial": Budget(1), "/tutorials/:tutorial/captions/:file": Budget(1),
        "/admin/tutorials": Budget(3, .ada), "/admin/tutorials/new": Budget(1, .ada),
        "/admin/tutorials/:tutorial": Budget(2, .ada),
        "/notifications": Budget(3, .alice), "/unsubscribe/:token": Budget(1),
        "/my/reports": Budget(7, .alice), "/appeals/:about/:number": Budget(4, .alice),
        "/moderation/reports": Budget(7, .bob), "/moderation/reports/:issue": Budget(11, .bob),
        "/moderation/recipes/:recipe/measure": Budget(4, .bob),
        "/moderation/appeals": Budget(4, .bob), "/moderation/appeals/:appeal": Budget(6, .bob),
        "/pantry": Budget(4, .alice), "/pantry/:item": Budget(3, .alice), "/pantry/staples": Budget(4, .alice),
        "/pantry/recipes": Budget(8, .alice), "/recipes/:recipe/cooked": Budget(9, .alice),
        "/recipes/link/:token": Budget(6), "/recipes/link/:token/print": Budget(6),
        "/recipes/:recipe.jsonld": Budget(5, .alice), "/recipes/:recipe.cook": Budget(5, .alice),
    ]

    /// The status of pages that do not answer with 200.
    private static let statuses: [String: Status] = [
        "/recipes/:recipe/favourite": .seeOther, "/favicon.ico": .movedPermanently, "/login/code": .seeOther,
        "/.well-known/change-password": .seeOther,
        "/settings/export/:token": .notFound,
        "/reset/:token": .seeOther, "/confirm-email/:token": .seeOther,
        "/auth/:provider/callback": .badRequest,
    ]

    /// Other queries of a page, which must keep the same budget.
    private static let variants: [(pattern: String, query: String)] = [
        ("/search", "?q=lentil&diet=vegan&without=honey&sort=newest"), ("/search", "?q=lentls"),
        ("/admin/bugs", "?state=fixed"), ("/admin/errors", "?state=solved"), ("/admin", "?days=90"),
        ("/pantry/recipes", "?missing=5&diet=vegan&all=1"), ("/favourites", "?folder=1"),
        ("/favourites", "?folder=none"), ("/cooks/:username", "?select=1"),
        ("/recipes/import/:import", "?recipe=1"), ("/recipes", "?category=main"), ("/my/recipes", "?deleted=1"),
        ("/admin/users", "?q=member"), ("/admin/users", "?role=member&licensed=no&suspended=no"),
        ("/admin/audit", "?person=ada&action=suspend&object=user&from=2026-01-01"), ("/admin/audit", "?list=logins"),
        ("/moderation/reports/:issue", "?page=2"), ("/admin/recipes", "?q=soup&category=main&with=no-photo&sort=title"),
        ("/admin/recipes", "?state=deleted"),
        ("/admin/categories", "?kind=cuisine"), ("/moderation/reports", "?state=closed"),
        ("/moderation/appeals", "?state=closed"), ("/moderation/reports", "?kind=recipe"),
        (
            "/moderation",
            "?language=en&author=alice&with=overdue&with=claimed&with=assigned&with=returned&with=findings"
        ),
        ("/moderation/automatic", "?state=checked"),
    ]

    @Test func `no page exceeds its query budget or needs more queries for more rows`() async throws {
        async let few = Self.counts(rows: 5)
        async let some = Self.counts(rows: 20)
        async let many = Self.counts(rows: 60)
        let counts = try await [few, some, many]
        for look in counts[0].keys.sorted() {
            let queries = counts.compactMap { $0[look] }
            let pattern = String(look.prefix { $0 != "?" })
            #expect(queries[2] <= Self.budgets[pattern]?.queries ?? 0, "\(look)")
            #expect(Set(queries).count == 1, "\(look): \(queries) queries with 5, 20 and 60 rows")
        }
    }

    @Test func `every page has a budget`() {
        let pages = Routes.all.filter { $0.method == .get }.map(\.address.pattern)
        #expect(Set(Self.budgets.keys) == Set(pages))
        #expect(Self.variants.allSatisfy { Self.budgets[$0.pattern] != nil })
    }

    /// The number of queries of every page on a site with `rows` recipes and users, and a quarter as many submissions.
    private static func counts(rows: Int) async throws -> [String: Int] {
        let (site, _) = try FakeIssuer.site()
        let paths = try await fill(site, rows: rows)
        // As the index's thread does after so many changes.
        try site.site.recipeSearchIndex.work(site.site.openReader(), site.site.writer) { false }
        var counts: [String: Int] = [:]
        // In a fixed order, because a page may use data that an earlier one left in memory.
        for (pattern, query) in budgets.keys.sorted().map({ ($0, "") }) + variants {
            let client = try budgets[pattern]?.person.map(site.client) ?? site.visitor()
            client.cookies.merge(links(paths)) { old, _ in old }
            let answer = try await client.send(.get, found(paths[pattern] ?? pattern) + query)
            #expect(answer.status == (statuses[pattern] ?? .ok), "\(pattern)\(query)")
            // Streams of events are no pages, and do not end.
            if case .stream = answer.body {
            } else {
                for dump in ["HTML(bytes", "Optional("] { #expect(!answer.text.contains(dump), "\(pattern)\(query)") }
            }
            counts[pattern + query] = client.reader.statementCount
        }
        return counts
    }

    /// The cookie value of a browser that returns from a provider.
    private static let secret = ProviderSecret(text: String(repeating: "s", count: 43))

    /// The cookies of a browser that opened links of emails and came from a provider.
    private static func links(_ paths: [String: String]) -> [String: String] {
        ["reset-link": "/reset/:token", "email-link": "/confirm-email/:token"].compactMapValues {
            paths[$0]?.split(separator: "/").last.map(String.init)
        }.reduce(into: ["toque_provider": secret.text]) { $0["toque_" + $1.key] = $1.value }
    }

    /// Fills every list; returns the addresses for patterns with variables.
    private static func fill(_ site: TestSite, rows: Int) async throws -> [String: String] {
        let now = site.now
        try site.write { db in
            for number in 0..<rows {
                _ = try AccountStore(db).add(
                    username: "member\(number)", email: "member\(number)@example.org", password: nil, role: .member,
                    now: now)
                try site.site.mailer.tell(.passwordChanged, user: Person.alice.id, db: db, now: now)
                try site.site.mailer.notify(
                    .licenceRevoked(user: Person.alice.id, at: now + number), by: nil, db: db, now: now)
            }
        }
        try site.write { db in
            for number in 0..<rows {
                let text = TutorialText(
                    title: "Boil \(number)", steps: "Boil.", captions: "WEBVTT\n\n00:00.000 --> 00:01.000\nBoil.")
                _ = try TutorialStore(db).add(Tutorial(isPublished: true, texts: [.en: text]))
            }
        }
        for number in 0..<rows {
            try site.plant("Lentil soup \(number)", "300 g red lentils\n1 tsp salt", category: "main", minutes: 30)
        }
        for number in 0..<rows / 4 {
            let recipe = RecipeFields("Queued \(number)", ingredients: "1 onion\n2 tbsp honey")
            _ = try await site.submit(site.write(recipe))
            let deleted = try await site.write(.unknown)
            try await site.client(.alice).post("/recipes/\(deleted)/delete").expect(.seeOther)
        }
        try site.plantVideo("a-video")
        let fields = RecipeFields("With a photo", ingredients: "1 onion\n2 tbsp olive oil").showing("a-video").fields
        let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", fields, file: photo).expect(.seeOther)
        let recipe = try site.count("SELECT max(id) FROM recipe")
        try await site.approve(site.submit(recipe))
        let other = RecipeFields("With another title", ingredients: "1 onion\n2 tbsp olive oil")
        try await site.save(recipe, other.showing("a-video"))
        try fillLists(site)
        try await fillReports(site, rows: rows)
        return try await addresses(site, recipe: recipe)
    }

    /// Makes every public recipe a favourite of Alice, half of them in a folder, and part of her history; fills her
    /// pantry.
    private static func fillLists(_ site: TestSite) throws {
        let (alice, now) = (Person.alice.id, site.now)
        try site.write { db in
            _ = try FavouriteStore(db).createFolder("Winter", user: alice, now: now)
            let recipes = try db.all("SELECT recipe_id FROM public_recipe") { $0[0] as Int }
            let foods = try db.all("SELECT id FROM ingredient ORDER BY key = 'red-lentils' DESC LIMIT \(recipes.count)")
            {
                NewPantryItem(ingredient: $0[0])
            }
            _ = try PantryStore(db).add(foods, user: alice, now: now)
            let wanted = zip(foods, recipes).map { NewShoppingItem(ingredient: $0.ingredient, recipe: $1) }
            _ = try ShoppingStore(db).add(wanted, user: alice, now: now)
            for (number, recipe) in recipes.enumerated() {
                let day = PlanRules.monday(of: PlanRules.day(now)) + number % PlanRules.daysOfWeek
                _ = try PlanStore(db).add(NewPlanEntry(day: day, recipe: recipe), user: alice, now: now)
            }
            for recipe in recipes { _ = try FavouriteStore(db).add(recipe, user: alice, now: now) }
            for recipe in recipes { try DismissalStore(db).add(recipe, user: alice, now: now) }
            _ = try FavouriteStore(db).move(
                recipes.filter { $0 % 2 == 0 }, to: .folder(1), user: alice, now: now)
            try HistoryStore(db).add(
                Dictionary(uniqueKeysWithValues: recipes.map { (SeenRecipe(user: alice, recipe: $0), now) }))
            let searches = recipes.map { (EarlierSearch(user: alice, words: "lentils \($0)"), now) }
            try EarlierSearchStore(db).add(Dictionary(uniqueKeysWithValues: searches))
        }
    }

    /// Adds as many reports, measures and appeals about Alice's recipes, and reports of Alice.
    private static func fillReports(_ site: TestSite, rows: Int) async throws {
        for number in 1...rows {
            let sent = try site.write { db in
                guard let target = try ReportTargetStore(db).target(.recipe, number) else { return false }
                let draft = ReportDraft(target: target, reason: .spam, text: "An advert.")
                _ = try IssueStore(db).report(draft, by: Person.charlie.viewer, now: TestClock.start)
                return true
            }
            if !sent { continue }
            if number % 2 == 1 { try await site.decide(number, "warn", by: .bella).expect(.seeOther) }
        }
        let measures = try site.count("SELECT count(*) FROM measure")
        try site.write { db in
            for measure in 1...measures {
                guard let decision = try AppealStore(db).appealed(.measure, measure, by: Person.alice.id) else {
                    continue
                }
                try AppealStore(db).add("No.", against: decision, by: Person.alice.viewer, now: TestClock.start)
            }
        }
    }

    /// Adds bug reports of Alice and a visitor, one with a screenshot, and server errors; returns the visitor's link.
    private static func fillBugs(_ site: TestSite, rows: Int) async throws -> String {
        let alice = try site.client(.alice)
        let screenshot = (name: "screenshot", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload("/bugs", [("what", "Broken"), ("request", "one-0")], file: screenshot).expect(.seeOther)
        for _ in 0..<rows { try await alice.post("/bugs", [("what", "Broken")]).expect(.seeOther) }
        let now = site.now
        try site.write { db in
            for number in 0..<rows {
                var seen = ErrorCount()
                for _ in 0...rows { seen.add(ErrorSample(at: now, status: 500, request: "one-\(number)")) }
                let kind = ErrorKind(method: "GET", route: "/\(number)", type: "Error", frames: "", message: "")
                try ErrorStore(db).add([kind: seen])
            }
        }
        return try await found(site.visitor().post("/bugs", [("what", "Broken")]).location)
    }

    /// Adds templates, views of the queue, notes and an assignment, as many as there are public recipes.
    private static func fillBench(_ site: TestSite, _ submission: Int) throws {
        let (bob, now) = (Person.bob.viewer, site.now)
        try site.write { db in
            let open = try found(SubmissionStore(db).submission(submission))
            let rows = try db.value("SELECT count(*) FROM public_recipe") as Int? ?? 0
            for number in 0..<rows {
                let template = MessageTemplate(title: "Words \(number)", text: "Thank you.")
                _ = try MessageTemplateStore(db).add(template, by: bob.actor, now: now)
                _ = try SavedViewStore(db).save("View \(number)", "language=ru", of: bob.id, now: now)
                _ = try CaseNoteStore(db).add("Note \(number)", to: open, by: bob, now: now)
            }
            _ = try AssignmentStore(db).assign([submission], to: bob.id, by: bob, now: now)
        }
    }

    private static func addresses(_ site: TestSite, recipe: Int) async throws -> [String: String] {
        let submission = try await site.submit(recipe)
        try fillBench(site, submission)
        let link = try await fillBugs(site, rows: site.count("SELECT count(*) FROM public_recipe"))
        let address = try site.address(of: recipe)
        let (alice, now) = (Person.alice.id, site.now)
        let read = try await site.client(.alice).post("/recipes/import", [("text", ImportPagesTests.soups(20))])
        let token = try site.write { try SessionStore($0).makeSignInLink(user: alice, now: now) }
        try site.write { db in
            try AccountLinkStore(db).add(.reset, user: alice, email: Person.alice.email, token: "reset", now: now)
            try AccountLinkStore(db).add(.email, user: alice, email: Person.alice.email, token: "email", now: now)
            let arrival = ProviderArrival(
                identity: Identity(issuer: FakeIssuer.issuer, subject: "1"),
                facts: ProviderFacts(email: "dora@example.org"), isEmailVerified: true, authenticatedAt: nil)
            try ProviderStore(db).add(arrival, token: secret.arrival, now: now)
        }
        try await site.client(.alice).post("/shopping/link").expect(.seeOther)
        try await site.client(.alice).post("/plan/feed").expect(.seeOther)
        let linked = try await site.write(.honey)
        try await site.client(.alice).post("/recipes/\(linked)/share", [("audience", "link")]).expect(.seeOther)
        func linkToken(_ purpose: String, _ table: String) throws -> String {
            let seal: String = try found(site.value("SELECT seal FROM \(raw: table)"))
            return SecretLink(purpose, seal: seal, site.site).token
        }
        let photo: String = try found(site.value("SELECT id FROM photo WHERE width > 0 AND id <> 'a-video'"))
        for number in 0..<3 {
            try await site.client(.alice).post("/proposals", [("kind", "ingredient"), ("name", "Thing \(number)")])
                .expect(.seeOther)
        }
        return [
            "/tutorials/:tutorial": "/tutorials/1-boil-0", "/admin/tutorials/:tutorial": "/admin/tutorials/1",
            "/tutorials/:tutorial/captions/:file": "/tutorials/1-boil-0/captions/en.vtt",
            "/recipes/import/:import": try found(read.location), "/bugs/:bug": "/bugs/1", "/bugs/follow/:token": link,
            "/admin/bugs/:bug": "/admin/bugs/1",
            "/admin/bugs/:bug/screenshot": "/admin/bugs/1/screenshot", "/admin/errors/:error": "/admin/errors/1",
            "/appeals/:about/:number": "/appeals/measure/1", "/moderation/reports/:issue": "/moderation/reports/1",
            "/moderation/appeals/:appeal": "/moderation/appeals/1",
            "/moderation/recipes/:recipe/measure": "/moderation/recipes/\(recipe)/measure",
            "/recipes/:recipe": address, "/recipes/:recipe/draft": "/recipes/\(recipe)/draft",
            "/recipes/:recipe.jsonld": "/recipes/\(recipe).jsonld", "/recipes/:recipe.cook": "/recipes/\(recipe).cook",
            "/recipes/:recipe/print": address + "/print", "/recipes/:recipe/edit": "/recipes/\(recipe)/edit",
            "/recipes/:recipe/diets": "/recipes/\(recipe)/diets",
            "/recipes/:recipe/delete": "/recipes/\(recipe)/delete", "/cooks/:username": "/cooks/alice",
            "/search/suggest": "/search/suggest?q=le", "/ingredients/suggest": "/ingredients/suggest?q=on",
            "/pictures/:revision": try "/pictures/\(site.count("SELECT max(revision_id) FROM public_recipe")).svg",
            "/pictures/:revision.jpg": try "/pictures/\(site.count("SELECT max(revision_id) FROM public_recipe")).jpg",
            "/pictures/:revision/square.jpg": try
                "/pictures/\(site.count("SELECT max(revision_id) FROM public_recipe"))/square.jpg",
            "/media/:photo/:file": "/media/\(photo)/320.webp", "/recipes/:recipe/favourite": "/recipes/1/favourite",
            "/favourites/folders/:folder": "/favourites/folders/1", "/pantry/:item": "/pantry/1",
            "/recipes/:recipe/cooked": "/recipes/1/cooked", "/plan/entries/:entry": "/plan/entries/1",
            "/plan/feed/:token.ics": try "/plan/feed/\(linkToken("plan-feed", "plan_feed")).ics",
            "/shopping/shared/:token": try "/shopping/shared/\(linkToken("shopping-link", "shopping_link"))",
            "/shopping/shared/:token/events": try
                "/shopping/shared/\(linkToken("shopping-link", "shopping_link"))/events",
            "/recipes/link/:token": try "/recipes/link/\(linkToken("recipe-link", "recipe_sharing"))",
            "/recipes/link/:token/print": try "/recipes/link/\(linkToken("recipe-link", "recipe_sharing"))/print",
            "/recipes/:recipe/cook": "/recipes/1/cook",
            "/recipes/:recipe/revisions": "/recipes/\(recipe)/revisions",
            "/recipes/:recipe/reviews": "/recipes/\(recipe)/reviews",
            "/my/videos/:photo": "/my/videos/a-video",
            "/subtitles/:revision/:file": try
                "/subtitles/\(site.count("SELECT max(revision_id) FROM revision_media"))/1.en.vtt",
            "/static/:file": site.site.assets.address("site.css"),
            "/admin/pages/:page": "/admin/pages/about",
            "/sign-in/:token": "/sign-in/\(token)", "/admin/users/:user": "/admin/users/1",
            "/admin/users/:user/delete": "/admin/users/1/delete",
            "/settings/delete/confirm": "/settings/delete/confirm?recipes=keep",
            "/unsubscribe/:token": site.unsubscribePath(.decision, .alice),
            "/sitemaps/:part.xml": "/sitemaps/1.xml", "/reset/:token": "/reset/reset",
            "/auth/:provider/callback": "/auth/test/callback",
            "/confirm-email/:token": "/confirm-email/email",
            "/moderation/submissions/:submission/suggestion": "/moderation/submissions/\(submission)/suggestion",
            "/moderation/submissions/:submission":
                "/moderation/submissions/\(submission)",
            "/moderation/templates/:template": "/moderation/templates/1",
            "/admin/ingredients/:ingredient/merge": "/admin/ingredients/onion/merge",
            "/admin/ingredients/:ingredient/split": "/admin/ingredients/onion/split",
            "/admin/catalogue/changes/:change": try await site.draft("/admin/ingredients/salt", [("fact.vegan", "no")]),
            "/admin/proposals/:proposal": "/admin/proposals/1",
            "/admin/recipes/:recipe": "/admin/recipes/\(recipe)",
            "/admin/recipes/changes/:change": try await site.draftRecipes("take-down", [], ("all", "1")),
            "/admin/categories/:kind/:term": "/admin/categories/category/main", "/admin/units/:unit": "/admin/units/g",
            "/admin/ingredients/:ingredient": "/admin/ingredients/\(try found(site.catalogue().entries.first).key)",
        ]
    }
}
