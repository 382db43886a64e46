// Handlers with which an author accepts or dismisses the text that a moderator suggests, and what both see of it.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum Suggestions {
    /// Makes the suggested text a version of the author's and submits it.
    static func accept(_ context: Context) async throws -> Response {
        let (viewer, now, own) = (try context.member(), context.now, try own(context))
        guard let suggestion = try sent(own, context) else { throw SiteError.notFound }
        // The form was sent twice.
        if suggestion.state == .accepted { return context.redirect(to: Address.recipe(own.segment), done: "submitted") }
        guard try isCurrent(suggestion, own, context) else { return try await stale(suggestion, own, context) }
        try SubmissionStore(context.reader).checkDailyLimit(viewer.id, now: now)
        let body = try RecipeBody(encoded: suggestion.stored)
        let (found, hints) = try await Submissions.screened(body, recipe: own.id, author: viewer.id, context)
        guard found.isEmpty else { return Submissions.blocked(own, found, context) }
        let text = try await context.revisionText(of: body)
        let outcome = try await context.site.writer.write { db in
            guard let own = try RecipeStore(db).own(own.id, viewer: viewer.id) else { throw SiteError.notFound }
            return try SuggestionStore(db).accept(
                suggestion.id, recipe: own, text: text, hints: hints, by: viewer, now: now)
        }
        guard case .submitted = outcome else { return try await stale(suggestion, self.own(context), context) }
        let saved = try self.own(context)
        return context.redirect(to: Address.recipe(saved.segment), done: "suggestion-accepted")
    }

    static func dismiss(_ context: Context) async throws -> Response {
        let (viewer, now, own) = (try context.member(), context.now, try own(context))
        guard let suggestion = try sent(own, context) else { throw SiteError.notFound }
        let isDismissed = try await context.site.writer.write { db in
            try SuggestionStore(db).dismiss(suggestion.id, recipe: own.id, by: viewer, now: now)
        }
        guard isDismissed || suggestion.state == .dismissed else { throw SiteError.conflict(.suggestionClosed) }
        return context.redirect(to: Address.recipe(own.segment), done: "suggestion-dismissed")
    }

    private static func own(_ context: Context) throws -> OwnRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: context.member().id)
        else { throw SiteError.notFound }
        return own
    }

    /// The suggestion that the form names.
    private static func sent(_ own: OwnRecipe, _ context: Context) throws -> Suggestion? {
        let id = context.form["suggestion"].flatMap { Int($0) } ?? 0
        return try SuggestionStore(context.reader).suggestion(id, recipe: own.id)
    }

    private static func isCurrent(_ suggestion: Suggestion, _ own: OwnRecipe, _ context: Context) throws -> Bool {
        try suggestion.revisionID == own.head.id
            && SuggestionStore(context.reader).open(recipe: own.id)?.id == suggestion.id
    }

    /// Shows how the suggestion differs from the text that the author has now. Nothing was written.
    private static func stale(
        _ suggestion: Suggestion, _ own: OwnRecipe, _ context: Context
    ) async throws -> Response {
        let (language, head) = (context.language, own.head.stored)
        let catalogue = try context.site.catalogue.current(context.reader)
        let texts = try await context.site.workers.run {
            TextComparison(head, suggestion.stored, catalogue, language)
        }
        return context.page(
            StaleSuggestionPage(
                layout: context.layout(title: Text.suggestionTitle(language), section: "my-recipes", isListed: false),
                title: own.head.body.title, language: own.head.body.language, texts: texts,
                editAddress: Address.editRecipe(own.id), back: Address.recipe(own.segment)),
            status: .conflict)
    }
}

/// Answers an author who changed the recipe before accepting a suggestion.
struct StaleSuggestionPage {
    let layout: Layout
    let title: String
    let language: String
    /// From the author's text to the suggested one.
    let texts: TextComparison
    let editAddress: String
    let back: String
}

/// The suggestion as its author sees it on the recipe page.
struct SuggestionPanel {
    let formToken: String
    let id: Int
    let texts: TextComparison
    /// `nil` without a licence, or if the author changed the recipe since.
    let acceptAddress: String?
    let dismissAddress: String
    /// Why it cannot be accepted.
    let note: String?

    /// `nil` if no suggestion waits.
    init?(_ own: OwnRecipe?, _ catalogue: Catalogue, _ context: Context) async throws {
        guard let own, let suggestion = try SuggestionStore(context.reader).open(recipe: own.id) else { return nil }
        let (language, head) = (context.language, own.head.stored)
        let (isCurrent, isLicensed) = (suggestion.revisionID == own.head.id, try context.member().isLicensed)
        // Comparing the longest texts takes too long for an event loop.
        texts = try await context.site.workers.run { TextComparison(head, suggestion.stored, catalogue, language) }
        formToken = context.formToken
        id = suggestion.id
        acceptAddress = isCurrent && isLicensed ? Address.acceptSuggestion(own.id) : nil
        dismissAddress = Address.dismissSuggestion(own.id)
        note = !isCurrent ? Text.suggestionStale(language) : isLicensed ? nil : Text.suggestionUnlicensed(language)
    }
}

/// The text that a moderator prepared for a submission, on its page.
struct SuggestionDraftView {
    let texts: TextComparison
    let editAddress: String
    let discardAddress: String
    /// Whether the request for changes sends it.
    let isChosen: Bool
}

extension AttachedSuggestion {
    /// The most differences that an email names; the recipe's page shows all.
    private static let named = 10
    private static let length = 300

    /// The suggestion with its differences in words, for each language of the site.
    init(_ suggestion: Suggestion, from old: String, _ catalogue: Catalogue) {
        let new = suggestion.stored
        self.init(
            id: suggestion.id,
            paragraphs: Dictionary(
                uniqueKeysWithValues: Language.allCases.map { language in
                    (language, Self.lines(TextComparison(old, new, catalogue, language), language))
                }))
    }

    private static func lines(_ texts: TextComparison, _ language: Language) -> [String] {
        func text(_ difference: FieldDifference, without kind: TextSpan.Kind) -> String {
            difference.spans.filter { $0.kind != kind }.map(\.text).joined().lines.joined(separator: " ").cut(
                to: length)
        }
        let lines = texts.differences.prefix(named).map { difference in
            switch difference.mark {
            case .changed:
                Text.suggestionMailChanged(
                    language, field: difference.field, new: text(difference, without: .removed),
                    old: text(difference, without: .added))
            case .added, .removed, .moved:
                Text.suggestionMailOther(
                    language, change: difference.label, field: difference.field,
                    text: difference.spans.map(\.text).joined().lines.joined(separator: " ").cut(to: length))
            }
        }
        let more = texts.differences.count - lines.count
        return [Text.suggestionMail(language)] + lines
            + (more > 0 ? [Text.suggestionMailMore(language, count: more)] : [])
    }
}
