// Handlers for moderators: the first reviews of new members that wait, published or removed.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum HeldReviews {
    static func list(_ context: Context) async throws -> Response { try page(context, typed: nil) }

    static func approve(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let seen = context.form["seen"]
        let approved = try await context.site.writer.write { db in
            if try hasChanged(id, since: seen, db) { throw SiteError.conflict(.reviewChanged) }
            guard let approved = try HeldReviewStore(db).approve(id, by: viewer.id) else { return false }
            try AuditStore(db).append(
                .init(
                    action: "approve-review", object: .recipe, id: approved.recipe, from: "", to: "",
                    detail: "review \(id) of user \(approved.user)"), by: viewer.actor, at: now)
            return true
        }
        guard approved else { throw SiteError.notFound }
        return context.redirect(to: Address.heldReviews(), done: "review-approved")
    }

    /// Whether the author has replaced the text that the moderator read.
    private static func hasChanged(_ id: Int, since seen: String?, _ db: Connection) throws -> Bool {
        try HeldReviewStore(db).review(id).map { String($0.heldAt) != seen } ?? false
    }

    /// Removes a review with a reason that its author reads.
    static func reject(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("review"))
        let reason = (context.form["reason"] ?? "").typed
        let rule = context.form["rule"].flatMap(ReportReason.init(rawValue:)) ?? .other
        guard !reason.isEmpty, reason.length <= ReviewRules.reasonLength else {
            let error = RemovalForm.problem(reason, context.language)
            return try page(context, typed: RefusedText(id: id, text: reason, rule: rule, error: error))
        }
        let (mailer, seen) = (context.site.mailer, context.form["seen"])
        let rejected = try await context.site.writer.write { db -> Bool? in
            if try hasChanged(id, since: seen, db) { return nil }
            guard let rejected = try HeldReviewStore(db).reject(id, by: viewer.id, now: now) else { return false }
            try ReviewRemoval(id: id, recipe: rejected.recipe, user: rejected.user, rule: rule, reason: reason)
                .record(mailer, by: viewer, db, now: now)
            return true
        }
        guard let rejected else {
            let error = ErrorReason.reviewChanged.text(context.language) ?? ""
            return try page(
                context, typed: RefusedText(id: id, text: reason, rule: rule, error: error), status: .conflict)
        }
        guard rejected else { throw SiteError.notFound }
        return context.redirect(to: Address.heldReviews(), done: "review-removed", number: id)
    }

    /// `typed` is a reason that cannot be used.
    private static func page(
        _ context: Context, typed: RefusedText?, status: Status = .unprocessable
    ) throws -> Response {
        let language = context.language
        let (number, store) = (Paging.page(context.request.query["page"]), HeldReviewStore(context.reader))
        var (rows, total) = (try store.page(number), try store.count())
        if let typed, !rows.contains(where: { $0.id == typed.id }) {
            guard let row = try store.review(typed.id) else { throw SiteError.notFound }
            rows.insert(row, at: 0)
        }
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: rows.map(HeldReviewJSON.init)))
        }
        let page = HeldReviewsPage(
            layout: context.layout(title: Text.heldReviewsTitle(language), section: "reports", isListed: false),
            problems: typed.map { [FieldProblem(address: "#reason", message: $0.error)] } ?? [],
            rows: rows.map { HeldReviewView($0, typed: $0.id == typed?.id ? typed : nil, context) },
            pages: Pages(number: number, total: total) { "\(Address.heldReviews())?page=\($0)" })
        return context.page(page, status: typed == nil ? .ok : status)
    }
}

/// What follows from the removal of a review: a measure that can be appealed, a notification with the reason, and a row
/// of the audit log.
struct ReviewRemoval {
    let id: Int
    let recipe: Int
    let user: Int
    let rule: ReportReason
    let reason: String

    func record(_ mailer: Mailer, by moderator: Viewer, _ db: Connection, now: Int) throws {
        let title = try RecipeStore(db).links([recipe], by: user)[recipe]?.label ?? ""
        let measure = try DirectMeasures(db: db, now: now).removeReview(
            MeasureSubject(kind: .review, id: id, user: user, title: title), rule, reason: reason, by: moderator)
        try mailer.notify(
            .reviewRemoved(measure, title: title, reason: reason, user: user), by: moderator.id,
            db: db, now: now)
        try AuditStore(db).append(
            .init(
                action: "remove-review", object: .recipe, id: recipe, from: "", to: "",
                detail: "review \(id) of user \(user): \(reason)"), by: moderator.actor, at: now)
    }
}

struct HeldReviewsPage {
    let layout: Layout
    let problems: FieldProblems
    let rows: [HeldReviewView]
    let pages: Pages
}

struct HeldReviewView {
    let id: Int
    let title: String
    let recipeAddress: String
    let author: String
    let authorAddress: String
    let stars: String
    let paragraphs: [String]
    let changes: [String]
    let picture: ResponsiveImage?
    /// What the pre-screen found, with the words.
    let findings: [String]
    let when: HTML
    let approveAddress: String
    /// When it began to wait: a newer text waits since a later time.
    let seen: String
    let formToken: String
    let removal: RemovalForm

    init(_ row: HeldReview, typed: RefusedText?, _ context: Context) {
        let language = context.language
        (id, title, recipeAddress) = (row.id, row.title, Address.recipe(row.recipe))
        (author, authorAddress) = (row.name, Address.cook(row.username))
        stars = Text.reviewsAverage(language, stars: String(row.stars))
        (paragraphs, changes) = (row.text.paragraphs, row.changes.paragraphs)
        picture = row.photo.map { .review($0, by: row.name, language) }
        findings = row.findings.map { "\($0.kind.text($0.place.text(language), language)): \($0.words)" }
        when = Moment(row.heldAt, language).html
        (approveAddress, formToken) = (Address.approveReview(row.id), context.formToken)
        seen = String(row.heldAt)
        removal = RemovalForm(
            action: Address.rejectReview(row.id), formToken: context.formToken, seen: seen, author: row.name,
            rules: ReportReason.choices(typed?.rule ?? .other, language), reason: typed?.text ?? "",
            error: typed?.error)
    }
}

struct HeldReviewJSON: Encodable {
    let id: Int
    let recipe: Int
    let username: String
    let stars: Int
    let text: String
    let changes: String
    /// The kinds of what the pre-screen found.
    let findings: [String]
    let at: String

    init(_ row: HeldReview) {
        (id, recipe, username, stars) = (row.id, row.recipe, row.username, row.stars)
        (text, changes) = (row.text, row.changes)
        (findings, at) = (row.findings.map(\.kind.rawValue), Dates.time(row.heldAt))
    }
}

extension ResponsiveImage {
    /// The photo of a review.
    static func review(_ photo: String, by name: String, _ language: Language) -> ResponsiveImage {
        ArticleBuilder.picture(photo: photo, revision: 0, alt: Text.reviewPhotoOf(language, name: name))
    }
}

extension ErrorReason {
    static let reviewChanged = ErrorReason("review-changed")
}
