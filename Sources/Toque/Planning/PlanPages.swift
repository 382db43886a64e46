// The pages of the meal plan: a week, and one entry; and the week as JSON.

import Bytes
import Database
import Food
import HTTPServer
import Texts
import Words

/// A week of a member's plan.
struct PlanWeek: Sendable {
    let monday: Int
    let today: Int
    let entries: [PlanEntry]
    let links: [Int: Link]

    /// The week of a day such as `2026-11-30`; this week if it is missing or no date.
    init(_ day: String?, _ context: Context) throws {
        let viewer = try context.member()
        today = PlanRules.day(context.now)
        monday = PlanRules.monday(of: day.flatMap(PlanRules.day) ?? today)
        entries = try PlanStore(context.reader).entries(
            monday...(monday + PlanRules.daysOfWeek - 1), user: viewer.id)
        links = try RecipeStore(context.reader).links(entries.compactMap(\.recipe), by: viewer.id)
    }

    static func address(of day: Int) -> String {
        "\(Address.plan())?week=\(PlanRules.iso(PlanRules.monday(of: day)))"
    }

    /// What an entry is called. A recipe that is no longer public has no name.
    func title(_ entry: PlanEntry, _ language: Language) -> String {
        if entry.recipe == nil { return entry.note.isEmpty ? Text.planRecipeGone(language) : entry.note }
        return entry.recipe.flatMap { links[$0]?.label } ?? Text.planRecipeGone(language)
    }

    /// The week's recipes that the member can read, each text read once. For a worker: texts can be long.
    func recipes(of member: Int, now: Int, _ db: Connection) throws -> [WantedRecipe] {
        var bodies: [Int: RecipeBody?] = [:]
        return try entries.compactMap { entry in
            guard let recipe = entry.recipe else { return nil }
            let body = try bodies[recipe] ?? RecipeBody.readable(recipe, viewer: member, now: now, db)
            bodies[recipe] = .some(body)
            guard let body else { return nil }
            let factor = entry.servings.flatMap { wanted in body.servings.map { Double(wanted) / Double($0) } }
            return WantedRecipe(recipe: recipe, body: body, factor: factor ?? 1, chosen: [], pantry: nil)
        }
    }

    var json: PlanJSON {
        PlanJSON(
            week: PlanRules.iso(monday), total: entries.count, page: 1,
            items: entries.map { entry in
                let link = entry.recipe.flatMap { links[$0] }
                return PlanJSON.Item(
                    id: entry.id, day: PlanRules.iso(entry.day), recipeId: link == nil ? nil : entry.recipe,
                    title: link?.label ?? "", address: link?.address, note: entry.note, servings: entry.servings)
            })
    }
}

struct PlanJSON: Encodable {
    struct Item: Encodable {
        let id: Int
        let day: String
        let recipeId: Int?
        let title: String
        let address: String?
        let note: String
        let servings: Int?
    }

    let week: String
    let total: Int
    let page: Int
    let items: [Item]
}

/// A recipe that uses up food that spoils soon.
struct PlanSuggestion {
    let id: Int
    let title: String
    let address: String
    let uses: String
    /// The plan with the recipe chosen in its form.
    let plan: String
}

struct PlanPage {
    struct Row {
        let id: Int
        let title: String
        let address: String?
        let note: String
        let servings: String
        let edit: String
        let delete: String
    }

    struct Day {
        let iso: String
        let name: String
        let isToday: Bool
        let rows: [Row]
    }

    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let fields: PlanFields
    let days: [Day]
    let isEmpty: Bool
    let week: String
    let heading: String
    let previous: String
    let next: String
    let suggestions: [PlanSuggestion]
    let feed: String?
    let script: String

    init(_ week: PlanWeek, _ form: PlanForm, _ errors: FieldErrors, _ context: Context) async throws {
        let (language, viewer) = (context.language, try context.member())
        layout = context.layout(title: Text.planTitle(language), section: "plan", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        fields = form.fields(try Self.choices(form.recipe, viewer.id, context), errors, language)
        days = (week.monday..<week.monday + PlanRules.daysOfWeek).map { day in
            Day(
                iso: PlanRules.iso(day),
                name:
                    "\(Text.dynamic("weekday.\(day - week.monday + 1)", language) ?? ""), \(Dates.day(day * Milliseconds.day, language))",
                isToday: day == week.today,
                rows: week.entries.filter { $0.day == day }.map { Self.row($0, week, language) })
        }
        isEmpty = week.entries.isEmpty
        self.week = PlanRules.iso(week.monday)
        heading = Text.planWeek(language, day: Dates.day(week.monday * Milliseconds.day, language))
        (previous, next) = (
            PlanWeek.address(of: max(0, week.monday - PlanRules.daysOfWeek)),
            PlanWeek.address(of: week.monday + PlanRules.daysOfWeek)
        )
        suggestions = try await context.planSuggestions()
        feed = try PlanStore(context.reader).feedSeal(user: viewer.id).map { seal in
            let token = SecretLink(PlanFeed.purpose, seal: seal, context.site).token
            return context.site.settings.baseURL + Address.planFeed(token)
        }
        script = context.site.assets.address("plan.js")
    }

    private static func row(_ entry: PlanEntry, _ week: PlanWeek, _ language: Language) -> Row {
        Row(
            id: entry.id, title: week.title(entry, language),
            address: entry.recipe.flatMap { week.links[$0]?.address }, note: entry.recipe == nil ? "" : entry.note,
            servings: entry.servings.map { Text.planServings(language, count: $0) } ?? "",
            edit: Address.planEntry(entry.id), delete: Address.deletePlanEntry(entry.id))
    }

    /// No recipe, the chosen one, and the latest favourites.
    private static func choices(_ chosen: String, _ viewer: Int, _ context: Context) throws -> [Choice] {
        let favourites = try FavouriteStore(context.reader).latest(PlanRules.choices, user: viewer)
        let id = Slug.id(chosen)
        let ids = favourites.contains { $0 == id } ? favourites : [id].compactMap(\.self) + favourites
        let links = try RecipeStore(context.reader).links(ids, by: viewer)
        let none = Choice(value: "", label: Text.planNoRecipe(context.language), isChosen: id == nil)
        return [none]
            + ids.compactMap { other in
                links[other].map { Choice(value: String(other), label: $0.label, isChosen: other == id) }
            }
    }
}

struct PlanEntryPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let title: String
    let fields: PlanFields
    let action: String
    let deleteAction: String
    let back: String

    init(_ entry: PlanEntry, _ form: PlanForm, _ errors: FieldErrors, _ context: Context) throws {
        let links = try RecipeStore(context.reader).links(
            [entry.recipe].compactMap(\.self), by: context.member().id)
        title =
            entry.recipe == nil
            ? Text.planEditNote(context.language)
            : entry.recipe.flatMap { links[$0]?.label } ?? Text.planRecipeGone(context.language)
        layout = context.layout(title: title, section: "plan", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        fields = form.fields([], errors, context.language)
        (action, deleteAction) = (Address.planEntry(entry.id), Address.deletePlanEntry(entry.id))
        back = PlanWeek.address(of: entry.day)
    }
}

extension Context {
    /// Recipes that the pantry allows and that use up what spoils soon, found by a worker. None while all workers are
    /// busy: the page goes without them. Recipes that the member dismissed are not among them.
    func planSuggestions() async throws -> [PlanSuggestion] {
        let (stock, filters, site, now) = (try pantryStock(), try ownFilters(), site, now)
        let user = try member().id
        guard stock.items.contains(where: \.isSoon) else { return [] }
        let wanted = SearchQuery(diets: filters.diets, freeFrom: filters.freeFrom)
        let found: [PantryFindings.Recipe]
        do {
            found = try await site.workers.run {
                try site.readOnWorker { db in
                    let dismissed = try DismissalStore(db).recipes(of: user)
                    return try PantrySearch(db, site, stock)
                        .find(wanted, missing: PantryRules.usualMissing, page: 1, now: now).recipes
                        .filter { !dismissed.contains($0.row.id) }
                }
            }
        } catch is WorkerPool.Full {
            return []
        }
        return found.filter { !$0.match.usesSoon.isEmpty }.prefix(PlanRules.suggestions).map { recipe in
            let names = recipe.match.usesSoon.compactMap { stock.foods.entry(stock.items[$0].ingredient) }
                .map { stock.foods.catalogue.displayName($0.key, language) }
            return PlanSuggestion(
                id: recipe.row.id, title: recipe.row.title,
                address: Address.recipe(Slug.segment(recipe.row.id, recipe.row.slug)),
                uses: Text.planUses(language, names: names.joined(separator: ", ")),
                plan: "\(Address.plan())?recipe=\(recipe.row.id)#plan-add")
        }
    }
}
