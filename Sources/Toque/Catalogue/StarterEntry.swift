// Entries of the starter files, each with a text whose hash shows whether it is as it was loaded.

import Food
import Security

protocol StarterEntry {
    var key: String { get }
    /// Its names, which no other entry of its kind may have.
    var names: [String] { get }
    /// All values of the entry except its position in a list.
    var text: String { get }
    /// The entry without the names that others have; `nil` if too little is left.
    func without(_ isTaken: (String) -> Bool) -> Self?
}

extension StarterEntry {
    var sha256: String { SHA256.hex(text) }
}

extension IngredientEntry: StarterEntry {
    var names: [String] { english.all + russian.all }

    /// Without a parent and parts the text is the same as before these existed, so that older hashes stay valid.
    var text: String {
        let weights = portions.sorted { $0.name < $1.name }.map { "\($0.name) \($0.grams)" }
        let own = [
            english.singular, english.plural, english.synonyms.joined(separator: ", "), russian.singular,
            russian.plural, russian.synonyms.joined(separator: ", "), aisle, stated.code, usda.map(String.init) ?? "",
            density.map { String($0) } ?? "", weights.joined(separator: ", "), colour ?? "",
        ]
        let above = parent.map { ["is \($0)"] } ?? []
        let inside = parts.map { ($0.isCertain ? "holds " : "may hold ") + $0.key }.sorted()
        return (own + above + inside).joined(separator: "\n")
    }

    func without(_ isTaken: (String) -> Bool) -> IngredientEntry? {
        if isTaken(english.singular) || isTaken(russian.singular) { return nil }
        func free(_ names: Names) -> Names {
            Names(
                singular: names.singular, plural: isTaken(names.plural) ? nil : names.plural,
                synonyms: names.synonyms.filter { !isTaken($0) })
        }
        return with(english: free(english), russian: free(russian))
    }
}

extension CatalogueTerm: StarterEntry {
    var names: [String] { [english, russian] }
    var text: String { "\(english)\n\(russian)" }
    func without(_ isTaken: (String) -> Bool) -> CatalogueTerm? { names.contains(where: isTaken) ? nil : self }
}

extension MeasuringUnit: StarterEntry {
    var names: [String] { english + russian }

    var text: String {
        [english.joined(separator: ", "), russian.joined(separator: ", "), kind.rawValue, String(factor)]
            .joined(separator: "\n")
    }

    func without(_ isTaken: (String) -> Bool) -> MeasuringUnit? {
        let free = MeasuringUnit(
            key: key, english: english.filter { !isTaken($0) }, russian: russian.filter { !isTaken($0) }, kind: kind,
            factor: factor)
        return free.english.isEmpty || free.russian.isEmpty ? nil : free
    }
}

extension Nutrition: StarterEntry {
    var key: String { String(number) }
    var names: [String] { [] }
    var text: String { ([name] + figures.map { $0.map { String($0) } ?? "" }).joined(separator: "\n") }
    func without(_ isTaken: (String) -> Bool) -> Nutrition? { self }
}
