// Tests every step of moderation in every state of a recipe: only the allowed ones change something.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct StepTests {
    /// The state of a recipe before the step.
    enum State: String, CaseIterable { case queued, withdrawn, changes, rejected, live }

    /// The status of each step in each state. Submitting a queued text again answers 303 without a second submission.
    private static let table: [State: [String: Int]] = [
        .queued: ["submit": 303, "withdraw": 303, "claim": 303, "approve": 303, "request-changes": 303, "reject": 303],
        .withdrawn: [
            "submit": 303, "withdraw": 409, "claim": 409, "approve": 409, "request-changes": 409, "reject": 409,
        ],
        .changes: [
            "submit": 409, "withdraw": 409, "claim": 409, "approve": 409, "request-changes": 409, "reject": 409,
        ],
        .rejected: [
            "submit": 409, "withdraw": 409, "claim": 409, "approve": 409, "request-changes": 409, "reject": 409,
        ],
        .live: ["submit": 409, "withdraw": 409, "claim": 409, "approve": 409, "request-changes": 409, "reject": 409],
    ]

    private static func site(_ state: State) async throws -> RightsSite {
        let rights = try await RightsSite()
        let (site, submission) = (rights.site, try #require(rights.ids["submission"].flatMap { Int($0) }))
        switch state {
        case .queued: break
        case .withdrawn: try await site.client(.alice).post("/recipes/1/withdraw").expect(.seeOther)
        case .changes: try await site.requestChanges(submission)
        case .rejected: try await site.reject(submission)
        case .live: try await site.approve(submission)
        }
        return rights
    }

    @Test(arguments: State.allCases)
    func `every step answers as in the table in every state, and a refused one changes nothing`(
        state: State
    ) async throws {
        var rights = try await Self.site(state)
        for (step, status) in try #require(Self.table[state]) {
            let isAuthor = ["submit", "withdraw"].contains(step)
            let object = isAuthor ? "recipe" : "submission"
            let route = try #require(Routes.all.first { $0.address.pattern.hasSuffix("/:\(object)/\(step)") })
            let client = try rights.client(isAuthor ? .owner : .moderator)
            let version: Int? = try client.reader.value("PRAGMA data_version")
            let answer = try await rights.send(route, client)
            #expect(answer.status.code == status, "\(step)")
            let changed = try client.reader.value("PRAGMA data_version") != version
            #expect(!changed || status == 303, "\(step)")
            if changed { rights = try await Self.site(state) }
        }
    }
}
