// What a revision holds: the whole text of a recipe, encoded the same way every time so that its hash names it.

import Bytes
import Food
import Foundation
import Security

/// The content of one revision; immutable once stored.
struct RecipeBody: Decodable, Equatable, Sendable {
    var title = ""
    var description = ""
    /// `en` or `ru`: the language it is written in.
    var language = "en"
    /// Keys of the catalogue.
    var category: String?
    var cuisine: String?
    var servings: Int?
    var prepMinutes: Int?
    var cookMinutes: Int?
    var difficulty: Difficulty?
    var lines: [RecipeLine] = []
    var steps: [RecipeStep] = []
    var tips = ""
    var source = ""
    var photo: String?
    /// What a serving holds, where the author says so.
    var figures: AuthorFigures?
    /// Ingredients that its texts name and that are no part of the dish, as its author says: names with commas between.
    var notInDish: String?
    /// What its lines were understood as when it was stored.
    var understanding = KeptUnderstanding()

    /// Minutes from start to table, when the author gave any.
    var totalMinutes: Int? {
        prepMinutes == nil && cookMinutes == nil ? nil : (prepMinutes ?? 0) + (cookMinutes ?? 0)
    }

    /// The address that the source begins with: `https://example.org/soup · CC BY 4.0`.
    var sourceAddress: String? {
        guard ["https://", "http://"].contains(where: { source.hasPrefix(bytes: $0) }) else { return nil }
        var address = Substring(source.unicodeScalars.prefix { !$0.properties.isWhitespace })
        while let last = address.utf8.last, ".,;".utf8.contains(last) { address.unicodeScalars.removeLast() }
        let host = address[address.prefix(beforeAny: "/").endIndex...].trimmingPrefix(anyOf: "/")
        return host.unicodeScalars.first.map(isPartOfHost) == true ? String(address) : nil
    }

    private func isPartOfHost(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Whether it has what a recipe needs: imports may lack steps.
    var isComplete: Bool { !title.isEmpty && !lines.isEmpty && !steps.isEmpty }

    /// Canonical JSON: the same keys in the same order, so that equal bodies are equal bytes.
    func encoded() -> String {
        var json = JSONText()
        json.add("title", title)
        json.add("description", description)
        json.add("language", language)
        json.add("category", category)
        json.add("cuisine", cuisine)
        json.add("servings", servings.map(Double.init))
        json.add("prepMinutes", prepMinutes.map(Double.init))
        json.add("cookMinutes", cookMinutes.map(Double.init))
        json.add("difficulty", difficulty?.rawValue)
        json.add("lines", raw: "[" + lines.map(\.encoded).joined(separator: ",") + "]")
        json.add("steps", raw: "[" + steps.map(\.encoded).joined(separator: ",") + "]")
        json.add("tips", tips)
        json.add("source", source)
        json.add("photo", photo)
        // Texts without figures stay what they were, and so do their hashes.
        if let figures { json.add("figures", raw: figures.encoded) }
        if let notInDish { json.add("notInDish", notInDish) }
        return json.object
    }

    /// The ids of its videos.
    var videos: [String] { steps.filter(\.isVideo).map(\.media) }

    /// The ids of the pictures and videos of its steps, each once.
    var stepMedia: [String] { Set(steps.map(\.media)).subtracting([""]).sorted() }

    /// Names the lines, the servings and the carbohydrate and sugars that the author gives: diets follow from these and
    /// from nothing else.
    var ingredientsSHA256: String {
        let carbohydrate = figures?.carbohydrateWithoutFibre.map { ["\($0.lowerBound) \($0.upperBound)"] } ?? []
        let parts = [servings.map(String.init) ?? ""] + lines.map(\.encoded) + carbohydrate
        return SHA256.hex(parts.joined(separator: "\n"))
    }

    init() {}

    init(encoded: String) throws {
        self = try JSONDecoder().decode(RecipeBody.self, from: Data(encoded.utf8))
    }

    /// With what it was understood as, which stands beside it and never in it: a text may come from anywhere.
    init(encoded: String, understood lines: String?, edition: Int?) throws {
        try self.init(encoded: encoded)
        understanding = KeptUnderstanding(lines ?? "", edition: edition ?? -1, of: dish)
    }

    private enum CodingKeys: CodingKey {
        case title, description, language, category, cuisine, servings, prepMinutes, cookMinutes, difficulty, lines,
            steps
        case tips, source, photo, figures, notInDish
    }
}

/// How hard a recipe is, by its author.
enum Difficulty: String, Codable, CaseIterable, Sendable {
    case easy, medium, hard
}

/// Names in addresses: `borscht` of `/recipes/42-borscht`.
enum Slug {
    /// Lower-case Latin letters, digits and hyphens, at most 60; Cyrillic is transliterated, the rest left out.
    static func make(_ title: String) -> String {
        var slug = ""
        let isPlain = title.utf8.allSatisfy { $0 < 0x80 }
        for scalar in (isPlain ? title : title.decomposedStringWithCompatibilityMapping).lowercased().unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
            case "\u{300}"..."\u{36f}", "'", "’": continue
            default:
                if let latin = cyrillic[scalar] {
                    slug += latin
                } else if !slug.isEmpty, !slug.hasSuffix(bytes: "-") {
                    slug += "-"
                }
            }
            if slug.utf8.count >= 60 { break }
        }
        let short = slug.prefix(60)
        return String(short.dropping(suffix: "-") ?? short)
    }

    /// `42-borscht`, or `42` where the title has no letters for a name.
    static func segment(_ id: Int, _ slug: String) -> String { slug.isEmpty ? String(id) : "\(id)-\(slug)" }

    /// The id of `42-borscht` or `42`.
    static func id(_ segment: String) -> Int? {
        let digits = segment.prefix(beforeAny: "-")
        guard digits.utf8.count <= 18, let id = Int(digits), id > 0, !digits.hasPrefix(bytes: "+") else { return nil }
        return id
    }

    private static let cyrillic: [Unicode.Scalar: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "к": "k",
        "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
        "я": "ya", "і": "i", "є": "ye", "ґ": "g", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "ı": "i",
    ]
}
