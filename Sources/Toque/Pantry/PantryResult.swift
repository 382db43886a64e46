// What a recipe has, lacks and uses up of a pantry, as words for the page and as JSON.

import Food
import Texts
import Words

/// A match in the reader's language.
struct PantryResult {
    struct Short {
        let ingredient: String
        let amount: Double
        let unit: String
        /// “cream: 100 ml short”.
        let text: String
    }

    struct Substitute {
        let missing: String
        let standIn: String
        let ratio: String
        let note: String
    }

    var have: [String] = []
    var missing: [String] = []
    var missingCount = 0
    var short: [Short] = []
    var substitutes: [Substitute] = []
    /// What is there in an amount that cannot be compared.
    var unsure: [String] = []
    /// What may be left out and is not there.
    var optional: [String] = []
    /// Lines that were not understood, as written.
    var notUnderstood: [String] = []
    /// What is missing and only the steps name.
    var onlyInSteps: [String] = []
    var usesSoon: [String] = []
    /// What it uses although its date has passed.
    var usesPast: [String] = []
}

/// Writes matches for one member.
struct PantryResultWriter {
    let contents: PantryContents
    let stock: PantryStock
    /// The filters of the page: nothing that does not suit them is offered as a substitute.
    let filters: DefaultFilters
    let language: Language

    init(_ contents: PantryContents, _ stock: PantryStock, _ filters: DefaultFilters, _ language: Language) {
        (self.contents, self.stock, self.filters, self.language) = (contents, stock, filters, language)
    }

    private var foods: PantryFoods { contents.foods }

    func name(_ ingredient: Int) -> String {
        foods.entry(ingredient).map { foods.catalogue.displayName($0.key, language) } ?? ""
    }

    func result(_ match: PantryMatch, _ body: RecipeBody?) -> PantryResult {
        var result = PantryResult()
        result.missingCount = match.missingCount
        for part in match.parts { add(part, body, to: &result) }
        result.substitutes = match.missing.flatMap(substitutes)
        result.usesSoon = names(match.usesSoon)
        result.usesPast = names(
            Set(match.parts.flatMap(\.taken).map(\.place)).sorted().filter {
                PantryRules.isPast(stock.items[$0].useBy, now: contents.now)
            })
        return result
    }

    private func names(_ places: [Int]) -> [String] {
        places.reduce(into: []) { names, place in
            let name = name(stock.items[place].ingredient)
            if !names.contains(name) { names.append(name) }
        }
    }

    private func add(_ part: PantryMatch.Part, _ body: RecipeBody?, to result: inout PantryResult) {
        func add(_ name: String, _ list: inout [String]) { if !list.contains(name) { list.append(name) } }
        let name = name(Int(part.need.ingredient))
        switch part.state {
        case .staple, .have, .enough: add(name, &result.have)
        case .unsure:
            add(name, &result.have)
            add(name, &result.unsure)
        case .short(let amount):
            add(name, &result.have)
            if !part.need.isOptional { result.short.append(short(name, amount, part.need.unit)) }
        case .missing where part.need.isOptional: add(name, &result.optional)
        case .missing:
            add(name, &result.missing)
            if part.need.isInStepsOnly { add(name, &result.onlyInSteps) }
        case .notUnderstood:
            let line = Int(part.need.line) - 1
            let text = body.flatMap { $0.lines.indices.contains(line) ? $0.lines[line] : nil }
                .map { foods.catalogue.lineText($0, language) }
            if part.need.isOptional {
                add(text ?? "?", &result.optional)
            } else {
                add(text ?? "?", &result.notUnderstood)
            }
        }
    }

    private func short(_ name: String, _ amount: Double, _ unit: String) -> PantryResult.Short {
        let rounded = Scaling.round(amount, foods.catalogue.units[unit])
        let text = foods.catalogue.amountText(RecipeLine(amount: rounded, unit: unit), language)
        return PantryResult.Short(
            ingredient: name, amount: rounded, unit: unit,
            text: Text.pantryShortOf(language, amount: text, name: name))
    }

    /// What is there and can stand in for a missing ingredient. The list goes one way only.
    private func substitutes(_ missing: Int) -> [PantryResult.Substitute] {
        foods.standIns(for: missing).filter { stock.has($0.ingredient) && filters.suit($0.ingredient, foods) }.map {
            PantryResult.Substitute(
                missing: name(missing), standIn: name($0.ingredient), ratio: $0.substitution.ratio,
                note: $0.substitution.note(language))
        } + general(missing)
    }

    /// The more general food: the pantry has potatoes, and the recipe wants baking potatoes.
    private func general(_ missing: Int) -> [PantryResult.Substitute] {
        foods.covered(by: missing).dropFirst().filter { general in
            stock.items.contains { $0.ingredient == general } && filters.suit(general, foods)
        }.map {
            PantryResult.Substitute(
                missing: name(missing), standIn: name($0), ratio: "1 : 1", note: Text.pantryGeneralNote(language))
        }
    }
}

// MARK: JSON

struct PantryRecipesJSON: Encodable {
    struct Short: Encodable {
        let ingredient: String
        let amount: Double
        let unit: String
        let text: String
    }

    struct Substitute: Encodable {
        /// Encoded as `for` and `with`.
        let missing: String
        let standIn: String
        let ratio: String
        let note: String

        private enum CodingKeys: String, CodingKey {
            case missing = "for"
            case standIn = "with"
            case ratio, note
        }
    }

    struct Item: Encodable {
        let id: Int
        let title: String
        let address: String
        let author: String
        let totalMinutes: Int?
        let diets: [String]
        let have: [String]
        let missing: [String]
        let missingCount: Int
        let short: [Short]
        let substitutes: [Substitute]
        let amountUnknown: [String]
        let optional: [String]
        let notUnderstood: [String]
        let onlyInSteps: [String]
        let usesSoon: [String]
    }

    struct Purchase: Encodable {
        let ingredients: [String]
        let recipes: Int
    }

    let total: Int
    let page: Int
    let items: [Item]
    let purchases: [Purchase]

    init(_ query: PantryQuery, _ found: PantryFindings, _ results: [PantryResult], _ writer: PantryResultWriter) {
        total = found.total
        page = query.page
        items = zip(found.recipes, results).map { Item($0.row, $1) }
        purchases = found.purchases.map {
            Purchase(ingredients: $0.ingredients.map(writer.name), recipes: $0.recipes)
        }
    }
}

extension PantryRecipesJSON.Item {
    fileprivate init(_ row: PublicRecipeRow, _ result: PantryResult) {
        let card = CardJSON(row)
        (id, title, address, author) = (card.id, card.title, card.address, card.author)
        (totalMinutes, diets) = (card.totalMinutes, card.diets)
        (have, missing, missingCount) = (result.have, result.missing, result.missingCount)
        short = result.short.map { .init(ingredient: $0.ingredient, amount: $0.amount, unit: $0.unit, text: $0.text) }
        substitutes = result.substitutes.map {
            .init(missing: $0.missing, standIn: $0.standIn, ratio: $0.ratio, note: $0.note)
        }
        (amountUnknown, optional, notUnderstood) = (result.unsure, result.optional, result.notUnderstood)
        (onlyInSteps, usesSoon) = (result.onlyInSteps, result.usesSoon)
    }
}
