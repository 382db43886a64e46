// Steps that change recipes as an admin: preview, confirm, undo.

import HTTP

@testable import Toque

extension TestSite {
    /// Previews a change of some recipes, or of all that a filter finds; returns the address of the change.
    func draftRecipes(
        _ action: String, _ recipes: [Int], reason: String = "It is a copy.", as admin: Person = .ada,
        _ more: (String, String)...
    ) async throws -> String {
        let fields = [("deed", action), ("reason", reason)] + recipes.map { ("recipe", String($0)) } + more
        let answer = try await client(admin).post("/admin/recipes/changes", fields)
        try answer.expect(.seeOther)
        return try found(answer.location)
    }

    /// Previews and confirms a change.
    @discardableResult
    func changeRecipes(
        _ action: String, _ recipes: [Int], as admin: Person = .ada, _ more: (String, String)...
    ) async throws -> String {
        let fields = [("deed", action), ("reason", "It is a copy.")] + recipes.map { ("recipe", String($0)) } + more
        let answer = try await client(admin).post("/admin/recipes/changes", fields)
        try answer.expect(.seeOther)
        let address = try found(answer.location)
        try await client(admin).post("\(address)/confirm").expect(.seeOther)
        return address
    }

    /// Previews the undoing of a change and confirms it.
    func undoRecipes(_ change: String, as admin: Person = .ada) async throws {
        let answer = try await client(admin).post("\(change)/undo")
        try answer.expect(.seeOther)
        try await client(admin).post("\(found(answer.location))/confirm").expect(.seeOther)
    }
}
