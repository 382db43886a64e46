// Tests of display names: no hidden characters, and no imitation of others.

import Testing

@testable import Toque

@Suite struct NameRulesTests {
    @Test(arguments: [
        "Alice", "Алиса Кухарева", "Jean-Pierre d’Argent", "王小明", "Ana María", "Ł. Nowak & Co.", "3 Köche", "",
        "Анна Smith",
        "नमस्ते", String(repeating: "a", count: 40), String(repeating: "é", count: 40),
    ])
    func `names of people are accepted`(name: String) { #expect(NameRules.problem(NameRules.tidied(name)) == nil) }

    @Test(arguments: [
        ("name-long", String(repeating: "a", count: 41)), ("name-long", "a" + String(repeating: "\u{301}", count: 90)),
        ("name-letters", "Al\u{202E}ice"), ("name-letters", "Al\u{200B}ice"), ("name-letters", "Al\u{2066}ice"),
        ("name-letters", "Al\u{0}ice"), ("name-letters", "Alice\u{FEFF}"), ("name-letters", "\u{3164}\u{3164}"),
        ("name-letters", "\u{2800}a"), ("name-letters", "Al\u{AD}ice"), ("name-letters", "Alice ✔"),
        ("name-letters", "Chef 👨‍🍳"), ("name-letters", "<b>Al</b>"), ("name-letters", "..."), ("name-letters", "@alice"),
        ("name-mixed", "Аlice"), ("name-mixed", "Bоb Smith"), ("name-mixed", "Ρaul"),
        ("name-taken", "admin"), ("name-taken", "Toque"), ("name-taken", "Deleted Account 7"), ("name-taken", "ＡＤＭＩＮ"),
    ])
    func `hidden, reordering or imitating characters are refused`(problem: String, name: String) {
        #expect(NameRules.problem(NameRules.tidied(name)) == problem)
    }

    @Test func `white space of any kind becomes one space`() {
        #expect(NameRules.tidied(" Al\u{A0}\u{2003}ice\n\t B ") == "Al ice B")
        #expect(NameRules.tidied("e\u{301}").unicodeScalars.count == 1)
    }

    @Test(arguments: [
        ("coco", "сосо"), ("Alice", "ALICE"), ("alice", "ａｌｉｃｅ"), ("Pax", "Рах"), ("Anna  K", "anna k"),
        ("THEO", "ТНЕО"),
    ])
    func `names that look alike have the same skeleton`(one: String, other: String) {
        #expect(NameRules.likeness(one) == NameRules.likeness(other))
    }

    @Test func `names that look different have different skeletons`() {
        #expect(NameRules.likeness("Anna") != NameRules.likeness("Hanna"))
        #expect(NameRules.likeness("Иван") != NameRules.likeness("Ivan"))
        #expect(NameRules.likeness("René") != NameRules.likeness("Rene"))
    }
}
