// A change of the catalogue: drafted, previewed against every recipe, confirmed, and possibly undone by another change.

import Database
import Food

struct CatalogueChange: Sendable {
    enum Kind: String, CaseIterable, ColumnValue {
        case edit, add, merge, split
        case table = "import"
        case undo
    }

    enum State: String, CaseIterable, ColumnValue { case calculating, ready, applied }

    let id: Int
    let kind: Kind
    /// What kind of entry all its rows are.
    let subject: ChangeSubject
    let state: State
    /// Who drafted it or, once it is applied, who confirmed it; `nil` if the account was erased.
    let byID: Int?
    let by: String?
    let undoes: Int?
    /// The change that undid this one.
    let undoneBy: Int?
    /// The edition of the catalogue against which recipes are previewed, and the progress of that.
    let edition: Int
    let cursor: Int
    let total: Int
    let calculated: Int
    let createdAt: Int
    let appliedAt: Int?

    var percent: Int { total > 0 ? min(99, calculated * 100 / total) : 0 }
}

/// The effect of a change on one recipe, as bits of diets and allergens.
struct RecipeEffect: Sendable, Equatable {
    var dietsLost = 0
    var dietsGained = 0
    /// Allergens that the recipe is no longer, or now, certainly free from.
    var freeLost = 0
    var freeGained = 0
    /// Allergens that the recipe no longer, or now, certainly contains.
    var heldLost = 0
    var heldGained = 0

    init() {}

    init(from old: DerivedDiets, to new: DerivedDiets) {
        dietsLost = old.dietYes & ~new.dietYes
        dietsGained = new.dietYes & ~old.dietYes
        freeLost = old.allergenNo & ~new.allergenNo
        freeGained = new.allergenNo & ~old.allergenNo
        heldLost = old.allergenYes & ~new.allergenYes
        heldGained = new.allergenYes & ~old.allergenYes
    }

    init(_ row: Row, from column: Int) {
        dietsLost = row[column]
        dietsGained = row[column + 1]
        freeLost = row[column + 2]
        freeGained = row[column + 3]
        heldLost = row[column + 4]
        heldGained = row[column + 5]
    }

    /// The parts with their bits, losses first, since somebody may rely on what is lost.
    var parts: [(kind: EffectKind, bits: Int)] {
        [
            (.dietLost, dietsLost), (.freeLost, freeLost), (.heldGained, heldGained), (.dietGained, dietsGained),
            (.freeGained, freeGained), (.heldLost, heldLost),
        ]
    }
}

enum EffectKind: String, CaseIterable, Sendable {
    case dietLost = "diet-lost"
    case freeLost = "free-lost"
    case heldGained = "held-gained"
    case dietGained = "diet-gained"
    case freeGained = "free-gained"
    case heldLost = "held-lost"

    /// The names of a part's bits, in the form `diet.NAME` or `allergen.NAME` of the locale files.
    func names(_ bits: Int) -> [String] {
        switch self {
        case .dietLost, .dietGained:
            Diet.allCases.filter { bits & $0.bit != 0 }.map { "diet.\($0.rawValue)" }
        default: Allergen.allCases.filter { bits & $0.bit != 0 }.map { "allergen.\($0.rawValue)" }
        }
    }
}

extension Catalogue {
    func record(_ key: String) -> IngredientRecord? {
        entry(key).map { IngredientRecord($0, nutrition(of: $0)) }
    }

    /// The catalogue after the change. Categories and cuisines stay unchanged, because no diet depends on them.
    func applying(_ rows: ChangedRows) -> Catalogue {
        switch rows {
        case .ingredients(let rows):
            let (entries, ids, nutrition) = parts(applying: rows)
            return with(entries: entries, ids: ids, nutrition: nutrition)
        case .units(let rows): return with(units: units.applying(rows))
        case .terms: return self
        }
    }

    /// The ingredients after the change; the facts of those that depend on others are not recalculated yet.
    func entries(applying rows: [ChangedRow]) -> [IngredientEntry] { parts(applying: rows).entries }

    private func parts(
        applying rows: [ChangedRow]
    ) -> (entries: [IngredientEntry], ids: [String: Int], nutrition: [Int: Nutrition]) {
        var ids = self.ids
        var known = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        var foods = self.nutrition
        // New ingredients get ids that no ingredient has.
        var next = (ids.values.max() ?? 0) + 1
        for row in rows {
            guard let after = row.after else {
                known[row.key] = nil
                ids[row.key] = nil
                continue
            }
            let id = ids[row.key] ?? next
            if ids[row.key] == nil { next += 1 }
            ids[row.key] = id
            known[row.key] = after.entry(id: id)
            if let food = after.ownNutrition(id: id) { foods[food.number] = food }
        }
        let entries = known.values.sorted {
            ($0.english.singular.lowercased(), $0.key) < ($1.english.singular.lowercased(), $1.key)
        }
        return (entries, ids, foods)
    }
}
