// The middleware that every request passes, in order, outermost first.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Words

/// The rest of the list and the handler, which a middleware calls to continue.
typealias Next = (Context) async throws -> Response

enum Middleware {
    static let all: [@Sendable (Context, Next) async throws -> Response] = [
        demandHTTPS,
        serveFiles, keepPages, fitToClient, secureHeaders, renderErrors, recogniseViewer, findRoute, refuseCrossSite,
        checkAccess,
        checkLimit, readForm,
    ]

    /// Runs the list and the handler; never throws.
    static func answer(_ context: Context) async -> Response {
        do {
            return try await run(from: 0, context)
        } catch {
            Log.error("request \(context.requestID): \(error)")
            context.site.errors.note(error, context)
            return StaticPages.page(.internalError, request: context.requestID)
        }
    }

    private static func run(from index: Int, _ context: Context) async throws -> Response {
        guard index < all.count else {
            guard let route = context.route else { throw SiteError.notFound }
            return try await route.handler(context)
        }
        return try await all[index](context) { try await run(from: index + 1, $0) }
    }

    /// Handles requests that arrived unencrypted at an HTTPS site: redirects pages, refuses forms. Redirecting a form
    /// too would hide that others could read it.
    @Sendable static func demandHTTPS(_ context: Context, _ next: Next) async throws -> Response {
        guard context.isInClear else { return try await next(context) }
        let request = context.request
        guard [.get, .head].contains(request.method) else { return StaticPages.page(.forbidden) }
        var response = Response.redirect(.permanentRedirect, to: context.site.configuration.baseURL + request.target)
        SecureHeaders.add(to: &response)
        return response
    }

    /// Serves style sheet, scripts and icons, which every browser requests, without any other work.
    @Sendable static func serveFiles(_ context: Context, _ next: Next) async throws -> Response {
        if let response = AssetFiles.answer(context) { return response }
        return try await next(context)
    }

    /// Shortens the response: 304 for unchanged content, a range, or compression, as the client accepts it.
    @Sendable static func fitToClient(_ context: Context, _ next: Next) async throws -> Response {
        try await next(context).compressed(for: context.request).fitted(to: context.request)
    }

    /// Adds the security headers to every page, error and file, and sets the cookies.
    @Sendable static func secureHeaders(_ context: Context, _ next: Next) async throws -> Response {
        var response = try await next(context)
        SecureHeaders.add(to: &response)
        // A redirect shows nothing, so the outcome waits for the page that it leads to.
        let isRedirect = (300..<400).contains(response.status.code)
        if context.done != nil, !isRedirect { context.setCookie("done", "", maxAge: 0) }
        guard !context.cookies.isEmpty else { return response }
        // A response that shared caches may keep must not contain anybody's cookies.
        if response.headers["Cache-Control"]?.hasPrefix(bytes: "public") == true { return response }
        for cookie in context.cookies { response.setCookie(cookie) }
        return response
    }

    /// Turns every thrown error into a page (or JSON); details of unknown errors go only to the log.
    @Sendable static func renderErrors(_ context: Context, _ next: Next) async throws -> Response {
        do {
            return try await next(context)
        } catch let error as SiteError {
            return ErrorPages.response(error, context)
        } catch is WorkerPool.Full {
            return ErrorPages.response(.unavailable, context)
        } catch let error as DatabaseError where error.isPassing {
            Log.error("request \(context.requestID): \(error)")
            return ErrorPages.response(.unavailable, context)
        } catch CocoaError.fileWriteOutOfSpace {
            Log.error("request \(context.requestID): the disk is full")
            return ErrorPages.response(.unavailable, context)
        } catch let error as FormError {
            return ErrorPages.page(error.status, reason: nil, context)
        } catch {
            Log.error(
                "request \(context.requestID) \(context.request.method.rawValue) \(context.loggedPath): \(error)")
            context.site.errors.note(error, context)
            return ErrorPages.internalError(context)
        }
    }

    /// Finds the route; for a known address with another method, responds with the methods that it has.
    @Sendable static func findRoute(_ context: Context, _ next: Next) async throws -> Response {
        if context.request.target == "*" { return ErrorPages.methodNotAllowed([.get, .post], context) }
        let method = context.request.method == .head ? Method.get : context.request.method
        switch context.site.router.lookup(method, context.request.segments) {
        case .found(let route, let parameters):
            context.route = route
            context.parameters = parameters
            return try await next(context)
        case .methodNotAllowed(let methods):
            return ErrorPages.methodNotAllowed(methods, context)
        case .notFound:
            return try await next(context)
        }
    }

    /// Reads the viewer, the language and theme, and the outcome of the last change.
    @Sendable static func recogniseViewer(_ context: Context, _ next: Next) async throws -> Response {
        context.language = Language.chosen(
            cookie: context.cookie("language"), header: context.request.headers["Accept-Language"])
        context.theme = context.cookie("theme").flatMap(Theme.init(rawValue:)) ?? .system
        context.done = context.cookie("done").flatMap { $0.isEmpty || context.isPrefetch ? nil : $0 }
        if let cookie = context.cookie("session") {
            context.viewer = try SessionStore(context.reader).viewer(
                cookie: cookie, from: context.clientAddress, now: context.now)
            try await noteUse(context)
            if let viewer = context.viewer { KnownDevice.remember(viewer.id, context) }
        }
        context.isVisitor = context.viewer == nil
        return try await next(context)
    }

    /// Records at most every few minutes that a session is in use. If that cannot be written, the session still works.
    private static func noteUse(_ context: Context) async throws {
        let now = context.now
        guard let viewer = context.viewer, now - viewer.session.lastSeenAt >= SessionRules.touchEvery else { return }
        do {
            try await context.site.writer.write { try SessionStore($0).touch(viewer, now: now) }
        } catch let error as DatabaseError {
            Log.error("request \(context.requestID): the use of a session is not noted: \(error)")
        }
    }

    /// Refuses changes sent from pages of other sites (Fetch Metadata, then Origin).
    @Sendable static func refuseCrossSite(_ context: Context, _ next: Next) async throws -> Response {
        guard context.request.method == .post, context.route?.isOneClick != true else {
            return try await next(context)
        }
        if let site = context.request.headers["Sec-Fetch-Site"],
            !site.isSame(as: "same-origin"), !site.isSame(as: "none")
        {
            throw SiteError.forbidden(.crossSite)
        }
        if let origin = context.request.headers["Origin"] {
            let host = context.host
            // A site with an HTTPS address accepts no forms from unencrypted pages.
            let isPlain = origin.isSame(as: "http://\(host)") && !context.site.configuration.isSecure
            guard isPlain || origin.isSame(as: "https://\(host)") else {
                throw SiteError.forbidden(.crossSite)
            }
        }
        return try await next(context)
    }

    /// Checks the access that the route requires.
    @Sendable static func checkAccess(_ context: Context, _ next: Next) async throws -> Response {
        guard let route = context.route else { throw SiteError.notFound }
        // The page of the refusal shows what was typed.
        if context.isSuspended, route.method == .post, ![.anyone, .account].contains(route.access) {
            context.form = try await form(context)
        }
        try route.access.check(
            context.viewer, now: context.now, isChange: route.method == .post || route.isForm && !context.wantsJSON)
        if let viewer = context.viewer {
            if viewer.isBeingDeleted {
                guard AccountDeletion.isAllowedWhileClosed(route) else { throw SiteError.leaving }
            } else if TwoStep.isMissing(viewer, context), !TwoStep.isAllowedBeforeTwoStep(route) {
                throw SiteError.twoStepRequired
            } else if PasswordRules.isTooShort(viewer), !TwoStep.isAllowedBeforeTwoStep(route) {
                throw SiteError.longerPasswordRequired
            }
            if route.isRecent, !viewer.isRecent(at: context.now) {
                // A body long enough to be on disk does not fit into the cookie.
                if !route.keeps.isEmpty, !context.request.body.isOnDisk, let form = try? await form(context) {
                    PendingForm.keep(form, context)
                }
                throw SiteError.confirmationRequired
            }
        }
        return try await next(context)
    }

    /// Refuses requests over the rate limit, before their form is read.
    @Sendable static func checkLimit(_ context: Context, _ next: Next) async throws -> Response {
        guard let limit = context.route?.limit, let seconds = context.take(limit) else {
            return try await next(context)
        }
        throw SiteError.tooMany(.tooOften, seconds: seconds)
    }

    /// Reads a posted form and checks its token before any handler sees it.
    @Sendable static func readForm(_ context: Context, _ next: Next) async throws -> Response {
        guard context.request.method == .post, context.route?.isOneClick != true else {
            return try await next(context)
        }
        context.form = try await form(context)
        let key = context.viewer?.sessionID ?? context.cookie("visitor")
        guard let key, let token = context.form["csrf"], context.site.isFormToken(token, for: key) else {
            return ErrorPages.formExpired(context)
        }
        guard context.form.limited.isEmpty else { return ErrorPages.tooManyMarks(context) }
        return try await next(context)
    }

    /// A form on disk may be long, so it is read on the worker pool.
    private static func form(_ context: Context) async throws -> Form {
        let request = context.request
        var limits = context.site.configuration.limits
        limits.formFields += context.route?.moreFields ?? 0
        guard request.body.isOnDisk else { return try request.form(limits: limits) }
        return try await context.site.workers.run { [limits] in try request.form(limits: limits) }
    }
}
