// Reads the ingredient files of the starter catalogue (`Starter/Ingredients/*.txt`) into entries.

import Bytes

/// An error in a catalogue file, with the file and the line.
package struct CatalogueError: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let message: String

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    package var description: String { "\(file):\(line): \(message)" }
}

/// The parser of one ingredient file: aisles, and blocks of indented `key: value` lines below a pair of names.
package struct CatalogueFile {
    private let file: String
    private var aisle: String?
    private var draft: Entry?
    private var entries: [IngredientEntry] = []

    /// Reads a whole file; `name` is used only in error messages.
    package static func parse(_ text: String, file name: String) throws(CatalogueError) -> [IngredientEntry] {
        var parser = CatalogueFile(file: name)
        for (number, line) in CatalogueText.lines(text) { try parser.take(line, number) }
        try parser.finish()
        return parser.entries
    }

    private init(file: String) { self.file = file }

    private mutating func take(_ line: Substring, _ number: Int) throws(CatalogueError) {
        let text = CatalogueText.trimmed(line)
        if text.isEmpty || text.hasPrefix(bytes: "#") { return }
        if line.hasPrefix(bytes: " ") || line.hasPrefix(bytes: "\t") { return try property(text, number) }
        try finish()
        if text.hasPrefix(bytes: "==") {
            aisle = CatalogueText.trimmed(text.trimmingPrefix(anyOf: "="))
            return
        }
        guard let aisle, !aisle.isEmpty else { throw error(number, "an ingredient before the first “== aisle”") }
        let names = CatalogueText.split(text[...], by: "|")
        guard names.count <= 2, let singular = names.first, !singular.isEmpty else {
            throw error(number, "expected “singular | plural”")
        }
        draft = Entry(line: number, english: .init(singular: singular, plural: names.dropFirst().first), aisle: aisle)
    }

    private mutating func property(_ text: String, _ number: Int) throws(CatalogueError) {
        guard var draft else { throw error(number, "an indented line outside an ingredient") }
        guard let colon = text.firstIndex(ofBytes: ":") else { throw error(number, "expected “key: value”") }
        let key = CatalogueText.trimmed(text[..<colon])
        let value = CatalogueText.trimmed(text[text.utf8.index(after: colon)...])
        guard draft.seen.insert(key).inserted else { throw error(number, "“\(key)” a second time") }
        switch key {
        case "ru":
            let names = CatalogueText.split(value[...], by: "|")
            guard names.count <= 2, let singular = names.first, !singular.isEmpty else {
                throw error(number, "expected “ru: singular | plural”")
            }
            draft.russian = .init(singular: singular, plural: names.dropFirst().first)
        case "also": draft.english.synonyms = CatalogueText.list(value[...])
        case "also ru": draft.alsoRussian = CatalogueText.list(value[...])
        case "facts": draft.facts = (number, try facts(value, number))
        case "is": draft.parent = CatalogueText.slug(value)
        case "holds":
            draft.parts += CatalogueText.list(value[...]).map {
                IngredientEntry.Part(key: CatalogueText.slug($0), isCertain: true)
            }
        case "may hold":
            draft.parts += CatalogueText.list(value[...]).map {
                IngredientEntry.Part(key: CatalogueText.slug($0), isCertain: false)
            }
        case "usda": draft.usda = try whole(value, number)
        case "density": draft.density = try positive(value, number)
        case "portions": draft.portions = try portions(value, number)
        case "colour": draft.colour = value
        default: throw error(number, "no such line: “\(key)”")
        }
        self.draft = draft
    }

    private func facts(_ value: String, _ number: Int) throws(CatalogueError) -> StatedFacts {
        do { return try StatedFacts(line: value[...]) } catch { throw self.error(number, error.message) }
    }

    private func portions(_ value: String, _ number: Int) throws(CatalogueError) -> [IngredientEntry.Portion] {
        var portions: [IngredientEntry.Portion] = []
        for item in CatalogueText.list(value[...]) {
            guard let space = item.lastIndex(ofByte: " ") else {
                throw error(number, "expected “name grams”: “\(item)”")
            }
            let grams = try positive(CatalogueText.trimmed(item[space...]), number)
            portions.append(.init(name: CatalogueText.trimmed(item[..<space]), grams: grams))
        }
        return portions
    }

    private func whole(_ value: String, _ number: Int) throws(CatalogueError) -> Int {
        guard let whole = Int(value), whole > 0 else { throw error(number, "not a number: “\(value)”") }
        return whole
    }

    private func positive(_ value: String, _ number: Int) throws(CatalogueError) -> Double {
        guard let amount = Double(value), amount > 0, amount.isFinite else {
            throw error(number, "not a number: “\(value)”")
        }
        return amount
    }

    private func error(_ line: Int, _ message: String) -> CatalogueError {
        CatalogueError(file: file, line: line, message: message)
    }

    private mutating func finish() throws(CatalogueError) {
        guard let draft else { return }
        self.draft = nil
        guard var russian = draft.russian else {
            throw error(draft.line, "“\(draft.english.singular)” has no “ru:” line")
        }
        guard draft.facts != nil || draft.parent != nil else {
            throw error(draft.line, "“\(draft.english.singular)” has no “facts:” line")
        }
        if let (line, facts) = draft.facts, draft.parent == nil, !facts.isComplete {
            throw error(line, "no profile, and no “is:” line to take the rest from")
        }
        russian.synonyms = draft.alsoRussian
        entries.append(
            IngredientEntry(
                key: CatalogueText.slug(draft.english.singular), english: draft.english, russian: russian,
                aisle: draft.aisle, stated: draft.facts?.facts ?? StatedFacts(), parent: draft.parent,
                parts: draft.parts,
                usda: draft.usda, density: draft.density, portions: draft.portions, colour: draft.colour))
    }

    /// An entry whose lines are still being read.
    private struct Entry {
        let line: Int
        var english: IngredientEntry.Names
        let aisle: String
        var russian: IngredientEntry.Names?
        var alsoRussian: [String] = []
        /// The stated facts, with the number of their line.
        var facts: (line: Int, facts: StatedFacts)?
        var parent: String?
        var parts: [IngredientEntry.Part] = []
        var usda: Int?
        var density: Double?
        var portions: [IngredientEntry.Portion] = []
        var colour: String?
        var seen: Set<String> = []
    }
}
