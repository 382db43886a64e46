// Tests every route as every kind of person against the table of rights.

import Bytes
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RightsTests {
    static func name(_ route: Route) -> String { "\(route.method.rawValue) \(route.address.pattern)" }

    /// A row of the table: the answers of a route to each kind of person.
    private static func line(_ route: Route, recipe: Int) async throws -> String {
        var words: [String] = []
        var rights = try await RightsSite(recipe: recipe)
        for person in Visitor.allCases {
            let client = try rights.client(person)
            let version = try client.reader.value("PRAGMA data_version") as Int?
            let answer = try await rights.send(route, client)
            let isLogin = answer.status == .seeOther && answer.location?.hasPrefix("/login?next=") == true
            words.append(isLogin ? "login" : String(answer.status.code))
            let changed = try client.reader.value("PRAGMA data_version") != version
            // A refusal must change nothing. A site that was changed, or where Alice is suspended, is not used again.
            #expect(!changed || [200, 303].contains(answer.status.code) && !isLogin, "\(name(route)) \(person)")
            if changed || person == .suspended { rights = try await RightsSite(recipe: recipe) }
        }
        return name(route) + " | " + words.joined(separator: " ")
    }

    /// The routes whose answer depends on whether the recipe is public.
    private static let ofRecipes = Routes.all.filter { route in
        [":recipe", ":photo", ":revision"].contains { route.address.pattern.contains($0) }
    }

    private static func rows(_ table: String) -> [String] { table.split(separator: "\n").map(String.init) }

    private static func compare(_ table: String, _ routes: [Route], recipe: Int) async throws {
        for route in routes {
            let written = rows(table).first { $0.hasPrefix(name(route) + " | ") }
            let answers = try await line(route, recipe: recipe)
            #expect(answers == written)
        }
    }

    @Test(arguments: RightsSite.parts)
    func `every route answers every kind of person as in the table`(part: Int) async throws {
        try await Self.compare(RightsTable.all, RightsSite.part(part, of: Routes.all), recipe: 1)
    }

    @Test(arguments: RightsSite.parts)
    func `routes of a public recipe answer as in the table`(part: Int) async throws {
        try await Self.compare(RightsTable.publicRecipe, RightsSite.part(part, of: Self.ofRecipes), recipe: 2)
    }

    @Test func `both tables have exactly one row for every route`() {
        for (table, routes) in [(RightsTable.all, Routes.all), (RightsTable.publicRecipe, Self.ofRecipes)] {
            let written = Self.rows(table).map { String($0.prefix { $0 != "|" }).trimmed }
            #expect(written.sorted() == routes.map(Self.name).sorted())
        }
    }

    @Test func `in the table private routes are closed to visitors and other members`() {
        let mine = [":recipe", ":photo", ":revision", ":bug"]
        let rows = RightsTable.all.split(separator: "\n").filter { row in mine.contains { row.contains($0) } }
        #expect(rows.count > 15)
        for row in rows {
            let cells = row.split(separator: "|")[1].split(separator: " ")
            for person in [Visitor.visitor, .outsider, .licensed, .unconfirmed] {
                let cell = cells[Visitor.allCases.firstIndex(of: person)!]
                #expect(["404", "403", "login"].contains(cell), "\(row): \(person)")
            }
        }
    }

    @Test(arguments: RightsSite.parts)
    func `an unknown id is not found, whatever it is`(part: Int) async throws {
        let rights = try await RightsSite()
        for route in RightsSite.part(part, of: Routes.all) where route.address.pattern.contains(":") {
            let client = try rights.client(RightsSite.visitor(for: route))
            let parameters = route.address.pattern.split(separator: "/").filter { $0.hasPrefix(":") }
            for parameter in parameters {
                let name = String(parameter.dropFirst().prefix { $0 != "." })
                for id in ["999999", "0", "-1", "x", "%EF%BC%91", "99999999999999999999", "1%27--"] {
                    let answer = try await rights.send(route, client, with: [name: id])
                    #expect(answer.status == .notFound, "\(Self.name(route)) \(name) = \(id)")
                }
            }
        }
    }
}
