// Public recipes as every reader of a language gets them: to read, understand and write them out is most of a page's
// work, and a revision never changes.

import Food
import HTML
import Words

struct MarkupKey: Hashable {
    let revision: Int
    let language: Language
    var units = UnitSystem.written
    var videoPreferences = VideoPreferences()
}

/// What an article shows besides its revision.
struct ArticleVersion: Equatable {
    let head: PublicHead
    /// The catalogue's.
    let edition: Int
}

/// Some 15 KB each.
typealias ArticleCache = VersionCache<MarkupKey, ArticleVersion, RenderedArticle>

/// Some 1 KB each.
typealias CardCache = VersionCache<MarkupKey, PublicRecipeRow, HTML>

struct RenderedArticle: Sendable {
    let title: String
    let description: String
    let markup: HTML
    /// The address of its picture.
    let picture: String
    /// Whether a step has a timer.
    let hasTimers: Bool
    /// The same for machines, in a public page.
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
    /// The cards of a list, in order.
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
