// The one visible list that every request passes, outermost first.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Words

/// What comes after a middleware: the rest of the list, then the handler.
typealias Next = (Context) async throws -> Response

enum Middleware {
    static let all: [@Sendable (Context, Next) async throws -> Response] = [
        demandHTTPS,
        serveFiles, fitToClient, secureHeaders, renderErrors, recogniseViewer, findRoute, refuseCrossSite, checkAccess,
        checkLimit, readForm,
    ]

    /// Runs the list and the handler; never fails.
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

    /// What came without encryption to a site for HTTPS: a page is asked for again there, a form is refused. To redirect
    /// that, too, would hide that others could read it.
    @Sendable static func demandHTTPS(_ context: Context, _ next: Next) async throws -> Response {
        guard context.isInClear else { return try await next(context) }
        let request = context.request
        guard [.get, .head].contains(request.method) else { return StaticPages.page(.forbidden) }
        var response = Response.redirect(.permanentRedirect, to: context.site.configuration.baseURL + request.target)
        SecureHeaders.add(to: &response)
        return response
    }

    /// Style sheet, scripts and icons, asked for by every browser, go no further.
    @Sendable static func serveFiles(_ context: Context, _ next: Next) async throws -> Response {
        if let response = AssetFiles.answer(context) { return response }
        return try await next(context)
    }

    /// Sends less where the client has the content already, wants a part of it, or takes it compressed.
    @Sendable static func fitToClient(_ context: Context, _ next: Next) async throws -> Response {
        try await next(context).compressed(for: context.request).fitted(to: context.request)
    }

    /// Headers that hold on every page, error and file.
    @Sendable static func secureHeaders(_ context: Context, _ next: Next) async throws -> Response {
        var response = try await next(context)
        SecureHeaders.add(to: &response)
        // A redirect shows nothing, so the outcome waits for the page it leads to.
        let isRedirect = (300..<400).contains(response.status.code)
        if context.done != nil, !isRedirect { context.setCookie("done", "", maxAge: 0) }
        guard !context.cookies.isEmpty else { return response }
        // What others may get from a cache on the way carries nobody's cookies.
        if response.headers["Cache-Control"]?.hasPrefix(bytes: "public") == true { return response }
        for cookie in context.cookies { response.setCookie(cookie) }
        return response
    }

    /// Every thrown error becomes a page (or JSON); details of unknown ones go to the log only.
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

    /// Finds the route; an unknown method of a known address says which are known.
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

    /// Who asks, in which language and theme, and what the last change came to.
    @Sendable static func recogniseViewer(_ context: Context, _ next: Next) async throws -> Response {
        context.language = Language.chosen(
            cookie: context.cookie("language"), header: context.request.headers["Accept-Language"])
        context.theme = context.cookie("theme").flatMap(Theme.init(rawValue:)) ?? .system
        context.done = context.cookie("done").flatMap { $0.isEmpty ? nil : $0 }
        if let cookie = context.cookie("session") {
            context.viewer = try SessionStore(context.reader).viewer(
                cookie: cookie, from: context.clientAddress, now: context.now)
            try await noteUse(context)
            if let viewer = context.viewer { KnownDevice.remember(viewer.id, context) }
        }
        return try await next(context)
    }

    /// Writes down that a session is in use, once in some minutes. One whose last use cannot be written is still in use.
    private static func noteUse(_ context: Context) async throws {
        let now = context.now
        guard let viewer = context.viewer, now - viewer.session.lastSeenAt >= SessionRules.touchEvery else { return }
        do {
            try await context.site.writer.write { try SessionStore($0).touch(viewer, now: now) }
        } catch let error as DatabaseError {
            Log.error("request \(context.requestID): the use of a session is not noted: \(error)")
        }
    }

    /// Refuses changes that another site's page sends (Fetch Metadata, then Origin).
    @Sendable static func refuseCrossSite(_ context: Context, _ next: Next) async throws -> Response {
        guard context.request.method == .post else { return try await next(context) }
        if let site = context.request.headers["Sec-Fetch-Site"],
            !site.isSame(as: "same-origin"), !site.isSame(as: "none")
        {
            throw SiteError.forbidden(.crossSite)
        }
        if let origin = context.request.headers["Origin"] {
            let host = context.host
            // A site that is told to be reached over HTTPS gets no forms from a page that came without.
            let isPlain = origin.isSame(as: "http://\(host)") && !context.site.configuration.isSecure
            guard isPlain || origin.isSame(as: "https://\(host)") else {
                throw SiteError.forbidden(.crossSite)
            }
        }
        return try await next(context)
    }

    /// Who may come here is part of the route.
    @Sendable static func checkAccess(_ context: Context, _ next: Next) async throws -> Response {
        guard let route = context.route else { throw SiteError.notFound }
        try route.access.check(context.viewer, now: context.now, isChange: route.method == .post)
        if let viewer = context.viewer {
            if viewer.isBeingDeleted {
                guard AccountDeletion.isAllowedWhileClosed(route) else { throw SiteError.leaving }
            } else if TwoStep.isMissing(viewer, context), !TwoStep.isAllowedBeforeTwoStep(route) {
                throw SiteError.twoStepRequired
            } else if PasswordRules.isTooShort(viewer), !TwoStep.isAllowedBeforeTwoStep(route) {
                throw SiteError.longerPasswordRequired
            }
            if route.isRecent, !viewer.isRecent(at: context.now) {
                // What is long enough to wait on the disk is more than a cookie keeps.
                if !route.keeps.isEmpty, !context.request.body.isOnDisk, let form = try? await form(context) {
                    PendingForm.keep(form, context)
                }
                throw SiteError.confirmationRequired
            }
        }
        return try await next(context)
    }

    /// Too much in too short a time goes no further: its form is not read.
    @Sendable static func checkLimit(_ context: Context, _ next: Next) async throws -> Response {
        guard let limit = context.route?.limit, let seconds = context.take(limit) else {
            return try await next(context)
        }
        throw SiteError.tooMany(.tooOften, seconds: seconds)
    }

    /// Reads a posted form and checks its token before any handler sees it.
    @Sendable static func readForm(_ context: Context, _ next: Next) async throws -> Response {
        guard context.request.method == .post else { return try await next(context) }
        context.form = try await form(context)
        let key = context.viewer?.sessionID ?? context.cookie("visitor")
        guard let key, let token = context.form["csrf"], context.site.isFormToken(token, for: key) else {
            return ErrorPages.formExpired(context)
        }
        guard context.form.limited.isEmpty else { return ErrorPages.tooManyMarks(context) }
        return try await next(context)
    }

    /// A form that waits on the disk is read on the worker pool: it may be long.
    private static func form(_ context: Context) async throws -> Form {
        let request = context.request
        var limits = context.site.configuration.limits
        limits.formFields += context.route?.moreFields ?? 0
        guard request.body.isOnDisk else { return try request.form(limits: limits) }
        return try await context.site.workers.run { [limits] in try request.form(limits: limits) }
    }
}
