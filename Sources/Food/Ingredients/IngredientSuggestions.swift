// Suggests ingredients while somebody types a name.

import Synchronization
import Words

/// A suggested ingredient, with its name that matches the typed text.
package struct IngredientSuggestion: Sendable, Equatable {
    package let key: String
    package let name: String
}

/// Finds names by their beginning. Their folded forms are built when somebody types, since most copies of the catalogue
/// get no such request.
final class IngredientSuggestions: Sendable {
    private struct Name: Sendable {
        let folded: [Unicode.Scalar]
        /// Where each word begins.
        let starts: [Int]
        let shown: String
        let key: String
        /// 0 for the shown name, 1 for its plural, 2 for a synonym.
        let rank: Int
    }

    private let entries: [IngredientEntry]
    private let made = Mutex<[Name]?>(nil)

    init(_ entries: [IngredientEntry]) { self.entries = entries }

    private var names: [Name] {
        made.withLock { made in
            let names = made ?? Self.names(entries)
            made = names
            return names
        }
    }

    private static func names(_ entries: [IngredientEntry]) -> [Name] {
        var names: [Name] = []
        for entry in entries {
            for language in [entry.english, entry.russian] {
                for (number, name) in language.all.enumerated() {
                    let isPlural = number == 1 && language.plural != language.singular
                    names.append(Self.name(name, entry.key, rank: number == 0 ? 0 : isPlural ? 1 : 2))
                }
            }
        }
        return names
    }

    private static func name(_ name: String, _ key: String, rank: Int) -> Name {
        let folded = Array(Words.words(name).joined(separator: " ").unicodeScalars)
        let starts = [0] + folded.indices.filter { folded[$0] == (" " as Unicode.Scalar) }.map { $0 + 1 }
        return Name(folded: folded, starts: starts, shown: name, key: key, rank: rank)
    }

    func find(_ text: String, limit: Int) -> [IngredientSuggestion] {
        let typed = Array(Words.words(text).joined(separator: " ").unicodeScalars.prefix(60))
        guard let first = typed.first, limit > 0 else { return [] }
        var found: [(score: Int, name: Name)] = []
        for name in names {
            if let score = Self.score(typed, first, name) { found.append((score, name)) }
        }
        found.sort { ($0.score, $0.name.rank, $0.name.folded.count) < ($1.score, $1.name.rank, $1.name.folded.count) }
        var seen: Set<String> = []
        let best = found.map(\.name).filter { seen.insert($0.key).inserted }
        return best.prefix(limit).map { IngredientSuggestion(key: $0.key, name: $0.shown) }
    }

    /// 0 for the whole name, 1 for its beginning, 2 for the beginning of a later word, 3 for a beginning with one
    /// typing mistake; `nil` for no match.
    private static func score(_ typed: [Unicode.Scalar], _ first: Unicode.Scalar, _ name: Name) -> Int? {
        var best: Int?
        for start in name.starts where start < name.folded.count && name.folded[start] == first {
            let rest = name.folded[start...]
            if rest.starts(with: typed) {
                if start > 0 { return 2 }
                return rest.count == typed.count ? 0 : 1
            }
            if typed.count >= 4, isNear(typed, rest) { best = 3 }
        }
        return best
    }

    /// Whether a beginning of `name` becomes `typed` with one letter added, missing, changed or swapped.
    static func isNear(_ typed: [Unicode.Scalar], _ name: ArraySlice<Unicode.Scalar>) -> Bool {
        var same = 0
        for (letter, other) in zip(typed, name) {
            if letter != other { break }
            same += 1
        }
        let rest = typed[same...]
        let other = name.dropFirst(same)
        guard let letter = rest.first else { return true }
        if same == 0 || other.isEmpty { return rest.count <= 1 && same > 0 }
        let after = rest.dropFirst()
        if other.dropFirst().starts(with: after) || other.starts(with: after) || other.dropFirst().starts(with: rest) {
            return true
        }
        return after.first == other.first && other.dropFirst().first == letter
            && other.dropFirst(2).starts(with: after.dropFirst())
    }
}
