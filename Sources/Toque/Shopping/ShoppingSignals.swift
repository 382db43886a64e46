// Tells open pages of a shopping list that it has changed, as server-sent events.

import Database
import HTTP
import Synchronization

/// Counts the changes of lists that are open somewhere. In memory only: a page that reconnects loads the list again.
final class ShoppingSignals: Sendable {
    private struct Open {
        var pages = 0
        var changes = 0
    }

    private let open = Mutex<[Int: Open]>([:])
    private let isStopped = Mutex(false)

    /// Ends all streams at their next look, so that the site can stop.
    func stop() { isStopped.withLock { $0 = true } }

    /// An open page; it is closed when the last reference to this goes.
    final class Page: Sendable {
        private let signals: ShoppingSignals
        let user: Int

        fileprivate init(_ signals: ShoppingSignals, user: Int) { (self.signals, self.user) = (signals, user) }

        deinit { signals.close(user) }

        var isOver: Bool { signals.isStopped.withLock { $0 } }
        var changes: Int { signals.open.withLock { $0[user]?.changes ?? 0 } }
    }

    /// Opens a page; `nil` if the list has too many, or the site.
    func page(of user: Int) -> Page? {
        open.withLock { open in
            let all = open.values.reduce(0) { $0 + $1.pages }
            guard open[user]?.pages ?? 0 < ShoppingRules.pages, all < ShoppingRules.allPages else { return nil }
            open[user, default: Open()].pages += 1
            return Page(self, user: user)
        }
    }

    private func close(_ user: Int) {
        open.withLock { open in
            open[user]?.pages -= 1
            if open[user]?.pages == 0 { open[user] = nil }
        }
    }

    func noteChange(of user: Int) { open.withLock { $0[user]?.changes += 1 } }
}

extension Site {
    var shoppingSignals: ShoppingSignals { part() }
}

extension Context {
    /// Changes the list of a member, and tells its open pages.
    func changeShopping<T: Sendable>(
        of user: Int, _ change: @escaping @Sendable (ShoppingStore) throws -> T
    ) async throws -> T {
        let result = try await site.writer.write { try change(ShoppingStore($0)) }
        site.shoppingSignals.noteChange(of: user)
        return result
    }
}

enum ShoppingEvents {
    /// How often a page looks for changes, and how often it hears something, so that proxies keep the connection.
    private static let pause = Duration.milliseconds(500)
    private static let looksUntilComment = 20
    /// After a minute the browser connects again.
    private static let looks = 120

    static func own(_ context: Context) async throws -> Response { try stream(of: context.member().id, context) }

    static func shared(_ context: Context) async throws -> Response {
        try stream(of: SharedShopping.owner(context), context)
    }

    private static func stream(of user: Int, _ context: Context) throws -> Response {
        guard let page = context.site.shoppingSignals.page(of: user) else { throw SiteError.unavailable }
        let state = Mutex((looks: 0, changes: page.changes))
        let stream = ContentStream {
            // The first bytes tell the browser that it is connected.
            if state.withLock({ $0.looks }) == 0 {
                state.withLock { $0.looks = 1 }
                return Array("retry: 2000\n\n".utf8)
            }
            while state.withLock({ $0.looks }) < looks {
                try await Task.sleep(for: pause)
                if page.isOver { return nil }
                let now = page.changes
                let (look, isNew) = state.withLock { state in
                    state.looks += 1
                    defer { state.changes = now }
                    return (state.looks, state.changes != now)
                }
                if isNew { return Array("data: changed\n\n".utf8) }
                if look % looksUntilComment == 0 { return Array(": still here\n\n".utf8) }
            }
            return nil
        }
        var response = Response(body: .stream(stream))
        response.headers["Content-Type"] = "text/event-stream"
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
