// Proposes the course and the cuisine of an imported recipe whose source names none.

import Bytes
import Food
import Words

extension Catalogue {
    /// Sets the course, if keywords name exactly one or else the title names one, and the cuisine, if keywords name
    /// exactly one. A wrong value is worse than none. Each is noted with the words that it was taken from.
    func propose(_ keywords: [Tag], _ recipe: inout ConvertedRecipe) {
        if recipe.body.cuisine == nil, !keywords.isEmpty {
            let known = keys(Language.allCases.flatMap { cuisineNames($0) })
            let named = keywords.compactMap { tag in known[tag.key].map { (name: tag.name, key: $0) } }
            if let first = named.first, named.allSatisfy({ $0.key == first.key }) {
                recipe.body.cuisine = first.key
                recipe.notes.append((.keywordCuisine, first.name))
            }
        }
        guard recipe.body.category == nil else { return }
        let named = courses(of: keywords)
        if let first = named.first, named.allSatisfy({ $0.key == first.key }) {
            recipe.body.category = first.key
            recipe.notes.append((.keywordCategory, first.name))
        } else if let course = course(ofTitle: recipe.body.title), isListed(.category, course),
            named.isEmpty || named.contains(where: { $0.key == course })
        {
            recipe.body.category = course
            recipe.notes.append((.titleCategory, recipe.body.title))
        }
    }

    /// The courses that keywords name. Bread, baking, sauces and preserves are left out: as keywords they often name
    /// what is in the dish or served with it.
    private func courses(of keywords: [Tag]) -> [(name: String, key: String)] {
        guard !keywords.isEmpty else { return [] }
        let known = keys(Language.allCases.flatMap { categoryNames($0) })
        return keywords.compactMap { tag in
            let word = tag.key.dropping(suffix: " recipes").map { String($0) } ?? tag.key
            let key = WordList.foreignCourses[word] ?? known[word]
            guard let key, !Self.foods.contains(key), isListed(.category, key) else { return nil }
            return (name: tag.name, key: key)
        }
    }

    /// The keys by themselves and by their folded names.
    private func keys(_ names: [(key: String, name: String)]) -> [String: String] {
        names.reduce(into: [:]) { keys, term in
            keys[term.key] = term.key
            keys[Words.fold(term.name)] = term.key
        }
    }

    private static let foods: Set<String> = ["bread", "baking", "sauce", "preserve"]
}
