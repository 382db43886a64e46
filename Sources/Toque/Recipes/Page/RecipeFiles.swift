// Serves a recipe as a file to everyone who may read its page.

import Database
import Food
import HTTP
import HTTPServer

enum RecipeFiles {
    /// The recipe as schema.org/Recipe in JSON-LD.
    static func data(_ context: Context) async throws -> Response {
        let (recipe, publishedAt, rating, catalogue) = try await found(context)
        let site = context.site.settings.baseURL
        let lengths = try VideoStore(context.reader).lengths(recipe.revision.body.videos)
        let text = try await context.site.workers.run {
            RecipeData(
                recipe.revision, author: recipe.author, diets: recipe.diets, publishedAt: publishedAt,
                catalogue: catalogue, site: site, milliseconds: lengths, rating: rating
            ).file
        }
        return file(text, "application/ld+json", recipe, ending: "jsonld")
    }

    static func cooklang(_ context: Context) async throws -> Response {
        let (recipe, _, _, catalogue) = try await found(context)
        let author = FormerMember.shown(recipe.author.name, context.language)
        let site = context.site.settings.baseURL
        let text = try await context.site.workers.run {
            CooklangText(recipe.revision.body, author: author, catalogue: catalogue, site: site).text
        }
        return file(text, "text/plain; charset=utf-8", recipe, ending: "cook")
    }

    /// The public text, or else the viewer's own private recipe.
    private static func found(_ context: Context) async throws -> (
        PublicRecipe, publishedAt: Int?, RecipeRating, Catalogue
    ) {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        let catalogue = try context.site.catalogue.current(context.reader)
        let store = PublicRecipeStore(context.reader)
        if let head = try store.head(id, now: context.now), let recipe = try store.recipe(head) {
            return (recipe, head.publishedAt, head.rating, catalogue)
        }
        guard let viewer = context.viewer, let own = try RecipeStore(context.reader).own(id, viewer: viewer.id) else {
            throw SiteError.notFound
        }
        let diets = try await context.site.workers.run { catalogue.diets(of: own.head.body) }
        let recipe = PublicRecipe(revision: own.head, author: viewer.author, diets: diets)
        return (recipe, nil, RecipeRating(), catalogue)
    }

    private static func file(_ text: String, _ type: String, _ recipe: PublicRecipe, ending: String) -> Response {
        let name = Slug.segment(recipe.revision.recipeID, recipe.revision.slug)
        var response = Response(body: .bytes(Array(text.utf8)))
        response.headers["Content-Type"] = type
        response.headers["Content-Disposition"] = "inline; filename=\"\(name).\(ending)\""
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        return response
    }
}
