// The admin pages for bug reports: list, decision, and answer to the reporter.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum BugAdmin {
    static func list(_ context: Context) async throws -> Response {
        let (language, store) = (context.language, BugStore(context.reader))
        let chosen = context.request.query["state"].flatMap(BugState.init(rawValue:))
        let (number, counts) = (Paging.page(context.request.query["page"]), try store.counts())
        func count(_ states: [BugState]) -> Int { states.reduce(0) { $0 + (counts[$1] ?? 0) } }
        let states = chosen.map { [$0] } ?? BugState.open
        let (total, reports) = (count(states), try store.list(states, page: number))
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: reports.map(BugJSON.init)))
        }
        let open = StateFilter(
            label: Text.bugsOpen(language), address: Address.adminBugs(), count: count(BugState.open),
            isChosen: chosen == nil)
        let filters = BugState.allCases.map {
            StateFilter(
                label: Text.dynamic("bug.state.\($0.rawValue)", language) ?? $0.rawValue,
                address: "\(Address.adminBugs())?state=\($0.rawValue)", count: counts[$0] ?? 0, isChosen: $0 == chosen)
        }
        let base = "\(Address.adminBugs())?" + (chosen.map { "state=\($0.rawValue)&" } ?? "")
        return context.page(
            BugAdminPage(
                layout: context.layout(title: Text.bugsTitle(language), section: "admin-bugs", isListed: false),
                filters: [open] + filters, count: total,
                rows: reports.map { BugRow($0, address: Address.adminBug($0.id), language) },
                pages: Pages(number: number, total: total) { "\(base)page=\($0)" }))
    }

    static func show(_ context: Context) async throws -> Response {
        let bug = try report(context)
        if context.wantsJSON { return try context.json(BugJSON(bug)) }
        let decision = BugDecision(state: bug.state, duplicateOf: bug.duplicateOf, answer: bug.answer)
        return context.page(try page(bug, TypedDecision(decision), FieldErrors(), context))
    }

    static func save(_ context: Context) async throws -> Response {
        let (bug, admin, now) = (try report(context), try context.member(), context.now)
        let typed = TypedDecision(context.form)
        let (decision, errors) = typed.checked(context.language)
        guard let decision else { return context.page(try page(bug, typed, errors, context), status: .unprocessable) }
        let version = context.form["version"].flatMap { Int($0) } ?? 0
        let mailer = context.site.mailer
        do {
            let saved = try await context.site.writer.write { db in
                let saved = try BugStore(db).decide(decision, bug.id, version: version, by: admin.actor, now: now)
                if let saved, saved.state != bug.state || saved.answer != bug.answer {
                    try mailer.tellReporter(of: saved, by: admin.id, db: db, now: now)
                }
                return saved
            }
            guard saved != nil else {
                return context.page(
                    try page(report(context), typed, errors, isStale: true, context), status: .conflict)
            }
        } catch let problem as DuplicateProblem {
            var errors = FieldErrors()
            errors.add("duplicate_of", message(problem, context.language))
            return context.page(try page(bug, typed, errors, context), status: .unprocessable)
        }
        return context.redirect(to: Address.adminBug(bug.id), done: "bug-saved")
    }

    private static func message(_ problem: DuplicateProblem, _ language: Language) -> String {
        switch problem {
        case .noOriginal: Text.bugDuplicateOfWrong(language)
        case .hasDuplicates: Text.bugHasDuplicates(language)
        }
    }

    /// The screenshot of a report, for admins only.
    static func screenshot(_ context: Context) async throws -> Response {
        guard let id = try report(context).screenshot else { throw SiteError.notFound }
        return try Photos.file("1280.webp", of: id, context)
    }

    private static func report(_ context: Context) throws -> BugReport {
        guard let bug = try BugStore(context.reader).any(context.number("bug")) else { throw SiteError.notFound }
        return bug
    }

    private static func page(
        _ bug: BugReport, _ typed: TypedDecision, _ errors: FieldErrors, isStale: Bool = false, _ context: Context
    ) throws -> BugDetailPage {
        let language = context.language
        let title = Text.bugTitle(language, number: bug.id)
        let kind =
            bug.text.request.isEmpty ? nil : try ErrorStore(context.reader).kind(ofRequest: bug.text.request)
        return BugDetailPage(
            layout: context.layout(title: title, section: "admin-bugs", isListed: false), title: title,
            formToken: context.formToken, problems: errors.summary, isStale: isStale,
            row: BugRow(bug, address: "", language), text: bug.text, answered: bug.answer,
            changed: Moment(bug.changedAt, language).html,
            original: bug.duplicateOf.map {
                Numbered(number: $0, address: Address.adminBug($0))
            },
            error: kind.map { Numbered(number: $0, address: Address.adminError($0)) },
            screenshot: bug.screenshot.map { _ in Address.bugScreenshot(bug.id) }, action: Address.adminBug(bug.id),
            version: bug.version,
            state: Field(
                name: "state", label: Text.bugState(language), error: errors["state"],
                choices: BugState.allCases.map {
                    Choice(
                        value: $0.rawValue, label: Text.dynamic("bug.state.\($0.rawValue)", language) ?? $0.rawValue,
                        isChosen: $0.rawValue == typed.state)
                }),
            duplicateOf: Field(
                name: "duplicate_of", label: Text.bugDuplicateOf(language), value: typed.duplicateOf,
                error: errors["duplicate_of"], help: Text.bugDuplicateOfHelp(language), type: "number"),
            answer: Field(
                name: "answer", label: Text.bugAnswer(language), value: typed.answer, error: errors["answer"],
                help: Text.bugAnswerHelp(language), rows: 6))
    }
}

/// The form values of an admin's decision on a report.
struct TypedDecision: Sendable {
    let state: String
    let duplicateOf: String
    let answer: String

    init(_ form: Form) {
        state = form["state"] ?? ""
        duplicateOf = (form["duplicate_of"] ?? "").trimmed
        answer = (form["answer"] ?? "").typed
    }

    init(_ decision: BugDecision) {
        state = decision.state.rawValue
        duplicateOf = decision.duplicateOf.map(String.init) ?? ""
        answer = decision.answer
    }

    /// The decision, or `nil` with its errors. Whether the duplicate's original exists is checked when it is written.
    func checked(_ language: Language) -> (BugDecision?, FieldErrors) {
        var errors = FieldErrors()
        let state = BugState(rawValue: state)
        if state == nil { errors.add("state", Text.editorUnknown(language)) }
        if answer.length > BugRules.textLength {
            errors.add("answer", Text.editorTooLong(language, limit: String(BugRules.textLength)))
        }
        guard errors.isEmpty, let state else { return (nil, errors) }
        let original = state == .duplicate ? Int(duplicateOf) : nil
        return (BugDecision(state: state, duplicateOf: original, answer: answer), errors)
    }
}

struct BugAdminPage {
    let layout: Layout
    let filters: [StateFilter]
    let count: Int
    let rows: [BugRow]
    let pages: Pages
}

/// A link to another report or kind of error.
struct Numbered {
    let number: Int
    let address: String
}

struct BugDetailPage {
    let layout: Layout
    let title: String
    let formToken: String
    let problems: [FieldProblem]
    /// Whether another admin has decided in the meantime: the page shows that decision and keeps what was typed.
    let isStale: Bool
    let row: BugRow
    let text: BugText
    let answered: String
    let changed: HTML
    let original: Numbered?
    /// The kind of server error that caused the report.
    let error: Numbered?
    let screenshot: String?
    let action: String
    let version: Int
    let state: Field
    let duplicateOf: Field
    let answer: Field
}
