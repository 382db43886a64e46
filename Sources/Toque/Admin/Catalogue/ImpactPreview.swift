// Calculates the effects of a draft change on every recipe, a few recipes at a time so that others can write in
// between. If the process ends, the next start continues.

import Database
import Food

struct ImpactPreview {
    /// The number of recipes per step.
    static let step = 50

    let writer: Writer
    let reader: Connection
    let catalogue: CatalogueCache

    func run(while mayGoOn: () -> Bool) throws {
        while mayGoOn(), let change = try CatalogueChangeStore(reader).nextToCalculate() {
            try calculate(change, while: mayGoOn)
        }
    }

    private func calculate(_ first: CatalogueChange, while mayGoOn: () -> Bool) throws {
        let rows = try CatalogueChangeStore(reader).rows(first)
        let old = try catalogue.current(reader)
        let new = old.applying(rows)
        let recipes = AffectedRecipes(rows, from: old, to: new)
        if first.edition != old.edition {
            let total = try recipes.count(reader)
            try writer.writeNow { try CatalogueChangeStore($0).restart(first.id, edition: old.edition, total: total) }
        }
        while mayGoOn(), let change = try CatalogueChangeStore(reader).change(first.id), change.state == .calculating,
            change.edition == old.edition, try reader.catalogueEdition() == old.edition
        {
            let effects = try recipes.next(after: change.cursor, Self.step, reader).map { recipe, revision in
                (recipe: recipe, effect: try effect(of: rows, on: revision, from: old, to: new))
            }
            try writer.writeNow { try CatalogueChangeStore($0).note(effects, of: change) }
        }
    }

    /// The effect on one recipe; `nil` if nothing about it changes.
    private func effect(
        of rows: ChangedRows, on revision: Int, from old: Catalogue, to new: Catalogue
    ) throws -> RecipeEffect? {
        // A recipe under another category or another name has no other effects.
        if case .terms = rows { return RecipeEffect() }
        guard let text = try RecipeStore(reader).revision(revision) else { return nil }
        let before = try PublicRecipeStore(reader).entry(text, old)
        let after = try PublicRecipeStore(reader).entry(text, new)
        if before.isListed(like: after) { return nil }
        return RecipeEffect(from: before.diets, to: after.diets)
    }
}

/// The public recipes that a change may affect.
private struct AffectedRecipes {
    private let condition: SQL

    init(_ rows: ChangedRows, from old: Catalogue, to new: Catalogue) {
        switch rows {
        case .ingredients(let rows):
            let reach = ChangeReach(Set(rows.map(\.key)), from: old.entries, to: new.entries)
            let ids = reach.keys.compactMap { old.ingredientID($0) }
            condition =
                reach.concernsAll
                ? "TRUE"
                : "recipe_id IN (SELECT recipe_id FROM public_recipe_ingredient WHERE ingredient_id IN \(list: ids))"
        case .units: condition = "TRUE"
        case .terms(let kind, let rows):
            let keys = rows.filter { TermRules.isTold($0) }.map(\.key)
            condition = RecipeUseStore.names(keys, kind)
        }
    }

    func count(_ db: Connection) throws -> Int {
        try db.value("SELECT count(*) FROM public_recipe WHERE \(sql: condition)") ?? 0
    }

    func next(after recipe: Int, _ count: Int, _ db: Connection) throws -> [(recipe: Int, revision: Int)] {
        try db.all(
            """
            SELECT recipe_id, revision_id FROM public_recipe WHERE recipe_id > \(recipe) AND \(sql: condition)
            ORDER BY recipe_id LIMIT \(count)
            """
        ) { ($0[0], $0[1]) }
    }
}

extension PublicEntry {
    /// Whether lists, filters and search give the same for both.
    func isListed(like other: PublicEntry) -> Bool {
        diets == other.diets && encodedReasons == other.encodedReasons && ingredientIDs == other.ingredientIDs
            && mentionedIDs == other.mentionedIDs && ingredientText == other.ingredientText
    }
}
