// Keeps the start page and the recipe pages of visitors as they are sent, compressed or not, until anything in the
// database changes.

import Bytes
import Database
import HTTP
import Synchronization
import Words

/// Responses to requests without cookies. Everybody gets the same page, so nothing of a viewer can be in it.
final class KeptPages: Sendable {
    struct Key: Hashable {
        let target: [UInt8]
        let language: Language
        let coding: ContentCoding
    }

    private struct Page {
        let response: Response
        let route: Route
        let edition: Int
        let keptAt: Int
    }

    private struct State {
        var pages: [Key: Page] = [:]
        /// Grows with every change of the database that a connection notices.
        var edition = 0
    }

    /// At most so many pages of at most so many bytes.
    static let limit = 512
    static let longestPage = 100_000
    /// Without a change of the database licences run out, and other recipes become popular.
    static let life = Milliseconds.minute

    private let state = Mutex(State())

    /// The number of the data that a connection reads now.
    func edition(of reader: Connection) throws -> Int {
        let isNew = try reader.hasNewData()
        return state.withLock { state in
            if isNew { state.edition += 1 }
            return state.edition
        }
    }

    func page(_ key: Key, edition: Int, now: Int) -> (response: Response, route: Route)? {
        state.withLock { state in
            guard let page = state.pages[key], page.edition == edition,
                (page.keptAt..<page.keptAt + Self.life).contains(now)
            else { return nil }
            return (page.response, page.route)
        }
    }

    /// Keeps a response that was made from the data with this number.
    func keep(_ response: Response, of route: Route, _ key: Key, edition: Int, now: Int) {
        guard case .bytes(let bytes) = response.body, bytes.count <= Self.longestPage else { return }
        state.withLock { state in
            guard state.edition == edition else { return }
            if state.pages.count >= Self.limit, state.pages[key] == nil {
                state.pages = state.pages.filter { $0.value.edition == edition }
                if state.pages.count >= Self.limit { state.pages.removeAll(keepingCapacity: true) }
            }
            state.pages[key] = Page(response: response, route: route, edition: edition, keptAt: now)
        }
    }
}

extension KeptPages.Key {
    /// The longest address of a kept page, in bytes.
    private static let longestTarget = 200
    private static let start = Array("/recipes/".utf8)
    /// With one of these, another response may be right.
    private static let personal = ["Cookie", "Authorization", "Range", "If-None-Match", "If-Modified-Since"]

    /// `nil` for requests whose response is not kept.
    init?(_ context: Context) {
        let request = context.request
        guard request.method == .get, request.target.utf8.count <= Self.longestTarget,
            request.target.utf8.starts(with: Self.start) || request.target.utf8.elementsEqual("/".utf8),
            !context.wantsJSON,
            !Self.personal.contains(where: request.headers.contains)
        else { return nil }
        target = Array(request.target.utf8)
        language = Language.chosen(cookie: nil, header: request.headers["Accept-Language"])
        coding = ContentCoding.chosen(request, from: [.gzip])
    }
}

extension Site {
    var keptPages: KeptPages { part() }
}

extension Middleware {
    private static let kept: Set<Address> = [.home, .recipe]

    /// Answers a visitor's request for such a page with the kept one, or keeps its response.
    @Sendable static func keepPages(_ context: Context, _ next: Next) async throws -> Response {
        let pages = context.site.keptPages
        guard let key = KeptPages.Key(context), let edition = try? pages.edition(of: context.reader) else {
            return try await next(context)
        }
        if let kept = pages.page(key, edition: edition, now: context.now) {
            context.route = kept.route
            return kept.response
        }
        let response = try await next(context)
        if let route = context.route, kept.contains(route.address), response.status == .ok, context.cookies.isEmpty {
            pages.keep(response, of: route, key, edition: edition, now: context.now)
        }
        return response
    }
}
