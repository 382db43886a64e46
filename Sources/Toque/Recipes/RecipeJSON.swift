// A recipe as JSON, for requests with `Accept: application/json`.

import Food
import HTTP

/// A recipe with its derived diets and their reasons.
struct RecipeJSON: Encodable {
    struct Line: Encodable {
        let amount: Double?
        let amountMax: Double?
        let unit: String
        let ingredient: String
        let note: String
        let group: String
        let key: String?
    }

    let id: Int
    let title: String
    let description: String
    let language: String
    let author: String
    let authorName: String
    let category: String?
    let cuisine: String?
    let servings: Int?
    let prepMinutes: Int?
    let cookMinutes: Int?
    /// `easy`, `medium` or `hard`; `nil` if the author gave none.
    let difficulty: String?
    /// The address of the photo; `nil` where the page has a drawing.
    private(set) var photo: String?
    let ingredients: [Line]
    let steps: [String]
    /// Seconds, one value for each step.
    let stepTimers: [Int?]
    let tips: String
    let source: String
    let tags: [String]
    /// The raw value of the licence; `nil` if the author stated none.
    let textLicence: String?
    let credit: String?
    let adaptedFrom: AdaptedFromJSON?
    let diets: [String: String]
    let allergens: [String: String]
    let because: [String]
    /// The nutrition of a serving, if the author gave it.
    let authorNutrition: FiguresJSON?
    /// The nutrition computed from the ingredients; `nil` if it covers none of the weight.
    let nutrition: NutritionJSON?
    /// The average stars, and the number of reviews; both `nil` for a text that is not public.
    private(set) var rating: Double?
    private(set) var reviews: Int?
    /// Moderators' overrides; the answers above already contain them.
    var overrides: [DietOverrideJSON] = []

    init(_ revision: Revision, _ author: Author, _ derived: DerivedDiets, _ catalogue: Catalogue) {
        let body = revision.body
        id = revision.recipeID
        title = body.title
        description = body.description
        language = body.language
        self.author = author.username
        authorName = author.name
        category = body.category
        cuisine = body.cuisine
        servings = body.servings
        prepMinutes = body.prepMinutes
        cookMinutes = body.cookMinutes
        difficulty = body.difficulty?.rawValue
        photo = body.photo.map { Address.media($0, "\(Photos.widths.max() ?? 640).jpg") }
        ingredients = zip(body.lines, catalogue.understood(body)).map { line, understood in
            Line(
                amount: line.amount, amountMax: line.amountMax, unit: line.unit, ingredient: line.ingredient,
                note: line.note, group: line.group,
                key: understood.match.flatMap { $0.isApproximate ? nil : $0.key })
        }
        steps = body.steps.map(\.text)
        stepTimers = body.steps.map(\.timer.seconds)
        tips = body.tips
        source = body.source
        tags = TagRules.shown(body.tags).map(\.name)
        textLicence = body.licence?.rawValue
        credit = body.credit
        adaptedFrom = body.adaptedFrom.map(AdaptedFromJSON.init)
        diets = Dictionary(uniqueKeysWithValues: Diet.allCases.map { ($0.rawValue, derived[$0].word) })
        allergens = Dictionary(uniqueKeysWithValues: Allergen.allCases.map { ($0.rawValue, derived[$0].word) })
        because = derived.because(catalogue) + (body.figures?.because(derived) ?? [])
        authorNutrition = body.figures.map(FiguresJSON.init)
        nutrition = NutritionJSON(body, catalogue)
    }

    mutating func rate(_ rating: RecipeRating) { (self.rating, reviews) = (rating.average, rating.reviews) }

    /// The recipe for everyone who has a link: the address of its photo contains the token that opens it.
    mutating func open(with token: String) {
        photo = photo.map { "\($0)?" + Parameters([(name: "link", value: token)]).encoded() }
    }
}

/// The text that a recipe was adapted from.
struct AdaptedFromJSON: Encodable {
    /// Its page here or elsewhere.
    let address: String?
    let title: String
    let author: String?
    let textLicence: String?

    init(_ original: AdaptedFrom) {
        (address, title, author) = (original.page, original.title, original.author)
        textLicence = original.licence?.rawValue
    }
}

struct CardJSON: Encodable {
    let id: Int
    let title: String
    let address: String
    let author: String
    let authorName: String
    let totalMinutes: Int?
    /// The average of its reviews.
    let rating: Double?
    let reviews: Int
    let diets: [String]

    init(_ row: PublicRecipeRow) {
        id = row.id
        title = row.title
        address = Address.recipe(Slug.segment(row.id, row.slug))
        author = row.author
        authorName = row.authorName
        totalMinutes = row.totalMinutes
        (rating, reviews) = (row.rating.average, row.rating.reviews)
        diets = Diet.allCases.filter { row.dietYes & $0.bit != 0 }.map(\.rawValue)
    }

    /// A recipe in a list of the viewer's own.
    init(_ recipe: ReadableRecipe, _ viewer: Viewer) {
        switch recipe {
        case .everyones(let row): self.init(row)
        case .own(let row): self.init(row, viewer)
        }
    }

    private init(_ row: OwnRecipeRow, _ viewer: Viewer) {
        id = row.id
        title = row.title
        address = Address.recipe(Slug.segment(row.id, row.slug))
        author = viewer.username
        authorName = viewer.name
        totalMinutes = nil
        (rating, reviews) = (nil, 0)
        diets = []
    }
}

/// Amounts of nutrients, in kilocalories and grams.
struct FiguresJSON: Encodable {
    let kcal: Double?
    let proteinG: Double?
    let fatG: Double?
    let saturatesG: Double?
    let carbohydrateG: Double?
    let sugarsG: Double?
    let fibreG: Double?
    let saltG: Double?

    init(_ figures: AuthorFigures) { self.init { figures[$0] } }

    /// `amount` returns grams of salt for sodium.
    init(_ amount: (Nutrient) -> Double?) {
        (kcal, proteinG, fatG, saturatesG) = (amount(.energy), amount(.protein), amount(.fat), amount(.saturates))
        (carbohydrateG, sugarsG, fibreG) = (amount(.carbohydrate), amount(.sugars), amount(.fibre))
        saltG = amount(.sodium)
    }
}

/// A diet or allergen answer that a moderator set.
struct DietOverrideJSON: Encodable {
    let subject: String
    let fact: String
    let derived: String
    let reason: String
    let setAt: String

    init(_ override: DietOverride) {
        subject = override.subject.name
        fact = override.fact.word
        derived = override.derived.word
        reason = override.reason
        setAt = Dates.time(override.at)
    }
}
