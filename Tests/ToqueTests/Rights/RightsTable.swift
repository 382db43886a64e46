// Who may do what: the written table.

/// A line a route: what it answers to each kind of person, everything in the address being Alice's (the owner's), in the
/// order visitor, outsider, owner, licensed, moderator, admin, suspended (the owner), unconfirmed. `login` is the way to
/// the log-in page. Where a form is sent, it is filled in rightly.
enum RightsTable {
    /// Recipe and photo are private and wait in the queue.
    static let all = """
        GET / | 200 200 200 200 200 200 200 200
        GET /search | 200 200 200 200 200 200 200 200
        GET /search/suggest | 200 200 200 200 200 200 200 200
        GET /recipes | 200 200 200 200 200 200 200 200
        GET /recipes/:recipe | 404 404 301 404 404 404 301 404
        GET /recipes/:recipe/draft | login 404 200 404 404 404 200 404
        GET /recipes/:recipe/print | 404 404 404 404 404 404 404 404
        GET /cooks/:username | 200 200 200 200 200 200 200 200
        GET /ingredients/suggest | 200 200 200 200 200 200 200 200
        POST /ingredients/parse | login 200 200 200 200 200 403 200
        GET /pictures/:revision | 404 404 200 404 200 200 200 404
        GET /media/:photo/:file | 404 404 200 404 200 200 200 404
        GET /static/:file | 200 200 200 200 200 200 200 200
        GET /favicon.ico | 301 301 301 301 301 301 301 301
        GET /healthz | 200 200 200 200 200 200 200 200
        GET /readyz | 200 200 200 200 200 200 200 200
        GET /metrics | 200 200 200 200 200 200 200 200
        GET /appearance | 200 200 200 200 200 200 200 200
        POST /appearance | 303 303 303 303 303 303 303 303
        GET /register | 200 303 303 303 303 303 303 303
        POST /register | 303 303 303 303 303 303 303 303
        GET /login | 200 303 303 303 303 303 303 303
        POST /login | 303 303 303 303 303 303 303 303
        GET /logout | login 200 200 200 200 200 200 200
        POST /logout | 303 303 303 303 303 303 303 303
        GET /sign-in/:token | 200 200 200 200 200 200 200 200
        POST /sign-in/:token | 303 303 303 303 303 303 303 303
        GET /recipes/new | login 200 200 200 200 200 200 200
        POST /recipes | login 303 303 303 303 303 403 303
        GET /recipes/:recipe/edit | login 404 200 404 404 404 200 404
        POST /recipes/:recipe | login 404 303 404 404 404 403 404
        GET /recipes/:recipe/delete | login 404 200 404 404 404 200 404
        POST /recipes/:recipe/delete | login 404 303 404 404 404 403 404
        POST /recipes/:recipe/restore | login 404 404 404 404 404 403 404
        GET /my/recipes | login 200 200 200 200 200 200 200
        POST /my/recipes/delete | login 404 303 404 404 404 403 404
        GET /settings/licence | login 200 200 200 200 200 200 200
        POST /recipes/:recipe/submit | login 403 303 404 403 403 403 403
        POST /recipes/:recipe/withdraw | login 404 303 404 404 404 403 404
        GET /moderation | login 403 403 403 200 200 403 403
        GET /moderation/submissions/:submission | login 403 403 403 200 200 403 403
        POST /moderation/submissions/:submission/claim | login 403 403 403 303 303 403 403
        POST /moderation/submissions/:submission/release | login 403 403 403 303 303 403 403
        POST /moderation/submissions/:submission/approve | login 403 403 403 303 303 403 403
        POST /moderation/submissions/:submission/request-changes | login 403 403 403 303 303 403 403
        POST /moderation/submissions/:submission/reject | login 403 403 403 303 303 403 403
        GET /admin | login 403 403 403 403 200 403 403
        POST /admin/blocked-words | login 403 403 403 403 303 403 403
        GET /admin/audit | login 403 403 403 403 200 403 403
        GET /admin/users | login 403 403 403 403 200 403 403
        POST /admin/users/:user/role | login 403 403 403 403 303 403 403
        POST /admin/users/:user/licence | login 403 403 403 403 303 403 403
        POST /admin/users/:user/licence/revoke | login 403 403 403 403 303 403 403
        POST /admin/users/:user/suspend | login 403 403 403 403 303 403 403
        GET /admin/ingredients | login 403 403 403 403 200 403 403
        GET /admin/ingredients/:ingredient | login 403 403 403 403 200 403 403
        POST /admin/ingredients/:ingredient | login 403 403 403 403 303 403 403
        GET /bugs/new | 200 200 200 200 200 200 200 200
        GET /bugs | login 200 200 200 200 200 200 200
        POST /bugs | 303 303 303 303 303 303 303 303
        GET /bugs/:bug | login 404 200 404 404 404 200 404
        GET /bugs/follow/:token | 200 200 200 200 200 200 200 200
        GET /admin/bugs | login 403 403 403 403 200 403 403
        GET /admin/bugs/:bug | login 403 403 403 403 200 403 403
        POST /admin/bugs/:bug | login 403 403 403 403 303 403 403
        GET /admin/bugs/:bug/screenshot | login 403 403 403 403 200 403 403
        GET /admin/errors | login 403 403 403 403 200 403 403
        GET /admin/errors/:error | login 403 403 403 403 200 403 403
        POST /admin/errors/:error/solve | login 403 403 403 403 303 403 403
        GET /.well-known/change-password | 303 303 303 303 303 303 303 303
        GET /admin/mail | login 403 403 403 403 200 403 403
        GET /admin/users/:user | login 403 403 403 403 200 403 403
        GET /confirm | login 200 200 200 200 200 200 200
        GET /confirm-email | 404 404 404 404 404 404 404 404
        GET /confirm-email/:token | 303 303 303 303 303 303 303 303
        GET /forgot | 200 200 200 200 200 200 200 200
        GET /login/code | login login login login login login login login
        GET /reset | 404 404 404 404 404 404 404 404
        GET /reset/:token | 303 303 303 303 303 303 303 303
        GET /settings/account | login 200 200 200 200 200 200 200
        GET /settings/email | login 200 200 200 200 200 200 200
        GET /settings/password | login 200 200 200 200 200 200 200
        GET /settings/preferences | login 200 200 200 200 200 200 200
        GET /settings/sessions | login 200 200 200 200 200 200 200
        GET /settings/two-step | login 200 200 200 200 200 200 200
        GET /welcome | login 200 200 200 200 200 200 200
        POST /admin/mail/:mail/give-up | login 403 403 403 403 303 403 403
        POST /admin/mail/:mail/retry | login 403 403 403 403 303 403 403
        POST /admin/users/:user/reset-link | login 403 403 403 403 200 403 403
        POST /admin/users/:user/sessions/end | login 403 403 403 403 303 403 403
        POST /confirm | login 303 303 422 303 303 403 303
        POST /confirm-email | 404 404 404 404 404 404 404 404
        POST /forgot | 303 303 303 303 303 303 303 303
        POST /login/code | login login login login login login login login
        POST /reset | 404 404 404 404 404 404 404 404
        POST /reset/:token | 422 422 422 422 422 422 422 422
        POST /settings/email | login 303 303 422 303 303 403 303
        POST /settings/email/confirm | login 303 303 303 303 303 403 303
        POST /settings/password | login 303 303 303 303 303 403 303
        POST /settings/preferences | login 303 303 303 303 303 403 303
        POST /settings/sessions/end | login 303 303 303 303 303 403 303
        POST /settings/sessions/end-others | login 303 303 303 303 303 403 303
        POST /settings/two-step | login 303 303 303 303 303 403 303
        POST /settings/two-step/codes | login 303 303 303 303 303 403 303
        POST /settings/two-step/confirm | login 303 303 303 303 303 403 303
        POST /settings/two-step/off | login 303 303 303 303 303 403 303
        POST /welcome | login 303 303 303 303 303 403 303
        """

    /// The same addresses with a public recipe.
    static let publicRecipe = """
        GET /recipes/:recipe | 301 301 301 301 301 301 301 301
        GET /recipes/:recipe/draft | login 404 200 404 404 404 200 404
        GET /recipes/:recipe/print | 200 200 200 200 200 200 200 200
        GET /pictures/:revision | 200 200 200 200 200 200 200 200
        GET /media/:photo/:file | 200 200 200 200 200 200 200 200
        GET /recipes/:recipe/edit | login 404 200 404 404 404 200 404
        POST /recipes/:recipe | login 404 303 404 404 404 403 404
        GET /recipes/:recipe/delete | login 404 200 404 404 404 200 404
        POST /recipes/:recipe/delete | login 404 303 404 404 404 403 404
        POST /recipes/:recipe/restore | login 404 404 404 404 404 403 404
        POST /recipes/:recipe/submit | login 403 409 404 403 403 403 403
        POST /recipes/:recipe/withdraw | login 404 409 404 404 404 403 404
        """
}
