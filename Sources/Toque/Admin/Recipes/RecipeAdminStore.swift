// Recipes for the admin pages. If only the author has read a text, its title is hidden and the search does not find it.

import Database
import Food
import Words

/// A recipe in the admin list.
struct RecipeAdminRow: Sendable {
    let id: Int
    /// The title of the revision that others than the author may read.
    let title: String?
    let slug: String
    let author: String
    let authorName: String
    let state: RecipeState
    /// UTC milliseconds: the author's last edit, the creation, and the publication.
    let changedAt: Int
    let createdAt: Int
    let publishedAt: Int?
    let isPublic: Bool
    let category: String?
    let cuisine: String?
    let hasPhoto: Bool
    let language: String?
    let totalMinutes: Int?
    let unknownLines: Int?
}

struct RecipeAdminStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The number of recipes in each state.
    func counts() throws -> [RecipeState: Int] {
        let rows = try db.all(
            "SELECT r.state, count(*) FROM recipe r WHERE \(sql: Self.isHere) GROUP BY r.state"
        ) { ($0[0] as RecipeState, $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    func count(_ filter: RecipeFilter, _ catalogue: Catalogue) throws -> Int {
        try db.value("SELECT count(*) \(sql: try source(filter, catalogue))") ?? 0
    }

    /// One page of the list.
    func list(_ filter: RecipeFilter, _ catalogue: Catalogue) throws -> [RecipeAdminRow] {
        try db.all(
            """
            SELECT \(sql: Self.columns) \(sql: try source(filter, catalogue)) ORDER BY \(sql: Self.order(filter.sort))
            LIMIT \(Paging.size) OFFSET \(Paging.offset(filter.page))
            """, Self.row)
    }

    /// The ids of the first recipes that the filter finds.
    func ids(_ filter: RecipeFilter, _ catalogue: Catalogue, limit: Int) throws -> [Int] {
        try db.all(
            """
            SELECT r.id \(sql: try source(filter, catalogue)) ORDER BY \(sql: Self.order(filter.sort)) LIMIT \(limit)
            """
        ) { $0[0] }
    }

    /// The first of these recipes, at least one, whose public texts are short enough together for one change.
    func fitting(_ recipes: [Int]) throws -> [Int] {
        var length = 0
        for (place, id) in recipes.enumerated() {
            length +=
                try db.value(
                    """
                    SELECT length(v.body) FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE r.id = \(id)
                    """) ?? 0
            if place > 0, length > RecipeAdminLimits.changedText { return Array(recipes.prefix(place)) }
        }
        return recipes
    }

    /// Calls `use` for each recipe with the text that others may read. Reads one recipe at a time, so that only ids are
    /// sorted.
    func each(
        _ filter: RecipeFilter, _ catalogue: Catalogue, limit: Int, _ use: (RecipeAdminRow, String?) throws -> Void
    ) throws {
        for id in try ids(filter, catalogue, limit: limit) {
            try db.each("SELECT \(sql: Self.columns), v.body \(sql: Self.tables) WHERE r.id = \(id)") {
                try use(Self.row($0), $0[16])
            }
        }
    }

    func recipe(_ id: Int) throws -> RecipeAdminRow? {
        try db.first(
            "SELECT \(sql: Self.columns) \(sql: Self.tables) WHERE r.id = \(id) AND \(sql: Self.isHere)", Self.row)
    }

    /// The states that actions depend on, by recipe; ids without a recipe are left out.
    func targets(_ ids: [Int]) throws -> [Int: ActionTarget] {
        let rows = try db.all(
            """
            SELECT r.id, r.author_id, p.recipe_id IS NOT NULL, r.taken_down_by, r.deleted_at IS NOT NULL,
                r.deleted_by, r.shown_revision_id, \(sql: AccountSQL.isBeingDeleted("r.author_id")),
                c.key, (SELECT t.change_id FROM recipe_term t WHERE t.recipe_id = r.id AND t.kind = 'category'),
                k.key, (SELECT t.change_id FROM recipe_term t WHERE t.recipe_id = r.id AND t.kind = 'cuisine')
            FROM recipe r LEFT JOIN public_recipe p ON p.recipe_id = r.id
                LEFT JOIN category c ON c.id = p.category_id LEFT JOIN cuisine k ON k.id = p.cuisine_id
            WHERE r.id IN \(list: ids) AND \(sql: Self.isHere)
            """
        ) { row in
            ActionTarget(
                id: row[0], author: row[1], isPublic: row[2], takenDownBy: row[3], isDeleted: row[4],
                deletedBy: row[5], shown: row[6], isAuthorBeingDeleted: row[7],
                category: .init(key: row[8], setBy: row[9]), cuisine: .init(key: row[10], setBy: row[11]))
        }
        return Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The revisions of a recipe, newest first, with whether others than the author may read them.
    func revisions(_ recipe: Int) throws -> [RecipeRevisionRow] {
        try db.all(
            """
            SELECT v.id, v.n, v.title, v.created_at, v.id IS r.live_revision_id,
                EXISTS (SELECT 1 FROM submission s WHERE s.revision_id = v.id AND s.state <> 'withdrawn')
                OR EXISTS (SELECT 1 FROM decision d WHERE d.revision_id = v.id)
            FROM revision v JOIN recipe r ON r.id = v.recipe_id
            WHERE v.recipe_id = \(recipe) ORDER BY v.n DESC LIMIT \(RecipeAdminLimits.history)
            """
        ) {
            RecipeRevisionRow(id: $0[0], n: $0[1], title: $0[2], at: $0[3], isLive: $0[4], isShown: $0[5])
        }
    }

    /// Recipes of a leaving author are hidden, except those that stay public.
    static let isHere: SQL = """
        NOT EXISTS (SELECT 1 FROM leaving l WHERE l.user_id = r.author_id
            AND (l.withdraws = 1 OR r.state NOT IN ('live', 'live-edited', 'live-queued')))
        """

    private static let tables: SQL = """
        FROM recipe r LEFT JOIN public_recipe p ON p.recipe_id = r.id LEFT JOIN user u ON u.id = r.author_id
            LEFT JOIN revision v ON v.id = r.shown_revision_id
            LEFT JOIN category c ON c.id = p.category_id LEFT JOIN cuisine k ON k.id = p.cuisine_id
        """

    private static let columns: SQL = """
        r.id, v.title, coalesce(v.slug, ''), u.username, coalesce(u.display_name, u.username), r.state, r.updated_at,
        r.created_at, r.published_at, p.recipe_id IS NOT NULL, c.key, k.key, v.photo_id IS NOT NULL, p.language,
        p.total_minutes, p.unknown_lines
        """

    private static func row(_ row: Row) -> RecipeAdminRow {
        RecipeAdminRow(
            id: row[0], title: row[1], slug: row[2], author: row[3], authorName: row[4], state: row[5],
            changedAt: row[6], createdAt: row[7], publishedAt: row[8], isPublic: row[9], category: row[10],
            cuisine: row[11], hasPhoto: row[12], language: row[13], totalMinutes: row[14], unknownLines: row[15])
    }

    /// FROM and WHERE of a filter.
    private func source(_ filter: RecipeFilter, _ catalogue: Catalogue) throws -> SQL {
        "\(sql: Self.tables) WHERE \(sql: try conditions(filter, catalogue).joined(separator: " AND "))"
    }

    private func conditions(_ filter: RecipeFilter, _ catalogue: Catalogue) throws -> [SQL] {
        if filter.isWrong { return ["FALSE"] }
        var conditions = [Self.isHere]
        if !filter.words.isEmpty { conditions.append(try words(filter.words)) }
        if !filter.author.isEmpty {
            conditions.append(
                "r.author_id = (SELECT id FROM user WHERE username_key = \(AccountRules.key(filter.author)))")
        }
        if let state = filter.state { conditions.append("r.state = \(state)") }
        if !filter["category"].isEmpty {
            conditions.append("p.category_id = \(catalogue.categoryID(filter["category"]))")
        }
        if !filter["cuisine"].isEmpty { conditions.append("p.cuisine_id = \(catalogue.cuisineID(filter["cuisine"]))") }
        if let since = filter.since { conditions.append("r.updated_at >= \(since)") }
        if let until = filter.until { conditions.append("r.updated_at <= \(until)") }
        return conditions + (filter.trait.map { [Self.condition($0)] } ?? [])
    }

    private static func condition(_ trait: RecipeFilter.Trait) -> SQL {
        switch trait {
        case .photo: "p.photo_id IS NOT NULL"
        case .noPhoto: "p.recipe_id IS NOT NULL AND p.photo_id IS NULL"
        case .noCategory: "p.recipe_id IS NOT NULL AND p.category_id IS NULL"
        case .noCuisine: "p.recipe_id IS NOT NULL AND p.cuisine_id IS NULL"
        case .unknownIngredients: "p.unknown_lines > 0"
        case .dietOverride: "r.id IN (SELECT recipe_id FROM diet_override WHERE ended_at IS NULL)"
        case .setByAdmin: "r.id IN (SELECT recipe_id FROM recipe_term)"
        }
    }

    /// The condition for words in titles: public recipes through the search index, the few other readable titles folded
    /// in the same way.
    private func words(_ text: String) throws -> SQL {
        guard let match = SearchStore.match(text, allBegin: true), !match.isEmpty else { return "FALSE" }
        let typed = Words.words(text).prefix(12)
        var others: [Int] = []
        try db.each(
            """
            SELECT o.id, t.title FROM recipe o JOIN revision t ON t.id = o.shown_revision_id
            WHERE o.state IN ('queued', 'changes-requested', 'rejected', 'taken-down', 'deleted')
            """
        ) { row in
            let title = Words.fold(row[1])
            if typed.allSatisfy({ title.contains($0) }) { others.append(row[0]) }
        }
        return """
            (r.id IN (SELECT rowid FROM recipe_text WHERE recipe_text MATCH \("title : (\(match))"))
                OR r.id IN \(list: others.prefix(Self.mostListed)))
            """
    }

    /// SQLite allows only slightly more values (32,766) in one query.
    private static let mostListed = 30_000

    private static func order(_ sort: RecipeFilter.Sort) -> SQL {
        switch sort {
        case .newest: "r.id DESC"
        case .oldest: "r.id"
        case .changed: "r.updated_at DESC, r.id DESC"
        case .title: "v.title IS NULL, coalesce(p.title_key, lower(v.title)), r.id"
        }
    }
}

/// One revision of a recipe in its history.
struct RecipeRevisionRow: Sendable {
    let id: Int
    let n: Int
    let title: String
    let at: Int
    let isLive: Bool
    /// Whether others than the author may read it.
    let isShown: Bool
}
