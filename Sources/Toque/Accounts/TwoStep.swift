// Sets up two-step login: codes of an authenticator app, and recovery codes for a lost phone.

import Bytes
import Database
import HTTP
import QRCode
import Security
import Texts

enum TwoStep {
    static func show(_ context: Context) async throws -> Response { try page(context) }

    /// Creates the secret that the page then shows.
    static func begin(_ context: Context) async throws -> Response {
        let (viewer, key) = (try context.member(), context.site.key(for: "totp"))
        try await context.site.writer.write { try TwoStepStore($0, key: key).begin(user: viewer.id) }
        return context.redirect(to: Address.twoStep())
    }

    static func confirm(_ context: Context) async throws -> Response {
        let code = typedCode(context)
        let codes = try await change(.twoStepOn, context) { store, viewer, now in
            let codes = try store.confirm(code, user: viewer.id, by: viewer.actor, now: now)
            // Other browsers logged in without a code.
            if codes != nil { try SessionStore(store.db).forgetProofs(user: viewer.id, except: viewer.sessionID) }
            return codes
        }
        if let codes { return recoveryCodes(codes, context) }
        // The form was sent twice, or there is nothing to confirm any more.
        let store = TwoStepStore(context.reader, key: context.site.key(for: "totp"))
        guard try store.pendingSecret(user: context.member().id) != nil else {
            return context.redirect(to: Address.twoStep())
        }
        return try page(context, error: Text.twoStepWrong(context.language))
    }

    static func renewCodes(_ context: Context) async throws -> Response {
        let codes = try await change(.codesRenewed, context) { store, viewer, now in
            viewer.hasTwoStep ? try store.renewRecoveryCodes(user: viewer.id, by: viewer.actor, now: now) : nil
        }
        return codes.map { recoveryCodes($0, context) } ?? context.redirect(to: Address.twoStep())
    }

    static func turnOff(_ context: Context) async throws -> Response {
        if isRequired(try context.member(), context) { throw SiteError.conflict(.twoStepKept) }
        let changed = try await change(.twoStepOff, context) { store, viewer, now in
            try store.turnOff(user: viewer.id, by: viewer.actor, now: now) ? true : nil
        }
        return context.redirect(to: Address.twoStep(), done: changed == nil ? "nothing-changed" : "two-step-off")
    }

    /// Changes the user's own second factor, and emails the user if anything changed.
    private static func change<Outcome: Sendable>(
        _ event: AccountEvent, _ context: Context,
        _ body: @escaping @Sendable (TwoStepStore, Viewer, Int) throws -> Outcome?
    ) async throws -> Outcome? {
        let (viewer, now, key) = (try context.member(), context.now, context.site.key(for: "totp"))
        let mailer = context.site.mailer
        return try await context.site.writer.write { db in
            let outcome = try body(TwoStepStore(db, key: key), viewer, now)
            if outcome != nil { try mailer.tell(event, user: viewer.id, db: db, now: now) }
            return outcome
        }
    }

    /// Whether the site requires two-step login of this user and they have not set it up: nothing else is open to them.
    static func isMissing(_ viewer: Viewer, _ context: Context) -> Bool {
        !viewer.hasTwoStep && isRequired(viewer, context)
    }

    /// Whether the route stays open to a user without the required second factor or long password, so that they can set
    /// it up or log out.
    static func isAllowedBeforeTwoStep(_ route: Route) -> Bool {
        [Address.twoStep, .confirmTwoStep, .password, .logout, .appearance].contains(route.address)
            || Confirmation.isPartOfConfirmation(route)
    }

    private static func isRequired(_ viewer: Viewer, _ context: Context) -> Bool {
        viewer.isAskedForTwoStep || context.site.settings.requiresTwoStep && viewer.isModerator
    }

    static func typedCode(_ context: Context) -> String { (context.form["code"] ?? "").trimmed.cut(to: 100) }

    static func codeField(label: String, help: String, error: String?, isRequired: Bool = true) -> Field {
        Field(
            name: "code", label: label, error: error, help: help, autocomplete: "one-time-code", isRequired: isRequired,
            maxLength: 100)
    }

    /// The only form response that is not a redirect: the codes it shows cannot be shown again.
    private static func recoveryCodes(_ codes: [String], _ context: Context) -> Response {
        context.page(
            RecoveryCodesPage(
                layout: context.layout(
                    title: Text.recoveryTitle(context.language), section: "account", isListed: false),
                codes: codes))
    }

    private static func page(_ context: Context, error: String? = nil) throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let store = TwoStepStore(context.reader, key: context.site.key(for: "totp"))
        let secret = try store.pendingSecret(user: viewer.id)
        let page = TwoStepPage(
            layout: context.layout(title: Text.twoStepTitle(language), section: "account", isListed: false),
            formToken: context.formToken,
            problems: error.map { [FieldProblem(address: "#code", message: $0)] } ?? [],
            isOn: viewer.hasTwoStep, codesLeft: try store.recoveryCodesLeft(user: viewer.id),
            isRequired: isRequired(viewer, context), setUp: secret.flatMap { SetUpView($0, viewer.username) },
            code: codeField(label: Text.twoStepCode(language), help: Text.twoStepCodeHelp(language), error: error))
        return context.page(page, status: error == nil ? .ok : .unprocessable)
    }
}

struct TwoStepPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let isOn: Bool
    let codesLeft: Int
    let isRequired: Bool
    let setUp: SetUpView?
    let code: Field
}

/// The secret in the forms that an app accepts: a QR code to scan, and text to type.
struct SetUpView {
    let secret: String
    let path: String
    /// The `viewBox` of the QR code, with a quiet zone of four modules.
    let box: String
    let side: Int

    init?(_ secret: [UInt8], _ username: String) {
        let text = Base32.encode(secret)
        let label = Percent.encode(segment: "Toque:\(username)")
        let address =
            "otpauth://totp/\(label)?secret=\(text)&issuer=Toque&algorithm=SHA1"
            + "&digits=\(OneTimeCode.digits)&period=\(OneTimeCode.step / 1000)"
        guard let code = QRCode(address) else { return nil }
        let letters = Array(text)
        self.secret = stride(from: 0, to: letters.count, by: 4).map {
            String(letters[$0..<min($0 + 4, letters.count)])
        }.joined(separator: " ")
        path = code.path
        side = code.size + 8
        box = "-4 -4 \(side) \(side)"
    }
}

struct RecoveryCodesPage {
    let layout: Layout
    let codes: [String]
}
