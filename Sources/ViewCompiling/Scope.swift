// The names that a tag of a view can use, and their Swift expressions.

/// The variables of the blocks around a tag.
struct Scope {
    /// A variable of `{{#each}}` or `{{#with}}`, and which of its values are used.
    struct Variable {
        let name: String
        /// The number of the block, which makes its Swift names unique.
        let number: Int
        let isLoop: Bool
        var usesValue = false
        var usesIndex = false
        var usesCount = false

        var index: String { "_index\(number)" }
        var list: String { "_list\(number)" }
    }

    /// Names that the generated function uses itself, so that no variable may have them.
    static let reserved: Set<String> = ["page", "language", "out", "content", "body"]

    private(set) var variables: [Variable] = []

    func contains(_ name: String) -> Bool {
        variables.contains { $0.name == name }
    }

    mutating func enter(_ variable: Variable) {
        variables.append(variable)
    }

    /// Leaves the innermost block and returns its variable with its uses.
    mutating func leave() -> Variable {
        variables.removeLast()
    }

    /// The Swift expression of a path, recorded as used; `nil` if a loop property is used on a name that is not a loop
    /// variable.
    mutating func use(_ path: Path) -> String? {
        if let index = variables.firstIndex(where: { $0.name == path.components[0] }) {
            switch path.loopProperty {
            case nil: variables[index].usesValue = true
            case .index, .first: variables[index].usesIndex = true
            case .last:
                variables[index].usesIndex = true
                variables[index].usesCount = true
            }
        }
        return expression(path)
    }

    /// The Swift expression of a path.
    func expression(_ path: Path) -> String? {
        let first = path.components[0]
        let variable = variables.first { $0.name == first }
        if let property = path.loopProperty {
            guard let variable, variable.isLoop else { return nil }
            switch property {
            case .index: return variable.index
            case .first: return "\(variable.index) == 1"
            case .last: return "\(variable.index) == \(variable.list).count"
            }
        }
        let isKnown = variable != nil || first == "page" || first == "language"
        return (isKnown ? "" : "page.") + path.components.map(identifier).joined(separator: ".")
    }
}
