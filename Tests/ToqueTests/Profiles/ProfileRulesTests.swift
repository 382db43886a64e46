// Tests of the rules for the fields of a profile.

import Testing

@testable import Toque

@Suite struct ProfileRulesTests {
    private static let family = "👨‍👩‍👧‍👦"

    @Test(arguments: [
        "", "I cook.", String(repeating: "я", count: 100), String(repeating: family, count: 91),
        String(repeating: "🇬🇷", count: 100), "می\u{200C}پزم", "❤️",
    ])
    func `a bio may have 100 letters or emoji`(bio: String) { #expect(ProfileRules.problem(bio: bio) == nil) }

    @Test(arguments: [
        ("bio-long", String(repeating: "a", count: 101)),
        ("bio-long", "a" + String(repeating: "\u{301}", count: 1_000)),
        ("hidden", "a\u{202E}b"), ("hidden", "a\u{0}b"), ("hidden", "a\u{E000}b"), ("hidden", "a\u{200B}b"),
    ])
    func `a long bio and hidden characters are refused`(problem: String, bio: String) {
        #expect(ProfileRules.problem(bio: bio) == problem)
    }

    @Test(arguments: ["", "+44 (0)20 7946-0000", "020/7946.0000", "12345", "+123456789012345"])
    func `common phone numbers are accepted`(phone: String) { #expect(ProfileRules.problem(phone: phone) == nil) }

    @Test(arguments: [
        "1234", "1234567890123456", "call me", "12+345", "１２３４５", "12345" + String(repeating: " ", count: 28), "+",
        "12345x9",
    ])
    func `other texts are not phone numbers`(phone: String) { #expect(ProfileRules.problem(phone: phone) == "phone") }

    @Test func `first and last names have a limit and no hidden characters`() {
        #expect(ProfileRules.problem(person: String(repeating: "ж", count: 60)) == nil)
        #expect(ProfileRules.problem(person: String(repeating: "ж", count: 61)) == "person-long")
        #expect(
            ProfileRules.problem(person: "a\u{301}\u{302}" + String(repeating: "\u{302}", count: 120)) == "person-long")
        #expect(ProfileRules.problem(person: "a\u{200D}b") == "hidden")
    }
}
