// The page of a member's publishing licence: whether they may publish, the request for a licence, and the history.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum Licences {
    static func show(_ context: Context) async throws -> Response { try page(context) }

    static func ask(_ context: Context) async throws -> Response {
        let (viewer, now, language) = (try context.member(), context.now, context.language)
        let text = (context.form["text"] ?? "").typed
        if text.isEmpty { return try page(context, typed: text, error: Text.licenceRequestEmpty(language)) }
        guard text.length <= LicenceRequestStore.length else {
            let limit = String(LicenceRequestStore.length)
            return try page(context, typed: text, error: Text.editorTooLong(language, limit: limit))
        }
        let isLicensed = try LicenceStore(context.reader).activeUntil(user: viewer.id, now: now) != nil
        guard !isLicensed else { return context.redirect(to: Address.licence(), done: "nothing-changed") }
        let mailer = context.site.mailer
        let isNew = try await context.site.writer.write { db in
            guard let id = try LicenceRequestStore(db).ask(text, user: viewer.id, by: viewer.actor, now: now) else {
                return false
            }
            for admin in try AccountStore(db).admins(now: now) {
                try mailer.notify(
                    .licenceAsked(id, username: viewer.username, admin: admin), by: viewer.id, db: db, now: now)
            }
            return true
        }
        guard isNew else {
            return try page(context, typed: text, error: Text.licenceRequestOpen(language), status: .conflict)
        }
        return context.redirect(to: Address.licence(), done: "licence-asked")
    }

    static func withdraw(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let isEnded = try await context.site.writer.write { db in
            let store = LicenceRequestStore(db)
            guard let request = try store.last(user: viewer.id) else { return false }
            return try store.end(request, as: .withdrawn, answer: "", by: viewer.actor, now: now)
        }
        return context.redirect(
            to: Address.licence(), done: isEnded ? "licence-request-withdrawn" : "nothing-changed")
    }

    static func giveUp(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let changed = try await context.site.writer.write {
            try LicenceStore($0).revoke(user: viewer.id, reason: "", by: viewer.actor, now: now)
        }
        return context.redirect(to: Address.licence(), done: changed ? "licence-given-up" : "nothing-changed")
    }

    private static func page(
        _ context: Context, typed: String = "", error: String? = nil, status: Status = .unprocessable
    ) throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let store = LicenceStore(context.reader)
        let until = try store.activeUntil(user: viewer.id, now: context.now)
        let last = try LicenceRequestStore(context.reader).last(user: viewer.id)
        let history = try store.history(user: viewer.id)
        if context.wantsJSON, error == nil { return try context.json(LicenceJSON(until: until, last, history)) }
        return context.page(
            LicencePage(
                layout: context.layout(title: Text.licenceTitle(language), section: "licence", isListed: false),
                formToken: context.formToken,
                problems: error.map { [FieldProblem(address: "#text", message: $0)] } ?? [],
                until: until.map { Dates.day($0, language) },
                request: last.map { LicenceRequestView($0, language) },
                form: until == nil && last?.state != .open && !viewer.isSuspended(at: context.now) || error != nil
                    ? Field(
                        name: "text", label: Text.licenceRequestText(language), value: typed, error: error,
                        help: Text.licenceRequestHelp(language), rows: 6) : nil,
                history: history.map { LicenceEntry($0, now: context.now, language) }),
            status: error == nil ? .ok : status)
    }
}

struct LicencePage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let until: String?
    /// The last request for a licence.
    let request: LicenceRequestView?
    /// The text of a new request; `nil` while one is open or a licence is active.
    let form: Field?
    let history: [LicenceEntry]

    var hasLicence: Bool { until != nil }
}

/// A request as its member and admins read it.
struct LicenceRequestView {
    let state: String
    let at: HTML
    let text: [String]
    let answer: [String]
    let isOpen: Bool

    init(_ request: LicenceRequest, _ language: Language) {
        state = Text.dynamic("licence.request.state.\(request.state.rawValue)", language) ?? request.state.rawValue
        at = Moment(request.answeredAt ?? request.askedAt, language).html
        text = request.text.paragraphs
        answer = request.answer.paragraphs
        isOpen = request.state == .open
    }
}

/// One licence of the history.
struct LicenceEntry {
    let text: String
    let note: String

    init(_ grant: LicenceGrant, now: Int, _ language: Language) {
        let (from, until) = (Dates.day(grant.grantedAt, language), Dates.day(grant.until, language))
        if let revokedAt = grant.revokedAt {
            let day = Dates.day(revokedAt, language)
            text =
                grant.isGivenUp
                ? Text.licenceHistoryGivenUp(language, day: day, from: from)
                : Text.licenceHistoryRevoked(language, day: day, from: from)
            note = grant.revokeReason
        } else {
            text = Text.licenceHistoryGranted(language, from: from, until: until)
            note = grant.note
        }
    }
}

/// The member's licences as JSON, with the last request.
struct LicenceJSON: Encodable {
    struct Request: Encodable {
        let state: String
        let text: String
        let answer: String
        let askedAt: String
        let answeredAt: String?
    }

    struct Item: Encodable {
        let from: String
        let until: String
        let note: String
        let revokedAt: String?
        let revokeReason: String
        let givenUp: Bool
    }

    let licensed: Bool
    let licensedUntil: String?
    let request: Request?
    let total: Int
    let page = 1
    let items: [Item]

    init(until: Int?, _ last: LicenceRequest?, _ history: [LicenceGrant]) {
        (licensed, licensedUntil) = (until != nil, until.map(Dates.time))
        request = last.map {
            Request(
                state: $0.state.rawValue, text: $0.text, answer: $0.answer, askedAt: Dates.time($0.askedAt),
                answeredAt: $0.answeredAt.map(Dates.time))
        }
        items = history.map {
            Item(
                from: Dates.time($0.grantedAt), until: Dates.time($0.until), note: $0.note,
                revokedAt: $0.revokedAt.map(Dates.time), revokeReason: $0.revokeReason, givenUp: $0.isGivenUp)
        }
        total = items.count
    }
}
