// Reads a search in the strictest way that finds something.

import Database
import Food
import HTTP
import HTTPServer
import Words

/// One way to read a search, and what it finds.
struct SearchReading: Sendable {
    /// The form, with corrected words where the spelling was corrected.
    let form: SearchForm
    let typed: TypedSearch
    var query: SearchQuery
    let unknown: [String]
    let leftOut: [LeftOut]
    var answer = SearchAnswer()
    /// The words as typed, where others were searched for.
    var misspelt: String?
    /// Whether recipes of other courses than the typed one were searched for, too.
    var ignoresCourse = false
    /// Whether recipes of other cuisines than the typed one were searched for, too.
    var ignoresCuisine = false
    /// Whether no recipe certainly fits, but some do if labels agree; those found have only some of the words.
    var fitsOnlyByLabel = false
}

/// What every reading of one request has in common.
struct SearchRequest: Sendable {
    let form: SearchForm
    /// The default filters that apply.
    let filters: DefaultFilters
    /// The taste that ranks.
    let taste: Taste
    let catalogue: Catalogue
    let now: Int
    let wantsCounts: Bool
    var index: RecipeSearchIndex?
    /// Whether the words are known to be right, because they name a tutorial.
    var keepsSpelling = false

    /// The form as it is usually read. Where a recipe has the typed words as its title, they are that title.
    func first(_ db: Connection) throws -> SearchReading {
        let reading = reading(form)
        return try reading.typed.hasWishes && SearchStore(db).hasTitle(form.words)
            ? self.reading(form, readsWishes: false) : reading
    }

    func reading(_ form: SearchForm, readsWishes: Bool = true) -> SearchReading {
        let typed = TypedSearch(form.words, catalogue, readsWishes: readsWishes)
        let (asked, unknown, leftOut) = form.query(catalogue, filters, typed, now: now)
        var query = asked
        query.taste = taste.ranking(asked, catalogue)
        return SearchReading(form: form, typed: typed, query: query, unknown: unknown, leftOut: leftOut)
    }

    /// Whether it would hold up an event loop: also a page far behind the first, for which all before it are ranked, and
    /// any search of very many recipes.
    func isLong(_ query: SearchQuery) -> Bool {
        query.isLong || form.page > 50 || index?.isLarge == true
    }

    func answer(_ query: SearchQuery, _ db: Connection, _ known: IndexedSearch? = nil) throws -> SearchAnswer {
        var answer = try SearchStore(db, index).answer(
            query, known, page: form.page, wantsCounts: wantsCounts, now: now)
        if query.acceptsLabels != LabelChecks() {
            answer.labels = try PublicRecipeStore(db).labels(
                answer.found.recipes.map(\.id), query.acceptsLabels.diets ? query.diets : [],
                query.acceptsLabels.allergens ? query.freeFrom : [])
        }
        return answer
    }

    /// A looser reading that finds something, when the first found nothing: wishes as plain words, then corrected
    /// spelling, then one of the words. The course is the first that is left out. Diets and unwanted ingredients stay in all of them.
    func looser(than first: SearchReading, _ db: Connection) throws -> SearchReading? {
        func found(_ reading: SearchReading) throws -> SearchReading? {
            guard reading.unknown.isEmpty else { return nil }
            var reading = reading
            reading.answer = try answer(reading.query, db)
            return reading.answer.found.total > 0 ? reading : nil
        }
        // What fits if a label agrees is nearer than a looser reading: only what has some of the words is shown beside it.
        if first.answer.fitsOnlyByLabel {
            var some = try someWords(first).flatMap(found) ?? first
            (some.answer.more, some.fitsOnlyByLabel) = (first.answer.more, true)
            return some
        }
        if first.typed.hasWishes, let plain = try found(reading(form, readsWishes: false)) { return plain }
        if !first.query.courses.isEmpty {
            var anyCourse = first
            (anyCourse.query.courses, anyCourse.ignoresCourse) = ([], true)
            if !anyCourse.query.asksForNothing, let anyCourse = try found(anyCourse) { return anyCourse }
        }
        if !first.query.cuisines.isEmpty {
            var anyCuisine = first
            (anyCuisine.query.cuisines, anyCuisine.ignoresCuisine) = ([], true)
            if !anyCuisine.query.asksForNothing, let anyCuisine = try found(anyCuisine) { return anyCuisine }
        }
        if !keepsSpelling,
            let words = try Spelling(db: db, catalogue: catalogue, index: index?.current(db)).better(
                first.typed, form.words)
        {
            var corrected = reading(try form.with(words: words))
            corrected.misspelt = form.words
            let isSafe = !first.typed.hasUnreadExclusion || corrected.typed.excludesAllNames(catalogue)
            if isSafe, let corrected = try found(corrected) { return corrected }
        }
        return try someWords(first).flatMap(found)
    }

    /// The reading that finds recipes with one of the words. Without the words that were not understood, it could show
    /// what they exclude.
    private func someWords(_ first: SearchReading) -> SearchReading? {
        guard first.query.terms.count(where: { !$0.isExcluded }) > 1, !first.typed.hasUnreadExclusion else {
            return nil
        }
        var some = first
        some.query.needsOneWord = true
        return some
    }
}

extension Context {
    /// The reading that finds something, or the first. Long searches, those that SQL must answer and looser readings run
    /// on a worker.
    func read(_ request: SearchRequest) async throws -> SearchReading {
        var first = try request.first(reader)
        if request.form.asksForNothing || !first.unknown.isEmpty { return first }
        let (site, query) = (site, first.query)
        let isLong = request.isLong(query)
        if let indexed = isLong ? nil : try SearchStore(reader, request.index).indexed(query) {
            first.answer = try request.answer(query, reader, indexed)
        } else {
            first.answer = try await site.workers.run { try site.readOnWorker { try request.answer(query, $0) } }
        }
        if first.answer.found.total > 0 || first.query.terms.isEmpty && !first.typed.hasWishes { return first }
        let known = first
        return try await site.workers.run {
            try site.readOnWorker { try request.looser(than: known, $0) }
        } ?? first
    }
}
