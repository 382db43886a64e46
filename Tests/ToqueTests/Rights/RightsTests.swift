// Every route asked by every kind of person, and compared with the written table.

import Bytes
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RightsTests {
    static func name(_ route: Route) -> String { "\(route.method.rawValue) \(route.address.pattern)" }

    /// A line of the table: the answer of a route to each kind of person.
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
            // What is refused changes nothing; and what changed something, or suspended somebody, is used up.
            #expect(!changed || [200, 303].contains(answer.status.code) && !isLogin, "\(name(route)) \(person)")
            if changed || person == .suspended { rights = try await RightsSite(recipe: recipe) }
        }
        return name(route) + " | " + words.joined(separator: " ")
    }

    /// The routes whose answers depend on whether the recipe is public.
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
    func `every route answers everybody as the table says`(part: Int) async throws {
        try await Self.compare(RightsTable.all, RightsSite.part(part, of: Routes.all), recipe: 1)
    }

    @Test(arguments: RightsSite.parts)
    func `with a public recipe, too`(part: Int) async throws {
        try await Self.compare(RightsTable.publicRecipe, RightsSite.part(part, of: Self.ofRecipes), recipe: 2)
    }

    @Test func `both tables have one row for every route and none for anything else`() {
        for (table, routes) in [(RightsTable.all, Routes.all), (RightsTable.publicRecipe, Self.ofRecipes)] {
            let written = Self.rows(table).map { String($0.prefix { $0 != "|" }).trimmed }
            #expect(written.sorted() == routes.map(Self.name).sorted())
        }
    }

    @Test func `in the table, what is private is hidden from everybody but its owner and those who look after it`() {
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
    func `an id that names nothing is not found, whatever it looks like`(part: Int) async throws {
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
