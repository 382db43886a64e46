// Handlers for creating and editing a recipe.

import Database
import Food
import HTTP
import HTTPServer
import Security

enum RecipeEditor {
    /// An empty form, or an unfinished recipe.
    static func new(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        var state = EditorState(form: RecipeForm(language: context.language))
        var shown: Int?
        if let id = context.request.query["draft"].flatMap({ Int($0) }) {
            guard let draft = try AutosaveStore(context.reader).draft(id, author: context.member().id),
                draft.recipeID == nil
            else { throw SiteError.notFound }
            state = EditorState(draft)
            shown = id
        }
        let unfinished = try UnfinishedRecipes(context, except: shown)
        return try await EditorPage.response(state, nil, catalogue, context, unfinished: unfinished)
    }

    /// The saved text, or the autosaved one if there is one.
    static func edit(_ context: Context) async throws -> Response {
        let own = try own(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let draft = try AutosaveStore(context.reader).draft(ofRecipe: own.id, author: context.member().id)
        let state =
            draft.map(EditorState.init)
            ?? EditorState(form: Arranging.saved(own, catalogue, context.language).form)
        return try await EditorPage.response(state, own, catalogue, context)
    }

    static func create(_ context: Context) async throws -> Response {
        if let answer = try await Arranging.answer(context, nil) { return answer }
        let sent = try await SentRecipe(context)
        guard sent.errors.isEmpty else { return try await refusal(sent, context, nil) }
        let (viewer, now, draft) = (try context.member(), context.now, DraftMark(context.form))
        // Computed here, so that the one thread that writes has less to do.
        let (text, digest) = (try await context.revisionText(of: sent.wanted), digest(of: sent.wanted, context))
        let id = try await context.site.writer.write { db in
            try AutosaveStore(db).settle(draft, author: viewer.id)
            let recipes = RecipeStore(db)
            if let known = try recipes.recipe(ofForm: digest, author: viewer.id) { return known }
            try sent.proposals.add(to: db, by: viewer.id, now: now)
            return try recipes.create(text, author: viewer.id, form: digest, now: now).id
        }
        return context.redirect(to: Address.recipe(Slug.segment(id, text.slug)), done: "recipe-saved")
    }

    static func save(_ context: Context) async throws -> Response {
        let own = try own(context)
        if let answer = try await Arranging.answer(context, own) { return answer }
        let sent = try await SentRecipe(context, own)
        guard sent.errors.isEmpty else { return try await refusal(sent, context, own) }
        let (viewer, now, draft) = (try context.member(), context.now, DraftMark(context.form))
        // Without the version that the form was based on, saving might overwrite a newer text; so both texts are shown.
        let version = context.form["version"].flatMap { Int($0) } ?? 0
        let text = try await context.revisionText(of: sent.wanted)
        let saved = try await context.site.writer.write { db in
            let saved = try RecipeStore(db).save(text, recipe: own.id, version: version, author: viewer.id, now: now)
            guard let saved else { return OwnRecipe?.none }
            try sent.proposals.add(to: db, by: viewer.id, now: now)
            try AutosaveStore(db).settle(draft, author: viewer.id)
            return saved
        }
        guard let saved else { return try await conflict(context) }
        let isElsewhere = saved.liveRevisionID != nil && saved.liveRevisionID != saved.head.id
        return context.redirect(
            to: isElsewhere ? Address.recipeDraft(saved.id) : Address.recipe(saved.segment), done: "recipe-saved")
    }

    /// Identifies a submitted form, so that sending it twice creates one recipe. Every page has its own form token;
    /// media are left out, because each upload gets a new id.
    private static func digest(of body: RecipeBody, _ context: Context) -> String {
        var text = body
        text.photo = nil
        for step in text.steps.indices { text.steps[step].media = "" }
        return SHA256.hex((context.form["csrf"] ?? "") + text.encoded())
    }

    /// Shows both texts next to each other after another window saved first.
    private static func conflict(_ context: Context) async throws -> Response {
        let own = try own(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let mine = try await context.withPastedRead(form(context), catalogue)
        let saved = Arranging.saved(own, catalogue, context.language)
        return try await Arranging.both(mine, saved, own, context, catalogue, status: .conflict)
    }

    private static func own(_ context: Context) throws -> OwnRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: context.member().id)
        else { throw SiteError.notFound }
        return own
    }

    /// The form again with everything typed, the photo included, and a message at each wrong field.
    private static func refusal(_ sent: SentRecipe, _ context: Context, _ own: OwnRecipe?) async throws -> Response {
        var state = EditorState(form: sent.form)
        (state.draft, state.errors) = (DraftMark(context.form), sent.errors)
        return try await EditorPage.response(state, own, sent.catalogue, context, status: .unprocessable)
    }

    /// The typed form with the uploaded pictures and videos.
    static func form(_ context: Context, keepsEmpty: Bool = false) -> RecipeForm {
        var form = RecipeForm(
            context.form, language: context.language, keepsEmpty: keepsEmpty, arrived: context.stepUploads.steps)
        if let photo = context.upload.photo { form.photo = photo }
        if context.upload.namesOther { form.photo = nil }
        return form
    }
}

/// A sent form, read and checked once. Its uploads are stored.
private struct SentRecipe {
    let form: RecipeForm
    let catalogue: Catalogue
    let proposals: EditorProposals
    /// The text to save when there are no errors.
    let wanted: RecipeBody
    /// By field: the form's own, of uploads, and of proposals.
    let errors: FieldErrors

    init(_ context: Context, _ own: OwnRecipe? = nil) async throws {
        try await StepUploads.receive(context)
        let language = context.language
        let form = try RecipeEditor.form(context).withOriginal(
            of: own?.id, kept: own?.head.body.adaptedFrom, by: context.member().author, context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let proposals = try EditorProposals(form, context)
        // Pasted lines take long: a worker reads them.
        var (body, errors) = try await context.site.workers.run { form.checked(catalogue: catalogue, language) }
        context.addUploadErrors(to: &errors)
        for (field, message) in proposals.errors.all { errors.add(field, message) }
        (self.form, self.catalogue, self.proposals) = (form, catalogue, proposals)
        (wanted, self.errors) = (errors.isEmpty ? proposals.applied(to: body) : body, errors)
    }
}
