// A category or cuisine as admins change it, and what merging, taking off and moving make of the list: no database.

import Food
import Texts
import Words

struct TermRecord: CatalogueRecord {
    let key: String
    var english: String
    var russian: String
    var state = TermState.listed
    /// The key of what it stands for, where it was merged.
    var into: String?
    /// Its place in the list, from 0.
    var position: Int

    var names: [String] { [english, russian] }
}

enum TermRules {
    static let nameLength = 100
    /// Categories and cuisines that admins add; members propose at most `ProposalRules.open` each.
    static let most = 500

    /// Whether recipes show something else by it: its place is only that of a list.
    static func isTold(_ row: ChangedTerm) -> Bool {
        guard let before = row.before, var after = row.after else { return true }
        after.position = before.position
        return after != before
    }

    /// It stands for another from now on, and what stood for it does so too.
    static func merged(_ key: String, into other: String, _ all: [TermRecord]) -> [ChangedTerm] {
        following(key, all) { ($0.state, $0.into) = (.merged, other) }
    }

    /// No list has it any more, nor what stood for it.
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

    /// The record behind another, or in front of all, with every one that moves by it.
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

    /// What stands before it in the lists.
    static func neighbour(of key: String, _ all: [TermRecord]) -> String? {
        all.prefix { $0.key != key }.last { $0.state == .listed }?.key
    }
}

/// What is wrong with a category or cuisine.
enum TermProblem: Equatable, Sendable {
    case required, tooLong, tooMany
    case taken(name: String, by: String)
    /// Nothing listed that it could stand for.
    case noTarget
    /// As many recipes name it, so it cannot go.
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
