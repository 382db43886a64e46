// The pages of categories and cuisines for admins.

import Food
import HTTP
import Texts
import Words

extension TermAdmin {
    /// The list of a kind with the form to add one; status 422 if the form has errors.
    static func listPage(_ form: TermForm, _ errors: FieldErrors, _ context: Context) throws -> Response {
        let (language, kind) = (context.language, form.kind ?? .category)
        let number = Paging.page(context.request.query["page"])
        let rows = try rows(kind, context)
        return context.page(
            TermsPage(
                layout: context.layout(title: Text.termsTitle(language), section: "ingredients", isListed: false),
                formToken: context.formToken,
                filters: TermKind.allCases.map {
                    Choice(
                        value: "\(Address.adminTerms())?kind=\($0.rawValue)",
                        label: Text.dynamic("terms.\($0.rawValue)", language) ?? "", isChosen: $0 == kind)
                },
                heading: Text.dynamic("terms.\(kind.rawValue)", language) ?? "", kind: kind.rawValue,
                rows: rows.dropFirst(Paging.offset(number)).prefix(Paging.size).map { TermRow($0, kind, language) },
                pages: Pages(number: number, total: rows.count) {
                    "\(Address.adminTerms())?kind=\(kind.rawValue)&page=\($0)"
                }, problems: errors.summary, names: names(form, errors, language)),
            status: errors.isEmpty ? .ok : .unprocessable)
    }

    static func json(_ kind: TermKind, _ context: Context) throws -> Response {
        let (rows, page) = (try rows(kind, context), Paging.page(context.request.query["page"]))
        let shown = rows.dropFirst(Paging.offset(page)).prefix(Paging.size)
        return try context.json(ListJSON(total: rows.count, page: page, items: shown.map(TermJSON.init)))
    }

    static func json(_ kind: TermKind, _ record: TermRecord, _ context: Context) throws -> Response {
        guard let counted = try rows(kind, context).first(where: { $0.record.key == record.key }) else {
            throw SiteError.notFound
        }
        return try context.json(TermJSON(counted))
    }

    private static func rows(_ kind: TermKind, _ context: Context) throws -> [CountedTerm] {
        let records = try TermStore(context.reader).records(kind)
        let uses = RecipeUseStore(context.reader)
        let (published, all) = (try uses.published(kind), try uses.terms(kind))
        return records.map { record in
            CountedTerm(
                record: record, other: records.first { $0.key == record.into },
                published: published[record.key]?.recipes ?? 0, all: all[record.key]?.recipes ?? 0)
        }
    }

    static func page(
        _ check: TermCheck, _ record: TermRecord, _ form: TermForm, _ errors: FieldErrors, isStale: Bool = false,
        _ context: Context
    ) throws -> Response {
        let (language, kind) = (context.language, check.kind)
        let now = isStale ? TermForm(record, check.all) : nil
        let counted = try rows(kind, context).first { $0.record.key == record.key }
        let history = try CatalogueChangeStore(context.reader).history(
            of: ChangeSubject(rawValue: kind.rawValue) ?? .category, record.key)
        let catalogue = try context.site.catalogue.current(context.reader)
        return context.page(
            TermPage(
                layout: context.layout(title: record.english, section: "ingredients", isListed: false),
                formToken: context.formToken, isStale: isStale, seen: record.digest,
                list: Link(
                    label: Text.dynamic("terms.\(kind.rawValue)", language) ?? "",
                    address: "\(Address.adminTerms())?kind=\(kind.rawValue)"),
                row: counted.map { TermRow($0, kind, language) }, english: record.english, russian: record.russian,
                action: address(kind, record), mergeAction: Address.mergeTerm(kind.rawValue, record.key),
                problems: errors.summary, names: names(form, errors, now: now, language),
                place: kind == .category ? place(form, record, check.all, errors, now: now, language) : nil,
                state: state(form, record, errors, now: now, language),
                into: record.state == .listed ? into(form, kind, record, errors, context, catalogue) : nil,
                history: history.map { ChangeLine($0.change, $0.row.views(catalogue, language), language) }),
            status: isStale ? .conflict : errors.isEmpty ? .ok : .unprocessable)
    }

    /// `now` contains the values that somebody else saved in the meantime.
    private static func names(
        _ form: TermForm, _ errors: FieldErrors, now: TermForm? = nil, _ language: Language
    ) -> [Field] {
        [("name_en", form.english, now?.english), ("name_ru", form.russian, now?.russian)].map { name, value, now in
            var field = Field(
                name: name, label: Text.dynamic("column.\(name)", language) ?? name, value: value, error: errors[name],
                isRequired: true, maxLength: TermRules.nameLength)
            field.setBeside(now, language)
            return field
        }
    }

    /// The field for the place. Cuisines are always listed alphabetically, categories in the order of the site.
    private static func place(
        _ form: TermForm, _ record: TermRecord, _ all: [TermRecord], _ errors: FieldErrors, now: TermForm?,
        _ language: Language
    ) -> Field {
        let first = Choice(value: "", label: Text.termFirst(language), isChosen: form.after.isEmpty)
        var field = Field(
            name: "after", label: Text.termAfter(language), error: errors["after"],
            choices: [first]
                + all.filter { $0.state == .listed && $0.key != record.key }.map {
                    Choice(value: $0.key, label: $0.name(language), isChosen: $0.key == form.after)
                })
        field.setBeside(now?.after, language)
        return field
    }

    private static func state(
        _ form: TermForm, _ record: TermRecord, _ errors: FieldErrors, now: TermForm?, _ language: Language
    ) -> Field {
        let states: [TermState] = record.state == .merged ? [.merged, .listed, .refused] : [.listed, .refused]
        var field = Field(
            name: "state", label: Text.termState(language), error: errors["state"], help: Text.termStateHelp(language),
            choices: states.map {
                Choice(value: $0.rawValue, label: $0.label(language), isChosen: $0.rawValue == form.state)
            })
        field.setBeside(now?.state, language)
        return field
    }

    private static func into(
        _ form: TermForm, _ kind: TermKind, _ record: TermRecord, _ errors: FieldErrors, _ context: Context,
        _ catalogue: Catalogue
    ) -> Field {
        let names = kind == .category ? catalogue.categoryNames : catalogue.cuisineNames
        let others = names(context.language).filter { $0.key != record.key }
        return Field(
            name: "into", label: Text.termInto(context.language), error: errors["into"],
            choices: [Choice(value: "", label: Text.editorNotChosen(context.language))]
                + others.map { Choice(value: $0.key, label: $0.name, isChosen: $0.key == form.into) })
    }
}

extension TermRecord {
    func name(_ language: Language) -> String { language == .ru ? russian : english }
}

/// A category or cuisine with the number of its recipes.
struct CountedTerm {
    let record: TermRecord
    /// The term that it was merged into.
    let other: TermRecord?
    let published: Int
    /// Including drafts and recipes in the queue.
    let all: Int
}

struct TermRow {
    let label: String
    let address: String
    let state: String
    let fact: String
    let other: String?
    /// `nil` for a merged term, whose recipes count for its target.
    let counts: String?

    init(_ counted: CountedTerm, _ kind: TermKind, _ language: Language) {
        let record = counted.record
        label = "\(record.english) · \(record.russian)"
        address = TermAdmin.address(kind, record)
        state = record.state.label(language)
        fact =
            switch record.state {
            case .listed: "yes"
            case .proposed: "unknown"
            case .merged, .refused: "plain"
            }
        other = counted.other?.name(language)
        let (published, all) = (
            Text.termPublic(language, count: counted.published), Text.termAll(language, count: counted.all)
        )
        counts = record.state == .merged ? nil : "\(published), \(all)"
    }
}

struct TermJSON: Encodable {
    let key: String
    let english: String
    let russian: String
    let state: String
    let mergedInto: String?
    let publicRecipes: Int
    let recipes: Int

    init(_ counted: CountedTerm) {
        key = counted.record.key
        english = counted.record.english
        russian = counted.record.russian
        state = counted.record.state.rawValue
        mergedInto = counted.record.into
        publicRecipes = counted.published
        recipes = counted.all
    }
}

struct TermsPage {
    let layout: Layout
    let formToken: String
    let filters: [Choice]
    let heading: String
    let kind: String
    let rows: [TermRow]
    let pages: Pages
    let problems: [FieldProblem]
    let names: [Field]
}

struct TermPage {
    let layout: Layout
    let formToken: String
    /// Whether somebody else has changed it in the meantime: the page shows their values next to what was typed;
    /// nothing was written.
    let isStale: Bool
    /// The state that the page shows, which the form sends back.
    let seen: String
    let list: Link
    let row: TermRow?
    let english: String
    let russian: String
    let action: String
    let mergeAction: String
    let problems: [FieldProblem]
    let names: [Field]
    let place: Field?
    let state: Field
    /// The terms that it may be merged into.
    let into: Field?
    let history: [ChangeLine]
}
