// The outcome of a change, which the next page shows once, with the button that may follow from it.

import Bytes
import Texts

/// A key of the locale files (`done.KEY`), and the number of what its button acts on.
struct Outcome {
    let key: String
    let number: Int?

    init(key: String, number: Int?) {
        self.key = key
        self.number = number
    }

    /// Reads what `text` wrote into the cookie.
    init(_ text: String) {
        let parts = text.split(bytes: ":", maxSplits: 1)
        key = parts.first.map { String($0) } ?? ""
        number = parts.count == 2 ? Int(parts[1]).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    var text: String { number.map { "\(key):\($0)" } ?? key }
}

/// The button after an outcome (`done.button.KEY`), such as “Undo”: a form of its own.
struct DoneButton {
    /// Where each button sends its form. The cookie has only a number, so it cannot name another address.
    private static let addresses: [String: Address] = [
        "favourite-added": .undoFavourites, "favourites-added": .undoFavourites, "favourites-removed": .undoFavourites,
        "favourites-moved": .undoFavourites, "favourites-unfiled": .undoFavourites,
        "folder-created": .deleteFavouriteFolder, "folder-renamed": .undoFavourites, "folder-deleted": .undoFavourites,
        "history-removed": .undoHistory, "history-cleared": .undoHistory,
        "recipe-dismissed": .undismissRecipe, "suggested-again": .dismissRecipe,
        "pantry-added": .undoPantry, "pantry-saved": .undoPantry, "pantry-deleted": .undoPantry,
        "shopping-added": .undoShopping, "shopping-deleted": .undoShopping, "shopping-cleared": .undoShopping,
        "shopping-bought": .undoShopping, "shopping-ticked": .untickShoppingItem,
        "shopping-unticked": .tickShoppingItem,
        "plan-added": .undoPlan, "plan-saved": .undoPlan, "plan-deleted": .undoPlan,
        "pantry-cooked": .undoPantry, "notifications-read": .undoReadNotifications,
        "revision-restored": .restoreRevision, "review-deleted": .restoreReview, "review-removed": .putBackReview,
        "tutorial-deleted": .restoreTutorial, "tutorial-saved": .undoTutorial, "page-saved": .undoPage,
        "view-deleted": .restoreQueueView, "template-deleted": .restoreMessageTemplate,
        "unpublished": .republishRecipe,
        "sharing-changed": .undoSharing, "recipe-copied": .deleteRecipe,
    ]

    let action: String
    let label: String
    let formToken: String

    init?(_ outcome: Outcome, _ context: Context) {
        guard let number = outcome.number, let address = Self.addresses[outcome.key],
            let label = Text.dynamic("done.button.\(outcome.key)", context.language)
        else { return nil }
        action = address(number)
        self.label = label
        formToken = context.formToken
    }
}

/// The form that the hearts of all cards on a page send, and the buttons that dismiss suggestions. It is not around
/// them, because lists with check boxes are forms themselves.
struct HeartsForm {
    /// The pages with cards.
    private static let pages: Set<Address> = [
        .home, .explore, .dismissedRecipes, .search, .recipes, .cook, .myRecipes, .favourites, .history, .pantryRecipes,
    ]

    let formToken: String
    let script: String

    init?(_ context: Context) {
        // A list that shows a mistake again was sent to an address below its own.
        let isList = context.route.map { Self.pages.contains($0.address) || $0.address == .favouriteFolders } ?? false
        guard context.viewer != nil, isList else { return nil }
        formToken = context.formToken
        script = context.site.assets.address("hearts.js")
    }
}
