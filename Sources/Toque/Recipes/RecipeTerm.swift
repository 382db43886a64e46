// Categories and cuisines that admins set. They are stored next to the text, which stays as approved, and apply as long
// as the text has the value that they replaced.

import Database
import Food
import Texts
import Words

/// Why an admin changed a recipe.
struct ChangeReason: Sendable, Equatable {
    let written: String
    /// The change that this one undid, which is then the whole reason.
    let undoes: Int?

    func told(_ language: Language) -> String {
        undoes.map { Text.recipeChangeUndoReason(language, number: $0) } ?? written
    }
}

/// A category or cuisine that replaces the one in a text.
struct RecipeTerm: Sendable, Equatable {
    /// What the audit log shows where no term is set.
    static let asWritten = "as written"

    let kind: TermKind
    /// The key in the text; `nil` if it has none.
    let written: String?
    let value: String
}

extension TermKind {
    /// The field of a text that contains this kind of term.
    var field: WritableKeyPath<RecipeBody, String?> {
        switch self {
        case .category: \.category
        case .cuisine: \.cuisine
        }
    }
}

extension RecipeTerm {
    /// The term and its reason in one sentence, for the author and for admins.
    func note(_ reason: ChangeReason, _ catalogue: Catalogue, _ language: Language) -> String {
        let reason = reason.told(language)
        return switch kind {
        case .category:
            Text.recipeCategorySet(
                language, name: catalogue.categoryName(value, language) ?? value, reason: reason)
        case .cuisine:
            Text.recipeCuisineSet(language, name: catalogue.cuisineName(value, language) ?? value, reason: reason)
        }
    }
}

extension RecipeBody {
    /// The text with its terms applied, as lists and readers see it.
    func filed(under terms: [RecipeTerm]) -> RecipeBody {
        var body = self
        for term in terms where body[keyPath: term.kind.field] == term.written {
            body[keyPath: term.kind.field] = term.value
        }
        return body
    }
}

extension Revision {
    func filed(under terms: [RecipeTerm]) -> Revision {
        if terms.isEmpty { return self }
        return Revision(
            id: id, recipeID: recipeID, n: n, slug: slug, sha256: sha256, createdAt: createdAt,
            body: body.filed(under: terms), stored: stored)
    }
}

struct RecipeTermStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func inForce(_ recipe: Int) throws -> [RecipeTerm] {
        try db.all("SELECT kind, written, value FROM recipe_term WHERE recipe_id = \(recipe) ORDER BY kind") {
            RecipeTerm(kind: $0[0], written: $0[1], value: $0[2])
        }
    }

    /// Sets a term as part of an admin's change; `nil` restores the value of the text.
    func set(_ kind: TermKind, _ value: String?, written: String?, recipe: Int, change: Int) throws {
        try db.run("DELETE FROM recipe_term WHERE recipe_id = \(recipe) AND kind = \(kind)")
        guard let value else { return }
        try db.run(
            """
            INSERT INTO recipe_term (recipe_id, kind, written, value, change_id)
            VALUES (\(recipe), \(kind), \(written), \(value), \(change))
            """)
    }

    /// Removes the terms that replaced a value other than the one in `body`, the text that goes live, and logs each
    /// removal.
    func lapse(_ recipe: Int, unlessOf body: RecipeBody, by actor: Actor, now: Int) throws {
        for term in try inForce(recipe) where body[keyPath: term.kind.field] != term.written {
            try db.run("DELETE FROM recipe_term WHERE recipe_id = \(recipe) AND kind = \(term.kind)")
            try AuditStore(db).append(
                .init(
                    action: "\(term.kind.rawValue)-lapsed", object: .recipe, id: recipe, from: term.value,
                    to: RecipeTerm.asWritten
                ), by: actor, at: now)
        }
    }

    /// The recipe's terms with their reasons, for the author.
    func reasons(_ recipe: Int) throws -> [(term: RecipeTerm, reason: ChangeReason)] {
        try db.all(
            """
            SELECT t.kind, t.written, t.value, c.reason, c.undoes_id
            FROM recipe_term t JOIN recipe_change c ON c.id = t.change_id
            WHERE t.recipe_id = \(recipe) ORDER BY t.kind
            """
        ) { (RecipeTerm(kind: $0[0], written: $0[1], value: $0[2]), ChangeReason(written: $0[3], undoes: $0[4])) }
    }
}
