// What the fields of a profile may hold.

import Testing

@testable import Toque

@Suite struct ProfileRulesTests {
    private static let family = "👨‍👩‍👧‍👦"

    @Test(arguments: [
        "", "I cook.", String(repeating: "я", count: 100), String(repeating: family, count: 91),
        String(repeating: "🇬🇷", count: 100), "می\u{200C}پزم", "❤️",
    ])
    func `a bio counts as people count`(bio: String) { #expect(ProfileRules.problem(bio: bio) == nil) }

    @Test(arguments: [
        ("bio-long", String(repeating: "a", count: 101)),
        ("bio-long", "a" + String(repeating: "\u{301}", count: 1_000)),
        ("hidden", "a\u{202E}b"), ("hidden", "a\u{0}b"), ("hidden", "a\u{E000}b"), ("hidden", "a\u{200B}b"),
    ])
    func `a bio is neither longer nor hides anything`(problem: String, bio: String) {
        #expect(ProfileRules.problem(bio: bio) == problem)
    }

    @Test(arguments: ["", "+44 (0)20 7946-0000", "020/7946.0000", "12345", "+123456789012345"])
    func `phone numbers as people write them`(phone: String) { #expect(ProfileRules.problem(phone: phone) == nil) }

    @Test(arguments: [
        "1234", "1234567890123456", "call me", "12+345", "１２３４５", "12345" + String(repeating: " ", count: 28), "+",
        "12345x9",
    ])
    func `what is no phone number`(phone: String) { #expect(ProfileRules.problem(phone: phone) == "phone") }

    @Test func `first and last names have a length and hide nothing`() {
        #expect(ProfileRules.problem(person: String(repeating: "ж", count: 60)) == nil)
        #expect(ProfileRules.problem(person: String(repeating: "ж", count: 61)) == "person-long")
        #expect(
            ProfileRules.problem(person: "a\u{301}\u{302}" + String(repeating: "\u{302}", count: 120)) == "person-long")
        #expect(ProfileRules.problem(person: "a\u{200D}b") == "hidden")
    }
}
