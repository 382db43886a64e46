// The admin pages of ingredients. Every edit becomes a draft change, whose effects are previewed before it is applied.

import Bytes
import Database
import Food
import HTTP
import Texts

enum IngredientAdmin {
    static func list(_ context: Context) async throws -> Response {
        let words = (context.request.query["q"] ?? "").trimmed.cut(to: 100)
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
        // The count updates by itself; pages with a form do not reload, since somebody may be filling it in.
        if waiting != nil { response.headers["Refresh"] = "3" }
        return response
    }

    /// The number of recipes that wait to be derived again; `nil` if there are none.
    static func waiting(_ context: Context) throws -> Int? {
        let count = try DerivationStore(context.reader).waiting()
        return count > 0 ? count : nil
    }

    static func edit(_ context: Context) async throws -> Response {
        let record = try record(context)
        if context.wantsJSON {
            let catalogue = try context.site.catalogue.current(context.reader)
            guard let entry = catalogue.entry(record.key) else { throw SiteError.notFound }
            let json = IngredientCommand(index: catalogue.index).json(entry, catalogue.nutrition(of: entry))
            return Response.json(Array(json.utf8))
        }
        return try context.page(page(record, typed(record, context), FieldErrors(), context))
    }

    /// Drafts the change; its page shows the effects.
    static func save(_ context: Context) async throws -> Response {
        let before = try record(context)
        let typed = try typed(before, context, context.form)
        if let seen = context.form["seen"], seen != before.seen {
            return try context.page(
                page(before, typed, FieldErrors(), isStale: true, context), status: .conflict)
        }
        let (after, errors) = try check(typed, over: before, isNew: false, context)
        guard errors.isEmpty else {
            return try context.page(page(before, typed, errors, context), status: .unprocessable)
        }
        if after == before { return context.redirect(to: Address.adminIngredient(before.key), done: "nothing-changed") }
        let row = ChangedRow(key: before.key, before: before, after: after)
        return try await ChangeAdmin.draft(.edit, .ingredients([row]), context)
    }

    static func new(_ context: Context) async throws -> Response {
        var blank = IngredientRecord(key: "")
        if let proposal = try proposal(context.request.query["proposal"], context) {
            (blank.english, blank.russian) = (proposal.name, proposal.name)
        }
        return try context.page(newPage(typed(blank, context), FieldErrors(), context))
    }

    static func add(_ context: Context) async throws -> Response {
        var blank = IngredientRecord(key: "")
        let typed = try typed(blank, context, context.form)
        blank.key = try freeKey(
            CatalogueText.slug((typed.texts["name_en"] ?? "").cut(to: CatalogueLimits.name)), context)
        let (record, errors) = try check(typed, over: blank, isNew: true, context)
        guard errors.isEmpty else {
            return try context.page(newPage(typed, errors, context), status: .unprocessable)
        }
        return try await ChangeAdmin.draft(
            .add, .ingredients([ChangedRow(key: record.key, before: nil, after: record)]),
            for: proposal(context.form["proposal"], context)?.id, context)
    }

    /// The proposal that a new ingredient answers.
    private static func proposal(_ number: String?, _ context: Context) throws -> Proposal? {
        try number.flatMap { Int($0) }.flatMap { try ProposalStore(context.reader).proposal($0) }.flatMap {
            $0.kind == .ingredient ? $0 : nil
        }
    }

    /// A key that no ingredient has or had.
    static func freeKey(_ key: String, _ context: Context) throws -> String {
        let store = IngredientKeyStore(context.reader)
        if try !store.isTaken(key) { return key }
        return try (2...1_000).lazy.map { "\(key)-\($0)" }.first { try !store.isTaken($0) } ?? key
    }

    static func record(_ context: Context) throws -> IngredientRecord {
        let catalogue = try context.site.catalogue.current(context.reader)
        guard let record = catalogue.record(context.parameters["ingredient"] ?? "") else { throw SiteError.notFound }
        return record
    }

    private static func typed(
        _ record: IngredientRecord, _ context: Context, _ form: Form? = nil
    ) throws -> TypedIngredient {
        let (catalogue, language) = (try context.site.catalogue.current(context.reader), context.language)
        return form.map { TypedIngredient($0, over: record, catalogue, language) }
            ?? TypedIngredient(record, catalogue, language)
    }

    private static func check(
        _ typed: TypedIngredient, over before: IngredientRecord, isNew: Bool, _ context: Context
    ) throws -> (IngredientRecord, FieldErrors) {
        let (record, unread) = typed.read(over: before)
        let row = ChangedRow(key: record.key, before: isNew ? nil : before, after: record)
        let wrong = try IngredientCheck(typed.catalogue, context.reader).problems([row]).map { ($0.column, $0.problem) }
        var errors = FieldErrors()
        for column in IngredientColumn.all {
            if let problem = (unread + wrong).first(where: { $0.0 == column.name })?.1 {
                errors.add(column.name, problem.message(context.language))
            }
        }
        if errors.isEmpty, let full = try ChangeAdmin.full(context) { errors.add("name_en", full) }
        return (record, errors)
    }

    private static func page(
        _ record: IngredientRecord, _ typed: TypedIngredient, _ errors: FieldErrors, isStale: Bool = false,
        _ context: Context
    ) throws -> IngredientPage {
        let (language, history) = (
            context.language, try CatalogueChangeStore(context.reader).history(of: .ingredient, record.key)
        )
        let catalogue = typed.catalogue
        guard let entry = catalogue.entry(record.key) else { throw SiteError.notFound }
        func links(_ rests: (IngredientEntry) -> Bool) -> [Link] {
            catalogue.entries.filter(rests).map {
                Link(label: catalogue.displayName($0.key, language), address: Address.adminIngredient($0.key))
            }.sorted { $0.label.lowercased() < $1.label.lowercased() }
        }
        return try IngredientPage(
            layout: context.layout(title: record.english, section: "ingredients", isListed: false),
            formToken: context.formToken, waiting: waiting(context), isStale: isStale, seen: record.seen,
            action: Address.adminIngredient(record.key), english: record.english, russian: record.russian,
            picture: IngredientDrawing(entry, context.site.assets),
            kinds: links { $0.parent == entry.key },
            within: links { $0.parts.contains { $0.key == entry.key } },
            mergeAddress: Address.mergeIngredient(record.key), splitAddress: Address.splitIngredient(record.key),
            problems: errors.summary,
            fields: fields(
                typed, errors, known: entry.facts, overruled: OverruledFact.all([entry.key], in: catalogue.entries),
                now: isStale ? self.typed(record, context) : nil, context),
            history: history.map { ChangeLine($0.change, $0.row.views(catalogue, language), language) })
    }

    private static func newPage(
        _ typed: TypedIngredient, _ errors: FieldErrors, _ context: Context
    ) throws -> NewIngredientPage {
        try NewIngredientPage(
            layout: context.layout(
                title: Text.ingredientNew(context.language), section: "ingredients", isListed: false),
            formToken: context.formToken,
            proposal: proposal(context.form["proposal"] ?? context.request.query["proposal"], context)?.id,
            problems: errors.summary, fields: fields(typed, errors, known: nil, context))
    }

    private static func fields(
        _ typed: TypedIngredient, _ errors: FieldErrors, known: IngredientFacts?, overruled: [OverruledFact] = [],
        now: TypedIngredient? = nil, _ context: Context
    ) throws -> IngredientFields {
        IngredientFields(
            typed, errors, known: known, overruled: overruled, now: now,
            aisles: try StarterStore(context.reader).terms(.aisle),
            context.language)
    }
}

struct IngredientKeyStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Keys of ingredients that were removed from the catalogue.
    func retired() throws -> Set<String> {
        Set(try db.all("SELECT key FROM ingredient WHERE is_retired = 1") { $0[0] as String })
    }

    func isTaken(_ key: String) throws -> Bool { try db.exists("SELECT 1 FROM ingredient WHERE key = \(key)") }
}

struct IngredientsPage {
    let layout: Layout
    /// The number of recipes that wait to be derived again.
    let waiting: Int?
    let words: String
    let count: Int
    let rows: [Link]
    let pages: Pages
}

struct IngredientPage {
    let layout: Layout
    let formToken: String
    /// The number of recipes that wait to be derived again.
    let waiting: Int?
    /// Whether somebody else has changed it in the meantime: the page shows their values next to what was typed;
    /// nothing was written.
    let isStale: Bool
    /// The state that the page shows, which the form sends back.
    let seen: String
    let action: String
    let english: String
    let russian: String
    let picture: IngredientDrawing
    /// Ingredients that depend on it.
    let kinds: [Link]
    let within: [Link]
    let mergeAddress: String
    let splitAddress: String
    let problems: [FieldProblem]
    let fields: IngredientFields
    let history: [ChangeLine]
}

struct NewIngredientPage {
    let layout: Layout
    let formToken: String
    /// The proposal that it answers.
    let proposal: Int?
    let problems: [FieldProblem]
    let fields: IngredientFields
}

struct IngredientJSON: Encodable {
    let key: String
    let name: String
    let nameRu: String
    let aisle: String

    init(_ entry: IngredientEntry) {
        key = entry.key
        name = entry.english.singular
        nameRu = entry.russian.singular
        aisle = entry.aisle
    }
}
