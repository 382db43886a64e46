// The admin page of the webhook: where it sends, what waits, and the last results. It shows no secret.

import Bytes
import Database
import Foundation
import HTML
import HTTP
import Texts
import Words

enum WebhookAdmin {
    static func show(_ context: Context) async throws -> Response { try page(context) }

    /// Queues a test event.
    static func test(_ context: Context) async throws -> Response {
        guard context.site.settings.webhook != nil else { return try page(context, status: .conflict) }
        let now = context.now
        let isAdded = try await context.site.writer.write { try WebhookStore($0).add(.test, now: now) }
        guard isAdded else { throw SiteError.conflict(.webhookFull) }
        context.site.wakeSignal.wake()
        return context.redirect(to: Address.webhook(), done: "webhook-test")
    }

    static func retry(_ context: Context) async throws -> Response {
        let (id, now) = (try context.number("event"), context.now)
        guard try await context.site.writer.write({ try WebhookStore($0).retry(id, now: now) }) else {
            throw SiteError.notFound
        }
        context.site.wakeSignal.wake()
        return context.redirect(to: Address.webhook(), done: "webhook-retry")
    }

    private static func page(_ context: Context, status: Status = .ok) throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let store = WebhookStore(context.reader)
        let (total, events) = try store.list(page: number)
        let host = context.site.settings.webhook.map { URLComponents(string: $0.url)?.encodedHost ?? "" }
        if context.wantsJSON {
            return try context.json(
                WebhookJSON(
                    total: total, page: number, host: host, waiting: try store.waiting(),
                    items: events.map(WebhookEventJSON.init)), status: status)
        }
        return context.page(
            WebhookPage(
                layout: context.layout(title: Text.webhookTitle(language), section: "webhook", isListed: false),
                formToken: context.formToken, host: host, waiting: try store.waiting(),
                rows: events.map { WebhookRow($0, language) },
                pages: Pages(number: number, total: total) { "\(Address.webhook())?page=\($0)" }), status: status)
    }
}

struct WebhookPage {
    let layout: Layout
    let formToken: String
    /// The host that receives events, because the whole address may contain a secret; `nil` without a webhook.
    let host: String?
    let waiting: Int
    let rows: [WebhookRow]
    let pages: Pages
}

/// An event in the list.
struct WebhookRow {
    let title: String
    /// The page of the report or of the error; `nil` for a test.
    let address: String?
    let at: HTML
    let style: String
    let state: String
    let result: String
    let tries: Int
    let next: HTML?
    /// Where the button to try again sends its form; `nil` for an event that was sent.
    let retry: String?

    init(_ event: WebhookEvent, _ language: Language) {
        switch event.kind {
        case .bug:
            title = Text.bugTitle(language, number: event.number)
            address = Address.adminBug(event.number)
        case .error:
            title = Text.errorsKind(language, number: event.number)
            address = Address.adminError(event.number)
        case .test: (title, address) = (Text.webhookTestEvent(language), nil)
        }
        at = Moment(event.createdAt, language).html
        (style, state) =
            event.sentAt != nil
            ? ("yes", Text.webhookSent(language))
            : event.nextAt != nil ? ("unknown", Text.webhookWaits(language)) : ("no", Text.webhookGivenUp(language))
        result = Text.dynamic("webhook.failure.\(event.result)", language) ?? event.result
        tries = event.tries
        next = event.nextAt.map { Moment($0, language).html { Text.webhookNext(language, at: $0) } }
        retry = event.sentAt == nil ? Address.retryWebhook(event.id) : nil
    }
}

struct WebhookJSON: Encodable {
    let total: Int
    let page: Int
    let host: String?
    let waiting: Int
    let items: [WebhookEventJSON]
}

struct WebhookEventJSON: Encodable {
    let id: Int
    let kind: String
    let number: Int
    let createdAt: String
    let tries: Int
    let nextAt: String?
    let sentAt: String?
    let result: String

    init(_ event: WebhookEvent) {
        (id, kind, number, tries, result) = (event.id, event.kind.rawValue, event.number, event.tries, event.result)
        createdAt = Dates.time(event.createdAt)
        (nextAt, sentAt) = (event.nextAt.map(Dates.time), event.sentAt.map(Dates.time))
    }
}

extension ErrorReason {
    static let webhookFull = ErrorReason("webhook-full")
}
