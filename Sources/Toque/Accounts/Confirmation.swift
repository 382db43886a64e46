// Asks for the password again, or for a code with two-step login, before sensitive changes. It protects an account
// whose browser was left open.

import Database
import HTTP
import Texts

enum Confirmation {
    /// Whether a route is one of those with which users prove who they are: with a password, a provider, or an emailed
    /// password reset.
    static func isPartOfConfirmation(_ route: Route) -> Bool {
        [Address.confirm, .confirmByProvider, .providerCallback, .forgot, .resetToken, .reset].contains(route.address)
    }

    static func show(_ context: Context) async throws -> Response {
        try page(context, next: AccountRules.localPath(context.request.query["next"]), FieldErrors())
    }

    static func save(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let next = AccountRules.localPath(context.form["next"])
        var errors = FieldErrors()
        if viewer.hasTwoStep {
            let isRenewed = try await SignIn.renew(viewer, context, if: SignIn.code(of: viewer, context)) { _ in }
            if !isRenewed { errors.add("code", Text.twoStepWrong(context.language)) }
        } else if try await SignIn.isPassword(context.form["password"], of: viewer, context) {
            try await SignIn.renew(viewer, context)
        } else {
            errors.add("password", Text.passwordOldWrong(context.language))
        }
        return errors.isEmpty ? context.redirect(to: next) : try page(context, next: next, errors)
    }

    private static func page(_ context: Context, next: String, _ errors: FieldErrors) throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let account = try AccountStore(context.reader).account(viewer.id, now: context.now)
        let linked = try context.linkedProviders(of: viewer.id)
        let password = Field(
            name: "password", label: Text.registerPassword(language), error: errors["password"], type: "password",
            autocomplete: "current-password")
        let code = TwoStep.codeField(
            label: Text.confirmCode(language), help: Text.loginCodeHelp(language), error: errors["code"])
        return context.page(
            ConfirmationPage(
                layout: context.layout(title: Text.confirmTitle(language), section: "account", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                lead: viewer.hasTwoStep ? Text.confirmLeadCode(language) : Text.confirmLead(language),
                password: viewer.hasTwoStep || account?.passwordHash == nil ? nil : password,
                code: viewer.hasTwoStep ? code : nil,
                isHopeless: account?.passwordHash == nil && !viewer.hasTwoStep,
                providers: viewer.hasTwoStep
                    ? []
                    : context.providerButtons(linked.filter(\.confirms), .confirmByProvider, next: next) {
                        Text.providersConfirm(language, name: $0)
                    }, next: next,
                offersMail: account?.passwordHash == nil && !linked.isEmpty && !viewer.hasTwoStep),
            status: errors.isEmpty ? .ok : .unprocessable)
    }
}

struct ConfirmationPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    /// The text above the form: what to enter, and why.
    let lead: String
    /// `nil` with two-step login: the code is the proof that an open browser with a saved password cannot give.
    let password: Field?
    let code: Field?
    /// There is neither a password nor a second factor, so only a new one-time link helps.
    let isHopeless: Bool
    let providers: [ProviderButton]
    let next: String
    /// Whether the account was created with a provider and has no password yet.
    let offersMail: Bool
}
