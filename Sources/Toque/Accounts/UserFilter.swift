// The filter of the admin list of users.

import Bytes
import Database
import HTTP

/// The filter as typed. Values that are not understood find nothing.
struct UserFilter: Sendable {
    /// The most characters of a value.
    private static let length = 100
    private static let names = ["q", "role", "licensed", "suspended"]

    private let typed: [String: String]

    init(_ query: Parameters = Parameters()) {
        let pairs = Self.names.map { ($0, (query[$0] ?? "").trimmed.cut(to: Self.length)) }
        typed = Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
    }

    subscript(name: String) -> String { typed[name] ?? "" }

    var words: String { self["q"] }
    /// Whether it chooses nothing but words.
    var isEmpty: Bool { Set(typed.keys).isSubset(of: ["q"]) }

    /// The condition of the accounts, which are `u`.
    func condition(now: Int) -> SQL {
        var parts: [SQL] = ["u.erased_at IS NULL"]
        if !self["role"].isEmpty { parts.append("u.role = \(self["role"])") }
        let suspended: SQL = "coalesce(u.suspended_until, 0) > \(now)"
        for (name, holds) in [("licensed", AccountSQL.isLicensed("u.id", now: now)), ("suspended", suspended)] {
            switch self[name] {
            case "": continue
            case "yes": parts.append(holds)
            case "no": parts.append("NOT (\(sql: holds))")
            default: parts.append("0")
            }
        }
        return parts.joined(separator: " AND ")
    }

    func address(page: Int) -> String {
        let pairs = Self.names.map { (name: $0, value: self[$0]) }.filter { !$0.value.isEmpty }
        return "\(Address.users())?\(Parameters(pairs + [("page", String(page))]).encoded())"
    }
}
