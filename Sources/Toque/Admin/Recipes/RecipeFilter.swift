// The filter of the admin recipe list; all of it is in the address.

import Bytes
import HTTP
import Texts
import Words

/// The filter as typed. Values that are not understood find nothing.
struct RecipeFilter: Sendable {
    enum Sort: String, CaseIterable, Sendable { case newest, oldest, changed, title }

    /// A property to filter by, besides words and names.
    enum Trait: String, CaseIterable, Sendable {
        case photo
        case noPhoto = "no-photo"
        case noCategory = "no-category"
        case noCuisine = "no-cuisine"
        case unknownIngredients = "unknown-ingredients"
        case dietOverride = "diet-override"
        case setByAdmin = "set-by-admin"
    }

    private static let names = ["q", "author", "state", "category", "cuisine", "with", "from", "to", "sort"]
    private let typed: [String: String]
    let page: Int

    init(_ query: Parameters) {
        let pairs = Self.names.map { name in
            (name, (query[name] ?? "").trimmed.cut(to: RecipeAdminLimits.wordsLength))
        }
        typed = Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
        page = Paging.page(query["page"])
    }

    /// Reads the hidden field of a form; a malformed one finds nothing.
    init(encoded: String) {
        self.init((try? Parameters(parsing: encoded)) ?? Parameters([("state", "?")]))
    }

    subscript(name: String) -> String { typed[name] ?? "" }

    var words: String { self["q"] }
    var author: String { self["author"] }
    var state: RecipeState? { RecipeState(rawValue: self["state"]) }
    var trait: Trait? { Trait(rawValue: self["with"]) }
    var sort: Sort { Sort(rawValue: self["sort"]) ?? .newest }
    /// The first and the last moment of the range, in UTC milliseconds.
    var since: Int? { Dates.endOfDay(self["from"]).map { $0 - Milliseconds.day + 1 } }
    var until: Int? { Dates.endOfDay(self["to"]) }

    /// Whether any typed value is not understood.
    var isWrong: Bool {
        (state == nil && !self["state"].isEmpty) || (trait == nil && !self["with"].isEmpty)
            || (since == nil && !self["from"].isEmpty) || (until == nil && !self["to"].isEmpty)
    }

    /// Whether the filter is only a state or nothing, so that the counts of states give the total.
    var isOfStatesOnly: Bool { Set(typed.keys).isSubset(of: ["state", "sort"]) }

    var isEmpty: Bool { Set(typed.keys).isSubset(of: ["sort"]) }

    /// The filter as a query, optionally with another state (empty for all) and a page.
    func encoded(state: String? = nil, page: Int? = nil) -> String {
        let pairs = Self.names.map { (name: $0, value: $0 == "state" ? state ?? self[$0] : self[$0]) }
        return Parameters(pairs.filter { !$0.value.isEmpty } + (page.map { [("page", String($0))] } ?? [])).encoded()
    }

    /// The filter as the log keeps it: without a name and typed words, which outlive an account.
    var logged: String {
        let pairs = Self.names.map {
            (name: $0, value: ["q", "author"].contains($0) && !self[$0].isEmpty ? "…" : self[$0])
        }
        return Parameters(pairs.filter { !$0.value.isEmpty }).encoded()
    }

    func address(state: String? = nil, page: Int? = nil) -> String {
        let query = encoded(state: state, page: page)
        return query.isEmpty ? Address.adminRecipes() : "\(Address.adminRecipes())?\(query)"
    }

    func errors(_ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        for (name, isWrong) in [("from", since == nil), ("to", until == nil)] where isWrong && !self[name].isEmpty {
            errors.add(name, Text.recipeAdminDayWrong(language))
        }
        return errors
    }
}
