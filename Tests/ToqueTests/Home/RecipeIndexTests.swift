// Tests of the list of all recipes: what is behind its last page.

import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeIndexTests {
    @Test func `a page behind the last one says so and links to the last`() async throws {
        let site = try TestSite()
        for number in 1...21 { try site.plant("Soup \(number)", "1 onion") }
        let missing = "This page doesn’t exist"
        for list in ["/recipes?", "/cooks/alice?", "/search?q=soup&"] {
            for page in ["3", "9999"] {
                let answer = try await site.visitor().get("\(list)page=\(page)")
                #expect(answer.shows(missing) && answer.shows("Last page"), "\(list)")
                #expect(answer.text.contains("page=2\""), "\(list)")
                for none in ["No recipes here yet", "No recipes match", "hasn’t published"] {
                    #expect(!answer.shows(none), "\(list)")
                }
            }
            #expect(try await !site.visitor().get("\(list)page=2").shows(missing), "\(list)")
        }
    }
}
