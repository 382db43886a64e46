// The admin page of one user: role, licence, suspension, sessions, profile, and a password reset link.

import Bytes
import Database
import HTML
import HTTP
import Texts

enum UserPages {
    /// In characters, for the reason why parts of a profile are removed.
    private static let reasonLength = 500

    static func show(_ context: Context) async throws -> Response { try page(context, nil) }

    /// Removes the ticked parts of a profile: photo, name or bio. Records it in the audit log, and notifies the owner
    /// of the reason.
    static func clearProfile(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let (mailer, language) = (context.site.mailer, context.language)
        let parts = context.form.all("part").compactMap(ProfilePart.init(rawValue:))
        guard !parts.isEmpty else { return context.redirect(to: Address.user(id), done: "nothing-changed") }
        let reason = (context.form["reason"] ?? "").typed
        var errors = FieldErrors()
        if reason.isEmpty { errors.add("reason", Text.userLeaveReasonMissing(language)) }
        if reason.length > reasonLength {
            errors.add("reason", Text.editorTooLong(language, limit: String(reasonLength)))
        }
        guard errors.isEmpty else { return try page(context, nil, errors) }
        let orphan = try await context.site.writer.write { db -> String?? in
            guard let (cleared, old, orphan) = try ProfileStore(db).clear(parts, user: id) else { return nil }
            let names = cleared.map(\.rawValue).joined(separator: " ")
            try AuditStore(db).append(
                .init(
                    action: "clear-profile", object: .user, id: id, from: "", to: "", detail: "\(names): \(reason)"),
                by: admin.actor, at: now)
            try mailer.tellCleared(cleared, of: old, user: id, reason: reason, db: db, now: now)
            return .some(orphan)
        }
        guard let orphan else { return context.redirect(to: Address.user(id), done: "nothing-changed") }
        await context.removePicture(orphan)
        return context.redirect(to: Address.user(id), done: "profile-cleared")
    }

    /// Ends the session that the form names, or all.
    static func endSessions(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let (session, mailer) = (context.form["session"], context.site.mailer)
        let ended = try await context.site.writer.write { db -> Int in
            guard try AccountStore(db).role(id) != nil else { throw SiteError.notFound }
            let store = SessionStore(db)
            let ended = try session.map { try store.end($0, user: id) ? 1 : 0 } ?? store.endAll(user: id)
            guard ended > 0 else { return 0 }
            try AuditStore(db).append(
                .init(action: "end-sessions", object: .user, id: id, from: "", to: "", detail: String(ended)),
                by: admin.actor, at: now)
            try mailer.tell(.sessionsEnded, user: id, db: db, now: now)
            return ended
        }
        return context.redirect(to: Address.user(id), done: ended > 0 ? "sessions-ended" : "nothing-changed")
    }

    /// Emails the owner a password reset link. Where that is not possible, shows a one-time link once, for the admin to
    /// pass on. Admins cannot set passwords.
    static func makeResetLink(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let (mailer, sendsMail) = (context.site.mailer, context.site.settings.hasMailServer)
        let token = try await context.site.writer.write { db -> String? in
            guard try AccountStore(db).role(id) != nil else { throw SiteError.notFound }
            let isMailed = try sendsMail && AccountStore(db).isEmailConfirmed(user: id)
            try AuditStore(db).append(
                .init(action: "reset-link", object: .user, id: id, from: "", to: "", detail: isMailed ? "mail" : ""),
                by: admin.actor, at: now)
            if isMailed {
                try mailer.sendResetLink(user: id, db: db, now: now)
                return nil
            }
            try mailer.tell(.resetLinkMade, user: id, db: db, now: now)
            return try SessionStore(db).makeSignInLink(user: id, lifetime: SessionRules.resetLink, now: now)
        }
        guard let token else {
            mailer.wake()
            return context.redirect(to: Address.user(id), done: "reset-mailed")
        }
        let link = context.site.settings.baseURL + Address.signIn(token)
        return try page(context, nil, link: "\(link)?next=\(Percent.encode(query: Address.password()))")
    }

    /// The page, also as the response to a form with an error.
    static func page(
        _ context: Context, _ problem: UserProblem?, link: String? = nil, _ errors: FieldErrors = FieldErrors()
    ) throws -> Response {
        let (id, language) = (try context.number("user"), context.language)
        guard let account = try AccountStore(context.reader).account(id, now: context.now) else {
            throw SiteError.notFound
        }
        let measures = try MeasureStore(context.reader).measures(ofUser: id)
        let strikes = measures.count { $0.liftedAt == nil && ($0.strikeUntil ?? 0) > context.now }
        let rows = try SessionStore(context.reader).list(user: id, now: context.now)
        // Until the erasure, admins see a leaving user under the names that others no longer see.
        let leaving = try AccountDeletionStore(context.reader).row(id)
        let username = leaving?.username ?? account.username
        var profile = try ProfileStore(context.reader).profile(of: id) ?? Profile()
        if let leaving { profile.displayName = leaving.displayName ?? "" }
        if context.wantsJSON, problem == nil, errors.isEmpty, link == nil {
            return try context.json(UserDetailsJSON(id, username, account, profile, context.now))
        }
        let isBack = PendingForm.bringBack(context) { $0 == Address.userRole(id) } != nil
        return context.page(
            UserPage(
                layout: context.layout(title: username, section: "users", isListed: false),
                formToken: context.formToken,
                problems: errors.summary
                    + (problem.map { [FieldProblem(address: "#\($0.field.errorID)", message: $0.message)] } ?? []),
                forms: UserForms(id, account, problem, chosen: isBack ? context.form["role"] : nil, context),
                strikes: Text.issueStrikes(language, count: strikes),
                measures: measures.map {
                    UserMeasure(
                        measure: MeasureView($0, now: context.now, language), issue: Address.reportIssue($0.issueID))
                },
                deeds: Link(label: Text.userDeeds(language), address: log("person", username)),
                record: Link(label: Text.userRecord(language), address: log("object", "user") + "&number=\(id)"),
                username: username, email: account.email,
                cookAddress: leaving == nil ? Address.cook(username) : nil,
                role: Text.dynamic("role.\(account.role.rawValue)", language) ?? account.role.rawValue,
                since: Dates.day(account.createdAt, language), hasTwoStep: account.hasTwoStep,
                suspended: account.suspendedUntil.flatMap {
                    UserLine.suspended(until: $0, now: context.now, language)
                }, leaves: leaving.map { Dates.day($0.eraseAt, language) },
                sessions: rows.map { SessionView($0, current: context.viewer?.sessionID, language) },
                links: try ProviderLinkStore(context.reader).list(user: id).map { ProviderLinkView($0, context) },
                endAddress: Address.endUserSessions(id), linkAddress: Address.resetLink(id),
                deleteAddress: Address.deleteUser(id), link: link,
                profile: ProfileFacts(profile, user: id, username: username, errors, context)),
            status: errors.isEmpty && problem == nil ? .ok : .unprocessable)
    }

    /// The audit log, filtered by one field.
    private static func log(_ name: String, _ value: String) -> String {
        "\(Address.audit())?list=all&\(name)=\(Percent.encode(query: value))"
    }
}

struct UserPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let forms: UserForms
    let strikes: String
    /// What moderators and admins decided about the user, newest first.
    let measures: [UserMeasure]
    /// What the user did, and what was done to the account, in the audit log.
    let deeds: Link
    let record: Link
    let username: String
    let email: String
    /// The public page; `nil` for a user who is leaving.
    let cookAddress: String?
    let role: String
    let since: String
    let hasTwoStep: Bool
    let suspended: HTML?
    let leaves: String?
    let sessions: [SessionView]
    let links: [ProviderLinkView]
    let endAddress: String
    let linkAddress: String
    let deleteAddress: String
    /// A link that was just made.
    let link: String?
    let profile: ProfileFacts
}

/// A decision about a user, and the page on which it is lifted.
struct UserMeasure {
    let measure: MeasureView
    let issue: String
}

struct UserDetailsJSON: Encodable {
    let id: Int
    let username: String
    let displayName: String
    let email: String
    let role: String
    let licensedUntil: String?
    let suspendedUntil: String?
    let createdAt: String
    let twoStep: Bool

    init(_ id: Int, _ username: String, _ account: AccountRow, _ profile: Profile, _ now: Int) {
        (self.id, self.username, email, role) = (id, username, account.email, account.role.rawValue)
        displayName = profile.displayName.isEmpty ? username : profile.displayName
        licensedUntil = account.licensedUntil.map(Dates.time)
        suspendedUntil = account.suspendedUntil.flatMap { $0 > now ? Dates.time($0) : nil }
        (createdAt, twoStep) = (Dates.time(account.createdAt), account.hasTwoStep)
    }
}
