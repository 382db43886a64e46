// The route table: every address of the site, who may come, and which handler answers.

import HTTP

enum Routes {
    static let all: [Route] = [
        Route(.get, .home, .anyone, Home.show),
        Route(.get, .search, .anyone, limit: .search, Search.show),
        Route(.get, .searchSuggestions, .anyone, limit: .suggestion, Search.suggest),
        Route(.get, .contents, .anyone, Contents.show),
        Route(.get, .recipe, .anyone, RecipePages.show),
        Route(.get, .recipeDraft, .member, RecipePages.draft),
        Route(.get, .printRecipe, .anyone, RecipePages.printable),
        Route(.get, .cook, .anyone, Cooks.show),
        Route(.get, .ingredientSuggestions, .anyone, limit: .suggestion, Ingredients.suggest),
        Route(.post, .ingredientLines, .member, limit: .suggestion, Ingredients.parse),
        Route(.get, .picture, .anyone, Pictures.show),
        Route(.get, .media, .anyone, Photos.show),
        Route(.get, .asset, .anyone, AssetFiles.show),
        Route(.get, .favicon, .anyone, AssetFiles.favicon),
        Route(.get, .health, .anyone, Health.show),
        Route(.get, .ready, .anyone, Health.ready),
        Route(.get, .metrics, .anyone, Metrics.show),
        Route(.get, .appearance, .anyone, Appearance.show),
        Route(.post, .appearance, .anyone, Appearance.save),

        Route(.get, .register, .anyone, Registration.show),
        Route(.post, .register, .anyone, limit: .registration, Registration.save),
        Route(.get, .login, .anyone, Login.show),
        Route(.post, .login, .anyone, limit: .login, Login.save),
        Route(.get, .logout, .member, Logout.show),
        Route(.post, .logout, .anyone, Logout.save),
        Route(.get, .signIn, .anyone, SignInLinks.show),
        Route(.post, .signIn, .anyone, limit: .login, SignInLinks.save),

        Route(.get, .newRecipe, .member, RecipeEditor.new),
        Route(.post, .contents, .member, limit: .upload, RecipeEditor.create),
        Route(.get, .editRecipe, .member, RecipeEditor.edit),
        Route(.post, .recipe, .member, limit: .upload, RecipeEditor.save),
        Route(.get, .deleteRecipe, .member, MyRecipes.confirmDelete),
        Route(.post, .deleteRecipe, .member, MyRecipes.delete),
        Route(.post, .restoreRecipe, .member, MyRecipes.restore),
        Route(.get, .myRecipes, .member, MyRecipes.show),
        Route(.post, .deleteMyRecipes, .member, MyRecipes.deleteSelected),
        Route(.get, .licence, .member, Licences.show),

        Route(.post, .submitRecipe, .licensed, Submissions.submit),
        Route(.post, .withdrawRecipe, .member, Submissions.withdraw),
        Route(.get, .queue, .moderator, Queue.show),
        Route(.get, .submission, .moderator, SubmissionPages.show),
        Route(.post, .claim, .moderator, Claims.claim),
        Route(.post, .release, .moderator, Claims.release),
        Route(.post, .approve, .moderator, Decisions.approve),
        Route(.post, .requestChanges, .moderator, Decisions.requestChanges),
        Route(.post, .reject, .moderator, Decisions.reject),

        Route(.get, .admin, .admin, Admin.show),
        Route(.post, .blockedWords, .admin, Admin.saveBlockedWords),
        Route(.get, .users, .admin, Users.show),
        Route(.post, .userRole, .admin, Users.setRole),
        Route(.post, .userLicence, .admin, Users.grantLicence),
        Route(.post, .revokeLicence, .admin, Users.revokeLicence),
        Route(.post, .suspendUser, .admin, Users.suspend),
        Route(.get, .adminIngredients, .admin, IngredientDesk.list),
        Route(.get, .adminIngredient, .admin, IngredientDesk.edit),
        Route(.post, .adminIngredient, .admin, IngredientDesk.save),

        Route(.get, .newBug, .anyone, Bugs.new),
        Route(.get, .bugs, .member, Bugs.list),
        Route(.post, .bugs, .anyone, limit: .bugReport, Bugs.create),
        Route(.get, .bug, .member, Bugs.show),
        Route(.get, .followBug, .anyone, Bugs.follow),
        Route(.get, .adminBugs, .admin, BugDesk.list),
        Route(.get, .adminBug, .admin, BugDesk.show),
        Route(.post, .adminBug, .admin, BugDesk.save),
        Route(.get, .bugScreenshot, .admin, BugDesk.screenshot),
        Route(.get, .adminErrors, .admin, ErrorDesk.list),
        Route(.get, .adminError, .admin, ErrorDesk.show),
        Route(.post, .solveError, .admin, ErrorDesk.solve),
    ]

    static func router() -> Router<Route> {
        var router = Router<Route>()
        for route in all { router.add(route.method, route.address.pattern, route) }
        return router
    }
}
