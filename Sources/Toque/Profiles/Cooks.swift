// The public page of an author: name, photo, bio, the mark of a publishing licence, public recipes.

import Database
import Food
import HTML
import HTTP

enum Cooks {
    static func show(_ context: Context) async throws -> Response {
        let name = context.parameters["username"] ?? ""
        guard let cook = try ProfileStore(context.reader).cook(username: name, now: context.now) else {
            throw SiteError.notFound
        }
        let (author, address) = (cook.author, Address.cook(cook.author.username))
        guard author.username == name else { return Response.redirect(.movedPermanently, to: address) }
        let page = Paging.page(context.request.query["page"])
        let (own, ignoresDefaults) = (try context.ownFilters(), context.request.query["all"] == "1")
        let (total, rows) = try PublicRecipeStore(context.reader).by(
            author: author.id, fitting: ignoresDefaults ? DefaultFilters() : own, page: page, now: context.now)
        if context.wantsJSON {
            return try context.json(CookJSON(cook, total: total, page: page, items: rows.map(CardJSON.init)))
        }
        let catalogue = try context.site.catalogue.current(context.reader)
        return context.page(
            CookPage(
                layout: context.layout(
                    title: author.name, section: "recipes", description: cook.bio, canonical: address),
                name: author.name, username: author.username, isLicensed: author.isLicensed, bio: cook.bio,
                avatar: cook.avatar, isOwn: author.id == context.viewer?.id, count: total,
                cards: try context.selectableCards(rows, catalogue),
                selecting: try SelectSeveral(
                    ignoresDefaults && !own.isEmpty ? "\(address)?all=1" : address, isEmpty: rows.isEmpty, context),
                report: ReportForm(.user, author.id, of: author.id, context),
                pages: Pages(number: page, total: total) {
                    SelectSeveral.keep(
                        "\(address)?\(ignoresDefaults && !own.isEmpty ? "all=1&" : "")page=\($0)", context)
                },
                defaultFilterNote: DefaultFilterNote(
                    own, ignoresDefaults: ignoresDefaults, showsAll: "\(address)?all=1", again: address,
                    context.language)))
    }
}

struct CookPage {
    let layout: Layout
    let name: String
    let username: String
    let isLicensed: Bool
    let bio: String
    let avatar: Avatar
    let isOwn: Bool
    let count: Int
    let cards: [HTML]
    let selecting: SelectSeveral?
    let report: ReportForm?
    let pages: Pages
    /// A note on the default filters that hide recipes.
    let defaultFilterNote: DefaultFilterNote?
    /// Whether recipes may be hidden, so that an empty list does not mean that there are none.
    var isFiltered: Bool { defaultFilterNote.map { !$0.ignoresDefaults } ?? false }
}

/// The public page as JSON; nothing else of the profile is public.
struct CookJSON: Encodable {
    let username: String
    let displayName: String
    let licensed: Bool
    let bio: String
    let picture: String?
    let total: Int
    let page: Int
    let items: [CardJSON]

    init(_ cook: Cook, total: Int, page: Int, items: [CardJSON]) {
        username = cook.author.username
        displayName = cook.author.name
        licensed = cook.author.isLicensed
        bio = cook.bio
        picture = cook.avatar.jpeg
        self.total = total
        self.page = page
        self.items = items
    }
}
