// The rating at the end of cook mode: the stars and a few words about what was just cooked.

import Texts
import Words

struct EndReview {
    let action: String
    let formToken: String
    /// “You rated it: 4 of 5”; `nil` if the member has no review yet.
    let given: String?
    let stars: [Choice]
    let ways: [Choice]
    /// As a number; empty as the recipe was written.
    let servings: String
    let text: Field
    let changes: Field
    /// The form on the page of the recipe, which also takes a photo.
    let whole: String

    /// `page` is the address of the recipe.
    init(_ recipe: Int, page: String, servings: String, _ viewer: Viewer, _ context: Context) throws {
        let language = context.language
        (action, formToken) = (Address.review(recipe), context.formToken)
        given = try ReviewStore(context.reader).own(recipe, user: viewer.id).map {
            Text.reviewGiven(language, stars: Text.reviewsAverage(language, stars: String($0.stars)))
        }
        stars = OwnReviewForm.stars("", language)
        ways = CookEvent.Way.allCases.map {
            Choice(value: $0.rawValue, label: $0.text(language), isChosen: $0 == .asWritten)
        }
        self.servings = servings
        text = OwnReviewForm.text("", error: nil, language)
        changes = OwnReviewForm.changes("", error: nil, language)
        whole = page + "#reviews"
    }
}
