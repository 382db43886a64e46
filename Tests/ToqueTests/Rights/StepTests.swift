// Steps of publishing cannot be taken out of their order: every step from every state.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct StepTests {
    /// Where a recipe stands before the step.
    enum State: String, CaseIterable { case queued, withdrawn, changes, rejected, live }

    /// What each step answers in each state. Sending the same text again while it waits is one submission; taking back
    /// what nobody holds is nothing.
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
    func `every step answers in every state as the table says, and what is refused changes nothing`(
        state: State
    ) async throws {
        var rights = try await Self.site(state)
        for (step, status) in try #require(Self.table[state]) {
            let isAuthor = ["submit", "withdraw"].contains(step)
            let route = try #require(Routes.all.first { $0.address.pattern.hasSuffix("/\(step)") })
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
