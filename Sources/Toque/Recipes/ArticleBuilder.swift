// Turns a recipe's text and derived diets into the values that a page shows, in the reader's language.

import Bytes
import Food
import Texts
import Words

/// Builds `RecipeArticle`s and `RecipeCard`s.
struct ArticleBuilder {
    let catalogue: Catalogue
    let language: Language
    /// The address of the icon file.
    let icons: String
    var units = UnitSystem.written
    var mediaPreferences = MediaPreferences()
    /// The state of videos that may not be ready yet. Only needed for texts that only their author sees.
    var videos: [String: VideoState] = [:]
    /// The tutorials that steps link to; `nil` where they do not.
    var tutorials: TutorialList?

    /// Builds the article of a revision. `diets` already includes the moderators' `overrides`.
    func article(
        _ revision: Revision, author: Author, diets: DerivedDiets, overrides: [DietOverride] = []
    ) -> RecipeArticle {
        let body = revision.body
        let answers = AnswerWriter(body, diets, overrides, catalogue, language)
        return RecipeArticle(
            title: body.title, description: body.description, language: body.language,
            picture: picture(photo: body.photo, revision: revision.id, alt: body.title),
            author: Byline(author, language),
            times: figures(body), category: category(body), cuisine: cuisine(body), diets: answers.diets,
            allergens: answers.allergens, groups: groups(body), steps: steps(revision), tips: body.tips.paragraphs,
            tags: TagRules.shown(body.tags).map { Link(label: $0.name, address: Address.tag($0.name)) },
            nutrition: NutritionLabel(catalogue: catalogue, language: language).part(body),
            source: body.source.isEmpty ? nil : body.source,
            sourceAddress: body.sourceAddress, terms: TermsView(body, language),
            icons: icons)
    }

    /// The same article for use within another page.
    func preview(_ revision: Revision, author: Author, diets: DerivedDiets) -> RecipeArticle {
        var article = article(revision, author: author, diets: diets)
        article.isPreview = true
        return article
    }

    func card(_ row: PublicRecipeRow, heart: Heart.State) -> RecipeCard {
        RecipeCard(
            id: row.id, address: Address.recipe(Slug.segment(row.id, row.slug)), title: row.title,
            picture: Self.picture(
                photo: mediaPreferences.loadsOnTap ? nil : row.photo, revision: row.revisionID, alt: ""),
            time: row.totalMinutes.map { Durations.text(minutes: $0, language) },
            rating: row.rating.average.map {
                CardRating(
                    average: Text.reviewsAverage(language, stars: RecipeRating.shown($0, language)),
                    count: Text.reviewsCount(language, count: row.rating.reviews))
            },
            author: FormerMember.shown(row.authorName, language),
            isLicensed: row.isLicensed,
            diets: Self.cardDiets.filter { row.dietYes & $0.bit != 0 }.prefix(4).map {
                DietAnswer(.diet($0), .yes, language)
            }, icons: icons, heart: Heart(heart, recipe: row.id, title: row.title, icons: icons))
    }

    /// The diets that a card can show, in this order; a card shows the first four that the recipe suits.
    static let cardDiets: [Diet] = [.vegetarian, .vegan, .lactoseFree, .glutenFree, .nutFree, .spicy]

    /// The photo in all its widths, or the drawing made from the recipe's ingredients.
    static func picture(photo: String?, revision: Int, alt: String) -> ResponsiveImage {
        guard let photo else {
            return ResponsiveImage(
                address: Address.picture("\(revision).svg"), webp: [], jpeg: [], width: 400, height: 300, alt: alt,
                isDrawn: true)
        }
        func sources(_ type: String) -> [PictureSource] {
            Photos.widths.map { PictureSource(address: Address.media(photo, "\($0).\(type)"), width: $0) }
        }
        return ResponsiveImage(
            address: Address.media(photo, "640.jpg"), webp: sources("webp"), jpeg: sources("jpg"), width: 640,
            height: 480, alt: alt, isDrawn: false)
    }

    private func picture(photo: String?, revision: Int, alt: String) -> ResponsiveImage {
        var picture = Self.picture(photo: photo, revision: revision, alt: alt)
        picture.loadsOnTap = mediaPreferences.loadsOnTap && !picture.isDrawn
        return picture
    }

    private func figures(_ body: RecipeBody) -> [KeyFact] {
        var figures: [KeyFact] = []
        func add(_ icon: String, _ label: String, _ value: String?) {
            if let value { figures.append(KeyFact(icon: icon, label: label, value: value)) }
        }
        add("clock", Text.recipeTotal(language), body.totalMinutes.map { Durations.text(minutes: $0, language) })
        add("clock", Text.recipePreparation(language), body.prepMinutes.map { Durations.text(minutes: $0, language) })
        add("pot", Text.recipeCooking(language), body.cookMinutes.map { Durations.text(minutes: $0, language) })
        add("servings", Text.recipeServings(language), body.servings.map(String.init))
        add(
            "flame", Text.recipeDifficulty(language),
            body.difficulty.flatMap { Text.dynamic("difficulty.\($0.rawValue)", language) })
        return figures
    }

    func steps(_ revision: Revision) -> [StepView] {
        let links =
            tutorials?.links(
                revision.body.steps.map(\.text), revision: revision.id, written: revision.body.language, language) ?? []
        return revision.body.steps.enumerated().map { index, step in
            let note = videos[step.media]?.text(language)
            let isVideo = step.isVideo && note == nil
            let isPicture = step.hasMedia && !step.isVideo
            return StepView(
                text: step.text,
                picture: isPicture ? picture(photo: step.media, revision: 0, alt: step.alt) : nil,
                video: isVideo
                    ? VideoView(
                        step, tracks: tracks(step, revision.id, index + 1), isStill: mediaPreferences.loadsOnTap)
                    : nil,
                note: note,
                timer: step.timer.seconds.map { TimerView(seconds: $0, step: index + 1, icons: icons, language) },
                tutorials: StepTutorials(links.indices.contains(index) ? links[index] : [], icons, language))
        }
    }

    /// The subtitle tracks, the reader's language first. If that is missing, tracks in the other language are better
    /// than none.
    private func tracks(_ step: RecipeStep, _ revision: Int, _ number: Int) -> [VideoView.Track] {
        let written = ([language] + Language.allCases.filter { $0 != language }).filter { !step.subtitles[$0].isEmpty }
        return written.map { other in
            VideoView.Track(
                address: Address.subtitles(revision, "\(number).\(other.rawValue).vtt"), language: other.rawValue,
                label: Text.dynamic("language.\(other.rawValue)", other) ?? other.rawValue,
                isDefault: mediaPreferences.hasSubtitles && other == written.first)
        }
    }

    private func category(_ body: RecipeBody) -> Link? {
        body.category.flatMap { key in
            catalogue.categoryName(key, language).map {
                Link(label: $0, address: "\(Address.recipes())?category=\(key)")
            }
        }
    }

    private func cuisine(_ body: RecipeBody) -> Link? {
        body.cuisine.flatMap { key in
            catalogue.cuisineName(key, language).map { Link(label: $0, address: "\(Address.search())?cuisine=\(key)") }
        }
    }

    func groups(_ body: RecipeBody) -> [LineGroup] {
        // Only weights need to know what the lines mean.
        let foods = units == .metric ? catalogue.understood(body).map(\.onlyEntry) : []
        var groups: [LineGroup] = []
        var number = 0
        for chunk in body.lines.chunked(by: { $0.group == $1.group }) {
            let lines = chunk.map { line in
                number += 1
                let food = foods.indices.contains(number - 1) ? foods[number - 1] : nil
                return LineView(
                    number: number, amount: catalogue.amountText(line, language, units, of: food),
                    ingredient: line.ingredient, note: line.note)
            }
            groups.append(LineGroup(heading: chunk[0].group.isEmpty ? nil : chunk[0].group, lines: lines))
        }
        return groups
    }
}

/// How a reader wants photos and videos to load and play.
struct MediaPreferences: Hashable, Sendable {
    var hasSubtitles = true
    /// Photos and videos load only after a tap, and lists show drawings instead of photos.
    var loadsOnTap = false
}

extension Context {
    /// The builder that turns stored recipes into what this page shows.
    func articles(
        _ catalogue: Catalogue, _ units: UnitSystem = .written,
        _ mediaPreferences: MediaPreferences = MediaPreferences()
    ) -> ArticleBuilder {
        ArticleBuilder(
            catalogue: catalogue, language: language, icons: site.assets.address("icons.svg"), units: units,
            mediaPreferences: mediaPreferences)
    }
}

extension String {
    /// The paragraphs of a text: its lines, without empty ones.
    var paragraphs: [String] {
        split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }
}
