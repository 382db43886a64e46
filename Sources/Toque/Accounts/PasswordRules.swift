// What a password has to be (NIST SP 800-63-4, OWASP ASVS 5): long, and nothing that is guessed first. No composition rules.

import Foundation

/// Whose password it is, and what they have to do with it.
struct PasswordOwner: Sendable {
    var username = ""
    var email = ""
    var role = Role.member
    var hasTwoStep = false
}

/// What is wrong with a password.
enum PasswordProblem: Equatable, Sendable {
    case short(Int)
    case long(Int)
    /// A word, a word with digits around it, a row of keys: what a guesser tries first.
    case common
    /// The name of its owner or of the site, and little else.
    case personal
}

enum PasswordRules {
    /// In code points.
    static let greatestLength = 128
    /// More bytes than that cannot become a password; not even normalising is worth it.
    static let mostBytes = 4 * 4 * greatestLength
    /// What has to be left when names are taken out.
    static let leastRest = 8

    static func leastLength(role: Role, hasTwoStep: Bool) -> Int { role == .member || hasTwoStep ? 12 : longLength }
    private static let longLength = 15

    /// Long enough for every role.
    static func isLong(_ password: String) -> Bool { password.unicodeScalars.count >= longLength }

    /// Whether somebody has a role that asks for a longer password than theirs: nothing else is open to them.
    static func isTooShort(_ viewer: Viewer) -> Bool {
        viewer.hasShortPassword && leastLength(role: viewer.role, hasTwoStep: viewer.hasTwoStep) == longLength
    }

    /// As it is hashed: one spelling of what looks alike (NFC), and nothing cut or trimmed.
    static func normalised(_ typed: String) -> String {
        typed.utf8.count > mostBytes ? typed : typed.precomposedStringWithCanonicalMapping
    }

    /// Whether it is worth hashing at all.
    static func isPossible(_ password: String) -> Bool { password.utf8.count <= greatestLength * 4 }

    /// The problem with a normalised password, or `nil`.
    static func problem(_ password: String, owner: PasswordOwner, words: PasswordWords) -> PasswordProblem? {
        guard isPossible(password), password.unicodeScalars.count <= greatestLength else {
            return .long(greatestLength)
        }
        let least = leastLength(role: owner.role, hasTwoStep: owner.hasTwoStep)
        guard password.unicodeScalars.count >= least else { return .short(least) }
        let text = AccountRules.key(password)
        let rest = without(names(owner), text)
        let weight = rest.count { !$0.isWhitespace && !$0.isPunctuation }
        if rest != text, weight < leastRest || isCommon(rest, words) { return .personal }
        return isCommon(text, words) ? .common : nil
    }

    private static let siteNames = ["toque", "recipe", "recipes", "рецепты", "рецепт", "токе"]

    /// What stands on the person's page and on the site's, longest first, so that none hides in another.
    private static func names(_ owner: PasswordOwner) -> [String] {
        // What is longer is no name, and is refused as one.
        let whole = [owner.email, owner.username].filter { $0.utf8.count <= 1_000 }.map(AccountRules.key)
        let parts = whole.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        let all = whole + parts + siteNames
        return all.filter { $0.count >= 4 }.sorted { $0.count > $1.count }
    }

    private static func without(_ names: [String], _ text: String) -> String {
        names.reduce(text) { $0.replacing($1, with: "") }
    }

    private static func isCommon(_ text: String, _ words: PasswordWords) -> Bool {
        let core = core(text)
        return [text, core, plain(text), plain(core)].contains { isRow($0) || isListed($0, words) }
    }

    /// Letters for the signs that stand for them: `p@ssw0rd` is `password`.
    private static func plain(_ text: String) -> String {
        String(text.map { signs[$0] ?? $0 })
    }
    private static let signs: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
    ]

    /// Without digits and signs at both ends, which is where people add them.
    private static func core(_ text: String) -> String {
        guard let first = text.firstIndex(where: \.isLetter), let last = text.lastIndex(where: \.isLetter) else {
            return ""
        }
        return String(text[first...last])
    }

    /// A listed word, or one written several times.
    private static func isListed(_ text: String, _ words: PasswordWords) -> Bool {
        if words.contains(text) { return true }
        let letters = Array(text)
        guard letters.count >= 2 * PasswordWords.leastLength else { return false }
        return (PasswordWords.leastLength...letters.count / 2).contains { length in
            letters.count.isMultiple(of: length)
                && letters.indices.dropFirst(length).allSatisfy { letters[$0] == letters[$0 - length] }
                && words.contains(String(letters[..<length]))
        }
    }

    /// Keys in a row, the alphabet, counting, or one digit over and over, put together of as few as four pieces.
    private static func isRow(_ text: String) -> Bool {
        let keys = text.filter { $0.isLetter || $0.isNumber }
        guard !keys.isEmpty else { return false }
        var rest = Substring(keys)
        for _ in 0..<4 where !rest.isEmpty {
            let longest = rows.map { rest.commonPrefix(inside: $0) }.max() ?? 0
            let digit = rest.first.map { first in first.isNumber ? rest.prefix { $0 == first }.count : 0 } ?? 0
            let run = max(longest, digit)
            guard run >= 3 else { return false }
            rest = rest.dropFirst(run)
        }
        return rest.isEmpty
    }

    private static let rows: [String] = {
        let forth = [
            "12345678901234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop",
            "abcdefghijklmnopqrstuvwxyz", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p",
            "йцукенгшщзхъ",
            "фывапролджэ", "ячсмитьбю", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        ]
        return forth + forth.map { String($0.reversed()) }
    }()
}

extension Substring {
    /// How many of the first characters stand somewhere in a row in the other text.
    fileprivate func commonPrefix(inside row: String) -> Int {
        guard let first else { return 0 }
        let starts = row.indices.filter { row[$0] == first }
        return starts.map { start in zip(self, row[start...]).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
