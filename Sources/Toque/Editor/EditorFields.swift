// The editor's input fields with labels, values and errors.

import Food
import Texts
import Words

/// All fields of the editor's form.
struct EditorFields {
    let title: Field
    let description: Field
    let language: Field
    let category: Field
    let cuisine: Field
    let servings: Field
    let prepMinutes: Field
    let cookMinutes: Field
    let difficulty: Field
    let photo: Field
    let tips: Field
    let source: Field
    let notInDish: Field
    let tags: Field
    let terms: TermsFields
    let figures: [Field]
    let pasted: Field
    let whole: Field
    let rows: [EditorRow]
    let rowsDescribedBy: String?
    let amountError: String?
    let ingredientError: String?
    let steps: [EditorStep]
    let stepError: String?
    let units: [String]
    /// The groups of the ingredient rows, without duplicates.
    let groups: [String]

    var stepDescribedBy: String? { stepError == nil ? nil : "step-error" }
    /// Whether the form contains a pasted list, so that its field is shown open.
    var hasPasted: Bool { !pasted.value.isEmpty || pasted.isWrong }
    /// Whether the author gave nutrition values, so that their section is shown open.
    var hasFigures: Bool { figures.contains { !$0.value.isEmpty } }
    var hasWhole: Bool { !whole.value.isEmpty || whole.isWrong }

    init(
        _ state: EditorState, _ catalogue: Catalogue, videos: [String: VideoState], _ language: Language
    ) {
        let (form, errors) = (state.form, state.errors)
        func field(_ name: String, _ label: String, _ value: String) -> Field {
            Field(name: name, label: label, value: value, error: errors[name])
        }
        func choices(_ terms: [(key: String, name: String)], _ chosen: String) -> [Choice] {
            [Choice(value: "", label: Text.editorNotChosen(language), isChosen: chosen.isEmpty)]
                + terms.map { Choice(value: $0.key, label: $0.name, isChosen: $0.key == chosen) }
                + (catalogue.unlistedName(chosen, language).map { [Choice(value: chosen, label: $0, isChosen: true)] }
                    ?? [])
        }
        func number(_ name: String, _ label: String, _ value: String) -> Field {
            var field = field(name, label, value)
            field.type = "number"
            return field
        }
        var title = field("title", Text.editorTitle(language), form.title)
        title.isRequired = true
        title.maxLength = RecipeLimits.title
        self.title = title
        var description = field("description", Text.editorDescription(language), form.description)
        description.rows = 3
        self.description = description
        var written = field("language", Text.editorLanguage(language), form.language)
        written.choices = Language.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("language." + $0.rawValue, $0) ?? "",
                isChosen: $0.rawValue == form.language)
        }
        self.language = written
        var category = field("category", Text.editorCategory(language), form.category)
        category.choices = choices(catalogue.categoryNames(language), form.category)
        self.category = category
        var cuisine = field("cuisine", Text.editorCuisine(language), form.cuisine)
        cuisine.choices = choices(catalogue.cuisineNames(language), form.cuisine)
        self.cuisine = cuisine
        servings = number("servings", Text.recipeServings(language), form.servings)
        prepMinutes = number("prep_minutes", Text.editorPrepMinutes(language), form.prepMinutes)
        cookMinutes = number("cook_minutes", Text.editorCookMinutes(language), form.cookMinutes)
        var difficulty = field("difficulty", Text.recipeDifficulty(language), form.difficulty)
        difficulty.choices = choices(
            Difficulty.allCases.map { ($0.rawValue, Text.dynamic("difficulty.\($0.rawValue)", language) ?? "") },
            form.difficulty)
        self.difficulty = difficulty
        var photo = field("photo", Text.editorPhoto(language), "")
        photo.help = Text.editorPhotoHelp(language)
        self.photo = photo
        tips = field("tips", Text.editorTips(language), form.tips)
        source = field("source", Text.editorSource(language), form.source)
        var notInDish = field("not_in_dish", Text.editorNotInDish(language), form.notInDish)
        notInDish.help = Text.editorNotInDishHelp(language)
        notInDish.maxLength = RecipeLimits.notInDish
        self.notInDish = notInDish
        var tags = field("tags", Text.editorTags(language), form.tags)
        tags.help = Text.editorTagsHelp(language)
        tags.maxLength = TagRules.typed
        self.tags = tags
        terms = TermsFields(form.terms, errors, language)
        figures = Nutrient.onLabels.map { nutrient in
            var field = field(
                nutrient.field, Text.dynamic("field.\(nutrient.field)", language) ?? nutrient.word,
                form.figures[nutrient])
            field.type = "decimal"
            field.maxLength = FigureText.longest
            return field
        }
        var pasted = field("ingredients_text", Text.editorPasted(language), form.pasted)
        pasted.help = Text.editorPastedHelp(language)
        pasted.rows = 6
        self.pasted = pasted
        var whole = field("recipe_text", Text.editorWhole(language), form.whole)
        whole.help = Text.editorWholeHelp(language)
        whole.rows = 10
        self.whole = whole
        let typed = form.rows.padded(with: RowForm(), to: form.rows.allSatisfy(\.isEmpty) ? 6 : 2, \.isEmpty)
        rows = typed.enumerated().map { EditorRow(cells: $1, isTouched: $0 == state.touchedRow) }
        amountError = errors["amount"]
        ingredientError = errors["ingredient"]
        let ids = [
            errors["amount"] == nil ? nil : "amount-error", errors["ingredient"] == nil ? nil : "ingredient-error",
        ]
        let described = ids.compactMap { $0 }.joined(separator: " ")
        rowsDescribedBy = described.isEmpty ? nil : described
        let all = form.steps.padded(with: RecipeStep(), to: form.steps.allSatisfy(\.isEmpty) ? 3 : 1, \.isEmpty)
        steps = all.enumerated().map { index, step in
            EditorStep(
                step, number: index + 1, isTouched: index == state.touchedStep, errors, videos[step.media], language)
        }
        stepError = errors["step"]
        units = catalogue.unitNames(language)
        var seen: Set<String> = [""]
        groups = form.rows.map(\.group).filter { seen.insert($0).inserted }
    }
}

/// An ingredient row of the form.
struct EditorRow {
    let cells: RowForm
    /// Whether a button just moved or added it, so that it gets the focus.
    let isTouched: Bool
}

extension Array {
    /// The array with empty elements appended until `spare` of them are at the end.
    fileprivate func padded(with empty: Element, to spare: Int, _ isEmpty: (Element) -> Bool) -> [Element] {
        let there = reversed().prefix(while: isEmpty).count
        return self + Array(repeating: empty, count: Swift.max(0, spare - there))
    }
}
