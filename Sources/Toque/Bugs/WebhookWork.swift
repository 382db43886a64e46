// Sends the webhook's events that are due, on the background worker.

import Bytes
import Database
import Fetching

struct WebhookWork {
    let settings: WebhookSettings
    /// The start of links to the site.
    let site: String
    let poster: any WebPoster
    let writer: Writer
    let reader: Connection
    let clock: @Sendable () -> Int

    /// Sends the events that are due, in their order. After a failure the others wait for the next round, because the
    /// receiver is likely to be down. Returns whether more are due.
    func run(isStopping: () -> Bool) throws -> Bool {
        let end = clock() + WebhookRules.roundTime
        for _ in 0..<WebhookRules.inARound where !isStopping() {
            // A slow receiver takes seconds for each, and the signature has the time of its own send.
            let now = clock()
            guard now < end else { return true }
            guard let event = try WebhookStore(reader).due(now: now) else { return false }
            guard let body = try body(event) else {
                // The report or the kind was deleted in the meantime.
                try writer.writeNow { try WebhookStore($0).markFailed(event.id, result: "deleted", next: nil) }
                continue
            }
            let (isSent, result) = send(body, now: now)
            try writer.writeNow { db in
                let store = WebhookStore(db)
                if isSent { return try store.markSent(event.id, result: result, now: now) }
                try store.markFailed(
                    event.id, result: result, next: WebhookRules.next(after: event.tries + 1, now: now))
            }
            if !isSent { return false }
        }
        return !isStopping()
    }

    private func body(_ event: WebhookEvent) throws -> String? {
        switch event.kind {
        case .bug: try BugStore(reader).any(event.number).map { WebhookRules.body(event, $0, site: site) }
        case .error: try ErrorStore(reader).kind(event.number).map { WebhookRules.body(event, $0, site: site) }
        case .test: WebhookRules.body(event, site: site)
        }
    }

    /// Sends a body. Any status from 200 to 299 means that it arrived.
    private func send(_ body: String, now: Int) -> (isSent: Bool, result: String) {
        let headers = [
            ("Content-Type", "application/json"), ("User-Agent", "Toque (webhook)"),
            ("Toque-Signature", WebhookSignature.header(of: body, secret: settings.secret, now: now)),
        ]
        do {
            let status = try poster.post(body, to: settings.url, headers: headers)
            return ((200...299).contains(status), String(status))
        } catch {
            return (false, Self.name(error))
        }
    }

    /// A key of the locale files, `webhook.failure.KEY`.
    private static func name(_ failure: WebFailure) -> String {
        switch failure {
        case .address: "address"
        case .inside: "inside"
        case .redirects: "redirects"
        case .tooLong: "too-long"
        case .tooSlow: "too-slow"
        case .status(let status): String(status)
        case .unreachable: "unreachable"
        }
    }
}
