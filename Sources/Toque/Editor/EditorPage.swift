// The editor's page: the form as typed, its errors, and the live preview.

import Food
import HTML
import HTTP
import HTTPServer
import Texts

/// The form with everything that the page shows about it.
struct EditorState {
    var form: RecipeForm
    var errors = FieldErrors()
    /// The draft that this window continues.
    var draft: DraftMark?
    /// When the draft was stored that the editor opened in place of the saved text, in UTC milliseconds.
    var draftOf: Int?
    /// Whether it contains unsaved text, so that the browser warns before leaving the page.
    var isChanged = false
    var touchedRow: Int?
    var touchedStep: Int?
    /// A message about the action of a button.
    var notice: String?
    /// The parts of a pasted recipe that found no place.
    var left: [String] = []

    init(form: RecipeForm) { self.form = form }

    init(_ draft: Autosave) {
        form = draft.form
        self.draft = DraftMark(draft)
        draftOf = draft.updatedAt
    }
}

struct EditorPage {
    let layout: Layout
    let formToken: String
    let heading: String
    /// Whether a moderator writes a suggestion, which keeps the author's pictures and videos.
    let isSuggestion: Bool
    let scripts: [String]
    let action: String
    let recipe: String
    let cancel: String
    let version: String?
    let draft: DraftFields
    let opened: OpenedDraft?
    let unfinished: UnfinishedRecipes?
    let isChanged: Bool
    let notice: String?
    let left: [String]
    let problems: [FieldProblem]
    let fields: EditorFields
    let proposals: EditorProposalFields
    let photo: ResponsiveImage?
    let photoID: String
    let isLive: Bool
    /// The moderators' messages, next to the form that has to answer them.
    let notes: [RoundView]
    let facts: RecipeFacts
    let blankMedia: EditorMedia
    /// Which media a step can have on this machine.
    let mediaHelp: String
    let mediaTypes: String
    /// How much of the storage for pictures and videos is used.
    let quota: String?

    /// Builds the page. A worker derives the facts and searches steps for times, because long texts take a while.
    static func response(
        _ state: EditorState, _ own: OwnRecipe?, _ catalogue: Catalogue, _ context: Context,
        unfinished: UnfinishedRecipes? = nil, suggestion: SuggestedText? = nil, status: Status = .ok
    ) async throws -> Response {
        let (form, language, icons) = (state.form, context.language, context.site.assets.address("icons.svg"))
        let kept = (own?.head.body ?? suggestion?.body)?.understanding ?? KeptUnderstanding()
        let shown = form.steps.filter(\.isVideo).map(\.media)
        let videos = (try? VideoStore(context.reader).states(shown)) ?? [:]
        let (facts, fields) = try await context.site.workers.run {
            (
                RecipeFacts(form, catalogue, language, icons: icons, kept: kept),
                EditorFields(state, catalogue, videos: videos, language)
            )
        }
        return context.page(EditorPage(state, own, facts, fields, unfinished, suggestion, context), status: status)
    }

    private init(
        _ state: EditorState, _ own: OwnRecipe?, _ facts: RecipeFacts, _ fields: EditorFields,
        _ unfinished: UnfinishedRecipes?, _ suggestion: SuggestedText?, _ context: Context
    ) {
        let (language, form, assets) = (context.language, state.form, context.site.assets)
        heading =
            suggestion != nil
            ? Text.suggestionEditTitle(language)
            : own == nil ? Text.editorNewTitle(language) : Text.editorEditTitle(language)
        layout = context.layout(
            title: heading, section: suggestion != nil ? "moderation" : own == nil ? "new-recipe" : "my-recipes",
            isListed: false)
        formToken = context.formToken
        isSuggestion = suggestion != nil
        // A suggestion is not autosaved: its fields are those of somebody else's recipe.
        let files = suggestion == nil ? ["editor.js", "drafts.js", "facts.js"] : ["editor.js", "facts.js"]
        scripts = files.map(assets.address)
        action = suggestion?.address ?? own.map { Address.recipe($0.id) } ?? Address.recipes()
        recipe = own.map { String($0.id) } ?? ""
        cancel = suggestion?.back ?? own.map { Address.recipe($0.segment) } ?? Address.myRecipes()
        version = own == nil ? nil : String(form.version ?? own?.version ?? 0)
        let draftID = state.draft?.id
        draft = DraftFields(
            owner: context.viewer.map { String($0.id) } ?? "", id: draftID.map { String($0) } ?? "",
            version: state.draft.map { String($0.version) } ?? "")
        opened = state.draftOf.map { kept in
            OpenedDraft(
                text: Moment(kept, language).html { Text.draftOpened(language, when: $0) },
                discardAddress: Address.discardDraft(draftID ?? 0))
        }
        self.unfinished = unfinished
        isChanged = state.isChanged || !state.errors.isEmpty
        notice = state.notice
        left = state.left
        problems = state.errors.summary
        self.fields = fields
        blankMedia = EditorMedia.blank(language)
        mediaHelp =
            context.site.settings.video == nil
            ? Text.editorStepFileNoVideo(language) : Text.editorStepFileHelp(language)
        mediaTypes =
            "image/jpeg,image/png,image/webp"
            + (context.site.settings.video == nil ? "" : ",image/gif,video/mp4,video/quicktime,video/webm")
        quota = suggestion != nil ? nil : try? context.viewer.map { try Quota.text($0.id, context.reader, language) }
        proposals = EditorProposalFields(form, state.errors, language)
        photo = form.photo.map { ArticleBuilder.picture(photo: $0, revision: 0, alt: "") }
        photoID = form.photo ?? ""
        isLive = own?.liveRevisionID != nil
        notes = own.map { own in (try? OwnerPanel(own, showsLive: false, context))?.rounds ?? [] } ?? []
        self.facts = facts
    }
}

/// The hidden fields that identify the draft of a window and its owner.
struct DraftFields {
    let owner: String
    let id: String
    let version: String
}

/// A draft that the form shows in place of the saved text.
struct OpenedDraft {
    let text: HTML
    let discardAddress: String
}
