// Exports the catalogue as a table, and imports a table as a change of the catalogue.

import Database
import HTTP
import HTTPServer
import Texts
import Words

enum CatalogueImport {
    static func export(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        let text = try await context.site.workers.run { IngredientTable.write(catalogue) }
        var response = Response(status: .ok, body: .bytes(Array(text.utf8)))
        response.headers["Content-Type"] = "text/csv; charset=utf-8; header=present"
        response.headers["Content-Disposition"] = "attachment; filename=\"ingredients-\(Dates.iso(context.now)).csv\""
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }

    static func ask(_ context: Context) async throws -> Response { page(nil, [], context) }

    static func take(_ context: Context) async throws -> Response {
        let language = context.language
        let content = context.form.file("table")?.content
        guard let content, !content.isEmpty else { return page(Text.tableNone(language), [], context) }
        guard content.count <= CatalogueLimits.bytes else {
            return page(Text.tableTooLarge(language, limit: CatalogueLimits.bytes >> 10), [], context)
        }
        let catalogue = try context.site.catalogue.current(context.reader)
        let check = try IngredientCheck(catalogue, context.reader)
        let retired = try IngredientKeyStore(context.reader).retired()
        let read = try await context.site.workers.run { () -> Result<IngredientTable, IngredientTable.Problem> in
            let bytes = try content.bytes()
            do throws(IngredientTable.Problem) {
                return .success(try IngredientTable(bytes, catalogue, check, retired: retired))
            } catch { return .failure(error) }
        }
        switch read {
        case .failure(let problem): return page(problem.message(language), [], context)
        case .success(let table) where !table.rows.isEmpty:
            return try await ChangeAdmin.draft(
                .table, .ingredients(table.rows), refusals: table.refusals, context)
        case .success(let table) where table.refusals.isEmpty:
            return context.redirect(to: Address.importCatalogue(), done: "nothing-changed")
        case .success(let table): return page(Text.tableNothing(language), table.refusals, context)
        }
    }

    private static func page(
        _ problem: String?, _ refusals: [IngredientTable.Refusal], _ context: Context
    ) -> Response {
        let language = context.language
        var errors = FieldErrors()
        if let problem { errors.add("table", problem) }
        return context.page(
            TablePage(
                layout: context.layout(title: Text.tableTitle(language), section: "ingredients", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                table: Field(
                    name: "table", label: Text.tableFile(language), error: problem,
                    help: Text.tableHelp(language, kilobytes: CatalogueLimits.bytes >> 10, rows: CatalogueLimits.rows)),
                refusals: refusals.map { RefusalView($0, language) }),
            status: problem == nil ? .ok : .unprocessable)
    }
}

struct TablePage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let table: Field
    let refusals: [RefusalView]
}

/// A line of a table that was left out.
struct RefusalView {
    let line: String
    let reason: String

    init(_ refusal: IngredientTable.Refusal, _ language: Language) {
        line = Text.tableLine(language, number: refusal.line)
        reason = refusal.reason(language)
    }
}
