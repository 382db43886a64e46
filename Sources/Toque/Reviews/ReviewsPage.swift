// The reviews of a recipe as its page shows them, and the page with all of them.

import Bytes
import HTML
import HTTP
import Texts
import Words

/// The part of the recipe page with reviews, and the form for one's own.
struct ReviewsPart {
    let icons: String
    let heading: String
    /// “4.5 of 5”; `nil` without reviews.
    let average: String?
    /// The averages of those who cooked it as written and of those who changed it; `nil` if nobody did.
    let ways: String?
    let form: OwnReviewForm?
    /// Where visitors log in to write one.
    let login: String?
    let reviews: [ReviewView]
    /// The page with all reviews, if this one has not.
    let all: String?
    var isEmpty: Bool { reviews.isEmpty }
}

/// The form of a member who is not the author.
struct OwnReviewForm {
    let action: String
    let deleteAction: String
    let formToken: String
    let isThere: Bool
    /// Whether the review waits for a moderator.
    let isHeld: Bool
    /// To write the first review, or to correct a mistake.
    let isOpen: Bool
    let stars: [Choice]
    let starsError: String?
    let text: Field
    let ways: [Choice]
    let wayError: String?
    let servings: Field
    let changes: Field
    let photo: Field
    let photoID: String
}

struct ReviewView {
    let id: Int
    let author: String
    let authorAddress: String
    let stars: Int
    /// “4 of 5”
    let label: String
    let paragraphs: [String]
    /// “Cooked as written, for 4 servings”; `nil` for a review without cooking.
    let cooked: String?
    let changes: [String]
    let picture: ResponsiveImage?
    let when: HTML
    let answer: [String]
    /// How many found it helpful; empty for none.
    let helpful: String
    let vote: VoteForm?
    let answerForm: AnswerForm?
    let removal: RemovalForm?
    let report: ReportForm?
    var isAnswered: Bool { !answer.isEmpty }
    /// Full and empty stars, for the eye.
    var drawn: String { String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars) }
}

struct VoteForm {
    let action: String
    let formToken: String
    let isMarked: Bool
}

/// The form with which moderators remove a review.
struct RemovalForm {
    let action: String
    let formToken: String
    /// When the text that the moderator reads was written, which tells it from a newer one.
    let seen: String
    let author: String
    let rules: [Choice]
    let reason: String
    let error: String?
}

/// An author's answer, or a moderator's reason, that cannot be used.
struct RefusedText {
    let id: Int
    let text: String
    /// The rule that a moderator chose.
    var rule = ReportReason.other
    let error: String
}

struct AnswerForm {
    let action: String
    let formToken: String
    let text: String
    let error: String?
}

struct ReviewsPage {
    let layout: Layout
    let title: String
    let recipeAddress: String
    let problems: FieldProblems
    let part: ReviewsPart
    let pages: Pages

    init(
        _ head: PublicHead, page: Int, typed: (form: ReviewForm, errors: FieldErrors)? = nil,
        answer: RefusedText? = nil, removal: RefusedText? = nil, _ context: Context
    ) throws {
        let recipe = try PublicRecipeStore(context.reader).recipe(head)
        title = Text.reviewsOf(context.language, title: recipe?.revision.body.title ?? "")
        layout = context.layout(title: title, section: "recipes", isListed: false)
        recipeAddress = Address.recipe(Slug.segment(head.recipeID, head.slug))
        part = try ReviewsPart(head, page: page, typed: typed, answer: answer, removal: removal, isWhole: true, context)
        problems =
            typed?.errors.summary ?? answer.map { [FieldProblem(address: "#answer", message: $0.error)] }
            ?? removal.map { [FieldProblem(address: "#reason", message: $0.error)] } ?? []
        pages = Pages(number: page, total: head.rating.reviews) {
            "\(Address.reviews(head.recipeID))?page=\($0)"
        }
    }
}

extension ReviewsPart {
    /// `typed` and `answer` are what was typed in a form with mistakes. `isWhole` is for the page with all reviews.
    init(
        _ head: PublicHead, page: Int = 1, typed: (form: ReviewForm, errors: FieldErrors)? = nil,
        answer: RefusedText? = nil, removal: RefusedText? = nil, isWhole: Bool = false,
        _ context: Context
    ) throws {
        let (language, rating, viewer) = (context.language, head.rating, context.viewer)
        icons = context.site.assets.address("icons.svg")
        heading = rating.reviews == 0 ? Text.reviewsNone(language) : Text.reviewsCount(language, count: rating.reviews)
        average = rating.average.map { Text.reviewsAverage(language, stars: RecipeRating.shown($0, language)) }
        ways = Self.ways(rating.ways, language)
        let isAuthor = viewer?.id == head.author.id
        if let viewer, !isAuthor, !viewer.isSuspended(at: context.now) {
            let own = try ReviewStore(context.reader).own(head.recipeID, user: viewer.id)
            form = OwnReviewForm(
                head.recipeID, typed?.form ?? ReviewForm(own), own, typed?.errors ?? FieldErrors(), context)
        } else {
            form = nil
        }
        login =
            viewer == nil
            ? "\(Address.login())?next=\(Percent.encode(query: Address.recipe(Slug.segment(head.recipeID, head.slug))))"
            : nil
        let rows =
            try rating.reviews == 0
            ? [] : ReviewStore(context.reader).page(head.recipeID, page: page, viewer: viewer?.id)
        reviews = rows.map { row in
            ReviewView(
                row, isAuthor: isAuthor, answer: answer?.id == row.id ? answer : nil,
                removal: removal?.id == row.id ? removal : nil, context)
        }
        all = !isWhole && rating.reviews > Paging.size ? Address.reviews(head.recipeID) : nil
    }
}

extension ReviewsPart {
    private static func ways(_ ratings: RecipeRating.Ways, _ language: Language) -> String? {
        func text(_ rating: RecipeRating.Sum, _ label: (Language, String, String) -> String) -> String? {
            rating.average.map {
                let stars = Text.reviewsAverage(language, stars: RecipeRating.shown($0, language))
                return label(language, stars, Text.reviewsCount(language, count: rating.reviews))
            }
        }
        let texts = [
            text(ratings.asWritten) { Text.reviewsAsWritten($0, average: $1, count: $2) },
            text(ratings.changed) { Text.reviewsChanged($0, average: $1, count: $2) },
        ].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: " · ")
    }
}

extension OwnReviewForm {
    fileprivate init(
        _ recipe: Int, _ typed: ReviewForm, _ own: OwnReview?, _ errors: FieldErrors, _ context: Context
    ) {
        let (language, isThere) = (context.language, own != nil)
        isHeld = own?.isHeld ?? false
        (action, deleteAction) = (Address.review(recipe), Address.deleteReview(recipe))
        (formToken, self.isThere, isOpen) = (context.formToken, isThere, !isThere || !errors.isEmpty)
        stars = Self.stars(typed.typedStars, language)
        starsError = errors["stars"]
        text = Self.text(typed.text, error: errors["text"], language)
        let choices = [Choice(value: "", label: Text.reviewCookedNo(language), isChosen: typed.typedWay.isEmpty)]
        ways =
            choices
            + CookEvent.Way.allCases.map {
                Choice(
                    value: $0.rawValue, label: $0.text(language), isChosen: typed.typedWay.isSame(as: $0.rawValue))
            }
        wayError = errors["cooked"]
        servings = Field(
            name: "cooked_servings", label: Text.reviewServings(language), value: typed.typedServings,
            error: errors["cooked_servings"], type: "number")
        changes = Self.changes(typed.changes, error: errors["changes"], language)
        photo = Field(
            name: "photo", label: Text.reviewPhoto(language), error: errors["photo"],
            help: Text.reviewPhotoHelp(language))
        photoID = typed.photo ?? ""
    }
}

extension OwnReviewForm {
    static func stars(_ chosen: String, _ language: Language) -> [Choice] {
        ReviewRules.stars.reversed().map {
            Choice(
                value: String($0), label: Text.reviewStars(language, count: $0), isChosen: chosen == String($0))
        }
    }

    static func text(_ typed: String, error: String?, _ language: Language) -> Field {
        Field(
            name: "text", label: Text.reviewText(language), value: typed, error: error,
            help: Text.reviewTextHelp(language, limit: String(ReviewRules.textLength)))
    }

    static func changes(_ typed: String, error: String?, _ language: Language) -> Field {
        Field(
            name: "changes", label: Text.reviewChanges(language), value: typed, error: error,
            help: Text.reviewChangesHelp(language, limit: String(ReviewRules.changesLength)), rows: 2)
    }
}

extension RemovalForm {
    static func problem(_ reason: String, _ language: Language) -> String {
        reason.isEmpty
            ? Text.reviewRemoveNone(language)
            : Text.editorTooLong(language, limit: String(ReviewRules.reasonLength))
    }
}

extension ReviewView {
    fileprivate init(
        _ row: StoredReview, isAuthor: Bool, answer typed: RefusedText?, removal: RefusedText?, _ context: Context
    ) {
        let language = context.language
        (id, stars, author) = (row.id, row.stars, row.name)
        authorAddress = Address.cook(row.username)
        label = Text.reviewsAverage(language, stars: String(row.stars))
        paragraphs = row.text.paragraphs
        cooked = row.cooked?.text(language)
        changes = row.cooked?.changes.paragraphs ?? []
        var photo = row.cooked?.photo.map { ResponsiveImage.review($0, by: row.name, language) }
        photo?.loadsOnTap = context.viewer?.mediaPreferences.loadsOnTap ?? false
        picture = photo
        when = Moment(row.createdAt, language).html
        answer = row.answer.paragraphs
        helpful = row.helpful == 0 ? "" : Text.reviewHelpfulCount(language, count: row.helpful)
        let isOwn = context.viewer?.id == row.userID
        vote =
            context.viewer == nil || isOwn
            ? nil
            : VoteForm(
                action: row.isMarked ? Address.unmarkReview(row.id) : Address.markReview(row.id),
                formToken: context.formToken, isMarked: row.isMarked)
        report = ReportForm(.review, row.id, of: row.userID, name: row.name, context)
        let mayRemove = context.viewer.map { $0.isModerator && !isOwn } ?? false
        self.removal =
            mayRemove
            ? RemovalForm(
                action: Address.removeReview(row.id), formToken: context.formToken,
                seen: String(row.changedAt),
                author: row.name, rules: ReportReason.choices(removal?.rule ?? .other, language),
                reason: removal?.text ?? "", error: removal?.error) : nil
        answerForm =
            isAuthor && context.viewer?.isSuspended(at: context.now) == false
            ? AnswerForm(
                action: Address.answerReview(row.id), formToken: context.formToken, text: typed?.text ?? row.answer,
                error: typed?.error) : nil
    }
}
