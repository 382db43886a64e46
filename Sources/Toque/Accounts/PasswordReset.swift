// Resets a forgotten password. The form costs the same for every name, since the account is looked up later.

import Bytes
import Database
import Foundation
import HTTP
import Mail
import Texts

enum ForgottenPassword {
    static func show(_ context: Context) async throws -> Response { context.page(page(context, login: "", error: nil)) }

    static func save(_ context: Context) async throws -> Response {
        let login = (context.form["login"] ?? "").trimmed
        guard !login.isEmpty, login.length <= MailAddress.longest else {
            let error = login.isEmpty ? Text.forgotEmpty(context.language) : Text.forgotLong(context.language)
            return context.page(page(context, login: login, error: error), status: .unprocessable)
        }
        let (now, mailer) = (context.now, context.site.mailer)
        try await context.site.writer.write { db in
            try ResetRequestStore(db).add(login: login, now: now)
            mailer.wake()
        }
        return context.redirect(to: Address.forgot(), done: "reset-asked")
    }

    private static func page(_ context: Context, login: String, error: String?) -> ForgotPage {
        let language = context.language
        return ForgotPage(
            layout: context.layout(title: Text.forgotTitle(language), section: "login", isListed: false),
            formToken: context.formToken,
            problems: error.map { [FieldProblem(address: "#login", message: $0)] } ?? [],
            login: Field(
                name: "login", label: Text.loginLogin(language), value: login, error: error,
                autocomplete: "username", isRequired: true))
    }
}

struct ForgotPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let login: Field
}

/// Requests for a password reset that the mail sender has not handled yet.
struct ResetRequestStore {
    /// The most requests handled in one transaction.
    static let atOnce = 100

    let db: Connection

    init(_ db: Connection) { self.db = db }

    func add(login: String, now: Int) throws {
        try db.run("INSERT INTO reset_request (login, asked_at) VALUES (\(login), \(now))")
    }

    /// Queues the reset emails. Drops requests for unknown accounts, and for accounts over the hourly limit.
    func answer(_ mailer: Mailer, now: Int) throws {
        let requests = try db.all("SELECT id, login FROM reset_request ORDER BY id LIMIT \(Self.atOnce)") {
            (id: $0[0] as Int, login: $0[1] as String)
        }
        for request in requests {
            try db.run("DELETE FROM reset_request WHERE id = \(request.id)")
            guard let known = try AccountStore(db).credentials(login: request.login),
                try !mailer.hasEnough(of: .reset, user: known.id, db: db, now: now)
            else { continue }
            try mailer.sendResetLink(user: known.id, db: db, now: now)
        }
        if requests.count == Self.atOnce { mailer.wake() }
    }

    /// Deletes requests that stayed unhandled.
    func tidy(before time: Int) throws { try db.run("DELETE FROM reset_request WHERE asked_at <= \(time)") }
}

/// Sets the new password for the holder of the link.
enum PasswordReset {
    static func carry(_ context: Context) async throws -> Response {
        try LinkCookie.carry(.reset, to: .reset, context)
    }

    static func show(_ context: Context) async throws -> Response {
        guard let owner = try owner(context) else { return LinkCookie.gone(context) }
        return context.page(page(context, owner, FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        guard let owner = try owner(context) else { return LinkCookie.gone(context) }
        let typed = TypedPassword(context.form)
        var errors = FieldErrors()
        typed.check(owner, context, &errors)
        guard errors.isEmpty else { return context.page(page(context, owner, errors), status: .unprocessable) }
        let password = try await context.site.passwords.hash(typed.password)
        let (token, now, mailer) = (LinkCookie.token(.reset, context), context.now, context.site.mailer)
        let network = context.clientAddress.network
        let owned = try await context.site.writer.write {
            try set(password, token: token, from: network, mailer, $0, now: now)
        }
        LinkCookie.forget(.reset, context)
        guard let owned else { return LinkCookie.gone(context) }
        // Wrong guesses at the name from elsewhere must not lock out the owner, who has just proved their identity.
        KnownDevice.remember(owned, context)
        context.setCookie("session", "", maxAge: 0)
        return context.redirect(to: Address.login(), done: "password-reset")
    }

    /// Uses the link up and returns the account's id, or `nil`. Ends every session and notifies the owner. The email
    /// with the link also confirmed the address.
    private static func set(
        _ password: HashedPassword, token: String, from network: String, _ mailer: Mailer, _ db: Connection, now: Int
    ) throws -> Int? {
        guard let link = try AccountLinkStore(db).use(.reset, token: token, now: now),
            let owner = try AccountStore(db).account(link.user, now: now)
        else { return nil }
        try AccountStore(db).setPassword(password, user: link.user)
        try AccountStore(db).confirm(email: link.email, user: link.user, now: now)
        try AuditStore(db).append(
            .init(action: "password", object: .user, id: link.user, from: "", to: "", detail: "reset"),
            by: Actor(id: link.user, name: owner.username, network: network), at: now)
        try mailer.tell(.passwordChanged, user: link.user, db: db, now: now)
        return link.user
    }

    /// The owner of the account that a valid link belongs to, or `nil`.
    private static func owner(_ context: Context) throws -> PasswordOwner? {
        let (token, now) = (LinkCookie.token(.reset, context), context.now)
        guard let link = try AccountLinkStore(context.reader).find(.reset, token: token, now: now) else { return nil }
        return try AccountStore(context.reader).account(link.user, now: now)?.owner
    }

    private static func page(_ context: Context, _ owner: PasswordOwner, _ errors: FieldErrors) -> ResetPage {
        let language = context.language
        // Somebody who merely found the link must not learn whose account it is for.
        let nobody = PasswordOwner(username: "", email: "", role: owner.role, hasTwoStep: owner.hasTwoStep)
        return ResetPage(
            layout: context.layout(title: Text.resetTitle(language), section: "login", isListed: false),
            formToken: context.formToken, problems: errors.summary,
            new: NewPassword(nobody, errors, label: Text.resetPassword(language), language),
            script: context.site.assets.address("password.js"))
    }
}

struct ResetPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let new: NewPassword
    let script: String
}
