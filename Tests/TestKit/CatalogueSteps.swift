// Steps that change the catalogue as an admin: preview, confirm, undo.

import Database
import HTTP

@testable import Food
@testable import Toque

extension TestSite {
    /// Sends a form of the catalogue, waits for the preview, and returns the address of the change.
    func draft(_ path: String, _ fields: [(String, String)], as admin: Person = .ada) async throws -> String {
        let answer = try await client(admin).post(path, fields)
        try answer.expect(.seeOther)
        site.backgroundWorker.work()
        return try found(answer.location)
    }

    /// Previews and confirms a change, and recalculates every recipe.
    @discardableResult
    func change(_ path: String, _ fields: (String, String)...) async throws -> String {
        let address = try await draft(path, fields)
        try await confirm(address)
        return address
    }

    /// Confirms a change; with `derived` the background worker then recalculates every recipe.
    func confirm(_ change: String, derived: Bool = true) async throws {
        try await client(.ada).post("\(change)/confirm").expect(.seeOther)
        if derived { site.backgroundWorker.work() }
    }

    func undo(_ change: String) async throws {
        let answer = try await client(.ada).post("\(change)/undo")
        try answer.expect(.seeOther)
        site.backgroundWorker.work()
        try await confirm(found(answer.location))
    }

    func vegan() async throws -> Set<Int> {
        Set(try await visitor().json("/search?diet=vegan", as: ListAnswer<CardAnswer>.self).items.map(\.id))
    }

    /// The key of the ingredient with this name.
    func key(of name: String) throws -> String? { try catalogue().entry(named: name)?.key }

    /// The keys of the ingredients in a recipe's public rows.
    func ingredients(of recipe: Int) throws -> Set<String> {
        try read { db in
            Set(
                try db.all(
                    """
                    SELECT i.key FROM public_recipe_ingredient p JOIN ingredient i ON i.id = p.ingredient_id
                    WHERE p.recipe_id = \(recipe) AND NOT p.is_mentioned
                    """
                ) { $0[0] as String })
        }
    }
}
