// What an admin does to a user: role, licence and suspension, each with a form on the user's page.

import Bytes
import Database
import HTTP
import Texts
import Words

enum UserActions {
    /// In characters, for an admin's note on a licence or a suspension.
    private static let noteLength = 500

    static func setRole(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        guard let role = context.form["role"].flatMap(Role.init(rawValue:)) else {
            return try UserPages.page(
                context, .init(field: .role, message: Text.editorUnknown(context.language)))
        }
        let open = context.site.providers.all.map(\.issuer)
        try await context.site.writer.write {
            try AccountStore($0).setRole(role, user: id, open: open, by: admin.actor, now: now)
        }
        return back(id, context, done: "role-set")
    }

    static func grantLicence(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let note = (context.form["note"] ?? "").trimmed
        guard let until = Dates.endOfDay((context.form["until"] ?? "").trimmed), until > now else {
            return try UserPages.page(
                context, .init(field: .licence, message: Text.usersUntilWrong(context.language)))
        }
        guard note.length <= noteLength else { return try UserPages.page(context, tooLong(.note, context)) }
        let mailer = context.site.mailer
        try await context.site.writer.write { db in
            let grant = try LicenceStore(db).grant(user: id, until: until, note: note, by: admin.actor, now: now)
            try mailer.notify(.licenceGranted(grant, until: until, user: id), by: admin.id, db: db, now: now)
        }
        return back(id, context, done: "licence-granted")
    }

    static func revokeLicence(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let reason = (context.form["reason"] ?? "").trimmed
        guard !reason.isEmpty else {
            let message = Text.usersReasonMissing(context.language)
            return try UserPages.page(context, .init(field: .revocation, message: message))
        }
        guard reason.length <= noteLength else { return try UserPages.page(context, tooLong(.revocation, context)) }
        let mailer = context.site.mailer
        let changed = try await context.site.writer.write { db in
            guard try LicenceStore(db).revoke(user: id, reason: reason, by: admin.actor, now: now) else { return false }
            try mailer.notify(.licenceRevoked(user: id, reason: reason, at: now), by: admin.id, db: db, now: now)
            return true
        }
        return back(id, context, done: changed ? "licence-revoked" : "nothing-changed")
    }

    /// Suspends a user until the end of a day, with a rule and a reason that the user reads and can appeal against; an
    /// empty day ends the suspension.
    static func suspend(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let typed = (context.form["until"] ?? "").trimmed
        let until = Dates.endOfDay(typed)
        guard typed.isEmpty || (until.map { $0 > now } ?? false) else {
            return try UserPages.page(
                context, .init(field: .suspension, message: Text.usersUntilWrong(context.language)))
        }
        let reason = (context.form["reason"] ?? "").trimmed
        guard until == nil || !reason.isEmpty else {
            let message = Text.usersReasonMissing(context.language)
            return try UserPages.page(context, .init(field: .reason, message: message))
        }
        guard reason.length <= noteLength else { return try UserPages.page(context, tooLong(.reason, context)) }
        let rule = context.form["rule"].flatMap(ReportReason.init(rawValue:)) ?? .other
        let mailer = context.site.mailer
        let isChanged = try await context.site.writer.write { db in
            let measures = DirectMeasures(db: db, now: now)
            guard let until else {
                guard try measures.unsuspend(id, by: admin.actor) else { return false }
                try mailer.notify(.suspensionEnded(user: id, at: now), by: admin.id, db: db, now: now)
                return true
            }
            guard let measure = try measures.suspend(id, until: until, rule, reason: reason, by: admin) else {
                return false
            }
            try mailer.notify(
                .suspended(measure, until: until, reason: reason, user: id), by: admin.id, db: db, now: now)
            return true
        }
        return back(id, context, done: !isChanged ? "nothing-changed" : until == nil ? "suspension-ended" : "suspended")
    }

    private static func tooLong(_ field: UserProblem.Field, _ context: Context) -> UserProblem {
        UserProblem(field: field, message: Text.editorTooLong(context.language, limit: String(noteLength)))
    }

    private static func back(_ user: Int, _ context: Context, done: String) -> Response {
        context.redirect(to: Address.user(user), done: done)
    }
}

/// A problem with one of the forms.
struct UserProblem {
    enum Field { case role, licence, note, revocation, suspension, reason }

    let field: Field
    let message: String
}

extension UserProblem.Field {
    /// The id of the message; only one form can have an error, so ids are unique on the page.
    var errorID: String {
        switch self {
        case .role: "role-error"
        case .licence, .suspension: "until-error"
        case .note: "note-error"
        case .reason: "reason-error"
        case .revocation: "revoke-error"
        }
    }
}

/// The forms of one user.
struct UserForms {
    let formToken: String
    let roles: [Choice]
    let licensedUntil: String?
    let roleAddress: String
    let licenceAddress: String
    let revokeAddress: String
    let suspendAddress: String
    let until: String
    let note: String
    let suspendUntil: String
    let rules: [Choice]
    let reason: String
    /// The reason of a revocation.
    let revocation: String
    let roleError: String?
    let untilError: String?
    let noteError: String?
    let suspendError: String?
    let reasonError: String?
    let revocationError: String?
    var untilType: String { Self.inputType(until) }
    var suspendUntilType: String { Self.inputType(suspendUntil) }

    /// `chosen` is a role that was chosen before the admin had to confirm who they are.
    init(_ user: Int, _ account: AccountRow, _ problem: UserProblem?, chosen: String?, _ context: Context) {
        let (language, form) = (context.language, context.form)
        formToken = context.formToken
        roles = Role.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("role.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: $0.rawValue == chosen ?? account.role.rawValue)
        }
        licensedUntil = account.licensedUntil.map { Dates.day($0, language) }
        roleAddress = Address.userRole(user)
        licenceAddress = Address.userLicence(user)
        revokeAddress = Address.revokeLicence(user)
        suspendAddress = Address.suspendUser(user)
        func error(_ field: UserProblem.Field) -> String? { problem?.field == field ? problem?.message : nil }
        roleError = error(.role)
        untilError = error(.licence)
        noteError = error(.note)
        suspendError = error(.suspension)
        reasonError = error(.reason)
        revocationError = error(.revocation)
        let (isLicence, isSuspension) = ((untilError ?? noteError) != nil, (suspendError ?? reasonError) != nil)
        until = isLicence ? form["until"] ?? "" : Dates.iso(context.now + 365 * Milliseconds.day)
        note = isLicence ? form["note"] ?? "" : ""
        suspendUntil = isSuspension ? form["until"] ?? "" : ""
        reason = isSuspension ? form["reason"] ?? "" : ""
        let rule = isSuspension ? form["rule"].flatMap(ReportReason.init(rawValue:)) : nil
        rules = ReportReason.choices(rule ?? .other, language)
        revocation = revocationError == nil ? "" : form["reason"] ?? ""
    }

    /// Browsers discard an invalid value of a date input, so it is shown in a text input.
    private static func inputType(_ day: String) -> String {
        day.isEmpty || Dates.endOfDay(day).map(Dates.iso) == day ? "date" : "text"
    }
}
