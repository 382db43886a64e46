// The route table: every address of the site, who may come, and which handler answers.

import HTTP

enum Routes {
    static let all: [Route] = [
        Route(.get, .home, .anyone, Home.show),
        Route(.get, .search, .anyone, Search.show),
        Route(.get, .searchSuggestions, .anyone, Search.suggest),
        Route(.get, .contents, .anyone, Contents.show),
        Route(.get, .recipe, .anyone, RecipePages.show),
        Route(.get, .recipeDraft, .member, RecipePages.draft),
        Route(.get, .printRecipe, .anyone, RecipePages.printable),
        Route(.get, .cook, .anyone, Cooks.show),
        Route(.get, .ingredientSuggestions, .anyone, Ingredients.suggest),
        Route(.post, .ingredientLines, .member, Ingredients.parse),
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
        Route(.post, .register, .anyone, Registration.save),
        Route(.get, .login, .anyone, Login.show),
        Route(.post, .login, .anyone, Login.save),
        Route(.get, .logout, .member, Logout.show),
        Route(.post, .logout, .anyone, Logout.save),
        Route(.get, .signIn, .anyone, SignInLinks.show),
        Route(.post, .signIn, .anyone, SignInLinks.save),

        Route(.get, .forgot, .anyone, ForgottenPassword.show),
        Route(.post, .forgot, .anyone, ForgottenPassword.save),
        Route(.get, .resetToken, .anyone, PasswordReset.carry),
        Route(.post, .resetToken, .anyone, PasswordReset.save),
        Route(.get, .reset, .anyone, PasswordReset.show),
        Route(.post, .reset, .anyone, PasswordReset.save),
        Route(.get, .email, .member, EmailSettings.show),
        Route(.post, .email, .member, EmailSettings.save),
        Route(.post, .confirmEmailAgain, .member, EmailSettings.sendAgain),
        Route(.get, .emailToken, .anyone, EmailConfirmation.carry),
        Route(.get, .confirmEmail, .anyone, EmailConfirmation.show),
        Route(.post, .confirmEmail, .anyone, EmailConfirmation.save),
        Route(.get, .mail, .admin, MailDesk.show),
        Route(.post, .retryMail, .admin, MailDesk.tryAgain),
        Route(.post, .giveUpMail, .admin, MailDesk.giveUp),

        Route(.get, .newRecipe, .member, RecipeEditor.new),
        Route(.post, .contents, .member, RecipeEditor.create),
        Route(.get, .editRecipe, .member, RecipeEditor.edit),
        Route(.post, .recipe, .member, RecipeEditor.save),
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
    ]

    static func router() -> Router<Route> {
        var router = Router<Route>()
        for route in all { router.add(route.method, route.address.pattern, route) }
        return router
    }
}
