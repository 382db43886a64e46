// Facts that an ingredient states and that do not count, because of what it contains or may contain.

import Food
import Texts
import Words

/// One overruled fact, with the parts that overrule it.
struct OverruledFact {
    let ingredient: String
    let name: FactName
    let stated: Fact
    let known: Fact
    let parts: [IngredientEntry.Part]

    /// The overruled facts of some ingredients. The facts of `entries` must be resolved already.
    static func all(_ keys: Set<String>, in entries: [IngredientEntry]) -> [OverruledFact] {
        let facts = Dictionary(entries.map { ($0.key, $0.facts) }) { first, _ in first }
        return entries.filter { keys.contains($0.key) }.flatMap { of($0) { facts[$0] ?? .unknown } }
    }

    private static func of(_ entry: IngredientEntry, _ facts: (String) -> IngredientFacts) -> [OverruledFact] {
        FactName.allCases.compactMap { name in
            guard let stated = entry.stated[name], stated != entry.facts[name] else { return nil }
            let parts = entry.parts.filter { part in
                IngredientGraph.careful(stated, holding: facts(part.key)[name], isCertain: part.isCertain, name)
                    != stated
            }
            return OverruledFact(
                ingredient: entry.key, name: name, stated: stated, known: entry.facts[name], parts: parts)
        }
    }

    func text(_ catalogue: Catalogue, _ language: Language) -> String {
        func word(_ fact: Fact) -> String { Text.dynamic("fact.\(fact.word)", language) ?? fact.word }
        let names = parts.map { part in
            let name = catalogue.displayName(part.key, language)
            return part.isCertain ? name : Text.ingredientMayBeIn(language, name: name)
        }
        return Text.ingredientOverruled(
            language, known: word(known), names: names.joined(separator: ", "), stated: word(stated))
    }

    /// The same text after the ingredient and the fact, for a list.
    func line(_ catalogue: Catalogue, _ language: Language) -> String {
        let column = IngredientColumn.all.first { $0.name == name.column }?.label(language) ?? name.column
        return "\(catalogue.displayName(ingredient, language)), \(column): \(text(catalogue, language))"
    }

    /// The facts of a change that would not count: in its own ingredients, and additionally in those that depend on
    /// them.
    static func lines(of rows: [ChangedRow], _ catalogue: Catalogue, _ language: Language) -> [String] {
        let changed = Set(rows.map(\.key))
        let entries = IngredientGraph.resolved(catalogue.entries(applying: rows))
        let following = IngredientGraph(entries).dependents(of: changed).subtracting(changed)
        let known = Set(all(following, in: catalogue.entries).map(\.id))
        return all(changed, in: entries).map { $0.line(catalogue, language) }
            + all(following, in: entries).filter { !known.contains($0.id) }.map { $0.line(catalogue, language) }
    }

    private var id: String { "\(ingredient) \(name.column)" }
}
