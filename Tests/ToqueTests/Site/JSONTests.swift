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
        #expect(try await keys("/", visitor).isSuperset(of: ["items", "newest", "seen"]))
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

    @Test func `every list and settings page answers JSON, with times as text`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        let (charlie, ada) = (try site.client(.charlie), try site.client(.ada))
        try await charlie.post("/proposals", [("kind", "ingredient"), ("name", "Zedoary"), ("note", "")])
            .expect(.seeOther)
        let account = try await object("/settings/account", charlie)
        #expect(account["username"] as? String == "charlie" && account["created_at"] is String)
        #expect(Set(account.keys).isDisjoint(with: ["password", "password_hash", "token"]))
        let preferences = try await object("/settings/preferences", charlie)
        #expect(preferences["units"] as? String == "written" && preferences["switches"] is [String: Bool])
        #expect(try await object("/settings/profile", charlie)["first_name"] as? String == "")
        #expect(try await object("/settings/licence", charlie)["licensed"] as? Bool == false)
        let lists = [
            "/settings/sessions", "/settings/devices", "/settings/licence", "/proposals", "/explore", "/tutorials",
            "/my/reports", "/", "/settings/providers", "/shopping/aisles", "/explore/dismissed",
        ]
        for path in lists {
            let list = try await object(path, charlie)
            #expect(list["total"] is Int && list["page"] as? Int == 1 && list["items"] is [Any], "\(path)")
        }
        let session = try found((try await object("/settings/sessions", charlie)["items"] as? [[String: Any]])?.first)
        #expect(Set(session.keys) == ["browser", "network", "since", "last_seen", "current"])
        for path in ["/admin/proposals", "/admin/catalogue/changes", "/admin/tutorials"] {
            let list = try await object(path, ada)
            #expect(list["total"] is Int && list["page"] as? Int == 1 && list["items"] is [Any], "\(path)")
        }
        let admin = try await object("/admin", ada)
        #expect(admin["public_recipes"] as? Int == 1 && admin["audit_hash"] is String)
    }

    @Test func `times of versions are text`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let own = try await object("/recipes/\(recipe)/revisions", try site.client(.alice))
        #expect(try found((own["items"] as? [[String: Any]])?.first)["at"] is String)
        let record = try await object("/admin/recipes/\(recipe)", try site.client(.ada))
        #expect(try found((record["revisions"] as? [[String: Any]])?.first)["at"] is String)
    }
}
