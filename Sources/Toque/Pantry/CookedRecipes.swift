// Handlers for “Cooked it”: what a recipe takes from the pantry, to look at, change and confirm.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum CookedRecipes {
    static func show(_ context: Context) async throws -> Response {
        let used = try await used(context)
        if context.wantsJSON {
            return try context.json(ListJSON(total: used.rows.count, page: 1, items: used.rows.map(CookedRowJSON.init)))
        }
        return context.page(CookedPage(used, error: nil, context))
    }

    /// Takes the amounts of the form from the pantry.
    static func take(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        var used = try await used(context)
        let form = CookedForm(context.form)
        guard let amounts = form.read() else {
            used.fill(form)
            return context.page(
                CookedPage(used, error: Text.cookedError(context.language), context), status: .unprocessable)
        }
        let step = try await context.site.writer.write {
            try PantryStore($0).take(amounts, user: viewer.id, now: now)
        }
        return context.redirect(
            to: Address.pantry(), done: step == nil ? "nothing-changed" : "pantry-cooked", number: step)
    }

    /// What the recipe of the address takes from the viewer's pantry, for the servings of the address.
    private static func used(_ context: Context) async throws -> UsedFood {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""), let body = try context.readableBody(id) else {
            throw SiteError.notFound
        }
        let (contents, filters) = (try context.pantryContents(), try context.ownFilters())
        let (servings, language) = (ShownAmounts(context.request.query).servings, context.language)
        // A long recipe and a full pantry take too long for an event loop.
        return try await context.site.workers.run {
            UsedFood(id, body, contents, filters, servings: servings, language)
        }
    }
}

/// The form as typed.
struct CookedForm {
    /// The typed amount of each item. If one is sent twice, the first counts.
    private let amounts: [Int: String]
    private let usedUp: Set<Int>

    init(_ form: Form) {
        let (items, typed) = (form.all("item"), form.all("amount"))
        let pairs = items.enumerated().compactMap { place, item in
            Int(item).map { ($0, typed.indices.contains(place) ? typed[place].trimmed : "") }
        }
        amounts = Dictionary(pairs) { first, _ in first }
        usedUp = Set(form.all("used_up").compactMap { Int($0) })
    }

    func amount(_ item: Int) -> String { amounts[item] ?? "" }

    func isUsedUp(_ item: Int) -> Bool { usedUp.contains(item) }

    /// The amount that each item loses, `nil` for all of it; `nil` if an amount cannot be read.
    func read() -> [Int: Double?]? {
        var found: [Int: Double?] = [:]
        for (id, typed) in amounts where id > 0 {
            if usedUp.contains(id) {
                found[id] = .some(nil)
                continue
            }
            if typed.isEmpty || typed == "0" { continue }
            guard let amount = Amounts.read(typed), amount.high == nil else { return nil }
            found[id] = amount.low
        }
        return found
    }
}

/// What a recipe takes from a pantry, item by item.
struct UsedFood: Sendable {
    /// The most lines of the recipe that are named with one item, and the most code points of each.
    static let lines = 10
    static let lineLength = 100

    struct Row: Sendable {
        let item: Int
        let name: String
        /// The amount in the pantry; empty when it is unknown.
        let has: String
        let unit: String
        var amount: String
        var isUsedUp = false
        /// The lines of the recipe that it is for, or the first ones.
        let lines: String
    }

    /// Where the form is sent.
    let action: String
    let title: String
    private(set) var rows: [Row] = []

    init(
        _ recipe: Int, _ body: RecipeBody, _ contents: PantryContents, _ filters: DefaultFilters, servings: Int?,
        _ language: Language
    ) {
        action = Address.cookedRecipe(recipe)
        title = body.title
        let catalogue = contents.foods.catalogue
        let factor = servings.flatMap { wanted in body.servings.map { Double(wanted) / Double($0) } } ?? 1
        let needs = catalogue.needs(of: body.dish, catalogue.understanding(of: body)).map { $0.scaled(by: factor) }
        let stock = contents.stock(filters)
        var taken: [Int: (amount: Double?, lines: [Int32])] = [:]
        for part in PantryMatcher(stock).match(needs).parts {
            for use in part.taken {
                var known = taken[use.place] ?? (nil, [])
                if let amount = use.amount { known.amount = (known.amount ?? 0) + amount }
                known.lines.append(part.need.line)
                taken[use.place] = known
            }
        }
        let texts = body.lines.map { line in
            let text = catalogue.lineText(Scaling.scale(line, by: factor, catalogue.units), language)
            return text.length > Self.lineLength ? text.cut(to: Self.lineLength) + "…" : text
        }
        rows = taken.keys.sorted().map { place in
            let (item, use) = (contents.items[place], taken[place])
            let named = (use?.lines ?? []).map { Int($0) - 1 }.filter(texts.indices.contains)
            let lines = named.prefix(Self.lines).map { texts[$0] } + (named.count > Self.lines ? ["…"] : [])
            let known = RecipeLine(amount: item.amount, unit: item.amount == nil ? "" : item.unit)
            return Row(
                item: item.id, name: contents.name(item, language), has: catalogue.amountText(known, language),
                unit: item.unit.isEmpty || item.amount == nil ? "" : catalogue.unitName(item.unit, language),
                amount: Self.typed(use?.amount, of: item, catalogue), lines: lines.joined(separator: "; "))
        }
    }

    /// The amount for its field, rounded to what a cook measures, and never more than there is.
    private static func typed(_ amount: Double?, of item: StoredPantryItem, _ catalogue: Catalogue) -> String {
        guard let amount, let has = item.amount else { return "" }
        let rounded = Scaling.round(amount, catalogue.units[item.unit])
        return Amounts.typed(rounded >= has || has - amount <= has * 0.001 ? has : rounded, nil)
    }

    /// Puts back what was typed.
    mutating func fill(_ form: CookedForm) {
        for place in rows.indices {
            rows[place].amount = form.amount(rows[place].item)
            rows[place].isUsedUp = form.isUsedUp(rows[place].item)
        }
    }
}

struct CookedPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let title: String
    let action: String
    let error: String?
    let rows: [UsedFood.Row]

    init(_ used: UsedFood, error: String?, _ context: Context) {
        title = Text.cookedTitle(context.language, title: used.title)
        layout = context.layout(title: title, section: "pantry", isListed: false)
        formToken = context.formToken
        problems = error.map { [FieldProblem(address: "#amount", message: $0)] } ?? []
        (self.error, action) = (error, used.action)
        rows = used.rows
    }
}

struct CookedRowJSON: Encodable {
    let id: Int
    let title: String
    let amount: String
    let unit: String

    init(_ row: UsedFood.Row) { (id, title, amount, unit) = (row.item, row.name, row.amount, row.unit) }
}
