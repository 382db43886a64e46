// Recipes in lists that a member puts together: public ones, and the member's own, which may be private.

import Database
import Food
import HTML
import HTTP

/// A recipe that the viewer may read.
enum ReadableRecipe: Sendable {
    case everyones(PublicRecipeRow)
    /// The viewer's own recipe that is not public.
    case own(OwnRecipeRow)

    var id: Int {
        switch self {
        case .everyones(let row): row.id
        case .own(let row): row.id
        }
    }

    var title: String {
        switch self {
        case .everyones(let row): row.title
        case .own(let row): row.title
        }
    }
}

/// A card with the id and title of its recipe, for the check box below it.
struct ListedCard {
    let id: Int
    let title: String
    let markup: HTML
}

extension RecipeStore {
    /// The condition that a user may read a recipe: it is public or the user's own. `recipe` is SQL for its id.
    static func isReadable(_ recipe: SQL, by viewer: Int) -> SQL {
        """
        (EXISTS (SELECT 1 FROM public_recipe readable WHERE readable.recipe_id = \(sql: recipe))
            OR EXISTS (SELECT 1 FROM recipe own WHERE own.id = \(sql: recipe) AND own.author_id = \(viewer)
                AND own.deleted_at IS NULL))
        """
    }

    func isReadable(_ id: Int, by viewer: Int) throws -> Bool {
        try db.exists("SELECT 1 WHERE \(sql: Self.isReadable("\(id)", by: viewer))")
    }

    /// The recipes with these ids, in the same order; recipes that the viewer may not read are left out.
    func readable(_ ids: [Int], by viewer: Int, now: Int) throws -> [ReadableRecipe] {
        let everyones = Dictionary(try PublicRecipeStore(db).cards(ids, now: now).map { ($0.id, $0) }) { first, _ in
            first
        }
        let rest = ids.filter { everyones[$0] == nil }
        let own = Dictionary(try rest.isEmpty ? [] : self.own(rest, viewer: viewer).map { ($0.id, $0) }) { first, _ in
            first
        }
        return ids.compactMap { id in everyones[id].map(ReadableRecipe.everyones) ?? own[id].map(ReadableRecipe.own) }
    }

    /// Links to recipes that the viewer may read, by id: with the public title, or with the latest of the viewer's own.
    func links(_ ids: [Int], by viewer: Int) throws -> [Int: Link] {
        let rows = try db.all(
            """
            SELECT r.id, v.title, v.slug FROM recipe r LEFT JOIN public_recipe p ON p.recipe_id = r.id
            JOIN revision v ON v.id = coalesce(p.revision_id, r.head_revision_id)
            WHERE r.id IN \(list: ids) AND \(sql: Self.isReadable("r.id", by: viewer))
            """
        ) { row in
            (row[0] as Int, Link(label: row[1], address: Address.recipe(Slug.segment(row[0], row[2]))))
        }
        return Dictionary(rows) { first, _ in first }
    }

    private func own(_ ids: [Int], viewer: Int) throws -> [OwnRecipeRow] {
        try db.all(
            """
            SELECT r.id, v.id, v.title, v.slug, v.photo_id, r.state
            FROM recipe r JOIN revision v ON v.id = r.head_revision_id
            WHERE r.id IN \(list: ids) AND r.author_id = \(viewer) AND r.deleted_at IS NULL
            """
        ) { row in
            OwnRecipeRow(
                id: row[0], revisionID: row[1], title: row[2], slug: row[3], photo: row[4], state: row[5],
                deletedBecause: nil)
        }
    }
}

extension Context {
    /// The public text of a recipe, or the viewer's own, or one that its author shares with the viewer; with `draft` the viewer's latest text, also of a public recipe.
    func readableBody(_ id: Int, draft: Bool = false) throws -> RecipeBody? {
        let viewer = try member()
        if draft { return try RecipeStore(reader).own(id, viewer: viewer.id)?.head.body }
        return try RecipeBody.readable(id, viewer: viewer.id, now: now, reader)
    }
}

extension RecipeBody {
    /// The public text of a recipe, or the viewer's own, or one that its author shares with the viewer.
    static func readable(_ id: Int, viewer: Int, now: Int, _ db: Connection) throws -> RecipeBody? {
        try PublicRecipeStore(db).recipe(id, now: now)?.revision.body ?? RecipeStore(db).own(id, viewer: viewer)?.head
            .body
            ?? RecipeStore(db).shared(id, with: .member(viewer), now: now)?.revision.body
    }
}

extension RecipeCard {
    /// The card of the viewer's own recipe, with its state.
    init(_ row: OwnRecipeRow, _ viewer: Viewer, heart: Heart.State, _ context: Context) {
        let icons = context.site.assets.address("icons.svg")
        self.init(
            id: row.id, address: Address.recipe(Slug.segment(row.id, row.slug)), title: row.title,
            picture: ArticleBuilder.picture(
                photo: viewer.mediaPreferences.loadsOnTap ? nil : row.photo, revision: row.revisionID, alt: ""),
            time: nil,
            author: viewer.name, isLicensed: viewer.isLicensed, diets: [], icons: icons,
            heart: Heart(heart, recipe: row.id, title: row.title, icons: icons),
            state: row.state.badge(context.language))
    }
}

extension Context {
    /// The cards of recipes that the viewer may read, in order.
    func cards(_ recipes: [ReadableRecipe], _ catalogue: Catalogue, hearts: Hearts? = nil) throws -> [ListedCard] {
        let viewer = try member()
        let hearts = try hearts ?? Hearts(recipes.map(\.id), self)
        return try recipes.map { recipe in
            let markup: HTML
            switch recipe {
            case .everyones(let row):
                markup = try cards([row], catalogue, hearts: hearts)[0]
            case .own(let row):
                var buffer = HTMLBuffer()
                renderRecipesCardPartial(
                    RecipeCard(row, viewer, heart: hearts[row.id], self), language, &buffer)
                markup = HTML(buffer)
            }
            return ListedCard(id: recipe.id, title: recipe.title, markup: markup)
        }
    }
}
