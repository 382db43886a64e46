// Logs users in with Google, Facebook or another provider: sends them there, and handles their return.

import Database
import Foundation
import HTTP
import Security
import Texts

enum Providers {
    /// Starts a login, or the creation of an account.
    static func signIn(_ context: Context) async throws -> Response {
        try await begin(.signIn, next: AccountRules.localPath(context.form["next"]), context)
    }

    /// Starts linking a provider to the account of this session.
    static func link(_ context: Context) async throws -> Response {
        try await begin(.link, next: Address.providers(), context)
    }

    /// Starts a new confirmation of who the user is. With two-step login a provider is not enough, since it does not
    /// know the code.
    static func confirm(_ context: Context) async throws -> Response {
        let next = AccountRules.localPath(context.form["next"])
        if try context.member().hasTwoStep { return askForCode(next, context) }
        return try await begin(.confirm, next: next, context)
    }

    private static func askForCode(_ next: String, _ context: Context) -> Response {
        context.redirect(to: "\(Address.confirm())?next=\(Percent.encode(query: next))")
    }

    /// A page that goes on by itself with `Refresh`. It is not a redirect: the content security policy lets forms lead
    /// only to this site, and browsers apply it to redirects after a form.
    private static func begin(_ purpose: ProviderPurpose, next: String, _ context: Context) async throws -> Response {
        let provider = try provider(context)
        guard purpose != .confirm || provider.confirms else { throw SiteError.notFound }
        let (client, secret, now) = (context.site.providers, ProviderSecret.give(context), context.now)
        let door: String
        do {
            door = try await client.door(provider, secret, confirms: purpose == .confirm, now: now)
        } catch let failure as ProviderFailure {
            return ProviderProblem.page(failure, provider, context)
        }
        let session = purpose == .signIn ? nil : try context.member().sessionID
        try await context.site.writer.write { db in
            try ProviderStore(db).add(
                ProviderRequest(provider: provider.key, purpose: purpose, session: session, next: next, beganAt: now),
                state: secret.state)
        }
        var response = context.page(
            ProviderRedirectPage(
                layout: context.layout(
                    title: Text.providersDoorTitle(context.language, name: provider.label), section: "login",
                    isListed: false),
                name: provider.label, address: door))
        response.headers["Refresh"] = "0; url=\(door)"
        return response
    }

    /// Handles the return. It is a GET because providers send one. It completes what a form of this browser began: the
    /// state works once, only in this browser, and is used up before anything is trusted.
    static func callback(_ context: Context) async throws -> Response {
        let (provider, query, now) = (try provider(context), context.request.query, context.now)
        guard context.request.method != .head, let secret = ProviderSecret.find(context), let state = query["state"],
            query.all("state").count == 1, constantTimeEqual(Array(state.utf8), Array(secret.state.utf8)),
            let request = try await context.site.writer.write({ try ProviderStore($0).use(state: state, now: now) }),
            request.provider == provider.key,
            request.session == nil || request.session == context.viewer?.sessionID
        else { return ProviderProblem.page(.expired, provider, context) }
        do {
            let arrival = try await arrival(provider, secret, context)
            switch request.purpose {
            case .signIn: return try await enter(arrival, request, secret, context)
            case .link: return try await offerLink(arrival, secret, context)
            case .confirm: return try await confirmed(arrival, request, provider, context)
            }
        } catch let failure as ProviderFailure {
            return ProviderProblem.page(failure, provider, context)
        } catch let problem as ProviderProblem {
            return ProviderProblem.page(problem, provider, context)
        }
    }

    private static func arrival(
        _ provider: Provider, _ secret: ProviderSecret, _ context: Context
    ) async throws -> ProviderArrival {
        let query = context.request.query
        // Another issuer means that two logins were mixed up (RFC 9207).
        if let issuer = query["iss"], issuer != provider.issuer { throw ProviderFailure.refused("iss") }
        if let error = query["error"] {
            if error == "access_denied" { throw ProviderProblem.cancelled }
            throw ProviderFailure.refused("error")
        }
        guard let code = query["code"], !code.isEmpty, code.utf8.count <= 4_000, query.all("code").count == 1 else {
            throw ProviderFailure.refused("no code")
        }
        return try await context.site.providers.arrival(
            provider, code: code, secret, namesIssuer: query["iss"] != nil, now: context.now)
    }

    /// Logs a linked user in as with a password, including the code of two-step login; others create an account or link
    /// one.
    private static func enter(
        _ arrival: ProviderArrival, _ request: ProviderRequest, _ secret: ProviderSecret, _ context: Context
    ) async throws -> Response {
        let (now, identity) = (context.now, arrival.identity)
        guard let user = try ProviderLinkStore(context.reader).user(identity) else {
            try await keep(arrival, next: request.next, secret, context)
            return context.redirect(to: Address.joinByProvider())
        }
        ProviderSecret.forget(context)
        let who = VerifiedUser(user: user, verifiedAt: arrival.authenticatedAt ?? 0, issuer: identity.issuer)
        return try await SignIn.go(who, to: request.next, context) { db in
            // Unlinked in another browser in the meantime.
            guard try ProviderLinkStore(db).user(identity) == user else { throw ProviderProblem.expired }
            try ProviderLinkStore(db).use(identity, now: now)
        }
    }

    /// Shows a page with a button that names the account; coming back links nothing by itself.
    private static func offerLink(
        _ arrival: ProviderArrival, _ secret: ProviderSecret, _ context: Context
    ) async throws -> Response {
        let owner = try ProviderLinkStore(context.reader).user(arrival.identity)
        if owner == context.viewer?.id {
            ProviderSecret.forget(context)
            return context.redirect(to: Address.providers(), done: "nothing-changed")
        }
        guard owner == nil else { throw ProviderProblem.taken }
        try await keep(arrival, next: Address.providers(), secret, context)
        return context.redirect(to: Address.linkProvider())
    }

    private static func confirmed(
        _ arrival: ProviderArrival, _ request: ProviderRequest, _ provider: Provider, _ context: Context
    ) async throws -> Response {
        let viewer = try context.member()
        ProviderSecret.forget(context)
        // Two-step login was set up in the meantime.
        if viewer.hasTwoStep { return askForCode(request.next, context) }
        guard try ProviderLinkStore(context.reader).user(arrival.identity) == viewer.id else {
            throw ProviderProblem.stranger
        }
        guard IDTokenRules.isFresh(arrival.authenticatedAt, since: request.beganAt) else {
            throw ProviderProblem.stale
        }
        let (now, identity) = (context.now, arrival.identity)
        try await SignIn.renew(viewer, context) {
            try ProviderLinkStore($0).use(identity, now: now)
        }
        return context.redirect(to: request.next)
    }

    private static func keep(
        _ arrival: ProviderArrival, next: String, _ secret: ProviderSecret, _ context: Context
    ) async throws {
        var arrival = arrival
        arrival.next = next
        let (kept, now) = (arrival, context.now)
        try await context.site.writer.write { try ProviderStore($0).add(kept, token: secret.arrival, now: now) }
    }

    private static func provider(_ context: Context) throws -> Provider {
        guard let provider = context.site.providers.provider(key: context.parameters["provider"]) else {
            throw SiteError.notFound
        }
        return provider
    }
}

struct ProviderRedirectPage {
    let layout: Layout
    let name: String
    let address: String
}
