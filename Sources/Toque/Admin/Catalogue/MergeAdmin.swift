// The admin pages that merge two ingredients, and split one in two; recipes follow the names.

import Bytes
import Food
import HTTP
import Texts

enum MergeAdmin {
    static func askMerge(_ context: Context) async throws -> Response {
        try context.page(mergePage(IngredientAdmin.record(context), typed: "", nil, context))
    }

    static func merge(_ context: Context) async throws -> Response {
        let record = try IngredientAdmin.record(context)
        let typed = (context.form["into"] ?? "").trimmed.cut(to: CatalogueLimits.name)
        let catalogue = try context.site.catalogue.current(context.reader)
        let key = catalogue.entry(typed)?.key ?? catalogue.entry(named: typed)?.key
        guard let key, key != record.key, let other = catalogue.record(key) else {
            let language = context.language
            let problem = key == record.key ? Text.mergeItself(language) : Text.mergeUnknown(language)
            return try context.page(mergePage(record, typed: typed, problem, context), status: .unprocessable)
        }
        let rows = merging(record, into: other, catalogue)
        if let found = try IngredientCheck(catalogue, context.reader).problems(rows).first {
            return try context.page(
                mergePage(record, typed: typed, found.problem.message(context.language), context),
                status: .unprocessable)
        }
        return try await ChangeAdmin.draft(.merge, .ingredients(rows), context)
    }

    /// Removes the ingredient, and moves everything that depends on it to the other one.
    private static func merging(
        _ record: IngredientRecord, into other: IngredientRecord, _ catalogue: Catalogue
    ) -> [ChangedRow] {
        let gone = ChangedRow(key: record.key, before: record, after: nil)
        let resting = catalogue.entries.filter { $0.dependsOn.contains(record.key) || $0.key == other.key }
        return [gone]
            + resting.compactMap { catalogue.record($0.key) }.map { before in
                let named = before.key == other.key ? IngredientRules.merged(record, into: before) : before
                return ChangedRow(
                    key: before.key, before: before,
                    after: IngredientRules.resting(named, on: other.key, insteadOf: record.key))
            }
    }

    static func askSplit(_ context: Context) async throws -> Response {
        try context.page(splitPage(IngredientAdmin.record(context), SplitForm(), FieldErrors(), context))
    }

    static func split(_ context: Context) async throws -> Response {
        let (record, form, language) = (try IngredientAdmin.record(context), SplitForm(context.form), context.language)
        let key = try IngredientAdmin.freeKey(CatalogueText.slug(form.english), context)
        var errors = FieldErrors()
        for (name, text) in [("name_en", form.english), ("name_ru", form.russian)] {
            if text.length > CatalogueLimits.name {
                errors.add(name, Text.editorTooLong(language, limit: String(CatalogueLimits.name)))
            } else if StarterRules.folded(text).isEmpty {
                errors.add(name, Text.columnRequired(language))
            }
        }
        if errors.isEmpty, let full = try ChangeAdmin.full(context) { errors.add("name_en", full) }
        let halves = IngredientRules.split(
            record, names: form.names.intersection(SplitForm.movable(record)), english: form.english,
            russian: form.russian, key: key)
        guard errors.isEmpty, let halves else {
            return try context.page(splitPage(record, form, errors, context), status: .unprocessable)
        }
        let rows = [
            ChangedRow(key: record.key, before: record, after: halves.old),
            ChangedRow(key: key, before: nil, after: halves.new),
        ]
        let catalogue = try context.site.catalogue.current(context.reader)
        for (_, column, problem) in try IngredientCheck(catalogue, context.reader).problems(rows) {
            errors.add(column.hasSuffix(bytes: "ru") ? "name_ru" : "name_en", problem.message(language))
        }
        guard errors.isEmpty else {
            return try context.page(splitPage(record, form, errors, context), status: .unprocessable)
        }
        return try await ChangeAdmin.draft(.split, .ingredients(rows), context)
    }

    private static func mergePage(
        _ record: IngredientRecord, typed: String, _ problem: String?, _ context: Context
    ) throws -> MergePage {
        let language = context.language
        var errors = FieldErrors()
        if let problem { errors.add("into", problem) }
        return MergePage(
            layout: context.layout(
                title: Text.mergeTitle(language, name: record.english), section: "ingredients", isListed: false),
            formToken: context.formToken, name: record.english, back: Address.adminIngredient(record.key),
            action: Address.mergeIngredient(record.key), problems: errors.summary,
            into: Field(
                name: "into", label: Text.mergeInto(language), value: typed, error: problem,
                help: Text.mergeHelp(language), autocomplete: "off", isRequired: true,
                maxLength: CatalogueLimits.name, suggest: Address.ingredientSuggestions()))
    }

    private static func splitPage(
        _ record: IngredientRecord, _ form: SplitForm, _ errors: FieldErrors, _ context: Context
    ) throws -> SplitPage {
        let language = context.language
        func field(_ name: String, _ value: String) -> Field {
            Field(
                name: name, label: Text.dynamic("column.\(name)", language) ?? name, value: value, error: errors[name],
                isRequired: true,
                maxLength: CatalogueLimits.name)
        }
        return SplitPage(
            layout: context.layout(
                title: Text.splitTitle(language, name: record.english), section: "ingredients", isListed: false),
            formToken: context.formToken, name: record.english, back: Address.adminIngredient(record.key),
            action: Address.splitIngredient(record.key), problems: errors.summary,
            names: SplitForm.movable(record).map {
                Choice(value: $0, label: $0, isChosen: form.names.contains($0))
            },
            english: field("name_en", form.english),
            russian: field("name_ru", form.russian))
    }
}

/// The names that the new ingredient gets, and its main names.
struct SplitForm {
    var names: Set<String> = []
    var english = ""
    var russian = ""

    init() {}

    init(_ form: Form) {
        func line(_ name: String) -> String { (form[name] ?? "").inOneLine }
        names = Set(form.all("name"))
        english = line("name_en")
        russian = line("name_ru")
    }

    /// All names except the main ones, which the old ingredient keeps.
    static func movable(_ record: IngredientRecord) -> [String] {
        var seen: Set<String> = [record.english, record.russian]
        return record.names.filter { seen.insert($0).inserted }
    }
}

struct MergePage {
    let layout: Layout
    let formToken: String
    let name: String
    let back: String
    let action: String
    let problems: [FieldProblem]
    let into: Field
}

struct SplitPage {
    let layout: Layout
    let formToken: String
    let name: String
    let back: String
    let action: String
    let problems: [FieldProblem]
    let names: [Choice]
    let english: Field
    let russian: Field
}
