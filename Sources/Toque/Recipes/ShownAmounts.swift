// A recipe for more or fewer people, and in other units, as a reader asks for it.

import Bytes
import Food
import HTTP
import Texts
import Words

extension Scaling {
    /// The recipe for so many servings; as it is where its author names none.
    static func scale(_ body: RecipeBody, to servings: Int, _ units: UnitTable) -> RecipeBody {
        guard let written = body.servings, written != servings else { return body }
        let factor = Double(servings) / Double(written)
        var scaled = body
        scaled.servings = servings
        scaled.lines = body.lines.map { scale($0, by: factor, units) }
        return scaled
    }
}

/// How a reader wants to see the amounts, as the address says.
struct ShownAmounts {
    let servings: Int?
    let units: UnitSystem?
    /// What was typed, where it is no number of servings.
    let wrong: String?
    var status: Status { wrong == nil ? .ok : .unprocessable }

    init(_ query: Parameters) {
        let typed = (query["servings"] ?? "").trimmed
        servings = Int(typed).flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }
        wrong = typed.isEmpty || servings != nil ? nil : typed.cut(to: 20)
        units = query["units"].flatMap(UnitSystem.init(rawValue:))
    }

    /// The same as the end of an address: what was understood, and nothing else of what somebody typed.
    var query: String {
        let fields = [("servings", servings.map(String.init)), ("units", units?.rawValue)]
        let given = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        return given.isEmpty ? "" : "?" + Parameters(given).encoded()
    }
}

/// The form on the recipe's page that asks for other amounts.
struct ScalingForm {
    let address: String
    let servings: Field?
    let units: [Choice]
    /// Says for how many it was written.
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
        self.units = UnitSystem.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("units.\($0.rawValue)", language) ?? "", isChosen: $0 == units)
        }
        let isScaled = shown.servings != nil && shown.servings != body.servings
        note = isScaled ? body.servings.map { Text.scalingNote(language, servings: String($0)) } : nil
    }
}
