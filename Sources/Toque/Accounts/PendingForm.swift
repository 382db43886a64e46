// What was chosen in a form whose sender had to prove first who they are, until the page with that form shows it again.

import Foundation
import HTTP
import Security

/// It waits in a sealed cookie: whichever way the proof is given, only what this person sent by a form of this site comes
/// back. Nothing is done by it; the form is filled in, and the person looks at it and sends it once more.
struct PendingForm: Codable {
    private static let cookie = "kept-form"
    /// Browsers hold 4,096 bytes of a cookie with its name; what is longer is not kept.
    private static let length = 3_500

    private struct Pair: Codable {
        let name: String
        let value: String
    }

    /// Where it was sent to.
    private let action: String
    private let fields: [Pair]
    private let at: Int

    /// Keeps the fields that the route names, so that a password or a code never is one of them; none of a form that the
    /// site did not give out.
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

    /// Brings a form back once, where its fields are read on the way to the page, and says so there; gives where it was
    /// sent to.
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

    /// The session is another one after the proof.
    private static func owner(_ viewer: Viewer) -> String { "form of \(viewer.id)" }
}
