// The second page of the login, for users with two-step login.

import Database
import HTTP
import Texts

enum LoginCode {
    static func show(_ context: Context) async throws -> Response {
        let next = AccountRules.localPath(context.request.query["next"])
        guard try awaited(context) != nil else { return loginAgain(context, next) }
        return context.page(page(context, next: next))
    }

    static func save(_ context: Context) async throws -> Response {
        let next = AccountRules.localPath(context.form["next"])
        guard let login = try awaited(context) else { return loginAgain(context, next) }
        let (now, key, code) = (context.now, context.site.key(for: "totp"), TwoStep.typedCode(context))
        let start = SessionStart(origin: context.sessionOrigin, isKept: login.isKept, isByLink: login.isByLink)
        let old = context.viewer?.sessionID
        let (verdict, session) = try await context.site.writer.write { db -> (CodeVerdict, NewSession?) in
            let verdict = try TwoStepStore(db, key: key).use(code, user: login.user, now: now)
            // If two requests send valid codes at the same time, only one still finds the waiting login.
            guard verdict == .right, try SessionStore(db).end(login.sessionID, user: login.user) else {
                return (verdict, nil)
            }
            if let old { try SessionStore(db).end(old) }
            try LoginRecord.add(user: login.user, from: start.origin, db, at: now)
            return (verdict, try SessionStore(db).begin(user: login.user, start, now: now))
        }
        if verdict != .right { context.site.failedLogins.note(from: start.origin, user: login.user) }
        if verdict == .tooMany { throw SiteError.tooMany(.codeTries, seconds: 3_600) }
        guard let session else {
            return context.page(
                page(context, next: next, error: Text.twoStepWrong(context.language)), status: .unprocessable)
        }
        context.setCookie(SignIn.codeCookie, "", maxAge: 0)
        context.setCookie("session", session.cookie, maxAge: session.maxAge)
        return context.redirect(to: next, done: "logged-in")
    }

    private static func awaited(_ context: Context) throws -> AwaitedLogin? {
        guard let cookie = context.cookie(SignIn.codeCookie) else { return nil }
        return try SessionStore(context.reader).awaitedLogin(cookie: cookie, now: context.now)
    }

    private static func loginAgain(_ context: Context, _ next: String) -> Response {
        context.redirect(to: "\(Address.login())?next=\(Percent.encode(query: next))")
    }

    private static func page(_ context: Context, next: String, error: String? = nil) -> LoginCodePage {
        let language = context.language
        return LoginCodePage(
            layout: context.layout(title: Text.loginCodeTitle(language), section: "login", isListed: false),
            formToken: context.formToken,
            problems: error.map { [FieldProblem(address: "#code", message: $0)] } ?? [],
            code: TwoStep.codeField(
                label: Text.twoStepCode(language), help: Text.loginCodeHelp(language), error: error),
            next: next)
    }
}

struct LoginCodePage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let code: Field
    let next: String
}
