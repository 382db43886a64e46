// Steps of tests about reports: send one, and decide on its issue.

import Database
import HTTP

@testable import Toque

extension TestSite {
    /// Reports something as a person.
    @discardableResult
    func report(
        _ kind: String, _ id: Int, as person: Person = .charlie, reason: String = "spam",
        text: String = "It is an advert."
    ) async throws -> Response {
        let fields = [("kind", kind), ("id", String(id)), ("reason", reason), ("text", text)]
        return try await client(person).post("/reports", fields)
    }

    @discardableResult
    func report(_ recipe: Int, as person: Person = .charlie, reason: String = "spam") async throws -> Response {
        try await report("recipe", recipe, as: person, reason: reason)
    }

    /// Decides an issue in its present version.
    @discardableResult
    func decide(
        _ issue: Int, _ measure: String, by moderator: Person = .bob, adding more: [(String, String)] = []
    ) async throws -> Response {
        let version = try count("SELECT version FROM report_issue WHERE id = \(issue)")
        let fields = [
            ("measure", measure), ("reason", "spam"), ("text", "It sells knives."), ("version", String(version)),
        ]
        return try await client(moderator).post("/moderation/reports/\(issue)", fields + more)
    }

    /// The fields with which a second moderator agrees with a proposed takedown.
    func agreement(_ issue: Int) throws -> [(String, String)] {
        let row = try read { db in
            try db.first(
                """
                SELECT i.version, v.sha256 FROM report_issue i JOIN recipe r ON r.id = i.target_id
                    JOIN revision v ON v.id = r.live_revision_id
                WHERE i.id = \(issue)
                """
            ) { [("version", String($0[0] as Int)), ("seen_sha256", $0[1] as String)] }
        }
        return try found(row)
    }

    /// Lets so many new members keep a recipe as a favourite.
    func makePopular(_ recipe: Int, favourites: Int = HeldDecisionRules.popularFavourites) throws {
        let now = now
        try write { db in
            for number in 0..<favourites {
                let user = try AccountStore(db).add(
                    username: "fan\(number)", email: "fan\(number)@example.org", password: nil, now: now)
                try db.run("INSERT INTO favourite (user_id, recipe_id, added_at) VALUES (\(user), \(recipe), \(now))")
            }
        }
    }

    /// The kinds of a person's notifications, oldest first.
    func notifications(_ person: Person) throws -> [String] {
        try read { db in
            try db.all("SELECT kind FROM notification WHERE user_id = \(person.id) ORDER BY id") { $0[0] }
        }
    }
}
