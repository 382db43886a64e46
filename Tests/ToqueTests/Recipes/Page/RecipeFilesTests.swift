// Tests of downloading recipes as files: content, access, and escaping.

import Foundation
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct RecipeFilesTests {
    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try found(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The JSON-LD of a page, which contains exactly one.
    private func script(_ page: String) throws -> Substring {
        let parts = page.components(separatedBy: #"<script type="application/ld+json">"#)
        #expect(parts.count == 2)
        let part = try #require(parts.last)
        let end = try #require(part.range(of: "</script>"))
        return part[..<end.lowerBound]
    }

    @Test func `file and page have the same JSON-LD with every known field`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let answer = try await site.visitor().get("/recipes/\(recipe).jsonld")
        #expect(answer.headers["Content-Type"] == "application/ld+json")
        #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        let page = try await site.visitor().get(site.address(of: recipe)).text
        let data = try object(answer.text)
        // The file also contains the exact text, for imports.
        let same = try data.filter { $0.key != "encoding" } as NSDictionary == object(script(page)) as NSDictionary
        #expect(same && data["encoding"] != nil)
        let address = "\(site.site.configuration.baseURL)/recipes/\(recipe)-lentil-soup"
        let texts = [
            "@context": "https://schema.org", "@type": "Recipe", "name": "Lentil soup", "description": "A plain dish.",
            "url": address, "prepTime": "PT10M", "cookTime": "PT20M", "totalTime": "PT30M", "recipeYield": "4",
            "recipeCategory": "Main dishes", "recipeCuisine": "International", "inLanguage": "en",
        ]
        for (name, text) in texts { #expect(data[name] as? String == text, "\(name)") }
        #expect((data["author"] as? [String: String])?["name"] == "alice")
        #expect((data["datePublished"] as? String)?.hasSuffix("Z") == true)
        #expect((data["recipeIngredient"] as? [String])?.count == 4)
        let steps = try #require(data["recipeInstructions"] as? [[String: String]])
        #expect(steps.map { $0["text"] } == ["Mix everything.", "Eat it."])
        #expect(steps.map { $0["url"] } == ["\(address)#step-1", "\(address)#step-2"])
        #expect(page.contains(#"<li id="step-2">Eat it.</li>"#))
        #expect((data["image"] as? [String])?.first?.hasPrefix(site.site.configuration.baseURL + "/pictures/") == true)
        let nutrition = try #require(data["nutrition"] as? [String: String])
        #expect(nutrition["calories"]?.hasSuffix(" kcal") == true)
    }

    @Test func `only certain diets are in the file, and no nutrition if an ingredient is not counted`() async throws {
        let site = try TestSite()
        let vegan = try await object(site.visitor().get("/recipes/\(site.publish(.vegan)).jsonld").text)
        let names = try #require(vegan["suitableForDiet"] as? [String])
        #expect(names.contains("https://schema.org/VeganDiet"))
        let unknown = try await object(site.visitor().get("/recipes/\(site.publish(.unknown)).jsonld").text)
        #expect(unknown["suitableForDiet"] == nil)
        #expect(unknown["keywords"] == nil)
        #expect(unknown["nutrition"] == nil)
    }

    @Test func `a photo is in the file in all widths`() async throws {
        let site = try TestSite()
        let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: photo).expect(.seeOther)
        try await site.approve(site.submit(1))
        let images = try await object(site.visitor().get("/recipes/1.jsonld").text)["image"] as? [String]
        #expect(images?.count == Photos.widths.count)
        #expect(images?.allSatisfy { $0.hasSuffix(".jpg") && $0.contains("/media/") } == true)
    }

    static let hostile = [
        "</script><script>alert(1)</script>", "<!--<script>", "</ScRiPt >", "\"},{\"a\":\"", "\\\"", "&lt;&amp;",
        "a\u{2028}b", "@salt{1%kg}", "~{5%minutes}", "#pot{}", "-- gone", "[- gone -]", "= heading", "> note",
        "title: \"x\"\nother: y", "---",
    ]

    @Test(
        arguments: [
            ("https://example.org/soup", "https://example.org/soup", nil),
            (
                "https://example.org/soup · CC BY 4.0", "https://example.org/soup",
                "https://example.org/soup · CC BY 4.0"
            ),
            ("http://example.org/soup, p. 3", "http://example.org/soup", "http://example.org/soup, p. 3"),
            ("https://...", nil, "https://..."), ("My aunt, https://example.org", nil, "My aunt, https://example.org"),
        ] as [(String, String?, String?)])
    func `a source is a link only if it is an address`(source: String, address: String?, credit: String?) async throws {
        let site = try TestSite()
        let recipe = try await site.publish(
            RecipeFields("Soup", ingredients: "1 onion", steps: ["Cook."]).with("source", source))
        let data = try await object(site.visitor().get("/recipes/\(recipe).jsonld").text)
        #expect(data["isBasedOn"] as? String == address && data["creditText"] as? String == credit)
        let page = try await site.visitor().get(site.address(of: recipe)).text
        #expect(page.contains("href=\"\(address ?? "none")\"") == (address != nil))
        #expect(page.contains(source))
    }

    @Test(arguments: hostile) func `no text ends its place in JSON-LD, page or Cooklang`(text: String) async throws {
        let site = try TestSite()
        let fields = RecipeFields("Dish \(text)", ingredients: "1 onion", steps: ["Mix \(text) well", text])
            .with("description", "So \(text) so").with("source", "By \(text)").with("tips", text)
        let recipe = try await site.publish(fields)
        let data = try await object(site.visitor().get("/recipes/\(recipe).jsonld").text)
        let body = try site.read { try found(RecipeStore($0).own(recipe, viewer: Person.alice.id)).head.body }
        #expect(data["name"] as? String == body.title)
        #expect(data["description"] as? String == body.description)
        #expect(data["creditText"] as? String == body.source)
        #expect((data["recipeInstructions"] as? [[String: String]])?.map { $0["text"] } == body.steps.map(\.text))
        let page = try await site.visitor().get(site.address(of: recipe)).text
        let script = try script(page)
        #expect(!script.contains("<") && !script.contains(">"))
        #expect(try object(script)["name"] as? String == body.title)
        #expect(page.contains(#"<meta property="og:title" content="\#(body.title.escapedForHTML)">"#))
        let cook = try await site.visitor().get("/recipes/\(recipe).cook").text
        #expect(CooklangTextTests.marks(cook) == ["@onion{1}"], "\(cook)")
    }

    @Test func `only the author can download a draft, which has no date`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        for path in ["/recipes/\(recipe).jsonld", "/recipes/\(recipe).cook"] {
            #expect(try await site.visitor().get(path).status == .notFound)
            #expect(try await site.client(.charlie).get(path).status == .notFound)
            #expect(try await site.client(.bob).get(path).status == .notFound)
            try await site.client(.alice).get(path).expect(.ok)
        }
        let data = try await object(site.client(.alice).get("/recipes/\(recipe).jsonld").text)
        #expect(data["datePublished"] == nil)
        let page = try await site.client(.alice).get(site.address(of: recipe)).text
        #expect(!page.contains("application/ld+json\">{"))
        #expect(!page.contains("og:title"))
        #expect(page.contains("/recipes/\(recipe).cook"))
    }

    @Test func `an unapproved edit is in no file, also for its author`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .vegan.with("title", "Quite another soup"))
        for path in ["/recipes/\(recipe).jsonld", "/recipes/\(recipe).cook"] {
            let text = try await site.client(.alice).get(path).text
            #expect(text.contains("Lentil soup") && !text.contains("Quite another"))
        }
    }

    @Test func `a deleted recipe cannot be downloaded`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe).jsonld").status == .notFound)
        #expect(try await site.client(.alice).get("/recipes/\(recipe).cook").status == .notFound)
    }
}
