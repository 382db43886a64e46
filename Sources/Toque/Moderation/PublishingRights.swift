// Asks the author of an imported text to state that they may publish it, before the text enters the queue.

import HTTP
import Texts

/// The checkbox of the statement, with its error if it is not ticked.
struct PublishingRightsField {
    var error: String?
    var isWrong: Bool { error != nil }
}

struct PublishingRightsPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let field: PublishingRightsField
    let title: String
    let source: String
    let action: String
    let back: String
}

enum PublishingRights {
    static let name = "may_publish"

    /// Shows the statement page for a submission that came without it.
    static func ask(_ own: OwnRecipe, _ context: Context) -> Response {
        let language = context.language
        let message = Text.publishingRightsMissing(language)
        let shown = ShownAmounts(context.request.query).query
        return context.page(
            PublishingRightsPage(
                layout: context.layout(
                    title: Text.publishingRightsTitle(language), section: "my-recipes", isListed: false),
                formToken: context.formToken, problems: [FieldProblem(address: "#" + name, message: message)],
                field: PublishingRightsField(error: message), title: own.head.body.title, source: own.head.body.source,
                action: Address.submitRecipe(own.id) + shown, back: Address.recipe(own.segment) + shown),
            status: .unprocessable)
    }
}
