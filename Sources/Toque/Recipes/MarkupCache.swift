// Caches the markup of public recipes for each language. Reading, deriving and rendering a recipe is most of the work
// for a page, and a revision never changes.

import Food
import HTML
import Words

struct MarkupKey: Hashable {
    let revision: Int
    let language: Language
    var units = UnitSystem.written
    var mediaPreferences = MediaPreferences()
    /// Whether the lines of an article belong to a form for the shopping list.
    var canShop = false
    /// The heart of a card.
    var heart: Heart.State?
}

/// Everything besides its revision that changes what an article shows.
struct ArticleVersion: Equatable {
    let head: PublicHead
    /// The edition of the catalogue.
    let edition: Int
    /// The edition of the tutorials that steps link to.
    let tutorials: Int
}

/// Rendered articles, about 20 KB each.
typealias ArticleCache = VersionCache<MarkupKey, ArticleVersion, RenderedArticle>

extension ArticleCache {
    /// Of 20 KB each, 2,400 to 4,900 articles.
    static let bytes = 96 << 20

    convenience init() { self.init(limit: Self.bytes) { $0.size } }
}

/// Rendered cards, about 1 KB each.
typealias CardCache = VersionCache<MarkupKey, PublicRecipeRow, HTML>

struct RenderedArticle: Sendable {
    let title: String
    let description: String
    let markup: HTML
    /// The address of the recipe's largest photo; `nil` if it has a drawing.
    let photo: String?
    /// The buttons that share it, if it is public.
    let share: HTML?
    let hasSteps: Bool
    /// Whether the licence of the text allows others to adapt it.
    let isAdaptable: Bool
    /// The JSON-LD of a public page.
    let data: HTML

    /// In bytes of memory, roughly.
    var size: Int { markup.bytes.count + data.bytes.count + (share?.bytes.count ?? 0) + description.utf8.count + 500 }

    init(_ article: RecipeArticle, _ language: Language, data: HTML = HTML(safe: "")) {
        self.data = data
        photo = article.picture.jpeg.last?.address
        share = article.share.map { links in
            var buffer = HTMLBuffer()
            renderRecipesSharePartial(links, language, &buffer)
            return HTML(buffer)
        }
        title = article.title
        description = article.description
        hasSteps = !article.steps.isEmpty
        isAdaptable = article.isAdaptable
        var buffer = HTMLBuffer()
        renderRecipesArticlePartial(article, language, &buffer)
        markup = HTML(buffer)
    }
}

extension Context {
    /// The rendered cards of a list, in order; `hearts` are those of a longer list, if they are known already.
    func cards(_ rows: [PublicRecipeRow], _ catalogue: Catalogue, hearts: Hearts? = nil) throws -> [HTML] {
        let media = MediaPreferences(loadsOnTap: viewer?.mediaPreferences.loadsOnTap ?? false)
        let builder = articles(catalogue, .written, media)
        let hearts = try hearts ?? Hearts(rows.map(\.id), self)
        return rows.map { row in
            let heart = hearts[row.id]
            return site.cards.value(
                MarkupKey(revision: row.revisionID, language: language, mediaPreferences: media, heart: heart), row
            ) {
                var buffer = HTMLBuffer()
                renderRecipesCardPartial(builder.card(row, heart: heart), language, &buffer)
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
