// Reads what the sitemap and the feed name: public recipes only.

import Database

/// A public recipe in the sitemap.
struct SitemapRecipe: Sendable {
    let id: Int
    let slug: String
    /// When its present text became public, in UTC milliseconds.
    let changedAt: Int
}

/// A public recipe in the feed.
struct FeedRecipe: Sendable {
    let id: Int
    let slug: String
    let title: String
    let author: String
    let authorName: String
    let description: String
    let language: String
    let publishedAt: Int
    let changedAt: Int
}

struct DiscoveryStore {
    /// Recipe numbers in one part of the sitemap. A part is made in memory, at most about 1 MB. The format allows 50,000.
    static let perPart = 5_000

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The parts of the sitemap that are not empty, each found by one step in the index: part 1 has recipes 1 to 5,000.
    func parts() throws -> [Int] {
        try db.all(
            """
            WITH RECURSIVE part (n) AS (
                SELECT (min(recipe_id) - 1) / \(Self.perPart) FROM public_recipe
                UNION ALL
                SELECT (SELECT (min(recipe_id) - 1) / \(Self.perPart) FROM public_recipe
                    WHERE recipe_id > (n + 1) * \(Self.perPart))
                FROM part WHERE n IS NOT NULL
            )
            SELECT n + 1 FROM part WHERE n IS NOT NULL
            """
        ) { $0[0] }
    }

    /// The recipes of a part, in the order of their numbers.
    func recipes(part: Int) throws -> [SitemapRecipe] {
        try db.all(
            """
            SELECT p.recipe_id, p.slug, \(sql: Self.changedAt) FROM public_recipe p
            WHERE p.recipe_id > \((part - 1) * Self.perPart) AND p.recipe_id <= \(part * Self.perPart)
            ORDER BY p.recipe_id
            """
        ) { SitemapRecipe(id: $0[0], slug: $0[1], changedAt: $0[2]) }
    }

    /// The recipes that became public last.
    func newest(_ count: Int) throws -> [FeedRecipe] {
        try db.all(
            """
            SELECT p.recipe_id, p.slug, p.title, u.username, coalesce(u.display_name, u.username),
                coalesce(json_extract(v.body, '$.description'), ''),
                p.published_at, \(sql: Self.changedAt), p.language
            FROM public_recipe p JOIN user u ON u.id = p.author_id JOIN revision v ON v.id = p.revision_id
            ORDER BY p.published_at DESC, p.recipe_id DESC LIMIT \(count)
            """
        ) {
            FeedRecipe(
                id: $0[0], slug: $0[1], title: $0[2], author: $0[3], authorName: $0[4],
                description: $0[5], language: $0[8], publishedAt: $0[6], changedAt: $0[7])
        }
    }

    private static let changedAt: SQL = """
        max(p.published_at, coalesce((SELECT max(d.decided_at) FROM decision d
            WHERE d.revision_id = p.revision_id AND d.kind IN ('approve', 'import')), 0))
        """
}
