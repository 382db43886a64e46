// Tests of names in addresses.

import Testing

@testable import Toque

@Suite struct SlugTests {
    @Test(arguments: [
        ("Borscht", "borscht"), ("Crème brûlée", "creme-brulee"), ("Щи да каша", "shchi-da-kasha"), ("Ёжик", "ezhik"),
        ("Fish & Chips!", "fish-chips"), ("  Grandma's — pie  ", "grandmas-pie"), ("100% rye", "100-rye"), ("寿司", ""),
        ("<script>", "script"), ("../../etc", "etc"), ("Straße", "strasse"), ("ﬃ", "ffi"), ("", ""),
    ])
    func `a title becomes Latin letters, digits and hyphens`(title: String, slug: String) {
        #expect(Slug.make(title) == slug)
    }

    @Test(arguments: ["x", "щ", "x ", "щ щ"])
    func `a slug has at most 60 characters and no hyphen at its ends`(piece: String) {
        let slug = Slug.make(String(repeating: piece, count: 100))
        #expect(slug.utf8.count <= 60)
        #expect(!slug.hasSuffix("-") && !slug.hasPrefix("-"))
    }

    @Test(arguments: [("42-borscht", 42), ("42", 42), ("42-", 42), ("042", 42), ("1-2-3", 1)])
    func `the number at the start is the recipe’s id`(segment: String, id: Int) { #expect(Slug.id(segment) == id) }

    @Test(arguments: ["", "-", "-42", "borscht", "0", "+42", "4 2", "４２", "42borscht", "9999999999999999999"])
    func `an address without a number has no id`(segment: String) { #expect(Slug.id(segment) == nil) }

    @Test func `a title without letters gives only the number`() {
        #expect(Slug.segment(7, "") == "7")
        #expect(Slug.segment(7, "soup") == "7-soup")
    }
}
