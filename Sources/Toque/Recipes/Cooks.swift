// The public page of an author: name, hat, published recipes.

import Database
import HTML
import HTTP

enum Cooks {
    static func show(_ context: Context) async throws -> Response {
        let name = context.parameters["username"] ?? ""
        guard let cook = try AccountStore(context.reader).cook(username: name, now: context.now) else {
            throw SiteError.notFound
        }
        guard cook.username == name else {
            return Response.redirect(.movedPermanently, to: Address.cook(cook.username))
        }
        let page = Paging.page(context.request.query["page"])
        let (total, rows) = try PublicRecipeStore(context.reader).by(author: cook.id, page: page, now: context.now)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: page, items: rows.map(CardJSON.init)))
        }
        let catalogue = try context.site.catalogue.current(context.reader)
        return context.page(
            CookPage(
                layout: context.layout(
                    title: cook.username, section: "recipes", canonical: Address.cook(cook.username)),
                name: cook.username, isLicensed: cook.isLicensed, count: total,
                cards: context.cards(rows, catalogue),
                pages: Pages(number: page, total: total) { "\(Address.cook(cook.username))?page=\($0)" }))
    }
}

struct CookPage {
    let layout: Layout
    let name: String
    let isLicensed: Bool
    let count: Int
    let cards: [HTML]
    let pages: Pages
}

extension AccountStore {
    /// What everybody may know of a person.
    func cook(username: String, now: Int) throws -> Author? {
        try db.first(
            """
            SELECT id, username, EXISTS (SELECT 1 FROM licence_grant g
                WHERE g.user_id = user.id AND g.until > \(now) AND g.revoked_at IS NULL)
            FROM user WHERE username_key = \(AccountRules.key(username)) AND erased_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM leaving l WHERE l.user_id = user.id)
            """
        ) { Author(id: $0[0], username: $0[1], isLicensed: $0[2]) }
    }
}
