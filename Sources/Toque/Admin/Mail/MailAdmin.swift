// The admin page of emails: which wait, which failed and why; to send one again or give it up.

import Database
import HTML
import HTTP
import Texts
import Words

enum MailAdmin {
    static func show(_ context: Context) async throws -> Response {
        let state = context.request.query["state"].flatMap(MailState.init(rawValue:)) ?? .queued
        let number = Paging.page(context.request.query["page"])
        let outbox = Outbox(context.reader)
        let counts = try outbox.counts()
        let rows = try outbox.list(state, page: number, now: context.now)
        let total = counts[state] ?? 0
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: rows.map(MailJSON.init)))
        }
        let language = context.language
        let base = "\(Address.mail())?state="
        return context.page(
            MailsPage(
                layout: context.layout(title: Text.mailsTitle(language), section: "mail", isListed: false),
                formToken: context.formToken,
                outbox: !context.site.settings.hasMailServer ? context.site.settings.outboxPath : nil,
                states: MailState.allCases.map {
                    MailStateLink(
                        label: Text.dynamic("mails.state.\($0.rawValue)", language) ?? "", count: counts[$0] ?? 0,
                        address: base + $0.rawValue, isCurrent: $0 == state)
                },
                mails: rows.map { MailView($0, language) },
                pages: Pages(number: number, total: total) { "\(base)\(state.rawValue)&page=\($0)" }))
    }

    static func tryAgain(_ context: Context) async throws -> Response {
        let (id, now, mailer) = (try mail(context), context.now, context.site.mailer)
        let changed = try await context.site.writer.write { db in
            defer { mailer.wake() }
            return try Outbox(db).tryAgain(id, now: now)
        }
        return context.redirect(to: Address.mail(), done: changed ? "mail-again" : "nothing-changed")
    }

    static func giveUp(_ context: Context) async throws -> Response {
        let id = try mail(context)
        let changed = try await context.site.writer.write { try Outbox($0).giveUp(id) }
        return context.redirect(to: Address.mail(), done: changed ? "mail-given-up" : "nothing-changed")
    }

    private static func mail(_ context: Context) throws -> Int {
        let id = try context.number("mail")
        guard try Outbox(context.reader).has(id) else { throw SiteError.notFound }
        return id
    }
}

struct MailsPage {
    let layout: Layout
    let formToken: String
    /// The folder for emails if no mail server is configured.
    let outbox: String?
    let states: [MailStateLink]
    let mails: [MailView]
    let pages: Pages
}

struct MailStateLink {
    let label: String
    let count: Int
    let address: String
    let isCurrent: Bool
}

/// One email of the list.
struct MailView {
    let id: Int
    let kind: String
    let recipient: String
    let asked: HTML
    let sent: HTML?
    let next: HTML?
    let tries: Int
    let error: String
    let again: String?
    let giveUp: String?

    init(_ row: MailRow, _ language: Language) {
        id = row.id
        kind = Text.dynamic("mails.kind.\(row.kind)", language) ?? row.kind
        recipient = row.recipient
        asked = Moment(row.createdAt, language).html { Text.mailsAsked(language, when: $0) }
        sent = row.sentAt.map { Moment($0, language).html { Text.mailsSent(language, when: $0) } }
        next =
            row.state == .queued
            ? Moment(row.nextTryAt, language).html { Text.mailsNext(language, when: $0) } : nil
        tries = row.tries
        error = row.lastError
        again = row.isOfUse ? Address.retryMail(row.id) : nil
        giveUp = row.state == .queued ? Address.giveUpMail(row.id) : nil
    }
}

struct MailJSON: Encodable {
    let id: Int
    let kind: String
    let recipient: String
    let state: String
    let tries: Int
    let lastError: String

    init(_ row: MailRow) {
        id = row.id
        kind = row.kind
        recipient = row.recipient
        state = row.state.rawValue
        tries = row.tries
        lastError = row.lastError
    }
}
