// Logs users in with username or email address and password, and logs them out.

import Bytes
import Database
import Foundation
import HTTP
import Texts

enum Login {
    static func show(_ context: Context) async throws -> Response {
        let next = AccountRules.localPath(context.request.query["next"])
        if context.viewer != nil { return context.redirect(to: next) }
        return context.page(page(context, login: "", remember: false, next: next, problem: nil))
    }

    static func save(_ context: Context) async throws -> Response {
        let login = (context.form["login"] ?? "").trimmed
        let password = PasswordRules.normalised(context.form["password"] ?? "")
        let remember = context.form["remember"] != nil
        let next = AccountRules.localPath(context.form["next"])
        let known = try AccountStore(context.reader).credentials(login: login.cut(to: 300))
        let payer = context.loginPayer(name: AccountRules.key(login.cut(to: 300)), account: known?.id)
        if let wait = context.site.limiter.beginLogin(payer, now: context.now).map(Limiter.seconds) {
            let problem = Text.loginWait(context.language) + " " + SiteError.wait(wait, context.language)
            let page = page(context, login: login, remember: remember, next: next, problem: problem)
            var response = context.page(page, status: .tooManyRequests)
            response.headers["Retry-After"] = String(wait)
            return response
        }
        let verdict = try await context.site.passwords.check(password, against: known?.passwordHash)
        guard verdict.isRight, let known else {
            context.site.failedLogins.note(from: context.sessionOrigin, user: known?.id)
            let wrong = Text.loginWrong(context.language)
            return context.page(
                page(context, login: login, remember: remember, next: next, problem: wrong), status: .unprocessable)
        }
        context.site.limiter.forgiveLogin(payer)
        do {
            return try await SignIn.go(VerifiedUser(user: known.id, isKept: remember), to: next, context) { db in
                let accounts = AccountStore(db)
                guard let old = known.passwordHash, try accounts.hasHash(old, user: known.id) else {
                    throw PasswordChanged()
                }
                try accounts.note(isLong: PasswordRules.isLong(password), user: known.id)
                if let renewed = verdict.renewed { try accounts.renewHash(renewed, of: old, user: known.id) }
            }
        } catch is PasswordChanged {
            return try await save(context)
        }
    }

    /// The password changed during the check, so what was typed is compared with the new one.
    private struct PasswordChanged: Error {}

    private static func page(
        _ context: Context, login: String, remember: Bool, next: String, problem: String?
    ) -> LoginPage {
        let language = context.language
        return LoginPage(
            layout: context.layout(title: Text.loginTitle(language), section: "login", isListed: false),
            formToken: context.formToken,
            problems: problem.map { [FieldProblem(address: "#login", message: $0)] } ?? [],
            login: Field(
                name: "login", label: Text.loginLogin(language), value: login, error: problem,
                autocomplete: "username", isRequired: true),
            password: Field(
                name: "password", label: Text.registerPassword(language), type: "password",
                autocomplete: "current-password", isRequired: true),
            remember: remember, next: next, providers: context.providerButtons(next: next))
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
    let providers: [ProviderButton]
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
        guard try SessionStore(context.reader).owner(ofSignInLink: token, now: context.now) != nil else {
            throw SiteError.notFound
        }
        return context.page(
            SignInPage(
                layout: context.layout(title: Text.signInTitle(context.language), section: "login", isListed: false),
                formToken: context.formToken, action: Address.signIn(token),
                next: AccountRules.localPath(context.request.query["next"])))
    }

    static func save(_ context: Context) async throws -> Response {
        let (token, now) = (context.parameters["token"] ?? "", context.now)
        let next = AccountRules.localPath(context.form["next"])
        guard let user = try SessionStore(context.reader).owner(ofSignInLink: token, now: now) else {
            throw SiteError.notFound
        }
        let who = VerifiedUser(user: user, isKept: true, isByLink: true)
        return try await SignIn.go(who, to: next, context) { db in
            guard try SessionStore(db).useSignInLink(token, now: now) else { throw SiteError.notFound }
        }
    }
}

struct SignInPage {
    let layout: Layout
    let formToken: String
    let action: String
    let next: String
}
