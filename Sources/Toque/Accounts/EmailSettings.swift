// Changes the email address at `/settings/email`, once a link sent to the new address has been opened.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Mail
import Security
import Texts

enum EmailSettings {
    static func show(_ context: Context) async throws -> Response {
        let hasPassword = try demandProof(context)
        PendingForm.bringBack(context) { $0 == context.request.path }
        let email = (context.form["email"] ?? "").trimmed
        return context.page(try page(context, email: email, hasPassword: hasPassword, FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        let hasPassword = try demandProof(context)
        let (viewer, now, mailer) = (try context.member(), context.now, context.site.mailer)
        let email = (context.form["email"] ?? "").trimmed
        var errors = try problems(with: email, of: viewer, context)
        if hasPassword, try await !SignIn.isPassword(context.form["password"], of: viewer, context) {
            errors.add("password", Text.emailPasswordWrong(context.language))
        }
        guard errors.isEmpty else {
            return context.page(
                try page(context, email: email, hasPassword: hasPassword, errors), status: .unprocessable)
        }
        try await context.site.writer.write { db in
            try SessionStore(db).demand(viewer)
            try ask(for: email, viewer.id, mailer, db, now: now)
        }
        return context.redirect(to: Address.email(), done: "email-asked")
    }

    /// Sends a new link for the email address that the account already has.
    static func sendAgain(_ context: Context) async throws -> Response {
        let (viewer, now, mailer) = (try context.member(), context.now, context.site.mailer)
        let isSent = try await context.site.writer.write { db in
            guard let owner = try AccountStore(db).recipient(viewer.id),
                try !AccountStore(db).isEmailConfirmed(user: viewer.id)
            else { return false }
            try ask(for: owner.email, viewer.id, mailer, db, now: now)
            return true
        }
        return context.redirect(to: Address.email(), done: isSent ? "email-asked" : "nothing-changed")
    }

    /// Deletes the pending link.
    static func callOff(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let isEnded = try await context.site.writer.write { try AccountLinkStore($0).end(.email, user: viewer.id) }
        return context.redirect(to: Address.email(), done: isEnded ? "email-called-off" : "nothing-changed")
    }

    private static func ask(for email: String, _ user: Int, _ mailer: Mailer, _ db: Connection, now: Int) throws {
        guard try !mailer.hasEnough(of: .confirmEmail, user: user, db: db, now: now) else {
            throw SiteError.tooMany(.mailLimit, seconds: 3_600)
        }
        try mailer.sendConfirmation(of: email, user: user, db: db, now: now)
    }

    private static func problems(with email: String, of viewer: Viewer, _ context: Context) throws -> FieldErrors {
        var errors = FieldErrors()
        let language = context.language
        let accounts = AccountStore(context.reader)
        if let problem = MailAddress.problem(email) {
            errors.add("email", Text.dynamic("register.problem.\(problem)", language) ?? problem)
        } else if try accounts.recipient(viewer.id)?.email == email {
            errors.add("email", Text.emailSame(language))
        } else if try accounts.isTaken(email: email), try accounts.credentials(login: email)?.id != viewer.id {
            errors.add("email", Text.emailTaken(language))
        }
        return errors
    }

    /// Whether the form asks for a password. Without a password, the user must have proved who they are within the last
    /// ten minutes, for example with a provider.
    private static func demandProof(_ context: Context) throws -> Bool {
        let viewer = try context.member()
        let account = try AccountStore(context.reader).account(viewer.id, now: context.now)
        if account?.passwordHash == nil, !viewer.isRecent(at: context.now) {
            PendingForm.keep(context.form, context)
            throw SiteError.confirmationRequired
        }
        return account?.passwordHash != nil
    }

    private static func page(
        _ context: Context, email: String, hasPassword: Bool, _ errors: FieldErrors
    ) throws -> EmailPage {
        let (viewer, language) = (try context.member(), context.language)
        let accounts = AccountStore(context.reader)
        return EmailPage(
            layout: context.layout(title: Text.emailTitle(language), section: "email", isListed: false),
            formToken: context.formToken, problems: errors.summary,
            current: try accounts.recipient(viewer.id)?.email ?? "",
            isConfirmed: try accounts.isEmailConfirmed(user: viewer.id),
            pending: try AccountLinkStore(context.reader).pendingEmail(user: viewer.id, now: context.now),
            email: Field(
                name: "email", label: Text.emailNew(language), value: email, error: errors["email"], type: "email",
                autocomplete: "email", isRequired: true),
            password: hasPassword
                ? Field(
                    name: "password", label: Text.emailPassword(language), error: errors["password"],
                    type: "password", autocomplete: "current-password", isRequired: true) : nil)
    }
}

struct EmailPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let current: String
    let isConfirmed: Bool
    let pending: String?
    let email: Field
    let password: Field?
}

/// The page behind the emailed link; it has a button, since GET changes nothing.
enum EmailConfirmation {
    static func carry(_ context: Context) async throws -> Response {
        try LinkCookie.carry(.email, to: .confirmEmail, context)
    }

    static func show(_ context: Context) async throws -> Response {
        let token = LinkCookie.token(.email, context)
        guard let link = try AccountLinkStore(context.reader).find(.email, token: token, now: context.now) else {
            return LinkCookie.gone(context)
        }
        return context.page(
            ConfirmEmailPage(
                layout: context.layout(
                    title: Text.confirmEmailTitle(context.language), section: "email", isListed: false),
                formToken: context.formToken, email: link.email))
    }

    static func save(_ context: Context) async throws -> Response {
        let (token, now, mailer) = (LinkCookie.token(.email, context), context.now, context.site.mailer)
        let network = context.clientAddress.network
        LinkCookie.forget(.email, context)
        do {
            let isConfirmed = try await context.site.writer.write { db in
                guard let link = try AccountLinkStore(db).use(.email, token: token, now: now) else { return false }
                try confirm(link, from: network, mailer, db, now: now)
                return true
            }
            guard isConfirmed else { return LinkCookie.gone(context) }
        } catch DatabaseError.constraint {
            // Another account got the email address in the meantime.
            return LinkCookie.gone(context)
        }
        return context.redirect(to: context.viewer == nil ? Address.home() : Address.email(), done: "email-confirmed")
    }

    private static func confirm(
        _ link: AccountLink, from network: String, _ mailer: Mailer, _ db: Connection, now: Int
    ) throws {
        guard let old = try AccountStore(db).recipient(link.user) else { throw SiteError.notFound }
        try AccountStore(db).confirm(email: link.email, user: link.user, now: now)
        if old.email == link.email { return }
        try SessionStore(db).endLinks(of: link.user)
        try AuditStore(db).append(
            .init(action: "email", object: .user, id: link.user, from: "", to: ""),
            by: Actor(id: link.user, name: old.username ?? "", network: network), at: now)
        try mailer.tellEmailChanged(from: old, to: link.email, db: db, now: now)
    }
}

struct ConfirmEmailPage {
    let layout: Layout
    let formToken: String
    let email: String
}
