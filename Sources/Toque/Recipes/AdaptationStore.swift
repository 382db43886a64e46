// Finds the recipes that a member may adapt, and stores which recipes are copies of others.

import Database

/// A text that is copied into a new recipe.
struct CopiedText: Sendable {
    let body: RecipeBody
    /// Whether its licence obliges the copy to go on naming the original.
    let keepsOriginal: Bool
}

struct AdaptationStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The original that a form for an author's recipe names. `kept` is that of the saved text: its terms stay as they
    /// were then. `isTheirs` is false if a moderator fills in the form, who may not read the author's private recipes.
    func original(
        _ id: Int, by author: Author, isTheirs: Bool = true, kept: AdaptedFrom?, now: Int
    ) throws -> NamedOriginal {
        if let kept, kept.recipe == id { return .found(kept) }
        if let own = try RecipeStore(db).own(id, viewer: author.id),
            try isTheirs || PublicRecipeStore(db).recipe(id, now: now) != nil
        {
            return .found(AdaptedFrom(recipe: id, title: own.head.body.title, author: author.name))
        }
        guard let recipe = try PublicRecipeStore(db).recipe(id, now: now) else { return .missing }
        let body = recipe.revision.body
        guard let licence = body.licence, licence.allowsAdapting else { return .notAllowed(title: body.title) }
        return .found(
            AdaptedFrom(recipe: id, title: body.title, author: recipe.author.name, licence: licence))
    }

    /// The text of a copy: the viewer's own recipe as it is, or another member's public text with its origin and
    /// without its pictures, which the licence of the text does not cover.
    func copy(_ id: Int, viewer: Viewer, now: Int) throws -> CopiedText {
        if let own = try RecipeStore(db).own(id, viewer: viewer.id) {
            return CopiedText(body: own.head.body, keepsOriginal: try keepsOriginal(id))
        }
        switch try original(id, by: viewer.author, kept: nil, now: now) {
        case .elsewhere, .missing: throw SiteError.notFound
        case .notAllowed: throw SiteError.forbidden(.adapting)
        case .found(let original):
            guard var body = try PublicRecipeStore(db).recipe(id, now: now)?.revision.body else {
                throw SiteError.notFound
            }
            body.photo = nil
            body.steps = body.steps.map(\.bare)
            body.adaptedFrom = original
            let needsCredit = original.licence?.needsCredit ?? false
            if needsCredit, body.credit == nil { body.credit = original.author }
            body.licence = original.licence?.ofAdaptations ?? original.licence
            return CopiedText(body: body, keepsOriginal: needsCredit)
        }
    }

    /// Whether a recipe is a copy that has to go on naming its original.
    func keepsOriginal(_ recipe: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM adaptation WHERE recipe_id = \(recipe)")
    }

    func add(_ recipe: Int, now: Int) throws {
        try db.run("INSERT INTO adaptation (recipe_id, made_at) VALUES (\(recipe), \(now))")
    }
}

extension ErrorReason {
    static let adapting = ErrorReason("adapting")
}
