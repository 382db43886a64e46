// Tests that what a moderator typed about a text is not lost when the author sends a newer one.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct CarriedDecisionTests {
    private let message = "This is <i>a poem</i>."

    @Test func `what was typed about a replaced text is filled in for the newer one`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        let fields = try site.decisionFields(first, reason: "NOT_A_RECIPE", message: message) + [("strike", "1")]
        try await site.save(recipe, .honey)
        let second = try await site.submit(recipe)
        let bob = try site.client(.bob)
        let late = try await bob.post("/moderation/submissions/\(first)/reject", fields)
        #expect(late.status == .conflict && late.shows(Text.submissionCarry(.en)) && late.shows(Text.heldStrike(.en)))
        let action = "/moderation/submissions/\(second)/reject"
        #expect(late.text.contains(#"action="\#(action)""#))
        let carried = [("fill", "kept"), ("reason", "NOT_A_RECIPE"), ("message", message), ("strike", "1")]
        let page = try await bob.post(action, carried)
        #expect(page.status == .ok && page.text.contains(">\n\(message.escapedForHTML)</textarea>"))
        #expect(page.text.contains(#"name="strike" value="1" checked"#))
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
    }
}
