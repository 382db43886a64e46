// Searches public recipes: FTS5 for words, SQL conditions for filters.

import Bytes
import Database
import Food
import SearchIndex
import Words

struct SearchStore {
    let db: Connection
    /// Answers what it can; SQL answers the rest.
    let index: RecipeSearchIndex?

    init(_ db: Connection, _ index: RecipeSearchIndex? = nil) { (self.db, self.index) = (db, index) }

    /// The search as the index answers it; `nil` if SQL must.
    func indexed(_ query: SearchQuery) throws -> IndexedSearch? {
        try index?.current(db).flatMap { IndexedSearch(query, $0) }
    }

    /// The number of matching recipes and one page of them. If no recipe contains every word as a whole, each word may
    /// be the beginning of one.
    func find(_ query: SearchQuery, page: Int, now: Int) throws -> SearchResult {
        guard let match = match(query), let loose = self.match(query, allBegin: true) else { return .none }
        let found = try find(query, match, page: page, now: now)
        return found.total == 0 && loose != match ? try find(query, loose, page: page, now: now) : found
    }

    /// How many more recipes fit if labels decide about the diets, and how many about the allergens.
    func upToLabels(_ query: SearchQuery, _ found: SearchResult) throws -> (diets: Int, allergens: Int) {
        let (asksDiets, asksAllergens) = (asksDiets(query), asksAllergens(query))
        if !asksDiets && !asksAllergens { return (0, 0) }
        guard let match = match(query), let loose = self.match(query, allBegin: true) else { return (0, 0) }
        var (totals, matches) = ([0, 0], loose == match ? [match] : [match, loose])
        while totals.contains(0), let match = matches.first {
            matches.removeFirst()
            let counted = try totalsUpToLabels(query, match)
            totals = zip(totals, counted).map { $0 == 0 ? $1 : $0 }
        }
        return (
            asksDiets ? max(0, totals[0] - found.total) : 0, asksAllergens ? max(0, totals[1] - found.total) : 0
        )
    }

    /// The totals if labels decide also about the diets, and also about the allergens.
    private func totalsUpToLabels(_ query: SearchQuery, _ match: String) throws -> [Int] {
        var widest = query
        widest.acceptsLabels = LabelChecks(diets: true, allergens: true)
        let labels = query.acceptsLabels
        let fits = [
            labelConditions(query, LabelChecks(diets: true, allergens: labels.allergens)),
            labelConditions(query, LabelChecks(diets: labels.diets, allergens: true)),
        ]
        return try sums(
            fits.map { "count(*) FILTER (WHERE \(sql: $0.joined(separator: " AND ")))" }, widest, match)
    }

    /// How many recipes a query finds.
    func count(_ query: SearchQuery) throws -> Int {
        if let count = try indexed(query)?.count() { return count }
        guard let match = match(query) else { return 0 }
        return try db.value("SELECT count(*) \(sql: source(query, match))") ?? 0
    }

    /// The ids of all recipes that fit the filters of a query.
    func ids(_ query: SearchQuery) throws -> [Int] {
        if let ids = try indexed(query)?.ids() { return ids }
        return try db.all("SELECT p.recipe_id \(sql: source(query, ""))") { $0[0] as Int }
    }

    /// The same as bits: id 70 is bit 6 of word 1.
    func idBits(_ query: SearchQuery) throws -> [UInt64] {
        if let bits = try indexed(query)?.idBits() { return bits }
        return try ids(query).reduce(into: []) { bits, id in
            if id >> 6 >= bits.count { bits += [UInt64](repeating: 0, count: (id >> 6) + 1 - bits.count) }
            bits[id >> 6] |= 1 << UInt64(id & 63)
        }
    }

    /// The query with the recipes that its wanted and unwanted ingredients leave, so that the statements of one search
    /// do not look for them again.
    func narrowed(_ query: SearchQuery) throws -> SearchQuery {
        if query.with.isEmpty && query.without.isEmpty { return query }
        var (query, ingredients) = (query, SearchQuery())
        (ingredients.with, ingredients.without, ingredients.withoutWords) =
            (query.with, query.without, query.withoutWords)
        query.among = try ids(ingredients)
        return query
    }

    private func find(_ query: SearchQuery, _ match: String, page: Int, now: Int) throws -> SearchResult {
        let source = source(query, match)
        let total: Int = try db.value("SELECT count(*) \(sql: source)") ?? 0
        if total <= Paging.offset(page) { return SearchResult(total: total, recipes: [], match: match) }
        let ids = try ids(query, match, source, page: page)
        return SearchResult(total: total, recipes: try cards(ids, now: now), match: match)
    }

    /// The ids of one page. A taste ranks the first pages together.
    private func ids(_ query: SearchQuery, _ match: String, _ source: SQL, page: Int) throws -> [Int] {
        let isRanked = !query.taste.isEmpty && Paging.offset(page) < TasteOrder.window
        let (limit, offset) = isRanked ? (TasteOrder.window, 0) : (Paging.size, Paging.offset(page))
        let found = try db.all(
            """
            SELECT p.recipe_id, \(sql: isRanked ? group(query, match) : "0") \(sql: source)
            ORDER BY \(sql: order(query, match)) LIMIT \(limit) OFFSET \(offset)
            """
        ) { (id: $0[0] as Int, group: $0[1] as Int) }
        if !isRanked { return found.map(\.id) }
        let misfits = try misfits(found.map(\.id), query.taste)
        let placed = found.map { recipe in
            PlacedDocument(
                id: recipe.id, group: recipe.group, places: TasteOrder.places(misfit: misfits[recipe.id] ?? 0))
        }
        return Array(PlacedDocument.demoted(placed).dropFirst(Paging.offset(page)).prefix(Paging.size))
    }

    /// The cards of recipes, in this order.
    func cards(_ ids: [Int], fitting filters: DefaultFilters = DefaultFilters(), now: Int) throws -> [PublicRecipeRow] {
        let rows = try PublicRecipeStore(db).cards(ids, fitting: filters, now: now)
        let cards = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { cards[$0] }
    }

    /// A page of recipes and all counts. `known` is the search as the index answers it, if the caller has it.
    func answer(
        _ query: SearchQuery, _ known: IndexedSearch? = nil, page: Int, wantsCounts: Bool, now: Int
    ) throws -> SearchAnswer {
        guard let found = try (known ?? indexed(query))?.answer(page: page, wantsCounts: wantsCounts) else {
            let query = try narrowed(query)
            var answer = SearchAnswer(found: try find(query, page: page, now: now))
            if wantsCounts { answer.facets = try facets(query, answer.found, now: now) }
            answer.more = try upToLabels(query, answer.found)
            return answer
        }
        var answer = SearchAnswer(
            found: SearchResult(total: found.total, recipes: try cards(found.ids, now: now), match: ""),
            facets: found.facets)
        if wantsCounts, !found.all.isEmpty {
            answer.facets.tags = try tags(of: found.all, except: query.tags)
            (answer.facets.ratings, answer.facets.licensed) = try opinions(of: found.all, now: now)
        }
        if asksDiets(query) { answer.more.diets = max(0, found.upToLabels.diets - found.total) }
        if asksAllergens(query) { answer.more.allergens = max(0, found.upToLabels.allergens - found.total) }
        return answer
    }

    private func asksDiets(_ query: SearchQuery) -> Bool { !query.diets.isEmpty && !query.acceptsLabels.diets }

    private func asksAllergens(_ query: SearchQuery) -> Bool {
        !query.freeFrom.isEmpty && !query.acceptsLabels.allergens
    }

    /// A diet needs the answer yes, an absent allergen the answer no; unknown passes neither, except where only labels
    /// decide and `labels` accepts that.
    private func labelConditions(_ query: SearchQuery, _ labels: LabelChecks) -> [SQL] {
        var conditions: [SQL] = []
        let diets = query.diets.reduce(0) { $0 | $1.bit }
        if diets != 0 {
            conditions.append("\(sql: Self.fitting(labels).diets) & \(diets) = \(diets)")
        }
        let allergens = query.freeFrom.reduce(0) { $0 | $1.bit }
        if allergens != 0 {
            conditions.append("\(sql: Self.fitting(labels).allergens) & \(allergens) = \(allergens)")
        }
        return conditions
    }

    /// The bits of the diets that a recipe suits, and of the allergens from which it is free.
    static func fitting(_ labels: LabelChecks) -> (diets: SQL, allergens: SQL) {
        (
            labels.diets ? "(p.diet_yes | p.diet_up_to_labels)" : "p.diet_yes",
            labels.allergens ? "(p.allergen_no | p.allergen_up_to_labels)" : "p.allergen_no"
        )
    }

    /// The filters as conditions.
    private func conditions(_ query: SearchQuery) -> [SQL] {
        var conditions = labelConditions(query, query.acceptsLabels)
        if let now = query.licensedAt {
            conditions.append(AccountSQL.isLicensed("p.author_id", now: now))
        }
        if let language = query.writtenIn { conditions.append("p.language = \(language.rawValue)") }
        if query.claims != 0 { conditions.append("p.claims & \(query.claims) = \(query.claims)") }
        for tag in query.tags {
            conditions.append(
                "p.recipe_id IN (SELECT recipe_id FROM public_recipe_tag WHERE tag_key = \(tag))")
        }
        if let cuisine = query.cuisine { conditions.append("p.cuisine_id = \(cuisine)") }
        if let category = query.category { conditions.append("p.category_id = \(category)") }
        for course in query.courses {
            conditions.append("(p.category_id = \(course.category) OR \(sql: Self.hasOne(of: course.words)))")
        }
        for cuisine in query.cuisines {
            conditions.append("(p.cuisine_id = \(cuisine.cuisine) OR \(sql: Self.hasOne(of: cuisine.words)))")
        }
        if let minutes = query.maxMinutes { conditions.append("p.total_minutes <= \(minutes)") }
        if let rating = query.minRating {
            conditions.append(Self.isRated(rating))
        }
        if !query.terms.isEmpty, query.terms.allSatisfy(\.isExcluded) {
            let match = query.terms.map { Self.phrase($0.words) }.joined(separator: " OR ")
            conditions.append(
                "p.recipe_id NOT IN (SELECT rowid FROM recipe_text WHERE recipe_text MATCH \(match))")
        }
        if let among = query.among {
            return conditions + ["p.recipe_id IN \(sql: listed(among.map(String.init)))"]
        }
        return conditions + ingredientConditions(query)
    }

    /// The wanted and unwanted ingredients as conditions.
    private func ingredientConditions(_ query: SearchQuery) -> [SQL] {
        var conditions: [SQL] = []
        for ingredients in query.with {
            conditions.append(
                """
                p.recipe_id IN (SELECT recipe_id FROM public_recipe_ingredient
                    WHERE ingredient_id IN \(sql: listed(ingredients.map(String.init))) AND is_mentioned = 0)
                """)
        }
        if !query.without.isEmpty {
            // One set of recipe ids, computed once for each query. Recipes that wait for derivation are excluded,
            // because the new catalogue or rules may find an unwanted ingredient in them.
            conditions.append(
                """
                p.recipe_id NOT IN (
                    SELECT recipe_id FROM public_recipe_ingredient WHERE ingredient_id IN \(sql: listed(query.without.map(String.init)))
                    UNION ALL SELECT recipe_id FROM public_recipe_unknown_word
                        WHERE word IN \(sql: listed(query.withoutWords.map(JSONText.string)))
                    UNION ALL SELECT recipe_id FROM derivation)
                """)
        }
        return conditions
    }

    /// Whether the average of the reviews of a recipe is at least this.
    static func isRated(_ least: Double) -> SQL {
        """
        EXISTS (SELECT 1 FROM recipe_rating g WHERE g.recipe_id = p.recipe_id AND g.reviews > 0
            AND g.stars >= \(least) * g.reviews)
        """
    }

    private static func hasOne(of phrases: [[String]]) -> SQL {
        "p.recipe_id IN (SELECT rowid FROM recipe_text WHERE recipe_text MATCH \(anyPhrase(phrases)))"
    }

    /// A list of any length as one parameter, so that the text of the query stays the same.
    func listed(_ json: [String]) -> SQL {
        "(SELECT value FROM json_each(\("[" + json.joined(separator: ",") + "]")))"
    }

    private static func isTitle(_ match: String) -> SQL {
        "p.recipe_id IN (SELECT rowid FROM recipe_text WHERE recipe_text MATCH \("title : (\(match))"))"
    }

    /// What comes first by relevance, whatever the text: each of the titles, titles with the words as typed, and titles
    /// with the words or other names of the same food. A cuisine is one of the words.
    private func steps(_ query: SearchQuery, _ match: String) -> [SQL] {
        if query.sort != .relevance || match.isEmpty || query.needsOneWord { return [] }
        let own = Self.match(query.terms.map { TypedSearch.Term(words: $0.words, isExcluded: $0.isExcluded) })
        let typed = ([own] + query.cuisines.map { "(\(Self.anyPhrase($0.words)))" }).joined(separator: " AND ")
        return query.titleKeys.map { "p.title_key = \($0)" as SQL } + [Self.isTitle(typed), Self.isTitle(match)]
    }

    /// How many of the wanted words and names a title lacks.
    private func lacking(_ query: SearchQuery) -> SQL {
        query.named.reduce("0" as SQL) { "\(sql: $0) + (NOT \(sql: Self.isTitle(Self.anyPhrase($1))))" }
    }

    /// Recipes with the same number match alike; the numbers rise in the order.
    private func group(_ query: SearchQuery, _ match: String) -> SQL {
        if query.sort == .relevance, match.isEmpty { return lacking(query) }
        return steps(query, match).reduce("0" as SQL) { "(2 * \(sql: $0) + 1 - (\(sql: $1)))" }
    }

    /// By relevance: the typed title, then titles with every word (those with more of the wanted names, those that end
    /// with it, then those with the fewest words), then those with more of the words in the title, then by bm25.
    private func order(_ query: SearchQuery, _ match: String) -> SQL {
        switch query.sort {
        case .relevance where !match.isEmpty && query.needsOneWord:
            return "bm25(recipe_text, 8.0, 3.0, 1.0), p.recipe_id"
        case .relevance where !match.isEmpty:
            let ends = query.titleEndings.map {
                "substr(' ' || p.title_key, -length(\(" " + $0))) = \(" " + $0)" as SQL
            }
            let titles = steps(query, match).dropLast().map { "\(sql: $0) DESC" as SQL }
            let isTitle = Self.isTitle(match)
            // What a title lacks is counted once: SQLite looks up each mention of a list again.
            let order: [SQL] = [
                """
                min(\(sql: lacking(query)), CASE WHEN \(sql: isTitle) THEN 4 ELSE \(SearchQuery.namedLimit) END)
                    * CASE WHEN \(sql: isTitle) THEN 2000 ELSE 1 END
                    + CASE WHEN \(sql: isTitle) THEN length(p.title_key) - length(replace(p.title_key, ' ', ''))
                        + CASE WHEN \(sql: ends.isEmpty ? "0" : ends.joined(separator: " OR ")) THEN 0 ELSE 1000 END
                    ELSE 10000 END
                """, "bm25(recipe_text, 8.0, 3.0, 1.0)", "p.recipe_id",
            ]
            return (titles + order).joined(separator: ", ")
        case .relevance where !query.names.isEmpty:
            return "\(sql: lacking(query)), p.published_at DESC, p.recipe_id DESC"
        case .relevance, .newest: return "p.published_at DESC, p.recipe_id DESC"
        case .popular:
            return """
                (SELECT count(*) FROM favourite f WHERE f.recipe_id = p.recipe_id) DESC, p.published_at DESC,
                p.recipe_id DESC
                """
        case .rating:
            // A recipe without reviews has the score with which every recipe starts: 3.5.
            return """
                coalesce((SELECT g.score FROM recipe_rating g WHERE g.recipe_id = p.recipe_id), 3.5) DESC,
                p.published_at DESC, p.recipe_id DESC
                """
        case .time: return "p.total_minutes IS NULL, p.total_minutes, p.recipe_id"
        }
    }

    /// The FTS5 expression for the typed terms: every one must occur, the last word may be a beginning. Empty if nothing
    /// was typed; `nil` for a text with signs only, which finds nothing.
    private func match(_ query: SearchQuery, allBegin: Bool = false) -> String? {
        if query.terms.allSatisfy(\.isExcluded) { return query.isUnreadable ? nil : "" }
        return Self.match(query.terms, allBegin: allBegin, needsOne: query.needsOneWord)
    }

    static func match(_ terms: [TypedSearch.Term], allBegin: Bool = false, needsOne: Bool = false) -> String {
        let (wanted, excluded) = (terms.filter { !$0.isExcluded }, terms.filter(\.isExcluded))
        let found = wanted.enumerated().map { number, term in
            // The words of a name may stand apart: cream (8 oz) cheese.
            let own = term.isQuoted ? phrase(term.words) : term.words.map { phrase([$0]) }.joined(separator: " AND ")
            var names = [term.isQuoted || term.words.count == 1 ? own : "(\(own))"] + term.names.map(phrase)
            if !term.isQuoted, term.words.count == 1, allBegin || number == wanted.count - 1 {
                names.insert(own + " *", at: 1)
            }
            return names.count == 1 ? names[0] : "(" + names.joined(separator: " OR ") + ")"
        }
        let all = found.joined(separator: needsOne ? " OR " : " AND ")
        return ([needsOne && !excluded.isEmpty ? "(\(all))" : all] + excluded.map { phrase($0.words) }).joined(
            separator: " NOT ")
    }

    /// The expression for plain words, every one of which must occur. Empty if nothing was typed; `nil` for signs only.
    static func match(_ text: String, allBegin: Bool = false) -> String? {
        let words = Words.words(text)
        if words.isEmpty { return text.isEmpty ? "" : nil }
        return match(words.map { TypedSearch.Term(words: [$0]) }, allBegin: allBegin)
    }

    private static func phrase(_ words: [String]) -> String { "\"" + words.joined(separator: " ") + "\"" }

    private static func anyPhrase(_ phrases: [[String]]) -> String {
        phrases.map(phrase).joined(separator: " OR ")
    }

    func sums(_ sums: [SQL], _ query: SearchQuery, _ match: String) throws -> [Int] {
        try db.first("SELECT \(sql: sums.joined(separator: ", ")) \(sql: source(query, match))") { row in
            sums.indices.map { row[$0] as Int }
        } ?? []
    }

    /// The FROM and WHERE clauses of a query.
    func source(_ query: SearchQuery, _ match: String) -> SQL {
        var conditions = conditions(query)
        if !match.isEmpty { conditions.insert("recipe_text MATCH \(match)", at: 0) }
        let from: SQL =
            match.isEmpty
            ? "FROM public_recipe p" : "FROM recipe_text JOIN public_recipe p ON p.recipe_id = recipe_text.rowid"
        return conditions.isEmpty ? from : "\(sql: from) WHERE \(sql: conditions.joined(separator: " AND "))"
    }

    /// Whether a recipe has this title.
    func hasTitle(_ text: String) throws -> Bool {
        try db.exists("SELECT 1 FROM public_recipe WHERE title_key = \(Words.key(text))")
    }
}
