// The editor's buttons without a script: the form again, with rows moved, a recipe read in, or two texts made one.

import Bytes
import Food
import HTTP
import HTTPServer
import Texts
import Words

/// The text that stands against what was typed.
struct OtherText {
    let form: RecipeForm
    /// Where it is another window's draft.
    var draft: Autosave?

    /// Whether what was sent had been compared with this very text: by now there may be a later one.
    func wasCompared(with sent: Form) -> Bool {
        guard let draft else { return sent["version"].flatMap { Int($0) } == form.version }
        let mark = DraftMark(sent)
        return mark.id == draft.id && mark.version == draft.version
    }
}

enum Arranging {
    /// The answer to a button that does not save; `nil` where the form is to be saved.
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
        case .rows(let move): state.touchedRow = state.form.moveRow(move)
        case .steps(let move): state.touchedStep = state.form.steps.move(move, empty: RecipeStep())
        case .timer(let step):
            state.form.takeOfferedTimer(at: step)
            state.touchedStep = step
        case .paste:
            if state.form.pasted.length > RecipeLimits.pasted {
                state.errors.add(
                    "ingredients_text", Text.editorTooLong(context.language, limit: String(RecipeLimits.pasted)))
            } else {
                state.form = try await context.withPastedRead(state.form, catalogue)
            }
        case .split: try await split(&state, catalogue, context)
        case .merge, .theirs:
            if let again = try merge(&state, takesAll: arrangement == .theirs, context, own, catalogue) { return again }
        case .listed(let key):
            let language = Language(rawValue: state.form.language) ?? context.language
            state.touchedRow = catalogue.entry(key).map { state.form.list(catalogue.displayName($0.key, language)) }
        case .notInDish(let key):
            let language = Language(rawValue: state.form.language) ?? context.language
            if let entry = catalogue.entry(key) { state.form.leaveOut(catalogue.displayName(entry.key, language)) }
        case .check, .compare: break
        }
        let status: Status = state.errors.isEmpty ? .ok : .unprocessable
        return try await EditorPage.response(state, own, catalogue, context, status: status)
    }

    /// Takes a whole recipe apart: the fields that are empty get its values, rows and steps go on.
    private static func split(_ state: inout EditorState, _ catalogue: Catalogue, _ context: Context) async throws {
        let (text, language) = (state.form.whole, context.language)
        guard text.length <= RecipeLimits.whole else {
            return state.errors.add("recipe_text", Text.editorTooLong(language, limit: String(RecipeLimits.whole)))
        }
        let read = try await context.site.workers.run { SplitText(text, catalogue, language) }
        guard let read else { return state.errors.add("recipe_text", Text.editorWholeNone(language)) }
        state.form.whole = ""
        state.left = state.form.take(read.form) + read.left
        state.notice = Text.editorWholeDone(language)
    }

    /// Puts what was chosen into the form. What was chosen from is not there any more where the other text was changed
    /// since: then both are shown again.
    private static func merge(
        _ state: inout EditorState, takesAll: Bool, _ context: Context, _ own: OwnRecipe?, _ catalogue: Catalogue
    ) throws -> Response? {
        guard let other = try other(context, own, catalogue) else { return nil }
        let comparison = Comparison(mine: RecipeEditor.form(context), theirs: other.form)
        guard other.wasCompared(with: context.form) else {
            return context.page(ConflictPage(comparison, with: other, own, context, catalogue), status: .conflict)
        }
        state.form = takesAll ? other.form : comparison.merged { context.form["pick-\($0)"] == "theirs" }
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
        let comparison = Comparison(mine: RecipeEditor.form(context), theirs: other.form)
        return context.page(ConflictPage(comparison, with: other, own, context, catalogue))
    }

    /// What the typed text is compared with: the recipe as it is saved, or the draft of another window.
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

/// A whole recipe that was pasted as one text, taken apart.
private struct SplitText: Sendable {
    let form: RecipeForm
    /// What found no place in the form: lines that were not understood, and the titles of further recipes.
    let left: [String]

    init?(_ text: String, _ catalogue: Catalogue, _ language: Language) {
        let found = (try? RecipeDocument(catalogue: catalogue).read(Array(text.utf8), name: "")) ?? []
        guard let imported = found.first, case .success(let taken) = catalogue.take(imported) else { return nil }
        form = RecipeForm(taken.body, version: 0, catalogue: catalogue, language: language)
        left = imported.notUnderstood.map { $0.remark?.told(language) ?? $0.text } + found.dropFirst().map(\.title)
    }
}

extension Context {
    /// The form with its pasted lines as rows; they are read on a worker.
    func withPastedRead(_ form: RecipeForm, _ catalogue: Catalogue) async throws -> RecipeForm {
        let language = language
        return try await site.workers.run {
            var form = form
            form.readPasted(catalogue, language)
            return form
        }
    }
}
