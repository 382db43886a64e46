// The table of rights for what a recipe that is public answers differently.

extension RightsTable {
    /// The routes of recipes with a public recipe.
    static let publicRecipe = """
        GET /recipes/:recipe | 301 301 301 301 301 301 301 301
        GET /recipes/:recipe/draft | login 404 200 404 404 404 200 404
        GET /recipes/:recipe/print | 200 200 200 200 200 200 200 200
        GET /recipes/:recipe.jsonld | 200 200 200 200 200 200 200 200
        GET /recipes/:recipe.cook | 200 200 200 200 200 200 200 200
        GET /pictures/:revision | 200 200 200 200 200 200 200 200
        GET /pictures/:revision.jpg | 200 200 200 200 200 200 200 200
        GET /pictures/:revision/square.jpg | 200 200 200 200 200 200 200 200
        GET /media/:photo/:file | 200 200 200 200 200 200 200 200
        GET /my/videos/:photo | login 404 200 404 404 404 200 404
        GET /subtitles/:revision/:file | 200 200 200 200 200 200 200 200
        GET /recipes/:recipe/edit | login 404 200 404 404 404 403 404
        POST /recipes/:recipe | login 404 303 404 404 404 403 404
        GET /recipes/:recipe/delete | login 404 200 404 404 404 200 404
        POST /recipes/:recipe/delete | login 404 303 404 404 404 403 404
        GET /recipes/:recipe/revisions | login 404 200 404 404 404 200 404
        GET /moderation/recipes/:recipe/measure | login 403 403 403 303 303 403 403
        POST /moderation/recipes/:recipe/measure | login 403 403 403 409 409 403 403
        POST /recipes/:recipe/suggestion/accept | login 403 404 404 403 403 403 403
        POST /recipes/:recipe/suggestion/dismiss | login 404 404 404 404 404 403 404
        POST /revisions/:revision/restore | login 404 303 404 404 404 403 404
        POST /recipes/:recipe/restore | login 404 404 404 404 404 403 404
        POST /recipes/:recipe/copy | login 403 303 403 403 403 403 403
        POST /recipes/:recipe/share | login 404 409 404 404 404 403 404
        POST /recipes/:recipe/readers/:reader/remove | login 404 303 404 404 404 403 404
        POST /recipes/:recipe/link | login 404 303 404 404 404 403 404
        GET /recipes/:recipe/favourite | login 303 303 303 303 303 303 303
        POST /recipes/:recipe/favourite | login 303 303 303 303 303 403 303
        POST /recipes/:recipe/unfavourite | login 303 303 303 303 303 403 303
        POST /recipes/:recipe/dismiss | login 303 303 303 303 303 403 303
        POST /recipes/:recipe/undismiss | login 303 303 303 303 303 403 303
        GET /recipes/:recipe/cook | 200 200 200 200 200 200 200 200
        POST /recipes/:recipe/cook | login 303 303 303 303 303 403 303
        GET /recipes/:recipe/reviews | 200 200 200 200 200 200 200 200
        POST /recipes/:recipe/review | login 303 403 303 303 303 403 303
        POST /recipes/:recipe/review/delete | login 404 404 404 303 404 403 404
        GET /recipes/:recipe/cooked | login 200 200 200 200 200 403 200
        POST /recipes/:recipe/cooked | login 303 303 303 303 303 403 303
        POST /recipes/:recipe/shopping | login 303 303 303 303 303 403 303
        POST /recipes/:recipe/submit | login 403 409 404 403 403 403 403
        POST /recipes/:recipe/withdraw | login 404 409 404 404 404 403 404
        GET /recipes/:recipe/diets | login 403 403 403 200 200 403 403
        GET /admin/recipes/:recipe | login 403 403 403 403 200 403 403
        POST /recipes/:recipe/diets | login 403 403 403 303 303 403 403
        POST /recipes/:recipe/diets/undo | login 403 403 403 404 404 403 403
        POST /recipes/:recipe/unpublish | login 404 303 404 404 404 403 404
        POST /recipes/:recipe/republish | login 404 409 404 404 404 403 404
        """
}
