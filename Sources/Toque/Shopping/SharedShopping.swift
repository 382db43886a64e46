// Handlers for the link with which others in the household see, tick and extend a member's list.

import Database
import HTTP
import Texts

enum SharedShopping {
    /// Makes a link; an older one opens nothing any more.
    static func makeLink(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let link = SecretLink("shopping-link", context.site)
        try await context.site.writer.write { try ShoppingStore($0).setLink(link, user: viewer.id, now: now) }
        return context.redirect(to: Address.shopping(), done: "shopping-link-made")
    }

    static func endLink(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        try await context.site.writer.write { try ShoppingStore($0).endLink(user: viewer.id) }
        return context.redirect(to: Address.shopping(), done: "shopping-link-ended")
    }

    /// The member whose list the address opens.
    static func owner(_ context: Context) throws -> Int {
        guard let owner = try ShoppingStore(context.reader).owner(token: token(context)) else {
            throw SiteError.notFound
        }
        return owner
    }

    private static func token(_ context: Context) -> String { context.parameters["token"] ?? "" }

    static func list(_ context: Context) async throws -> Response {
        let list = try ShoppingList(of: owner(context), context)
        if context.wantsJSON { return try context.json(list.json) }
        return context.page(SharedShoppingPage(list, token(context), typed: "", FieldErrors(), context))
    }

    static func add(_ context: Context) async throws -> Response {
        let owner = try owner(context)
        var errors = FieldErrors()
        guard let step = try await Shopping.addTyped(to: owner, isShared: true, &errors, context) else {
            let typed = context.form["text"] ?? ""
            let page = SharedShoppingPage(
                try ShoppingList(of: owner, context), token(context), typed: typed, errors, context)
            return context.page(page, status: .unprocessable)
        }
        if context.wantsJSON { return try context.json(AddedJSON(added: step != 0)) }
        return context.redirect(to: Address.sharedShopping(token(context)), done: "shopping-shared-added")
    }

    static func tick(_ context: Context) async throws -> Response { try await setTicked(true, context) }

    static func untick(_ context: Context) async throws -> Response { try await setTicked(false, context) }

    private static func setTicked(_ isTicked: Bool, _ context: Context) async throws -> Response {
        let (owner, now, id) = (try owner(context), context.now, try context.number("item"))
        guard try await context.changeShopping(of: owner, { try $0.setTicked(id, isTicked, user: owner, now: now) })
        else { throw SiteError.notFound }
        if context.wantsJSON { return try context.json(TickJSON(id: id, ticked: isTicked)) }
        return context.redirect(
            to: Address.sharedShopping(token(context)),
            done: isTicked ? "shopping-shared-ticked" : "shopping-unticked")
    }
}
