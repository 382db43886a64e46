// The fields of the recipe editor as typed, and their validation. Invalid values stay in the form.

import Bytes
import Food
import HTTP
import Texts
import Words

/// The limits of a recipe; each has a test.
enum RecipeLimits {
    static let title = 150
    static let description = 5_000
    static let lines = 150
    static let text = LineLimits.field
    static let pasted = 20_000
    /// The maximum lines of a pasted block, headings included.
    static let pastedLines = 2 * lines
    static let whole = 50_000
    static let steps = 100
    static let step = 8_000
    /// The maximum characters of all steps together: every word is compared with the catalogue.
    static let allSteps = 100_000
    static let alt = 300
    /// The maximum length of a video and the latest end of its subtitles, in milliseconds.
    static let milliseconds = 10_000
    /// The maximum number of steps with a picture or video.
    static let media = 25
    /// The range of a step's timer in seconds, and the maximum characters typed for it.
    static let timer = 1...86_400
    static let typedTimer = 40
    static let tips = 4_000
    static let source = 500
    static let notInDish = 500
    static let servings = 1...1_000
    static let minutes = 0...100_000
    /// The range of an author's nutrition value for a serving: kilocalories of energy, grams of salt and of other
    /// nutrients.
    static func figure(_ nutrient: Nutrient) -> ClosedRange<Double> {
        0...(nutrient == .energy ? 10_000 : nutrient == .sodium ? 100 : 1_000)
    }
}

extension RecipeLine {
    /// Whether none of its texts exceeds the limit.
    var isWithinLimits: Bool {
        max(ingredient.length, note.length, unit.length, group.length) <= RecipeLimits.text
    }
}

extension RecipeText {
    /// Whether it is within the byte limit of a recipe's longest text.
    var isWithinLimits: Bool { text.utf8.count <= 4 * (RecipeLimits.step + RecipeLimits.alt) }
}

/// One row of the ingredient list as typed.
struct RowForm: Equatable, Sendable {
    var amount = ""
    var unit = ""
    var ingredient = ""
    var note = ""
    var group = ""

    var isEmpty: Bool { amount.isEmpty && unit.isEmpty && ingredient.isEmpty && note.isEmpty }

    init() {}

    /// The row that shows a stored line.
    init(_ line: RecipeLine, _ catalogue: Catalogue, _ language: Language) {
        amount = Amounts.typed(line.amount, line.amountMax)
        unit = catalogue.unitName(line.unit, language)
        (ingredient, note, group) = (line.ingredient, line.note, line.group)
    }
}

/// The editor's fields as typed.
struct RecipeForm: Sendable {
    var title = ""
    var description = ""
    var language = "en"
    var category = ""
    var cuisine = ""
    var servings = ""
    var prepMinutes = ""
    var cookMinutes = ""
    var difficulty = ""
    var rows: [RowForm] = []
    var pasted = ""
    /// A whole recipe as pasted, before it is parsed.
    var whole = ""
    var steps: [RecipeStep] = []
    var tips = ""
    var source = ""
    /// Ingredients that the texts name but that are not in the dish.
    var notInDish = ""
    /// Tags with commas between.
    var tags = ""
    var figures = TypedFigures()
    var terms = TypedTerms()
    /// What the site knows of the original; set before the form is checked.
    var original = NamedOriginal.elsewhere
    /// The original that the recipe was copied from, which has to stay named.
    var copiedFrom: AdaptedFrom?
    /// Names missing from the lists; they become proposals when the recipe is saved.
    var newCategory = ""
    var newCuisine = ""
    var newIngredient = ""
    /// The stored photo, if any; a new upload replaces it before the form is checked.
    var photo: String?
    var version: Int?

    init(language: Language) { self.language = language.rawValue }

    /// Reads a submitted form. `keepsEmpty` keeps empty rows and steps in place; `arrived` contains uploaded pictures
    /// and videos by step number.
    init(
        _ form: Form, language fallback: Language, keepsEmpty: Bool = false, arrived: [Int: RecipeStep] = [:]
    ) {
        for (name, path) in Self.texts { self[keyPath: path] = (form[name] ?? "").typed }
        // A longer text is refused anyway.
        for path in Self.lines where self[keyPath: path].utf8.count <= 4_000 {
            self[keyPath: path] = self[keyPath: path].inOneLine
        }
        language = Language(rawValue: language)?.rawValue ?? fallback.rawValue
        rows = Self.rows(form).filter { keepsEmpty || !$0.isEmpty }
        steps = Self.steps(form, arrived).filter { keepsEmpty || !$0.isEmpty }
        photo = form["remove_photo"] == nil ? form["photo_id"].flatMap { $0.isEmpty ? nil : $0 } : nil
        version = form["version"].flatMap { Int($0) }
    }

    private static func rows(_ form: Form) -> [RowForm] {
        let columns = RowForm.cells.map { form.all($0.name).map(\.trimmed) }
        return (0..<(columns.map(\.count).max() ?? 0)).map { number in
            var row = RowForm()
            for (column, cell) in zip(columns, RowForm.cells) where column.indices.contains(number) {
                row[keyPath: cell.path] = column[number]
            }
            return row
        }
    }

    /// All steps in order, including empty ones.
    static func steps(_ form: Form, _ arrived: [Int: RecipeStep]) -> [RecipeStep] {
        form.all("step").enumerated().map { index, text in
            let number = index + 1
            var step = arrived[number] ?? RecipeStep(form, number: number)
            step.text = text.typed
            step.timer = StepTimer(typed: (form[RecipeStep.field("step_timer", number)] ?? "").typed)
            return step
        }
    }

    /// The form that shows a stored text.
    init(_ body: RecipeBody, version: Int, catalogue: Catalogue, language: Language) {
        title = body.title
        description = body.description
        self.language = body.language
        category = body.category ?? ""
        cuisine = body.cuisine ?? ""
        servings = body.servings.map(String.init) ?? ""
        prepMinutes = body.prepMinutes.map(String.init) ?? ""
        cookMinutes = body.cookMinutes.map(String.init) ?? ""
        difficulty = body.difficulty?.rawValue ?? ""
        rows = body.lines.map { RowForm($0, catalogue, language) }
        steps = body.steps
        tips = body.tips
        source = body.source
        notInDish = body.notInDish ?? ""
        tags = body.tags ?? ""
        photo = body.photo
        figures = TypedFigures(body.figures)
        terms = TypedTerms(body)
        self.version = version
    }

    /// The recipe text from the form, and the errors for each field.
    func checked(catalogue: Catalogue, _ language: Language) -> (body: RecipeBody, errors: FieldErrors) {
        var check = RecipeCheck(language: language)
        var body = RecipeBody()
        body.title = check.text("title", title, limit: RecipeLimits.title, isRequired: true)
        body.description = check.text("description", description, limit: RecipeLimits.description)
        body.language = self.language
        body.category = check.key("category", category, isKnown: catalogue.categoryID(category) != nil)
        body.cuisine = check.key("cuisine", cuisine, isKnown: catalogue.cuisineID(cuisine) != nil)
        body.servings = check.number("servings", servings, RecipeLimits.servings)
        body.prepMinutes = check.number("prep_minutes", prepMinutes, RecipeLimits.minutes)
        body.cookMinutes = check.number("cook_minutes", cookMinutes, RecipeLimits.minutes)
        body.difficulty = Difficulty(rawValue: difficulty)
        if !difficulty.isEmpty, body.difficulty == nil { check.fail("difficulty", Text.editorUnknown(language)) }
        body.lines = check.lines(rows, pasted: pasted, catalogue)
        if !whole.isEmpty { check.fail("recipe_text", Text.editorWholeWaits(language)) }
        body.steps = check.steps(steps)
        body.tips = check.text("tips", tips, limit: RecipeLimits.tips)
        body.source = check.text("source", source, limit: RecipeLimits.source)
        let notInDish = check.text("not_in_dish", notInDish, limit: RecipeLimits.notInDish)
        body.notInDish = notInDish.isEmpty || notInDish.length > RecipeLimits.notInDish ? nil : notInDish
        body.tags = check.tags(tags)
        body.photo = photo
        body.figures = check.figures(figures)
        check.terms(self, &body)
        return (body, check.errors)
    }
}

/// Validates the fields of a form and collects the errors.
struct RecipeCheck {
    let language: Language
    private(set) var errors = FieldErrors()

    init(language: Language) { self.language = language }

    mutating func fail(_ field: String, _ message: String) {
        if errors[field] == nil { errors.add(field, message) }
    }

    mutating func text(_ field: String, _ value: String, limit: Int, isRequired: Bool = false) -> String {
        if isRequired, value.isEmpty { fail(field, Text.editorRequired(language)) }
        if value.length > limit { fail(field, Text.editorTooLong(language, limit: String(limit))) }
        return value
    }

    mutating func tags(_ typed: String) -> String? {
        if typed.length > TagRules.typed {
            fail("tags", Text.editorTooLong(language, limit: String(TagRules.typed)))
            return nil
        }
        let tags = TagRules.split(typed)
        if tags.count > TagRules.count {
            fail("tags", Text.editorTooManyTags(language, limit: String(TagRules.count)))
        }
        if let long = tags.first(where: { $0.name.length > TagRules.length }) {
            fail("tags", Text.editorTagTooLong(language, limit: String(TagRules.length), name: long.name))
        }
        return TagRules.joined(tags)
    }

    mutating func key(_ field: String, _ value: String, isKnown: Bool) -> String? {
        if value.isEmpty { return nil }
        if !isKnown { fail(field, Text.editorUnknown(language)) }
        return value
    }

    mutating func number(_ field: String, _ value: String, _ range: ClosedRange<Int>) -> Int? {
        if value.isEmpty { return nil }
        guard let number = Int(value), range.contains(number) else {
            fail(
                field,
                Text.editorNumber(language, from: String(range.lowerBound), to: String(range.upperBound)))
            return nil
        }
        return number
    }

    /// Parses the rows, then the pasted block line by line; a heading in the block becomes the group of the lines below
    /// it.
    mutating func lines(_ rows: [RowForm], pasted: String, _ catalogue: Catalogue) -> [RecipeLine] {
        if pasted.length > RecipeLimits.pasted {
            fail("ingredients_text", Text.editorTooLong(language, limit: String(RecipeLimits.pasted)))
            return []
        }
        let lines =
            rows.enumerated().filter { !$0.element.isEmpty }
            .map { line($0.element, row: $0.offset + 1, catalogue) } + catalogue.lines(pasted: pasted)
        if lines.isEmpty { fail("ingredient", Text.editorIngredientRequired(language)) }
        if lines.count > RecipeLimits.lines {
            fail("ingredient", Text.editorTooMany(language, limit: String(RecipeLimits.lines)))
        }
        if !lines.allSatisfy(\.isWithinLimits) {
            fail("ingredient", Text.editorTooLong(language, limit: String(RecipeLimits.text)))
        }
        return lines
    }

    private mutating func line(_ row: RowForm, row number: Int, _ catalogue: Catalogue) -> RecipeLine {
        var line = RecipeLine()
        if row.ingredient.isEmpty { fail("ingredient", Text.editorRowIngredient(language, row: String(number))) }
        if !row.amount.isEmpty {
            if let amount = Amounts.read(row.amount) {
                line.amount = amount.low
                line.amountMax = amount.high
            } else {
                fail(
                    "amount", Text.editorRowAmount(language, amount: row.amount.cut(to: 40), row: String(number))
                )
            }
        }
        line.unit = catalogue.unitKey(row.unit) ?? row.unit
        line.ingredient = row.ingredient
        line.note = row.note
        line.group = row.group
        return line
    }

    mutating func steps(_ steps: [RecipeStep]) -> [RecipeStep] {
        if steps.isEmpty { fail("step", Text.editorStepRequired(language)) }
        if steps.count > RecipeLimits.steps {
            fail("step", Text.editorTooMany(language, limit: String(RecipeLimits.steps)))
        }
        if steps.contains(where: { $0.text.length > RecipeLimits.step }) {
            fail("step", Text.editorTooLong(language, limit: String(RecipeLimits.step)))
        }
        if steps.reduce(0, { $0 + $1.text.length }) > RecipeLimits.allSteps {
            fail("step", Text.editorStepsTooLong(language, limit: String(RecipeLimits.allSteps)))
        }
        if let silent = steps.firstIndex(where: { $0.text.isEmpty && !$0.isEmpty }) {
            fail("step", Text.editorStepSilent(language, number: String(silent + 1)))
        }
        if steps.count(where: \.hasMedia) > RecipeLimits.media {
            fail("step", Text.editorStepMedia(language, limit: String(RecipeLimits.media)))
        }
        for (index, step) in steps.enumerated() {
            if step.hasMedia { media(of: step, number: index + 1) }
            if case .unread = step.timer {
                fail(RecipeStep.field("step_timer", index + 1), Text.editorTimerWrong(language))
            }
        }
        return steps
    }

    private mutating func media(of step: RecipeStep, number: Int) {
        if step.alt.length > RecipeLimits.alt {
            fail(RecipeStep.field("step_alt", number), Text.editorTooLong(language, limit: String(RecipeLimits.alt)))
        }
        for written in Language.allCases where step.isVideo && !step.subtitles[written].isEmpty {
            let problem = WebVTT.problem(in: step.subtitles[written], milliseconds: RecipeLimits.milliseconds)
            guard let problem else { continue }
            let kind = Text.dynamic("subtitles.\(problem.kind.rawValue)", language) ?? problem.kind.rawValue
            fail(
                RecipeStep.field("subtitles_\(written.rawValue)", number),
                Text.subtitlesProblem(language, line: String(problem.line), problem: kind))
        }
    }
}
