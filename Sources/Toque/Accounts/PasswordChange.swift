// Changes the password: asks for the old one, except for a while after a one-time link was used.

import Database
import HTTP
import Texts

enum PasswordChange {
    static func show(_ context: Context) async throws -> Response { try page(context, FieldErrors()) }

    /// The address where password managers look for the page (W3C, “A Well-Known URL for Changing Passwords”).
    static func lead(_ context: Context) async throws -> Response { context.redirect(to: Address.password()) }

    static func save(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let account = try account(viewer, context)
        let typed = TypedPassword(context.form)
        var errors = FieldErrors()
        if needsOld(account, viewer), try await !SignIn.isPassword(context.form["old_password"], of: viewer, context) {
            errors.add("old_password", Text.passwordOldWrong(context.language))
        }
        typed.check(account.owner, context, &errors)
        guard errors.isEmpty else { return try page(context, errors) }
        let password = try await context.site.passwords.hash(typed.password)
        let (now, mailer) = (context.now, context.site.mailer)
        try await SignIn.renew(viewer, context) { db in
            try AccountStore(db).setPassword(password, user: viewer.id)
            try AuditStore(db).append(
                .init(action: "password", object: .user, id: viewer.id, from: "", to: ""), by: viewer.actor, at: now)
            try mailer.tell(.passwordChanged, user: viewer.id, db: db, now: now)
        }
        return context.redirect(to: Address.account(), done: "password-changed")
    }

    private static func account(_ viewer: Viewer, _ context: Context) throws -> AccountRow {
        guard let account = try AccountStore(context.reader).account(viewer.id, now: context.now) else {
            throw SiteError.notFound
        }
        return account
    }

    private static func needsOld(_ account: AccountRow, _ viewer: Viewer) -> Bool {
        account.passwordHash != nil && !viewer.session.isByLink
    }

    private static func page(_ context: Context, _ errors: FieldErrors) throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let account = try account(viewer, context)
        let old = Field(
            name: "old_password", label: Text.passwordOld(language), error: errors["old_password"], type: "password",
            autocomplete: "current-password", isRequired: true)
        return context.page(
            PasswordPage(
                layout: context.layout(title: Text.passwordTitle(language), section: "account", isListed: false),
                formToken: context.formToken, problems: errors.summary, username: account.username,
                old: needsOld(account, viewer) ? old : nil,
                new: NewPassword(account.owner, errors, label: Text.passwordNew(language), language),
                script: context.site.assets.address("password.js")),
            status: errors.isEmpty ? .ok : .unprocessable)
    }
}

struct PasswordPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let username: String
    let old: Field?
    let new: NewPassword
    let script: String
}
