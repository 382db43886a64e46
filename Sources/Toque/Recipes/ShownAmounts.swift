// Scales a recipe to the servings and converts it to the units that the address asks for.

import Bytes
import Food
import HTTP
import Texts
import Words

extension Scaling {
    /// The recipe for `servings` servings, unchanged if its author gave none.
    static func scale(_ body: RecipeBody, to servings: Int, _ units: UnitTable) -> RecipeBody {
        guard let written = body.servings, written != servings else { return body }
        let factor = Double(servings) / Double(written)
        var scaled = body
        scaled.servings = servings
        scaled.lines = body.lines.map { scale($0, by: factor, units) }
        return scaled
    }
}

/// The servings and units in the address of a page.
struct ShownAmounts {
    let servings: Int?
    let units: UnitSystem?
    /// The typed value if it is not a valid number of servings.
    let wrong: String?
    /// The servings as a field has them; empty if none are asked for.
    var typed: String { servings.map(String.init) ?? "" }
    var status: Status { wrong == nil ? .ok : .unprocessable }

    init(_ query: Parameters) {
        let typed = (query["servings"] ?? "").trimmed
        servings = Int(typed).flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }
        wrong = typed.isEmpty || servings != nil ? nil : typed.cut(to: 20)
        units = query["units"].flatMap(UnitSystem.init(rawValue:))
    }

    init(servings: Int?, units: UnitSystem?) { (self.servings, self.units, wrong) = (servings, units, nil) }

    /// The valid values as the query of an address; anything else that was typed is left out.
    var query: String {
        let fields = [("servings", servings.map(String.init)), ("units", units?.rawValue)]
        let given = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        return given.isEmpty ? "" : "?" + Parameters(given).encoded()
    }
}

/// The form on the recipe page that changes the amounts.
struct ScalingForm {
    let address: String
    let servings: Field?
    /// The addresses for one serving less and one more; `nil` at the limits and without servings.
    let fewer: String?
    let more: String?
    let units: [Choice]
    /// Says for how many servings the recipe was written.
    let note: String?

    init(_ body: RecipeBody, _ shown: ShownAmounts, units: UnitSystem, address: String, _ language: Language) {
        self.address = address
        servings = body.servings.map { written in
            var field = Field(name: "servings", label: Text.recipeServings(language))
            field.value = shown.wrong ?? String(shown.servings ?? written)
            field.type = "number"
            if shown.wrong != nil {
                let range = RecipeLimits.servings
                field.error = Text.scalingWrong(
                    language, from: String(range.lowerBound), to: String(range.upperBound))
            }
            return field
        }
        let now = shown.servings ?? body.servings
        func other(_ step: Int) -> String? {
            now.map { $0 + step }.flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }.map {
                address + ShownAmounts(servings: $0, units: shown.units).query
            }
        }
        (fewer, more) = (other(-1), other(1))
        self.units = UnitSystem.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("units.\($0.rawValue)", language) ?? "", isChosen: $0 == units)
        }
        let isScaled = shown.servings != nil && shown.servings != body.servings
        note = isScaled ? body.servings.map { Text.scalingNote(language, servings: String($0)) } : nil
    }
}
