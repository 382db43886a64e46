// Keeps the fields of a form in a cookie while its sender confirms who they are, then fills the form in again.

import Foundation
import HTTP
import Security

/// A form in a sealed cookie: only what this user sent with a form of this site comes back, however they confirm.
/// Nothing is executed: the form is filled in, and the user checks it and sends it again.
struct PendingForm: Codable {
    private static let cookie = "kept-form"
    /// In bytes. Browsers allow 4,096 bytes for a cookie with its name; a longer form is not kept.
    private static let length = 3_500

    private struct Pair: Codable {
        let name: String
        let value: String
    }

    /// The address that the form was sent to.
    private let action: String
    private let fields: [Pair]
    private let at: Int

    /// Keeps only the fields that the route names, so that a password or code is never among them. Keeps nothing if the
    /// form token is wrong.
    static func keep(_ form: Form, _ context: Context) {
        guard let viewer = context.viewer, let route = context.route, !route.keeps.isEmpty,
            let token = form["csrf"], context.site.isFormToken(token, for: viewer.sessionID)
        else { return }
        let pairs = form.fields.filter { route.keeps.contains($0.name) }.map { Pair(name: $0.name, value: $0.value) }
        let kept = PendingForm(action: context.request.path, fields: pairs, at: context.now)
        guard let clear = try? JSONEncoder().encode(kept) else { return }
        let text = Base64URL.encode(Sealed.seal(Array(clear), key: key(context), context: owner(viewer)))
        guard text.utf8.count <= length else { return }
        context.setCookie(cookie, text, maxAge: SessionRules.recent / 1_000)
    }

    /// Fills the form in once, on the page whose handler reads the fields from `context.form`, and sets the notice that
    /// says so. Returns the form's address, or `nil` if there is none.
    @discardableResult
    static func bringBack(_ context: Context, where isHere: (String) -> Bool) -> String? {
        guard let viewer = context.viewer, let text = context.cookie(cookie), let sealed = Base64URL.decode(text),
            let clear = Sealed.open(sealed, key: key(context), context: owner(viewer)),
            let kept = try? JSONDecoder().decode(PendingForm.self, from: Data(clear)),
            isHere(kept.action), context.now - kept.at < SessionRules.recent
        else { return nil }
        context.form = Form(fields: kept.fields.map { ($0.name, $0.value) })
        context.done = "form-kept"
        context.setCookie(cookie, "", maxAge: 0)
        return kept.action
    }

    private static func key(_ context: Context) -> [UInt8] { context.site.key(for: cookie) }

    /// Bound to the user, since confirming begins a new session.
    private static func owner(_ viewer: Viewer) -> String { "form of \(viewer.id)" }
}
