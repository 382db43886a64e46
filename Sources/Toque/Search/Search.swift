// Handlers for searching by words, ingredients and filters; the address contains the whole search.

import Bytes
import Database
import Food
import Foundation
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum Search {
    static func show(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        let (own, taste) = (try context.ownFilters(), try context.ownTaste())
        let sent = SearchForm(context.request.query)
        let tutorials = try tutorials(sent.words, context)
        let request = SearchRequest(
            form: sent, filters: sent.ignoresDefaults ? DefaultFilters() : own,
            taste: sent.ignoresDefaults ? Taste() : taste, catalogue: catalogue, now: context.now,
            wantsCounts: !context.wantsJSON, index: context.site.recipeSearchIndex, keepsSpelling: !tutorials.isEmpty)
        let reading = try await context.read(request)
        if context.wantsJSON { return try context.json(json(reading, catalogue)) }
        context.noteSearch(sent.words, page: sent.page)
        let (form, total) = (reading.form, reading.answer.found.total)
        let isAsked = !form.asksForNothing && reading.unknown.isEmpty
        let isFew = isAsked && total <= SearchQuery.few && !reading.query.isLong
        let finder = AlternativeFinder(
            reading: reading, request: request, site: context.site, language: context.language)
        let others = isFew ? try await onWorker(context) { try finder.find($0) } : nil
        let suggestion =
            isFew && tutorials.isEmpty && reading.misspelt == nil && total > 0
            ? try await spelling(reading, request, context) : nil
        let tasteNote =
            total > 1
            ? TasteNote(taste.ranking(reading.query, catalogue), form, catalogue, context.language) : nil
        return context.page(
            SearchPage(
                reading,
                cards: try context.foundCards(
                    reading.answer.found.recipes, labels: reading.answer.labels, catalogue),
                selecting: try SelectSeveral(form.address(), isEmpty: reading.answer.found.recipes.isEmpty, context),
                keepSelecting: { SelectSeveral.keep($0, context) }, didYouMean: suggestion,
                tutorials: tutorials,
                offers: try others.map {
                    SearchOffers(
                        $0, nearest: try context.foundCards($0.nearest?.recipes ?? [], catalogue), catalogue,
                        context.language)
                },
                tasteNote: tasteNote,
                defaultFilterNote: tasteNote?.isAside == true
                    ? nil
                    : DefaultFilterNote(
                        own, ignoresDefaults: form.ignoresDefaults, showsAll: form.address(ignoresDefaults: true),
                        again: form.address(ignoresDefaults: false), context.language),
                catalogue,
                layout: context.layout(
                    title: form.words.isEmpty ? Text.searchTitle(context.language) : form.words, section: "search",
                    isListed: false, query: form.words),
                script: context.site.assets.address("filters.js"), context.language))
    }

    /// The tutorials that the words name, as they were typed.
    private static func tutorials(_ words: String, _ context: Context) throws -> [TutorialLink] {
        if words.isEmpty { return [] }
        let tutorials = try context.site.tutorials.current(context.reader)
        return tutorials.named(by: words).map { TutorialLink($0, context.language) }
    }

    /// Runs work that a page can do without; `nil` if too much waits for the workers.
    static func onWorker<T: Sendable>(
        _ context: Context, _ work: @escaping @Sendable (Connection) throws -> T?
    ) async throws -> T? {
        let site = context.site
        do {
            return try await site.workers.run { try site.readOnWorker(work) }
        } catch is WorkerPool.Full {
            return nil
        }
    }

    /// A likelier spelling of a search that finds little, if it finds more.
    private static func spelling(
        _ reading: SearchReading, _ request: SearchRequest, _ context: Context
    ) async throws -> String? {
        try await onWorker(context) { db -> String? in
            let spelling = Spelling(db: db, catalogue: request.catalogue, index: try request.index?.current(db))
            guard let words = try spelling.better(reading.typed, reading.form.words) else { return nil }
            let corrected = request.reading(try reading.form.with(words: words))
            guard corrected.unknown.isEmpty else { return nil }
            let count = try SearchStore(db, request.index).count(corrected.query)
            return count > reading.answer.found.total ? words : nil
        }
    }

    private static func json(_ reading: SearchReading, _ catalogue: Catalogue) -> SearchJSON {
        let answer = reading.answer
        return SearchJSON(
            total: answer.found.total, page: reading.form.page,
            items: answer.found.recipes.map { row in
                let labels = answer.labels[row.id] ?? []
                return .init(
                    card: CardJSON(row),
                    check: labels.isEmpty ? nil : labels.map { catalogue.displayName($0, .en) })
            },
            readAs: .init(reading.form, reading.typed, reading.query), misspelt: reading.misspelt,
            needsOneWord: reading.query.needsOneWord, ignoresCourse: reading.ignoresCourse,
            checkLabel: answer.more.diets,
            checkLabelAllergens: answer.more.allergens)
    }
}

/// What a search found.
struct SearchAnswer: Sendable {
    var found = SearchResult.none
    var facets = SearchFacets()
    /// How many more recipes fit where labels decide.
    var more = (diets: 0, allergens: 0)
    /// The products whose labels decide, by recipe.
    var labels: [Int: [String]] = [:]

    /// Whether no recipe certainly fits, but some do if labels agree.
    var fitsOnlyByLabel: Bool { found.total == 0 && more.diets + more.allergens > 0 }
}

/// A card of a list, with the labels to check and what the viewer dislikes.
struct FoundCard {
    let card: HTML
    let notes: [String]

    var isPlain: Bool { notes.isEmpty }
}

extension Context {
    /// The cards of a list; `labels` are the keys of products to check, by recipe.
    func foundCards(
        _ rows: [PublicRecipeRow], labels: [Int: [String]] = [:], _ catalogue: Catalogue
    ) throws -> [FoundCard] {
        let (cards, disliked) = (
            try selectableCards(rows, catalogue), try dislikedNotes(rows.map(\.id), catalogue)
        )
        return zip(rows, cards).map { row, card in
            let names = (labels[row.id] ?? []).map { catalogue.pluralName($0, language) }
            let check = names.isEmpty ? nil : Text.searchCheckLabels(language, names: names.joined(separator: ", "))
            return FoundCard(card: card, notes: [check, disliked[row.id]].compactMap(\.self))
        }
    }
}
