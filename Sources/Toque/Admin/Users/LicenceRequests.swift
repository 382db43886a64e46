// The admins' list of requests for a publishing licence, each granted or refused.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum LicenceRequests {
    static func list(_ context: Context) async throws -> Response { try page(context) }

    static func grant(_ context: Context) async throws -> Response {
        let (admin, now, language) = (try context.member(), context.now, context.language)
        let (id, answer) = (try context.number("request"), (context.form["note"] ?? "").typed)
        guard let until = Dates.endOfDay((context.form["until"] ?? "").trimmed), until > now else {
            return try page(
                context, problem: .init(request: id, field: "until", message: Text.usersUntilWrong(language)))
        }
        if let problem = tooLong(answer, id, "note", language) { return try page(context, problem: problem) }
        let mailer = context.site.mailer
        try await end(id, context) { db, request in
            guard
                try LicenceRequestStore(db).end(request, as: .granted, answer: answer, by: admin.actor, now: now)
            else { throw SiteError.conflict(.answered) }
            let grant = try LicenceStore(db).grant(
                user: request.user, until: until, note: answer, by: admin.actor, now: now)
            try mailer.notify(
                .licenceGranted(grant, until: until, user: request.user), by: admin.id, db: db, now: now)
        }
        return context.redirect(to: Address.licenceRequests(), done: "licence-granted")
    }

    static func refuse(_ context: Context) async throws -> Response {
        let (admin, now, language) = (try context.member(), context.now, context.language)
        let (id, answer) = (try context.number("request"), (context.form["reason"] ?? "").typed)
        if answer.isEmpty {
            return try page(
                context, problem: .init(request: id, field: "reason", message: Text.licenceRequestReason(language)))
        }
        if let problem = tooLong(answer, id, "reason", language) { return try page(context, problem: problem) }
        let mailer = context.site.mailer
        try await end(id, context) { db, request in
            guard
                try LicenceRequestStore(db).end(request, as: .refused, answer: answer, by: admin.actor, now: now)
            else { throw SiteError.conflict(.answered) }
            try mailer.notify(
                .licenceRefused(id, answer: answer, user: request.user), by: admin.id, db: db, now: now)
        }
        return context.redirect(to: Address.licenceRequests(), done: "licence-refused")
    }

    private static func end(
        _ id: Int, _ context: Context, _ body: @escaping @Sendable (Connection, LicenceRequest) throws -> Void
    ) async throws {
        try await context.site.writer.write { db in
            guard let request = try LicenceRequestStore(db).request(id) else { throw SiteError.notFound }
            try body(db, request)
        }
    }

    private static func tooLong(_ text: String, _ id: Int, _ field: String, _ language: Language) -> RequestProblem? {
        guard text.length > LicenceRequestStore.length else { return nil }
        let limit = String(LicenceRequestStore.length)
        return RequestProblem(request: id, field: field, message: Text.editorTooLong(language, limit: limit))
    }

    private static func page(_ context: Context, problem: RequestProblem? = nil) throws -> Response {
        let language = context.language
        let number = Paging.page(context.request.query["page"])
        let store = LicenceRequestStore(context.reader)
        let (total, page) = try store.open(page: number)
        // A request of another page stays with what was typed about it.
        let wrong = try problem.flatMap { try store.request($0.request) }.flatMap { $0.state == .open ? $0 : nil }
        let requests = [wrong].compactMap { $0 }.filter { wrong in !page.contains { $0.id == wrong.id } } + page
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: requests.map(LicenceRequestJSON.init)))
        }
        return context.page(
            LicenceRequestsPage(
                layout: context.layout(title: Text.licenceRequestsTitle(language), section: "users", isListed: false),
                formToken: context.formToken,
                problems: problem.map {
                    [FieldProblem(address: "#\($0.field)-error", message: $0.message)]
                } ?? [],
                rows: requests.map { LicenceRequestRow($0, problem, context.form, now: context.now, language) },
                pages: Pages(number: number, total: total) { "\(Address.licenceRequests())?page=\($0)" }),
            status: problem == nil ? .ok : .unprocessable)
    }
}

/// A mistake in one of the forms of one request.
struct RequestProblem {
    let request: Int
    let field: String
    let message: String
}

struct LicenceRequestsPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let rows: [LicenceRequestRow]
    let pages: Pages
}

/// An open request with the forms that answer it.
struct LicenceRequestRow {
    let id: Int
    let username: String
    let userAddress: String
    let request: LicenceRequestView
    let grantAddress: String
    let refuseAddress: String
    let until: String
    let note: String
    let reason: String
    let untilError: String?
    let noteError: String?
    let reasonError: String?

    init(_ request: LicenceRequest, _ problem: RequestProblem?, _ form: Form, now: Int, _ language: Language) {
        let problem = problem?.request == request.id ? problem : nil
        id = request.id
        username = request.username
        userAddress = Address.user(request.user)
        self.request = LicenceRequestView(request, language)
        grantAddress = Address.grantLicenceRequest(request.id)
        refuseAddress = Address.refuseLicenceRequest(request.id)
        until = problem == nil ? Dates.iso(now + 365 * Milliseconds.day) : form["until"] ?? ""
        note = problem == nil ? "" : form["note"] ?? ""
        reason = problem == nil ? "" : form["reason"] ?? ""
        untilError = problem?.field == "until" ? problem?.message : nil
        noteError = problem?.field == "note" ? problem?.message : nil
        reasonError = problem?.field == "reason" ? problem?.message : nil
    }

    var isRefusing: Bool { reasonError != nil }
}

struct LicenceRequestJSON: Encodable {
    let id: Int
    let username: String
    let text: String
    let askedAt: String

    init(_ request: LicenceRequest) {
        id = request.id
        username = request.username
        text = request.text
        askedAt = Dates.time(request.askedAt)
    }
}

extension ErrorReason {
    static let answered = ErrorReason("answered")
}
