// Feature A1: a new account.

import Database
import Foundation
import HTTP

enum Registration {
    static func show(_ context: Context) async throws -> Response {
        if context.viewer != nil { return context.redirect(to: Address.home()) }
        return context.page(page(context, RegistrationForm(), FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        let form = RegistrationForm(context.form)
        var errors = form.errors(context)
        let accounts = AccountStore(context.reader)
        if errors["username"] == nil, try accounts.isTaken(username: form.username) {
            errors.add("username", Text.registerUsernameTaken(context.language))
        }
        if errors["email"] == nil, try accounts.isTaken(email: form.email) {
            errors.add("email", Text.registerEmailTaken(context.language))
        }
        guard errors.isEmpty else { return context.page(page(context, form, errors), status: .unprocessable) }
        do {
            let session = try await begin(form, context)
            context.setCookie("session", session.cookie, maxAge: session.maxAge)
            return context.redirect(to: Address.welcome(), done: "registered")
        } catch DatabaseError.constraint(let message) {
            let isEmail = message.contains("email")
            errors.add(
                isEmail ? "email" : "username",
                isEmail ? Text.registerEmailTaken(context.language) : Text.registerUsernameTaken(context.language))
            return context.page(page(context, form, errors), status: .unprocessable)
        }
    }

    private static func begin(_ form: RegistrationForm, _ context: Context) async throws -> NewSession {
        let hash = try await context.site.passwords.hash(form.typed.password)
        let (now, language, start) = (context.now, context.language, SessionStart(origin: context.sessionOrigin))
        let mailer = context.site.mailer
        return try await context.site.writer.write { db in
            let user = try AccountStore(db).add(
                username: form.username, email: form.email, passwordHash: hash, language: language, now: now)
            try mailer.sendConfirmation(of: form.email, user: user, db: db, now: now)
            return try SessionStore(db).begin(user: user, start, now: now)
        }
    }

    private static func page(_ context: Context, _ form: RegistrationForm, _ errors: FieldErrors) -> RegistrationPage {
        let language = context.language
        return RegistrationPage(
            layout: context.layout(title: Text.registerTitle(language), section: "register", isListed: false),
            formToken: context.formToken, problems: errors.summary,
            username: Field(
                name: "username", label: Text.registerUsername(language), value: form.username,
                error: errors["username"], help: Text.registerUsernameHelp(language), autocomplete: "username",
                isRequired: true, maxLength: AccountRules.usernameLength.upperBound),
            email: Field(
                name: "email", label: Text.registerEmail(language), value: form.email, error: errors["email"],
                type: "email", autocomplete: "email", isRequired: true, maxLength: AccountRules.emailLength),
            new: NewPassword(PasswordOwner(), errors, language),
            providers: context.providerButtons(next: Address.home()),
            script: context.site.assets.address("password.js"))
    }
}

/// What was typed to register.
struct RegistrationForm: Sendable {
    var username = ""
    var email = ""
    var typed = TypedPassword(Form())

    init() {}

    init(_ form: Form) {
        username = (form["username"] ?? "").trimmed.precomposedStringWithCanonicalMapping
        email = (form["email"] ?? "").trimmed
        typed = TypedPassword(form)
    }

    func errors(_ context: Context) -> FieldErrors {
        var errors = FieldErrors()
        let language = context.language
        func add(_ field: String, _ problem: String?) {
            if let problem { errors.add(field, Text.dynamic("register.problem.\(problem)", language) ?? problem) }
        }
        add("username", AccountRules.problem(username: username))
        add("email", AccountRules.problem(email: email))
        typed.check(PasswordOwner(username: username, email: email), context, &errors)
        return errors
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
