// A search as the site runs it, and what it finds.

import Bytes
import Food
import Words

/// A search.
struct SearchQuery: Sendable {
    enum Sort: String, CaseIterable, Sendable {
        case relevance, newest, rating, time, popular
    }

    /// The times that the form offers, in minutes.
    static let times = [15, 30, 45, 60, 90, 120]
    /// The averages of reviews that the form offers.
    static let ratings = ["3", "4", "4.5"]
    /// The tags, ratings and licences of at most so many results are counted.
    static let mostForTags = 1_000
    /// At most so many results are few, so that a likelier spelling is offered.
    static let few = 3
    /// The maximum number of frequent tags that a page offers.
    static let shownTags = 12

    /// The text as typed.
    var typed = ""
    var terms: [TypedSearch.Term] = []
    /// Categories that typed words name; a recipe may instead have one of the words in its text.
    var courses: [(category: Int, words: [[String]])] = []
    /// Cuisines in the same way.
    var cuisines: [(cuisine: Int, words: [[String]])] = []
    /// Whether one of the words is enough; recipes with more of them come first.
    var needsOneWord = false
    /// The names of wanted ingredients, as they were typed or chosen.
    var wanted: [String] = []
    /// The words of all names of each wanted ingredient, course and cuisine.
    var names: [[[String]]] = []
    /// Catalogue ids of ingredients: the recipe must contain at least one of each list.
    var with: [[Int]] = []
    /// The ids of all recipes that `with` and `without` leave, once they are known; then those two count no more.
    var among: [Int]?
    /// Catalogue ids of ingredients that the recipe must not contain.
    var without: [Int] = []
    /// Word forms that no line may contain that was not understood.
    var withoutWords: [String] = []
    var diets: [Diet] = []
    var freeFrom: [Allergen] = []
    /// Bits of the nutrition claims that it must carry.
    var claims = 0
    /// Folded names of tags, every one of which it must have.
    var tags: [String] = []
    /// Whether a recipe also fits where only labels decide: see `DerivedDiets.dietUpToLabels`.
    var acceptsLabels = LabelChecks()
    /// Whether its author must have a publishing licence at this time, in UTC milliseconds.
    var licensedAt: Int?
    /// The language that it must be written in.
    var writtenIn: Language?
    var cuisine: Int?
    var category: Int?
    var maxMinutes: Int?
    /// The least average of its reviews; it must have one.
    var minRating: Double?
    var sort = Sort.relevance
    /// What puts recipes later that match alike (`TasteOrder`).
    var taste = Taste()
    /// Whether something was typed that has no words: only signs.
    var isUnreadable = false

    /// The wanted words without filters and words that say nothing, as titles are compared.
    private var dishKey: String { terms.filter { !$0.isExcluded }.flatMap(\.words).joined(separator: " ") }

    /// So many words and names are looked for in titles to rank them.
    static let namedLimit = 12

    /// The phrases of each term and of each of `names`, one of which a title should have: recipes with more of these
    /// come first. Of a term of several words the first is enough if it is a food: “coconut” of “coconut milk”.
    var named: [[[String]]] {
        let typed = terms.filter { !$0.isExcluded }.map { term in
            [term.words] + term.names + (term.firstFood.map { [[$0]] } ?? [])
        }
        return Array((typed + names).prefix(Self.namedLimit))
    }

    /// The titles that come first, in this order: what was typed, and what remains of it.
    var titleKeys: [String] {
        let (typed, dish) = (Words.key(self.typed), dishKey)
        return (typed.isSame(as: dish) ? [dish] : [typed, dish]).filter { !$0.isEmpty }
    }

    /// What titles that name such a dish end with, in the English singular and plural.
    var titleEndings: [String] {
        let dish = dishKey
        if dish.isEmpty { return [] }
        return [dish, dish.hasSuffix(bytes: "s") ? String(dish.dropLast()) : dish + "s"]
    }

    /// Whether every recipe fits, so that it is no search.
    var isEverything: Bool {
        terms.isEmpty && courses.isEmpty && cuisines.isEmpty && with.isEmpty && without.isEmpty && diets.isEmpty
            && freeFrom.isEmpty && tags.isEmpty && claims == 0 && cuisine == nil && category == nil && maxMinutes == nil
            && licensedAt == nil && writtenIn == nil && minRating == nil
    }

    /// Whether it names no word, cuisine, ingredient or time.
    var asksForNothing: Bool {
        terms.allSatisfy(\.isExcluded) && cuisines.isEmpty && with.isEmpty && wanted.isEmpty && maxMinutes == nil
    }

    /// Whether it reads so many rows that it would hold up an event loop: 300 vegetables are in most recipes.
    /// So are words of one or two letters, and many words. Sorting by popularity counts every favourite.
    var isLong: Bool {
        with.reduce(without.count) { $0 + $1.count } > 20 || terms.count > 3 || sort == .popular || sort == .rating
            || terms.contains { $0.words.allSatisfy { $0.utf8.count <= 2 } }
    }
}

/// For which filters a recipe may pass although the label of a product decides. Allergens are a choice of their own.
struct LabelChecks: Sendable, Equatable {
    var diets = false
    var allergens = false
}

struct SearchResult: Sendable {
    let total: Int
    let recipes: [PublicRecipeRow]
    /// The FTS5 expression that found them.
    let match: String

    static let none = SearchResult(total: 0, recipes: [], match: "")
}

/// The number of recipes that each further filter would leave.
struct SearchFacets: Sendable {
    /// In the order of `Diet.allCases`: recipes that certainly suit it, and those that do if labels agree where the
    /// search accepts that.
    var diets: [Int] = []
    /// In the order of `Allergen.allCases`: recipes free from it, in the same way.
    var allergens: [Int] = []
    /// In the order of `NutritionClaim.offered`.
    var claims: [Int] = []
    /// In the order of `SearchQuery.times`.
    var times: [Int] = []
    /// In the order of `Language.allCases`: recipes that are written in it.
    var languages: [Int] = []
    /// In the order of `SearchQuery.ratings`, and by licensed authors; empty and `nil` if too many recipes were found.
    var ratings: [Int] = []
    var licensed: Int?
    /// The most frequent tags.
    var tags: [(name: String, count: Int)] = []
    /// By id.
    var categories: [Int: Int] = [:]
    var cuisines: [Int: Int] = [:]
}
