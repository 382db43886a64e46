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
