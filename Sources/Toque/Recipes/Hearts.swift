// The heart on cards and on the recipe page: whether a recipe is a favourite of the viewer, and the button that changes
// it.

import Database
import HTTP
import Texts
import Words

/// The heart of a recipe.
struct Heart {
    enum State: Hashable, Sendable {
        /// The viewer has to log in first.
        case login
        case off, on
    }

    let title: String
    let action: String
    /// The address that the button has after a click that worked in the page.
    let next: String
    let isLogin: Bool
    let isOn: Bool
    let icons: String

    init(_ state: State, recipe: Int, title: String, icons: String) {
        self.title = title
        self.icons = icons
        (isLogin, isOn) = (state == .login, state == .on)
        let (add, remove) = (Address.favourite(recipe), Address.unfavourite(recipe))
        action = isOn ? remove : add
        next = isOn ? add : remove
    }
}

/// The viewer's favourites among some recipes, read with one query.
struct Hearts {
    private let isVisitor: Bool
    private let favourites: Set<Int>

    init(_ recipes: [Int], _ context: Context) throws {
        isVisitor = context.viewer == nil
        guard let viewer = context.viewer, !recipes.isEmpty else {
            favourites = []
            return
        }
        favourites = Set(
            try context.reader.all(
                "SELECT recipe_id FROM favourite WHERE user_id = \(viewer.id) AND recipe_id IN \(list: recipes)"
            ) { $0[0] as Int })
    }

    /// The hearts of a list that has only favourites.
    init(favourites: [Int]) {
        isVisitor = false
        self.favourites = Set(favourites)
    }

    subscript(recipe: Int) -> Heart.State {
        isVisitor ? .login : favourites.contains(recipe) ? .on : .off
    }
}

/// The heart of a recipe’s page and of the end of cook mode, a form of its own.
struct RecipeHeart {
    let heart: Heart
    /// Empty for visitors, who have a link: a token would give them a cookie.
    let formToken: String
    let script: String

    init(_ recipe: Int, _ title: String, _ context: Context) throws {
        heart = Heart(
            try Hearts([recipe], context)[recipe], recipe: recipe, title: title,
            icons: context.site.assets.address("icons.svg"))
        formToken = heart.isLogin ? "" : context.formToken
        script = context.site.assets.address("hearts.js")
    }
}
