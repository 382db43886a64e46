// Names in addresses.

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
    func `a name has at most 60 characters and ends in none that joins`(piece: String) {
        let slug = Slug.make(String(repeating: piece, count: 100))
        #expect(slug.utf8.count <= 60)
        #expect(!slug.hasSuffix("-") && !slug.hasPrefix("-"))
    }

    @Test(arguments: [("42-borscht", 42), ("42", 42), ("42-", 42), ("042", 42), ("1-2-3", 1)])
    func `the number in front names the recipe`(segment: String, id: Int) { #expect(Slug.id(segment) == id) }

    @Test(arguments: ["", "-", "-42", "borscht", "0", "+42", "4 2", "４２", "42borscht", "9999999999999999999"])
    func `without a number there is none`(segment: String) { #expect(Slug.id(segment) == nil) }

    @Test func `a title without letters is its number alone`() {
        #expect(Slug.segment(7, "") == "7")
        #expect(Slug.segment(7, "soup") == "7-soup")
    }
}
