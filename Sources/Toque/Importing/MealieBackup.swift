// Reads Mealie's backup, a dump of its tables in which ingredients and steps are in tables of their own.

import Bytes

enum MealieBackup {
    /// Code points of the name of a unit or food, which any number of lines may refer to.
    static let name = 500

    /// The recipes of a dump in the form of Mealie's export; `nil` for anything else.
    static func recipes(in dump: [String: Any]) -> [[String: Any]]? {
        guard let recipes = dump["recipes"] as? [[String: Any]], let lines = dump["recipes_ingredients"] as? [Any],
            let steps = dump["recipe_instructions"] as? [Any]
        else { return nil }
        let units = names(dump["ingredient_units"])
        let foods = names(dump["ingredient_foods"])
        var linesByRecipe = rows(lines)
        var stepsByRecipe = rows(steps)
        var notesByRecipe = rows(SchemaText.list(dump["notes"]))
        // Each row belongs to one recipe. If several recipes have the same id, the first gets all rows.
        return recipes.map { recipe in
            let id = SchemaText.text(recipe["id"])
            var whole = recipe
            whole["recipe_ingredient"] =
                (linesByRecipe.removeValue(forKey: id) ?? []).map { line in
                    var line = line
                    line["unit"] = units[SchemaText.text(line["unit_id"])]
                    line["food"] = foods[SchemaText.text(line["food_id"])]
                    return line
                } as [Any]
            whole["recipe_instructions"] = (stepsByRecipe.removeValue(forKey: id) ?? []) as [Any]
            whole["notes"] = (notesByRecipe.removeValue(forKey: id) ?? []) as [Any]
            return whole
        }
    }

    /// The rows of a table by recipe id, in order.
    private static func rows(_ table: [Any]) -> [String: [[String: Any]]] {
        let rows = table.compactMap { $0 as? [String: Any] }
        return Dictionary(grouping: rows) { SchemaText.text($0["recipe_id"]) }.mapValues { rows in
            rows.enumerated().sorted {
                let places = ($0.element["position"] as? Double ?? 0, $1.element["position"] as? Double ?? 0)
                return places.0 == places.1 ? $0.offset < $1.offset : places.0 < places.1
            }.map(\.element)
        }
    }

    private static func names(_ table: Any?) -> [String: String] {
        let rows = SchemaText.list(table).compactMap { $0 as? [String: Any] }
        return Dictionary(rows.map { (SchemaText.text($0["id"]), SchemaText.text($0["name"]).cut(to: name)) }) {
            first, _ in
            first
        }
    }
}
