// The search page: the submitted form, the results, and the filters that can be removed.

import Food
import HTML
import HTTP
import Texts
import Words

/// Everything on the search page.
struct SearchPage {
    let layout: Layout
    let script: String
    let words: String
    let with: String
    let without: String
    let diets: [Choice]
    let allergens: [Choice]
    let claims: [Choice]
    let cuisines: [Choice]
    let categories: [Choice]
    let maxMinutes: String
    let ratings: [Choice]
    let times: [Choice]
    /// The tags that the search asks for.
    let tags: [String]
    /// Links that add one of the frequent tags, with its number of recipes.
    let tagLinks: [StateFilter]
    let sorts: [Choice]
    /// Each active filter, with the address that removes it.
    let active: [Link]
    let asksForNothing: Bool
    let unknown: [String]
    /// Whether one of them is a time that is not a number of minutes.
    let hasWrongTime: Bool
    /// Sentences about what the wanted names include and the unwanted ones exclude.
    let meanings: [String]
    let count: Int
    let cards: [FoundCard]
    let selecting: SelectSeveral?
    /// Links that add the recipes where labels decide, and those that leave them out again.
    let labels: [Link]
    let checksLabels: LabelChecks
    let isLicensed: Bool
    /// “By licensed authors (12)”
    let licensed: String
    let languages: [Choice]
    let pages: Pages
    let didYouMean: Link?
    /// The tutorials of techniques that the search names.
    let tutorials: [TutorialLink]
    /// The words as typed, where corrected ones were searched for.
    let misspelt: String?
    let needsOneWord: Bool
    let ignoresCourse: Bool
    let ignoresCuisine: Bool
    /// Whether no recipe certainly fits, but some do if labels agree.
    let fitsOnlyByLabel: Bool
    /// Other searches, where this one finds little.
    let offers: SearchOffers?
    let tasteNote: TasteNote?
    /// Not where the other note says that all preferences are set aside.
    let defaultFilterNote: DefaultFilterNote?
    let ignoresDefaults: Bool
    let isEmpty: Bool

    init(
        _ reading: SearchReading, cards: [FoundCard], selecting: SelectSeveral?,
        keepSelecting: (String) -> String, didYouMean suggestion: String?, tutorials: [TutorialLink],
        offers: SearchOffers?,
        tasteNote: TasteNote?, defaultFilterNote: DefaultFilterNote?,
        _ catalogue: Catalogue,
        layout: Layout, script: String, _ language: Language
    ) {
        let (form, typed, answer) = (reading.form, reading.typed, reading.answer)
        let (found, facets) = (answer.found, answer.facets)
        self.layout = layout
        self.script = script
        words = form.words
        checksLabels = form.labels
        isLicensed = form.isLicensed
        licensed = Self.label(Text.searchLicensed(language), facets.licensed)
        labels = Self.labels(form, answer, language)
        with = form.with.joined(separator: ", ")
        without = form.without.joined(separator: ", ")
        diets = Diet.allCases.enumerated().map { number, diet in
            Choice(
                value: diet.rawValue,
                label: Self.label(
                    Text.dynamic("diet.\(diet.rawValue)", language) ?? diet.rawValue,
                    facets.diets.isEmpty ? nil : facets.diets[number]), isChosen: form.diets.contains(diet))
        }
        allergens = Allergen.allCases.enumerated().map { number, allergen in
            Choice(
                value: allergen.rawValue,
                label: Self.label(
                    Text.dynamic("allergen.\(allergen.rawValue)", language) ?? allergen.rawValue,
                    facets.allergens.isEmpty ? nil : facets.allergens[number]),
                isChosen: form.freeFrom.contains(allergen))
        }
        claims = NutritionClaim.offered.enumerated().map { number, claim in
            Choice(
                value: claim.rawValue,
                label: Self.label(
                    Text.dynamic("claim.\(claim.rawValue)", language) ?? claim.rawValue,
                    facets.claims.isEmpty ? nil : facets.claims[number]), isChosen: form.claims.contains(claim))
        }
        func choices(_ terms: [(key: String, name: String)], _ chosen: String) -> [Choice] {
            [Choice(value: "", label: Text.searchAny(language), isChosen: chosen.isEmpty)]
                + terms.map { Choice(value: $0.key, label: $0.name, isChosen: $0.key == chosen) }
        }
        cuisines = choices(
            catalogue.cuisineNames(language).map {
                ($0.key, Self.label($0.name, catalogue.cuisineID($0.key).flatMap { facets.cuisines[$0] }))
            },
            catalogue.listedKey(.cuisine, form.cuisine))
        categories = choices(
            catalogue.categoryNames(language).map {
                ($0.key, Self.label($0.name, catalogue.categoryID($0.key).flatMap { facets.categories[$0] }))
            },
            catalogue.listedKey(.category, form.category))
        maxMinutes = form.maxMinutes
        times = choices(
            SearchQuery.times.enumerated().map { number, minutes in
                (
                    String(minutes),
                    Self.label(
                        Durations.text(minutes: minutes, language), facets.times.isEmpty ? nil : facets.times[number])
                )
            },
            form.maxMinutes)
        let offered = SearchQuery.ratings
        let other = form.minRating.isEmpty || offered.contains(form.minRating) ? [] : [form.minRating]
        ratings = choices(
            (offered + other).enumerated().map { number, stars in
                (
                    stars,
                    Self.label(
                        Text.searchRatingFrom(language, stars: stars),
                        facets.ratings.indices.contains(number) ? facets.ratings[number] : nil)
                )
            },
            form.minRating)
        languages = choices(
            Language.allCases.enumerated().map { number, written in
                (
                    written.rawValue,
                    Self.label(
                        Self.name(of: written, language), facets.languages.isEmpty ? nil : facets.languages[number])
                )
            },
            form.writtenIn?.rawValue ?? "")
        tags = form.tags
        tagLinks =
            form.tags.count >= SearchForm.tagsLimit
            ? []
            : facets.tags.map {
                StateFilter(label: $0.name, address: form.address(tag: $0.name), count: $0.count, isChosen: false)
            }
        let sort = form.sort ?? (form.words.isEmpty ? .newest : .relevance)
        sorts = SearchQuery.Sort.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("search.sort.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: $0 == sort)
        }
        active = Self.active(form, typed, catalogue, language)
        asksForNothing = form.asksForNothing
        unknown = reading.unknown
        hasWrongTime = form.hasWrongTime
        misspelt = reading.misspelt
        needsOneWord = reading.query.needsOneWord
        (ignoresCourse, ignoresCuisine) = (reading.ignoresCourse, reading.ignoresCuisine)
        fitsOnlyByLabel = reading.fitsOnlyByLabel
        meanings =
            (form.with + typed.with()).compactMap { Self.included($0, catalogue, language) }
            + reading.leftOut.flatMap { Self.sentences($0, form.labels, catalogue, language) }
        count = found.total
        self.cards = cards
        self.selecting = selecting
        pages = Pages(number: form.page, total: found.total) { keepSelecting(form.address(page: $0)) }
        didYouMean = suggestion.map {
            Link(label: $0, address: form.address(words: $0))
        }
        self.tutorials = tutorials
        self.offers = offers
        self.tasteNote = tasteNote
        self.defaultFilterNote = defaultFilterNote
        ignoresDefaults = form.ignoresDefaults
        isEmpty = found.total == 0 && !form.asksForNothing
    }

    private static func labels(_ form: SearchForm, _ answer: SearchAnswer, _ language: Language) -> [Link] {
        func with(_ change: (inout LabelChecks) -> Void) -> String {
            var labels = form.labels
            change(&labels)
            return form.address(labels: labels)
        }
        var links: [Link] = []
        if answer.more.diets > 0 {
            links.append(
                Link(
                    label: Text.searchLabelsDiets(language, count: answer.more.diets),
                    address: with { $0.diets = true }))
        }
        if answer.more.allergens > 0 {
            links.append(
                Link(
                    label: Text.searchLabelsAllergens(language, count: answer.more.allergens),
                    address: with { $0.allergens = true }))
        }
        if form.labels != LabelChecks() {
            links.append(Link(label: Text.searchLabelsOff(language), address: form.address(labels: LabelChecks())))
        }
        return links
    }

    private static func name(of written: Language, _ language: Language) -> String {
        Text.dynamic("language.\(written.rawValue)", language) ?? written.rawValue
    }

    /// "Vegan (12)"
    private static func label(_ name: String, _ count: Int?) -> String { count.map { "\(name) (\($0))" } ?? name }

    /// “We left out nuts, also walnuts, almonds and 14 others.”
    private static func sentences(
        _ left: LeftOut, _ labels: LabelChecks, _ catalogue: Catalogue, _ language: Language
    ) -> [String] {
        let unsure =
            left.isStrict && labels == LabelChecks() ? [Text.searchLeftOutUnsure(language, name: left.name)] : []
        guard let (names, rest) = shortened(left.others, catalogue, language) else { return unsure }
        let all =
            rest == 0
            ? Text.searchLeftOutAlso(language, name: left.name, names: names)
            : Text.searchLeftOutMore(language, count: rest, name: left.name, names: names)
        return [all] + unsure
    }

    /// “Cheese also finds feta, Parmesan and 53 others.”
    private static func included(_ name: String, _ catalogue: Catalogue, _ language: Language) -> String? {
        let others = catalogue.groups.alsoWanted(by: name)
        guard let (names, rest) = shortened(others, catalogue, language) else { return nil }
        return rest == 0
            ? Text.searchIncludedAlso(language, name: name, names: names)
            : Text.searchIncludedMore(language, count: rest, name: name, names: names)
    }

    /// The names of the first of some ingredients, and the number of the others; `nil` if there are none.
    private static func shortened(
        _ keys: [String], _ catalogue: Catalogue, _ language: Language
    ) -> (names: String, rest: Int)? {
        if keys.isEmpty { return nil }
        let named = keys.prefix(keys.count <= 3 ? 3 : 2)
        return (named.map { catalogue.pluralName($0, language) }.joined(separator: ", "), keys.count - named.count)
    }

    /// The filter that typed words state; `nil` for words that state none.
    private static func label(_ fact: SearchFact, _ catalogue: Catalogue, _ language: Language) -> String? {
        switch fact {
        case .diet(let diet): Text.dynamic("diet.\(diet.rawValue)", language)
        case .with(let name): Text.searchWithName(language, name: name)
        case .without(let name), .notWord(let name): Text.searchWithoutName(language, name: name)
        case .minutes(let count): Text.searchUpTo(language, time: Durations.text(minutes: count, language))
        case .category(let key): catalogue.categoryName(key, language)
        case .cuisine(let key): catalogue.cuisineName(key, language)
        case .claim(let claim): Text.dynamic("claim.\(claim.rawValue)", language)
        case .words, .nothing: nil
        }
    }

    static func active(_ form: SearchForm, _ typed: TypedSearch, _ catalogue: Catalogue, _ language: Language)
        -> [Link]
    {
        var links: [Link] = []
        func add(_ field: String, _ value: String, _ label: String) {
            links.append(Link(label: label, address: form.address(without: field, value: value)))
        }
        links += typed.parts.compactMap { part in
            label(part.fact, catalogue, language).map {
                Link(label: $0, address: form.address(words: part.rest))
            }
        }
        for name in form.with {
            add("with", name, Text.searchWithName(language, name: name))
        }
        for name in form.without {
            add("without", name, Text.searchWithoutName(language, name: name))
        }
        for diet in form.diets { add("diet", diet.rawValue, Text.dynamic("diet.\(diet.rawValue)", language) ?? "") }
        for allergen in form.freeFrom {
            let name = Text.dynamic("allergen.\(allergen.rawValue)", language) ?? ""
            add("free_from", allergen.rawValue, Text.searchFreeFromName(language, name: name))
        }
        for claim in form.claims {
            add("nutrition", claim.rawValue, Text.dynamic("claim.\(claim.rawValue)", language) ?? claim.rawValue)
        }
        for tag in form.tags { add("tag", tag, Text.searchTag(language, name: tag)) }
        if form.isLicensed {
            links.append(Link(label: Text.searchLicensed(language), address: form.address(without: "licensed")))
        }
        if let written = form.writtenIn {
            add("language", written.rawValue, Text.searchWrittenIn(language, name: name(of: written, language)))
        }
        if let name = catalogue.cuisineName(form.cuisine, language) { add("cuisine", form.cuisine, name) }
        if let name = catalogue.categoryName(form.category, language) { add("category", form.category, name) }
        if let minutes = SearchForm.minutes(form.maxMinutes) {
            add(
                "max_minutes", form.maxMinutes,
                Text.searchUpTo(language, time: Durations.text(minutes: minutes, language)))
        }
        if !form.minRating.isEmpty {
            add("min_rating", form.minRating, Text.searchRatingFrom(language, stars: form.minRating))
        }
        return links
    }
}

extension SearchPage {
    /// Whether the filters are open on a phone: there is nothing else to go on with.
    var opensFilters: Bool { isEmpty && offers == nil }

    /// Whether some recipes are found, so that other searches stand below them.
    var hasFew: Bool { !cards.isEmpty }

    var courses: CourseFilters { CourseFilters(categories: categories, cuisines: cuisines) }
}

/// The filters by course and cuisine.
struct CourseFilters {
    let categories: [Choice]
    let cuisines: [Choice]
}
