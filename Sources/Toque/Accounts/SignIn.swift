// The last step of every login: begins a session in this browser, or shows the page that asks for the code.

import Database
import HTTP

/// A user who gave the right password, link or provider login.
struct VerifiedUser: Sendable {
    let user: Int
    var isKept = false
    var isByLink = false
    /// When they proved who they are, in UTC milliseconds, if it was earlier or elsewhere; 0 if unknown.
    var verifiedAt: Int?
    /// The issuer of the provider, if one was used.
    var issuer: String?
}

enum SignIn {
    /// The cookie of a login that waits for its code.
    static let codeCookie = "code"

    /// Begins a session that replaces this browser's old one, or asks for the code first. What was proved may change
    /// before it is written: `alsoWrite` throws if it did.
    static func go(
        _ who: VerifiedUser, to next: String, done: String = "logged-in", _ context: Context,
        alsoWrite: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) async throws -> Response {
        let (origin, now, old) = (context.sessionOrigin, context.now, context.viewer?.sessionID)
        context.adopt(try AccountStore(context.reader).appearance(who.user))
        let (session, awaitsCode) = try await context.site.writer.write { db in
            try alsoWrite(db)
            // Reads the current state: two-step login may have been turned on during the password check.
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

    /// Whether this is the password of the logged-in user. Wrong ones count and cause waits as at login, but
    /// separately: guessing in a stolen session must not lock the owner out of the login.
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

    /// Begins a new session for the same user in the same browser, after they have confirmed who they are.
    static func renew(
        _ viewer: Viewer, _ context: Context, alsoWrite: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) async throws {
        _ = try await renew(viewer, context, if: given, alsoWrite: alsoWrite)
    }

    /// The same with a proof that is used up, such as a code, in one transaction. If the proof is wrong, returns
    /// `false` and keeps the old session.
    static func renew(
        _ viewer: Viewer, _ context: Context, if proof: @escaping Proof,
        alsoWrite: @escaping @Sendable (Connection) throws -> Void
    ) async throws -> Bool {
        let start = SessionStart(origin: context.sessionOrigin, isKept: viewer.session.isKept)
        let now = context.now
        let session = try await write(context, if: proof) { db in
            // A session that has ended in the meantime must not be renewed.
            guard try SessionStore(db).end(viewer.sessionID, user: viewer.id) else { throw SiteError.loginRequired }
            try alsoWrite(db)
            return try SessionStore(db).begin(user: viewer.id, start, now: now)
        }
        guard let session else { return false }
        context.setCookie("session", session.cookie, maxAge: session.maxAge)
        return true
    }

    /// Checks a proof; it may record the attempt.
    typealias Proof = @Sendable (Connection) throws -> CodeVerdict

    /// A proof for requests that have proved it already.
    static let given: Proof = { _ in .right }

    /// Checks the code in the form.
    static func code(of viewer: Viewer, _ context: Context) -> Proof {
        let (now, key, code) = (context.now, context.site.key(for: "totp"), TwoStep.typedCode(context))
        return { try TwoStepStore($0, key: key).use(code, user: viewer.id, now: now) }
    }

    /// Checks the proof and writes what it allows in one transaction. Returns `nil` if the proof is wrong; the failure
    /// is still counted.
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
