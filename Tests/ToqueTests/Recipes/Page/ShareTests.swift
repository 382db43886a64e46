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
        #expect(answer.status == .ok && answer.headers["Content-Type"] == "image/jpeg")
        #expect(page.contains(#"<meta property="og:image:width" content="1200">"#))
        #expect(page.contains(#"<meta name="twitter:card" content="summary_large_image">"#))
        #expect(page.contains("https://www.facebook.com/sharer/sharer.php?u=http"))
        #expect(page.contains("https://twitter.com/intent/tweet?url=http") && page.contains("text=Soup%20%26%20salad"))
        // Only a photo can be saved as it is, but every recipe has a square picture with its title.
        #expect(page.matches(of: /download="[^"]+"/).count == 1 && page.contains("-square.jpg\""))
        let square = try #require(page.firstMatch(of: /href="(\/pictures\/\d+\/square\.jpg)"/)?.1)
        let saved = try await visitor.get(String(square))
        #expect(saved.status == .ok && saved.headers["Content-Type"] == "image/jpeg")
        #expect(saved.headers["Cache-Control"] == "public, max-age=86400")
    }

    @Test func `pictures for other sites are made once for each revision`() async throws {
        let site = try TestSite()
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        let revision = try site.count("SELECT revision_id FROM public_recipe WHERE recipe_id = \(soup)")
        for _ in 1...3 {
            for address in ["/pictures/\(revision).jpg", "/pictures/\(revision)/square.jpg"] {
                try await site.visitor().get(address).expect(.ok)
            }
        }
        #expect(site.site.sharedPictures.count == 2)
        for address in ["/pictures/0.jpg", "/pictures/x.jpg", "/pictures/999/square.jpg", "/pictures/\(revision)x.jpg"]
        {
            #expect(try await site.visitor().get(address).status == .notFound)
        }
    }

    @Test func `a square picture of a recipe with a photo shows the photo`() async throws {
        let site = try TestSite()
        let file = (name: "photo", filename: "soup.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: file).expect(.seeOther)
        let soup = 1
        try await site.approve(site.submit(soup))
        let page = try await site.visitor().get(site.address(of: soup)).text
        let square = try #require(page.firstMatch(of: /href="(\/pictures\/\d+\/square\.jpg)"/)?.1)
        try await site.visitor().get(String(square)).expect(.ok)
        #expect(page.matches(of: /download="[^"]+"/).count == 2)
    }

    @Test func `a private recipe cannot be shared`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.post("/recipes", RecipeFields("Secret", ingredients: "1 onion").fields).expect(.seeOther)
        let page = try await alice.get("/recipes/\(site.count("SELECT max(id) FROM recipe"))").text
        #expect(page.contains("Secret") && !page.contains("og:title") && !page.contains("facebook.com/sharer"))
    }
}
