// Tests the rules of folder names.

import Testing

@testable import Toque

@Suite struct FavouriteRulesTests {
    @Test func `a folder's name has 1 to 60 characters, on one line`() {
        #expect(FavouriteRules.problem(FavouriteRules.name(" \n\t ")) == "empty")
        #expect(FavouriteRules.problem(FavouriteRules.name(String(repeating: "ж", count: 60))) == nil)
        #expect(FavouriteRules.problem(FavouriteRules.name(String(repeating: "ж", count: 61))) == "long")
        #expect(FavouriteRules.name("  For\n the   children ") == "For the children")
    }

    @Test func `names that differ in case or accents are the same`() {
        #expect(FavouriteRules.key("Crème brûlée") == FavouriteRules.key("CREME BRULEE"))
        #expect(FavouriteRules.key("Пироги") == FavouriteRules.key("ПИРОГИ"))
        #expect(FavouriteRules.key("Pies") != FavouriteRules.key("Cakes"))
    }
}
