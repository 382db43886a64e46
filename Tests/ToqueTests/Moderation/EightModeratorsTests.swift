// Tests eight moderators who decide on one submission at the same time.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct EightModeratorsTests {
    static let rounds = 50

    /// The decision of each of the eight.
    static let buttons: [(decision: String, reason: String?)] = [
        ("approve", nil), ("reject", "NOT_A_RECIPE"), ("request-changes", "STEP_UNCLEAR"), ("approve", nil),
        ("reject", "SPAM_OR_PROMO"), ("approve", nil), ("request-changes", "LANGUAGE"), ("reject", "OFFENSIVE"),
    ]

    @Test func `of eight simultaneous decisions exactly one counts, in fifty rounds`() async throws {
        let site = try TestSite()
        try site.setRole(.moderator, of: .charlie)
        for round in 1...Self.rounds {
            // Two days for each round, because of the author's daily limit.
            site.clock.advance(by: 2 * TestClock.day)
            let recipe = try await site.write(RecipeFields.vegan.with("title", "Soup of round \(round)"))
            let submission = try await site.submit(recipe)
            let rows = try site.count("SELECT count(*) FROM audit")
            let statuses = try await press(submission, of: site)
            #expect(statuses.filter { $0 == .seeOther }.count == 1, "round \(round)")
            #expect(statuses.filter { $0 == .conflict }.count == 7, "round \(round)")
            #expect(try site.count("SELECT count(*) FROM audit") == rows + 1)
            #expect(try site.count("SELECT count(*) FROM decision WHERE submission_id = \(submission)") == 1)
        }
        #expect(try site.count("SELECT count(*) FROM decision") == Self.rounds)
        #expect(try site.count("SELECT count(*) FROM notification") == Self.rounds)
        #expect(
            try site.count("SELECT count(*) FROM public_recipe")
                == site.count("SELECT count(*) FROM decision WHERE kind = 'approve'"))
        #expect(try site.failures() == [])
    }

    private func press(_ submission: Int, of site: TestSite) async throws -> [Status] {
        let people: [Person] = [.bob, .bella, .ada, .charlie]
        return try await withThrowingTaskGroup(of: Status.self) { group in
            for (place, button) in Self.buttons.enumerated() {
                let person = people[place % people.count]
                let fields = try site.decisionFields(submission, reason: button.reason, message: "Message \(place)")
                let client = try site.client(person).cookies
                group.addTask {
                    let browser = try site.visitor()
                    browser.cookies = client
                    let address = "/moderation/submissions/\(submission)/\(button.decision)"
                    return try await browser.post(address, fields).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
