// Checks the dependencies between ingredients after a change, and finds the changed ingredient that causes a problem.

import Food

struct IngredientGraphCheck {
    typealias Found = (key: String, column: String, problem: ColumnProblem)

    private let rows: [String: ChangedRow]
    private let graph: IngredientGraph

    /// The problems in the catalogue after the change; only ingredients whose dependencies change are blamed.
    static func problems(_ rows: [ChangedRow], in entries: () -> [IngredientEntry]) -> [Found] {
        let moved = rows.filter { $0.after == nil || $0.after?.dependsOn ?? [] != $0.before?.dependsOn ?? [] }
        if moved.isEmpty { return [] }
        let entries = entries()
        let check = IngredientGraphCheck(
            rows: Dictionary(moved.map { ($0.key, $0) }) { first, _ in first }, graph: IngredientGraph(entries))
        return check.graph.problems(from: entries.map(\.key)).flatMap(check.blame)
    }

    private func blame(_ problem: IngredientGraph.Problem) -> [Found] {
        switch problem {
        case .unknown(let key, let ingredient):
            return (rows[ingredient] ?? rows[key]).map { [found($0, .noIngredient(key)) { $0 == key }] } ?? []
        case .circle(let keys):
            return Set(keys).sorted().compactMap { rows[$0] }.map { found($0, .circle, where: keys.contains) }
        case .tooDeep(let key):
            let chain = graph.dependencies(of: key).union([key])
            return chain.sorted().compactMap { rows[$0] }.map { found($0, .circle, where: chain.contains) }
        }
    }

    private func found(_ row: ChangedRow, _ problem: ColumnProblem, where isMeant: (String) -> Bool) -> Found {
        guard let after = row.after else { return (row.key, "name_en", problem) }
        if after.parent.map(isMeant) == true { return (row.key, "parent", problem) }
        return (row.key, after.holds.contains(where: isMeant) ? "holds" : "may_hold", problem)
    }
}
