// Caches the markup of public recipes for each language. Reading, deriving and rendering a recipe is most of the work
// for a page, and a revision never changes.

import Food
import HTML
import Words

struct MarkupKey: Hashable {
    let revision: Int
    let language: Language
    var units = UnitSystem.written
    var videoPreferences = VideoPreferences()
}

/// Everything besides its revision that changes what an article shows.
struct ArticleVersion: Equatable {
    let head: PublicHead
    /// The edition of the catalogue.
    let edition: Int
}

/// Rendered articles, about 15 KB each.
typealias ArticleCache = VersionCache<MarkupKey, ArticleVersion, RenderedArticle>

/// Rendered cards, about 1 KB each.
typealias CardCache = VersionCache<MarkupKey, PublicRecipeRow, HTML>

struct RenderedArticle: Sendable {
    let title: String
    let description: String
    let markup: HTML
    /// The address of the recipe's picture.
    let picture: String
    /// Whether a step has a timer.
    let hasTimers: Bool
    /// The JSON-LD of a public page.
    let data: HTML

    init(_ article: RecipeArticle, _ language: Language, data: HTML = HTML(safe: "")) {
        self.data = data
        picture = article.picture.address
        title = article.title
        description = article.description
        hasTimers = article.steps.contains { $0.timer != nil }
        var buffer = HTMLBuffer()
        renderRecipesArticlePartial(article, language, &buffer)
        markup = HTML(buffer)
    }
}

extension Context {
    /// The rendered cards of a list, in order.
    func cards(_ rows: [PublicRecipeRow], _ catalogue: Catalogue) -> [HTML] {
        let builder = articles(catalogue)
        return rows.map { row in
            site.cards.value(MarkupKey(revision: row.revisionID, language: language), row) {
                var buffer = HTMLBuffer()
                renderRecipesCardPartial(builder.card(row), language, &buffer)
                return HTML(buffer)
            }
        }
    }
}

extension Site {
    var articles: ArticleCache { part() }
}

extension Site {
    var cards: CardCache { part() }
}
