// Creates an account for a visitor who comes from a login provider. A visitor who has an account logs in and links it.

import Bytes
import Database
import HTTP
import Texts

enum ProviderJoining {
    static func show(_ context: Context) async throws -> Response {
        guard context.viewer == nil, let arrival = try context.providerArrival() else { return lead(context) }
        let name = IDTokenRules.username(from: arrival.facts.name)
        let fields = NewAccountFields(username: name, email: arrival.facts.email)
        return context.page(try page(context, arrival, fields, FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        guard context.viewer == nil, let arrival = try context.providerArrival() else { return lead(context) }
        let fields = NewAccountFields(context.form)
        var errors = try fields.errors(context)
        guard errors.isEmpty else {
            return context.page(try page(context, arrival, fields, errors), status: .unprocessable)
        }
        do {
            let session = try await begin(fields, arrival, context)
            ProviderSecret.forget(context)
            context.setCookie("session", session.cookie, maxAge: session.maxAge)
            return context.redirect(to: Address.welcome(), done: "registered")
        } catch DatabaseError.constraint(let message) {
            // Linked in another window in the meantime: logging in again is enough.
            if message.contains("provider_link") { return lead(context) }
            errors = NewAccountFields.taken(message, context.language)
            return context.page(try page(context, arrival, fields, errors), status: .unprocessable)
        }
    }

    /// Creates the account. The address counts as confirmed if the provider confirmed it and the user did not change
    /// it.
    private static func begin(
        _ fields: NewAccountFields, _ arrival: ProviderArrival, _ context: Context
    ) async throws -> NewSession {
        let (now, language, mailer) = (context.now, context.language, context.site.mailer)
        let start = SessionStart(origin: context.sessionOrigin, verifiedAt: arrival.authenticatedAt ?? 0)
        let isConfirmed = arrival.isEmailVerified && fields.email.isSame(as: arrival.facts.email)
        let token = ProviderSecret.find(context)?.arrival ?? ""
        return try await context.site.writer.write { db in
            guard try ProviderStore(db).useArrival(token: token) else { throw SiteError.notFound }
            let user = try AccountStore(db).add(
                username: fields.username, email: fields.email, password: nil, language: language, now: now)
            let actor = Actor(id: user, name: fields.username, network: start.origin.network)
            try ProviderLinkStore(db).add(arrival.identity, arrival.facts, user: user, by: actor, now: now)
            if isConfirmed {
                try AccountStore(db).confirm(email: fields.email, user: user, now: now)
            } else {
                try mailer.sendConfirmation(of: fields.email, user: user, db: db, now: now)
            }
            return try SessionStore(db).begin(user: user, start, now: now)
        }
    }

    private static func lead(_ context: Context) -> Response {
        context.redirect(to: context.viewer == nil ? Address.login() : Address.home())
    }

    private static func page(
        _ context: Context, _ arrival: ProviderArrival, _ fields: NewAccountFields, _ errors: FieldErrors
    ) throws -> ProviderJoiningPage {
        let language = context.language
        let name = context.providerName(arrival)
        let isKnown =
            try !arrival.facts.email.isEmpty && AccountStore(context.reader).isTaken(email: arrival.facts.email)
        return ProviderJoiningPage(
            layout: context.layout(
                title: Text.providersJoinTitle(language, name: name), section: "register", isListed: false),
            formToken: context.formToken, problems: errors.summary, name: name,
            knownEmail: isKnown ? arrival.facts.email : nil,
            login: "\(Address.login())?next=\(Percent.encode(query: Address.linkProvider()))",
            isConfirmed: arrival.isEmailVerified,
            username: fields.usernameField(errors, language), email: fields.emailField(errors, language))
    }
}

struct ProviderJoiningPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let name: String
    /// The email address at the provider, if an account here already has it.
    let knownEmail: String?
    let login: String
    let isConfirmed: Bool
    let username: Field
    let email: Field
}

extension Context {
    /// The user who came back from a provider in this browser and has not decided yet.
    func providerArrival() throws -> ProviderArrival? {
        guard let secret = ProviderSecret.find(self) else { return nil }
        return try ProviderStore(reader).arrival(token: secret.arrival, now: now)
    }

    func providerName(_ arrival: ProviderArrival) -> String {
        site.providers.provider(issuer: arrival.identity.issuer)?.label ?? arrival.identity.issuer
    }
}
