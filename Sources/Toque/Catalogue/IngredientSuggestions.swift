// What is offered while somebody types the name of an ingredient.

import Words

/// An ingredient that may be meant, by the name that fits what was typed.
public struct IngredientSuggestion: Sendable, Equatable {
    public let key: String
    public let name: String
}

/// All names, folded and sorted, with their words.
struct IngredientSuggestions: Sendable {
    private struct Name: Sendable {
        let folded: [UInt8]
        /// Where each word begins.
        let starts: [Int]
        let shown: String
        let key: String
        /// 0 for what is shown, 1 for a plural, 2 for a synonym.
        let rank: Int
    }

    /// Sorted by the folded name.
    private let names: [Name]

    init(_ entries: [IngredientEntry]) {
        var names: [Name] = []
        for entry in entries {
            for language in [entry.english, entry.russian] {
                for (number, name) in language.all.enumerated() {
                    let isPlural = number == 1 && language.plural != language.singular
                    names.append(Self.name(name, entry.key, rank: number == 0 ? 0 : isPlural ? 1 : 2))
                }
            }
        }
        self.names = names.sorted { $0.folded.lexicographicallyPrecedes($1.folded) }
    }

    private static func name(_ name: String, _ key: String, rank: Int) -> Name {
        let words = Words.words(name).map { Array($0.utf8) }
        let starts = words.reduce(into: [0]) { starts, word in starts.append(starts[starts.count - 1] + word.count + 1)
        }
        return Name(
            folded: Array(words.joined(separator: [0x20])), starts: starts.dropLast(), shown: name, key: key, rank: rank
        )
    }

    func find(_ text: String, limit: Int) -> [IngredientSuggestion] {
        let typed = Array(Words.words(text).joined(separator: " ").utf8.prefix(100))
        guard !typed.isEmpty, limit > 0 else { return [] }
        var found: [(score: Int, name: Name)] = []
        for name in names {
            if name.folded.starts(with: typed) {
                found.append((name.folded.count == typed.count ? 0 : 1, name))
            } else if name.starts.dropFirst().contains(where: { name.folded[$0...].starts(with: typed) }) {
                found.append((2, name))
            }
        }
        if found.isEmpty || Set(found.map(\.name.key)).count < limit, typed.count >= 4 {
            for name in names where name.starts.contains(where: { Self.isNear(typed, name.folded[$0...]) }) {
                found.append((3, name))
            }
        }
        found.sort { ($0.score, $0.name.rank, $0.name.folded.count) < ($1.score, $1.name.rank, $1.name.folded.count) }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.name.key).inserted }.prefix(limit)
            .map { IngredientSuggestion(key: $0.name.key, name: $0.name.shown) }
    }

    /// Whether a beginning of `name` becomes `typed` by one letter more, less, other, or two exchanged.
    static func isNear(_ typed: [UInt8], _ name: ArraySlice<UInt8>) -> Bool {
        let typed = Self.letters(typed[...])
        let name = Self.letters(name.prefix(typed.count * 4 + 8))
        var same = 0
        while same < typed.count, same < name.count, typed[same] == name[same] { same += 1 }
        if same == typed.count { return true }
        if same == 0 { return false }
        let rest = typed[same...]
        let other = name[same...]
        if other.dropFirst().starts(with: rest.dropFirst()) && !other.isEmpty { return true }
        if other.starts(with: rest.dropFirst()) || other.dropFirst().starts(with: rest) { return true }
        return rest.count > 1 && other.count > 1 && rest[same] == other[same + 1] && rest[same + 1] == other[same]
            && other.dropFirst(2).starts(with: rest.dropFirst(2))
    }

    private static func letters(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
}
