// The pages of a recipe that is not public, for the people that its author named and for everyone who has the link.

import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum SharedPages {
    /// The page that a link opens.
    static func show(_ context: Context) async throws -> Response {
        let (shared, token) = try linked(context)
        if let address = try publicAddress(shared.id, context) { return Response.redirect(to: address) }
        return unlisted(try await page(shared, token: token, context))
    }

    static func printable(_ context: Context) async throws -> Response {
        let (shared, token) = try linked(context)
        if try publicAddress(shared.id, context) != nil {
            return Response.redirect(to: Address.printRecipe(shared.id))
        }
        return unlisted(try await print(shared, token: token, context))
    }

    private static func linked(_ context: Context) throws -> (SharedText, token: String) {
        let token = context.parameters["token"] ?? ""
        guard let id = try SharingStore(context.reader).recipe(token: token, now: context.now),
            let shared = try RecipeStore(context.reader).shared(
                id, with: .link(SecretLink.hash(token)), now: context.now)
        else { throw SiteError.notFound }
        return (shared, token)
    }

    /// The page of a recipe that everyone may read, to which its link leads.
    private static func publicAddress(_ id: Int, _ context: Context) throws -> String? {
        try PublicRecipeStore(context.reader).head(id, now: context.now).map {
            Address.recipe(Slug.segment(id, $0.slug))
        }
    }

    /// Search engines do not list the page, and other sites do not learn its address.
    private static func unlisted(_ response: Response) -> Response {
        var response = response
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response
    }

    /// The page, for a named member or with the token of the link.
    static func page(_ shared: SharedText, token: String?, _ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        if context.wantsJSON {
            var answer = try await context.site.workers.run {
                RecipeJSON(shared.revision, shared.author, catalogue.diets(of: shared.revision.body), catalogue)
            }
            if let token { answer.open(with: token) }
            return try context.json(answer)
        }
        let shown = ShownAmounts(context.request.query)
        let reading = try context.reading()
        let address = token.map { Address.linkedRecipe($0) } ?? Address.recipe(shared.segment)
        let (diets, article) = try await article(shared, catalogue, reading, token: token, address: address, context)
        let author = FormerMember.shown(shared.author.name, context.language)
        let isNamed = token == nil
        return context.page(
            SharedRecipePage(
                layout: context.layout(title: article.title, section: "recipes", isListed: false),
                note: isNamed
                    ? Text.sharedNamed(context.language, name: author)
                    : Text.sharedLink(context.language, name: author),
                article: article,
                printAddress: token.map { Address.printLinkedRecipe($0) } ?? Address.printRecipe(shared.id),
                cook: isNamed
                    ? try CookLink(shared.id, hasSteps: article.hasSteps, servings: shown.servings, context) : nil,
                shopping: isNamed
                    ? SharedShoppingForm(
                        action: Address.shoppingRecipe(shared.id), formToken: context.formToken,
                        servings: shown.typed) : nil,
                timers: TimerDock(recipe: shared.id, title: article.title, reading, context),
                servings: context.site.assets.address("servings.js"),
                avoided: AvoidedNote(reading.defaultFilters, diets, catalogue, context.language)),
            status: shown.status)
    }

    static func print(_ shared: SharedText, token: String?, _ context: Context) async throws -> Response {
        let (catalogue, reading) = (try context.site.catalogue.current(context.reader), try context.reading())
        let address = token.map { Address.linkedRecipe($0) } ?? Address.recipe(shared.segment)
        let (diets, article) = try await article(shared, catalogue, reading, token: token, address: address, context)
        return context.page(
            PrintPage(
                layout: context.layout(title: article.title, section: "recipes", isListed: false), article: article,
                address: address,
                avoided: AvoidedNote(reading.defaultFilters, diets, catalogue, context.language)))
    }

    /// A worker makes the article, which for the longest texts takes too long for an event loop.
    private static func article(
        _ shared: SharedText, _ catalogue: Catalogue, _ reading: DisplayPreferences, token: String?, address: String,
        _ context: Context
    ) async throws -> (DerivedDiets, RenderedArticle) {
        let (shown, language) = (ShownAmounts(context.request.query), context.language)
        var builder = context.articles(catalogue, shown.units ?? reading.units, reading.mediaPreferences)
        builder.tutorials = try context.site.tutorials.current(context.reader)
        builder.videos = try VideoStore(context.reader).states(shared.revision.body.videos)
        return try await context.site.workers.run { [builder] in
            let diets = catalogue.diets(of: shared.revision.body)
            let recipe = PublicRecipe(revision: shared.revision, author: shared.author, diets: diets)
            var text = RecipePages.scaled(recipe, shown, builder, address)
            text.canShop = token == nil
            return (diets, RenderedArticle(token.map { text.opened(with: $0) } ?? text, language))
        }
    }
}

struct SharedRecipePage {
    let layout: Layout
    /// Who shares the recipe, and that it is not public.
    let note: String
    let article: RenderedArticle
    let printAddress: String
    /// Only for named members, like the shopping list.
    let cook: CookLink?
    let shopping: SharedShoppingForm?
    let timers: TimerDock
    /// The script that changes the servings.
    let servings: String
    let avoided: AvoidedNote?
}

struct SharedShoppingForm {
    let action: String
    let formToken: String
    let servings: String
}
