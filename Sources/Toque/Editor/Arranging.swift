// Handles the editor's buttons without a script: shows the form again with rows moved, a recipe parsed, or two texts
// merged.

import Bytes
import Food
import HTTP
import HTTPServer
import Texts
import Words

/// The text that the typed one is compared with.
struct OtherText {
    let form: RecipeForm
    /// Set if the text is the draft of another window.
    var draft: Autosave?

    /// Whether the submitted choices were made against this text; there may be a newer one by now.
    func wasCompared(with sent: Form) -> Bool {
        guard let draft else { return sent["version"].flatMap { Int($0) } == form.version }
        let mark = DraftMark(sent)
        return mark.id == draft.id && mark.version == draft.version
    }
}

enum Arranging {
    /// The answer to a button that does not save; `nil` if the form is to be saved.
    static func answer(_ context: Context, _ own: OwnRecipe?) async throws -> Response? {
        guard let asked = context.form["arrange"] else { return nil }
        try await StepUploads.receive(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let arrangement = Arrangement(asked) ?? .check
        if arrangement == .compare { return try await compare(context, own, catalogue) }
        var state = EditorState(form: RecipeEditor.form(context, keepsEmpty: true))
        state.draft = DraftMark(context.form)
        state.isChanged = true
        context.addUploadErrors(to: &state.errors, keepsEmpty: true)
        switch arrangement {
        case .split: try await split(&state, catalogue, context)
        case .merge, .theirs:
            if let again = try await merge(&state, takesAll: arrangement == .theirs, context, own, catalogue) {
                return again
            }
        default: try await apply(arrangement, to: &state, catalogue, context)
        }
        let status: Status = state.errors.isEmpty ? .ok : .unprocessable
        return try await EditorPage.response(state, own, catalogue, context, status: status)
    }

    /// Applies a button that moves, adds or reads rows and steps; others change nothing.
    static func apply(
        _ arrangement: Arrangement, to state: inout EditorState, _ catalogue: Catalogue, _ context: Context
    ) async throws {
        switch arrangement {
        case .rows(let move): state.touchedRow = state.form.moveRow(move)
        case .steps(let move): state.touchedStep = state.form.steps.move(move, empty: RecipeStep())
        case .timer(let step):
            state.form.takeOfferedTimer(at: step)
            state.touchedStep = step
        case .paste:
            if state.form.pasted.length > RecipeLimits.pasted {
                state.errors.add(
                    "ingredients_text", Text.editorTooLong(context.language, limit: String(RecipeLimits.pasted)))
            } else if Catalogue.texts(pasted: state.form.pasted).count > RecipeLimits.pastedLines {
                state.errors.add(
                    "ingredients_text", Text.editorTooMany(context.language, limit: String(RecipeLimits.lines)))
            } else {
                state.form = try await context.withPastedRead(state.form, catalogue)
            }
        case .listed(let key):
            let language = Language(rawValue: state.form.language) ?? context.language
            state.touchedRow = catalogue.entry(key).map { state.form.list(catalogue.displayName($0.key, language)) }
        case .notInDish(let key):
            let language = Language(rawValue: state.form.language) ?? context.language
            if let entry = catalogue.entry(key) { state.form.leaveOut(catalogue.displayName(entry.key, language)) }
        case .check, .compare, .split, .merge, .theirs: break
        }
    }

    /// Parses a pasted whole recipe: empty fields get its values, and its rows and steps are appended. It has the turn,
    /// the threads and the budget of an import.
    private static func split(_ state: inout EditorState, _ catalogue: Catalogue, _ context: Context) async throws {
        let (text, language) = (state.form.whole, context.language)
        guard text.length <= RecipeLimits.whole else {
            return state.errors.add("recipe_text", Text.editorTooLong(language, limit: String(RecipeLimits.whole)))
        }
        let (viewer, turns) = (try context.member().id, context.site.importTurns)
        guard turns.begin(viewer) else { return state.errors.add("recipe_text", Text.importBusy(language)) }
        defer { turns.end(viewer) }
        let presence = context.request.presence
        let read = try await context.site.importing.run {
            SplitText(text, catalogue, language, ImportBudget { presence?.isGone == true })
        }
        guard let read else { return state.errors.add("recipe_text", Text.editorWholeNone(language)) }
        state.form.whole = ""
        state.left = state.form.take(read.form) + read.left
        state.notice = Text.editorWholeDone(language)
    }

    /// Applies the choices of the conflict page to the form. If the other text has changed since, the choices no longer
    /// apply and both texts are shown again.
    private static func merge(
        _ state: inout EditorState, takesAll: Bool, _ context: Context, _ own: OwnRecipe?, _ catalogue: Catalogue
    ) async throws -> Response? {
        guard let other = try other(context, own, catalogue) else { return nil }
        let (mine, theirs) = (RecipeEditor.form(context), other.form)
        guard other.wasCompared(with: context.form) else {
            return try await both(mine, other, own, context, catalogue, status: .conflict)
        }
        if takesAll {
            state.form = theirs
        } else {
            guard mine.isComparable, theirs.isComparable else {
                return try await tooLong(mine, own, context, catalogue)
            }
            let comparison = try await context.site.workers.run { Comparison(mine: mine, theirs: theirs) }
            state.form = comparison.merged { context.form["pick-\($0)"] == "theirs" }
        }
        state.form.version = other.form.version
        state.notice = Text.conflictMerged(context.language)
        return nil
    }

    private static func compare(
        _ context: Context, _ own: OwnRecipe?, _ catalogue: Catalogue
    ) async throws -> Response {
        guard let other = try other(context, own, catalogue) else {
            var state = EditorState(form: RecipeEditor.form(context))
            state.isChanged = true
            return try await EditorPage.response(state, own, catalogue, context)
        }
        return try await both(RecipeEditor.form(context), other, own, context, catalogue, status: .ok)
    }

    /// Shows both texts. A worker compares them, because the longest take too long for an event loop.
    static func both(
        _ mine: RecipeForm, _ other: OtherText, _ own: OwnRecipe?, _ context: Context, _ catalogue: Catalogue,
        status: Status
    ) async throws -> Response {
        let (theirs, language) = (other.form, context.language)
        guard mine.isComparable, theirs.isComparable else { return try await tooLong(mine, own, context, catalogue) }
        let (comparison, sections) = try await context.site.workers.run {
            let comparison = Comparison(mine: mine, theirs: theirs)
            return (comparison, ChoiceSections(comparison, catalogue, language).all)
        }
        return context.page(ConflictPage(comparison, sections, with: other, own, context), status: status)
    }

    /// The typed text again, if one of the two has too many rows or steps to be compared.
    private static func tooLong(
        _ mine: RecipeForm, _ own: OwnRecipe?, _ context: Context, _ catalogue: Catalogue
    ) async throws -> Response {
        var state = EditorState(form: mine)
        state.draft = DraftMark(context.form)
        state.isChanged = true
        state.errors.add(
            "ingredient",
            Text.conflictTooMany(
                context.language, rows: String(RecipeLimits.lines), steps: String(RecipeLimits.steps)))
        return try await EditorPage.response(state, own, catalogue, context, status: .unprocessable)
    }

    /// The text to compare with: the saved recipe, or the draft of another window.
    private static func other(_ context: Context, _ own: OwnRecipe?, _ catalogue: Catalogue) throws -> OtherText? {
        if let own, context.form["against"] == "saved" { return saved(own, catalogue, context.language) }
        let (store, author) = (AutosaveStore(context.reader), try context.member().id)
        let draft =
            try own.map { try store.draft(ofRecipe: $0.id, author: author) }
            ?? DraftMark(context.form).id.flatMap { try store.draft($0, author: author) }
        return draft.map { OtherText(form: $0.form, draft: $0) }
    }

    static func saved(_ own: OwnRecipe, _ catalogue: Catalogue, _ language: Language) -> OtherText {
        OtherText(form: RecipeForm(own.head.body, version: own.version, catalogue: catalogue, language: language))
    }
}

/// A recipe that was pasted as one text, after parsing.
private struct SplitText: Sendable {
    let form: RecipeForm
    /// The parts that found no place in the form: lines that were not understood, and the titles of further recipes.
    let left: [String]

    init?(_ text: String, _ catalogue: Catalogue, _ language: Language, _ budget: ImportBudget) {
        let document = RecipeDocument(catalogue: catalogue, most: ImportLimits.recipes, budget: budget)
        let found = (try? document.read(Array(text.utf8), name: "")) ?? []
        guard let imported = found.first, (try? budget.take(imported)) != nil,
            case .success(let taken) = catalogue.take(imported)
        else { return nil }
        form = RecipeForm(taken.body, version: 0, catalogue: catalogue, language: language)
        left = imported.notUnderstood.map { $0.remark?.told(language) ?? $0.text } + found.dropFirst().map(\.title)
    }
}

extension Context {
    /// The form with its pasted lines as rows; they are parsed on a worker.
    func withPastedRead(_ form: RecipeForm, _ catalogue: Catalogue) async throws -> RecipeForm {
        let language = language
        return try await site.workers.run {
            var form = form
            form.readPasted(catalogue, language)
            return form
        }
    }
}
