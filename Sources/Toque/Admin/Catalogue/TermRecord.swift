// A category or cuisine as admins change it, and the effects of merging, removing and moving one on the list; without
// the database.

import Food
import Texts
import Words

struct TermRecord: CatalogueRecord {
    let key: String
    var english: String
    var russian: String
    var state = TermState.listed
    /// The key of the term that it was merged into.
    var into: String?
    /// Its place in the list, from 0.
    var position: Int

    var names: [String] { [english, russian] }
}

enum TermRules {
    static let nameLength = 100
    /// The limit for terms that admins add; members propose at most `ProposalRules.open` each.
    static let most = 500

    /// Whether the change affects recipes: a new place in the list alone does not.
    static func isTold(_ row: ChangedTerm) -> Bool {
        guard let before = row.before, var after = row.after else { return true }
        after.position = before.position
        return after != before
    }

    /// Merges a term into another, with all terms that were merged into it before.
    static func merged(_ key: String, into other: String, _ all: [TermRecord]) -> [ChangedTerm] {
        following(key, all) { ($0.state, $0.into) = (.merged, other) }
    }

    /// Removes a term from the lists, with all terms that were merged into it.
    static func takenOff(_ key: String, _ all: [TermRecord]) -> [ChangedTerm] {
        following(key, all) { ($0.state, $0.into) = (.refused, nil) }
    }

    private static func following(
        _ key: String, _ all: [TermRecord], _ change: (inout TermRecord) -> Void
    ) -> [ChangedTerm] {
        all.filter { $0.key == key || $0.into == key }.map { record in
            var after = record
            change(&after)
            return ChangedTerm(key: record.key, before: record, after: after)
        }.filter { $0.before != $0.after }
    }

    /// Moves the record behind another, or to the front; returns all rows whose place changes.
    static func placed(_ record: TermRecord, behind other: String?, _ all: [TermRecord]) -> [ChangedTerm] {
        var order = all.filter { $0.key != record.key }
        let place = other.flatMap { other in order.firstIndex { $0.key == other } }.map { $0 + 1 } ?? 0
        order.insert(record, at: place)
        let known = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
        return order.enumerated().map { position, record in
            var after = record
            after.position = position
            return ChangedTerm(key: record.key, before: known[record.key], after: after)
        }.filter { $0.before != $0.after }
    }

    /// The key of the listed term before it.
    static func neighbour(of key: String, _ all: [TermRecord]) -> String? {
        all.prefix { $0.key != key }.last { $0.state == .listed }?.key
    }
}

/// A problem with a category or cuisine.
enum TermProblem: Equatable, Sendable {
    case required, tooLong, tooMany
    case taken(name: String, by: String)
    /// The target is not a listed term.
    case noTarget
    /// This number of recipes use it, so it cannot be removed.
    case used(Int)

    func message(_ language: Language) -> String {
        switch self {
        case .required: Text.columnRequired(language)
        case .tooLong: Text.editorTooLong(language, limit: String(TermRules.nameLength))
        case .tooMany: Text.columnTooMany(language, count: TermRules.most)
        case .taken(let name, let other): Text.termTaken(language, name: name, other: other)
        case .noTarget: Text.termNoTarget(language)
        case .used(let count): Text.termUsed(language, count: count)
        }
    }
}
