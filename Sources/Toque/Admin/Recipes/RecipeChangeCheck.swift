// Checks which rows of a change are refused: before it is shown, and again when it is confirmed.

import Database
import Food

struct RecipeChangeCheck {
    private let change: RecipeChange
    private let admin: Int
    private let catalogue: Catalogue
    private let targets: [Int: ActionTarget]
    /// The values that the undone change had set, by recipe.
    private let undone: [Int: String?]
    /// The popular recipes whose takedown or deletion another admin has to confirm.
    private let needsAnother: Set<Int>

    init(
        _ change: RecipeChange, _ rows: [RecipeChangeRow], _ catalogue: Catalogue, by admin: Int,
        _ db: Connection, now: Int
    ) throws {
        (self.change, self.admin, self.catalogue) = (change, admin, catalogue)
        targets = try RecipeAdminStore(db).targets(rows.map(\.recipe))
        let earlier = try change.undoes.map(RecipeChangeStore(db).rows) ?? []
        undone = Dictionary(earlier.map { ($0.recipe, $0.value) }) { first, _ in first }
        let isFirst = [.takeDown, .delete].contains(change.action) && change.byID == admin
        let others = try isFirst ? AccountStore(db).admins(now: now).filter { $0 != admin } : []
        // Authors do not decide on their own recipes, so they are no second admin for them.
        needsAnother = try IssueStore(db).popular(others.isEmpty ? [] : rows.map(\.recipe)).filter { [targets] recipe in
            others.contains { $0 != targets[recipe]?.author }
        }
    }

    /// The state of a recipe; `nil` if it no longer exists.
    func target(_ row: RecipeChangeRow) -> ActionTarget? { targets[row.recipe] }

    func refusal(_ row: RecipeChangeRow) -> RecipeRefusal? {
        guard let target = targets[row.recipe] else { return .leaving }
        let value = listed(row.value)
        if let refusal = change.action.refusal(target, value: value, by: admin) { return refusal }
        if needsAnother.contains(row.recipe) { return .popular }
        if let kind = change.action.term, let value, !catalogue.isListed(kind, value) { return .unlisted }
        if target.shown != row.shown { return .otherText }
        if let undoes = change.undoes,
            !change.action.isAsLeft(target, by: undoes, set: listed(undone[row.recipe] ?? nil))
        {
            return .changedSince
        }
        return nil
    }

    /// The key of the listed term, if the value was merged into one.
    func listed(_ value: String?) -> String? {
        guard let value, let kind = change.action.term else { return value }
        return catalogue.listedKey(kind, value)
    }
}
