// Splits the stored form of a revision into its values without knowing their meaning, so that no difference is
// overlooked.

import Bytes
import Foundation

/// A value of the stored JSON that contains no other values.
enum StoredLeaf: Sendable {
    case flag(Bool)
    case number(Double)
    case text(String)

    /// The value as JSON. Values that differ in any way have different bytes here.
    var json: String {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): JSONText.number(number)
        case .text(let text): JSONText.string(text)
        }
    }

    var isEmpty: Bool { if case .text(let text) = self { text.isEmpty } else { false } }
}

/// The values below another value by their paths, such as `subtitles.en`; `null` does not count.
typealias StoredLeaves = [String: StoredLeaf]

/// One entry of a list: an ingredient line, a step, or the heading of a group of lines.
struct StoredRow: Sendable {
    let leaves: StoredLeaves
    var isHeading = false
    /// Its number among the rows that readers count, from 1; a heading has the number of the row after it.
    var number = 1

    /// Equal for rows with the same values, and only for those.
    var bytes: [UInt8] {
        let parts = leaves.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.json)" }
        return Array("\(isHeading) \(parts.joined(separator: " "))".utf8)
    }
}

/// A stored body: the values outside its lists, and the rows of each list.
struct StoredText: Sendable {
    private(set) var fields: StoredLeaves = [:]
    private(set) var lists: [String: [StoredRow]] = [:]

    /// `nil` if the text is not a JSON object.
    init?(_ stored: String) {
        guard let value = try? JSONDecoder().decode(StoredValue.self, from: Data(stored.utf8)),
            case .object(let members) = value
        else { return nil }
        for (name, member) in members {
            if case .list(let items) = member {
                lists[name] = Self.rows(items, headedBy: name == "lines" ? "group" : nil)
            } else {
                member.collect(into: &fields, at: name)
            }
        }
    }

    /// The value of one field; empty if it has none.
    func leaf(_ path: String) -> StoredLeaves { fields[path].map { [path: $0] } ?? [:] }

    /// Whether all fields and the rows of all lists are the same, in the same order; an empty list is like none.
    func hasSameValues(as other: StoredText) -> Bool {
        let names = Set(lists.keys).union(other.lists.keys)
        return StoredRow(leaves: fields).bytes == StoredRow(leaves: other.fields).bytes
            && names.allSatisfy { (lists[$0] ?? []).map(\.bytes) == (other.lists[$0] ?? []).map(\.bytes) }
    }

    /// The rows of a list. Each line stores the heading of its group; where the heading changes, it becomes a row of
    /// its own, as readers see it.
    private static func rows(_ items: [StoredValue], headedBy groupName: String?) -> [StoredRow] {
        var rows: [StoredRow] = []
        var heading = ""
        for (index, item) in items.enumerated() {
            var leaves: StoredLeaves = [:]
            item.collect(into: &leaves, at: "")
            if let groupName, case .text(let group) = leaves[groupName] ?? .text("") {
                leaves[groupName] = nil
                if !group.utf8.elementsEqual(heading.utf8) {
                    rows.append(StoredRow(leaves: [groupName: .text(group)], isHeading: true, number: index + 1))
                    heading = group
                }
            }
            rows.append(StoredRow(leaves: leaves, number: index + 1))
        }
        return rows
    }
}

/// Any JSON value.
private enum StoredValue: Decodable {
    case nothing
    case leaf(StoredLeaf)
    case list([StoredValue])
    case object([String: StoredValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .leaf(.text(text))
        } else if value.decodeNil() {
            self = .nothing
        } else if let number = try? value.decode(Double.self) {
            self = .leaf(.number(number))
        } else if let flag = try? value.decode(Bool.self) {
            self = .leaf(.flag(flag))
        } else if let items = try? value.decode([StoredValue].self) {
            self = .list(items)
        } else {
            self = .object(try value.decode([String: StoredValue].self))
        }
    }

    /// Adds every value below this one. A row that is a plain value is stored as `text`, like a step without media.
    func collect(into leaves: inout StoredLeaves, at path: String) {
        func below(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        switch self {
        case .nothing: break
        case .leaf(let leaf): leaves[path.isEmpty ? "text" : path] = leaf
        case .list(let items):
            for (index, item) in items.enumerated() { item.collect(into: &leaves, at: below(String(index + 1))) }
        case .object(let members):
            for (name, member) in members { member.collect(into: &leaves, at: below(name)) }
        }
    }
}
