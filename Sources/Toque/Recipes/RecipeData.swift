// Writes a recipe as schema.org/Recipe in JSON-LD, for search engines and other programs.

import Bytes
import Food
import Foundation
import HTML
import Texts
import Words

/// Builds the JSON-LD of a recipe; fields without a value are left out.
struct RecipeData {
    private let revision: Revision
    private let author: Author
    private let diets: DerivedDiets
    /// UTC milliseconds; `nil` if the recipe is not public.
    private let publishedAt: Int?
    private let catalogue: Catalogue
    /// The scheme and host that addresses begin with.
    private let site: String
    /// The lengths of its videos in milliseconds, by their ids.
    private let milliseconds: [String: Int]
    private let rating: RecipeRating

    init(
        _ revision: Revision, author: Author, diets: DerivedDiets, publishedAt: Int?, catalogue: Catalogue,
        site: String, milliseconds: [String: Int] = [:], rating: RecipeRating = RecipeRating()
    ) {
        self.revision = revision
        self.author = author
        self.diets = diets
        self.publishedAt = publishedAt
        self.catalogue = catalogue
        self.site = site
        self.milliseconds = milliseconds
        self.rating = rating
    }

    /// A data block for a page; browsers do not run it.
    var script: HTML { HTML(safe: #"<script type="application/ld+json">\#(text)</script>"#) }

    /// The JSON-LD for a file. It also contains the stored text as it is: programs differ in whether they read the
    /// schema.org fields as markup, and an import into Toque loses nothing.
    var file: String { Self.escaped(object(withExact: true)) }
    /// The media type of the stored text (`RecipeBody.encoded`).
    static let exactFormat = "application/vnd.toque.recipe+json"

    private var exact: String {
        var json = JSONText()
        json.add("@type", "MediaObject")
        json.add("encodingFormat", Self.exactFormat)
        json.add("text", body.encoded())
        return json.object
    }

    /// The JSON-LD, escaped for a `<script>`: `<`, `>` and `&` occur in texts only, and are written so that no browser
    /// reads them as markup.
    var text: String { Self.escaped(object(withExact: false)) }

    private static func escaped(_ json: String) -> String {
        json.replacing(bytes: "&", with: "\\u0026").replacing(bytes: "<", with: "\\u003c").replacing(
            bytes: ">", with: "\\u003e"
        )
        .replacing(bytes: "\u{2028}", with: "\\u2028").replacing(bytes: "\u{2029}", with: "\\u2029")
    }

    private var body: RecipeBody { revision.body }
    private var language: Language { Language(rawValue: body.language) ?? .en }
    private var address: String { site + Address.recipe(Slug.segment(revision.recipeID, revision.slug)) }

    private func object(withExact: Bool) -> String {
        var json = JSONText()
        json.add("@context", "https://schema.org")
        json.add("@type", "Recipe")
        json.add("@id", address)
        json.add("url", address)
        json.add("name", body.title)
        if !body.description.isEmpty { json.add("description", body.description) }
        json.add("inLanguage", body.language)
        json.add("image", images)
        json.add("author", raw: person)
        if let publishedAt {
            json.add("datePublished", Dates.time(publishedAt))
            json.add("dateModified", Dates.time(max(publishedAt, revision.createdAt)))
        }
        addFigures(to: &json)
        addTerms(to: &json)
        json.add("recipeIngredient", body.lines.map { catalogue.lineText($0, language) })
        json.add("recipeInstructions", raw: "[" + steps.joined(separator: ",") + "]")
        let videos = body.steps.filter(\.isVideo).map(video)
        if let first = videos.first {
            json.add("video", raw: videos.count == 1 ? first : "[" + videos.joined(separator: ",") + "]")
        }
        if let nutrition { json.add("nutrition", raw: nutrition) }
        if let reviewed { json.add("aggregateRating", raw: reviewed) }
        addLicence(to: &json)
        if withExact { json.add("encoding", raw: exact) }
        return json.object
    }

    private func addLicence(to json: inout JSONText) {
        if let address = body.licence?.address { json.add("license", address) }
        let source = body.sourceAddress.map(JSONText.string)
        let originals = [body.adaptedFrom.map(original), source].compactMap { $0 }
        if let first = originals.first {
            json.add("isBasedOn", raw: originals.count == 1 ? first : "[" + originals.joined(separator: ",") + "]")
        }
        if let credit = body.credit {
            json.add("creditText", credit)
        } else if !body.source.isEmpty, body.source != body.sourceAddress {
            json.add("creditText", body.source)
        }
    }

    private func original(_ original: AdaptedFrom) -> String {
        var json = JSONText()
        json.add("@type", original.recipe == nil ? "CreativeWork" : "Recipe")
        json.add("name", original.title)
        if let page = original.page { json.add("url", original.recipe == nil ? page : site + page) }
        if let author = original.author {
            var person = JSONText()
            person.add("@type", "Person")
            person.add("name", author)
            json.add("author", raw: person.object)
        }
        if let address = original.licence?.address { json.add("license", address) }
        return json.object
    }

    /// Every width of the photo, or the drawing.
    private var images: [String] {
        let picture = ArticleBuilder.picture(photo: body.photo, revision: revision.id, alt: "")
        return (picture.isDrawn ? [picture.address] : picture.jpeg.map(\.address)).map { site + $0 }
    }

    /// What members gave; `nil` without a review.
    private var reviewed: String? {
        guard let average = rating.average else { return nil }
        var json = JSONText()
        json.add("@type", "AggregateRating")
        json.add("ratingValue", average)
        json.add("reviewCount", Double(rating.reviews))
        return json.object
    }

    private var person: String {
        var json = JSONText()
        json.add("@type", "Person")
        json.add("name", FormerMember.shown(author.name, language))
        if !FormerMember.isOne(author.username) { json.add("url", site + Address.cook(author.username)) }
        return json.object
    }

    private func addFigures(to json: inout JSONText) {
        let times = [("prepTime", body.prepMinutes), ("cookTime", body.cookMinutes), ("totalTime", body.totalMinutes)]
        for (name, minutes) in times { if let minutes { json.add(name, "PT\(minutes)M") } }
        if let servings = body.servings { json.add("recipeYield", String(servings)) }
    }

    private func addTerms(to json: inout JSONText) {
        if let name = body.category.flatMap({ catalogue.categoryName($0, language) }) {
            json.add("recipeCategory", name)
        }
        if let name = body.cuisine.flatMap({ catalogue.cuisineName($0, language) }) { json.add("recipeCuisine", name) }
        let certain = Diet.allCases.filter { diets[$0] == .yes }
        let words =
            certain.map { Text.dynamic("diet.\($0.rawValue)", language) ?? $0.rawValue }
            + TagRules.shown(body.tags).map(\.name)
        if !words.isEmpty { json.add("keywords", words.joined(separator: ", ")) }
        let names = certain.compactMap { Self.schemaNames[$0] }
        if !names.isEmpty { json.add("suitableForDiet", names.map { "https://schema.org/\($0)" }) }
    }

    /// The schema.org names of diets; diets without one are left out.
    private static let schemaNames: [Diet: String] = [
        .vegetarian: "VegetarianDiet", .vegan: "VeganDiet", .lactoseFree: "LowLactoseDiet",
        .glutenFree: "GlutenFreeDiet", .kosher: "KosherDiet", .halal: "HalalDiet",
    ]

    private var steps: [String] {
        body.steps.enumerated().map { index, step in
            var json = JSONText()
            json.add("@type", "HowToStep")
            json.add("name", Self.beginning(of: step.text))
            json.add("text", step.text)
            if step.hasMedia {
                json.add("image", Photos.widths.map { site + Address.media(step.media, "\($0).jpg") })
            }
            if step.isVideo { json.add("video", raw: video(step)) }
            if publishedAt != nil { json.add("url", "\(address)#step-\(index + 1)") }
            return json.object
        }
    }

    /// A step's first sentence as its name, shortened at a word. Imports recognise from this that the name adds nothing
    /// to the text.
    static func beginning(of text: String) -> String {
        let line = text.lines[0]
        let sentence = line[..<endOfSentence(line)].trimmed
        if sentence.length <= longestName { return sentence.isEmpty ? String(line.prefix(longestName)) : sentence }
        let short = sentence.prefix(longestName)
        return (short.lastIndex(ofByte: " ").map { short[..<$0] } ?? short).trimmed + "…"
    }

    private static let longestName = 60

    /// The place of the first mark that ends a sentence: it stands before a space or at the end.
    private static func endOfSentence(_ line: Substring) -> String.Index {
        let scalars = line.unicodeScalars
        return scalars.indices.first { place in
            let next = scalars.index(after: place)
            return [".", "!", "?"].contains(scalars[place])
                && (next == scalars.endIndex || scalars[next].properties.isWhitespace)
        } ?? line.endIndex
    }

    private func video(_ step: RecipeStep) -> String {
        var json = JSONText()
        json.add("@type", "VideoObject")
        json.add("name", step.alt.isEmpty ? body.title : step.alt)
        json.add("description", step.text)
        json.add("thumbnailUrl", site + Address.media(step.media, "640.jpg"))
        json.add("contentUrl", site + Address.media(step.media, StepMedia.video))
        if let publishedAt { json.add("uploadDate", Dates.time(publishedAt)) }
        if let length = milliseconds[step.media] { json.add("duration", "PT\(max(1, (length + 500) / 1_000))S") }
        return json.object
    }

    /// The nutrition of a serving: the author's values only, or else the computed ones if every ingredient is counted.
    /// Programs would take partial values for the whole.
    private var nutrition: String? {
        if let figures = body.figures { return body.servings == nil ? nil : given(figures) }
        let sum = catalogue.nutrition(of: body)
        guard let servings = body.servings, sum.isWhole else { return nil }
        var json = JSONText()
        json.add("@type", "NutritionInformation")
        json.add("servingSize", "\(Int(nearest: sum.grams / Double(servings))) g")
        for nutrient in Nutrient.onLabels where !sum.incomplete.contains(nutrient) {
            let name = nutrient.schemaName
            let amount = sum.totals[nutrient.rawValue] / Double(servings)
            switch nutrient {
            case .energy: json.add(name, NutritionRounding.energy(amount) + " kcal")
            case .sodium: json.add(name, "\(Int(nearest: amount)) mg")
            default: json.add(name, NutritionRounding.grams(amount, nutrient) + " g")
            }
        }
        return json.object
    }

    private func given(_ figures: AuthorFigures) -> String {
        var json = JSONText()
        json.add("@type", "NutritionInformation")
        for nutrient in Nutrient.onLabels {
            if let text = figures.schemaText(nutrient) { json.add(nutrient.schemaName, text) }
        }
        return json.object
    }
}
