// Tests that recipes have exactly the JSON-LD fields in docs/structured-data.md, with all that Google requires.

import Bytes
import Foundation
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct StructuredDataTests {
    /// A row of the table in that page.
    private struct Row {
        let field: String
        let google: String
        let isAlways: Bool
    }

    private func page() throws -> String {
        try String(contentsOfFile: TestSite.root + "/docs/structured-data.md", encoding: .utf8)
    }

    private func rows() throws -> [Row] {
        try page().matches(of: /\n\| `([A-Za-z.@]+)` \| ([^|]*) \| [^|]* \| ([^|]*) \|/).map {
            Row(field: String($0.1), google: $0.2.trimmed, isAlways: $0.3 == "never")
        }
    }

    /// Every field of a recipe, with paths such as `recipeInstructions.name`; a step's video counts only once.
    private func fields(_ value: Any, under path: String = "") -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(fields($1, under: path)) } }
        guard let object = value as? [String: Any], path != "recipeInstructions.video" else { return [] }
        return object.filter { !["@context", "@type"].contains($0.key) }.reduce(into: []) { found, pair in
            let name = path.isEmpty ? pair.key : "\(path).\(pair.key)"
            found.insert(name)
            found.formUnion(fields(pair.value, under: name))
        }
    }

    private func data(
        _ body: RecipeBody, author: String = "alice", publishedAt: Int? = 1_700_000_000_000, createdAt: Int = 0,
        isFile: Bool = false
    ) throws -> [String: Any] {
        let catalogue = try TestSite().catalogue()
        let revision = Revision(
            id: 1, recipeID: 1, n: 1, slug: "dish", sha256: "", createdAt: createdAt, body: body, stored: body.encoded()
        )
        let data = RecipeData(
            revision, author: Author(id: 1, username: author, isLicensed: true), diets: catalogue.diets(of: body),
            publishedAt: publishedAt, catalogue: catalogue, site: "https://toque.example",
            milliseconds: ["video": 4_400], rating: isFile ? RecipeRating(stars: 9, reviews: 2) : RecipeRating()
        )
        let text = isFile ? data.file : data.text
        return try found(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func full() throws -> RecipeBody {
        var body = RecipeBody()
        (body.title, body.description, body.category, body.cuisine) = ("Dish", "Good.", "main", "greek")
        (body.servings, body.prepMinutes, body.cookMinutes, body.source) = (4, 10, 20, "Aunt")
        body.lines = try TestSite().catalogue().lines(pasted: "800 g potatoes\n50 g butter")
        var (shown, filmed) = (RecipeStep(text: "Rinse."), RecipeStep(text: "Boil for ten minutes. Stir now and then."))
        (shown.media, filmed.media, filmed.isVideo, filmed.alt) = ("picture", "video", true, "Potatoes boil")
        body.steps = [shown, filmed]
        return body
    }

    private func bare() -> RecipeBody {
        var body = RecipeBody()
        (body.title, body.steps) = ("Dish", ["Eat."])
        var line = RecipeLine()
        line.ingredient = "frobnium"
        body.lines = [line]
        return body
    }

    @Test func `the table has exactly the fields of a full recipe`() throws {
        let body = try full()
        var others = [body, body, body]
        others[0].source = "https://a.example"
        others[1].figures = FigureTextTests.figures([.energy: 240])
        (others[2].licence, others[2].credit) = (.by, "Ann")
        others[2].adaptedFrom = AdaptedFrom(recipe: 7, title: "Old dish", author: "Olga", licence: .by)
        let carried = try others.reduce(into: fields(data(body, isFile: true))) { try $0.formUnion(fields(data($1))) }
        let told = try Set(rows().map(\.field))
        #expect(told.subtracting(carried).sorted() == [])
        #expect(carried.subtracting(told).sorted() == [])
    }

    @Test func `the date of change is never before the date of publishing`() throws {
        let (early, late) = (1_600_000_000_000, 1_800_000_000_000)
        let published = try #require(data(bare())["datePublished"] as? String)
        #expect(try data(bare(), createdAt: early)["dateModified"] as? String == published)
        #expect(try data(bare(), createdAt: late)["dateModified"] as? String == Dates.time(late))
    }

    @Test func `the fields that are always present are those of a former member’s draft`() throws {
        let carried = try fields(data(bare(), author: FormerMember.name(1), publishedAt: nil))
        let always = try Set(rows().filter(\.isAlways).map(\.field))
        #expect(always.subtracting(carried).sorted() == [])
        #expect(carried.subtracting(always).sorted() == [])
    }

    /// As in Google's documentation of Recipe in 2026, without ratings, which do not exist here.
    @Test func `the table has all fields that Google requires or recommends, marked so`() throws {
        let table = try Dictionary(uniqueKeysWithValues: rows().map { ($0.field, $0.google) })
        for field in ["name", "image"] { #expect(table[field] == "required", "\(field)") }
        for field in [
            "author", "cookTime", "datePublished", "description", "keywords", "nutrition.calories", "prepTime",
            "recipeCategory", "recipeCuisine", "recipeIngredient", "recipeInstructions", "recipeInstructions.text",
            "recipeInstructions.name", "recipeInstructions.url", "recipeInstructions.image",
            "recipeInstructions.video", "recipeYield", "totalTime", "video", "video.contentUrl", "video.duration",
            "video.description",
        ] { #expect(table[field] == "recommended", "\(field)") }
        for field in ["video.name", "video.thumbnailUrl", "video.uploadDate"] {
            #expect(table[field] == "required of a video", "\(field)")
        }
        #expect(try page().contains("`aggregateRating`"))
        #expect(try data(full())["aggregateRating"] == nil)
    }

    @Test func `videos of steps are the recipe’s videos, and steps link to their places`() throws {
        let body = try full()
        let video = try #require(data(body)["video"] as? [String: Any])
        #expect(video["name"] as? String == "Potatoes boil" && video["duration"] as? String == "PT4S")
        #expect(video["contentUrl"] as? String == "https://toque.example/media/video/video.mp4")
        let steps = try #require(data(body)["recipeInstructions"] as? [[String: Any]])
        #expect(steps.map { $0["name"] as? String } == ["Rinse", "Boil for ten minutes"])
        #expect(steps[1]["url"] as? String == "https://toque.example/recipes/1-dish#step-2")
        #expect((steps[1]["video"] as? [String: Any])?["contentUrl"] as? String == video["contentUrl"] as? String)
        var twice = body
        twice.steps.append(body.steps[1])
        #expect(try (data(twice)["video"] as? [Any])?.count == 2)
        #expect(try data(bare())["video"] == nil)
    }

    @Test(arguments: [
        ("Mix everything.", "Mix everything"), ("Mix 1.5 l of water. Wait.", "Mix 1.5 l of water"), ("Wait!", "Wait"),
        ("First line\nsecond line", "First line"), (".", "."), ("Без точки", "Без точки"),
        (
            "Beat the eggs with the sugar and the vanilla until the whisk leaves a trace in them.",
            "Beat the eggs with the sugar and the vanilla until the…"
        ),
        (String(repeating: "x", count: 70), String(repeating: "x", count: 60) + "…"),
    ])
    func `a step is named by its first sentence, which imports do not read as a title`(text: String, name: String) {
        #expect(RecipeData.beginning(of: text) == name)
        let step: [String: Any] = ["@type": "HowToStep", "name": name, "text": text]
        #expect(StepReader.steps([step]).first?.name == "")
    }
}
