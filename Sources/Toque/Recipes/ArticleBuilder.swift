// Turns a recipe's text and derived diets into what a page shows, in the reader's language.

/// Fills a `RecipeArticle` and `RecipeCard`s.
struct ArticleBuilder {
    let catalogue: Catalogue
    let language: Language
    /// The address of the icons.
    let icons: String
    var units = UnitSystem.written

    /// `overrides` are what moderators set and `diets` hold already.
    func article(
        _ revision: Revision, author: Author, diets: DerivedDiets, overrides: [DietOverride] = []
    ) -> RecipeArticle {
        let body = revision.body
        let answers = AnswerWriter(body, diets, overrides, catalogue, language)
        return RecipeArticle(
            title: body.title, description: body.description, language: body.language,
            picture: Self.picture(photo: body.photo, revision: revision.id, alt: body.title),
            author: Byline(author, language),
            times: figures(body), category: category(body), cuisine: cuisine(body), diets: answers.diets,
            allergens: answers.allergens, groups: groups(body), steps: body.steps, tips: body.tips.paragraphs,
            nutrition: NutritionLabel(catalogue: catalogue, language: language).view(body),
            source: body.source.isEmpty ? nil : body.source,
            sourceAddress: body.source.hasPrefix("https://") || body.source.hasPrefix("http://") ? body.source : nil,
            icons: icons)
    }

    /// The same within another page.
    func preview(_ revision: Revision, author: Author, diets: DerivedDiets) -> RecipeArticle {
        var article = article(revision, author: author, diets: diets)
        article.isPreview = true
        return article
    }

    func card(_ row: PublicRecipeRow) -> RecipeCard {
        RecipeCard(
            id: row.id, address: Address.recipe(Slug.segment(row.id, row.slug)), title: row.title,
            picture: Self.picture(photo: row.photo, revision: row.revisionID, alt: ""),
            time: row.totalMinutes.map { Durations.text(minutes: $0, language) },
            author: FormerMember.shown(row.authorName, language),
            isLicensed: row.isLicensed,
            diets: Self.cardDiets.filter { row.dietYes & $0.bit != 0 }.prefix(4).map {
                Verdict(.diet($0), .yes, language)
            }, icons: icons)
    }

    /// Shown on cards, in this order, at most the first four that hold.
    static let cardDiets: [Diet] = [.vegetarian, .vegan, .lactoseFree, .glutenFree, .nutFree, .spicy]

    /// The photo in its widths, or the drawing that its ingredients make.
    static func picture(photo: String?, revision: Int, alt: String) -> Picture {
        guard let photo else {
            return Picture(
                address: Address.picture("\(revision).svg"), webp: [], jpeg: [], width: 400, height: 300, alt: alt,
                isDrawn: true)
        }
        func sources(_ type: String) -> [PictureSource] {
            Photos.widths.map { PictureSource(address: Address.media(photo, "\($0).\(type)"), width: $0) }
        }
        return Picture(
            address: Address.media(photo, "640.jpg"), webp: sources("webp"), jpeg: sources("jpg"), width: 640,
            height: 480, alt: alt, isDrawn: false)
    }

    private func figures(_ body: RecipeBody) -> [Figure] {
        var figures: [Figure] = []
        func add(_ icon: String, _ label: String, _ value: String?) {
            if let value { figures.append(Figure(icon: icon, label: label, value: value)) }
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

    private func category(_ body: RecipeBody) -> Link? {
        body.category.flatMap { key in
            catalogue.categoryName(key, language).map {
                Link(label: $0, address: "\(Address.contents())?category=\(key)")
            }
        }
    }

    private func cuisine(_ body: RecipeBody) -> Link? {
        body.cuisine.flatMap { key in
            catalogue.cuisineName(key, language).map { Link(label: $0, address: "\(Address.search())?cuisine=\(key)") }
        }
    }

    private func groups(_ body: RecipeBody) -> [LineGroup] {
        var groups: [LineGroup] = []
        var number = 0
        for chunk in body.lines.chunked(by: { $0.group == $1.group }) {
            let lines = chunk.map { line in
                number += 1
                return LineView(
                    number: number, amount: catalogue.amountText(line, language, units), ingredient: line.ingredient,
                    note: line.note)
            }
            groups.append(LineGroup(heading: chunk[0].group.isEmpty ? nil : chunk[0].group, lines: lines))
        }
        return groups
    }
}

extension Context {
    /// What turns stored recipes into what this page shows.
    func articles(_ catalogue: Catalogue, _ units: UnitSystem = .written) -> ArticleBuilder {
        ArticleBuilder(catalogue: catalogue, language: language, icons: site.assets.address("icons.svg"), units: units)
    }
}

extension String {
    /// The paragraphs of a text that has line breaks.
    var paragraphs: [String] {
        split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }
}

extension Array {
    /// Neighbours that belong together, in order.
    func chunked(by belongs: (Element, Element) -> Bool) -> [[Element]] {
        var chunks: [[Element]] = []
        for element in self {
            if let last = chunks.last?.last, belongs(last, element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
        return chunks
    }
}

/// Minutes as people say them: "1 h 25 min".
enum Durations {
    static func text(minutes: Int, _ language: Language) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return Text.durationMinutes(language, minutes: String(rest)) }
        if rest == 0 { return Text.durationHours(language, hours: String(hours)) }
        return Text.durationHoursMinutes(language, hours: String(hours), minutes: String(rest))
    }
}
