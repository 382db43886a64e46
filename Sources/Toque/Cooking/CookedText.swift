// The text of a recipe in cook mode: scaled, with the lines that each step uses.

import Food
import HTTP
import HTTPServer

/// What the catalogue says about a text.
struct ReadSteps: Sendable {
    /// The places of the lines that each step uses.
    let lines: [[Int]]
    let diets: DerivedDiets
}

/// What cook mode shows of a text besides its words, by revision and edition of the catalogue. Texts are read for it
/// once.
typealias StepLineCache = VersionCache<Int, Int, ReadSteps>

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
    static func read(_ context: Context, servings: (Int) throws -> Int?) async throws -> CookedText {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        let catalogue = try context.site.catalogue.current(context.reader)
        let live = try PublicRecipeStore(context.reader).recipe(id, now: context.now)
        let own =
            try live == nil
            ? context.viewer.flatMap { try RecipeStore(context.reader).own(id, viewer: $0.id) } : nil
        let shared = try live == nil && own == nil ? context.sharedText(id)?.revision : nil
        guard let written = live?.revision ?? own?.head ?? shared else { throw SiteError.notFound }
        let read = try await read(written, catalogue, context.site)
        let asked = try servings(id)
        return CookedText(
            id: id, address: Address.recipe(Slug.segment(id, written.slug)), isPublic: live != nil,
            isShared: shared != nil,
            isReviewable: live.map { $0.author.id != context.viewer?.id } ?? false,
            diets: live?.diets ?? read.diets, asked: asked,
            revision: written.scaled(to: asked, catalogue), lines: read.lines)
    }

    /// A worker reads a text of which nothing is cached, since a text may have 100,000 characters.
    private static func read(_ written: Revision, _ catalogue: Catalogue, _ site: Site) async throws -> ReadSteps {
        let cache = site.stepLines
        if let known = cache.known(written.id, catalogue.edition) { return known }
        return try await site.workers.run {
            cache.value(written.id, catalogue.edition) {
                let (body, understanding) = (written.body, catalogue.understanding(of: written.body))
                return ReadSteps(
                    lines: catalogue.lines(in: body.steps.map(\.text), of: understanding.lines),
                    diets: catalogue.diets(of: body, understanding))
            }
        }
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
