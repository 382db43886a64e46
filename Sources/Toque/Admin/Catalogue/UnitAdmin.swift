// The admin pages of units and their sizes. Every edit becomes a draft change, whose effects are previewed before it is
// applied.

import Database
import Food
import HTTP
import Texts
import Words

enum UnitAdmin {
    static func list(_ context: Context) async throws -> Response {
        try listPage(UnitForm(), FieldErrors(), context)
    }

    static func add(_ context: Context) async throws -> Response {
        let form = UnitForm(context.form)
        let (record, unread) = form.read(over: nil)
        let row = ChangedUnit(key: record.key, before: nil, after: record)
        let catalogue = try context.site.catalogue.current(context.reader)
        var errors = unread.messages(context.language)
        var found = try UnitCheck(catalogue, context.reader).problems([row])
        if catalogue.unitRecord(record.key) != nil {
            found.append((record.key, "key", .taken(form: record.key, key: record.key)))
        }
        errors.add(found, context.language)
        try addFull(to: &errors, context)
        guard errors.isEmpty else { return try listPage(form, errors, context) }
        return try await ChangeAdmin.draft(.add, .units([row]), context)
    }

    static func edit(_ context: Context) async throws -> Response {
        let record = try record(context)
        if context.wantsJSON {
            let uses = try RecipeUseStore(context.reader).units()[record.key]
            return try context.json(UnitJSON(record, uses?.lines ?? 0))
        }
        return try page(record, UnitForm(record), FieldErrors(), context)
    }

    static func save(_ context: Context) async throws -> Response {
        let before = try record(context)
        let form = UnitForm(context.form, over: before)
        if let seen = context.form["seen"], seen != before.digest {
            return try page(before, form, FieldErrors(), isStale: true, context)
        }
        let (after, unread) = form.read(over: before)
        let row = ChangedUnit(key: before.key, before: before, after: after)
        let catalogue = try context.site.catalogue.current(context.reader)
        var errors = unread.messages(context.language)
        errors.add(try UnitCheck(catalogue, context.reader).problems([row]), context.language)
        try addFull(to: &errors, context)
        guard errors.isEmpty else { return try page(before, form, errors, context) }
        if after == before { return context.redirect(to: Address.adminUnit(before.key), done: "nothing-changed") }
        return try await ChangeAdmin.draft(.edit, .units([row]), context)
    }

    static func remove(_ context: Context) async throws -> Response {
        let record = try record(context)
        let row = ChangedUnit(key: record.key, before: record, after: nil)
        let catalogue = try context.site.catalogue.current(context.reader)
        var errors = FieldErrors()
        errors.add(try UnitCheck(catalogue, context.reader).problems([row]), context.language)
        guard errors.isEmpty else { return try page(record, UnitForm(record), errors, context) }
        return try await ChangeAdmin.draft(.edit, .units([row]), context)
    }

    private static func addFull(to errors: inout FieldErrors, _ context: Context) throws {
        guard errors.isEmpty, let full = try ChangeAdmin.full(context) else { return }
        errors.add(UnitField.english.rawValue, full)
    }

    private static func record(_ context: Context) throws -> UnitRecord {
        let catalogue = try context.site.catalogue.current(context.reader)
        guard let record = catalogue.unitRecord(context.parameters["unit"] ?? "") else { throw SiteError.notFound }
        return record
    }

    private static func listPage(_ form: UnitForm, _ errors: FieldErrors, _ context: Context) throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let units = try context.site.catalogue.current(context.reader).units.units.map(UnitRecord.init)
        let uses = try RecipeUseStore(context.reader).units()
        let shown = units.dropFirst(Paging.offset(number)).prefix(Paging.size)
        if context.wantsJSON {
            let items = shown.map { UnitJSON($0, uses[$0.key]?.lines ?? 0) }
            return try context.json(ListJSON(total: units.count, page: number, items: items))
        }
        return context.page(
            UnitsPage(
                layout: context.layout(title: Text.unitsTitle(language), section: "ingredients", isListed: false),
                formToken: context.formToken, waiting: try IngredientAdmin.waiting(context),
                rows: shown.map { UnitRow($0, uses[$0.key], language) },
                pages: Pages(number: number, total: units.count) { "\(Address.adminUnits())?page=\($0)" },
                problems: errors.summary, key: form.key(errors, language), fields: form.fields(errors, nil, language)),
            status: errors.isEmpty ? .ok : .unprocessable)
    }

    private static func page(
        _ record: UnitRecord, _ form: UnitForm, _ errors: FieldErrors, isStale: Bool = false, _ context: Context
    ) throws -> Response {
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        let uses = try RecipeUseStore(context.reader).units()[record.key]
        let history = try CatalogueChangeStore(context.reader).history(of: .unit, record.key)
        return context.page(
            UnitPage(
                layout: context.layout(
                    title: record.english.first ?? record.key, section: "ingredients", isListed: false),
                formToken: context.formToken, waiting: try IngredientAdmin.waiting(context), isStale: isStale,
                seen: record.digest, row: UnitRow(record, uses, language), action: Address.adminUnit(record.key),
                problems: errors.summary,
                fields: form.fields(errors, record, now: isStale ? UnitForm(record) : nil, language),
                removeAction: try UnitStore(context.reader).isStarter(record.key)
                    ? nil : Address.removeUnit(record.key), removeError: errors["remove"],
                history: history.map { ChangeLine($0.change, $0.row.views(catalogue, language), language) }),
            status: isStale ? .conflict : errors.isEmpty ? .ok : .unprocessable)
    }
}

extension FieldErrors {
    /// Adds the first problem of each field.
    fileprivate mutating func add(
        _ problems: [(key: String, field: String, problem: UnitProblem)], _ language: Language
    ) {
        for found in problems where self[found.field] == nil { add(found.field, found.problem.message(language)) }
    }
}

extension [(field: String, problem: UnitProblem)] {
    fileprivate func messages(_ language: Language) -> FieldErrors {
        reduce(into: FieldErrors()) { errors, found in
            if errors[found.field] == nil { errors.add(found.field, found.problem.message(language)) }
        }
    }
}

struct UnitRow {
    let label: String
    let key: String
    let address: String
    /// “volume, 250 ml”.
    let measure: String
    let uses: String

    init(_ record: UnitRecord, _ count: RecipeUseStore.Count?, _ language: Language) {
        label = "\(record.english.first ?? record.key) · \(record.russian.first ?? record.key)"
        key = record.key
        address = Address.adminUnit(record.key)
        let factor = IngredientColumn.plain(record.factor)
        measure =
            switch record.kind {
            case .mass: Text.unitMass(language, factor: factor)
            case .volume: Text.unitVolume(language, factor: factor)
            case .count: record.kind.label(language)
            }
        let (lines, recipes) = (count?.lines ?? 0, count?.recipes ?? 0)
        uses =
            lines == 0
            ? Text.unitUnused(language)
            : "\(Text.unitLines(language, count: lines)), \(Text.recipesCount(language, count: recipes))"
    }
}

struct UnitJSON: Encodable {
    let key: String
    let formsEn: [String]
    let formsRu: [String]
    let kind: String
    let factor: Double
    let lines: Int

    init(_ record: UnitRecord, _ lines: Int) {
        (key, formsEn, formsRu) = (record.key, record.english, record.russian)
        (kind, factor) = (record.kind.rawValue, record.factor)
        self.lines = lines
    }
}

struct UnitsPage {
    let layout: Layout
    let formToken: String
    /// The number of recipes that wait to be derived again.
    let waiting: Int?
    let rows: [UnitRow]
    let pages: Pages
    let problems: [FieldProblem]
    let key: Field
    let fields: UnitFields
}

struct UnitPage {
    let layout: Layout
    let formToken: String
    /// The number of recipes that wait to be derived again.
    let waiting: Int?
    /// Whether somebody else has changed it in the meantime: the page shows their values next to what was typed;
    /// nothing was written.
    let isStale: Bool
    /// The state that the page shows, which the form sends back.
    let seen: String
    let row: UnitRow
    let action: String
    let problems: [FieldProblem]
    let fields: UnitFields
    /// `nil` if the unit comes from the starter files.
    let removeAction: String?
    let removeError: String?
    let history: [ChangeLine]
}
