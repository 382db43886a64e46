// Converts an imported recipe to this site's form: matches its lines with the catalogue and notes what was left out or
// changed.

import Bytes
import Food
import Foundation
import Security
import Words

/// An imported recipe in this site's form.
struct ConvertedRecipe {
    var body: RecipeBody
    /// The recipe's identity at its source, so that importing it again changes nothing.
    let origin: String
    /// The ingredient lines as written, one for each line of `body`.
    var written: [String] = []
    /// The web addresses of its pictures.
    var images: [String] = []
    /// The bytes of its picture, not yet checked.
    var picture: [UInt8]?
    /// The media of its steps by step number, and the files that came with the import.
    var shown: [Int: RecipeStep] = [:]
    var media: [Int: [UInt8]] = [:]
    /// What was left out or changed, each with the text in question.
    var notes: [(kind: ImportNote, example: String)] = []
}

extension ConvertedRecipe {
    /// Notes once that a picture is missing.
    mutating func leavePicture() {
        if !notes.contains(where: { $0.kind == .pictures }) { notes.append((.pictures, body.title)) }
    }

    /// Attaches a stored picture or video to its step, under its new id.
    mutating func attach(_ stored: StoredMedia, to number: Int) {
        guard var step = shown[number] else { return }
        step.media = stored.id
        // Processing may have turned a video into a picture.
        if !stored.isVideo { step.subtitles = RecipeStep.Subtitles() }
        step.isVideo = stored.isVideo
        body.steps[number - 1] = step
        shown[number] = nil
    }
}

/// The kinds of problems that an import reports, with counts and examples.
enum ImportNote: String, CaseIterable, Sendable {
    case notJSON = "not JSON"
    case notARecipe = "not a schema.org/Recipe"
    case unread = "not read"
    case noTitle = "no title"
    case noIngredients = "no ingredients"
    case tooLong = "longer than a recipe may be"
    case noSteps = "taken without steps"
    case unknownIngredient = "ingredient lines not in the catalogue"
    case likelyIngredient = "ingredient lines only like one in the catalogue"
    case unreadAmount = "ingredient lines whose amount was not understood"
    case unknownYield = "servings not understood"
    case totalTimeOnly = "total time taken as cooking time"
    case statedTimes = "cooking time added up from the steps"
    case unknownTime = "time not understood"
    case unknownCategory = "category not in the catalogue"
    case keywordCategory = "category proposed from the keywords"
    case titleCategory = "category proposed from the title"
    case unknownCuisine = "cuisine not in the catalogue"
    case keywordCuisine = "cuisine taken from the keywords"
    case keywords = "keywords left out"
    case nutrition = "figures of nutrition not understood"
    case pictures = "pictures left out"
    case tools = "tools left out"
    case otherField = "other fields left out"
}

extension Catalogue {
    /// The recipe in this site's form, or why it cannot be imported.
    func take(_ found: RecipeWithMedia) -> Result<ConvertedRecipe, ImportFailure> {
        take(found.recipe, hasPicture: found.picture != nil).map { recipe in
            var recipe = recipe
            recipe.picture = found.picture
            recipe.media = found.media
            if found.isPictureLeft { recipe.leavePicture() }
            return recipe
        }
    }

    func take(_ imported: ImportedRecipe, hasPicture: Bool = false) -> Result<ConvertedRecipe, ImportFailure> {
        if let exact = imported.exact { return .success(take(exact: exact, imported)) }
        let title = imported.title.inOneLine
        guard !title.isEmpty else { return .failure(.init(kind: .noTitle, example: imported.identifier)) }
        guard !imported.lines.isEmpty else { return .failure(.init(kind: .noIngredients, example: title)) }
        var recipe = ConvertedRecipe(body: RecipeBody(), origin: imported.origin)
        recipe.images = imported.images
        recipe.body.title = title
        recipe.body.description = imported.description
        recipe.body.tips = imported.notes.joined(separator: "\n")
        recipe.body.source = imported.source
        recipe.body.take(imported.terms, license: imported.license)
        recipe.body.language = imported.writtenLanguage
        takeLines(imported, &recipe)
        guard !recipe.body.lines.isEmpty else { return .failure(.init(kind: .noIngredients, example: title)) }
        recipe.body.steps = zip(imported.stepTexts, imported.steps).map { text, step in
            var taken = RecipeStep(text: text)
            taken.timer = StepTimer(seconds: step.timer)
            return taken
        }
        if recipe.body.steps.isEmpty { recipe.notes.append((.noSteps, title)) }
        takeFigures(imported, &recipe)
        takeTerms(imported, &recipe)
        if !imported.images.isEmpty, !hasPicture { recipe.notes.append((.pictures, imported.title)) }
        for leftover in imported.notUnderstood {
            let isTime = ["prepTime", "cookTime", "totalTime"].contains(leftover.field)
            let told = leftover.text.isEmpty ? leftover.field : "\(leftover.field): \(leftover.text)"
            recipe.notes.append(isTime ? (.unknownTime, leftover.text) : (.otherField, told))
        }
        return RecipeLimits.allow(recipe.body) ? .success(recipe) : .failure(.init(kind: .tooLong, example: title))
    }

    private func takeLines(_ imported: ImportedRecipe, _ recipe: inout ConvertedRecipe) {
        for line in grouped(imported.lines.map { ListedLine(text: $0.text, group: $0.group) }) {
            let parsed = parse(line.text)
            recipe.body.lines.append(self.line(parsed, group: line.group))
            recipe.written.append(line.text)
            if parsed.amount == nil, line.text.utf8.contains(where: { (48...57).contains($0) }) {
                recipe.notes.append((.unreadAmount, line.text))
            }
        }
    }

    private func takeFigures(_ imported: ImportedRecipe, _ recipe: inout ConvertedRecipe) {
        recipe.body.prepMinutes = imported.prepMinutes
        recipe.body.cookMinutes = imported.cookMinutes
        if let total = imported.totalMinutes, imported.cookMinutes == nil {
            recipe.body.cookMinutes = max(0, total - (imported.prepMinutes ?? 0))
            if imported.prepMinutes == nil { recipe.notes.append((.totalTimeOnly, "\(total) min")) }
        }
        if recipe.body.prepMinutes == nil, recipe.body.cookMinutes == nil,
            let stated = Durations.statedMinutes(in: recipe.body.steps.map(\.text))
        {
            recipe.body.cookMinutes = stated
            recipe.notes.append((.statedTimes, "\(stated) min"))
        }
        recipe.body.servings = imported.servings(units)
        let given = ImportedFigures(imported.nutrition)
        recipe.body.figures = given.figures.ifGiven
        recipe.notes += given.left.map { (.nutrition, $0) }
        if recipe.body.servings == nil, let yield = imported.yields.first {
            recipe.notes.append((.unknownYield, yield))
        }
    }

    private func takeTerms(_ imported: ImportedRecipe, _ recipe: inout ConvertedRecipe) {
        recipe.body.category = imported.categories.lazy.compactMap(category).first
        recipe.notes += imported.categories.filter { category($0) != recipe.body.category || category($0) == nil }
            .map { (.unknownCategory, $0) }
        recipe.body.cuisine = imported.cuisines.lazy.compactMap(cuisineKey).first
        recipe.notes += imported.cuisines.filter {
            cuisineKey(named: $0) != recipe.body.cuisine || cuisineKey(named: $0) == nil
        }.map { (.unknownCuisine, $0) }
        recipe.body.difficulty = Difficulty(said: imported.difficulty)
        if recipe.body.difficulty == nil, !imported.difficulty.isEmpty {
            recipe.notes.append((.otherField, "difficulty: \(imported.difficulty)"))
        }
        let tags = TagRules.split(imported.keywords.joined(separator: ",")).filter { $0.name.length <= TagRules.length }
        recipe.body.tags = TagRules.joined(Array(tags.prefix(TagRules.count)))
        let taken = Set(tags.prefix(TagRules.count).map(\.key))
        recipe.notes += imported.keywords.filter { !$0.isEmpty && !taken.contains(Tag($0).key) }.map { (.keywords, $0) }
        recipe.notes += imported.tools.map { (.tools, $0) }
        propose(tags + TagRules.split(imported.categories.joined(separator: ",")), &recipe)
    }

    private func category(_ name: String) -> String? {
        let name = Words.fold(name)
        return WordList.foreignCourses[name] ?? WordList.foreignDishes[name] ?? categoryKey(named: name)
    }
}

extension ImportedRecipe {
    /// The steps as texts; the name of a section is put before its first step.
    var stepTexts: [String] {
        var section = ""
        return steps.map { step in
            defer { section = step.section }
            let heading = step.section == section ? "" : step.section
            return [heading, step.name, step.text].filter { !$0.isEmpty }.joined(separator: ": ")
        }
    }

    /// The first number of `4`, `4 servings`, `Serves 4–6`, unless it is an amount of grams or millilitres.
    func servings(_ units: UnitTable) -> Int? {
        for text in yields {
            let amount = text.drop { !$0.isASCII || !$0.isNumber }
            let digits = amount.prefix { $0.isASCII && $0.isNumber }
            if let count = Int(digits), RecipeLimits.servings.contains(count),
                !units.isMeasure(Self.withoutNumbers(amount))
            {
                return count
            }
        }
        return nil
    }

    /// The text behind `4`, `1 1/2`, `4–6`, `4 to 6`. Written by hand, because every imported recipe passes here.
    private static func withoutNumbers(_ text: Substring) -> Substring {
        var rest = text
        while true {
            rest = rest.drop { $0.isWhitespace || $0.isNumber || ".,/⁄–—-".contains($0) }
            let word = rest.prefix(while: \.isLetter)
            guard Durations.rangeWords.contains(word), rest[word.endIndex...].first?.isWhitespace == true else {
                return rest
            }
            rest = rest[word.endIndex...]
        }
    }

    var source: String {
        let credit = credit.isEmpty ? author : credit
        // A credit from this site already begins with the address.
        let address = !address.isEmpty && credit.hasPrefix(bytes: address) ? "" : address
        // A licence that the site knows is part of the terms.
        let license = TextLicence(named: license) == nil ? license : ""
        return [credit, address, license].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The stated language; if none is stated, Russian if most letters of the title are Cyrillic, or else English.
    var writtenLanguage: String {
        if language.lowercased().hasPrefix(bytes: "ru") { return "ru" }
        let letters = title.unicodeScalars.filter(\.properties.isAlphabetic)
        let cyrillic = letters.filter { ("\u{400}"..."\u{4ff}").contains($0) }.count
        return language.isEmpty && cyrillic * 2 > letters.count ? "ru" : "en"
    }

    /// The recipe's identity at its source, or else a hash of title and ingredients.
    var origin: String {
        let name = identifier.isEmpty ? address : identifier
        if !name.isEmpty, name.utf8.count <= 500 { return name }
        return "sha256:" + SHA256.hex(([title] + lines.map(\.text)).joined(separator: "\n"))
    }
}

extension UnitTable {
    /// Whether a text begins with a unit of mass or volume.
    fileprivate func isMeasure(_ text: Substring) -> Bool {
        let text = text.lowercased()
        guard let first = text.first else { return false }
        func begins(_ form: String) -> Bool {
            form.first?.lowercased() == String(first) && text.hasPrefix(form.lowercased())
                && text.dropFirst(form.count).first?.isLetter != true
        }
        return units.contains { unit in
            unit.kind != .count && (unit.english.contains(where: begins) || unit.russian.contains(where: begins))
        }
    }
}

/// Why an object contains no recipe.
struct ImportFailure: Error, Sendable {
    let kind: ImportNote
    let example: String
}

extension RecipeLimits {
    private static func allow(_ step: RecipeStep) -> Bool {
        step.alt.length <= alt && step.timer.seconds.map(timer.contains) ?? true
            && [step.subtitles.en, step.subtitles.ru].allSatisfy {
                $0.isEmpty || WebVTT.problem(in: $0, milliseconds: milliseconds) == nil
            }
    }

    private static func allow(_ figures: AuthorFigures) -> Bool {
        !figures.isEmpty && FigureRules.impossible(figures).isEmpty
            && Nutrient.allCases.allSatisfy { nutrient in figures[nutrient].map(figure(nutrient).contains) ?? true }
    }

    private static func allow(tags: String) -> Bool {
        guard tags.length <= TagRules.typed else { return false }
        let tags = TagRules.split(tags)
        return tags.count <= TagRules.count && tags.allSatisfy { $0.name.length <= TagRules.length }
    }

    /// Whether a text is within every limit.
    static func allow(_ body: RecipeBody) -> Bool {
        body.title.length <= title && body.description.length <= description && body.lines.count <= lines
            && body.lines.allSatisfy {
                max($0.ingredient.length, $0.note.length, $0.unit.length, $0.group.length) <= text
                    && max($0.amount ?? 0, $0.amountMax ?? 0) <= Amounts.most
            }
            && body.steps.count <= steps && body.steps.allSatisfy { $0.text.length <= step && allow($0) }
            && body.tips.length <= tips && (body.notInDish ?? "").length <= notInDish
            && allow(tags: body.tags ?? "") && body.source.length <= source
            && allow(termsOf: body) && body.figures.map(allow) ?? true
            // Finds escapes inside escapes and combining marks that were in separate parts of a document.
            && StreamSafe.allows(body.encoded())
    }
}
