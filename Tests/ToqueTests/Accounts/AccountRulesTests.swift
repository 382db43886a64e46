// Tests of the rules for usernames and return paths.

import Foundation
import Testing

@testable import Toque

@Suite struct AccountRulesTests {
    @Test func `spellings of one name have the same key`() {
        let spellings = ["Renée", "rene\u{301}e", "RENÉE", "ｒｅｎée"]
        #expect(Set(spellings.map(AccountRules.key)).count == 1)
        #expect(AccountRules.key("renee") != AccountRules.key("renée"))
    }

    @Test(arguments: ["Renée", "ŉ", "ﬃ", "İstanbul", "ẞ", "Ⅷ", "ϓ", "ͅΑ"])
    func `the key of a key is the same key`(name: String) {
        #expect(AccountRules.key(AccountRules.key(name)) == AccountRules.key(name))
    }

    @Test(arguments: ["dora", "дора", "Renée_7", "王小明", "सीता", "İstanbul", "Zoë.Å", "x-1"])
    func `a username uses one alphabet`(name: String) { #expect(AccountRules.problem(username: name) == nil) }

    @Test(arguments: [
        ("username-letters", "alice\u{3164}"), ("username-letters", "\u{3164}\u{3164}\u{3164}"),
        ("username-letters", "ali\u{345}ce"), ("username-letters", "alice\u{115F}"),
        ("username-letters", "al\u{AD}ice"), ("username-letters", "ⓐlice"), ("username-letters", "al\u{17B4}ice"),
        ("username-letters", "דָּור"), ("username-letters", "a\u{5BF}lice"),
        ("username-mixed", "аlice"), ("username-mixed", "аdmin"), ("username-mixed", "tоque"),
        ("username-mixed", "а.lice"), ("username-mixed", "Ρaul"),
        ("username-taken", "ѕуѕтем"), ("username-taken", "Toque"), ("username-taken", "ＡＤＭＩＮ"),
    ])
    func `a username with hidden or imitating letters is refused`(problem: String, name: String) {
        #expect(AccountRules.problem(username: name.precomposedStringWithCanonicalMapping) == problem)
    }

    @Test(arguments: ["/", "/a", "/a?b=c#d", "/login?next=/x", "/a//b"])
    func `a path of this site is followed after login`(path: String) { #expect(AccountRules.localPath(path) == path) }

    @Test(arguments: [nil, "", "a", "//a", "/\\a", "/a\\b", "http://a", "/a b", "/a\n", "/\u{7f}", "/ж"])
    func `any other address is not followed`(path: String?) { #expect(AccountRules.localPath(path) == "/") }

    @Test func `a path has at most 2,000 bytes`() {
        let longest = "/" + String(repeating: "a", count: 1_999)
        #expect(AccountRules.localPath(longest) == longest)
        #expect(AccountRules.localPath(longest + "a") == "/")
    }
}
