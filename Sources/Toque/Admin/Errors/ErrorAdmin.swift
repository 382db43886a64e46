// The admin pages of server errors, grouped by kind.

import Database
import HTML
import HTTP
import Texts
import Words

enum ErrorAdmin {
    static func list(_ context: Context) async throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let isSolved = context.request.query["state"] == "solved"
        let (total, rows) = try ErrorStore(context.reader).list(isSolved: isSolved, page: number)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: rows.map(ErrorKindJSON.init)))
        }
        let base = "\(Address.adminErrors())?" + (isSolved ? "state=solved&" : "")
        return context.page(
            ErrorsPage(
                layout: context.layout(title: Text.errorsTitle(language), section: "errors", isListed: false),
                isSolved: isSolved, count: total, rows: rows.map { ErrorKindRow($0, language) },
                pages: Pages(number: number, total: total) { "\(base)page=\($0)" }))
    }

    static func show(_ context: Context) async throws -> Response {
        let store = ErrorStore(context.reader)
        guard let row = try store.kind(context.number("error")) else { throw SiteError.notFound }
        if context.wantsJSON { return try context.json(ErrorKindJSON(row)) }
        let language = context.language
        let samples = try store.samples(of: row.id)
        return context.page(
            ErrorKindPage(
                layout: context.layout(
                    title: Text.errorsKind(language, number: row.id), section: "errors", isListed: false),
                formToken: context.formToken, row: ErrorKindRow(row, language), isSolved: row.solvedAt != nil,
                action: row.solvedAt == nil ? Address.solveError(row.id) : Address.reopenError(row.id),
                samples: samples.map { sample, bug in
                    SampleRow(
                        at: Moment(sample.at, language).html, status: sample.status, request: sample.request,
                        bug: bug.map { Numbered(number: $0, address: Address.adminBug($0)) })
                }))
    }

    static func solve(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("error"), try context.member(), context.now)
        try await context.site.writer.write { try ErrorStore($0).solve(id, by: admin.actor, now: now) }
        return context.redirect(to: Address.adminErrors(), done: "error-solved")
    }

    static func reopen(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("error"), try context.member(), context.now)
        try await context.site.writer.write { try ErrorStore($0).reopen(id, by: admin.actor, now: now) }
        return context.redirect(to: Address.adminError(id), done: "error-reopened")
    }
}

struct ErrorsPage {
    let layout: Layout
    let isSolved: Bool
    let count: Int
    let rows: [ErrorKindRow]
    let pages: Pages
}

struct ErrorKindPage {
    let layout: Layout
    let formToken: String
    let row: ErrorKindRow
    let isSolved: Bool
    let action: String
    let samples: [SampleRow]
}

/// A kind of error in words.
struct ErrorKindRow {
    let address: String
    let place: String
    let type: String
    let frames: [String]
    let message: String
    let count: Int
    let first: HTML
    let last: HTML
    let lastSeen: HTML
    let lastRequest: String

    init(_ row: ErrorRow, _ language: Language) {
        address = Address.adminError(row.id)
        place = "\(row.kind.method) \(row.kind.route)"
        type = row.kind.type
        frames = row.kind.functions
        message = row.kind.message
        count = row.count
        first = Moment(row.firstAt, language).html
        last = Moment(row.lastAt, language).html
        lastSeen = Moment(row.lastAt, language).html { Text.errorsLast(language, at: $0) }
        lastRequest = row.lastRequest
    }
}

/// One occurrence of the error.
struct SampleRow {
    let at: HTML
    let status: Int
    let request: String
    let bug: Numbered?
}

struct ErrorKindJSON: Encodable {
    let id: Int
    let method: String
    let route: String
    let type: String
    let frames: [String]
    let message: String
    let count: Int
    let lastRequest: String
    let solved: Bool

    init(_ row: ErrorRow) {
        id = row.id
        method = row.kind.method
        route = row.kind.route
        type = row.kind.type
        frames = row.kind.functions
        message = row.kind.message
        count = row.count
        lastRequest = row.lastRequest
        solved = row.solvedAt != nil
    }
}
