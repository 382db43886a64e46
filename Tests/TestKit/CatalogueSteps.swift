// Changes of the catalogue as admins make them: drafted, weighed, confirmed, undone.

import Database
import HTTP

@testable import Food
@testable import Toque

extension TestSite {
    /// Autosaves a change by a form of the catalogue's, and has it weighed; returns its address.
    func draft(_ path: String, _ fields: [(String, String)], as admin: Person = .ada) async throws -> String {
        let answer = try await client(admin).post(path, fields)
        try answer.expect(.seeOther)
        site.backgroundWorker.work()
        return try found(answer.location)
    }

    /// The same, confirmed and with every recipe derived anew.
    @discardableResult
    func change(_ path: String, _ fields: (String, String)...) async throws -> String {
        let address = try await draft(path, fields)
        try await confirm(address)
        return address
    }

    /// `derived` has the background worker derive every recipe anew.
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

    /// The key of the ingredient that a name means.
    func key(of name: String) throws -> String? { try catalogue().entry(named: name)?.key }

    /// The keys that a recipe's public rows name.
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
