// Tests how recipes are shared: the preview on other sites, and the buttons of the page.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ShareTests {
    @Test func `a public recipe has a preview with a picture that other sites can show`() async throws {
        let site = try TestSite()
        let soup = try await site.publish(RecipeFields("Soup & salad", ingredients: "1 onion"))
        let visitor = try site.visitor()
        let page = try await visitor.get(site.address(of: soup)).text
        #expect(page.contains(#"<meta property="og:title" content="Soup &amp; salad">"#))
        let image = try #require(page.firstMatch(of: /property="og:image" content="https?:\/\/[^\/"]+(\/[^"]+)"/)?.1)
        let answer = try await visitor.get(String(image))
        #expect(answer.status == .ok && answer.headers["Content-Type"] == "image/png")
        #expect(page.contains(#"<meta name="twitter:card" content="summary_large_image">"#))
        #expect(page.contains("https://www.facebook.com/sharer/sharer.php?u=http"))
        #expect(page.contains("https://twitter.com/intent/tweet?url=http") && page.contains("text=Soup%20%26%20salad"))
        // Only a photo can be saved.
        #expect(!page.contains("download="))
    }

    @Test func `a private recipe cannot be shared`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.post("/recipes", RecipeFields("Secret", ingredients: "1 onion").fields).expect(.seeOther)
        let page = try await alice.get("/recipes/\(site.count("SELECT max(id) FROM recipe"))").text
        #expect(page.contains("Secret") && !page.contains("og:title") && !page.contains("facebook.com/sharer"))
    }
}
