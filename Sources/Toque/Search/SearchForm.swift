// The search form: reads its fields, makes the query, and writes addresses of similar searches.

import Bytes
import Food
import HTTP
import Words

/// The search as typed.
struct SearchForm: Sendable {
    static let wordsLimit = 200
    /// The maximum number of unwanted ingredients; those wanted are looked up one by one.
    static let namesLimit = 100
    static let wantedLimit = 10
    static let tagsLimit = 10

    let words: String
    let with: [String]
    let without: [String]
    /// The names beyond the limit; the page says that they were ignored.
    let tooMany: [String]
    let diets: [Diet]
    let freeFrom: [Allergen]
    let claims: [NutritionClaim]
    let tags: [String]
    let cuisine: String
    let category: String
    let maxMinutes: String
    let minRating: String
    /// Recipes also fit where labels decide: `check=1` for diets, `check_allergens=1` for allergens.
    let labels: LabelChecks
    let isLicensed: Bool
    /// The language that recipes must be written in.
    let writtenIn: Language?
    let sort: SearchQuery.Sort?
    let page: Int
    /// Whether the reader's default filters are ignored (`all=1`).
    let ignoresDefaults: Bool
    /// Whether every field is empty.
    let isEmpty: Bool
    /// Whether it was sent with every field empty; the page then says what is missing.
    let asksForNothing: Bool
    /// Names that are not a diet or allergen, and filters that the site cannot apply: nothing may pass a filter that is
    /// not understood.
    let unknownFilters: [String]

    init(_ query: Parameters) {
        let typed = (query["q"] ?? "").trimmed
        words = typed.cut(to: Self.wordsLimit)
        let uncut = typed.dropping(prefix: words).map { [$0.trimmed.cut(to: 100)] } ?? []
        let (wanted, unwanted) = (Self.names(query.all("with")), Self.names(query.all("without")))
        with = Array(wanted.prefix(Self.wantedLimit))
        without = Array(unwanted.prefix(Self.namesLimit))
        let tags = query.all("tag").map { $0.trimmed.cut(to: TagRules.length) }.filter { !Words.fold($0).isEmpty }
        self.tags = Array(tags.prefix(Self.tagsLimit))
        tooMany =
            Array(
                wanted.dropFirst(Self.wantedLimit) + unwanted.dropFirst(Self.namesLimit)
                    + tags.dropFirst(Self.tagsLimit))
            + uncut.filter { !$0.isEmpty }
        labels = LabelChecks(diets: query["check"] == "1", allergens: query["check_allergens"] == "1")
        isLicensed = query["licensed"] == "1"
        writtenIn = query["language"].flatMap(Language.init(rawValue:))
        // Each once: a page has a link for each, and every link contains them all.
        claims = NutritionClaim.allCases.filter(query.all("nutrition").compactMap(NutritionClaim.init(name:)).contains)
        diets = Diet.allCases.filter(query.all("diet").compactMap(Diet.init(rawValue:)).contains)
        freeFrom = Allergen.allCases.filter(query.all("free_from").compactMap(Allergen.init(rawValue:)).contains)
        unknownFilters = Self.unknownFilters(query)
        cuisine = (query["cuisine"] ?? "").trimmed
        category = (query["category"] ?? "").trimmed
        maxMinutes = (query["max_minutes"] ?? "").trimmed
        minRating = (query["min_rating"] ?? "").trimmed.cut(to: 20)
        sort = query["sort"].flatMap(SearchQuery.Sort.init(rawValue:))
        page = Paging.page(query["page"])
        ignoresDefaults = query["all"] == "1"
        let hasChoices = ["diet", "free_from", "nutrition"].contains { query.all($0).contains { !$0.isEmpty } }
        isEmpty =
            words.isEmpty && with.isEmpty && without.isEmpty && !hasChoices && tags.isEmpty && cuisine.isEmpty
            && category.isEmpty && maxMinutes.isEmpty && minRating.isEmpty && !isLicensed && writtenIn == nil
        asksForNothing = isEmpty && (query["q"] != nil || query["with"] != nil || query["without"] != nil)
    }

    /// The names in fields, between commas or on lines, each once.
    private static func names(_ fields: [String]) -> [String] {
        var seen: Set<String> = []
        return fields.flatMap { $0.lines.flatMap { $0.split(bytes: ",") } }.map { $0.trimmed.cut(to: 100) }
            .filter { !$0.isEmpty && seen.insert(Words.fold($0)).inserted }
    }

    private static func unknownFilters(_ query: Parameters) -> [String] {
        func unknown(_ values: [String], _ isKnown: (String) -> Bool) -> [String] {
            values.filter { !$0.isEmpty && !isKnown($0) }
        }
        var found = unknown(query.all("diet")) { Diet(rawValue: $0) != nil }
        found += unknown(query.all("free_from")) { Allergen(rawValue: $0) != nil }
        found += unknown(query.all("nutrition")) { NutritionClaim(name: $0) != nil }
        found += unknown([query["sort"] ?? ""]) { SearchQuery.Sort(rawValue: $0) != nil }
        found += unknown(query.all("language")) { Language(rawValue: $0) != nil }
        found += unknown(query.all("licensed")) { $0 == "1" }
        return found
    }

    /// A typed time; `nil` for what is no time in which something can be cooked.
    static func minutes(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

    var hasWrongTime: Bool { !maxMinutes.isEmpty && Self.minutes(maxMinutes) == nil }

    /// The query, the unknown names and filters, and what the unwanted names exclude; `typed` is read from the words.
    func query(_ catalogue: Catalogue, _ filters: DefaultFilters, _ typed: TypedSearch, now: Int) -> (
        SearchQuery, unknown: [String], leftOut: [LeftOut]
    ) {
        var unknown = unknownFilters + tooMany + typed.ignored + typed.with().dropFirst(Self.wantedLimit)
        func known<T>(_ names: [String], _ find: (String) -> T?) -> [T] {
            names.compactMap { name in
                let found = find(name)
                if found == nil { unknown.append(name) }
                return found
            }
        }
        func key(_ key: String, _ id: (String) -> Int?) -> Int? {
            if key.isEmpty { return nil }
            let found = id(key)
            if found == nil { unknown.append(key) }
            return found
        }
        let minutes = Self.minutes(maxMinutes)
        if hasWrongTime { unknown.append(maxMinutes) }
        let rating = Double(minRating).flatMap { (1...5).contains($0) ? $0 : nil }
        if !minRating.isEmpty, rating == nil { unknown.append(minRating) }
        let wanted = known(with + typed.with().prefix(Self.wantedLimit), catalogue.groups.wanted)
        let leftOut = known(without + typed.without(), catalogue.groups.leftOut)
        func ids(_ keys: Set<String>) -> [Int] { keys.compactMap(catalogue.ingredientID(_:)).sorted() }
        let courses = typed.categories().compactMap { key in
            catalogue.categoryID(key).map { (category: $0, words: SearchPhrases.starter.words(for: .category(key))) }
        }
        let cuisines = typed.cuisines().compactMap { key in
            catalogue.cuisineID(key).map { (cuisine: $0, words: SearchPhrases.starter.words(for: .cuisine(key))) }
        }
        let impliedDiets = leftOut.flatMap(\.diets).compactMap { Diet(rawValue: $0.rawValue) }
        var query = SearchQuery(
            typed: words, terms: typed.terms,
            courses: courses, cuisines: cuisines, with: Set(wanted.map(ids)).sorted { $0.count < $1.count },
            without: ids(leftOut.reduce(into: []) { $0.formUnion($1.keys) }),
            withoutWords: leftOut.reduce(into: Set()) { $0.formUnion($1.words) }.sortedByBytes(),
            diets: diets + typed.diets() + filters.diets + impliedDiets,
            freeFrom: freeFrom + filters.freeFrom + leftOut.flatMap(\.allergens),
            claims: NutritionClaim.bits(claims + typed.claims()), tags: tags.map(Words.fold), acceptsLabels: labels,
            licensedAt: isLicensed ? now : nil, writtenIn: writtenIn,
            cuisine: key(cuisine, catalogue.cuisineID), category: key(category, catalogue.categoryID),
            maxMinutes: [minutes, typed.minutes()].compactMap(\.self).min(),
            sort: sort ?? (words.isEmpty ? .newest : .relevance))
        query.wanted = with + typed.with()
        let names = query.wanted.prefix(SearchQuery.namedLimit).map { TypedSearch.allNames(of: $0, catalogue) }
            .filter { !$0.isEmpty }
        // A course alone is better told by what recipes are filed under than by words such as “starter” in titles.
        let isCourseOnly = names.isEmpty && typed.terms.allSatisfy(\.isExcluded)
        query.names = names + (isCourseOnly ? [] : courses.map(\.words)) + cuisines.map(\.words)
        query.minRating = rating
        query.isUnreadable = !words.isEmpty && Words.words(words).isEmpty
        return (query, unknown, leftOut)
    }

    /// The same search with other words.
    func with(words: String) throws -> SearchForm {
        SearchForm(try Parameters(parsing: address(words: words, page: page).split(bytes: "?").last ?? ""))
    }

    /// The address of this search with some changes.
    func address(
        words: String? = nil, page: Int? = nil, without field: String? = nil, value: String? = nil, sort: String? = nil,
        tag: String? = nil,
        ignoresDefaults: Bool? = nil, labels: LabelChecks? = nil
    ) -> String {
        var pairs: [(name: String, value: String)] = []
        func add(_ name: String, _ content: String) {
            if content.isEmpty || (name == field && (value == nil || value == content)) { return }
            pairs.append((name, content))
        }
        add("q", words ?? self.words)
        for name in with { add("with", name) }
        for name in without { add("without", name) }
        for diet in diets { add("diet", diet.rawValue) }
        for allergen in freeFrom { add("free_from", allergen.rawValue) }
        for claim in claims { add("nutrition", claim.rawValue) }
        for tag in tags + [tag ?? ""] { add("tag", tag) }
        add("cuisine", cuisine)
        add("category", category)
        add("max_minutes", maxMinutes)
        add("min_rating", minRating)
        if (labels ?? self.labels).diets { add("check", "1") }
        if (labels ?? self.labels).allergens { add("check_allergens", "1") }
        add("licensed", isLicensed ? "1" : "")
        add("language", writtenIn?.rawValue ?? "")
        add("sort", sort ?? self.sort?.rawValue ?? "")
        if ignoresDefaults ?? self.ignoresDefaults { add("all", "1") }
        if let page { add("page", String(page)) }
        let encoded = Parameters(pairs).encoded()
        return encoded.isEmpty ? Address.search() : "\(Address.search())?\(encoded)"
    }
}
