// Handlers for autosaves, which the editor's script sends every few seconds.

import Database
import HTML
import HTTP
import Texts
import Words

enum Autosaves {
    /// Stores what is typed. Answers with the draft's id and version, or with the reason why it was not stored.
    static func keep(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let recipe = context.form["recipe"].flatMap { Int($0) }
        if let recipe, try RecipeStore(context.reader).own(recipe, viewer: viewer.id) == nil {
            throw SiteError.notFound
        }
        try await StepUploads.receive(context)
        if let error = context.upload.error {
            return try context.json(DraftJSON(field: "photo", message: error), status: .unprocessable)
        }
        if let (field, message) = context.stepUploads.problems.first {
            return try context.json(
                DraftJSON(field: RecipeStep.field("step_file", field), message: message), status: .unprocessable)
        }
        let form = RecipeEditor.form(context)
        let fields = form.fields
        // Bytes as typed: encoded, a Cyrillic letter takes six bytes instead of two.
        guard fields.reduce(0, { $0 + $1.0.utf8.count + $1.1.utf8.count }) <= AutosaveStore.longest else {
            throw SiteError.tooLarge
        }
        let encoded = Parameters(fields).encoded()
        guard encoded.utf8.count <= AutosaveStore.longestEncoded else { throw SiteError.tooLarge }
        let (mark, now) = (DraftMark(context.form), context.now)
        let outcome = try await context.site.writer.write {
            try AutosaveStore($0).keep(
                form, encoded: encoded, mark: mark, recipe: recipe, author: viewer.id, now: now)
        }
        switch outcome {
        case .kept(let id, let version):
            return try context.json(
                DraftJSON(
                    draft: id, version: version, photo: context.upload.photo,
                    media: context.stepUploads.added.map { StepMediaJSON(number: $0, step: $1) }))
        case .moved:
            return try context.json(DraftJSON(message: Text.draftMoved(context.language)), status: .conflict)
        case .tooMany:
            let text = Text.draftTooMany(context.language, count: AutosaveStore.most)
            return try context.json(DraftJSON(message: text), status: .unprocessable)
        }
    }

    static func discard(_ context: Context) async throws -> Response {
        let (viewer, id) = (try context.member(), try context.number("draft"))
        guard let draft = try AutosaveStore(context.reader).draft(id, author: viewer.id) else {
            throw SiteError.notFound
        }
        _ = try await context.site.writer.write { try AutosaveStore($0).discard(id, author: viewer.id) }
        return context.redirect(
            to: draft.recipeID.map { Address.recipe($0) } ?? Address.myRecipes(), done: "draft-discarded")
    }
}

/// The answer to the editor's script.
struct DraftJSON: Encodable {
    var draft: Int?
    var version: Int?
    /// The photo that was uploaded with the form, now stored.
    var photo: String?
    /// The media uploaded for steps, now stored.
    var media: [StepMediaJSON]?
    /// The field that the message belongs to, if any.
    var field: String?
    var message: String?
}

struct StepMediaJSON: Encodable {
    let number: Int
    /// The id as the form writes it.
    let name: String
    let address: String
    let isVideo: Bool

    init(number: Int, step: RecipeStep) {
        self.number = number
        (name, isVideo) = (step.mediaName, step.isVideo)
        address = step.isVideo ? Address.videoState(step.media) : Address.media(step.media, "320.jpg")
    }
}

/// A new recipe that was never saved.
struct UnfinishedRecipe {
    let title: String
    let when: HTML
    let address: String
    let discardAddress: String

    init(_ draft: Autosave, _ language: Language) {
        title = draft.form.title.isEmpty ? Text.draftUntitled(language) : draft.form.title
        when = Moment(draft.updatedAt, language).html
        address = "\(Address.newRecipe())?draft=\(draft.id)"
        discardAddress = Address.discardDraft(draft.id)
    }
}

/// The list that the view's partial accepts.
struct UnfinishedRecipes {
    let formToken: String
    let recipes: [UnfinishedRecipe]

    init(_ context: Context, except shown: Int? = nil) throws {
        let drafts = try AutosaveStore(context.reader).unfinished(author: context.member().id)
        formToken = context.formToken
        recipes = drafts.filter { $0.id != shown }.map { UnfinishedRecipe($0, context.language) }
    }
}
