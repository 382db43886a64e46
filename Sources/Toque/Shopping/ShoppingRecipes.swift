// Adds the ingredients of a recipe to the shopping list.

import Bytes
import Database
import Food
import HTTP
import HTTPServer

enum ShoppingRecipes {
    /// Adds the chosen lines, scaled; without a choice all of them. With `missing=1` only what the pantry lacks.
    static func add(_ context: Context) async throws -> Response {
        let (viewer, now, form) = (try context.member(), context.now, context.form)
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let body = try context.readableBody(id, draft: form["draft"] == "1")
        else { throw SiteError.notFound }
        let typed = TypedLines(form)
        let (amounts, errors) = typed.checked(body, context.language)
        guard let amounts else {
            return context.page(ChosenLinesPage(id, body, typed, errors, context), status: .unprocessable)
        }
        let wanted = WantedRecipe(
            recipe: id, body: body, factor: amounts.factor, chosen: amounts.chosen,
            pantry: form["missing"] == "1" ? try context.pantryStock() : nil)
        let catalogue = try context.site.catalogue.current(context.reader)
        let items = try await context.site.workers.run { wanted.items(catalogue) }
        guard !items.isEmpty else {
            return context.redirect(to: context.formPage ?? Address.shopping(), done: "shopping-nothing-missing")
        }
        let step = try await context.changeShopping(of: viewer.id) {
            try $0.add(items, user: viewer.id, now: now)
        }
        return context.redirect(to: context.formPage ?? Address.shopping(), done: "shopping-added", number: step)
    }

    /// Adds all lines of the selected recipes; with `missing=1` only what the pantry lacks for all of them together.
    static func addSeveral(_ context: Context) async throws -> Response {
        let (viewer, now, form) = (try context.member(), context.now, context.form)
        let back = context.formPage ?? Address.favourites()
        let ids = ShoppingRules.recipes(form.all("recipe"))
        guard !ids.isEmpty else { return context.redirect(to: back, done: "none-marked") }
        guard ids.count <= ShoppingRules.recipesAtATime else { throw SiteError.conflict(.tooManyRecipes) }
        let pantry = form["missing"] == "1" ? try context.pantryStock() : nil
        let catalogue = try context.site.catalogue.current(context.reader)
        let site = context.site
        let items = try await site.workers.run {
            let recipes = try site.readOnWorker { db in
                try ids.compactMap { id in
                    try RecipeBody.readable(id, viewer: viewer.id, now: now, db).map {
                        WantedRecipe(recipe: id, body: $0, factor: 1, chosen: [], pantry: nil)
                    }
                }
            }
            return pantry.map { WantedRecipe.missing(of: recipes, $0, catalogue) }
                ?? recipes.flatMap { $0.items(catalogue) }
        }
        guard !items.isEmpty else { return context.redirect(to: back, done: "shopping-nothing-missing") }
        let step = try await context.changeShopping(of: viewer.id) { try $0.add(items, user: viewer.id, now: now) }
        return context.redirect(to: back, done: "shopping-added", number: step)
    }
}

/// What of a recipe is wanted.
struct WantedRecipe: Sendable {
    let recipe: Int
    let body: RecipeBody
    let factor: Double
    let chosen: Set<Int>
    /// `nil` if everything is wanted, whatever the pantry has.
    let pantry: PantryStock?

    func items(_ catalogue: Catalogue) -> [NewShoppingItem] {
        if let pantry { return Self.missing(of: [self], pantry, catalogue) }
        let (lines, needs) = scaled(catalogue)
        return ShoppingRules.summed(ShoppingRules.items(of: recipe, lines, needs, chosen: chosen))
    }

    /// The lines and needs, multiplied.
    private func scaled(_ catalogue: Catalogue) -> (lines: [RecipeLine], needs: [NeedPart]) {
        let needs = catalogue.needs(of: body.dish, catalogue.understanding(of: body)).filter {
            chosen.isEmpty || chosen.contains(Int($0.line))
        }
        return (
            body.lines.map { Scaling.scale($0, by: factor, catalogue.units) }, needs.map { $0.scaled(by: factor) }
        )
    }

    /// What a pantry lacks for several recipes together: what one takes is not there for the next.
    static func missing(of recipes: [WantedRecipe], _ pantry: PantryStock, _ catalogue: Catalogue) -> [NewShoppingItem]
    {
        var (lines, needs, unlisted): ([(recipe: Int, line: RecipeLine)], [NeedPart], [Int: Int]) = ([], [], [:])
        for wanted in recipes {
            let (own, parts) = wanted.scaled(catalogue)
            for part in parts {
                // Lines are numbered on from recipe to recipe, and so are the needs that only steps name.
                let number = part.isInStepsOnly ? -1 - unlisted.count : Int(part.line) + lines.count
                if part.isInStepsOnly { unlisted[number] = wanted.recipe }
                needs.append(part.numbered(number))
            }
            lines += own.map { (wanted.recipe, $0) }
        }
        return ShoppingRules.summed(
            ShoppingRules.missing(lines, needs, PantryMatcher(pantry).match(needs)) { unlisted[$0] })
    }
}
