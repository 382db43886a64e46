// Computes the public rows of a recipe. A change to this file, like one to `Food`, may change these rows.

import Food
import Words

/// The content of a recipe's public rows, derived from its text with the catalogue.
struct PublicEntry: Sendable {
    let body: RecipeBody
    let understanding: RecipeUnderstanding
    let titleKey: String
    let slug: String
    let diets: DerivedDiets
    let encodedReasons: String
    let ingredientIDs: [Int]
    /// Ingredients that are mentioned only in a note or in a line that was not understood.
    let mentionedIDs: [Int]
    /// The lines as written and the catalogue's names in both languages, so that a search in either language finds the
    /// recipe.
    let ingredientText: String
    let tags: [Tag]
    /// The description and the tags.
    let descriptionText: String
    let categoryID: Int?
    let cuisineID: Int?
    /// The number of lines that name something unknown to the catalogue.
    let unknownLines: Int
    /// The word forms of the lines that were not understood.
    let unknownWords: [String]
    /// What it needs from a pantry, as `NeedPart` encodes it.
    let needs: String
    /// The bits of its nutrition claims.
    let claims: Int
    /// Numbers that similar texts have in common: see `Likeness`.
    let likeness: [Int]

    /// `overrides` are the active ones.
    init(
        _ body: RecipeBody, _ understanding: RecipeUnderstanding, _ catalogue: Catalogue,
        overrides: [DietOverride] = []
    ) {
        self.body = body
        self.understanding = understanding
        titleKey = Words.key(body.title)
        slug = Slug.make(body.title)
        diets = DietOverrideRules.applied(overrides, to: catalogue.diets(of: body, understanding))
        unknownLines = understanding.lines.count { !$0.unknownNames.isEmpty || !$0.likely.isEmpty }
        let unknown = UnknownWords(
            zip(body.lines, understanding.lines).filter { !$1.isKnown }.map(\.0), catalogue.index)
        unknownWords = unknown.forms.sorted()
        let lines = understanding.asked
        encodedReasons = diets.encodedReasons
        claims = NutritionClaim.bits(
            NutritionLabel.claims(catalogue.nutrition(of: body.dish, understanding), body))
        likeness = Likeness(body).bandNumbers
        needs = NeedPart.encoded(catalogue.needs(of: body.dish, understanding))
        let keys = Set(lines.flatMap(\.keys))
        ingredientIDs = keys.compactMap { catalogue.ingredientID($0) }.sorted()
        let beside = zip(body.lines, understanding.lines).filter { $1.isKnown }.flatMap {
            UnknownWords.keys(beside: $1, in: $0, catalogue.index)
        }
        let plurals = UnknownWords.keys(named: body.dish.texts, beside: understanding.lines, catalogue.index)
        let mentioned = Set(lines.flatMap(\.mentions).compactMap { $0.entry?.key }).union(unknown.keys).union(beside)
            .union(plurals).subtracting(keys)
        mentionedIDs = mentioned.compactMap { catalogue.ingredientID($0) }.sorted()
        let names = keys.sorted().compactMap { catalogue.entry($0) }.flatMap {
            [$0.english.singular, $0.russian.singular]
        }
        ingredientText = (body.lines.map(\.ingredient) + names).joined(separator: "\n")
        tags = TagRules.shown(body.tags)
        descriptionText = ([body.description] + tags.map(\.name)).joined(separator: "\n")
        categoryID = body.category.flatMap(catalogue.categoryID)
        cuisineID = body.cuisine.flatMap(catalogue.cuisineID)
    }
}
