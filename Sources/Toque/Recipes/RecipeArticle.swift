// The view data of a recipe page, shared by the public page, the author's draft and the moderator's preview.

import Words

/// Everything of a recipe that a page shows, in the reader's language.
struct RecipeArticle {
    let title: String
    let description: String
    let language: String
    var picture: ResponsiveImage
    let author: Byline
    let times: [KeyFact]
    let category: Link?
    let cuisine: Link?
    let diets: [DietAnswer]
    let allergens: [DietAnswer]
    let groups: [LineGroup]
    var steps: [StepView]
    let tips: [String]
    let tags: [Link]
    let nutrition: NutritionPart?
    let source: String?
    let sourceAddress: String?
    let terms: TermsView?
    /// The address of the icon file.
    let icons: String
    /// Whether it is shown within another page, which has its own heading.
    var isPreview = false
    /// Whether the page has the form that adds the ticked lines to the shopping list.
    var canShop = false
    /// The form that changes the amounts, on the recipe's own page only.
    var scaling: ScalingForm?
    /// Where a public recipe can be shared.
    var share: ShareLinks?
    var isAdaptable = false

    var hasPlace: Bool { category != nil || cuisine != nil }
    /// Whether a moderator set any of the answers.
    var hasOverrides: Bool { (diets + allergens).contains { $0.override != nil } }
    /// The diets that the recipe certainly suits.
    var certain: [DietAnswer] { diets.filter(\.isYes) }
    /// The allergens that the recipe certainly contains.
    var contained: [DietAnswer] { allergens.filter(\.isYes) }
    /// Whether every allergen is known to be absent.
    var hasNoAllergens: Bool { allergens.allSatisfy(\.isNo) }
    /// The allergens that it may contain, in one line with the reasons.
    var unsure: Unsure? { Unsure(allergens.filter(\.isUnknown)) }
}

/// The author's name and link; licensed authors get a badge.
struct Byline {
    let name: String
    /// The author's page; `nil` if the account has been deleted.
    let address: String?
    let isLicensed: Bool

    init(_ author: Author, _ language: Language, name: String? = nil) {
        self.name = FormerMember.shown(name ?? author.name, language)
        address = FormerMember.isOne(author.username) ? nil : Address.cook(author.username)
        isLicensed = author.isLicensed
    }
}

/// The licence, the credit and the original of a text.
struct TermsView {
    struct Licence {
        let name: String
        /// The licence's own page.
        let address: String?

        init(_ licence: TextLicence, _ language: Language) {
            (name, address) = (licence.name(language), licence.address)
        }
    }

    struct Original {
        let title: String
        let address: String?
        /// Whether the address is on another site.
        let isElsewhere: Bool
        let author: String?
        let licence: Licence?

        init(_ original: AdaptedFrom, _ language: Language) {
            (title, address, author) = (original.title, original.page, original.author)
            isElsewhere = original.recipe == nil
            licence = original.licence.map { Licence($0, language) }
        }
    }

    let original: Original?
    let credit: String?
    let licence: Licence?

    /// `nil` if the author stated none of it.
    init?(_ body: RecipeBody, _ language: Language) {
        original = body.adaptedFrom.map { Original($0, language) }
        credit = body.credit
        licence = body.licence.map { Licence($0, language) }
        if original == nil, credit == nil, licence == nil { return nil }
    }
}

/// A labelled value such as "Cooking 25 min", with the name of its icon.
struct KeyFact {
    let icon: String
    let label: String
    let value: String
}

struct Link {
    let label: String
    let address: String
}

/// A diet or allergen with its answer (yes, no or unknown) and the reason for it.
struct DietAnswer {
    let key: String
    let icon: String
    let label: String
    /// `yes`, `no` or `unknown`; also the name of its style.
    let fact: String
    /// The answer in words: "vegan", "not vegan", "vegan: unknown".
    let answer: String
    let reason: String
    /// How the answer follows from the recipe's lines.
    var steps: [ReasonView] = []
    /// The moderator's answer that replaces the derived one.
    var override: OverrideView?
    var hasSteps: Bool { !steps.isEmpty }
    var isYes: Bool { fact == "yes" }
    var isNo: Bool { fact == "no" }
    var isUnknown: Bool { fact == "unknown" }
    /// Whether a moderator set the answer.
    var isSet: Bool { override != nil }
}

/// A moderator's answer: when and why it was set, and the derived answer that it replaces.
struct OverrideView {
    let note: String
    let reason: String
    let derived: String
}

/// Several unknown answers combined into one.
struct Unsure {
    let names: String
    let reasons: String

    init?(_ answers: [DietAnswer]) {
        if answers.isEmpty { return nil }
        names = answers.map { $0.label.lowercased() }.joined(separator: ", ")
        var reasons: [String] = []
        for verdict in answers where !verdict.reason.isEmpty && !reasons.contains(verdict.reason) {
            reasons.append(verdict.reason)
        }
        self.reasons = reasons.joined(separator: "; ")
    }
}

/// Lines under one heading.
struct LineGroup {
    let heading: String?
    let lines: [LineView]
}

struct LineView {
    let number: Int
    /// "1 ½ cups"
    let amount: String
    let ingredient: String
    let note: String
}

/// The nutrition of a serving: the author's values, if any, and separately those computed from the ingredients.
struct NutritionPart {
    let heading: String
    /// The rows that the author gave; they have no values for 100 g.
    let given: [NutritionView.Row]?
    let computed: NutritionView?
}

/// The computed nutrition of a serving, in the form of a food label with daily reference intakes.
struct NutritionView {
    struct Row {
        let label: String
        /// Whether it is part of the nutrient in the row above.
        let isPart: Bool
        let value: String
        /// The value for 100 g.
        let hundred: String
        let share: Share?
    }

    /// Per cent of an adult's daily intake, and the same number capped for the bar.
    struct Share {
        let percent: String
        let bar: String
    }

    struct ClaimLine {
        let name: String
        let threshold: String
    }

    /// The heading of the first column: per serving or the whole recipe.
    let portion: String
    let rows: [Row]
    /// The share of the weight that the values cover, and the ingredients that are not counted.
    let coverage: String
    let missing: String?
    /// Lines that may be something else or contain more, for which no claim is made.
    let unsure: String?
    let claims: [ClaimLine]
}

/// The type that the view's partial accepts.
typealias NutritionRows = [NutritionView.Row]

/// A step with its media and timer.
struct StepView {
    let text: String
    var picture: ResponsiveImage?
    var video: VideoView?
    /// Why its video is not shown, for the author.
    let note: String?
    let timer: TimerView?
    let tutorials: StepTutorials?
}

/// Links to the tutorials of the techniques that a step uses.
struct StepTutorials {
    let links: [TutorialLink]
    let icons: String
    /// The reader's language, which may differ from the recipe's.
    let language: String

    /// `nil` if there are none.
    init?(_ links: [TutorialLink], _ icons: String, _ language: Language) {
        if links.isEmpty { return nil }
        (self.links, self.icons, self.language) = (links, icons, language.rawValue)
    }
}

/// The length of a step's timer, in words and in machine-readable form.
struct TimerView {
    let seconds: Int
    /// The number of the step.
    let step: Int
    let icons: String
    let text: String
    let iso: String
    /// The reader's language, which may differ from the recipe's.
    let language: String

    init(seconds: Int, step: Int, icons: String, _ language: Language) {
        (self.seconds, self.step, self.icons) = (seconds, step, icons)
        text = Durations.text(seconds: seconds, language)
        iso = Durations.iso(seconds: seconds)
        self.language = language.rawValue
    }
}

/// A short video that loops without sound.
struct VideoView {
    struct Track {
        let address: String
        let language: String
        let label: String
        let isDefault: Bool
    }

    var address: String
    var poster: String
    let alt: String
    var tracks: [Track]
    /// Whether it loads only after a tap.
    let isStill: Bool

    init(_ step: RecipeStep, tracks: [Track], isStill: Bool = false) {
        address = Address.media(step.media, StepMedia.video)
        poster = Address.media(step.media, "640.jpg")
        alt = step.alt
        self.tracks = tracks
        self.isStill = isStill
    }
}

/// A photo in several widths, or a drawing.
struct ResponsiveImage {
    let address: String
    let webp: [PictureSource]
    let jpeg: [PictureSource]
    let width: Int
    let height: Int
    let alt: String
    let isDrawn: Bool
    /// Whether the reader opens it with a tap.
    var loadsOnTap = false
}

/// One width of a photo.
struct PictureSource {
    let address: String
    let width: Int
}

struct CardRating {
    let average: String
    let count: String
}

/// A recipe in a list.
struct RecipeCard {
    let id: Int
    let address: String
    let title: String
    let picture: ResponsiveImage
    let time: String?
    /// The average of its reviews, and their number.
    var rating: CardRating?
    let author: String
    let isLicensed: Bool
    let diets: [DietAnswer]
    /// The address of the icon file.
    let icons: String
    var heart: Heart?
    /// The recipe's state, in the author's own lists only.
    var state: StatusBadge?
}
