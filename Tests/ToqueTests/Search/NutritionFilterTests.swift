// Tests of the filter by nutrition claims, and that the stored claims are those of the recipe.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct NutritionFilterTests {
    private func titles(_ site: TestSite, _ query: String) async throws -> [String] {
        try await site.visitor().json("/search?\(query)", as: ListAnswer<CardAnswer>.self).items.map(\.title)
    }

    @Test func `a stronger claim includes the weaker ones`() {
        #expect(
            NutritionClaim.bits([.saltFree])
                == [NutritionClaim.saltFree, .veryLowSalt, .lowSalt].reduce(0) { $0 | $1.bit })
        #expect(NutritionClaim(name: "protein-rich") == .highProtein && NutritionClaim(name: "tasty") == nil)
    }

    @Test func `recipes with a claim are found, counted and checked`() async throws {
        let site = try TestSite()
        try site.plant("Raw carrots", "500 g carrots", category: "side")
        try site.plant("Butter plate", "500 g butter", category: "side")
        #expect(try await titles(site, "nutrition=low-fat") == ["Raw carrots"])
        #expect(try await titles(site, "nutrition=low-fat&nutrition=high-protein") == [])
        let page = try await site.visitor().get("/search?nutrition=low-fat").text
        #expect(page.contains(#"value="low-fat" checked>Low fat (1)"#))
        #expect(try site.failures() == [])
        try site.run("UPDATE public_recipe SET claims = 4095")
        #expect(try site.failures().count == 2)
    }

    @Test func `a drink has no claim by weight, whatever its course`() async throws {
        let site = try TestSite()
        try site.plant("Milk smoothie", "300 ml skim milk\n100 g banana", category: "breakfast")
        #expect(try await titles(site, "nutrition=low-fat") == [])
    }
}
