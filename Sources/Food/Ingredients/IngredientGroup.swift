// Reads the groups of `Starter/groups.txt`: words such as “nuts” and “red meat” that people leave out of a search.

import Bytes
package import Words

/// A word that means an allergen, or more than one ingredient.
package struct IngredientGroup: Sendable {
    package var english: IngredientEntry.Names
    package var russian = IngredientEntry.Names(singular: "")
    /// Recipes must certainly be free from these allergens.
    package var allergens: [Allergen] = []
    /// Recipes must certainly fit these diets.
    package var diets: [DietFact] = []
    /// English names of ingredients in the group, the most usual first; a search with the group finds these.
    package var kinds: [String] = []
    /// Keys of aisles whose ingredients are of the group; with allergens, only those that contain one of them.
    package var aisles: [String] = []
    /// Facts: an ingredient with `yes` for one of them is in the group.
    package var facts: [DietFact] = []
    /// Words: an ingredient with one of them in its English name is in the group or contains it.
    package var named: [String] = []
    /// Other words, in both languages, for food of the group in lines that are not understood: `wings`.
    package var words: [String] = []
    /// English names of other ingredients that contain the group.
    package var holding: [String] = []
    /// English names of ingredients that are not of the group, although `named` or `aisles` would add them, or they are
    /// kinds of an ingredient of the group: a vegetable stock cube is a stock cube, but contains no meat.
    package var except: [String] = []
    /// English names of other groups whose ingredients are in this one.
    package var groups: [String] = []

    package init(_ names: [String]) { english = .init(singular: names[0], plural: names.dropFirst().first) }

    /// Reads blocks of indented `key: value` lines, each below the English names of a group.
    package static func parse(_ text: String, file: String) throws(CatalogueError) -> [IngredientGroup] {
        var groups: [IngredientGroup] = []
        for (number, line) in CatalogueText.lines(text) {
            func problem(_ message: String) -> CatalogueError {
                CatalogueError(file: file, line: number, message: message)
            }
            let text = CatalogueText.trimmed(line)
            if text.isEmpty || text.hasPrefix(bytes: "#") { continue }
            if line.utf8.first != UInt8(ascii: " ") {
                groups.append(IngredientGroup(CatalogueText.split(text[...], by: "|")))
                continue
            }
            guard !groups.isEmpty else { throw problem("an indented line outside a group") }
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw problem("expected “key: value”")
            }
            let key = String(text[..<colon])
            let value = CatalogueText.trimmed(text[text.utf8.index(after: colon)...])
            guard groups[groups.count - 1].take(key, value) else { throw problem("cannot read “\(text)”") }
        }
        return groups
    }

    /// Reads one line; `false` for a key or a value that does not exist.
    private mutating func take(_ key: String, _ value: String) -> Bool {
        let list = CatalogueText.list(value[...])
        switch key {
        case "ru":
            let names = CatalogueText.split(value[...], by: "|")
            russian = .init(singular: names[0], plural: names.dropFirst().first, synonyms: russian.synonyms)
        case "also": english.synonyms = list
        case "also ru": russian.synonyms = list
        case "allergens": allergens = list.compactMap(Allergen.init(rawValue:))
        case "diets": diets = list.compactMap(DietFact.init(rawValue:))
        case "facts": facts = list.compactMap(DietFact.init(rawValue:))
        case "kinds": kinds = list
        case "aisles": aisles = list
        case "named": named = list
        case "words": words = list
        case "in": holding = list
        case "not": except = list
        case "groups": groups = list
        default: return false
        }
        let read = ["allergens": allergens.count, "diets": diets.count, "facts": facts.count][key]
        return !list.isEmpty && (read ?? list.count) == list.count
    }

    package func name(_ language: Language) -> String { language == .ru ? russian.singular : english.singular }
}
