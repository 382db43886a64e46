// The rules for passwords (NIST SP 800-63-4, OWASP ASVS 5): long, not easily guessed, no composition rules.

import Foundation

/// The owner of a password, with what the rules need to know about them.
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
    /// A word, a word with digits around it, or a row of keys: the first things that attackers try.
    case common
    /// Little more than the name of its owner or of the site.
    case personal
}

enum PasswordRules {
    /// In code points.
    static let greatestLength = 128
    /// Above this number of bytes a text is too long to be a password and is not even normalised.
    static let mostBytes = 4 * 4 * greatestLength
    /// The fewest characters that must remain once names are removed.
    static let leastRest = 8

    static func leastLength(role: Role, hasTwoStep: Bool) -> Int { role == .member || hasTwoStep ? 12 : longLength }
    private static let longLength = 15

    /// Whether the password is long enough for every role.
    static func isLong(_ password: String) -> Bool { password.unicodeScalars.count >= longLength }

    /// Whether the user's role needs a longer password than theirs. Until they change it, nothing else is open to them.
    static func isTooShort(_ viewer: Viewer) -> Bool {
        viewer.hasShortPassword && leastLength(role: viewer.role, hasTwoStep: viewer.hasTwoStep) == longLength
    }

    /// The form that is hashed: NFC, so that equal-looking input is equal; nothing is cut or trimmed.
    static func normalised(_ typed: String) -> String {
        typed.utf8.count > mostBytes ? typed : typed.precomposedStringWithCanonicalMapping
    }

    /// Whether the password is short enough to be worth hashing.
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

    /// The user's and the site's names, longest first, so that a short one inside a longer one does not match first.
    private static func names(_ owner: PasswordOwner) -> [String] {
        // A longer text is not a name, and is refused as one.
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

    /// Replaces signs with the letters that they are used for: `p@ssw0rd` becomes `password`.
    private static func plain(_ text: String) -> String {
        String(text.map { signs[$0] ?? $0 })
    }
    private static let signs: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
    ]

    /// Strips digits and signs from both ends, which is where people add them.
    private static func core(_ text: String) -> String {
        guard let first = text.firstIndex(where: \.isLetter), let last = text.lastIndex(where: \.isLetter) else {
            return ""
        }
        return String(text[first...last])
    }

    /// Whether the text is a listed word, or one repeated.
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

    /// Whether the text is at most four runs of at least three characters: neighbouring keys, the alphabet, counting,
    /// or one digit repeated.
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
    /// How many of the first characters occur in sequence somewhere in a row of keys.
    fileprivate func commonPrefix(inside row: String) -> Int {
        guard let first else { return 0 }
        let starts = row.indices.filter { row[$0] == first }
        return starts.map { start in zip(self, row[start...]).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
