// A recipe as it is read: the same for its public page, the author's draft and a moderator's preview.

import Words

/// Everything of a recipe that a page shows, in the reader's language.
struct RecipeArticle {
    let title: String
    let description: String
    let language: String
    let picture: ResponsiveImage
    let author: Byline
    let times: [KeyFact]
    let category: Link?
    let cuisine: Link?
    let diets: [DietAnswer]
    let allergens: [DietAnswer]
    let groups: [LineGroup]
    let steps: [StepView]
    let tips: [String]
    let nutrition: NutritionPart?
    let source: String?
    let sourceAddress: String?
    /// The address of the icons.
    let icons: String
    /// Whether it is shown within another page, which has a heading of its own.
    var isPreview = false
    /// Asks for other amounts, on the recipe's own page.
    var scaling: ScalingForm?

    var hasPlace: Bool { category != nil || cuisine != nil }
    /// Whether a moderator set any of the answers.
    var hasOverrides: Bool { (diets + allergens).contains { $0.override != nil } }
    /// The diets that hold for sure.
    var certain: [DietAnswer] { diets.filter(\.isYes) }
    /// The allergens that are in it for sure.
    var contained: [DietAnswer] { allergens.filter(\.isYes) }
    /// Whether every allergen is known not to be in it.
    var hasNoAllergens: Bool { allergens.allSatisfy(\.isNo) }
    /// The allergens that may be in it, in one line with what they depend on.
    var unsure: Unsure? { Unsure(allergens.filter(\.isUnknown)) }
}

/// Who wrote it; licensed authors wear the hat.
struct Byline {
    let name: String
    /// The author's page; none for who has left.
    let address: String?
    let isLicensed: Bool

    init(_ author: Author, _ language: Language, name: String? = nil) {
        self.name = FormerMember.shown(name ?? author.name, language)
        address = FormerMember.isOne(author.username) ? nil : Address.cook(author.username)
        isLicensed = author.isLicensed
    }
}

/// A labelled figure such as "Cooking 25 min", with the name of its icon.
struct KeyFact {
    let icon: String
    let label: String
    let value: String
}

struct Link {
    let label: String
    let address: String
}

/// A diet or allergen with its three-valued answer and the reason for it.
struct DietAnswer {
    let key: String
    let icon: String
    let label: String
    /// `yes`, `no` or `unknown`: names the style.
    let fact: String
    /// "vegan", "not vegan", "vegan: unknown" in words.
    let answer: String
    let reason: String
    /// How the answer follows from the recipe's lines.
    var steps: [ReasonView] = []
    /// What a moderator set instead of what follows.
    var override: OverrideView?
    var hasSteps: Bool { !steps.isEmpty }
    var isYes: Bool { fact == "yes" }
    var isNo: Bool { fact == "no" }
    var isUnknown: Bool { fact == "unknown" }
    /// Whether the answer is one that a moderator set.
    var isSet: Bool { override != nil }
}

/// An answer that a moderator set: their reason and when, and what else it would be.
struct OverrideView {
    let note: String
    let reason: String
    let derived: String
}

/// Several unknown answers as one.
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

/// What a serving holds: by its author's word, where there is one, and apart from it by the ingredients.
struct NutritionPart {
    let heading: String
    /// Each row as it was given; of 100 g nothing is known.
    let given: [NutritionView.Row]?
    let computed: NutritionView?
}

/// What a serving holds by the ingredients, as labels say it, beside the day's need.
struct NutritionView {
    struct Row {
        let label: String
        /// Whether it is part of the row above.
        let isPart: Bool
        let value: String
        /// The same of 100 g.
        let hundred: String
        let share: Share?
    }

    /// Per cent of an adult's day, and the same capped for the bar.
    struct Share {
        let percent: String
        let bar: String
    }

    struct ClaimLine {
        let name: String
        let threshold: String
    }

    /// What the first column is of.
    let portion: String
    let rows: [Row]
    /// How much of the weight the figures cover, and what is not counted.
    let coverage: String
    let missing: String?
    /// Lines that may be something else or hold more, for which no claim is made.
    let unsure: String?
    let claims: [ClaimLine]
}

/// Rows of figures, as a partial takes them.
typealias NutritionRows = [NutritionView.Row]

/// A step with what it shows.
struct StepView {
    let text: String
    let picture: ResponsiveImage?
    let video: VideoView?
    /// Why its video is not there, for its author.
    let note: String?
    let timer: TimerView?
}

/// How long a step's timer runs, for people and for machines.
struct TimerView {
    let seconds: Int
    let text: String
    let iso: String
    /// The reader's, who may not have that of the recipe.
    let language: String

    init(seconds: Int, _ language: Language) {
        self.seconds = seconds
        text = Durations.text(seconds: seconds, language)
        iso = Durations.iso(seconds: seconds)
        self.language = language.rawValue
    }
}

/// A short video, which goes round without sound.
struct VideoView {
    struct Track {
        let address: String
        let language: String
        let label: String
        let isDefault: Bool
    }

    let address: String
    let poster: String
    let alt: String
    let tracks: [Track]
    /// Whether it waits for a tap.
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
}

/// One width of a photo.
struct PictureSource {
    let address: String
    let width: Int
}

/// A recipe in a list.
struct RecipeCard {
    let id: Int
    let address: String
    let title: String
    let picture: ResponsiveImage
    let time: String?
    let author: String
    let isLicensed: Bool
    let diets: [DietAnswer]
    /// The address of the icons.
    let icons: String
    /// What the author sees of its state, in their own lists only.
    var state: StatusBadge?
}
