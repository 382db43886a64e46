// The shelves of the start page and of the page for exploring: made by a worker, kept for minutes.

import Database
import Food
import HTML
import HTTPServer
import Synchronization
import Texts
import Words

/// Why the recipes of a shelf are suggested.
enum ShelfReason: Hashable, Sendable {
    case pantry
    /// Because the member cooked the recipe of this title, saved it, or looked at it.
    case cooked(String)
    case saved(String)
    case seen(String)
    /// It suits the member's diets, allergens, dislikes, time and goals.
    case fits
    case popular
    case quick
    /// The key of a category.
    case course(String)
    case newest
}

struct Shelf: Equatable, Sendable {
    let reason: ShelfReason
    let recipes: [Int]
}

/// Everything on which a person's shelves depend.
struct ShelfRequest: Hashable, Sendable {
    /// `nil` for visitors.
    let user: Int?
    let isLong: Bool
    let dietBits: Int
    let allergenBits: Int
    let disliked: [Int]
    let maxMinutes: Int?
    let goals: [NutritionClaim]
    /// The recipes that the member dismissed.
    let dismissed: Set<Int>
    /// Change with each change of public recipes, and of the member's favourites and pantry.
    let edition: Int
    let version: String
}

/// The shelves of the latest visitors.
final class ShelfCache: Sendable {
    private static let limit = 1_000
    private let kept = Mutex<[ShelfRequest: (at: Int, shelves: [Shelf])]>([:])

    func shelves(_ request: ShelfRequest, now: Int) -> [Shelf]? {
        kept.withLock { kept in
            kept[request].flatMap { now - $0.at < 10 * Milliseconds.minute && now >= $0.at ? $0.shelves : nil }
        }
    }

    func keep(_ shelves: [Shelf], _ request: ShelfRequest, now: Int) {
        kept.withLock { kept in
            if kept.count >= Self.limit { kept.removeAll(keepingCapacity: true) }
            kept[request] = (now, shelves)
        }
    }
}

extension Site {
    var shelfCache: ShelfCache { part() }
}

/// Makes the shelves of one person.
struct ShelfMaker: Sendable {
    let filters: DefaultFilters
    let taste: Taste
    let trends: RecipeTrends
    let catalogue: Catalogue
    let site: Site
    /// The member's pantry; `nil` if it is empty.
    let pantry: PantryStock?
    let user: Int?
    /// The recipes that the member dismissed.
    let dismissed: Set<Int>
    /// Whether each of the largest courses gets a shelf.
    let isLong: Bool
    let now: Int

    func make(_ db: Connection) throws -> [Shelf] {
        let (store, search) = (ShelfStore(db), SearchStore(db, site.recipeSearchIndex))
        var (shelves, taken): ([Shelf], Set<Int>) = ([], dismissed)
        // Dismissed recipes may be the first of each list, and must not leave a shelf empty.
        let count = ShelfRules.candidates + dismissed.count
        func add(
            _ reason: ShelfReason, _ ids: [Int], isOneCategory: Bool = false, fewest: Int = ShelfRules.fewest
        ) throws {
            var candidates = try store.candidates(ids, fitting: filters, disliked: taste.disliked)
            if reason == .fits { candidates = candidates.filter { ShelfRules.misfit($0, taste) == 0 } }
            let recipes = ShelfRules.choose(
                candidates, taste, isOneCategory: isOneCategory, fewest: fewest, taken: &taken)
            if !recipes.isEmpty { shelves.append(Shelf(reason: reason, recipes: recipes)) }
        }
        if let user { taken.formUnion(try store.rejected(user: user)) }
        if let pantry {
            let wanted = SearchQuery(diets: filters.diets, freeFrom: filters.freeFrom)
            try add(
                .pantry, PantrySearch(db, site, pantry).ids(wanted, missing: 1, count: count))
        }
        let models = try user.map { try store.models(user: $0) } ?? []
        taken.formUnion(models.map(\.recipe))
        for model in models { try add(model.reason, similar(to: model.recipe, store, search)) }
        if !taste.isEmpty || !filters.isEmpty {
            try add(.fits, search.newest(ShelfRules.newestForTaste + dismissed.count, fitting: filters))
        }
        try add(.popular, Array(trends.popular.prefix(isLong ? ShelfRules.popular : count)))
        if isLong {
            func newest(minutes: Int? = nil, category: Int? = nil) throws -> [Int] {
                try search.newest(count, minutes: minutes, category: category, fitting: filters)
            }
            try add(.quick, newest(minutes: ShelfRules.quick))
            let counts = try search.categoryCounts(fitting: filters, site.categoryCounts)
            let largest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(ShelfRules.courses)
            for (category, _) in largest {
                guard
                    let key = catalogue.categoryNames(.en).first(where: { catalogue.categoryID($0.key) == category })?
                        .key
                else { continue }
                try add(.course(key), newest(category: category), isOneCategory: true)
            }
            // What is on no other shelf, such as recipes without a course. Without any other shelf, one recipe is enough.
            try add(.newest, newest(), fewest: shelves.isEmpty ? 1 : ShelfRules.fewest)
        }
        return shelves
    }

    /// Recipes that share the rarest ingredients of a recipe, those that share most first.
    private func similar(to recipe: Int, _ store: ShelfStore, _ search: SearchStore) throws -> [Int] {
        let rare = ShelfRules.rarest(try store.ingredients(of: recipe), trends.uses)
        var shared: [Int: Int] = [:]
        for ingredient in rare {
            for other in try search.ids(using: ingredient) where other != recipe && !dismissed.contains(other) {
                shared[other, default: 0] += 1
            }
        }
        return ShelfRules.mostShared(shared)
    }
}

extension Context {
    /// The shelves of the viewer without the recipes that they dismissed, made by a worker unless they are known. None
    /// while all workers are busy: the page goes without them.
    func shelves(isLong: Bool, without dismissed: Set<Int>, _ catalogue: Catalogue) async throws -> [Shelf] {
        let (filters, site, now, user) = (try ownFilters(), site, now, viewer?.id)
        let taste = try ownTaste()
        let request = ShelfRequest(
            user: user, isLong: isLong, dietBits: filters.dietBits, allergenBits: filters.allergenBits,
            disliked: taste.disliked, maxMinutes: taste.maxMinutes, goals: taste.goals, dismissed: dismissed,
            edition: try PublicRecipeStore(reader).edition(),
            version: try user.map { try ShelfStore(reader).version(user: $0) } ?? "")
        if let known = site.shelfCache.shelves(request, now: now) { return known }
        let maker = ShelfMaker(
            filters: filters, taste: taste, trends: site.popularRecipes.current, catalogue: catalogue, site: site,
            pantry: try user.flatMap { try pantryStock($0, filters, catalogue) }, user: user, dismissed: dismissed,
            isLong: isLong, now: now)
        do {
            let shelves = try await site.workers.run { try site.readOnWorker { try maker.make($0) } }
            site.shelfCache.keep(shelves, request, now: now)
            return shelves
        } catch is WorkerPool.Full {
            return []
        }
    }

    private func pantryStock(
        _ user: Int, _ filters: DefaultFilters, _ catalogue: Catalogue
    ) throws -> PantryStock? {
        let store = PantryStore(reader)
        let items = try store.items(user: user)
        if items.isEmpty { return nil }
        let contents = PantryContents(
            items: items, staples: try store.staples(user: user, catalogue), foods: site.pantryIndex.foods(catalogue),
            now: now)
        return contents.stock(filters)
    }

    /// The shelves as parts of a page.
    func parts(_ shelves: [Shelf], _ catalogue: Catalogue) throws -> [ShelfPart] {
        let rows = try PublicRecipeStore(reader).cards(shelves.flatMap(\.recipes), now: now)
        let hearts = try Hearts(rows.map(\.id), self)
        let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        return try shelves.enumerated().map { number, shelf in
            let recipes = shelf.recipes.compactMap { known[$0] }
            let markups = try cards(recipes, catalogue, hearts: hearts)
            let listed = zip(recipes, markups).map { recipe, markup in
                ListedCard(id: recipe.id, title: recipe.title, markup: markup)
            }
            return ShelfPart(
                shelf.reason, number: number, listed, canDismiss: viewer != nil && !isSuspended, catalogue, language)
        }
    }
}

/// A shelf on a page.
struct ShelfPart {
    let id: String
    let title: String
    let cards: [ListedCard]
    /// Whether each card has a button for a member who is not interested.
    let canDismiss: Bool
    /// The list that goes on where the shelf ends.
    let more: String?

    init(
        _ reason: ShelfReason, number: Int, _ cards: [ListedCard], canDismiss: Bool, _ catalogue: Catalogue,
        _ language: Language
    ) {
        id = "shelf-\(number + 1)"
        self.cards = cards
        self.canDismiss = canDismiss
        switch reason {
        case .pantry: (title, more) = (Text.shelfPantry(language), Address.pantryRecipes())
        case .cooked(let recipe): (title, more) = (Text.shelfCooked(language, title: recipe), nil)
        case .saved(let recipe): (title, more) = (Text.shelfSaved(language, title: recipe), nil)
        case .seen(let recipe): (title, more) = (Text.shelfSeen(language, title: recipe), nil)
        case .fits: (title, more) = (Text.shelfFits(language), nil)
        case .popular: (title, more) = (Text.shelfPopular(language), "\(Address.search())?sort=popular")
        case .quick:
            (title, more) = (
                Text.shelfQuick(language, time: Durations.text(minutes: ShelfRules.quick, language)),
                "\(Address.search())?max_minutes=\(ShelfRules.quick)"
            )
        case .newest: (title, more) = (Text.homeNewest(language), "\(Address.search())?sort=newest")
        case .course(let key): (title, more) = (catalogue.categoryName(key, language) ?? key, RecipeIndex.address(key))
        }
    }
}
