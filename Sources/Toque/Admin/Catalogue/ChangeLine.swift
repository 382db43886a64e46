// Catalogue changes in words: who, when, and the values before and after.

import Food
import HTML
import Texts
import Words

struct ChangeLine {
    let title: String
    let address: String
    let number: Int
    let by: String?
    let moment: HTML
    let isApplied: Bool
    let undone: Link?
    let undoes: Link?
    let rows: [ChangedRowView]

    init(_ change: CatalogueChange, _ rows: [ChangedRowView], _ language: Language) {
        title = Text.dynamic("change.kind.\(change.subject.rawValue).\(change.kind.rawValue)", language) ?? ""
        address = Address.catalogueChange(change.id)
        number = change.id
        by = change.by
        moment = Moment(change.appliedAt ?? change.createdAt, language).html
        isApplied = change.state == .applied
        undone = change.undoneBy.map {
            Link(label: Text.changeTitle(language, number: $0), address: Address.catalogueChange($0))
        }
        undoes = change.undoes.map {
            Link(label: Text.changeTitle(language, number: $0), address: Address.catalogueChange($0))
        }
        self.rows = rows
    }
}

/// The history of one entry, in the form that the partial view accepts.
typealias ChangeLines = [ChangeLine]

/// One ingredient, unit, category or cuisine before and after.
struct ChangedRowView {
    let name: String
    /// The address of its page; `nil` if the entry is new or removed.
    let address: String?
    let isNew: Bool
    let isGone: Bool
    let differences: [DifferenceView]

    /// A removed entry shows no differences.
    init(
        _ row: Changed<some CatalogueRecord>, _ name: String?, _ address: String, _ differences: [DifferenceView]
    ) {
        self.name = name ?? row.key
        self.address = row.before == nil || row.after == nil ? nil : address
        isNew = row.before == nil
        isGone = row.after == nil
        self.differences = row.after == nil ? [] : differences.filter { !$0.isEmpty }
    }
}

extension ChangedRows {
    /// The first rows in words.
    func views(first count: Int = 1, _ catalogue: Catalogue, _ language: Language) -> [ChangedRowView] {
        switch self {
        case .ingredients(let rows): rows.prefix(count).map { $0.view(catalogue, language) }
        case .units(let rows): rows.prefix(count).map { $0.view(language) }
        case .terms(let kind, let rows): rows.prefix(count).map { $0.view(kind, catalogue, language) }
        }
    }
}

extension ChangedRow {
    /// The columns that differ.
    var differing: [IngredientColumn] {
        IngredientColumn.all.filter { (before.map($0.text) ?? "") != (after.map($0.text) ?? "") }
    }

    fileprivate func view(_ catalogue: Catalogue, _ language: Language) -> ChangedRowView {
        func words(_ column: IngredientColumn, _ record: IngredientRecord?) -> String {
            let text = catalogue.shown(column, record, language)
            return Text.dynamic("fact.\(text)", language) ?? text
        }
        let shown = after ?? before
        return ChangedRowView(
            self, language == .ru ? shown?.russian : shown?.english, Address.adminIngredient(key),
            differing.map { column in
                let (old, new) = (words(column, before), words(column, after))
                return column.isList
                    ? .list(column.label(language), old, new)
                    : DifferenceView(label: column.label(language), before: old, after: new)
            })
    }
}

extension ChangedUnit {
    fileprivate func view(_ language: Language) -> ChangedRowView {
        let shown = after ?? before
        return ChangedRowView(
            self, (language == .ru ? shown?.russian : shown?.english)?.first, Address.adminUnit(key),
            UnitField.allCases.map { field in
                let (old, new) = (before?.text(field, language) ?? "", after?.text(field, language) ?? "")
                return field.isList
                    ? .list(field.label(language), old, new)
                    : DifferenceView(label: field.label(language), before: old, after: new)
            })
    }
}

extension ChangedTerm {
    fileprivate func view(_ kind: TermKind, _ catalogue: Catalogue, _ language: Language) -> ChangedRowView {
        let shown = after ?? before
        func difference(_ label: String?, _ text: (TermRecord) -> String) -> DifferenceView {
            DifferenceView(label: label ?? "", before: before.map(text) ?? "", after: after.map(text) ?? "")
        }
        return ChangedRowView(
            self, language == .ru ? shown?.russian : shown?.english, Address.adminTerm(kind.rawValue, key),
            [
                difference(Text.dynamic("column.name_en", language), \.english),
                difference(Text.dynamic("column.name_ru", language), \.russian),
                difference(Text.termPlace(language)) { String($0.position + 1) },
                difference(Text.termState(language)) { $0.state.label(language) },
                difference(Text.termMergedInto(language)) {
                    $0.into.map { catalogue.termName(kind, $0, language) ?? $0 } ?? ""
                },
            ])
    }
}

extension TermState {
    func label(_ language: Language) -> String { Text.dynamic("term.state.\(rawValue)", language) ?? rawValue }
}

struct DifferenceView {
    let label: String
    let before: String
    let after: String
    var hasBefore: Bool { !before.isEmpty }
    var hasAfter: Bool { !after.isEmpty }
    /// Whether there is no difference.
    var isEmpty: Bool { before == after }

    /// Shows only the items of a list that the other list does not have.
    static func list(_ label: String, _ before: String, _ after: String) -> DifferenceView {
        func rest(_ text: String, beside other: String) -> String {
            let others = Set(IngredientColumn.items(other))
            return IngredientColumn.items(text).filter { !others.contains($0) }.joined(separator: ", ")
        }
        return DifferenceView(
            label: label, before: rest(before, beside: after), after: rest(after, beside: before))
    }
}
