// The articles of public recipes, kept in memory: to read, understand and write them out is most of a page's work.

import HTML
import Synchronization

/// An article as every reader of its language gets it.
struct RenderedArticle: Sendable {
    let title: String
    let description: String
    let markup: HTML

    init(_ article: RecipeArticle, _ language: Language) {
        title = article.title
        description = article.description
        var buffer = HTMLBuffer()
        renderRecipesArticlePartial(article, language, &buffer)
        markup = HTML(buffer)
    }
}

/// Articles, each kept as long as nothing that it shows has changed: a revision never does, and author, diets and the
/// catalogue's edition are compared whenever it is asked for.
final class ArticleCache: Sendable {
    private struct Key: Hashable {
        let revision: Int
        let language: Language
    }

    private struct Kept {
        let head: PublicHead
        let edition: Int
        let article: RenderedArticle
    }

    /// Some 10 KB each.
    static let limit = 512

    private let kept = Mutex<[Key: Kept]>([:])

    var count: Int { kept.withLock { $0.count } }

    /// The article of a recipe, made when it is not known or not true any more.
    func article(
        _ head: PublicHead, edition: Int, _ language: Language, make: () throws -> RecipeArticle
    ) rethrows -> RenderedArticle {
        let key = Key(revision: head.revisionID, language: language)
        if let known = kept.withLock({ $0[key] }), known.head == head, known.edition == edition { return known.article }
        let fresh = Kept(head: head, edition: edition, article: RenderedArticle(try make(), language))
        kept.withLock { kept in
            if kept.count >= Self.limit { kept.removeAll(keepingCapacity: true) }
            kept[key] = fresh
        }
        return fresh.article
    }
}
