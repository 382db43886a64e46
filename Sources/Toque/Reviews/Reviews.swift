// Handlers for reviews: a member's own, the list of a recipe, helpful votes, and the author's answers.

import Bytes
import Database
import HTTP
import Texts
import Words

enum Reviews {
    static func list(_ context: Context) async throws -> Response {
        let head = try head(context)
        let page = Paging.page(context.request.query["page"])
        if context.wantsJSON {
            let rows = try ReviewStore(context.reader).page(head.recipeID, page: page, viewer: context.viewer?.id)
            return try context.json(ReviewsJSON(head.rating, rows, page: page))
        }
        return context.page(try ReviewsPage(head, page: page, context))
    }

    /// Writes or replaces the member's review.
    static func save(_ context: Context) async throws -> Response {
        let (viewer, now, head) = (try context.member(), context.now, try head(context))
        if head.author.id == viewer.id { throw SiteError.forbidden(.ownReview) }
        let form = ReviewForm(context.form, try await PhotoUpload.receive(context))
        let blocked = try BlockList(context.reader).words(in: nil)
        var errors = form.errors(context.language)
        // Not in a text that is too long: it may have a million letters.
        let words = errors.isEmpty ? ReviewScreening.blocked(blocked, in: form.texts) : []
        if !words.isEmpty {
            errors.add("text", Text.reviewBlocked(context.language, words: words.joined(separator: ", ")))
        }
        guard let review = form.review, errors.isEmpty else {
            let page = try ReviewsPage(head, page: 1, typed: (form, errors), context)
            return context.page(page, status: .unprocessable)
        }
        // The form at the end of cook mode may be older than the review.
        if context.form["new"] != nil, try ReviewStore(context.reader).own(head.recipeID, user: viewer.id) != nil {
            errors.add("text", Text.reviewThere(context.language))
            return context.page(
                try ReviewsPage(head, page: 1, typed: (form, errors), context), status: .conflict)
        }
        let findings = viewer.isModerator ? [] : ReviewScreening.findings(form.texts, blocked: blocked)
        let isHeld = try await context.site.writer.write {
            try MeasureStore($0).checkNotSilenced(viewer.id, now: now)
            return try ReviewStore($0).save(
                review, findings: findings, recipe: head.recipeID, user: viewer.id, now: now)
        }
        let done = isHeld ? "review-held" : "review-saved"
        // At the end of cook mode, the cook stays there.
        if let page = context.formPage, page.hasPrefix(bytes: Address.cookRecipe(head.recipeID)) {
            return context.redirect(to: page, done: done)
        }
        return back(to: head, done: done, context)
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, head) = (try context.member(), context.now, try head(context))
        let deleted = try await context.site.writer.write {
            try ReviewStore($0).delete(head.recipeID, user: viewer.id, now: now)
        }
        guard let deleted else { throw SiteError.notFound }
        return back(to: head, done: "review-deleted", number: deleted, context)
    }

    static func restore(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let recipe = try await context.site.writer.write { try ReviewStore($0).restore(id, user: viewer.id, now: now) }
        guard let recipe else { throw SiteError.notFound }
        return context.redirect(to: Address.recipe(recipe), done: "undone")
    }

    static func markHelpful(_ context: Context) async throws -> Response { try await mark(true, context) }
    static func unmarkHelpful(_ context: Context) async throws -> Response { try await mark(false, context) }

    private static func mark(_ isHelpful: Bool, _ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let recipe = try await context.site.writer.write {
            try ReviewStore($0).mark(id, isHelpful, user: viewer.id, now: now)
        }
        guard let recipe else { throw SiteError.notFound }
        return context.redirect(
            to: context.formPage ?? Address.recipe(recipe), done: isHelpful ? "review-helpful" : "undone")
    }

    /// The answer of the recipe's author; an empty one removes it.
    static func answer(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let text = (context.form["text"] ?? "").typed
        guard let recipe = try ReviewStore(context.reader).recipe(ofReview: id, author: viewer.id),
            let head = try PublicRecipeStore(context.reader).head(recipe, now: now)
        else { throw SiteError.notFound }
        if let error = try answerProblem(text, context) {
            let page = try ReviewStore(context.reader).place(of: id)?.page ?? 1
            let answer = RefusedText(id: id, text: text, error: error)
            return context.page(try ReviewsPage(head, page: page, answer: answer, context), status: .unprocessable)
        }
        let answered = try await context.site.writer.write {
            try MeasureStore($0).checkNotSilenced(viewer.id, now: now)
            return try ReviewStore($0).answer(id, text, author: viewer.id)
        }
        guard answered != nil else { throw SiteError.notFound }
        return context.redirect(
            to: context.formPage ?? Address.recipe(recipe),
            done: text.isEmpty ? "answer-removed" : "answer-saved")
    }

    private static func answerProblem(_ text: String, _ context: Context) throws -> String? {
        guard text.length <= ReviewRules.textLength else {
            return Text.editorTooLong(context.language, limit: String(ReviewRules.textLength))
        }
        let words = ReviewScreening.blocked(
            try BlockList(context.reader).words(in: nil), in: [text])
        return words.isEmpty ? nil : Text.reviewBlocked(context.language, words: words.joined(separator: ", "))
    }

    // MARK: Moderators

    /// Removes a review with a reason that its author reads.
    static func remove(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let reason = (context.form["reason"] ?? "").typed
        let rule = context.form["rule"].flatMap(ReportReason.init(rawValue:)) ?? .other
        guard let place = try ReviewStore(context.reader).place(of: id),
            let head = try PublicRecipeStore(context.reader).head(place.recipe, now: now)
        else { throw SiteError.notFound }
        func again(_ error: String, _ status: Status) throws -> Response {
            let typed = RefusedText(id: id, text: reason, rule: rule, error: error)
            return context.page(try ReviewsPage(head, page: place.page, removal: typed, context), status: status)
        }
        guard !reason.isEmpty, reason.length <= ReviewRules.reasonLength else {
            return try again(RemovalForm.problem(reason, context.language), .unprocessable)
        }
        let (mailer, read) = (context.site.mailer, context.form["seen"])
        let isRemoved = try await context.site.writer.write { db -> Bool? in
            if try ReviewStore(db).hasChanged(id, since: read) { return nil }
            guard let removed = try ReviewStore(db).remove(id, by: viewer.id, now: now) else { return false }
            try ReviewRemoval(id: id, recipe: removed.recipe, user: removed.user, rule: rule, reason: reason)
                .record(mailer, by: viewer, db, now: now)
            return true
        }
        guard let isRemoved else { return try again(ErrorReason.reviewChanged.text(context.language) ?? "", .conflict) }
        guard isRemoved else { throw SiteError.notFound }
        return back(to: head, done: "review-removed", number: id, context)
    }

    static func putBack(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let recipe = try await context.site.writer.write { db -> Int? in
            let measures = DirectMeasures(db: db, now: now)
            guard try !measures.isRemovedByReports(id), let recipe = try ReviewStore(db).putBack(id, by: viewer.id)
            else { return nil }
            try measures.liftRemoval(ofReview: id)
            try AuditStore(db).append(
                .init(
                    action: "restore-review", object: .recipe, id: recipe, from: "", to: "", detail: "review \(id)"),
                by: viewer.actor, at: now)
            return recipe
        }
        guard let recipe else { throw SiteError.notFound }
        return context.redirect(to: Address.recipe(recipe), done: "undone")
    }

    private static func head(_ context: Context) throws -> PublicHead {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let head = try PublicRecipeStore(context.reader).head(id, now: context.now)
        else { throw SiteError.notFound }
        return head
    }

    private static func back(
        to head: PublicHead, done: String, number: Int? = nil, _ context: Context
    ) -> Response {
        context.redirect(
            to: Address.recipe(Slug.segment(head.recipeID, head.slug)), done: done, number: number)
    }
}

/// The reviews of a recipe as JSON.
struct ReviewsJSON: Encodable {
    struct Item: Encodable {
        let id: Int
        let username: String
        let stars: Int
        let text: String
        let at: String
        let answer: String?
        let helpful: Int
        /// `as-written` or `changed`; `null` for a review without cooking.
        let cooked: String?
        let servings: Int?
        let changes: String?
        /// The address of the photo.
        let photo: String?
    }

    struct Part: Encodable {
        let total: Int
        let average: Double?

        init(_ rating: RecipeRating.Sum) { (total, average) = (rating.reviews, rating.average) }
    }

    let total: Int
    let page: Int
    let average: Double?
    /// Of those who cooked the recipe as it is written, and of those who changed it.
    let asWritten: Part
    let changed: Part
    let items: [Item]

    init(_ rating: RecipeRating, _ rows: [StoredReview], page: Int) {
        (total, average, self.page) = (rating.reviews, rating.average, page)
        (asWritten, changed) = (Part(rating.ways.asWritten), Part(rating.ways.changed))
        items = rows.map { row in
            Item(
                id: row.id, username: row.username, stars: row.stars, text: row.text, at: Dates.time(row.createdAt),
                answer: row.answer.isEmpty ? nil : row.answer, helpful: row.helpful,
                cooked: row.cooked?.way.rawValue, servings: row.cooked?.servings,
                changes: row.cooked.flatMap { $0.changes.isEmpty ? nil : $0.changes },
                photo: row.cooked?.photo.map { Address.media($0, "1280.jpg") })
        }
    }
}
