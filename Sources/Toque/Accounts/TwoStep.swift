// Feature A10: codes of an authenticator app beside the password, and recovery codes for when the phone is gone.

import Database
import HTTP
import QRCode
import Security

enum TwoStep {
    static func show(_ context: Context) async throws -> Response { try page(context) }

    /// Makes the secret that the page then shows.
    static func begin(_ context: Context) async throws -> Response {
        let (viewer, key) = (try context.member(), context.site.key(for: "totp"))
        try await context.site.writer.write { try TwoStepStore($0, key: key).begin(user: viewer.id) }
        return context.redirect(to: Address.twoStep())
    }

    static func confirm(_ context: Context) async throws -> Response {
        let (viewer, now, key) = (try context.member(), context.now, context.site.key(for: "totp"))
        let code = typedCode(context)
        let codes = try await context.site.writer.write {
            try TwoStepStore($0, key: key).confirm(code, user: viewer.id, by: viewer.actor, now: now)
        }
        if let codes {
            context.tellOwner(.twoStepOn, user: viewer.id)
            return recoveryCodes(codes, context)
        }
        // Sent twice, or there is nothing to confirm any more.
        guard try TwoStepStore(context.reader, key: key).pendingSecret(user: viewer.id) != nil else {
            return context.redirect(to: Address.twoStep())
        }
        return try page(context, error: Text.twoStepWrong(context.language))
    }

    static func renewCodes(_ context: Context) async throws -> Response {
        let (viewer, now, key) = (try context.member(), context.now, context.site.key(for: "totp"))
        guard viewer.hasTwoStep else { return context.redirect(to: Address.twoStep()) }
        let codes = try await context.site.writer.write {
            try TwoStepStore($0, key: key).renewRecoveryCodes(user: viewer.id, by: viewer.actor, now: now)
        }
        context.tellOwner(.recoveryCodesRenewed, user: viewer.id)
        return recoveryCodes(codes, context)
    }

    static func turnOff(_ context: Context) async throws -> Response {
        let (viewer, now, key) = (try context.member(), context.now, context.site.key(for: "totp"))
        if isRequired(viewer, context) { throw SiteError.conflict(.twoStepKept) }
        let isChanged = try await context.site.writer.write {
            try TwoStepStore($0, key: key).turnOff(user: viewer.id, by: viewer.actor, now: now)
        }
        if isChanged { context.tellOwner(.twoStepOff, user: viewer.id) }
        return context.redirect(to: Address.twoStep(), done: isChanged ? "two-step-off" : "nothing-changed")
    }

    /// Whether the site asks this person for two steps and they have only one: nothing else is open to them.
    static func isMissing(_ viewer: Viewer, _ context: Context) -> Bool {
        !viewer.hasTwoStep && isRequired(viewer, context)
    }

    /// Whether somebody whose second step is missing needs the route to set it up, or to leave.
    static func isOnTheWay(_ route: Route) -> Bool {
        [Address.twoStep, .confirmTwoStep, .confirm, .password, .logout, .appearance].contains(route.address)
    }

    private static func isRequired(_ viewer: Viewer, _ context: Context) -> Bool {
        context.site.configuration.requiresTwoStep && viewer.isModerator
    }

    static func typedCode(_ context: Context) -> String { String((context.form["code"] ?? "").trimmed.prefix(100)) }

    static func codeField(label: String, help: String, error: String?, isRequired: Bool = true) -> Field {
        Field(
            name: "code", label: label, error: error, help: help, autocomplete: "one-time-code", isRequired: isRequired,
            maxLength: 100)
    }

    /// The one answer to a form that is no redirect: what it shows exists nowhere else, now or later.
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

/// The secret as an app takes it: to be read by the camera, or typed.
struct SetUpView {
    let secret: String
    let path: String
    /// The picture's own coordinates, with the quiet zone of four squares.
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
