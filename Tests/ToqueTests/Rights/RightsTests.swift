// Every route asked by every kind of person, and compared with the written table (rows Z1 and Z5).

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

    private static func compare(_ table: String, _ routes: [Route], recipe: Int) async throws {
        let written = table.split(separator: "\n").map(String.init)
        var actual: [String] = []
        for route in routes { actual.append(try await line(route, recipe: recipe)) }
        let different = Set(actual).subtracting(written).sorted()
        #expect(different.isEmpty, "not as written:\n\(different.joined(separator: "\n"))")
        let spare = Set(written).subtracting(actual).sorted()
        #expect(spare.isEmpty, "written, and not so:\n\(spare.joined(separator: "\n"))")
    }

    @Test func `every route answers everybody as the table says`() async throws {
        try await Self.compare(RightsTable.all, Routes.all, recipe: 1)
    }

    @Test func `with a public recipe, too`() async throws {
        let routes = Routes.all.filter { route in
            [":recipe", ":photo", ":revision"].contains { route.address.pattern.contains($0) }
        }
        try await Self.compare(RightsTable.publicRecipe, routes, recipe: 2)
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

    @Test func `an id that names nothing is not found, whatever it looks like`() async throws {
        let rights = try await RightsSite()
        for route in Routes.all where route.address.pattern.contains(":") {
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
