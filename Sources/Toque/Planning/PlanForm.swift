// The form for an entry of the plan, as typed.

import Bytes
import HTTP
import Texts
import Words

struct PlanForm {
    var day = ""
    var recipe = ""
    var note = ""
    var servings = ""

    init(recipe: String?, on day: Int) {
        self.recipe = recipe?.cut(to: 20) ?? ""
        self.day = PlanRules.iso(day)
    }

    init(_ entry: PlanEntry) {
        (day, note) = (PlanRules.iso(entry.day), entry.note)
        servings = entry.servings.map(String.init) ?? ""
    }

    init(_ form: Form) { fill(form) }

    /// Takes the fields that were sent.
    mutating func fill(_ form: Form) {
        func text(_ name: String, or old: String) -> String { form[name]?.trimmed ?? old }
        (day, recipe) = (text("day", or: day), text("recipe", or: recipe))
        (note, servings) = (text("note", or: note), text("servings", or: servings))
    }

    /// The entry to add, or `nil` with an error for each wrong field.
    func entry(_ errors: inout FieldErrors, _ context: Context) throws -> NewPlanEntry? {
        let language = context.language
        let (day, servings) = checked(&errors, language)
        let id = recipe.isEmpty ? nil : Slug.id(recipe)
        if let id {
            if try !RecipeStore(context.reader).isReadable(id, by: context.member().id) {
                errors.add("recipe", Text.planErrorRecipe(language))
            }
        } else if !recipe.isEmpty {
            errors.add("recipe", Text.planErrorRecipe(language))
        } else if note.isEmpty {
            errors.add("recipe", Text.planErrorNone(language))
        }
        guard errors.isEmpty, let day else { return nil }
        return NewPlanEntry(day: day, recipe: id, note: note, servings: servings)
    }

    /// The changed entry, or `nil` with an error for each wrong field.
    func changed(_ entry: PlanEntry, _ errors: inout FieldErrors, _ language: Language) -> PlanEntry? {
        let (day, servings) = checked(&errors, language)
        if entry.recipe == nil, note.isEmpty { errors.add("note", Text.planErrorNote(language)) }
        guard errors.isEmpty, let day else { return nil }
        var changed = entry
        (changed.day, changed.note, changed.servings) = (day, note, servings)
        return changed
    }

    private func checked(_ errors: inout FieldErrors, _ language: Language) -> (day: Int?, servings: Int?) {
        let day = PlanRules.day(day)
        if day == nil { errors.add("day", Text.planErrorDay(language)) }
        if note.length > PlanRules.noteLength {
            errors.add("note", Text.planErrorLong(language, count: String(PlanRules.noteLength)))
        }
        let number = Int(servings).flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }
        if !servings.isEmpty, number == nil {
            let range = RecipeLimits.servings
            errors.add(
                "servings",
                Text.scalingWrong(language, from: String(range.lowerBound), to: String(range.upperBound)))
        }
        return (day, number)
    }

    // MARK: Fields

    /// `recipes` are offered; an entry that exists keeps its recipe.
    func fields(_ recipes: [Choice], _ errors: FieldErrors, _ language: Language) -> PlanFields {
        func field(_ name: String, _ label: String, _ value: String) -> Field {
            Field(name: name, label: label, value: value, error: errors[name])
        }
        var (day, servings) = (
            field("day", Text.planDay(language), day), field("servings", Text.recipeServings(language), servings)
        )
        (day.type, servings.type, servings.autocomplete) = ("date", "number", "off")
        var recipe = field("recipe", Text.planRecipe(language), recipe)
        recipe.choices = recipes
        var note = field("note", Text.planNote(language), note)
        (note.autocomplete, note.maxLength) = ("off", PlanRules.noteLength)
        return PlanFields(day: day, recipe: recipe, note: note, servings: servings)
    }
}

struct PlanFields {
    let day: Field
    let recipe: Field
    let note: Field
    let servings: Field
}
