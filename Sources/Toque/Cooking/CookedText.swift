// The text of a recipe in cook mode: scaled, with the lines that each step uses.

import Food
import HTTP

/// Which lines of a text each of its steps uses, by revision and edition of the catalogue. Texts are read for it once.
typealias StepLineCache = VersionCache<Int, Int, [[Int]]>

extension Site {
    var stepLines: StepLineCache { part() }
}

/// A recipe that the viewer may cook: the public text, or else the viewer's own private one, or one that its author
/// shares with the viewer.
struct CookedText {
    let id: Int
    /// The address of the recipe's page.
    let address: String
    let isPublic: Bool
    /// Whether its author shares it with the viewer; favourites cannot contain such a recipe.
    let isShared: Bool
    /// Whether the viewer may review it.
    let isReviewable: Bool
    let diets: DerivedDiets
    /// The servings that were asked for; `nil` as the recipe was written.
    let asked: Int?
    /// In the amounts of these servings.
    let revision: Revision
    /// The places of the lines that each step uses.
    let lines: [[Int]]

    var body: RecipeBody { revision.body }
    var steps: Int { body.steps.count }

    /// The text with the amounts that the address asks for, or else those of the session.
    static func read(_ context: Context, servings: (Int) throws -> Int?) throws -> CookedText {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        let catalogue = try context.site.catalogue.current(context.reader)
        let live = try PublicRecipeStore(context.reader).recipe(id, now: context.now)
        let own =
            try live == nil
            ? context.viewer.flatMap { try RecipeStore(context.reader).own(id, viewer: $0.id) } : nil
        let shared = try live == nil && own == nil ? context.sharedText(id)?.revision : nil
        guard let written = live?.revision ?? own?.head ?? shared else { throw SiteError.notFound }
        let lines = context.site.stepLines.value(written.id, catalogue.edition) {
            catalogue.lines(in: written.body.steps.map(\.text), of: catalogue.understood(written.body))
        }
        let asked = try servings(id)
        return CookedText(
            id: id, address: Address.recipe(Slug.segment(id, written.slug)), isPublic: live != nil,
            isShared: shared != nil,
            isReviewable: live.map { $0.author.id != context.viewer?.id } ?? false,
            diets: live?.diets ?? catalogue.diets(of: written.body), asked: asked,
            revision: written.scaled(to: asked, catalogue), lines: lines)
    }
}

extension Revision {
    /// The same revision in the amounts of these servings.
    func scaled(to servings: Int?, _ catalogue: Catalogue) -> Revision {
        guard let servings else { return self }
        return Revision(
            id: id, recipeID: recipeID, n: n, slug: slug, sha256: sha256, createdAt: createdAt,
            body: Scaling.scale(body, to: servings, catalogue.units), stored: stored)
    }
}
