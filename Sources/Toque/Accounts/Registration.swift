// Creates an account with username, email address and password.

import Database
import HTTP
import Texts

enum Registration {
    static func show(_ context: Context) async throws -> Response {
        if context.viewer != nil { return context.redirect(to: Address.home()) }
        return context.page(page(context, NewAccountFields(), FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        let (fields, typed) = (NewAccountFields(context.form), TypedPassword(context.form))
        var errors = try fields.errors(context)
        typed.check(PasswordOwner(username: fields.username, email: fields.email), context, &errors)
        guard errors.isEmpty else { return context.page(page(context, fields, errors), status: .unprocessable) }
        do {
            let session = try await begin(fields, typed.password, context)
            context.setCookie("session", session.cookie, maxAge: session.maxAge)
            return context.redirect(to: Address.welcome(), done: "registered")
        } catch DatabaseError.constraint(let message) {
            errors = NewAccountFields.taken(message, context.language)
            return context.page(page(context, fields, errors), status: .unprocessable)
        }
    }

    private static func begin(
        _ fields: NewAccountFields, _ typed: String, _ context: Context
    ) async throws -> NewSession {
        let password = try await context.site.passwords.hash(typed)
        let (now, language, start) = (context.now, context.language, SessionStart(origin: context.sessionOrigin))
        let mailer = context.site.mailer
        return try await context.site.writer.write { db in
            let user = try AccountStore(db).add(
                username: fields.username, email: fields.email, password: password, language: language, now: now)
            try mailer.sendConfirmation(of: fields.email, user: user, db: db, now: now)
            return try SessionStore(db).begin(user: user, start, now: now)
        }
    }

    private static func page(
        _ context: Context, _ fields: NewAccountFields, _ errors: FieldErrors
    ) -> RegistrationPage {
        let language = context.language
        return RegistrationPage(
            layout: context.layout(title: Text.registerTitle(language), section: "register", isListed: false),
            formToken: context.formToken, problems: errors.summary, username: fields.usernameField(errors, language),
            email: fields.emailField(errors, language), new: NewPassword(PasswordOwner(), errors, language),
            providers: context.providerButtons(next: Address.home()),
            script: context.site.assets.address("password.js"))
    }
}

struct RegistrationPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let username: Field
    let email: Field
    let new: NewPassword
    let providers: [ProviderButton]
    let script: String
}
