// The filter of the audit log; all of it is in the address.

import Bytes
import Database
import HTTP

/// The filter as typed. Values that are not understood find nothing.
struct AuditFilter: Sendable {
    /// Logins are apart from all other actions, which would disappear between them.
    enum List: String, CaseIterable, Sendable { case actions, logins, all }

    /// The most characters of a value.
    static let length = 100
    private static let names = ["list", "person", "action", "object", "number", "from", "to"]
    /// Where a row belongs. The indexes of the log have the same conditions.
    private static let conditions: [List: SQL] = [
        .actions: "substr(action, 1, 5) <> 'login'", .logins: "substr(action, 1, 5) = 'login'",
    ]

    private let typed: [String: String]
    let page: Int

    init(_ query: Parameters) {
        let pairs = Self.names.map { ($0, (query[$0] ?? "").trimmed.cut(to: Self.length)) }
        typed = Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
        page = Paging.page(query["page"])
    }

    /// Reads the hidden field of a form; a malformed one finds nothing.
    init(encoded: String) { self.init((try? Parameters(parsing: encoded)) ?? Parameters([("list", "?")])) }

    subscript(name: String) -> String { typed[name] ?? "" }

    /// `nil` if the address names none.
    var list: List? { List(rawValue: self["list"]) }
    var object: AuditEntry.Object? { AuditEntry.Object(rawValue: self["object"]) }
    var number: Int? { Int(self["number"]).flatMap { $0 >= 0 ? $0 : nil } }
    /// The first and the last moment of the range, in UTC milliseconds.
    var since: Int? { Dates.endOfDay(self["from"]).map { $0 - Milliseconds.day + 1 } }
    var until: Int? { Dates.endOfDay(self["to"]) }

    /// The fields that are not understood.
    var wrong: [String] {
        let values: [(name: String, isKnown: Bool)] = [
            ("list", list != nil), ("object", object != nil), ("number", number != nil), ("from", since != nil),
            ("to", until != nil),
        ]
        return values.filter { !$0.isKnown && !self[$0.name].isEmpty }.map(\.name)
    }

    /// Whether it chooses nothing but the list.
    var isOfListOnly: Bool { Set(typed.keys).isSubset(of: ["list"]) }

    /// The condition of its rows; `list` is used if the address names none.
    func condition(else list: List) -> SQL {
        guard wrong.isEmpty else { return "0" }
        var parts: [SQL] = [Self.conditions[self.list ?? list]].compactMap { $0 }
        if !self["person"].isEmpty { parts.append("actor_name = \(self["person"]) COLLATE NOCASE") }
        if !self["action"].isEmpty { parts.append("action = \(self["action"])") }
        if let object { parts.append("object = \(object.rawValue)") }
        if let number { parts.append("object_id = \(number)") }
        if let since { parts.append("at >= \(since)") }
        if let until { parts.append("at <= \(until)") }
        return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
    }

    /// The filter as a query, optionally of another list and with a page.
    func encoded(list: List? = nil, page: Int? = nil) -> String {
        let pairs = Self.names.map { (name: $0, value: $0 == "list" ? list?.rawValue ?? self[$0] : self[$0]) }
        return Parameters(pairs.filter { !$0.value.isEmpty } + (page.map { [("page", String($0))] } ?? [])).encoded()
    }

    /// The filter as the log keeps it: without the name of a person, which outlives the account.
    var logged: String {
        Parameters(
            Self.names.filter { !self[$0].isEmpty }.map { (name: $0, value: $0 == "person" ? "…" : self[$0]) }
        ).encoded()
    }

    func address(list: List? = nil, page: Int? = nil) -> String {
        let query = encoded(list: list, page: page)
        return query.isEmpty ? Address.audit() : "\(Address.audit())?\(query)"
    }
}
