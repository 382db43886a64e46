// Tests of password length and of refused passwords that attackers guess first.

import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PasswordRulesTests {
    private let dora = PasswordOwner(username: "dora.fields", email: "dorafields77@example.org")

    /// A word list like Debian's, with words of the test.
    private static let words: PasswordWords = {
        let path =
            FileManager.default.temporaryDirectory.path + "/toque-words-\(ProcessInfo.processInfo.processIdentifier)"
        let text = "cat\nabracadabra\nExtraordinary\ndragonfly\ntrustno1\nparsley\nshort\nwatermelon\n"
        _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return PasswordWords(path: path)
    }()

    private func problem(_ password: String, _ owner: PasswordOwner? = nil) -> PasswordProblem? {
        PasswordRules.problem(PasswordRules.normalised(password), owner: owner ?? dora, words: Self.words)
    }

    @Test func `a password has 12 to 128 code points of any kind`() {
        for letter in ["q", "ё", "文", "😀", " ", "\u{0}"] {
            #expect(problem(String(repeating: letter, count: 11)) == .short(12))
            #expect(problem(String(repeating: letter, count: 12)) == nil, "\(letter)")
            #expect(problem(String(repeating: letter, count: 64)) == nil)
            #expect(problem(String(repeating: letter, count: 128)) == nil)
            #expect(problem(String(repeating: letter, count: 129)) == .long(128))
        }
        #expect(problem(String(repeating: "👩‍👩‍👧‍👦", count: 2)) == nil)
        #expect(problem("👩‍👩‍👧‍👦") == .short(12))
        #expect(problem(String(repeating: "x", count: 1_000_000)) == .long(128))
    }

    @Test func `moderators and admins need 15 code points or two-step login`() {
        for (role, hasTwoStep, least) in [
            (Role.member, false, 12), (.member, true, 12), (.moderator, false, 15), (.moderator, true, 12),
            (.admin, false, 15), (.admin, true, 12),
        ] {
            let owner = PasswordOwner(username: "dora", email: "d@x.org", role: role, hasTwoStep: hasTwoStep)
            let password = String("wry kettle mist".prefix(least))
            #expect(problem(password, owner) == nil)
            #expect(problem(String(password.dropLast()), owner) == .short(least))
        }
    }

    @Test func `composed and decomposed letters make the same password`() {
        #expect(PasswordRules.normalised("re\u{301}sume\u{301} of plums") == "r\u{e9}sum\u{e9} of plums")
        #expect(Array(PasswordRules.normalised("e\u{301}").utf8) == Array("\u{e9}".utf8))
        // Compatibility forms stay different: only canonically equal text becomes equal.
        #expect(Array(PasswordRules.normalised("ﬁ").utf8) == Array("ﬁ".utf8))
    }

    @Test(arguments: [
        "extraordinary", "Extraordinary", "EXTRAORDINARY!!", "123extraordinary", "abracadabra1", "abracadabra2026!",
        "dragonfly12345", "parsleyparsley", "shortshortshort", "p4r5l3yp4r5l3y", "w@t3rmel0n2026", "parsley12345678",
        "1234567890123", "111111111111", "098765432109", "123123123123", "qwertyuiop12", "qwertyuiopasdf",
        "1qaz2wsx3edc", "1q2w3e4r5t6y", "abcdefghijkl", "zyxwvutsrqpo", "asdfghjkl123", "йцукенгшщзхъ", "qwerty-asdfgh",
        "trustno1trustno1", "passwordpassword", "password123456", "P@ssw0rd123456", "iloveyou12345!", "пароль123456",
        "correcthorsebatterystaple",
    ])
    func `passwords that are guessed first are refused`(password: String) {
        #expect(problem(password) == .common, "\(password)")
    }

    @Test(arguments: [
        "toquetoquetoque", "toque12345678", "Toque-Recipes-1", "my-toque-2026", "dora.fields!", "Dora.Fields.1985",
        "dorafields77@example.org", "fieldsfields1", "dora-fields-dora", "toqueparsley1", "recipe-recipe",
        "рецепты12345", "example.org.1", "toquekwzplf1",
    ])
    func `passwords made mainly of the names of owner or site are refused`(password: String) {
        #expect(problem(password) == .personal, "\(password)")
    }

    @Test(arguments: [
        "twelve chars!", "a password for the tests", "wry kettle mist", "extraordinary parsley", "dragonfly watermelon",
        "83920174839207", "xK9#mP2$vL5@", "toque makes my evening", "I met dora.fields by the sea", "мокрый снег и чай",
        "一二三四五六七八九十百千", "kwzplf-mtbq-1", "catapults and 12 cats", "            ",
    ])
    func `any other password is accepted, whatever its characters`(password: String) {
        #expect(problem(password) == nil, "\(password)")
    }

    @Test func `without the word list the built-in words are used`() {
        let few = PasswordWords(path: "/nowhere/words")
        #expect(few.count > 20 && few.count < 200)
        #expect(few.contains("password") && !few.contains("parsley"))
        #expect(Self.words.contains("parsley") && Self.words.contains("extraordinary") && !Self.words.contains("cat"))
    }

    /// Reads the list of Debian's cracklib-runtime where it is installed.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: Configuration().passwordWords), "no cracklib-runtime"))
    func `the word list of Debian is read`() {
        let words = PasswordWords(path: Configuration().passwordWords)
        #expect(words.count > 40_000)
        #expect(words.contains("trustno1") && words.contains("dragonfly"))
    }
}
