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
        var (items, recipes): ([NewShoppingItem], [ScaledRecipe]) = ([], [])
        for id in ids {
            // Each recipe takes a turn of its own, so that other requests get theirs.
            let read = try await site.workers.run { [items] () -> (items: [NewShoppingItem], recipe: ScaledRecipe?) in
                let body = try site.readOnWorker {
                    try RecipeBody.readable(id, viewer: viewer.id, now: now, $0)
                }
                guard let body else { return (items, nil) }
                let wanted = WantedRecipe(recipe: id, body: body, factor: 1, chosen: [], pantry: nil)
                if pantry != nil { return (items, wanted.scaled(catalogue)) }
                let all = items + wanted.items(catalogue)
                guard ShoppingRules.fit(all) else { throw SiteError.conflict(.shoppingFull) }
                return (all, nil)
            }
            items = read.items
            if let recipe = read.recipe { recipes.append(recipe) }
        }
        if let pantry {
            items = try await site.workers.run { [recipes] in WantedRecipe.missing(of: recipes, pantry) }
        }
        guard !items.isEmpty else { return context.redirect(to: back, done: "shopping-nothing-missing") }
        let step = try await context.changeShopping(of: viewer.id) { [items] in
            try $0.add(items, user: viewer.id, now: now)
        }
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
        let own = scaled(catalogue)
        if let pantry { return Self.missing(of: [own], pantry) }
        return ShoppingRules.summed(
            ShoppingRules.items(
                of: recipe, own.lines, own.needs, chosen: chosen, water: catalogue.ingredientID("water")))
    }

    /// Reads the text, which is the costly part.
    func scaled(_ catalogue: Catalogue) -> ScaledRecipe {
        let needs = catalogue.needs(of: body.dish, catalogue.understanding(of: body)).filter {
            chosen.isEmpty || chosen.contains(Int($0.line))
        }
        return ScaledRecipe(
            recipe: recipe, lines: body.lines.map { Scaling.scale($0, by: factor, catalogue.units) },
            needs: needs.map { $0.scaled(by: factor) })
    }

    /// What a pantry lacks for several recipes together: what one takes is not there for the next.
    static func missing(of recipes: [ScaledRecipe], _ pantry: PantryStock) -> [NewShoppingItem] {
        var (lines, needs, unlisted): ([(recipe: Int, line: RecipeLine)], [NeedPart], [Int: Int]) = ([], [], [:])
        for wanted in recipes {
            for part in wanted.needs {
                // Lines are numbered on from recipe to recipe, and so are the needs that only steps name.
                let number = part.isInStepsOnly ? -1 - unlisted.count : Int(part.line) + lines.count
                if part.isInStepsOnly { unlisted[number] = wanted.recipe }
                needs.append(part.numbered(number))
            }
            lines += wanted.lines.map { (wanted.recipe, $0) }
        }
        return ShoppingRules.summed(
            ShoppingRules.missing(lines, needs, PantryMatcher(pantry).match(needs)) { unlisted[$0] })
    }
}

/// The lines and needs of a recipe, multiplied.
struct ScaledRecipe: Sendable {
    let recipe: Int
    let lines: [RecipeLine]
    let needs: [NeedPart]
}
