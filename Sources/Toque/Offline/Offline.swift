// Handlers for use without a connection: the service worker, the list of pages that it keeps, the page that it shows
// instead of others, and the settings of this device.

import HTTP
import Texts
import Words

enum Offline {
    /// `GET /sw.js`: the service worker, which browsers run for the whole site. The file of `Public/` begins with the
    /// addresses that it needs, so that it changes whenever one of them does.
    static func worker(_ context: Context) async throws -> Response {
        let assets = context.site.assets
        guard let script = assets.content("sw.js") else { throw SiteError.notFound }
        let (queue, icon) = (assets.address("queue.js"), assets.address("icon-192.png"))
        let site = "const SITE = { queue: \"\(queue)\", icon: \"\(icon)\" };\n"
        return Response(
            headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, no-cache"],
            body: .bytes(Array(site.utf8) + script))
    }

    /// The page in place of those that are not kept. It is the same for everyone, because it stays after logging out.
    static func show(_ context: Context) async throws -> Response { context.page(OfflinePage(context)) }

    /// What the device of a member keeps, with a form token for what waits to be sent. For visitors it has no pages.
    static func pages(_ context: Context) async throws -> Response { try context.json(KeptPagesJSON(context)) }

    static func settings(_ context: Context) async throws -> Response {
        context.page(OfflineSettingsPage(context))
    }
}

/// A page to keep.
struct KeptPageJSON: Encodable {
    let address: String
    let title: String
}

struct KeptPagesJSON: Encodable {
    /// The number of the member's account; empty for visitors.
    let owner: String
    let csrf: String
    /// In seconds.
    let refreshAfter: Int
    let pictures: Bool
    /// The line on a kept page, with `{time}` where its time is inserted.
    let line: String
    /// Follows it if the page was asked for with other servings or units.
    let amounts: String
    let pages: [KeptPageJSON]

    init(_ context: Context) throws {
        let language = context.language
        let viewer = context.viewer.flatMap { $0.isBeingDeleted ? nil : $0 }
        owner = viewer.map { String($0.id) } ?? ""
        csrf = context.formToken
        let isLow = try viewer != nil && context.reading().mediaPreferences.loadsOnTap
        refreshAfter = isLow ? OfflineRules.lowDataInterval : OfflineRules.interval
        pictures = !isLow
        line = Text.offlineKept(language, time: "{time}")
        amounts = Text.offlineAmounts(language)
        pages = try viewer.map { try Self.lists(language) + Self.recipes(of: $0.id, context) } ?? []
    }

    private static func lists(_ language: Language) -> [KeptPageJSON] {
        [
            KeptPageJSON(address: Address.shopping(), title: Text.shoppingTitle(language)),
            KeptPageJSON(address: Address.plan(), title: Text.planTitle(language)),
            KeptPageJSON(address: Address.favourites(), title: Text.favouritesTitle(language)),
        ]
    }

    /// The page and the cook mode of each recipe that the member may read.
    private static func recipes(of user: Int, _ context: Context) throws -> [KeptPageJSON] {
        let (db, monday) = (context.reader, PlanRules.monday(of: PlanRules.day(context.now)))
        let ids = OfflineRules.kept(
            cooking: try CookingStore(db).unfinished(CookingRules.sessions, user: user, now: context.now).map(\.recipe),
            planned: try PlanStore(db).entries(monday...monday + OfflineRules.daysOfPlan - 1, user: user)
                .compactMap(\.recipe),
            favourites: try FavouriteStore(db).latest(OfflineRules.recipes, user: user))
        let links = try RecipeStore(db).links(ids, by: user)
        return ids.compactMap { id in links[id].map { (id, $0) } }.flatMap { id, link in
            [
                KeptPageJSON(address: link.address, title: link.label),
                KeptPageJSON(
                    address: Address.cookRecipe(id), title: Text.offlineCook(context.language, title: link.label)),
            ]
        }
    }
}

/// The page that a browser shows without a connection, with its own frame, because the menu belongs to the viewer.
struct OfflinePage {
    let language: String
    let theme: String
    let stylesheet: String
    let favicon: String
    let logo: String
    let script: String
    /// The script that lists the kept pages.
    let list: String

    init(_ context: Context) {
        let assets = context.site.assets
        (language, theme) = (context.language.rawValue, context.theme.rawValue)
        (stylesheet, favicon) = (assets.address("site.css"), assets.address("favicon.svg"))
        (logo, script) = (assets.address("logo.svg"), assets.address("offline-page.js"))
        list = assets.address("kept-pages.js")
    }
}

/// What a browser keeps of the site is a setting of the device, so its script reads and changes it.
struct OfflineSettingsPage {
    let layout: Layout
    let script: String
    /// The script that lists the kept pages.
    let list: String

    init(_ context: Context) {
        layout = context.layout(title: Text.offlineTitle(context.language), section: "preferences", isListed: false)
        script = context.site.assets.address("offline-settings.js")
        list = context.site.assets.address("kept-pages.js")
    }
}
