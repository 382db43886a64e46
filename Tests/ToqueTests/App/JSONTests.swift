// Tests of JSON answers: names with underscores, dictionary keys unchanged.

import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct JSONTests {
    private struct Example: Encodable {
        let recipeID = 1
        let nameRu = "лук"
        let sha256 = "a/b"
        let diets = ["treeNuts": "yes", "gluten-free": "no"]
    }

    @Test func `names get underscores, dictionary keys stay, and slashes are not escaped`() throws {
        let text = String(decoding: try JSONAnswer.bytes(Example()), as: UTF8.self)
        #expect(
            text == #"{"diets":{"gluten-free":"no","treeNuts":"yes"},"name_ru":"лук","recipe_id":1,"sha256":"a/b"}"#)
    }

    /// The keys of an object, or of the first object in a list.
    private func keys(_ path: String, _ client: TestClient) async throws -> Set<String> {
        let answer = try await client.send(.get, path, headers: ["Accept": "application/json"])
        let object = try found(JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
        return Set(((object["items"] as? [[String: Any]])?.first ?? object).keys)
    }

    @Test func `JSON answers keep their documented names`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        _ = try await site.submit(try await site.write(.honey))
        let (visitor, bob, ada) = (try site.visitor(), try site.client(.bob), try site.client(.ada))
        let card = try await keys("/recipes", visitor)
        #expect(
            card.subtracting(["total_minutes"]) == [
                "id", "title", "address", "author", "author_name", "diets", "reviews",
            ])
        let whole = try await keys(site.address(of: recipe), visitor)
        #expect(whole.isSuperset(of: ["author_name", "diets", "allergens", "because", "ingredients", "language"]))
        #expect(try await keys("/moderation", bob).isSuperset(of: ["recipe_id", "revision", "round", "author"]))
        #expect(try await keys("/admin/users", ada).isSuperset(of: ["display_name", "licensed", "suspended"]))
        #expect(try await keys("/admin/ingredients", ada) == ["key", "name", "name_ru", "aisle"])
        #expect(
            try await keys("/admin/audit", ada) == [
                "id", "at", "actor", "action", "object", "object_id", "from", "to", "detail", "network",
            ])
        #expect(try await keys("/cooks/alice", visitor).isSuperset(of: ["author_name"]))
    }

    private func object(_ path: String, _ client: TestClient) async throws -> [String: Any] {
        let answer = try await client.send(.get, path, headers: ["Accept": "application/json"])
        #expect(
            answer.status == .ok && answer.headers["Content-Type"]?.hasPrefix("application/json") == true, "\(path)")
        return try found(JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
    }

    @Test func `a recipe as JSON has its difficulty, nutrition, rating and photo`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(
            RecipeFields("Bread", ingredients: "500 g flour\n1 fistful zzz").with("difficulty", "hard")
                .with("servings", "4"))
        let charlie = try site.client(.charlie)
        try await charlie.post("/recipes/\(recipe)/review", [("stars", "4"), ("text", "Good.")]).expect(.seeOther)
        let answer = try await object(site.address(of: recipe), try site.visitor())
        #expect(answer["difficulty"] as? String == "hard")
        #expect(answer["rating"] as? Double == 4 && answer["reviews"] as? Int == 1)
        #expect(answer["photo"] == nil)
        let nutrition = try found(answer["nutrition"] as? [String: Any])
        #expect(nutrition["per"] as? String == "serving" && (nutrition["kcal"] as? Double ?? 0) > 100)
        #expect((nutrition["missing"] as? [String])?.count == 1)
        #expect(nutrition.keys.contains("salt_g") && nutrition.keys.contains("coverage"))
    }
}
