// Deletes the member's own account after two confirmations; for 14 days it can be kept.

import Bytes
import Database
import HTML
import HTTP
import Texts
import Words

enum AccountDeletion {
    /// Whether the route stays open while an account waits for its deletion: to cancel it, export the data, or log out.
    static func isAllowedWhileClosed(_ route: Route) -> Bool {
        [Address.leave, .stay, .export, .exportFile, .logout, .appearance].contains(route.address)
            || Confirmation.isPartOfConfirmation(route)
    }

    static func show(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        if let row = try AccountDeletionStore(context.reader).row(viewer.id) { return grace(row, context) }
        return try page(context, error: nil)
    }

    /// The first page: the choice about public recipes. It only leads to the second page.
    static func choose(_ context: Context) async throws -> Response {
        guard let choice = context.form["recipes"].flatMap(PublicRecipesChoice.init(rawValue:)) else {
            return try page(context, error: Text.deleteAccountChoose(context.language))
        }
        return context.redirect(to: "\(Address.confirmLeave())?recipes=\(choice.rawValue)")
    }

    /// The second page: username and password, and a code with two-step login.
    static func ask(_ context: Context) async throws -> Response {
        PendingForm.bringBack(context) { $0 == context.request.path }
        let typed = context.request.query["recipes"] ?? context.form["recipes"]
        guard let choice = typed.flatMap(PublicRecipesChoice.init(rawValue:)) else {
            return context.redirect(to: Address.leave())
        }
        return try confirmPage(context, choice, FieldErrors())
    }

    static func go(_ context: Context) async throws -> Response {
        let (viewer, now, mailer) = (try context.member(), context.now, context.site.mailer)
        guard let choice = context.form["recipes"].flatMap(PublicRecipesChoice.init(rawValue:)) else {
            return context.redirect(to: Address.leave())
        }
        var errors = try await problems(viewer, context)
        guard errors.isEmpty else { return try confirmPage(context, choice, errors) }
        let proof = viewer.hasTwoStep ? SignIn.code(of: viewer, context) : SignIn.given
        let open = context.site.providers.all.map(\.issuer)
        let isBegun = try await SignIn.write(context, if: proof) { db in
            try SessionStore(db).demand(viewer)
            return try AccountDeletionStore(db).begin(viewer.id, choice, open: open, by: viewer.actor, mailer, now: now)
        }
        guard isBegun != nil else {
            errors.add("code", Text.twoStepWrong(context.language))
            return try confirmPage(context, choice, errors)
        }
        context.setCookie("session", "", maxAge: 0)
        return context.redirect(to: Address.home(), done: "leaving")
    }

    static func stay(_ context: Context) async throws -> Response {
        let (viewer, site, now) = (try context.member(), context.site, context.now)
        let isBack = try await site.writer.write { db in
            try AccountDeletionStore(db).stop(
                viewer.id, by: viewer.actor, catalogue: site.catalogue.inside(db), now: now)
        }
        return context.redirect(to: Address.account(), done: isBack ? "stayed" : "nothing-changed")
    }

    /// All problems except the code's: a code works once, so it is checked only when everything else is right.
    private static func problems(_ viewer: Viewer, _ context: Context) async throws -> FieldErrors {
        let language = context.language
        var errors = FieldErrors()
        if AccountRules.key((context.form["username"] ?? "").trimmed) != AccountRules.key(viewer.username) {
            errors.add("username", Text.deleteAccountUsernameWrong(language))
        }
        let account = try AccountStore(context.reader).account(viewer.id, now: context.now)
        if account?.passwordHash != nil,
            try await !SignIn.isPassword(context.form["password"], of: viewer, context)
        {
            errors.add("password", Text.passwordOldWrong(language))
        }
        return errors
    }

    private static func page(_ context: Context, error: String?) throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let summary = try AccountDeletionStore(context.reader).summary(viewer.id)
        return context.page(
            DeleteAccountPage(
                layout: context.layout(title: Text.deleteAccountTitle(language), section: "account", isListed: false),
                formToken: context.formToken,
                problems: error.map { [FieldProblem(address: "#recipes-keep", message: $0)] } ?? [],
                day: Dates.day(context.now + AccountDeletionRules.grace, language), summary: summary,
                choice: PublicRecipesOption(chosen: .keep, error: error, language)),
            status: error == nil ? .ok : .unprocessable)
    }

    private static func confirmPage(_ context: Context, _ choice: PublicRecipesChoice, _ errors: FieldErrors) throws
        -> Response
    {
        let (viewer, language) = (try context.member(), context.language)
        let account = try AccountStore(context.reader).account(viewer.id, now: context.now)
        let password = Field(
            name: "password", label: Text.registerPassword(language), error: errors["password"], type: "password",
            autocomplete: "current-password", isRequired: true)
        let code = TwoStep.codeField(
            label: Text.twoStepCode(language), help: Text.loginCodeHelp(language), error: errors["code"])
        return context.page(
            ConfirmDeletionPage(
                layout: context.layout(title: Text.deleteAccountTitle(language), section: "account", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                day: Dates.day(context.now + AccountDeletionRules.grace, language), choice: choice.rawValue,
                promise: PublicRecipesOption.promise(choice, language),
                username: Field(
                    name: "username", label: Text.deleteAccountUsername(language),
                    value: (context.form["username"] ?? "").trimmed, error: errors["username"], autocomplete: "off",
                    isRequired: true),
                password: account?.passwordHash == nil ? nil : password, code: viewer.hasTwoStep ? code : nil),
            status: errors.isEmpty ? .ok : .unprocessable)
    }

    private static func grace(_ row: ScheduledDeletion, _ context: Context) -> Response {
        let language = context.language
        return context.page(
            DeletionPendingPage(
                layout: context.layout(title: Text.deletionPendingTitle(language), section: "account", isListed: false),
                formToken: context.formToken,
                lead: Moment(row.eraseAt, language).html { day in
                    Text.deletionPendingLead(language, day: day, name: row.username)
                },
                reason: row.reason.isEmpty ? nil : row.reason, hasBegun: row.hasBegun))
    }
}

struct DeleteAccountPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let day: String
    let summary: AccountSummary
    let choice: PublicRecipesOption
}

/// The choices for public recipes, as radio buttons.
struct PublicRecipesOption {
    let choices: [Choice]
    let error: String?
    var isWrong: Bool { error != nil }

    init(chosen: PublicRecipesChoice?, error: String?, _ language: Language) {
        choices = PublicRecipesChoice.allCases.map {
            Choice(value: $0.rawValue, label: Self.promise($0, language), isChosen: $0 == chosen)
        }
        self.error = error
    }

    static func promise(_ choice: PublicRecipesChoice, _ language: Language) -> String {
        Text.dynamic("deleteAccount.recipes.\(choice.rawValue)", language) ?? choice.rawValue
    }
}

struct ConfirmDeletionPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let day: String
    let choice: String
    let promise: String
    let username: Field
    let password: Field?
    let code: Field?
}

struct DeletionPendingPage {
    let layout: Layout
    let formToken: String
    /// When the account will be deleted.
    let lead: HTML
    let reason: String?
    let hasBegun: Bool
}
