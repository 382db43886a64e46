// The admin list of users, with their roles, licences and suspensions.

import Bytes
import Database
import HTTP
import Texts
import Words

enum Users {
    /// In characters, for an admin's note on a licence or a suspension.
    private static let noteLength = 500

    static func show(_ context: Context) async throws -> Response { try page(context) }

    static func setRole(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        guard let role = context.form["role"].flatMap(Role.init(rawValue:)) else {
            return try page(
                context, problem: .init(user: id, field: .role, message: Text.editorUnknown(context.language)))
        }
        let open = context.site.providers.all.map(\.issuer)
        try await context.site.writer.write {
            try AccountStore($0).setRole(role, user: id, open: open, by: admin.actor, now: now)
        }
        return back(context, done: "role-set")
    }

    static func grantLicence(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let note = (context.form["note"] ?? "").trimmed
        guard let until = Dates.endOfDay((context.form["until"] ?? "").trimmed), until > now else {
            return try page(
                context, problem: .init(user: id, field: .licence, message: Text.usersUntilWrong(context.language)))
        }
        guard note.length <= noteLength else { return try page(context, problem: tooLong(.note, id, context)) }
        let mailer = context.site.mailer
        try await context.site.writer.write { db in
            let grant = try LicenceStore(db).grant(user: id, until: until, note: note, by: admin.actor, now: now)
            try mailer.notify(.licenceGranted(grant, until: until, user: id), by: admin.id, db: db, now: now)
        }
        return back(context, done: "licence-granted")
    }

    static func revokeLicence(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let reason = (context.form["reason"] ?? "").trimmed
        guard reason.length <= noteLength else { return try page(context, problem: tooLong(.reason, id, context)) }
        let mailer = context.site.mailer
        let changed = try await context.site.writer.write { db in
            guard try LicenceStore(db).revoke(user: id, reason: reason, by: admin.actor, now: now) else { return false }
            try mailer.notify(.licenceRevoked(user: id, reason: reason, at: now), by: admin.id, db: db, now: now)
            return true
        }
        return back(context, done: changed ? "licence-revoked" : "nothing-changed")
    }

    /// Suspends a user until the end of a day; an empty day ends the suspension.
    static func suspend(_ context: Context) async throws -> Response {
        let (id, admin, now) = (try context.number("user"), try context.member(), context.now)
        let typed = (context.form["until"] ?? "").trimmed
        let until = Dates.endOfDay(typed)
        guard typed.isEmpty || (until.map { $0 > now } ?? false) else {
            return try page(
                context, problem: .init(user: id, field: .suspension, message: Text.usersUntilWrong(context.language)))
        }
        let reason = (context.form["reason"] ?? "").trimmed
        guard reason.length <= noteLength else { return try page(context, problem: tooLong(.reason, id, context)) }
        let mailer = context.site.mailer
        let isChanged = try await context.site.writer.write { db in
            let store = AccountStore(db)
            guard try store.suspend(until: until, reason: reason, user: id, by: admin.actor, now: now) else {
                return false
            }
            try mailer.notify(
                .suspended(until: until, reason: reason, user: id, at: now), by: admin.id, db: db, now: now)
            return true
        }
        return back(context, done: !isChanged ? "nothing-changed" : until == nil ? "suspension-ended" : "suspended")
    }

    private static func tooLong(_ field: UserProblem.Field, _ user: Int, _ context: Context) -> UserProblem {
        UserProblem(
            user: user, field: field, message: Text.editorTooLong(context.language, limit: String(noteLength)))
    }

    private static func back(_ context: Context, done: String) -> Response {
        context.redirect(to: list(context.form["q"] ?? "", page: Paging.page(context.form["page"])), done: done)
    }

    /// The address of one page of the search results.
    private static func list(_ words: String, page: Int) -> String {
        let fields = [words.isEmpty ? nil : "q=\(Percent.encode(query: words))", page == 1 ? nil : "page=\(page)"]
            .compactMap { $0 }
        return Address.users() + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }

    private static func page(
        _ context: Context, problem: UserProblem? = nil
    ) throws -> Response {
        let language = context.language
        let words = (context.request.query["q"] ?? context.form["q"] ?? "").trimmed.cut(to: 100)
        let number = Paging.page(context.request.query["page"] ?? context.form["page"])
        let (total, users) = try AccountStore(context.reader).search(words, page: number, now: context.now)
        if context.wantsJSON {
            let items = users.map {
                UserJSON(
                    id: $0.id, username: $0.username, email: $0.email, role: $0.role.rawValue,
                    licensed: $0.licensedUntil != nil, suspended: ($0.suspendedUntil ?? 0) > context.now,
                    displayName: $0.displayName ?? $0.username)
            }
            return try context.json(ListJSON(total: total, page: number, items: items))
        }
        let kept = PendingForm.bringBack(context) { action in users.contains { Address.userRole($0.id) == action } }
        return context.page(
            UsersPage(
                layout: context.layout(title: Text.usersTitle(language), section: "users", isListed: false),
                formToken: context.formToken, words: words, count: total,
                problems: problem.map { [FieldProblem(address: "#\($0.field.errorID)", message: $0.message)] } ?? [],
                users: users.map { user in
                    UserView(
                        user, problem: problem?.user == user.id ? problem : nil,
                        chosen: Address.userRole(user.id) == kept ? context.form["role"] : nil, form: context.form,
                        now: context.now, language)
                }, pages: Pages(number: number, total: total) { list(words, page: $0) }),
            status: problem == nil ? .ok : .unprocessable)
    }
}

struct UsersPage {
    let layout: Layout
    let formToken: String
    let words: String
    let count: Int
    let problems: [FieldProblem]
    let users: [UserView]
    let pages: Pages
}

/// A problem with one of the forms of one user.
struct UserProblem {
    enum Field { case role, licence, note, suspension, reason }

    let user: Int
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
        }
    }
}

/// One user with the forms for an admin's actions.
struct UserView {
    let id: Int
    let username: String
    let displayName: String?
    /// The public page; `nil` for a user who is leaving.
    let address: String?
    let pageAddress: String
    let email: String
    let since: String
    let recipes: Int
    let role: String
    let roles: [Choice]
    let licensedUntil: String?
    let suspendedUntil: String?
    let leaves: String?
    let roleAddress: String
    let licenceAddress: String
    let revokeAddress: String
    let suspendAddress: String
    let until: String
    let note: String
    let suspendUntil: String
    let reason: String
    let roleError: String?
    let untilError: String?
    let noteError: String?
    let suspendError: String?
    let reasonError: String?
    var isLicenceWrong: Bool { untilError != nil || noteError != nil }
    var isSuspensionWrong: Bool { suspendError != nil || reasonError != nil }
    var untilType: String { Self.inputType(until) }
    var suspendUntilType: String { Self.inputType(suspendUntil) }

    init(
        _ user: UserRow, problem: UserProblem?, chosen: String?, form: Form, now: Int, _ language: Language
    ) {
        id = user.id
        username = user.username
        displayName = user.displayName
        address = user.eraseAt == nil ? Address.cook(user.username) : nil
        pageAddress = Address.user(user.id)
        email = user.email
        since = Dates.day(user.createdAt, language)
        recipes = user.recipes
        role = Text.dynamic("role.\(user.role.rawValue)", language) ?? user.role.rawValue
        roles = Role.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("role.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: $0.rawValue == chosen ?? user.role.rawValue)
        }
        licensedUntil = user.licensedUntil.map { Dates.day($0, language) }
        suspendedUntil = user.suspendedUntil.flatMap { $0 > now ? Dates.day($0, language) : nil }
        leaves = user.eraseAt.map { Dates.day($0, language) }
        roleAddress = Address.userRole(user.id)
        licenceAddress = Address.userLicence(user.id)
        revokeAddress = Address.revokeLicence(user.id)
        suspendAddress = Address.suspendUser(user.id)
        func error(_ field: UserProblem.Field) -> String? { problem?.field == field ? problem?.message : nil }
        roleError = error(.role)
        untilError = error(.licence)
        noteError = error(.note)
        suspendError = error(.suspension)
        reasonError = error(.reason)
        let (isLicence, isSuspension) = ((untilError ?? noteError) != nil, (suspendError ?? reasonError) != nil)
        until = isLicence ? form["until"] ?? "" : Dates.iso(now + 365 * Milliseconds.day)
        note = isLicence ? form["note"] ?? "" : ""
        suspendUntil = isSuspension ? form["until"] ?? "" : ""
        reason = isSuspension ? form["reason"] ?? "" : ""
    }

    /// Browsers discard an invalid value of a date input, so it is shown in a text input.
    private static func inputType(_ day: String) -> String {
        day.isEmpty || Dates.endOfDay(day).map(Dates.iso) == day ? "date" : "text"
    }
}

struct UserJSON: Encodable {
    let id: Int
    let username: String
    let email: String
    let role: String
    let licensed: Bool
    let suspended: Bool
    let displayName: String
}
