// Compares the search index with SQL: every search must find and count the same.

import Database
import SearchIndex
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct IndexedSearchTests {
    private static let foods = [
        "tomatoes", "cheddar", "cream cheese", "butter", "eggs", "flour", "milk", "onion", "garlic", "lentils", "rice",
        "chicken", "salmon", "walnuts", "peanut butter", "soy sauce", "spaghetti", "olive oil", "honey", "frobnium",
        "chicken stock", "dark chocolate", "spinach", "feta", "картофель", "творог",
    ]
    private static let dishes = ["soup", "salad", "cake", "pie", "stew", "curry", "bake", "суп", "пирог", "salads"]
    private static let words =
        foods + dishes + ["quick", "tomato", "chee", "so", "Tomatoes soup", "zzz", "vegan", "-garlic", "cooking"]

    private static func add(_ count: Int, to site: TestSite, _ random: inout SeededNumbers) throws {
        for _ in 0..<count {
            let own = (0..<Int.random(in: 1...4, using: &random)).map { _ in foods.randomElement(using: &random)! }
            let isRussian = Bool.random(using: &random)
            _ = try site.plant(
                [own[0], dishes.randomElement(using: &random)!].joined(separator: " "),
                own.map { "100 g \($0)" }.joined(separator: "\n"),
                category: ["soup", "salad", "main", "dessert", nil].randomElement(using: &random)!,
                cuisine: ["indian", "french", nil].randomElement(using: &random)!,
                minutes: [5, 15, 20, 40, 60, 100, nil].randomElement(using: &random)!,
                language: isRussian ? "ru" : "en",
                description: (0..<3).map { _ in words.randomElement(using: &random)! }.joined(separator: " "))
        }
    }

    /// A search as somebody could send it.
    private static func query(
        _ site: TestSite, _ catalogue: Catalogue, _ random: inout SeededNumbers
    ) throws -> SearchQuery {
        func some<T>(_ list: [T], _ most: Int) -> [T] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in list.randomElement(using: &random)! }
        }
        func rarely<T>(_ value: T) -> T? { Int.random(in: 0..<6, using: &random) == 0 ? value : nil }
        let typed = some(words, 2).joined(separator: " ")
        var query = try filters(catalogue, &random)
        query.typed = typed
        query.terms = TypedSearch(typed, catalogue).terms
        if let soup = catalogue.categoryID("soup") {
            query.courses = rarely([(category: soup, words: [["soup"], ["суп"]])]) ?? []
        }
        if let french = catalogue.cuisineID("french") {
            query.cuisines = rarely([(cuisine: french, words: [["quick"], ["суп"]])]) ?? []
        }
        query.needsOneWord = rarely(true) ?? false
        query.writtenIn = rarely([.en, .ru].randomElement(using: &random)!)
        query.sort = rarely([.newest, .time].randomElement(using: &random)!) ?? .relevance
        return query
    }

    /// Random filters without words.
    private static func filters(_ catalogue: Catalogue, _ random: inout SeededNumbers) throws -> SearchQuery {
        func some<T>(_ list: [T], _ most: Int) -> [T] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in list.randomElement(using: &random)! }
        }
        func rarely<T>(_ value: T) -> T? { Int.random(in: 0..<6, using: &random) == 0 ? value : nil }
        var query = SearchQuery()
        query.diets = rarely(some(Diet.allCases, 2)) ?? []
        query.freeFrom = rarely(some(Allergen.allCases, 2)) ?? []
        query.claims = NutritionClaim.bits(rarely(some(NutritionClaim.offered, 1)) ?? [])
        query.acceptsLabels = LabelChecks(
            diets: Bool.random(using: &random), allergens: Bool.random(using: &random))
        let wanted = rarely(some(foods, 2)) ?? []
        query.wanted = wanted
        query.with = wanted.compactMap(catalogue.groups.wanted).map { $0.compactMap { catalogue.ingredientID($0) } }
        if let left = rarely(some(foods, 2))?.compactMap(catalogue.groups.leftOut) {
            query.without = left.flatMap(\.keys).compactMap { catalogue.ingredientID($0) }
            query.withoutWords = left.flatMap(\.words)
        }
        query.category = catalogue.categoryID("soup").flatMap(rarely)
        query.cuisine = rarely(catalogue.cuisineID("indian")) ?? nil
        query.maxMinutes = rarely([15, 30, 33].randomElement(using: &random)!)
        return query
    }

    private static func taste(_ catalogue: Catalogue, _ random: inout SeededNumbers) -> Taste {
        let disliked = (0..<3).map { _ in foods.randomElement(using: &random)! }
        return Taste(
            disliked: disliked.compactMap { catalogue.ingredientID(named: $0) },
            maxMinutes: [nil, 15, 33].randomElement(using: &random)!,
            goals: [[], [.sourceOfProtein], [.highFibre, .lowFat]].randomElement(using: &random)!)
    }

    /// What both find, as text; `nil` if the index leaves the search to SQL.
    private static func compare(
        _ query: SearchQuery, _ db: Connection, _ index: RecipeSearchIndex, _ page: Int
    ) throws -> (indexed: String, sql: String, isSameOrder: Bool)? {
        let store = SearchStore(db, index)
        guard try store.indexed(query)?.answer(page: page, wantsCounts: true) != nil else { return nil }
        let indexed = try store.answer(query, page: page, wantsCounts: true, now: 0)
        let sql = try SearchStore(db).answer(query, page: page, wantsCounts: true, now: 0)
        func text(_ answer: SearchAnswer) -> String {
            let facets = answer.facets
            let isWhole = answer.found.total <= Paging.size
            return """
                \(answer.found.total) \(isWhole ? answer.found.recipes.map(\.id).sorted() : []) \(answer.more)
                \(facets.diets) \(facets.allergens) \(facets.claims) \(facets.times) \(facets.languages)
                \(facets.tags) \(facets.ratings) \(facets.licensed ?? -1)
                \(facets.categories.sorted { $0.key < $1.key }) \(facets.cuisines.sorted { $0.key < $1.key })
                """
        }
        return (text(indexed), text(sql), indexed.found.recipes == sql.found.recipes)
    }

    @Test func `the index finds, counts and orders as SQL does`() throws {
        let site = try TestSite()
        var (random, likes) = (SeededNumbers(seed: 7), SeededNumbers(seed: 9))
        let catalogue = try site.catalogue()
        try Self.add(120, to: site, &random)
        var compared = 0
        for _ in 0..<3 {
            let index = try Self.index(site)
            try site.read { db in
                for _ in 0..<300 {
                    var query = try Self.query(site, catalogue, &random)
                    if query.sort == .relevance, Bool.random(using: &likes) {
                        query.taste = Self.taste(catalogue, &likes)
                    }
                    let page = Int.random(in: 1...2, using: &random)
                    guard let (indexed, sql, isSameOrder) = try Self.compare(query, db, index, page) else { continue }
                    compared += 1
                    // Behind the last recipe with all words of a name, SQLite also counts some of its words.
                    let hasName = query.terms.contains { !$0.isQuoted && $0.words.count > 1 }
                    // SQLite counts a word twice that is typed twice.
                    let repeats = Set(query.terms.map(\.words)).count < query.terms.count
                    if indexed != sql || !isSameOrder && !hasName && !repeats {
                        Issue.record("\(query)\n\(indexed)\n\(sql)")
                    }
                }
            }
            try index.save(site.site.writer)
            try Self.change(site, &random)
        }
        #expect(compared > 800)
    }

    /// The index of the last snapshot, if there is one, with the changes since; of many small parts.
    private static func index(_ site: TestSite) throws -> RecipeSearchIndex {
        let index = RecipeSearchIndex(
            path: site.site.settings.searchIndexPath, catalogue: site.site.catalogue, partSize: 40)
        try index.work(site.site.openReader(), site.site.writer) { false }
        return index
    }

    /// What filters ask of a recipe, read from the tables.
    private struct Facts {
        var (id, diets, dietsByLabel, allergens, allergensByLabel, claims) = (0, 0, 0, 0, 0, 0)
        var (category, cuisine, minutes): (Int?, Int?, Int?)
        var (ingredients, mentioned, unknown): (Set<Int>, Set<Int>, Set<String>) = ([], [], [])
        var waits = false

        /// Filters one by one, as a person would check them.
        func fits(_ query: SearchQuery) -> Bool {
            for diet in query.diets {
                let isCertain = diets & diet.bit != 0
                let decidesLabel = query.acceptsLabels.diets && dietsByLabel & diet.bit != 0
                if !isCertain && !decidesLabel { return false }
            }
            for allergen in query.freeFrom {
                let isCertain = allergens & allergen.bit != 0
                let decidesLabel = query.acceptsLabels.allergens && allergensByLabel & allergen.bit != 0
                if !isCertain && !decidesLabel { return false }
            }
            if claims & query.claims != query.claims { return false }
            if let wanted = query.category, category != wanted { return false }
            if let wanted = query.cuisine, cuisine != wanted { return false }
            if let most = query.maxMinutes, minutes ?? Int.max > most { return false }
            for choice in query.with where ingredients.isDisjoint(with: choice) { return false }
            if query.without.isEmpty { return true }
            let isUnwanted = !ingredients.union(mentioned).isDisjoint(with: query.without)
            return !isUnwanted && unknown.isDisjoint(with: query.withoutWords) && !waits
        }
    }

    private static func facts(_ db: Connection) throws -> [Facts] {
        var all = try db.all(
            """
            SELECT recipe_id, diet_yes, diet_up_to_labels, allergen_no, allergen_up_to_labels, claims, category_id,
                cuisine_id, total_minutes, recipe_id IN (SELECT recipe_id FROM derivation) FROM public_recipe
            """
        ) { row in
            var facts = Facts()
            (facts.id, facts.diets, facts.dietsByLabel) = (row[0], row[1], row[2])
            (facts.allergens, facts.allergensByLabel, facts.claims) = (row[3], row[4], row[5])
            (facts.category, facts.cuisine, facts.minutes, facts.waits) = (row[6], row[7], row[8], row[9])
            return facts
        }
        for place in all.indices {
            try db.each(
                "SELECT ingredient_id, is_mentioned FROM public_recipe_ingredient WHERE recipe_id = \(all[place].id)"
            ) { row in
                if row[1] as Bool { all[place].mentioned.insert(row[0]) } else { all[place].ingredients.insert(row[0]) }
            }
            all[place].unknown = Set(
                try db.all("SELECT word FROM public_recipe_unknown_word WHERE recipe_id = \(all[place].id)") {
                    $0[0] as String
                })
        }
        return all
    }

    @Test func `10,000 sets of filters leave the recipes that a plain reading of the tables leaves`() throws {
        let site = try TestSite()
        var random = SeededNumbers(seed: 8)
        let catalogue = try site.catalogue()
        try Self.add(120, to: site, &random)
        try Self.change(site, &random)
        let index = try Self.index(site)
        try site.read { db in
            let (facts, store) = (try Self.facts(db), SearchStore(db, index))
            var found = 0
            for _ in 0..<10_000 {
                let query = try Self.filters(catalogue, &random)
                let ids = try store.indexed(query)?.ids()
                let expected = facts.filter { $0.fits(query) }.map(\.id)
                #expect(ids.map { $0.sorted() } == expected.sorted(), "\(query)")
                found += expected.isEmpty ? 0 : 1
            }
            #expect(found > 3_000)
        }
    }

    @Test func `lists and counts of other pages are those of SQL`() throws {
        let site = try TestSite()
        var random = SeededNumbers(seed: 8)
        try Self.add(80, to: site, &random)
        let index = try Self.index(site)
        let (catalogue, kept) = (try site.catalogue(), site.site.categoryCounts)
        let (soup, butter) = (catalogue.categoryID("soup"), try #require(catalogue.ingredientID(named: "butter")))
        try site.read { db in
            let (indexed, plain) = (SearchStore(db, index), SearchStore(db))
            #expect(try indexed.indexed(SearchQuery()) != nil)
            for filters in [
                DefaultFilters(), DefaultFilters(diets: [.vegetarian]),
                DefaultFilters(diets: [.vegan], freeFrom: [.nuts]),
            ] {
                for (minutes, category) in [(nil, nil), (30, nil), (nil, soup), (33, soup)] {
                    let lists = try [indexed, plain].map {
                        try $0.newest(5, minutes: minutes, category: category, fitting: filters)
                    }
                    #expect(lists[0] == lists[1])
                }
                #expect(
                    try indexed.categoryCounts(fitting: filters, kept) == plain.categoryCounts(fitting: filters, kept))
                for category in [nil, soup] {
                    let letters = try [indexed, plain].map { try $0.letterCounts(category: category, fitting: filters) }
                    #expect(letters[0] == letters[1])
                }
                let query = SearchQuery(diets: filters.diets, freeFrom: filters.freeFrom, maxMinutes: 40)
                let bits: [[Int]] = try [indexed, plain].map { store in
                    let words = try store.idBits(query)
                    return (0..<words.count * 64).filter { words[$0 / 64] >> ($0 % 64) & 1 == 1 }
                }
                #expect(try bits[0] == bits[1] && bits[0].sorted() == plain.ids(query).sorted())
            }
            let letters = try indexed.letterCounts(category: nil, fitting: DefaultFilters())
            #expect(letters.count > 5 && letters.values.reduce(0, +) == 80)
            #expect(Set(try indexed.ids(using: butter)) == Set(try plain.ids(using: butter)))
        }
    }

    /// Publishes, deletes and marks some recipes.
    private static func change(_ site: TestSite, _ random: inout SeededNumbers) throws {
        try add(10, to: site, &random)
        let ids = try site.read { try PublicRecipeStore($0).ids() }
        let (gone, waiting) = (ids.shuffled(using: &random).prefix(8), ids.shuffled(using: &random).prefix(5))
        try site.write { db in
            for id in gone { try PublicRecipeStore(db).remove(id) }
            for id in waiting {
                try db.run(
                    """
                    INSERT INTO derivation (recipe_id) SELECT recipe_id FROM public_recipe WHERE recipe_id = \(id)
                    ON CONFLICT (recipe_id) DO NOTHING
                    """)
            }
        }
    }
}
