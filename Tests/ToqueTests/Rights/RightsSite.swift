// The site for tests of rights: one of everything, all owned by Alice, and a person for every role.

import Database
import Foundation
import HTTP
import Security

@testable import Food
@testable import TestKit
@testable import Toque

/// The columns of the rights table.
enum Visitor: String, CaseIterable, Sendable {
    case visitor, outsider, owner, licensed, moderator, admin, suspended, unconfirmed

    /// The user of the session. Alice owns everything; Lena only has a licence.
    var user: Int? {
        switch self {
        case .visitor: nil
        case .outsider: Person.charlie.id
        // An unconfirmed member may do everything that other members may.
        case .unconfirmed: RightsSite.una
        case .owner, .suspended: Person.alice.id
        case .licensed: RightsSite.lena
        case .moderator: Person.bob.id
        case .admin: Person.ada.id
        }
    }
}

/// A site with a private recipe in the queue (1), a public one (2), a bug report, an error and an open link, and
/// valid forms for all routes.
struct RightsSite {
    static let lena = 6
    /// The only person without a confirmed address.
    static let una = 7
    static let link = "a-link-that-signs-alice-in"
    private static let emailLink = "a-link-that-confirms-an-address"
    private static let start = Task { try await makeStart() }

    /// Tests of all routes are split into these parts, so that they use all cores.
    static let parts = 0..<12

    let site: TestSite
    /// The value of each parameter of an address.
    var ids: [String: String]

    init(recipe: Int = 1) async throws {
        let start = try await Self.start.value
        let folder = try TestFolder()
        for name in ["toque.sqlite", "media"] {
            try FileManager.default.copyItem(
                atPath: "\(start.folder.path)/copy/\(name)", toPath: "\(folder.path)/\(name)")
        }
        let clock = TestClock()
        site = try TestSite(folder: folder, clock: clock, fetcher: FakeIssuer(clock), catalogue: start.catalogue) {
            $0.providers = [FakeIssuer.provider]
        }
        ids = start.ids
        ids["recipe"] = String(recipe)
        let photo = start.photos[recipe - 1]
        ids["photo"] = photo.id
        ids["revision"] = "\(photo.revision).svg"
    }

    private struct Start: Sendable {
        let folder: TestFolder
        let catalogue: Catalogue
        let ids: [String: String]
        let photos: [(id: String, revision: Int)]
    }

    private static let tutorialCaptions = "WEBVTT\n\n00:00.000 --> 00:01.000\nIt boils."

    /// When Alice read one of her notifications.
    private static let readAt = TestClock.start

    /// A video in both recipes.
    static let video = "video-of-alice"

    private static func makeStart() async throws -> Start {
        let site = try TestSite()
        let now = site.now
        try site.write { db in
            let id = try AccountStore(db).add(
                username: "lena", email: "lena@example.org", password: nil, role: .member, now: now)
            precondition(id == lena)
            let other = try AccountStore(db).add(
                username: "una", email: "una@example.org", password: nil, role: .member, now: now)
            precondition(other == una)
            let same: SQL = "(SELECT password_hash FROM user WHERE id = \(Person.charlie.id))"
            try db.run("UPDATE user SET password_hash = \(sql: same) WHERE id = \(una)")
            try LicenceStore(db).grant(
                user: id, until: now + TestClock.day, note: "", by: Person.ada.viewer.actor, now: now)
        }
        let alice = try site.client(.alice)
        try site.plantVideo(video)
        for _ in 1...2 {
            let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
            try await alice.upload("/recipes", RecipeFields.vegan.showing(video).fields, file: photo).expect(.seeOther)
        }
        try await site.approve(site.submit(2))
        let submission = try await site.submit(1)
        try await alice.post("/recipes/import", [("text", ImportPagesTests.soup)]).expect(.seeOther)
        let shot = (name: "screenshot", filename: "screen.png", bytes: TestPicture.png())
        try await alice.upload("/bugs", [("what", "Broken")], file: shot).expect(.seeOther)
        let report = try await site.visitor().post("/bugs", [("what", "Broken")])
        try await alice.post("/settings/email/confirm").expect(.seeOther)
        try await alice.post("/recipes/drafts", [("title", "Half a soup")]).expect(.ok)
        try await alice.post("/favourites/folders", [("name", "Winter")]).expect(.seeOther)
        for change in ["favourite", "unfavourite"] { try await alice.post("/recipes/2/\(change)").expect(.seeOther) }
        try site.write { db in
            try HistoryStore(db).add([SeenRecipe(user: Person.alice.id, recipe: 2): now])
            _ = try HistoryStore(db).remove(nil, user: Person.alice.id, now: now)
        }
        try await site.client(.bob).post("/recipes/2/review", [("stars", "5")]).expect(.seeOther)
        let boil = [("title_en", "Boil"), ("steps_en", "Boil it."), ("captions_en", tutorialCaptions)]
        try await site.client(.ada).post("/admin/tutorials", boil).expect(.seeOther)
        let page = [("text_en", "About us."), ("version", "0")]
        try await site.client(.ada).post("/admin/pages/about", page).expect(.seeOther)
        try site.write { _ = try WebhookStore($0).add(.test, now: now) }
        try await site.client(.ada).post("/admin/tutorials/1/publish").expect(.seeOther)
        try await site.client(.ada).post("/admin/tutorials/1", boil + [("version", "2")]).expect(.seeOther)
        try await alice.post("/pantry", [("ingredient", "milk"), ("amount", "1"), ("unit", "l")]).expect(.seeOther)
        try await alice.post("/shopping/items", [("text", "2 l milk")]).expect(.seeOther)
        try await alice.post("/plan", [("day", "2026-11-25"), ("note", "Leftovers")]).expect(.seeOther)
        for list in ["/shopping/link", "/plan/feed"] { try await alice.post(list).expect(.seeOther) }
        try await alice.post("/cooking/devices", FakePush.device()).expect(.ok)
        var seen = ErrorCount()
        seen.add(ErrorSample(at: now, status: 500, request: "one-1"))
        let all = [ErrorKind(method: "GET", route: "/", type: "Error", frames: "", message: ""): seen]
        try site.write { db in
            try ErrorStore(db).add(all)
            try AccountLinkStore(db).add(.reset, user: 1, email: Person.alice.email, token: link, now: now)
            try AccountLinkStore(db).add(.email, user: 1, email: Person.alice.email, token: emailLink, now: now)
            try db.run(
                """
                INSERT INTO sign_in_link (token_hash, user_id, expires_at)
                VALUES (\(SHA256.digest(link)), 1, \(now + TestClock.day))
                """)
        }
        try site.write { db in
            // Directly in the database, so that each of the many sites need not load the catalogue again.
            try db.run(
                "INSERT INTO category (key, name_en, name_ru, position, state) VALUES ('brunch', 'x', 'x', 99, 'proposed')"
            )
            try db.run(
                """
                INSERT INTO proposal (kind, name, proposer_id, key, created_at)
                VALUES ('category', 'Brunch', 1, 'brunch', \(now))
                """)
        }
        try site.write { db in
            _ = try LicenceRequestStore(db).ask("Soups.", user: 1, by: Person.alice.viewer.actor, now: now)
        }
        try await site.client(.ada).post("/admin/ingredients/carrot", [("density", "0.5")]).expect(.seeOther)
        _ = try await site.draftRecipes("take-down", [2])
        try site.run("UPDATE user SET email_confirmed_at = \(now) WHERE id <> \(una)")
        try site.write { db in
            try site.site.mailer.notify(.licenceRevoked(user: 1, at: now), by: nil, db: db, now: now)
            try db.run("UPDATE notification SET seen_at = \(Self.readAt) WHERE kind = 'licence-revoked'")
        }
        let view = [("name", "Russian"), ("filter", "language=ru")]
        try await site.client(.bob).post("/moderation/views", view).expect(.seeOther)
        let template = [("language", "en"), ("title", "Thanks"), ("text", "Thank you, {author}.")]
        try await site.client(.bob).post("/moderation/templates", template).expect(.seeOther)
        try await addReports(site)
        site.site.backgroundWorker.work()
        let shared = try await shareRecipe(site)
        try copy(site)
        let photos = try site.read {
            try $0.all(
                """
                SELECT v.photo_id, v.id FROM recipe r JOIN revision v ON v.id = r.head_revision_id
                WHERE v.photo_id IS NOT NULL ORDER BY r.id
                """
            ) { (id: $0[0] as String, revision: $0[1] as Int) }
        }
        let follow = try found(report.location?.split(separator: "/").last)
        func token(_ purpose: String, _ table: String) throws -> String {
            let seal: String = try found(site.value("SELECT seal FROM \(raw: table)"))
            return SecretLink(purpose, seal: seal, site.site).token
        }
        let ids = [
            "import": "1", "submission": String(submission), "user": "1", "username": "alice", "ingredient": "onion",
            "bug": "1", "error": "1", "draft": "1", "mail": "1", "token": link, "follow": String(follow),
            "provider": FakeIssuer.provider.key,
            "change": "1", "proposal": "1", "kind": "category", "term": "soup", "unit": "cup",
            "folder": "1", "step": "2", "item": "1", "entry": "1",
            "shopping": try token("shopping-link", "shopping_link"), "plan": try token("plan-feed", "plan_feed"),
            "notification": "1", "part": "1",
            "review": "1", "issue": "1", "measure": "1", "about": "measure", "number": "1", "appeal": "1",
            "request": "1", "decision": "1", "view": "1", "template": "1", "tutorial": "1", "device": "1",
            "page": "about", "event": "1",
            "shared": String(shared), "reader": String(una), "link": try token("recipe-link", "recipe_sharing"),
            "sharing": String(try site.count("SELECT max(id) FROM undo_step")),
        ]
        return Start(folder: site.folder, catalogue: try site.catalogue(), ids: ids, photos: photos)
    }

    /// Two measures about Alice's public recipe, an appeal against the second, and a report that waits.
    private static func addReports(_ site: TestSite) async throws {
        for reason in ["offensive", "copyright"] {
            try await site.report(2, reason: reason).expect(.seeOther)
            try await site.decide(1, "warn", by: .bella).expect(.seeOther)
        }
        try await site.client(.alice).post("/appeals/measure/2", [("text", "I copied nothing.")]).expect(.seeOther)
        try await site.report(2).expect(.seeOther)
    }

    /// A third recipe of Alice, private, which one member and everyone with a link may read.
    private static func shareRecipe(_ site: TestSite) async throws -> Int {
        let recipe = try await site.write(.honey)
        let fields = [("audience", "link"), ("names", "una")]
        try await site.client(.alice).post("/recipes/\(recipe)/share", fields).expect(.seeOther)
        return recipe
    }

    /// Copies the database to one file, from which the next sites start.
    private static func copy(_ site: TestSite) throws {
        let folder = site.folder.path + "/copy"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let connection = try Connection(path: site.site.configuration.databasePath, mode: .readWrite)
        try connection.run("VACUUM INTO \(folder + "/toque.sqlite")")
        try FileManager.default.copyItem(atPath: site.site.settings.mediaPath, toPath: folder + "/media")
    }

    /// A browser of the person; `suspended` suspends the account first.
    func client(_ person: Visitor) throws -> TestClient {
        let client = try site.visitor()
        guard let user = person.user else { return client }
        let (now, isSuspended) = (site.now, person == .suspended)
        let session = try site.write { db in
            if isSuspended { try db.run("UPDATE user SET suspended_until = \(now + 1) WHERE id = \(user)") }
            return try SessionStore(db).begin(user: user, SessionStart(), now: now)
        }
        client.cookies["toque_session"] = session.cookie
        return client
    }

    /// One part of a list of routes.
    static func part(_ number: Int, of routes: [Route]) -> [Route] {
        stride(from: number, to: routes.count, by: parts.count).map { routes[$0] }
    }

    /// The address of a route, with `other` in place of the usual parameters.
    func target(_ route: Route, with other: [String: String] = [:]) -> String {
        if route.address == .asset, other.isEmpty { return site.site.assets.address("site.css") }
        let segments = route.address.pattern.split(separator: "/", omittingEmptySubsequences: false)
        return segments.map { segment in
            guard segment.hasPrefix(":") else { return String(segment) }
            let name = String(segment.dropFirst().prefix { $0 != "." })
            let ending = segment.drop { $0 != "." }
            if let value = other[name] { return value + ending }
            if name == "token", route.address == .emailToken { return Self.emailLink }
            if name == "token", route.address == .unsubscribe { return String(unsubscribeToken) }
            if name == "step", route.address == .undoReadNotifications { return String(Self.readAt) }
            if name == "token", route.address == .followBug { return ids["follow"] ?? "" }
            if name == "photo", route.address == .videoState { return Self.video }
            if name == "revision", route.address == .restoreRevision { return "1" }
            if name == "revision", [.previewPicture, .squarePicture].contains(route.address) {
                return (ids[name] ?? "").replacing(".svg", with: "") + ending
            }
            if name == "step", [.undoPage, .undoTutorial].contains(route.address) { return "1" }
            if name == "step", route.address == .undoHistory { return "3" }
            if name == "step", route.address == .undoPantry { return "4" }
            if name == "step", route.address == .undoShopping { return "5" }
            if name == "step", route.address == .undoPlan { return "6" }
            if name == "recipe", [.removeRecipeReader, .renewRecipeLink].contains(route.address) {
                return ids["shared"] ?? ""
            }
            if name == "token", segments.contains("link") { return ids["link"] ?? "" }
            if name == "step", route.address == .undoSharing { return ids["sharing"] ?? "" }
            if name == "token", segments.contains("shared") || segments.contains("feed") {
                return (ids[String(segments[1])] ?? "") + ending
            }
            if name == "file", route.address == .tutorialCaptions { return "en.vtt" }
            if route.address == .subtitles {
                return name == "file" ? "1.en.vtt" : String((ids[name] ?? "").prefix { $0 != "." })
            }
            return name == "file" ? "320.webp" : (ids[name] ?? "") + ending
        }.joined(separator: "/")
    }

    /// A valid form for the route.
    func form(_ route: Route) throws -> [(String, String)] {
        switch route.address {
        case .recipes: return RecipeFields.vegan.fields
        case .recipe: return RecipeFields.honey.with("version", "1").fields
        case .approve: return try site.decisionFields(submission)
        case .removeReview:
            return [("reason", "Spam."), try ("seen", site.value("SELECT changed_at || '' FROM review") ?? "")]
        case .measureRecipe:
            let sql: SQL = "SELECT v.sha256 FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE r.id = 2"
            return try [("measure", "hide"), ("reason", "spam"), ("text", "x"), ("seen_sha256", site.value(sql) ?? "")]
        case .reportIssue:
            let version = try site.count("SELECT version FROM report_issue WHERE id = 1")
            return [("measure", "warn"), ("reason", "spam"), ("text", "An advert."), ("version", String(version))]
        case .reportIssues:
            let version = try site.count("SELECT version FROM report_issue WHERE id = 1")
            return [
                ("kind", "recipe"), ("measure", "warn"), ("reason", "spam"), ("text", "An advert."),
                ("issue", "1-\(version)"),
            ]
        case .assignments: return [("submission", String(submission)), ("moderator", "bella")]
        case .requestChanges: return try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: "Which pan?")
        case .reject: return try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: "A poem.")
        default: return Self.forms[route.address] ?? []
        }
    }

    private var unsubscribeToken: Substring { site.unsubscribePath(.decision, .alice).dropFirst("/unsubscribe/".count) }

    private var submission: Int { ids["submission"].flatMap { Int($0) } ?? 0 }

    private static let forms: [Address: [(String, String)]] = [
        .register: [
            ("username", "dora"), ("email", "dora@example.org"), ("password", Person.password),
            ("password_again", Person.password),
        ],
        .login: [("login", "charlie"), ("password", Person.password)],
        .appearance: [("language", "ru"), ("theme", "dark")], .ingredientLines: [("ingredients_text", "1 onion")],
        .importRecipe: [("text", ImportPagesTests.soup)], .importReading: [("recipe", "1")],
        .shareRecipe: [("audience", "people"), ("names", "charlie")],
        .keepDraft: [("title", "Half a soup")], .recipeFacts: [("ingredient", "salt")],
        .favourites: [("recipe", "2"), ("change", "remove")], .favouriteFolders: [("name", "Summer")],
        .favouriteFolder: [("name", "Summer")], .history: [("recipe", "2")], .historySwitch: [("on", "0")],
        .pantry: [("list", "2 eggs\n1 l milk")], .pantryItem: [("ingredient", "milk"), ("amount", "2")],
        .deletePantryItems: [("item", "1")], .pantryStaples: [("ingredient", "salt")],
        .shoppingItems: [("text", "2 eggs")], .sharedShoppingItems: [("text", "2 eggs")],
        .shoppingRecipes: [("recipe", "2")],
        .shoppingAisles: [("aisle", "fruit"), ("move", "up")],
        .plan: [("day", "2026-11-26"), ("note", "Soup")], .planEntry: [("day", "2026-11-26"), ("note", "Soup")],
        .cookedRecipe: [("item", "1"), ("amount", "0.5")],
        .cookRecipe: [("step", "1")],
        .adminTutorials: [("title_en", "Fry"), ("steps_en", "Fry it.")],
        .adminTutorial: [("title_en", "Boil"), ("steps_en", "Boil it."), ("version", "3")],
        .moveTutorial: [("direction", "down")],
        .review: [("stars", "4"), ("text", "Good.")], .answerReview: [("text", "Thank you.")],
        .rejectReview: [("reason", "It is an advert.")], .approveTrusted: [("approve", "1-1-0")],
        .reports: [("kind", "recipe"), ("id", "2"), ("reason", "spam"), ("text", "An advert.")],
        .suggestion: RecipeFields.honey.fields,
        .appealPage: [("text", "It is no advert.")], .appeal: [("outcome", "uphold"), ("text", "It is.")],
        .cookTimers: [("recipe", "2"), ("key", "1"), ("name", "Eggs"), ("seconds", "60"), ("state", "paused")],
        .addPushDevice: FakePush.device("tablet"),
        .deleteMyRecipes: [("recipe", "1")], .blockedWords: [("words", "unicorn")], .userRole: [("role", "moderator")],
        .licence: [("text", "I cook soups.")], .grantLicenceRequest: [("until", "2027-12-31")],
        .refuseLicenceRequest: [("reason", "Not yet.")], .revokeLicence: [("reason", "copied")],
        .userLicence: [("until", "2027-12-31")], .suspendUser: [("until", "2026-12-31"), ("reason", "spam")],
        .recipeChanges: [("recipe", "2"), ("deed", "take-down"), ("reason", "It is a copy.")],
        .exportRecipes: [("format", "csv")], .exportAudit: [("format", "csv")],
        .adminPage: [("text_en", "We cook."), ("version", "1")],
        .adminIngredient: [("fact.vegan", "no")],
        .newIngredient: [("name_en", "frobnium"), ("name_ru", "фробний"), ("aisle", "drinks")],
        .mergeIngredient: [("into", "honey")], .splitIngredient: [("name_en", "frobnium"), ("name_ru", "фробний")],
        .adminTerms: [("kind", "category"), ("name_en", "Stews"), ("name_ru", "Рагу")],
        .adminTerm: [("name_en", "Broths")], .mergeTerm: [("into", "main")], .adminUnit: [("factor", "240")],
        .adminUnits: [
            ("key", "firkin"), ("forms_en", "firkin"), ("forms_ru", "фиркин"), ("kind", "volume"), ("factor", "40"),
        ],
        .proposals: [("kind", "ingredient"), ("name", "frobnium")], .mergeProposal: [("into", "soup")],
        .approveProposal: [("name_en", "Brunch"), ("name_ru", "Поздний завтрак")],
        .refuseProposal: [("reason", "It is a breakfast.")],
        .bugs: [("what", "It is broken.")],
        .password: [
            ("old_password", Person.password), ("password", "another one for tests"),
            ("password_again", "another one for tests"),
        ],
        .confirm: [("password", Person.password)], .forgot: [("login", "alice")],
        .email: [("email", "new@example.org"), ("password", Person.password)],
        .leave: [("recipes", "keep")], .deleteUser: [("recipes", "keep"), ("reason", "spam")],
        .confirmLeave: [("recipes", "keep"), ("username", "alice"), ("password", Person.password)],
        .adminBug: [("state", "fixed"), ("answer", "It is not."), ("version", "1")],
        .recipeDiets: [("subject", "vegan"), ("fact", "no"), ("reason", "The wine is fined with egg white.")],
        .undoRecipeDiet: [("subject", "vegan")],
        .caseNotes: [("text", "Ask Ada.")], .queueViews: [("name", "Late"), ("filter", "with=overdue")],
        .messageTemplates: [("language", "en"), ("title", "Thanks"), ("text", "Thank you, {author}.")],
        .messageTemplate: [("language", "en"), ("title", "Thanks"), ("text", "Thank you."), ("version", "1")],
        .profile: [("display_name", "Somebody Else"), ("phone", "+44 20 7946 0000")],
        .clearProfile: [("part", "bio"), ("reason", "It is spam.")],
    ]

    /// Sends the usual request of a route.
    func send(
        _ route: Route, _ client: TestClient, with other: [String: String] = [:], adding more: [(String, String)] = []
    ) async throws -> Response {
        route.method == .post
            ? try await client.post(target(route, with: other), form(route) + more)
            : try await client.send(route.method, target(route, with: other))
    }

    /// A person with access to the route.
    static func visitor(for route: Route) -> Visitor {
        switch route.access {
        case .anyone, .account, .member, .licensed: .owner
        case .moderator: .moderator
        case .admin: .admin
        }
    }
}
