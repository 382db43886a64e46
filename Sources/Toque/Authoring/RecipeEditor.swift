// Features D1–D3: writing and editing a recipe.

import Database
import HTTP

enum RecipeEditor {
    static func new(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        return context.page(page(context, RecipeForm(language: context.language), FieldErrors(), nil, catalogue))
    }

    static func edit(_ context: Context) async throws -> Response {
        let own = try own(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let form = RecipeForm(own.head.body, version: own.version, catalogue: catalogue, language: context.language)
        return context.page(page(context, form, FieldErrors(), own, catalogue))
    }

    static func create(_ context: Context) async throws -> Response {
        guard let body = try await read(context, nil) else { return try await refusal(context, nil) }
        let (viewer, now) = (try context.member(), context.now)
        // Made here, so that the one thread that writes has less to do.
        let wishes = try EditorWishes(context, context.site.catalogue.current(context.reader))
        let text = RevisionText(wishes.applied(to: body))
        let id = try await context.site.writer.write {
            try wishes.add(to: $0, by: viewer.id, now: now)
            return try RecipeStore($0).create(text, author: viewer.id, now: now).id
        }
        return context.redirect(to: Address.recipe(Slug.segment(id, text.slug)), done: "recipe-saved")
    }

    static func save(_ context: Context) async throws -> Response {
        let own = try own(context)
        guard let body = try await read(context, own) else { return try await refusal(context, own) }
        let (viewer, now) = (try context.member(), context.now)
        // Without the version that was read nobody knows what would be overwritten: both texts are shown.
        let version = context.form["version"].flatMap { Int($0) } ?? 0
        let wishes = try EditorWishes(context, context.site.catalogue.current(context.reader))
        let text = RevisionText(wishes.applied(to: body))
        let saved = try await context.site.writer.write {
            try wishes.add(to: $0, by: viewer.id, now: now)
            return try RecipeStore($0).save(text, recipe: own.id, version: version, author: viewer.id, now: now)
        }
        guard let saved else { return try conflict(body, context) }
        let isElsewhere = saved.liveRevisionID != nil && saved.liveRevisionID != saved.head.id
        return context.redirect(
            to: isElsewhere ? Address.recipeDraft(saved.id) : Address.recipe(saved.segment), done: "recipe-saved")
    }

    /// Two editors at once: both texts are shown, and the one that was typed can be saved on top.
    private static func conflict(_ typed: RecipeBody, _ context: Context) throws -> Response {
        let own = try own(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        var form = RecipeForm(typed, version: own.version, catalogue: catalogue, language: context.language)
        form.photo = typed.photo
        var conflicting = page(context, form, FieldErrors(), own, catalogue)
        conflicting.conflict = Difference.between(own.head.body, typed, catalogue, context.language)
        return context.page(conflicting, status: .conflict)
    }

    private static func own(_ context: Context) throws -> OwnRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: context.member().id)
        else { throw SiteError.notFound }
        return own
    }
}

extension RecipeEditor {
    /// The checked text, with a newly uploaded photo stored; `nil` when something is wrong (see `refusal`).
    private static func read(_ context: Context, _ own: OwnRecipe?) async throws -> RecipeBody? {
        let catalogue = try context.site.catalogue.current(context.reader)
        context.upload = try await PhotoUpload.receive(context)
        let (body, errors) = form(context).checked(catalogue: catalogue, context.language)
        let wishes = try EditorWishes(context, catalogue)
        return errors.isEmpty && wishes.errors.isEmpty && context.upload.error == nil ? body : nil
    }

    /// The form again with everything typed, the photo included, and a message at each wrong field.
    private static func refusal(_ context: Context, _ own: OwnRecipe?) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        let form = form(context)
        var errors = form.checked(catalogue: catalogue, context.language).errors
        if let error = context.upload.error { errors.add("photo", error) }
        for (field, message) in try EditorWishes(context, catalogue).errors.all { errors.add(field, message) }
        return context.page(page(context, form, errors, own, catalogue), status: .unprocessable)
    }

    private static func form(_ context: Context) -> RecipeForm {
        var form = RecipeForm(context.form, language: context.language)
        if let photo = context.upload.photo { form.photo = photo }
        if context.upload.namesOther { form.photo = nil }
        return form
    }

    private static func page(
        _ context: Context, _ form: RecipeForm, _ errors: FieldErrors, _ own: OwnRecipe?, _ catalogue: Catalogue
    ) -> EditorPage {
        let language = context.language
        let title = own == nil ? Text.editorNewTitle(language) : Text.editorEditTitle(language)
        let fields = EditorFields(form, errors, catalogue, language)
        return EditorPage(
            layout: context.layout(title: title, section: own == nil ? "new-recipe" : "my-recipes", isListed: false),
            formToken: context.formToken,
            heading: title, script: context.site.assets.address("editor.js"),
            action: own.map { Address.recipe($0.id) } ?? Address.contents(),
            cancel: own.map { Address.recipe($0.segment) } ?? Address.myRecipes(),
            version: own == nil ? nil : String(form.version ?? own?.version ?? 0), problems: errors.summary,
            fields: fields, wishes: EditorWishFields(context.form, errors, language),
            photo: form.photo.map { ArticleBuilder.picture(photo: $0, revision: 0, alt: "") },
            photoID: form.photo ?? "", isLive: own?.liveRevisionID != nil,
            notes: own.map { own in (try? AuthorDesk(own, showsLive: false, context))?.rounds ?? [] } ?? [])
    }
}

struct EditorPage {
    let layout: Layout
    let formToken: String
    let heading: String
    let script: String
    let action: String
    let cancel: String
    let version: String?
    let problems: [FieldProblem]
    let fields: EditorFields
    let wishes: EditorWishFields
    let photo: Picture?
    let photoID: String
    let isLive: Bool
    /// What moderators wrote, beside the form that has to answer it.
    let notes: [RoundView]
    /// The differences to what another editor saved meanwhile.
    var conflict: [FieldDifference]?
}
