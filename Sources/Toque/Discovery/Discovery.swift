// Handlers for programs that look for the site's recipes, or for whom to tell about a security problem.

import Bytes
import Database
import HTTP
import HTTPServer
import Texts
import Words

enum Discovery {
    /// The pages that only their readers need, or that search engines could follow without end.
    private static let closed = ["/admin", "/moderation/submissions", "/settings", "/my/", "/search", "/unsubscribe/"]
    /// How long shared caches may keep these files, in seconds.
    private static let lifetime = 900
    /// The part of the sitemap with the tutorials, the pages that list recipes, and those about the site.
    private static let pages = "pages"
    /// The entries of the feed.
    static let feedLength = 20

    /// `GET /robots.txt` (RFC 9309).
    static func robots(_ context: Context) async throws -> Response {
        let rules = closed.map { "Disallow: \($0)\n" }.joined()
        return file(
            "User-agent: *\n\(rules)\nSitemap: \(context.site.settings.baseURL + Address.sitemap())\n",
            "text/plain; charset=utf-8")
    }

    /// `GET /sitemap.xml`: the index of the parts.
    static func sitemap(_ context: Context) async throws -> Response {
        let base = context.site.settings.baseURL
        var xml = XMLText()
        xml.open("sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"")
        for part in try [pages] + DiscoveryStore(context.reader).parts().map({ String($0) }) {
            xml.open("sitemap")
            xml.element("loc", base + Address.sitemapPart(part))
            xml.close("sitemap")
        }
        xml.close("sitemapindex")
        return file(xml.bytes, "application/xml")
    }

    /// One part: the pages without a recipe of their own, or the recipes of a range of numbers.
    static func sitemapPart(_ context: Context) async throws -> Response {
        let (site, part) = (context.site, context.parameters["part"] ?? "")
        let base = site.settings.baseURL
        if part == pages {
            let listed = [Address.home, .explore, .recipes, .tutorials, .about, .help, .privacy, .publicDecisions]
            let tutorials = try TutorialStore(context.reader).all().filter(\.isPublished)
            let addresses = listed.map { $0() } + tutorials.map(\.address)
            return file(urls(addresses.map { ($0, nil) }, base), "application/xml")
        }
        guard let number = Int(part), (1...1_000_000).contains(number) else { throw SiteError.notFound }
        // A worker makes it, since a part has up to 5,000 recipes.
        let bytes = try await site.workers.run {
            let recipes = try site.readOnWorker { try DiscoveryStore($0).recipes(part: number) }
            return recipes.isEmpty
                ? nil
                : urls(recipes.map { (Address.recipe(Slug.segment($0.id, $0.slug)), $0.changedAt) }, base)
        }
        guard let bytes else { throw SiteError.notFound }
        return file(bytes, "application/xml")
    }

    /// A part with these addresses, and when they changed.
    private static func urls(_ addresses: [(address: String, changedAt: Int?)], _ base: String) -> [UInt8] {
        var xml = XMLText()
        xml.open("urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"")
        for (address, changedAt) in addresses {
            xml.open("url")
            xml.element("loc", base + address)
            if let changedAt { xml.element("lastmod", Dates.time(changedAt)) }
            xml.close("url")
        }
        xml.close("urlset")
        return xml.bytes
    }

    /// `GET /feed.atom`: the recipes that became public last (RFC 4287).
    static func feed(_ context: Context) async throws -> Response {
        let base = context.site.settings.baseURL
        let recipes = try DiscoveryStore(context.reader).newest(feedLength)
        let host = AtomID.authority(base)
        var xml = XMLText()
        xml.open("feed xmlns=\"http://www.w3.org/2005/Atom\"")
        xml.element("id", AtomID.tag(host, "recipes"))
        xml.element("title", Text.feedTitle(.en))
        xml.element("updated", Dates.time(recipes.map(\.changedAt).max() ?? 0))
        xml.element("link rel=\"self\" type=\"application/atom+xml\"", "href", base + Address.feed())
        xml.element("link rel=\"alternate\" type=\"text/html\"", "href", base + Address.recipes())
        for recipe in recipes {
            let address = base + Address.recipe(Slug.segment(recipe.id, recipe.slug))
            xml.open("entry")
            xml.element("id", AtomID.tag(host, "recipe-\(recipe.id)"))
            xml.element("title", recipe.title)
            xml.element("published", Dates.time(recipe.publishedAt))
            xml.element("updated", Dates.time(recipe.changedAt))
            xml.open("author")
            xml.element("name", FormerMember.shown(recipe.authorName, .en))
            if !FormerMember.isOne(recipe.author) { xml.element("uri", base + Address.cook(recipe.author)) }
            xml.close("author")
            xml.element("link rel=\"alternate\" type=\"text/html\"", "href", address)
            if !recipe.description.isEmpty { xml.element("summary", recipe.description) }
            xml.close("entry")
        }
        xml.close("feed")
        return file(xml.bytes, "application/atom+xml")
    }

    /// `GET /.well-known/security.txt` (RFC 9116). It expires half a year after the day on which it is read.
    static func security(_ context: Context) async throws -> Response {
        let settings = context.site.settings
        let today = context.now - context.now % Milliseconds.day
        return file(
            """
            Contact: \(settings.securityContact ?? settings.baseURL + Address.newBug())
            Expires: \(Dates.time(today + 180 * Milliseconds.day))
            Preferred-Languages: en, ru
            Canonical: \(settings.baseURL + Address.securityContact())

            """, "text/plain; charset=utf-8")
    }

    private static func file(_ text: String, _ type: String) -> Response { file(Array(text.utf8), type) }

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
        Response(
            headers: ["Content-Type": type, "Cache-Control": "public, max-age=\(lifetime)"], body: .bytes(bytes))
    }
}

/// Ids of the feed and its entries, which never change (RFC 4151).
enum AtomID {
    /// The host of the site's address, without its port, which a tag may not have.
    static func authority(_ base: String) -> String {
        let host = base.split(bytes: "://", maxSplits: 1).last ?? ""
        return host.hasPrefix(bytes: "[") ? "localhost" : String(host.prefix(beforeAny: ":/"))
    }

    static func tag(_ authority: String, _ name: String) -> String { "tag:\(authority),2026:\(name)" }
}
