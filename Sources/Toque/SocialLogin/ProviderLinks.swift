// Lists, adds and removes the links between the member's account and providers.

import Database
import HTTP
import Texts

enum ProviderLinks {
    static func show(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let rows = try ProviderLinkStore(context.reader).list(user: viewer.id)
        if context.wantsJSON {
            return try context.json(
                ListJSON(total: rows.count, page: 1, items: rows.map { ProviderLinkJSON($0, context) }))
        }
        let linked = Set(rows.map(\.issuer))
        let others = context.site.providers.all.filter { !linked.contains($0.issuer) }
        return context.page(
            ProviderLinksPage(
                layout: context.layout(title: Text.providersTitle(language), section: "account", isListed: false),
                formToken: context.formToken, links: rows.map { ProviderLinkView($0, context) },
                others: context.providerButtons(others, .beginProviderLink, next: Address.providers()) {
                    Text.providersLink(language, name: $0)
                },
                hasNone: context.site.providers.all.isEmpty))
    }

    /// The page with the button to link, shown after coming back from the provider or, for those who had to log in
    /// first, after that.
    static func offer(_ context: Context) async throws -> Response {
        guard let arrival = try context.providerArrival() else {
            return context.redirect(to: Address.providers(), done: "nothing-changed")
        }
        return context.page(try page(arrival, context, FieldErrors()))
    }

    private static func page(
        _ arrival: ProviderArrival, _ context: Context, _ errors: FieldErrors
    ) throws -> LinkProviderPage {
        let (viewer, language) = (try context.member(), context.language)
        let name = context.providerName(arrival)
        let words = [arrival.facts.name, arrival.facts.email].filter { !$0.isEmpty }
        return LinkProviderPage(
            layout: context.layout(
                title: Text.providersOfferTitle(language, name: name), section: "account", isListed: false),
            formToken: context.formToken, problems: errors.summary, name: name,
            account: words.isEmpty ? arrival.identity.subject : words.joined(separator: ", "),
            username: viewer.username,
            password: try hasPassword(viewer, context)
                ? Field(
                    name: "password", label: Text.emailPassword(language), error: errors["password"],
                    type: "password", autocomplete: "current-password", isRequired: true) : nil)
    }

    /// An account created with a provider has no password. It needs none here, since the route requires a recent
    /// confirmation.
    private static func hasPassword(_ viewer: Viewer, _ context: Context) throws -> Bool {
        try AccountStore(context.reader).account(viewer.id, now: context.now)?.passwordHash != nil
    }

    static func add(_ context: Context) async throws -> Response {
        let (viewer, now, mailer) = (try context.member(), context.now, context.site.mailer)
        guard let secret = ProviderSecret.find(context), let arrival = try context.providerArrival() else {
            return context.redirect(to: Address.providers(), done: "nothing-changed")
        }
        if try hasPassword(viewer, context),
            try await !SignIn.isPassword(context.form["password"], of: viewer, context)
        {
            var errors = FieldErrors()
            errors.add("password", Text.emailPasswordWrong(context.language))
            return context.page(try page(arrival, context, errors), status: .unprocessable)
        }
        ProviderSecret.forget(context)
        do {
            let isAdded = try await context.site.writer.write { db in
                try SessionStore(db).demand(viewer)
                guard try ProviderStore(db).useArrival(token: secret.arrival) else { return false }
                try ProviderLinkStore(db).add(
                    arrival.identity, arrival.facts, user: viewer.id, by: viewer.actor, now: now)
                try mailer.tell(.providerLinked, user: viewer.id, db: db, now: now)
                return true
            }
            return context.redirect(to: Address.providers(), done: isAdded ? "provider-linked" : "nothing-changed")
        } catch DatabaseError.constraint {
            // The provider account is linked already, or the member has another link with this provider.
            return context.redirect(to: Address.providers(), done: "provider-taken")
        }
    }

    static func remove(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        guard let provider = site.providers.provider(key: context.parameters["provider"]) else {
            throw SiteError.notFound
        }
        let open = site.providers.all.map(\.issuer)
        let removal = try await site.writer.write { db in
            let removal = try ProviderLinkStore(db).remove(
                issuer: provider.issuer, user: viewer.id, open: open, by: viewer.actor, now: now)
            if removal == .removed { try site.mailer.tell(.providerUnlinked, user: viewer.id, db: db, now: now) }
            return removal
        }
        switch removal {
        case .removed: return context.redirect(to: Address.providers(), done: "provider-unlinked")
        case .none: return context.redirect(to: Address.providers(), done: "nothing-changed")
        case .last: throw SiteError.conflict(.lastWayIn)
        }
    }
}

struct ProviderLinksPage {
    let layout: Layout
    let formToken: String
    let links: [ProviderLinkView]
    let others: [ProviderButton]
    /// Whether this site has no providers at all.
    let hasNone: Bool
}

/// A link as its owner reads it.
struct ProviderLinkJSON: Encodable {
    let issuer: String
    let name: String
    /// The name and email address of the account there, as far as the provider gave them.
    let account: String?
    let linkedAt: String
    let lastUsedAt: String

    init(_ row: ProviderLinkRow, _ context: Context) {
        let view = ProviderLinkView(row, context)
        (issuer, name, account) = (row.issuer, view.name, view.account)
        (linkedAt, lastUsedAt) = (Dates.time(row.linkedAt), Dates.time(row.lastUsedAt))
    }
}

struct LinkProviderPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let name: String
    let account: String
    let username: String
    let password: Field?
}
