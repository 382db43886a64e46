// The page where admins read and filter the audit log, newest first; nothing here changes it.

import HTML
import HTTP
import Texts
import Words

enum AuditAdmin {
    /// How many of the latest logins are next to the actions.
    private static let logins = 10

    static func show(_ context: Context) async throws -> Response {
        let (language, filter) = (context.language, AuditFilter(context.request.query))
        let store = AuditStore(context.reader)
        let head = try store.head()
        // Programs get everything unless they ask for one of the lists.
        let list = AuditFilter.List.actions
        let shown: AuditFilter.List = context.wantsJSON ? .all : list
        let total = try store.count(filter, else: shown)
        let rows = try store.rows(filter, else: shown, skipping: Paging.offset(filter.page))
        if context.wantsJSON {
            return try context.json(
                AuditJSON(
                    total: total, page: filter.page, items: rows, head: AuditHeadJSON(rows: head.rows, hash: head.hash))
            )
        }
        let isFirst = filter.isOfListOnly && filter.list == nil && filter.page == 1
        let logins = isFirst ? try store.rows(Self.loginFilter, else: .logins, limit: Self.logins) : []
        let errors = errors(filter, language)
        return context.page(
            AuditPage(
                layout: context.layout(title: Text.auditTitle(language), section: "audit", isListed: false),
                formToken: context.formToken, problems: errors.summary, count: total,
                headRows: String(head.rows), headHash: head.hash,
                lists: AuditFilter.List.allCases.map {
                    MenuItem(
                        label: Text.dynamic("audit.list.\($0.rawValue)", language) ?? $0.rawValue, icon: "",
                        address: filter.address(list: $0), isCurrent: $0 == filter.list ?? list)
                },
                fields: try fields(filter, errors, store, language), list: filter["list"],
                isFiltered: !filter.isOfListOnly, filter: filter.encoded(),
                rows: rows.map { AuditLine($0, language) }, logins: logins.map { AuditLine($0, language) },
                pages: Pages(number: filter.page, total: total) { filter.address(page: $0) }),
            status: errors.isEmpty ? .ok : .unprocessable)
    }

    private static let loginFilter = AuditFilter(Parameters([("list", AuditFilter.List.logins.rawValue)]))

    private static func errors(_ filter: AuditFilter, _ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        for name in filter.wrong {
            switch name {
            case "from", "to": errors.add(name, Text.recipeAdminDayWrong(language))
            case "number": errors.add(name, Text.auditNumberWrong(language))
            default: errors.add("object", Text.editorUnknown(language))
            }
        }
        return errors
    }

    private static func fields(
        _ filter: AuditFilter, _ errors: FieldErrors, _ store: AuditStore, _ language: Language
    ) throws -> AuditFields {
        func select(_ name: String, _ label: String, _ choices: [(value: String, label: String)]) -> Field {
            Field(
                name: name, label: label, error: errors[name],
                choices: ([("", Text.recipeAdminAny(language))] + choices).map {
                    Choice(value: $0.0, label: $0.1, isChosen: $0.0 == filter[name])
                })
        }
        func input(_ name: String, _ label: String, type: String = "text") -> Field {
            // A browser's date field would discard a mistyped date.
            Field(
                name: name, label: label, value: filter[name], error: errors[name],
                type: errors[name] == nil ? type : "text")
        }
        var actions = try store.actions()
        if !filter["action"].isEmpty, !actions.contains(filter["action"]) { actions.append(filter["action"]) }
        return AuditFields(
            person: input("person", Text.auditPerson(language)),
            action: select("action", Text.auditAction(language), actions.map { ($0, $0) }),
            object: select(
                "object", Text.auditObject(language),
                AuditEntry.Object.allCases.map {
                    ($0.rawValue, Text.dynamic("audit.object.\($0.rawValue)", language) ?? $0.rawValue)
                }),
            number: input("number", Text.auditNumber(language), type: "number"),
            from: input("from", Text.auditFrom(language), type: "date"),
            to: input("to", Text.auditTo(language), type: "date"))
    }
}

struct AuditPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let count: Int
    let headRows: String
    let headHash: String
    let lists: [MenuItem]
    let fields: AuditFields
    /// The list that the address names; empty for none.
    let list: String
    let isFiltered: Bool
    /// The filter as a query, for the forms.
    let filter: String
    let rows: [AuditLine]
    /// The latest logins, next to the first page of all other actions.
    let logins: [AuditLine]
    let pages: Pages
}

/// The fields of the filter.
struct AuditFields {
    let person: Field
    let action: Field
    let object: Field
    let number: Field
    let from: Field
    let to: Field
}

struct AuditJSON: Encodable {
    let total: Int
    let page: Int
    let items: [AuditRow]
    let head: AuditHeadJSON
}

/// The last row of the log; its hash depends on all others.
struct AuditHeadJSON: Encodable {
    let rows: Int
    let hash: String
}

/// One row of the log; the action keeps its name in the log.
struct AuditLine {
    let number: Int
    let at: HTML
    let actor: String
    let action: String
    let object: String
    let change: String?
    let detail: String
    let network: String?

    /// Actions whose states are the times until which they apply, in UTC milliseconds.
    private static let untilADay: Set<String> = ["licence-grant", "licence-revoke", "suspend"]

    init(_ row: AuditRow, _ language: Language) {
        number = row.id
        at = Moment(row.at, language).html
        actor = row.actor
        action = row.action
        object = row.objectID == 0 ? row.object : "\(row.object) \(row.objectID)"
        func told(_ state: String) -> String {
            Self.untilADay.contains(row.action) ? Int(state).map { Dates.day($0, language) } ?? state : state
        }
        change = row.from.isEmpty && row.to.isEmpty ? nil : "\(told(row.from)) → \(told(row.to))"
        detail = row.detail
        network = row.network.isEmpty ? nil : row.network
    }
}
