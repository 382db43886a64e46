// The view data of the import pages: the form, and the preview next to the source text.

import Food
import Foundation
import Texts
import Words

struct ImportPage {
    let layout: Layout
    let script: String
    let formToken: String
    let problems: [FieldProblem]
    let address: Field
    let text: Field
    let file: Field

    init(_ form: ImportForm, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        func field(_ name: String, _ label: String, _ value: String, _ help: String) -> Field {
            Field(name: name, label: label, value: value, error: errors[name], help: help)
        }
        layout = context.layout(title: Text.importTitle(language), section: "import", isListed: false)
        script = context.site.assets.address("import.js")
        formToken = context.formToken
        problems = errors.summary
        address = field("address", Text.importAddress(language), form.address, Text.importAddressHelp(language))
        var text = field("text", Text.importText(language), form.text, Text.importTextHelp(language))
        text.rows = 8
        self.text = text
        file = field("file", Text.importFile(language), "", Text.importFileHelp(language))
    }
}

struct ImportPreviewPage {
    let layout: Layout
    let formToken: String
    let action: String
    let back: String
    let name: String
    let document: String
    let error: String?
    let problems: [FieldProblem]
    /// The recipe that is shown in full.
    let recipe: ImportedView?
    /// All recipes, if there are several and none is shown in full.
    let list: [ImportedRow]
    let unread: [LabelledText]

    init(
        _ reading: StoredImport, _ item: ImportDetail?, _ understood: [UnderstoodLine], _ error: String?,
        _ catalogue: Catalogue, _ context: Context
    ) {
        let language = context.language
        layout = context.layout(title: Text.importReadingTitle(language), section: "import", isListed: false)
        formToken = context.formToken
        let here = Address.importReading(reading.id)
        action = here
        back = item == nil || reading.items.count == 1 ? Address.importRecipe() : here
        name = reading.name
        document = reading.document
        self.error = error
        problems = error.map { [FieldProblem(address: "#recipes", message: $0)] } ?? []
        recipe = item.map { item in
            ImportedView(
                item, understood, known: reading.items.first { $0.n == item.n }?.known, catalogue, language)
        }
        list =
            item != nil
            ? []
            : reading.items.map { row in
                ImportedRow(
                    n: row.n, title: row.title, address: here + "?recipe=\(row.n)", isChosen: row.known == nil,
                    lines: row.lines, steps: row.steps, notes: row.notes,
                    known: row.known.map { Address.recipe($0) })
            }
        unread = reading.unread.map {
            LabelledText(label: $0.name, text: Text.dynamic("import.problem.\($0.key)", language) ?? $0.key)
        }
    }
}

/// A row in the list of several recipes.
struct ImportedRow {
    let n: Int
    let title: String
    let address: String
    let isChosen: Bool
    let lines: Int
    let steps: Int
    let notes: Int
    let known: String?
}

/// A text and its label.
struct LabelledText {
    let label: String
    let text: String
}

/// An ingredient line as written and as understood.
struct ImportedLine {
    /// The heading that begins at this line.
    let heading: String?
    let written: String
    let understood: String
    /// The catalogue's name for it.
    let entry: String?
    /// Whether the written name only approximately matches the catalogue's.
    let isApproximate: Bool
    let isKnown: Bool
}

/// The preview of one recipe.
struct ImportedView {
    let n: Int
    let title: String
    let written: String
    let description: String
    let facts: [LabelledText]
    let picture: ResponsiveImage?
    let lines: [ImportedLine]
    /// Whether the catalogue knows everything that the lines name.
    let isKnown: Bool
    let steps: [String]
    let tips: [String]
    let tags: String
    let source: String
    let terms: TermsView?
    let notes: [LabelledText]
    let known: String?
    let hasSteps: Bool

    init(
        _ item: ImportDetail, _ understood: [UnderstoodLine], known: Int?, _ catalogue: Catalogue, _ language: Language
    ) {
        let body = item.body
        n = item.n
        title = body.title
        written = body.language
        description = body.description
        facts = Self.facts(body, catalogue, language)
        picture = body.photo.map { ArticleBuilder.picture(photo: $0, revision: 0, alt: "") }
        lines = Self.lines(item, understood, catalogue, Language(rawValue: body.language) ?? language)
        isKnown = lines.allSatisfy(\.isKnown)
        steps = body.steps.map { $0.told(language) }
        hasSteps = !body.steps.isEmpty
        tips = body.tips.paragraphs
        tags = body.tags ?? ""
        source = body.source
        terms = TermsView(body, language)
        notes = Self.notes(item.notes, language)
        self.known = known.map { Address.recipe($0) }
    }

    private static func facts(_ body: RecipeBody, _ catalogue: Catalogue, _ language: Language) -> [LabelledText] {
        let facts = [
            (Text.recipeServings(language), body.servings.map(String.init)),
            (Text.recipePreparation(language), body.prepMinutes.map { Durations.text(minutes: $0, language) }),
            (Text.recipeCooking(language), body.cookMinutes.map { Durations.text(minutes: $0, language) }),
            (Text.editorCategory(language), body.category.flatMap { catalogue.categoryName($0, language) }),
            (Text.editorCuisine(language), body.cuisine.flatMap { catalogue.cuisineName($0, language) }),
            (
                Text.recipeDifficulty(language),
                body.difficulty.flatMap { Text.dynamic("difficulty.\($0.rawValue)", language) }
            ),
            (Text.figuresImported(language), body.figures.map { figures($0, language) }),
        ]
        return facts.compactMap { label, text in text.map { LabelledText(label: label, text: $0) } }
    }

    private static func figures(_ figures: AuthorFigures, _ language: Language) -> String {
        Nutrient.onLabels.compactMap { nutrient in
            figures[nutrient].map { amount in
                let unit = nutrient == .energy ? Text.unitKcal(language) : Text.unitG(language)
                let name = Text.dynamic("nutrient.\(nutrient.word)", language) ?? nutrient.word
                return "\(name) \(FigureText.text(amount, language))\u{a0}\(unit)"
            }
        }.joined(separator: ", ")
    }

    private static func lines(
        _ item: ImportDetail, _ understood: [UnderstoodLine], _ catalogue: Catalogue, _ language: Language
    ) -> [ImportedLine] {
        var group = ""
        return item.body.lines.enumerated().map { index, line in
            defer { group = line.group }
            return ImportedLine(
                heading: line.group == group || line.group.isEmpty ? nil : line.group,
                written: item.written.indices.contains(index) ? item.written[index] : "",
                understood: catalogue.lineText(line, language),
                entry: understood[index].entry.map { catalogue.displayName($0.key, language) },
                isApproximate: !understood[index].likely.isEmpty, isKnown: understood[index].isKnown)
        }
    }

    /// The text a note is about; a time in the reader's language.
    private static func shown(_ note: StoredNote, _ language: Language) -> String {
        guard [ImportNote.totalTimeOnly, .statedTimes].contains(where: { note.key == "\($0)" }),
            let minutes = Int(note.example.prefix { $0.isNumber })
        else { return note.example }
        return Durations.text(minutes: minutes, language)
    }

    /// The notes, one line for each kind with up to 20 examples.
    private static func notes(_ notes: [StoredNote], _ language: Language) -> [LabelledText] {
        var kinds: [String] = []
        for note in notes where !kinds.contains(note.key) { kinds.append(note.key) }
        return kinds.map { key in
            let examples = notes.filter { $0.key == key && !$0.example.isEmpty }.map { shown($0, language) }
            return LabelledText(
                label: Text.dynamic("import.note.\(key)", language) ?? key,
                text: examples.prefix(20).joined(separator: " · "))
        }
    }
}
