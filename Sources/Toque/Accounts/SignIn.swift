// How every way of logging in ends: with a session in this browser, or with the page that asks for the code.

import Database
import HTTP

/// Somebody who gave the right password or link.
struct VerifiedUser: Sendable {
    let user: Int
    var isKept = false
    var isByLink = false
    /// When they proved who they are, where that was not just now and here; 0 where nobody knows.
    var verifiedAt: Int?
    /// The provider that vouched.
    var issuer: String?
}

enum SignIn {
    /// The cookie of a log-in that waits for its code.
    static let codeCookie = "code"

    /// Begins the session in the place of this browser's old one, or has the code asked for first. What was proved can
    /// change until it is written: `alsoWrite` throws where it did.
    static func go(
        _ who: VerifiedUser, to next: String, done: String = "logged-in", _ context: Context,
        alsoWrite: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) async throws -> Response {
        let (origin, now, old) = (context.sessionOrigin, context.now, context.viewer?.sessionID)
        context.adopt(try AccountStore(context.reader).appearance(who.user))
        let (session, awaitsCode) = try await context.site.writer.write { db in
            try alsoWrite(db)
            // As it is by now: it may have been turned on while the password was compared.
            let hasTwoStep = try AccountStore(db).hasTwoStep(who.user)
            if !hasTwoStep {
                if let old { try SessionStore(db).end(old) }
                try LoginRecord.add(user: who.user, from: origin, issuer: who.issuer, db, at: now)
            }
            let start = SessionStart(
                origin: origin, isKept: who.isKept, isByLink: who.isByLink, awaitsCode: hasTwoStep,
                verifiedAt: who.verifiedAt)
            return (try SessionStore(db).begin(user: who.user, start, now: now), hasTwoStep)
        }
        guard awaitsCode else {
            context.setCookie("session", session.cookie, maxAge: session.maxAge)
            return context.redirect(to: next, done: done)
        }
        context.setCookie(codeCookie, session.cookie, maxAge: nil)
        return context.redirect(to: "\(Address.loginCode())?next=\(Percent.encode(query: next))")
    }

    /// Whether that is the password of somebody who is signed in. Wrong ones make the next wait and are counted as those
    /// of log-ins are, but apart from them: who guesses in a session that was stolen keeps nobody from logging in.
    static func isPassword(_ typed: String?, of viewer: Viewer, _ context: Context) async throws -> Bool {
        let (site, payer) = (context.site, Limiter.Payer.account(viewer.id))
        if let wait = site.limiter.beginLogin(payer, now: context.now) {
            throw SiteError.tooMany(.tooOften, seconds: Limiter.seconds(wait))
        }
        let hash = try AccountStore(context.reader).account(viewer.id, now: context.now)?.passwordHash
        guard try await site.passwords.check(PasswordRules.normalised(typed ?? ""), against: hash).isRight else {
            site.failedLogins.note(from: context.sessionOrigin, user: viewer.id)
            return false
        }
        site.limiter.forgiveLogin(payer)
        return true
    }

    /// A new session for the same person in the same browser, after they proved again who they are.
    static func renew(
        _ viewer: Viewer, _ context: Context, alsoWrite: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) async throws {
        _ = try await renew(viewer, context, if: given, alsoWrite: alsoWrite)
    }

    /// The same with a proof that is used up, as a code is, in one transaction; `false` when it is wrong, and the old
    /// session stays.
    static func renew(
        _ viewer: Viewer, _ context: Context, if proof: @escaping Proof,
        alsoWrite: @escaping @Sendable (Connection) throws -> Void
    ) async throws -> Bool {
        let start = SessionStart(origin: context.sessionOrigin, isKept: viewer.session.isKept)
        let now = context.now
        let session = try await write(context, if: proof) { db in
            // One that has ended meanwhile is not brought back.
            guard try SessionStore(db).end(viewer.sessionID, user: viewer.id) else { throw SiteError.loginRequired }
            try alsoWrite(db)
            return try SessionStore(db).begin(user: viewer.id, start, now: now)
        }
        guard let session else { return false }
        context.setCookie("session", session.cookie, maxAge: session.maxAge)
        return true
    }

    /// What a proof came to; it may write that it was tried.
    typealias Proof = @Sendable (Connection) throws -> CodeVerdict

    /// It was proved before.
    static let given: Proof = { _ in .right }

    /// The code that the form holds.
    static func code(of viewer: Viewer, _ context: Context) -> Proof {
        let (now, key, code) = (context.now, context.site.key(for: "totp"), TwoStep.typedCode(context))
        return { try TwoStepStore($0, key: key).use(code, user: viewer.id, now: now) }
    }

    /// Writes what the proof allows, in one transaction with it; `nil` when it is wrong, which is counted all the same.
    static func write<Outcome: Sendable>(
        _ context: Context, if proof: @escaping Proof, _ body: @escaping @Sendable (Connection) throws -> Outcome
    ) async throws -> Outcome? {
        let (verdict, outcome) = try await context.site.writer.write { db -> (CodeVerdict, Outcome?) in
            let verdict = try proof(db)
            return (verdict, verdict == .right ? try body(db) : nil)
        }
        if verdict != .right { context.site.failedLogins.note(from: context.sessionOrigin, user: context.viewer?.id) }
        if verdict == .tooMany { throw SiteError.tooMany(.codeTries, seconds: 3_600) }
        return outcome
    }
}
