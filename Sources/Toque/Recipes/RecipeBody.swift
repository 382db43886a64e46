// The content of a revision: the whole text of a recipe, always encoded the same way so that its hash identifies it.

import Bytes
import Food
import Foundation
import Security

/// The content of one revision; it never changes once stored.
struct RecipeBody: Decodable, Equatable, Sendable {
    var title = ""
    var description = ""
    /// The language of the text: `en` or `ru`.
    var language = "en"
    /// Keys in the catalogue.
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
    /// The nutrition of a serving, if the author gave it.
    var figures: AuthorFigures?
    /// Ingredients that the texts name but that are not in the dish, as the author stated: names separated by commas.
    var notInDish: String?
    /// Tags with commas between: see `TagRules`.
    var tags: String?
    var licence: TextLicence?
    /// Who is to be named where the text is reused, if the author's name is not enough.
    var credit: String?
    var adaptedFrom: AdaptedFrom?
    /// The understanding of its lines, as stored with it.
    var understanding = KeptUnderstanding()

    /// Minutes of preparation and cooking together; `nil` if the author gave neither.
    var totalMinutes: Int? {
        prepMinutes == nil && cookMinutes == nil ? nil : (prepMinutes ?? 0) + (cookMinutes ?? 0)
    }

    /// The address at the start of the source, without final punctuation: `https://example.org/soup · CC BY 4.0`.
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

    /// Whether it has a title, lines and steps; imported recipes may lack steps.
    var isComplete: Bool { !title.isEmpty && !lines.isEmpty && !steps.isEmpty }

    /// Canonical JSON: the same keys in the same order, so that equal bodies have equal bytes.
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
        // Absent fields are left out, so that older texts keep their encoding and their hashes.
        if let figures { json.add("figures", raw: figures.encoded) }
        if let notInDish { json.add("notInDish", notInDish) }
        if let tags { json.add("tags", tags) }
        if let licence { json.add("licence", licence.rawValue) }
        if let credit { json.add("credit", credit) }
        if let adaptedFrom { json.add("adaptedFrom", raw: adaptedFrom.encoded) }
        return json.object
    }

    /// The ids of its videos.
    var videos: [String] { steps.filter(\.isVideo).map(\.media) }

    /// The ids of the pictures and videos of its steps, without duplicates.
    var stepMedia: [String] { Set(steps.map(\.media)).subtracting([""]).sorted() }

    /// The hash of the lines, the servings and the author's carbohydrate range. Diets are calculated from these and
    /// from the ingredients that only the texts name, which `Catalogue.namesMore` compares.
    var ingredientsSHA256: String {
        let carbohydrate = figures?.carbohydrateWithoutFibre.map { ["\($0.lowerBound) \($0.upperBound)"] } ?? []
        let parts = [servings.map(String.init) ?? ""] + lines.map(\.encoded) + carbohydrate
        return SHA256.hex(parts.joined(separator: "\n"))
    }

    init() {}

    init(encoded: String) throws {
        self = try JSONDecoder().decode(RecipeBody.self, from: Data(encoded.utf8))
    }

    /// Decodes a text with its stored understanding. That is stored next to the text, never in it, because a text may
    /// come from any source.
    init(encoded: String, understood lines: String?, edition: Int?) throws {
        try self.init(encoded: encoded)
        understanding = KeptUnderstanding(lines ?? "", edition: edition ?? -1, of: dish)
    }

    private enum CodingKeys: CodingKey {
        case title, description, language, category, cuisine, servings, prepMinutes, cookMinutes, difficulty, lines,
            steps
        case tips, source, photo, figures, notInDish, tags, licence, credit, adaptedFrom
    }
}

/// The difficulty that the author gave.
enum Difficulty: String, Codable, CaseIterable, Sendable {
    case easy, medium, hard
}
