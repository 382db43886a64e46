// Features A2 and A3: logging in by username or e-mail, and out.

import Database
import Foundation
import HTTP
import HTTPServer
import Security

enum Login {
    static func show(_ context: Context) async throws -> Response {
        let next = AccountRules.localPath(context.request.query["next"])
        if context.viewer != nil { return context.redirect(to: next) }
        return context.page(page(context, login: "", remember: false, next: next, isWrong: false))
    }

    static func save(_ context: Context) async throws -> Response {
        let login = (context.form["login"] ?? "").trimmed
        let password = (context.form["password"] ?? "").precomposedStringWithCanonicalMapping
        let remember = context.form["remember"] != nil
        let next = AccountRules.localPath(context.form["next"])
        let known = try AccountStore(context.reader).credentials(login: String(login.prefix(300)))
        guard try await isRight(password, known?.passwordHash, context), let known else {
            return context.page(
                page(context, login: login, remember: remember, next: next, isWrong: true), status: .unprocessable)
        }
        let (now, old) = (context.now, context.viewer?.sessionID)
        let session = try await context.site.writer.write { db in
            if let old { try SessionStore(db).end(old) }
            return try SessionStore(db).begin(user: known.id, remembered: remember, now: now)
        }
        context.setCookie("session", session.cookie, maxAge: session.maxAge)
        if context.request.cookies[context.site.cookieName("language")] == nil {
            context.setLastingCookie("language", known.language.rawValue)
        }
        return context.redirect(to: next, done: "logged-in")
    }

    /// One Argon2 whether the account exists or not, so that the time tells nothing.
    private static func isRight(_ password: String, _ hash: String?, _ context: Context) async throws -> Bool {
        guard password.utf8.count <= AccountRules.passwordLength.upperBound * 4 else { return false }
        let cost = context.site.configuration.passwordCost
        return try await context.site.workers.run {
            guard let hash else {
                _ = try PasswordHash.make(password, cost: cost)
                return false
            }
            return PasswordHash.verify(password, against: hash)
        }
    }

    private static func page(
        _ context: Context, login: String, remember: Bool, next: String, isWrong: Bool
    ) -> LoginPage {
        let language = context.language
        let wrong = isWrong ? Text.loginWrong(language) : nil
        return LoginPage(
            layout: context.layout(title: Text.loginTitle(language), section: "login", isListed: false),
            formToken: context.formToken,
            problems: wrong.map { [FieldProblem(address: "#login", message: $0)] } ?? [],
            login: Field(
                name: "login", label: Text.loginLogin(language), value: login, error: wrong,
                autocomplete: "username", isRequired: true),
            password: Field(
                name: "password", label: Text.registerPassword(language), type: "password",
                autocomplete: "current-password", isRequired: true),
            remember: remember, next: next)
    }
}

struct LoginPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let login: Field
    let password: Field
    let remember: Bool
    let next: String
}

enum Logout {
    static func show(_ context: Context) async throws -> Response {
        context.page(
            LogoutPage(
                layout: context.layout(title: Text.logoutTitle(context.language), section: "logout", isListed: false),
                formToken: context.formToken))
    }

    static func save(_ context: Context) async throws -> Response {
        if let session = context.viewer?.sessionID {
            try await context.site.writer.write { try SessionStore($0).end(session) }
        }
        context.setCookie("session", "", maxAge: 0)
        return context.redirect(to: Address.home(), done: "logged-out")
    }
}

struct LogoutPage {
    let layout: Layout
    let formToken: String
}

/// One-time links from the terminal: the page has a button, since GET changes nothing.
enum SignInLinks {
    static func show(_ context: Context) async throws -> Response {
        let token = context.parameters["token"] ?? ""
        guard try SessionStore(context.reader).signInLinkWorks(token, now: context.now) else {
            throw SiteError.notFound
        }
        return context.page(
            SignInPage(
                layout: context.layout(title: Text.signInTitle(context.language), section: "login", isListed: false),
                formToken: context.formToken, action: Address.signIn(token)))
    }

    static func save(_ context: Context) async throws -> Response {
        let (token, now) = (context.parameters["token"] ?? "", context.now)
        let session = try await context.site.writer.write { db -> NewSession? in
            guard let user = try SessionStore(db).useSignInLink(token, now: now) else { return nil }
            return try SessionStore(db).begin(user: user, remembered: true, now: now)
        }
        guard let session else { throw SiteError.notFound }
        context.setCookie("session", session.cookie, maxAge: session.maxAge)
        return context.redirect(to: Address.home(), done: "logged-in")
    }
}

struct SignInPage {
    let layout: Layout
    let formToken: String
    let action: String
}
