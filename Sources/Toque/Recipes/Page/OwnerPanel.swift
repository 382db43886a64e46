// The box on the recipe page that only the author sees.

import Database
import Food
import HTTP
import Texts

/// The author's part of the recipe page: state, messages, and forms for the actions that are possible now.
struct OwnerPanel {
    let formToken: String
    let state: StatusBadge
    let explanation: String
    let editAddress: String
    let revisionsAddress: String
    let deleteAddress: String
    let copyAddress: String
    let submitAddress: String?
    /// The note that moderators read an older text than the latest one.
    let queuedText: String?
    /// The statement of publishing rights that an imported text needs.
    let statement: PublishingRightsField?
    let withdrawAddress: String?
    let unpublishAddress: String?
    let republishAddress: String?
    /// The page with the reasons of the decision that keeps it from being public, where the author appeals.
    let appealAddress: String?
    let licenceAddress: String?
    /// The editor, where the text must be changed before it can be submitted again.
    let changeAddress: String?
    /// A link to the other text if the public one and the latest one differ.
    let otherText: Link?
    let sharing: SharingPanel
    let rounds: [RoundView]
    /// The admins' actions that still apply, with their reasons.
    let notes: [String]

    init(_ own: OwnRecipe, showsLive: Bool, sharing sent: SentSharing? = nil, _ context: Context) throws {
        let viewer = try context.member()
        let submissions = SubmissionStore(context.reader)
        let rounds = try submissions.rounds(recipe: own.id)
        let last = rounds.first
        let state = own.state
        let isOpen = last?.state == .queued
        let isDecided = last.map { $0.revisionID == own.head.id && $0.state != .withdrawn } ?? false
        let shown = ShownAmounts(context.request.query).query
        let isOlderQueued = isOpen && last?.revisionID != own.head.id
        let canSubmit = (!isOpen || isOlderQueued) && !isDecided && own.liveRevisionID != own.head.id
        queuedText = isOlderQueued ? Text.ownerPanelOlderQueued(context.language) : nil
        formToken = context.formToken
        self.state = state.badge(context.language)
        explanation = try Self.explain(state, own, submissions, context)
        editAddress = Address.editRecipe(own.id)
        revisionsAddress = Address.revisions(own.id)
        deleteAddress = Address.deleteRecipe(own.id)
        copyAddress = Address.copyRecipe(own.id)
        submitAddress = canSubmit && viewer.isLicensed ? Address.submitRecipe(own.id) + shown : nil
        let needsPublishingRights =
            try submitAddress != nil && ImportedTextStore(context.reader).needsPublishingRights(own.id)
        statement = needsPublishingRights ? PublishingRightsField() : nil
        withdrawAddress = isOpen ? Address.withdrawRecipe(own.id) + shown : nil
        unpublishAddress = own.isPublic ? Address.unpublishRecipe(own.id) : nil
        republishAddress = own.unpublishedAt == nil || own.liveRevisionID == nil ? nil : Address.republishRecipe(own.id)
        let takedown = try own.takenDownBy.flatMap {
            try MeasureStore(context.reader).takedown(change: $0, recipe: own.id)
        }
        appealAddress =
            (own.hiddenBy ?? takedown).map { Address.appealPage("measure", $0) }
            ?? (last?.state == .rejected ? last?.decision.map { Address.appealPage("decision", $0.id) } : nil)
        let needsChange = isDecided && [.changesRequested, .rejected].contains(last?.state)
        licenceAddress = (canSubmit || needsChange) && !viewer.isLicensed ? Address.licence() : nil
        changeAddress = needsChange && viewer.isLicensed ? Address.editRecipe(own.id) : nil
        if own.isPublic, own.liveRevisionID != own.head.id {
            otherText =
                showsLive
                ? Link(label: Text.recipeShowDraft(context.language), address: Address.recipeDraft(own.id))
                : Link(label: Text.recipeShowLive(context.language), address: Address.recipe(own.segment))
        } else {
            otherText = nil
        }
        self.rounds = rounds.map { RoundView($0, showsModerator: false, context.language) }
        notes = try Self.notes(own, context)
        sharing = try SharingPanel(
            own, canPublish: submitAddress != nil || republishAddress != nil, isRead: !rounds.isEmpty, sent, context)
    }

    var isOlderQueued: Bool { queuedText != nil }

    private static func notes(_ own: OwnRecipe, _ context: Context) throws -> [String] {
        let language = context.language
        let isHidden = own.takenDownBy != nil || own.hiddenBy != nil
        let takedown = try isHidden ? RecipeStore(context.reader).takedown(own.id) : nil
        let takenDown = takedown.map {
            own.takenDownBy == nil
                ? Text.recipeHidden(language, reason: $0.told(language))
                : Text.recipeTakenDown(language, reason: $0.told(language))
        }
        guard own.isFiled else { return takenDown.map { [$0] } ?? [] }
        let terms = try RecipeTermStore(context.reader).reasons(own.id)
        let catalogue = try context.site.catalogue.current(context.reader)
        return [takenDown].compactMap { $0 } + terms.map { $0.term.note($0.reason, catalogue, language) }
    }

    private static func explain(
        _ state: RecipeState, _ own: OwnRecipe, _ submissions: SubmissionStore, _ context: Context
    ) throws -> String {
        let language = context.language
        let general = Text.dynamic("recipe.explain.\(state.rawValue)", language) ?? ""
        guard [.queued, .liveQueued, .takenDown].contains(state), let open = try submissions.open(recipe: own.id) else {
            return general
        }
        let wait = try submissions.wait(for: open)
        let place = Text.recipePlaceInLine(language, count: wait.before)
        let median = wait.median.map { Text.recipeMedianWait(language, count: max(1, $0 / Milliseconds.hour)) }
        return [general, place, median].compactMap { $0 }.joined(separator: " ")
    }
}

/// The type that the view's partial accepts.
typealias RoundViews = [RoundView]
