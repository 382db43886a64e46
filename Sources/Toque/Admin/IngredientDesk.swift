// Feature N3, its beginning: the catalogue's ingredients, and changing one fact with every recipe following.

import Database
import HTTP

enum IngredientDesk {
    static func list(_ context: Context) async throws -> Response {
        let words = String((context.request.query["q"] ?? "").trimmed.prefix(100))
        let page = Paging.page(context.request.query["page"])
        let catalogue = try context.site.catalogue.current(context.reader)
        let all = words.isEmpty ? catalogue.entries : catalogue.find(words)
        let shown = all.dropFirst(Paging.offset(page)).prefix(Paging.size)
        if context.wantsJSON {
            return try context.json(ListJSON(total: all.count, page: page, items: shown.map(IngredientJSON.init)))
        }
        let (language, waiting) = (context.language, try waiting(context))
        var response = context.page(
            IngredientsPage(
                layout: context.layout(title: Text.ingredientsTitle(language), section: "ingredients", isListed: false),
                waiting: waiting, words: words, count: all.count,
                rows: shown.map {
                    Link(
                        label: "\($0.english.singular) · \($0.russian.singular)",
                        address: Address.adminIngredient($0.key))
                },
                pages: Pages(number: page, total: all.count) {
                    "\(Address.adminIngredients())?q=\(Percent.encode(query: words))&page=\($0)"
                }))
        // The figure goes on by itself; a page with a form, where somebody may be choosing, is left alone.
        if waiting != nil { response.headers["Refresh"] = "3" }
        return response
    }

    /// How many recipes wait to be derived anew, while any does.
    private static func waiting(_ context: Context) throws -> Int? {
        let count = try DerivationStore(context.reader).waiting()
        return count > 0 ? count : nil
    }

    static func edit(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        guard let entry = catalogue.entry(context.parameters["ingredient"] ?? "") else { throw SiteError.notFound }
        if context.wantsJSON {
            let json = IngredientCommand(index: catalogue.index).json(entry, catalogue.nutrition(of: entry))
            return Response.json(Array(json.utf8))
        }
        return try context.page(page(entry, context))
    }

    static func save(_ context: Context) async throws -> Response {
        let (key, admin, now, site) = (
            context.parameters["ingredient"] ?? "", try context.member(), context.now, context.site
        )
        let catalogue = try site.catalogue.current(context.reader)
        guard let entry = catalogue.entry(key) else { throw SiteError.notFound }
        let form = FactForm(context.form, entry, catalogue)
        guard form.seen == nil || form.seen == entry.statement else {
            return try context.page(page(entry, context, isStale: true), status: .conflict)
        }
        guard form.isParentKnown else {
            let problem = Text.ingredientParentUnknown(context.language)
            return try context.page(page(entry, context, form, problem: problem), status: .unprocessable)
        }
        do {
            let hasChanged = try await site.writer.write { db in
                try FactStore(db).set(
                    form.stated, parent: form.parent, of: key, seen: form.seen, by: admin.actor, now: now)
            }
            if hasChanged { site.caretaker.wake() }
            return context.redirect(
                to: Address.adminIngredient(key), done: hasChanged ? "facts-saved" : "nothing-changed")
        } catch is Lineage.Problem {
            let problem = Text.ingredientParentCircle(context.language)
            return try context.page(page(entry, context, form, problem: problem), status: .unprocessable)
        }
    }

    private static func page(
        _ entry: IngredientEntry, _ context: Context, _ form: FactForm? = nil, problem: String? = nil,
        isStale: Bool = false
    ) throws -> IngredientPage {
        let language = context.language
        let facts = form?.facts ?? entry.facts
        let catalogue = try context.site.catalogue.current(context.reader)
        func names(_ isCertain: Bool) -> String {
            entry.parts.filter { $0.isCertain == isCertain }.map { catalogue.displayName($0.key, language) }
                .joined(separator: ", ")
        }
        func choices(_ fact: Fact) -> [Choice] {
            [Fact.yes, .no, .unknown].map {
                Choice(
                    value: $0.word, label: Text.dynamic("fact.\($0.word)", language) ?? $0.word, isChosen: $0 == fact)
            }
        }
        return try IngredientPage(
            layout: context.layout(title: entry.english.singular, section: "ingredients", isListed: false),
            formToken: context.formToken, waiting: waiting(context), isStale: isStale,
            problems: problem.map { [FieldProblem(address: "#parent", message: $0)] } ?? [],
            seen: form?.seen ?? entry.statement,
            action: Address.adminIngredient(entry.key), english: entry.english.singular,
            picture: IngredientPicture(entry, context.site.assets),
            russian: entry.russian.singular,
            synonyms: (entry.english.synonyms + entry.russian.synonyms).joined(separator: ", "), aisle: entry.aisle,
            usda: entry.usda.map { String($0) },
            parent: Field(
                name: "parent", label: Text.ingredientParent(language),
                value: form?.typedParent ?? entry.parent.map { catalogue.displayName($0, language) } ?? "",
                error: problem, help: Text.ingredientParentHelp(language), autocomplete: "off", maxLength: 100),
            holds: names(true), mayHold: names(false),
            facts: DietFact.allCases.map {
                FactField(
                    name: FactName.diet($0).field, label: Text.dynamic("diet.\($0.rawValue)", language) ?? $0.rawValue,
                    choices: choices(facts[$0]))
            },
            allergens: Allergen.allCases.map {
                FactField(
                    name: FactName.allergen($0).field,
                    label: Text.dynamic("allergen.\($0.rawValue)", language) ?? $0.rawValue,
                    choices: choices(facts[$0]))
            })
    }
}

struct IngredientsPage {
    let layout: Layout
    /// Recipes that are still to be derived anew.
    let waiting: Int?
    let words: String
    let count: Int
    let rows: [Link]
    let pages: Pages
}

struct IngredientPage {
    let layout: Layout
    let formToken: String
    /// Recipes that are still to be derived anew.
    let waiting: Int?
    /// Whether somebody else changed the facts meanwhile: theirs are shown, nothing was written.
    let isStale: Bool
    let problems: [FieldProblem]
    /// The facts that the page shows, to be sent back.
    let seen: String
    let action: String
    let english: String
    let picture: IngredientPicture
    let russian: String
    let synonyms: String
    let aisle: String
    let usda: String?
    let parent: Field
    let holds: String
    let mayHold: String
    let facts: [FactField]
    let allergens: [FactField]
}

/// What an admin sent: the facts that are to hold, and what the ingredient is a kind of.
struct FactForm: Sendable {
    let facts: IngredientFacts
    /// What the entry then states: what was left alone is not stated by that.
    let stated: StatedFacts
    let typedParent: String
    let parent: String?
    let isParentKnown: Bool
    let seen: String?

    init(_ form: Form, _ entry: IngredientEntry, _ catalogue: Catalogue) {
        var facts = entry.facts
        for name in FactName.allCases {
            if let value = form[name.field].flatMap(Fact.init(word:)) { facts[name] = value }
        }
        self.facts = facts
        stated = entry.stated.changed(from: entry.facts, to: facts)
        // A form without the field leaves it as it is.
        let known = entry.parent.map { catalogue.displayName($0, .en) } ?? ""
        typedParent = (form["parent"] ?? known).trimmed
        parent =
            typedParent.isEmpty || typedParent.length > 100
            ? nil : catalogue.index.findWhole(typedParent)?.key ?? catalogue.entry(typedParent)?.key
        isParentKnown = typedParent.isEmpty || parent != nil
        seen = form["seen"]
    }
}

extension FactName {
    /// The name of its field.
    fileprivate var field: String {
        switch self {
        case .diet(let diet): "fact.\(diet.rawValue)"
        case .allergen(let allergen): "allergen.\(allergen.rawValue)"
        }
    }
}

/// A fact with its three answers as radio buttons.
struct FactField {
    let name: String
    let label: String
    let choices: [Choice]
}
