// Stores the public rows of recipes: the recipe, its ingredients and its words, written in the transaction that
// publishes it.

import Database
import Food

/// The author of a recipe, with the data that everyone may see.
struct Author: Sendable, Equatable {
    let id: Int
    let username: String
    let isLicensed: Bool
    /// The display name, if the author set one.
    var displayName: String?

    var name: String { displayName ?? username }
    /// The display name with the username, for moderators, who have to know which account it is.
    var fullName: String { displayName.map { "\($0) (\(username))" } ?? username }
}

extension Viewer {
    var author: Author { Author(id: id, username: username, isLicensed: isLicensed, displayName: displayName) }
}

/// Everything a public page depends on besides the catalogue and the text, which `revisionID` identifies.
struct PublicHead: Sendable, Equatable {
    let recipeID: Int
    let revisionID: Int
    let slug: String
    let author: Author
    let dietYes: Int
    let dietNo: Int
    let allergenYes: Int
    let allergenNo: Int
    let dietUpToLabels: Int
    let allergenUpToLabels: Int
    let encodedReasons: String
    /// When its first revision became public, in UTC milliseconds.
    let publishedAt: Int
    /// The edition of ingredients and rules with which its lines were read.
    var linesEdition = -1
    /// Moderators' answers, which replace the derived ones.
    var overrides: [DietOverride] = []
    /// The category and cuisine that admins set, which replace those of the text.
    var terms: [RecipeTerm] = []
    var rating = RecipeRating()

    var diets: DerivedDiets {
        DerivedDiets(
            dietYes: dietYes, dietNo: dietNo, allergenYes: allergenYes, allergenNo: allergenNo,
            dietUpToLabels: dietUpToLabels, allergenUpToLabels: allergenUpToLabels, encodedReasons: encodedReasons)
    }
}

/// A public recipe with its author and diets.
struct PublicRecipe: Sendable {
    let revision: Revision
    let author: Author
    let diets: DerivedDiets
    /// Moderators' answers; `diets` already contains them.
    var overrides: [DietOverride] = []
}

/// A public recipe in a list.
struct PublicRecipeRow: Sendable, Equatable {
    let id: Int
    let revisionID: Int
    let title: String
    let slug: String
    let totalMinutes: Int?
    let photo: String?
    let author: String
    let isLicensed: Bool
    let dietYes: Int
    let authorName: String
    var rating = RecipeRating()
}

struct PublicRecipeStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Writes the public rows of a live revision, replacing any existing ones.
    func write(_ revision: Revision, author: Int, catalogue: Catalogue) throws {
        try remove(revision.recipeID)
        let (understandings, kept) = (UnderstandingStore(db), revision.body.understanding)
        let edition = try understandings.edition()
        let known = kept.edition == edition ? kept.understanding(of: revision.body.dish, catalogue) : nil
        let entry = try entry(revision, catalogue, understood: known)
        try insert(entry, recipe: revision.recipeID, revision: revision.id, author: author)
        // The page uses the public rows and the understanding, so both must come from the same catalogue.
        if known == nil {
            try understandings.write(UnderstoodText(entry.understanding, edition: edition), revision: revision.id)
        }
    }

    /// The public rows that a live revision should have: from `understood`, or else from its lines as this catalogue
    /// reads them.
    func entry(
        _ revision: Revision, _ catalogue: Catalogue, understood: RecipeUnderstanding? = nil
    ) throws -> PublicEntry {
        let body = revision.body.filed(under: try RecipeTermStore(db).inForce(revision.recipeID))
        return PublicEntry(
            body, understood ?? catalogue.read(body), catalogue,
            overrides: try DietOverrideStore(db).inForce(revision.recipeID))
    }

    /// Writes the public rows of a recipe that has none.
    func insert(_ entry: PublicEntry, recipe: Int, revision: Int, author: Int) throws {
        let (body, diets) = (entry.body, entry.diets)
        try db.run(
            """
            INSERT INTO public_recipe (recipe_id, revision_id, author_id, title, title_key, slug, language, category_id,
                cuisine_id, total_minutes, photo_id, published_at, diet_yes, diet_no, allergen_yes, allergen_no, reasons,
                unknown_lines, diet_up_to_labels, allergen_up_to_labels, claims)
            VALUES (\(recipe), \(revision), \(author), \(body.title), \(entry.titleKey), \(entry.slug),
                \(body.language), \(entry.categoryID), \(entry.cuisineID), \(body.totalMinutes), \(body.photo),
                (SELECT published_at FROM recipe WHERE id = \(recipe)), \(diets.dietYes), \(diets.dietNo), \(diets.allergenYes), \(diets.allergenNo),
                \(entry.encodedReasons), \(entry.unknownLines), \(diets.dietUpToLabels), \(diets.allergenUpToLabels),
                \(entry.claims))
            """)
        try insertParts(of: entry, recipe: recipe)
        try db.run("INSERT INTO recipe_needs (recipe_id, needs) VALUES (\(recipe), \(entry.needs))")
        try db.run(
            """
            INSERT INTO recipe_text (rowid, title, ingredients, description)
            VALUES (\(recipe), \(body.title), \(entry.ingredientText), \(entry.descriptionText))
            """)
    }

    /// Writes a recipe's ingredients, unknown words, tags and numbers for similar texts.
    private func insertParts(of entry: PublicEntry, recipe: Int) throws {
        for (ids, isMentioned) in [(entry.ingredientIDs, false), (entry.mentionedIDs, true)] {
            for ingredient in ids {
                try db.run(
                    """
                    INSERT INTO public_recipe_ingredient (ingredient_id, recipe_id, is_mentioned)
                    VALUES (\(ingredient), \(recipe), \(isMentioned))
                    """)
            }
        }
        for word in entry.unknownWords {
            try db.run("INSERT INTO public_recipe_unknown_word (word, recipe_id) VALUES (\(word), \(recipe))")
        }
        for tag in entry.tags {
            try db.run(
                """
                INSERT INTO public_recipe_tag (tag_key, recipe_id, name)
                VALUES (\(tag.key), \(recipe), \(tag.name))
                """)
        }
        for number in entry.likeness {
            try db.run("INSERT INTO public_recipe_likeness (number, recipe_id) VALUES (\(number), \(recipe))")
        }
    }

    /// Removes a recipe from every public list.
    func remove(_ recipe: Int) throws {
        try db.run("DELETE FROM public_recipe_ingredient WHERE recipe_id = \(recipe)")
        try db.run("DELETE FROM public_recipe_unknown_word WHERE recipe_id = \(recipe)")
        try db.run("DELETE FROM public_recipe_tag WHERE recipe_id = \(recipe)")
        try db.run("DELETE FROM public_recipe_likeness WHERE recipe_id = \(recipe)")
        try db.run("DELETE FROM recipe_needs WHERE recipe_id = \(recipe)")
        try db.run("DELETE FROM public_recipe WHERE recipe_id = \(recipe)")
        try db.run("DELETE FROM recipe_text WHERE rowid = \(recipe)")
    }

    func head(_ id: Int, now: Int) throws -> PublicHead? {
        let found = try db.first(
            """
            SELECT p.recipe_id, p.revision_id, p.slug, u.id, u.username,
                \(sql: AccountSQL.isLicensed("u.id", now: now)),
                p.diet_yes, p.diet_no, p.allergen_yes, p.allergen_no, p.reasons, u.display_name, p.published_at,
                EXISTS (SELECT 1 FROM diet_override o WHERE o.recipe_id = p.recipe_id AND o.ended_at IS NULL),
                EXISTS (SELECT 1 FROM recipe_term t WHERE t.recipe_id = p.recipe_id),
                coalesce((SELECT l.edition FROM revision_lines l WHERE l.revision_id = p.revision_id), -1),
                p.diet_up_to_labels, p.allergen_up_to_labels, coalesce(g.stars, 0), coalesce(g.reviews, 0),
                coalesce(g.written_stars, 0), coalesce(g.written_reviews, 0), coalesce(g.changed_stars, 0),
                coalesce(g.changed_reviews, 0)
            FROM public_recipe p JOIN user u ON u.id = p.author_id
            LEFT JOIN recipe_rating g ON g.recipe_id = p.recipe_id
            WHERE p.recipe_id = \(id)
            """
        ) { row in
            let head = PublicHead(
                recipeID: row[0], revisionID: row[1], slug: row[2],
                author: Author(id: row[3], username: row[4], isLicensed: row[5], displayName: row[11]),
                dietYes: row[6], dietNo: row[7], allergenYes: row[8], allergenNo: row[9], dietUpToLabels: row[16],
                allergenUpToLabels: row[17], encodedReasons: row[10],
                publishedAt: row[12], linesEdition: row[15],
                rating: RecipeRating(
                    stars: row[18], reviews: row[19],
                    ways: .init(
                        asWritten: .init(stars: row[20], reviews: row[21]),
                        changed: .init(stars: row[22], reviews: row[23]))))
            return (head: head, hasOverrides: row[13] as Bool, hasTerms: row[14] as Bool)
        }
        guard var head = found?.head else { return nil }
        if found?.hasOverrides == true { head.overrides = try DietOverrideStore(db).inForce(id) }
        if found?.hasTerms == true { head.terms = try RecipeTermStore(db).inForce(id) }
        return head
    }

    func recipe(_ id: Int, now: Int) throws -> PublicRecipe? {
        try head(id, now: now).flatMap(recipe)
    }

    /// The whole recipe; `nil` if its revision has been deleted since.
    func recipe(_ head: PublicHead) throws -> PublicRecipe? {
        try RecipeStore(db).revision(head.revisionID).map {
            PublicRecipe(
                revision: $0.filed(under: head.terms), author: head.author, diets: head.diets,
                overrides: head.overrides)
        }
    }

    /// The columns of a card; a list adds its condition and its order.
    static func cardColumns(now: Int) -> SQL {
        """
        p.recipe_id, p.revision_id, p.title, p.slug, p.total_minutes, p.photo_id, u.username,
        \(sql: AccountSQL.isLicensed("u.id", now: now)), p.diet_yes,
        coalesce(u.display_name, u.username),
        coalesce((SELECT g.stars FROM recipe_rating g WHERE g.recipe_id = p.recipe_id), 0),
        coalesce((SELECT g.reviews FROM recipe_rating g WHERE g.recipe_id = p.recipe_id), 0)
        """
    }

    static func card(_ row: Row) -> PublicRecipeRow {
        PublicRecipeRow(
            id: row[0], revisionID: row[1], title: row[2], slug: row[3], totalMinutes: row[4], photo: row[5],
            author: row[6], isLicensed: row[7], dietYes: row[8], authorName: row[9],
            rating: RecipeRating(stars: row[10], reviews: row[11]))
    }

    /// The cards of recipes, in no particular order. Those that do not fit the filters are left out: the index that found
    /// them may be newer or older than what this connection sees.
    func cards(_ ids: [Int], fitting filters: DefaultFilters = DefaultFilters(), now: Int) throws -> [PublicRecipeRow] {
        try db.all(
            """
            SELECT \(sql: Self.cardColumns(now: now)) FROM public_recipe p JOIN user u ON u.id = p.author_id
            WHERE p.recipe_id IN \(list: ids) AND p.diet_yes & \(filters.dietBits) = \(filters.dietBits)
                AND p.allergen_no & \(filters.allergenBits) = \(filters.allergenBits)
            """, Self.card)
    }

    /// The products whose labels decide whether recipes suit these diets and are free from these allergens: keys by
    /// recipe.
    func labels(_ ids: [Int], _ diets: [Diet], _ allergens: [Allergen]) throws -> [Int: [String]] {
        let rows = try db.all(
            """
            SELECT recipe_id, diet_up_to_labels, allergen_up_to_labels, reasons FROM public_recipe
            WHERE recipe_id IN \(list: ids)
            """
        ) { row in
            let derived = DerivedDiets(
                dietYes: 0, dietNo: 0, allergenYes: 0, allergenNo: 0, dietUpToLabels: row[1],
                allergenUpToLabels: row[2], encodedReasons: row[3])
            return (row[0] as Int, derived.labels(diets, allergens))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The ids of the newest recipes; those that need at most so many minutes, or those of a category.
    func newestIDs(
        _ count: Int, minutes: Int? = nil, category: Int? = nil, fitting filters: DefaultFilters
    ) throws -> [Int] {
        let quick: SQL = minutes.map { " AND p.total_minutes <= \($0)" } ?? ""
        let course: SQL = category.map { " AND p.category_id = \($0)" } ?? ""
        // Otherwise SQLite reads and sorts all recipes of a category.
        let byAge: SQL = minutes == nil && category == nil ? "" : "INDEXED BY public_recipe_by_age"
        return try db.all(
            """
            SELECT p.recipe_id FROM public_recipe p \(sql: byAge)
            WHERE p.diet_yes & \(filters.dietBits) = \(filters.dietBits)
                AND p.allergen_no & \(filters.allergenBits) = \(filters.allergenBits)\(sql: quick)\(sql: course)
            ORDER BY p.published_at DESC, p.recipe_id DESC LIMIT \(count)
            """
        ) { $0[0] }
    }

    /// A page of an author's public recipes, newest first, and their total number.
    func by(
        author: Int, fitting filters: DefaultFilters, page: Int, now: Int
    ) throws -> (total: Int, recipes: [PublicRecipeRow]) {
        let condition: SQL = fits(filters).map { "p.author_id = \(author) AND \(sql: $0)" } ?? "p.author_id = \(author)"
        let total: Int = try db.value("SELECT count(*) FROM public_recipe p WHERE \(sql: condition)") ?? 0
        let recipes = try db.all(
            """
            SELECT \(sql: Self.cardColumns(now: now)) FROM public_recipe p JOIN user u ON u.id = p.author_id
            WHERE \(sql: condition)
            ORDER BY p.published_at DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.card)
        return (total, recipes)
    }

    /// Links to the newest public recipes of an author.
    func latest(by author: Int, limit: Int) throws -> [Link] {
        try db.all(
            """
            SELECT recipe_id, title, slug FROM public_recipe WHERE author_id = \(author)
            ORDER BY published_at DESC LIMIT \(limit)
            """
        ) { Link(label: $0[1], address: Address.recipe(Slug.segment($0[0], $0[2]))) }
    }

    /// A page of recipes by title: of one category or of all, with one first letter or any.
    func alphabetical(
        category: Int?, letter: TitleLetter?, fitting filters: DefaultFilters, page: Int, now: Int
    ) throws -> [PublicRecipeRow] {
        try db.all(
            """
            SELECT \(sql: Self.cardColumns(now: now)) FROM public_recipe p JOIN user u ON u.id = p.author_id
            \(sql: listed(category: category, letter: letter, fitting: filters))
            ORDER BY p.title_key, p.recipe_id LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.card)
    }

    /// The number of recipes by the first letter of the title, of one category or of all.
    func letterCounts(category: Int?, fitting filters: DefaultFilters) throws -> [TitleLetter: Int] {
        // Otherwise SQLite reads the rows of the table, which are wider.
        let byTitle: SQL = category == nil ? "INDEXED BY public_recipe_by_title" : ""
        let rows = try db.all(
            """
            SELECT unicode(p.title_key), count(*) FROM public_recipe p \(sql: byTitle)
            \(sql: listed(category: category, letter: nil, fitting: filters)) GROUP BY 1
            """
        ) { row in
            let code: Int? = row[0]
            return (TitleLetter(code: code ?? 0), row[1] as Int)
        }
        return Dictionary(rows, uniquingKeysWith: +)
    }

    /// The WHERE clause of the list by title; empty if it has all recipes.
    private func listed(category: Int?, letter: TitleLetter?, fitting filters: DefaultFilters) -> SQL {
        let conditions = [category.map { "p.category_id = \($0)" as SQL }, letter.map(begins), fits(filters)]
            .compactMap { $0 }
        return conditions.isEmpty ? "" : "WHERE \(sql: conditions.joined(separator: " AND "))"
    }

    private func begins(with letter: TitleLetter) -> SQL {
        let ranges = letter.ranges.map { range -> SQL in
            guard let end = range.before else { return "p.title_key >= \(range.from)" }
            return "p.title_key >= \(range.from) AND p.title_key < \(end)"
        }
        return ranges.count == 1 ? ranges[0] : "(\(sql: ranges.joined(separator: " OR ")))"
    }

    /// Whether any recipe is public.
    func hasAny() throws -> Bool { try db.exists("SELECT 1 FROM public_recipe") }

    /// A number that increases with every change of a public row.
    func edition() throws -> Int { try db.value("SELECT number FROM edition WHERE name = 'public'") ?? 0 }

    /// The condition that the default filters set; `nil` if they let everything pass.
    private func fits(_ filters: DefaultFilters) -> SQL? {
        if filters.isEmpty { return nil }
        return """
            p.diet_yes & \(filters.dietBits) = \(filters.dietBits)
                AND p.allergen_no & \(filters.allergenBits) = \(filters.allergenBits)
            """
    }

    /// The ids of all public recipes.
    func ids() throws -> [Int] { try db.all("SELECT recipe_id FROM public_recipe ORDER BY recipe_id") { $0[0] } }

    /// The number of public recipes in each category, by category id.
    func categoryCounts(fitting filters: DefaultFilters = DefaultFilters()) throws -> [Int: Int] {
        let condition: SQL = fits(filters).map { " AND \(sql: $0)" } ?? ""
        let rows = try db.all(
            """
            SELECT p.category_id, count(*) FROM public_recipe p WHERE p.category_id IS NOT NULL\(sql: condition)
            GROUP BY p.category_id
            """
        ) { ($0[0] as Int, $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Calls `body` with the recipe id, revision and author id of every public recipe, for reindexing and checking.
    func eachRevision(_ body: (Int, Revision, Int) throws -> Void) throws {
        try db.each(
            """
            SELECT v.id, v.recipe_id, v.n, v.slug, v.sha256, v.created_at, v.body, r.author_id
            FROM recipe r JOIN revision v ON v.id = r.live_revision_id
            WHERE \(sql: RecipeStore.mayBePublic)
                AND NOT EXISTS (SELECT 1 FROM leaving l WHERE l.user_id = r.author_id AND l.withdraws = 1)
            """
        ) { row in
            let revision = Revision(
                id: row[0], recipeID: row[1], n: row[2], slug: row[3], sha256: row[4], createdAt: row[5],
                body: try RecipeBody(encoded: row[6]), stored: row[6])
            try body(revision.recipeID, revision, row[7])
        }
    }
}
