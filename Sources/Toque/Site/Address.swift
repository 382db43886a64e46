// The addresses of the site: the route table matches their patterns; views and redirects fill in the same patterns.

import Bytes
import HTTP

/// A pattern such as `/recipes/:recipe/edit`, to match requests and to build addresses.
struct Address: Hashable, Sendable {
    let pattern: String
    /// The fixed text before, between and after the parameters.
    private let pieces: [String]

    init(_ pattern: String) {
        self.pattern = pattern
        var pieces = [""]
        for segment in pattern.split(bytes: "/", omittingEmptySubsequences: false).dropFirst() {
            pieces[pieces.count - 1] += "/"
            if segment.hasPrefix(bytes: ":") {
                pieces.append(String(segment[segment.prefix(beforeAny: ".").endIndex...]))
            } else {
                pieces[pieces.count - 1] += segment
            }
        }
        self.pieces = pieces
    }

    /// Builds the address from the parameters in order, each percent-encoded.
    func callAsFunction(_ values: any CustomStringConvertible...) -> String {
        precondition(values.count == pieces.count - 1, "\(pattern) needs \(pieces.count - 1) values")
        var address = pieces[0]
        for (value, piece) in zip(values, pieces.dropFirst()) {
            address += Percent.encode(segment: value.description)
            address += piece
        }
        return address
    }
}

extension Address {
    static let home = Address("/")
    static let search = Address("/search")
    /// The recipes with a tag.
    static func tag(_ name: String) -> String { "\(search())?tag=\(Percent.encode(query: name))" }
    static let searchSuggestions = Address("/search/suggest")
    static let recipes = Address("/recipes")
    static let explore = Address("/explore")
    static let recipe = Address("/recipes/:recipe")
    static let recipeDraft = Address("/recipes/:recipe/draft")
    static let printRecipe = Address("/recipes/:recipe/print")
    static let recipeData = Address("/recipes/:recipe.jsonld")
    static let recipeCooklang = Address("/recipes/:recipe.cook")
    static let cook = Address("/cooks/:username")
    static let ingredientSuggestions = Address("/ingredients/suggest")
    static let ingredientLines = Address("/ingredients/parse")
    static let picture = Address("/pictures/:revision")
    static let media = Address("/media/:photo/:file")
    static let videoState = Address("/my/videos/:photo")
    static let subtitles = Address("/subtitles/:revision/:file")
    static let asset = Address("/static/:file")
    static let favicon = Address("/favicon.ico")
    static let health = Address("/healthz")
    static let ready = Address("/readyz")
    static let metrics = Address("/metrics")
    static let appearance = Address("/appearance")
    static let robots = Address("/robots.txt")
    static let sitemap = Address("/sitemap.xml")
    static let sitemapPart = Address("/sitemaps/:part.xml")
    static let feed = Address("/feed.atom")
    static let securityContact = Address("/.well-known/security.txt")
    static let publicDecisions = Address("/moderation/decisions")

    static let welcome = Address("/welcome")
    static let preferences = Address("/settings/preferences")

    static let register = Address("/register")
    static let login = Address("/login")
    static let logout = Address("/logout")
    static let signIn = Address("/sign-in/:token")

    static let loginCode = Address("/login/code")
    static let confirm = Address("/confirm")
    static let account = Address("/settings/account")
    static let password = Address("/settings/password")
    static let changePassword = Address("/.well-known/change-password")
    static let sessions = Address("/settings/sessions")
    static let endSession = Address("/settings/sessions/end")
    static let endOtherSessions = Address("/settings/sessions/end-others")
    static let twoStep = Address("/settings/two-step")
    static let confirmTwoStep = Address("/settings/two-step/confirm")
    static let recoveryCodes = Address("/settings/two-step/codes")
    static let endTwoStep = Address("/settings/two-step/off")
    static let forgot = Address("/forgot")
    static let reset = Address("/reset")
    static let resetToken = Address("/reset/:token")
    static let email = Address("/settings/email")
    static let callOffEmail = Address("/settings/email/call-off")
    static let confirmEmailAgain = Address("/settings/email/confirm")
    static let confirmEmail = Address("/confirm-email")
    static let emailToken = Address("/confirm-email/:token")
    static let mail = Address("/admin/mail")
    static let retryMail = Address("/admin/mail/:mail/retry")
    static let giveUpMail = Address("/admin/mail/:mail/give-up")

    static let provider = Address("/auth/:provider")
    static let providerCallback = Address("/auth/:provider/callback")
    static let joinByProvider = Address("/register/provider")
    static let providers = Address("/settings/providers")
    static let linkProvider = Address("/settings/providers/link")
    static let beginProviderLink = Address("/settings/providers/:provider/link")
    static let unlinkProvider = Address("/settings/providers/:provider/unlink")
    static let confirmByProvider = Address("/confirm/:provider")
    static let export = Address("/settings/export")
    static let exportFile = Address("/settings/export/:token")
    static let leave = Address("/settings/delete")
    static let confirmLeave = Address("/settings/delete/confirm")
    static let stay = Address("/settings/delete/keep")
    static let deleteUser = Address("/admin/users/:user/delete")
    static let keepUser = Address("/admin/users/:user/keep")

    static let importRecipe = Address("/recipes/import")
    static let importReading = Address("/recipes/import/:import")
    static let allRecipes = Address("/my/recipes/all.zip")

    static let newRecipe = Address("/recipes/new")
    static let editRecipe = Address("/recipes/:recipe/edit")
    static let submitRecipe = Address("/recipes/:recipe/submit")
    static let withdrawRecipe = Address("/recipes/:recipe/withdraw")
    static let deleteRecipe = Address("/recipes/:recipe/delete")
    static let restoreRecipe = Address("/recipes/:recipe/restore")
    static let myRecipes = Address("/my/recipes")
    static let deleteMyRecipes = Address("/my/recipes/delete")
    static let licence = Address("/settings/licence")

    static let queue = Address("/moderation")
    static let submission = Address("/moderation/submissions/:submission")
    static let claim = Address("/moderation/submissions/:submission/claim")
    static let release = Address("/moderation/submissions/:submission/release")
    static let approve = Address("/moderation/submissions/:submission/approve")
    static let requestChanges = Address("/moderation/submissions/:submission/request-changes")
    static let reject = Address("/moderation/submissions/:submission/reject")
    static let takeBack = Address("/moderation/decisions/:decision/take-back")

    static let admin = Address("/admin")
    static let twoStepRule = Address("/admin/two-step")
    static let blockedWords = Address("/admin/blocked-words")
    static let audit = Address("/admin/audit")
    static let users = Address("/admin/users")
    static let userRole = Address("/admin/users/:user/role")
    static let userLicence = Address("/admin/users/:user/licence")
    static let revokeLicence = Address("/admin/users/:user/licence/revoke")
    static let suspendUser = Address("/admin/users/:user/suspend")
    static let user = Address("/admin/users/:user")
    static let endUserSessions = Address("/admin/users/:user/sessions/end")
    static let resetLink = Address("/admin/users/:user/reset-link")
    static let adminRecipes = Address("/admin/recipes")
    static let adminRecipe = Address("/admin/recipes/:recipe")
    static let exportRecipes = Address("/admin/recipes/export")
    static let recipeChanges = Address("/admin/recipes/changes")
    static let recipeChange = Address("/admin/recipes/changes/:change")
    static let confirmRecipeChange = Address("/admin/recipes/changes/:change/confirm")
    static let undoRecipeChange = Address("/admin/recipes/changes/:change/undo")
    static let adminIngredients = Address("/admin/ingredients")
    static let adminIngredient = Address("/admin/ingredients/:ingredient")

    static let newIngredient = Address("/admin/catalogue/new")
    static let mergeIngredient = Address("/admin/ingredients/:ingredient/merge")
    static let splitIngredient = Address("/admin/ingredients/:ingredient/split")
    static let catalogueChanges = Address("/admin/catalogue/changes")
    static let catalogueChange = Address("/admin/catalogue/changes/:change")
    static let confirmChange = Address("/admin/catalogue/changes/:change/confirm")
    static let discardChange = Address("/admin/catalogue/changes/:change/discard")
    static let undoChange = Address("/admin/catalogue/changes/:change/undo")
    static let adminTerms = Address("/admin/categories")
    static let adminTerm = Address("/admin/categories/:kind/:term")
    static let mergeTerm = Address("/admin/categories/:kind/:term/merge")
    static let adminUnits = Address("/admin/units")
    static let adminUnit = Address("/admin/units/:unit")
    static let removeUnit = Address("/admin/units/:unit/remove")
    static let proposals = Address("/proposals")
    static let adminProposals = Address("/admin/proposals")
    static let proposal = Address("/admin/proposals/:proposal")
    static let approveProposal = Address("/admin/proposals/:proposal/approve")
    static let mergeProposal = Address("/admin/proposals/:proposal/merge")
    static let refuseProposal = Address("/admin/proposals/:proposal/refuse")
    static let catalogueTable = Address("/admin/catalogue/ingredients.csv")
    static let importCatalogue = Address("/admin/catalogue/import")

    static let bugs = Address("/bugs")
    static let newBug = Address("/bugs/new")
    static let bug = Address("/bugs/:bug")
    static let followBug = Address("/bugs/follow/:token")
    static let adminBugs = Address("/admin/bugs")
    static let adminBug = Address("/admin/bugs/:bug")
    static let bugScreenshot = Address("/admin/bugs/:bug/screenshot")
    static let adminErrors = Address("/admin/errors")
    static let adminError = Address("/admin/errors/:error")
    static let solveError = Address("/admin/errors/:error/solve")
    static let reopenError = Address("/admin/errors/:error/reopen")

    static let profile = Address("/settings/profile")
    static let keepDraft = Address("/recipes/drafts")
    static let discardDraft = Address("/recipes/drafts/:draft/delete")
    static let recipeFacts = Address("/recipes/facts")

    static let clearProfile = Address("/admin/users/:user/profile/clear")

    static let favourites = Address("/favourites")
    static let favourite = Address("/recipes/:recipe/favourite")
    static let unfavourite = Address("/recipes/:recipe/unfavourite")
    static let favouriteFolders = Address("/favourites/folders")
    static let favouriteFolder = Address("/favourites/folders/:folder")
    static let deleteFavouriteFolder = Address("/favourites/folders/:folder/delete")
    static let undoFavourites = Address("/favourites/undo/:step")
    static let history = Address("/history")
    static let clearHistory = Address("/history/clear")
    static let historySwitch = Address("/history/switch")
    static let undoHistory = Address("/history/undo/:step")

    static let pantry = Address("/pantry")
    static let pantryItem = Address("/pantry/:item")
    static let deletePantryItem = Address("/pantry/:item/delete")
    static let deletePantryItems = Address("/pantry/delete")
    static let pantryStaples = Address("/pantry/staples")
    static let pantryRecipes = Address("/pantry/recipes")
    static let cookedRecipe = Address("/recipes/:recipe/cooked")
    static let undoPantry = Address("/pantry/undo/:step")

    static let shopping = Address("/shopping")
    static let shoppingText = Address("/shopping.txt")
    static let shoppingTable = Address("/shopping.csv")
    static let shoppingCalendar = Address("/shopping.ics")
    static let shoppingItems = Address("/shopping/items")
    static let tickShoppingItem = Address("/shopping/items/:item/tick")
    static let untickShoppingItem = Address("/shopping/items/:item/untick")
    static let deleteShoppingItem = Address("/shopping/items/:item/delete")
    static let clearShopping = Address("/shopping/clear")
    static let buyShopping = Address("/shopping/bought")
    static let undoShopping = Address("/shopping/undo/:step")
    static let shoppingAisles = Address("/shopping/aisles")
    static let shoppingEvents = Address("/shopping/events")
    static let shoppingLink = Address("/shopping/link")
    static let endShoppingLink = Address("/shopping/link/end")
    static let sharedShopping = Address("/shopping/shared/:token")
    static let sharedShoppingEvents = Address("/shopping/shared/:token/events")
    static let sharedShoppingItems = Address("/shopping/shared/:token/items")
    static let tickSharedItem = Address("/shopping/shared/:token/items/:item/tick")
    static let untickSharedItem = Address("/shopping/shared/:token/items/:item/untick")
    static let plan = Address("/plan")
    static let planEntry = Address("/plan/entries/:entry")
    static let deletePlanEntry = Address("/plan/entries/:entry/delete")
    static let shopPlan = Address("/plan/shopping")
    static let undoPlan = Address("/plan/undo/:step")
    static let makePlanFeed = Address("/plan/feed")
    static let endPlanFeed = Address("/plan/feed/end")
    static let planFeed = Address("/plan/feed/:token.ics")
    static let shoppingRecipe = Address("/recipes/:recipe/shopping")
    static let notifications = Address("/notifications")
    static let readNotifications = Address("/notifications/read")
    static let readNotification = Address("/notifications/:notification/read")
    static let unreadNotification = Address("/notifications/:notification/unread")
    static let undoReadNotifications = Address("/notifications/undo/:step")
    static let unsubscribe = Address("/unsubscribe/:token")
    static let cookRecipe = Address("/recipes/:recipe/cook")
    static let cookTimers = Address("/cooking/timers")
    static let wavePractice = Address("/cooking/wave")

    static let review = Address("/recipes/:recipe/review")
    static let reviews = Address("/recipes/:recipe/reviews")
    static let deleteReview = Address("/recipes/:recipe/review/delete")
    static let restoreReview = Address("/reviews/:review/restore")
    static let markReview = Address("/reviews/:review/helpful")
    static let unmarkReview = Address("/reviews/:review/unhelpful")
    static let removeReview = Address("/reviews/:review/remove")
    static let putBackReview = Address("/reviews/:review/put-back")
    static let answerReview = Address("/reviews/:review/answer")

    static let recipeDiets = Address("/recipes/:recipe/diets")
    static let undoRecipeDiet = Address("/recipes/:recipe/diets/undo")
}
