// Copies a recipe into a new private one: a recipe of the viewer, or a public one whose licence allows adapting it.

import Database
import HTTP
import Security

enum Adapting {
    static func copy(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        let copied = try AdaptationStore(context.reader).copy(id, viewer: viewer, now: now)
        let text = try await context.revisionText(of: copied.body)
        // A form that is sent twice makes one copy.
        let form = SHA256.hex("\(context.form["csrf"] ?? "") copy \(id)")
        let made = try await context.site.writer.write { db in
            let recipes = RecipeStore(db)
            if let known = try recipes.recipe(ofForm: form, author: viewer.id) { return known }
            let created = try recipes.create(text, author: viewer.id, form: form, now: now)
            if copied.keepsOriginal { try AdaptationStore(db).add(created.id, now: now) }
            return created.id
        }
        return context.redirect(to: Address.editRecipe(made), done: "recipe-copied", number: made)
    }
}

extension RecipeForm {
    /// The form with what the site knows of the original that it names. `kept` is the original of the saved text of
    /// this recipe; `nil` for a new one.
    func withOriginal(
        of recipe: Int?, kept: AdaptedFrom?, by author: Author, isTheirs: Bool = true, _ context: Context
    ) throws -> RecipeForm {
        var form = self
        let store = AdaptationStore(context.reader)
        if let recipe, try store.keepsOriginal(recipe) { form.copiedFrom = kept }
        if let id = terms.recipe(onSite: context.site.settings.baseURL) {
            form.original = try store.original(id, by: author, isTheirs: isTheirs, kept: kept, now: context.now)
        }
        return form
    }
}
