// Searches as JSON.

import Food

/// The results of a search, and how it was read.
struct SearchJSON: Encodable {
    struct Item: Encodable {
        let card: CardJSON
        /// The products whose labels decide; absent where the recipe fits without them.
        let check: [String]?

        private enum Key: CodingKey { case check }

        func encode(to encoder: any Encoder) throws {
            try card.encode(to: encoder)
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encodeIfPresent(check, forKey: .check)
        }
    }

    struct Reading: Encodable {
        let words: String
        let with: [String]
        let without: [String]
        let diets: [String]
        let freeFrom: [String]
        let nutrition: [String]
        let tags: [String]
        let category: String?
        let cuisine: String?
        let maxMinutes: Int?

        private enum Key: CodingKey {
            case words, with, without, diets, freeFrom, nutrition, tags, category, cuisine, maxMinutes
        }

        /// Writes every field, also those that are null.
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(words, forKey: .words)
            try fields.encode(with, forKey: .with)
            try fields.encode(without, forKey: .without)
            try fields.encode(diets, forKey: .diets)
            try fields.encode(freeFrom, forKey: .freeFrom)
            try fields.encode(nutrition, forKey: .nutrition)
            try fields.encode(tags, forKey: .tags)
            try fields.encode(category, forKey: .category)
            try fields.encode(cuisine, forKey: .cuisine)
            try fields.encode(maxMinutes, forKey: .maxMinutes)
        }
    }

    let total: Int
    let page: Int
    let items: [Item]
    let readAs: Reading
    /// The words as typed, where corrected ones were searched for.
    let misspelt: String?
    /// Whether no recipe has all words, so that one is enough.
    let needsOneWord: Bool
    /// Whether no recipe is of the typed course, so that recipes of others are listed.
    let ignoresCourse: Bool
    /// How many more recipes fit where labels decide about a diet, and about an allergen.
    let checkLabel: Int
    let checkLabelAllergens: Int
}

extension SearchJSON.Reading {
    init(_ form: SearchForm, _ typed: TypedSearch, _ query: SearchQuery) {
        words = typed.terms.filter { !$0.isExcluded }.flatMap(\.words).joined(separator: " ")
        with = form.with + typed.with()
        without = form.without + typed.without()
        diets = Diet.allCases.filter(query.diets.contains).map(\.rawValue)
        freeFrom = Allergen.allCases.filter(query.freeFrom.contains).map(\.rawValue)
        nutrition = (form.claims + typed.claims()).map(\.rawValue)
        tags = form.tags
        category = form.category.isEmpty ? typed.categories().first : form.category
        cuisine = form.cuisine.isEmpty ? typed.cuisines().first : form.cuisine
        maxMinutes = query.maxMinutes
    }
}
