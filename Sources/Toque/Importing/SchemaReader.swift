// Reads one schema.org/Recipe object, from JSON or microdata, as an imported recipe.

import Bytes
import Foundation
import HTMLReading
import HTTP

/// Reads schema.org/Recipe, in which almost any value may be a text, a number, a list or an object.
struct SchemaReader {
    /// The objects that a bare `{"@id": …}` refers to, by that id: pages often keep authors and pictures outside the
    /// recipe.
    var named: [String: [String: Any]] = [:]

    private static let known: Set<String> = Set([
        "@context", "@type", "@id", "name", "description", "recipeIngredient", "ingredients", "recipeInstructions",
        "recipeYield", "yield", "prepTime", "cookTime", "totalTime", "recipeCategory", "recipeCuisine", "keywords",
        "image", "nutrition", "url", "creditText", "license", "inLanguage", "author", "isBasedOn", "mainEntityOfPage",
        "tool", "notUnderstood", "ingredientGroups", "encoding",
    ]).union(difficulties)

    /// The fields whose length counts.
    static let weighed = known.subtracting(["image", "author", "encoding"])

    /// Names that sites use for the difficulty, for which schema.org has no field.
    private static let difficulties = ["difficulty", "recipeDifficulty", "difficultyLevel", "educationalLevel"]

    static func isRecipe(_ object: [String: Any]) -> Bool {
        SchemaText.isOfType("recipe", object["@type"])
    }

    func read(_ object: [String: Any]) -> ImportedRecipe {
        var recipe = ImportedRecipe()
        recipe.title = SchemaText.clean(object["name"] ?? object["headline"]).replacing(bytes: "\n", with: " ")
        recipe.description = SchemaText.clean(object["description"])
        recipe.author = SchemaText.cleanAll(
            SchemaText.texts(resolved(object["author"])).map { $0.cut(to: SchemaText.shown) }
        ).joined(separator: ", ")
        recipe.credit = SchemaText.clean(object["creditText"])
        recipe.license = SchemaText.text(object["license"])
        recipe.terms = ImportedTerms(isBasedOn: object["isBasedOn"])
        recipe.address = address(of: object)
        recipe.identifier = SchemaText.text(object["@id"] ?? object["url"])
        recipe.language = SchemaText.text(object["inLanguage"])
        readLines(object, &recipe)
        recipe.steps = StepReader.steps(object["recipeInstructions"])
        for (field, time) in StepReader.times(object["recipeInstructions"]) { recipe.leave(field, time) }
        for key in Self.difficulties where recipe.difficulty.isEmpty {
            recipe.difficulty = SchemaText.clean(object[key])
        }
        readFigures(object, &recipe)
        readTerms(object, &recipe)
        for key in object.keys.sortedByBytes() where !Self.known.contains(key) {
            recipe.leave(key, SchemaText.whole(object[key]))
        }
        recipe.keepWithinLimits()
        if let exact = ExactRecipe.read(object) { recipe.take(exact: exact) }
        return recipe
    }

    private func readLines(_ object: [String: Any], _ recipe: inout ImportedRecipe) {
        var texts = SchemaText.cleanAll(object["recipeIngredient"])
        // Some sites put the lines into the older field and all of them as one text into the newer.
        let older = SchemaText.cleanAll(object["ingredients"])
        if older.count > texts.count { texts = older }
        // A single text of three or more lines is a joined list; one of two lines may be an ingredient with a line
        // break.
        let isJoined = texts.count == 1 && (texts[0].paragraphs.count > 2 || Self.begins(texts[0].paragraphs.last))
        let lines = isJoined ? texts[0].paragraphs : texts.map { $0.paragraphs.joined(separator: " ") }
        recipe.lines = lines.enumerated().map { number, text in
            ImportedRecipe.Line(text: number < ImportLimits.lines ? Self.withoutTraces(text) : text)
        }
    }

    /// Whether a line begins with a number or a bullet, as ingredients do.
    private static func begins(_ line: String?) -> Bool {
        line?.first.map { $0.isNumber || "•·*-–—".contains($0) } ?? false
    }

    /// Removes double parentheses around notes and spaces before commas, which plugins of sites add.
    private static func withoutTraces(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ",") }) else { return line }
        let parts = line.replacing(bytes: " ,", with: ",").split(bytes: "((", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let end = part.utf8.firstIndex { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
            if let end, part[end...].hasPrefix(bytes: "))") {
                text += "(" + part[..<end] + part[part.utf8.index(after: end)...]
            } else {
                text += "((" + part
            }
        }
    }

    private func readFigures(_ object: [String: Any], _ recipe: inout ImportedRecipe) {
        recipe.setMinutes(\.prepMinutes, SchemaText.text(object["prepTime"]), field: "prepTime")
        recipe.setMinutes(\.cookMinutes, SchemaText.text(object["cookTime"]), field: "cookTime")
        recipe.setMinutes(\.totalMinutes, SchemaText.text(object["totalTime"]), field: "totalTime")
        recipe.yields = SchemaText.list(object["recipeYield"] ?? object["yield"]).flatMap(yields)
        for case let figures as [String: Any] in SchemaText.list(object["nutrition"]) {
            for (name, value) in figures where !name.hasPrefix(bytes: "@") {
                let text = SchemaText.clean(value)
                if !text.isEmpty { recipe.nutrition[name] = text }
            }
        }
    }

    /// A text, or a QuantitativeValue: a number with its unit.
    private func yields(_ value: Any) -> [String] {
        guard let object = value as? [String: Any], let number = object["value"] else {
            return SchemaText.cleanAll(value)
        }
        let words = [SchemaText.clean(number), SchemaText.clean(object["unitText"])].filter { !$0.isEmpty }
        return words.isEmpty ? [] : [words.joined(separator: " ")]
    }

    private func readTerms(_ object: [String: Any], _ recipe: inout ImportedRecipe) {
        recipe.categories = SchemaText.cleanAll(object["recipeCategory"])
        recipe.cuisines = SchemaText.cleanAll(object["recipeCuisine"])
        recipe.tools = SchemaText.cleanAll(object["tool"])
        recipe.keywords = SchemaText.cleanAll(object["keywords"]).flatMap { $0.split(bytes: ",").map(\.trimmed) }
            .filter { !$0.isEmpty }
        var seen: Set<String> = []
        recipe.images = images(object["image"]).filter { seen.insert($0).inserted }
    }

    /// Addresses of pictures: texts, or objects that contain one.
    private func images(_ value: Any?) -> [String] {
        SchemaText.list(resolved(value)).flatMap { item -> [String] in
            guard let object = item as? [String: Any] else { return SchemaText.texts(item) }
            return SchemaText.texts(object["url"] ?? object["contentUrl"])
        }
    }

    private func address(of object: [String: Any]) -> String {
        for key in ["url", "mainEntityOfPage", "isBasedOn"] {
            let value = object[key]
            let page = (value as? [String: Any])?["@id"]
            let text = SchemaText.text(page ?? value)
            if !text.isEmpty { return text }
        }
        return ""
    }

    private func resolved(_ value: Any?) -> Any? {
        guard let list = value as? [Any] else { return resolved(object: value) }
        return list.prefix(ImportLimits.images).compactMap(resolved(object:))
    }

    private func resolved(object value: Any?) -> Any? {
        guard let object = value as? [String: Any], object.count <= 2, object["name"] == nil, object["url"] == nil,
            let id = object["@id"] as? String
        else { return value }
        return named[id] ?? value
    }
}

/// Reads the texts of JSON values.
enum SchemaText {
    static func list(_ value: Any?) -> [Any] { value as? [Any] ?? value.map { [$0] } ?? [] }

    /// The text of a value: itself, a number, the first of a list, or an object's `@value`, `text` or `name`.
    static func text(_ value: Any?) -> String { texts(value).first ?? "" }

    /// Whether a recipe exceeds the limit, counting the bytes of texts and 64 for every value. Stops as soon as it
    /// does, because values of a page may refer to each other many times. Of a page only the fields that are read
    /// count: the rest may be the whole page.
    static func isTooLong(_ recipe: [String: Any], ofPage: Bool = false) -> Bool {
        var left = ImportLimits.recipe
        spend(ofPage ? recipe.filter { SchemaReader.weighed.contains($0.key) } : recipe, &left)
        return left < 0
    }

    private static func spend(_ value: Any, _ left: inout Int) {
        left -= each
        guard left >= 0 else { return }
        switch value {
        case let text as String: left -= text.utf8.count
        case let list as [Any]: for item in list where left >= 0 { spend(item, &left) }
        case let object as [String: Any]:
            for (key, item) in object where left >= 0 && !weightless.contains(key) { spend(item, &left) }
        default: break
        }
    }

    /// The cost of a value besides its text.
    private static let each = 64
    private static let weightless: Set<String> = [
        "photo_data", "photos", "review", "reviews", "comment", "comments", "image", "video", "publisher",
    ]

    static func texts(_ value: Any?) -> [String] {
        switch value {
        case let text as String:
            let trimmed = text.trimmed
            return trimmed.isEmpty ? [] : [trimmed]
        case let number as Double:
            return [number == number.rounded() ? String(Int(exactly: number) ?? 0) : String(number)]
        case let list as [Any]: return list.flatMap(texts)
        case let object as [String: Any]:
            return texts(object["@value"] ?? object["text"] ?? object["name"])
        default: return []
        }
    }

    /// Whether an `@type` or `itemtype` ends in this lower-case name, ignoring case.
    static func isOfType(_ name: String, _ value: Any?) -> Bool {
        texts(value).contains { $0.utf8.suffix(name.utf8.count).elementsEqual(name.utf8) { $0 | 0x20 == $1 } }
    }

    /// The first texts and numbers of a value and its parts, for a person to read: `4.8, 120`.
    static func whole(_ value: Any?) -> String {
        var left = 200
        return whole(value, &left)
    }

    /// `left` is the number of values that may still be visited.
    private static func whole(_ value: Any?, _ left: inout Int) -> String {
        left -= 1
        guard left >= 0 else { return "" }
        switch value {
        case let list as [Any]:
            var texts: [String] = []
            for item in list where left > 0 { texts.append(whole(item, &left)) }
            return texts.filter { !$0.isEmpty }.joined(separator: ", ")
        case let object as [String: Any]:
            var texts: [(String, String)] = []
            for key in object.keys.filter({ !$0.utf8.starts(with: "@".utf8) }).sortedByBytes() where left > 0 {
                let text = whole(object[key], &left)
                if !text.isEmpty { texts.append((key, text)) }
            }
            if texts.isEmpty { return text(object) }
            return texts.count == 1 ? texts[0].1 : texts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        default: return clean(text(value).cut(to: shown))
        }
    }

    /// Code points of one author, or of one value of a field that is left out. Many recipes can refer to the same value,
    /// and its length does not count towards the limit of a recipe.
    static let shown = 2_000

    /// The texts without tags and entities and with single spaces; at most the first `ImportLimits.cleaned` texts.
    static func cleanAll(_ value: Any?) -> [String] {
        texts(value).prefix(ImportLimits.cleaned).map { clean($0) }.filter { !$0.isEmpty }
    }

    static func clean(_ value: Any?) -> String { clean(text(value)) }

    /// Without the allowance that markup needs, the text stays as it is: its document is refused.
    static func clean(_ text: String) -> String {
        guard HTMLText.isMarkup(text) else { return clean(plain: text) }
        if let allowance = MarkupAllowance.current, !allowance.takes(text.utf8.count) { return text }
        return clean(plain: HTMLText.plain(text))
    }

    /// The same for a text without markup.
    static func clean(plain: String) -> String {
        if isClean(plain) { return plain }
        // Combining marks that a tag or soft hyphen separated are now next to each other.
        return StreamSafe.limited(withoutSoftHyphens(plain)).split(whereSeparator: \.isNewline).map { line in
            line.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\u{200b}" || $0 == "\u{feff}" }
                .map { String($0) }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func withoutSoftHyphens(_ text: String) -> String {
        guard text.utf8.contains(0xAD) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{AD}" }))
    }

    /// Whether a text needs no cleaning. Most are one line of ASCII with single spaces, for which Unicode tables are
    /// not needed.
    private static func isClean(_ text: String) -> Bool {
        var before = UInt8(ascii: " ")
        for byte in text.utf8 {
            guard byte >= 0x20, byte < 0x7f, byte != 0x20 || before != 0x20 else { return false }
            before = byte
        }
        return before != 0x20
    }
}
