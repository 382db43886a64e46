// A change in words: who, when, and what was before and after.

struct ChangeLine {
    let title: String
    let address: String
    let number: Int
    let by: String?
    let moment: String
    let isApplied: Bool
    let undone: Link?
    let undoes: Link?
    let rows: [ChangedRowView]

    init(_ change: CatalogueChange, _ rows: [ChangedRow], _ catalogue: Catalogue, _ language: Language) {
        title = Text.dynamic("change.kind.\(change.kind.rawValue)", language) ?? change.kind.rawValue
        address = Address.catalogueChange(change.id)
        number = change.id
        by = change.by
        moment = Dates.moment(change.appliedAt ?? change.createdAt, language)
        isApplied = change.state == .applied
        undone = change.undoneBy.map {
            Link(label: Text.changeTitle(language, number: $0), address: Address.catalogueChange($0))
        }
        undoes = change.undoes.map {
            Link(label: Text.changeTitle(language, number: $0), address: Address.catalogueChange($0))
        }
        self.rows = rows.map { ChangedRowView($0, catalogue, language) }
    }
}

/// One ingredient before and after.
struct ChangedRowView {
    let name: String
    /// Its page, where it has one after the change.
    let address: String?
    let isNew: Bool
    let isGone: Bool
    let differences: [DifferenceView]

    init(_ row: ChangedRow, _ catalogue: Catalogue, _ language: Language) {
        let shown = row.after ?? row.before
        name = (language == .ru ? shown?.russian : shown?.english) ?? row.key
        address = row.before == nil || row.after == nil ? nil : Address.adminIngredient(row.key)
        isNew = row.before == nil
        isGone = row.after == nil
        /// Of a list only what the other does not have.
        func words(_ column: IngredientColumn, _ record: IngredientRecord?, beside other: IngredientRecord?) -> String {
            let text = catalogue.shown(column, record, language)
            if column.isList {
                let others = Set(IngredientColumn.items(catalogue.shown(column, other, language)))
                return IngredientColumn.items(text).filter { !others.contains($0) }.joined(separator: ", ")
            }
            return Text.dynamic("fact.\(text)", language) ?? text
        }
        differences =
            isGone
            ? []
            : row.differences.map {
                DifferenceView(
                    label: $0.label(language), before: words($0, row.before, beside: row.after),
                    after: words($0, row.after, beside: row.before))
            }.filter { !$0.isEmpty }
    }
}

struct DifferenceView {
    let label: String
    let before: String
    let after: String
    var hasBefore: Bool { !before.isEmpty }
    var hasAfter: Bool { !after.isEmpty }
    var isEmpty: Bool { !hasBefore && !hasAfter }
}
