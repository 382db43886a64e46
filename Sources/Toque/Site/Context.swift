// What a handler receives: the request, the viewer, the loop's read connection, and ways to build responses.

import Bytes
import Database
import HTML
import HTTP
import Words

/// One request on its way through the middleware to its handler; lives on the event loop that received it.
final class Context {
    let site: Site
    let reader: Connection
    let request: Request
    let requestID: String
    /// UTC milliseconds.
    let now: Int
    var route: Route?
    var parameters = Parameters()
    var viewer: Viewer?
    /// Whether nobody is logged in. False as long as that is not known, for example when the session could not be read.
    var isVisitor = false
    var language = Language.en
    var theme = Theme.system
    var form = Form()
    /// The outcome of the last change, shown once: the text of an `Outcome`.
    var done: String?
    /// Cookies that the response will set.
    var cookies: [Cookie] = []
    /// Values that features store for this request, by type.
    private var kept: [ObjectIdentifier: Any] = [:]
    private var token: (key: String, value: String)?
    /// The client that the request comes from, also behind proxies.
    lazy var origin = ClientOrigin(request, trusted: site.settings.trustedProxies)
    /// Whether the request arrived on the unencrypted port, although the site is for HTTPS only.
    private let cameInClear: Bool

    init(site: Site, reader: Connection, request: Request, inClear: Bool = false) {
        self.site = site
        self.reader = reader
        self.request = request
        cameInClear = inClear
        requestID = Site.newRequestID()
        now = site.clock()
    }

    /// A value that a feature stores for this request: `var upload: PhotoUpload { get { self[default: PhotoUpload()] }
    /// … }`.
    subscript<Value>(default value: Value) -> Value {
        get { kept[ObjectIdentifier(Value.self)] as? Value ?? value }
        set { kept[ObjectIdentifier(Value.self)] = newValue }
    }

    /// For logs (`text`) and limits (`key`).
    var clientAddress: ClientAddress { origin.address }

    /// The path for logs. If it contains a token, which would let readers of the log in, this is the pattern instead.
    /// It works before the route is found too, and for wrong methods.
    var loggedPath: String {
        var known = route
        if known == nil, case .found(let found, _) = site.router.lookup(.get, request.segments) { known = found }
        return known.flatMap { $0.holdsSecret ? $0.address.pattern : nil } ?? request.path
    }

    /// The host that the client asked for; links are never built from it.
    var host: String { origin.host ?? request.headers["Host"] ?? "" }

    /// Whether others on the way could read the request, as far as trusted proxies report it.
    var isInClear: Bool {
        if cameInClear { return true }
        // This order is fastest: most sites trust no proxies, and copying all settings would cost more than the rest.
        return !site.settings.trustedProxies.isEmpty && origin.isEncrypted == false && site.settings.isSecure
    }

    /// The viewer of a route that requires a login.
    func member() throws -> Viewer {
        guard let viewer else { throw SiteError.loginRequired }
        return viewer
    }

    /// A positive number from the address; throws `notFound` for anything else.
    func number(_ parameter: String) throws -> Int {
        guard let text = parameters[parameter], let number = Int(text), number > 0 else { throw SiteError.notFound }
        return number
    }

    var wantsJSON: Bool {
        let headers = request.headers
        return headers.mentions("application/json", in: "Accept") && !headers.mentions("text/html", in: "Accept")
    }

    /// Whether a browser only fetches the page ahead, or keeps it for later, and nobody sees it now.
    var isPrefetch: Bool {
        ["Sec-Purpose", "Purpose", "X-Moz"].contains { request.headers[$0]?.hasPrefix(bytes: "prefetch") ?? false }
    }

    /// The value of the hidden field `csrf`: bound to the session, or for visitors to this browser. All forms of a page
    /// have the same.
    var formToken: String {
        let key = viewer?.sessionID ?? visitorID()
        if let token, token.key.isSame(as: key) { return token.value }
        let value = site.formToken(for: key)
        token = (key, value)
        return value
    }

    private func visitorID() -> String {
        if let known = cookie("visitor"), known.count >= 16, known.count <= 64 { return known }
        if let given = cookies.first(where: { $0.name == site.cookieName("visitor") }) { return given.value }
        let fresh = Site.newVisitorID()
        setCookie("visitor", fresh, maxAge: nil)
        return fresh
    }

    /// The value of a cookie of the site, if the browser sent it.
    func cookie(_ name: String) -> String? { request.cookie(site.cookieName(name)) }

    /// Sets a cookie of the site: scripts cannot read it, and browsers send it cross-site only with top-level
    /// navigation.
    func setCookie(_ name: String, _ value: String, maxAge: Int?) {
        cookies.append(
            Cookie(
                name: site.cookieName(name), value: value, path: "/", maxAge: maxAge, httpOnly: true,
                secure: site.settings.isSecure))
    }

    /// Stores a choice in the browser for a year.
    func setLastingCookie(_ name: String, _ value: String) { setCookie(name, value, maxAge: 365 * 86_400) }

    /// A page as a response.
    func page(_ page: some View, status: Status = .ok) -> Response {
        var buffer = HTMLBuffer()
        page.render(language, into: &buffer)
        return Response.html(buffer.bytes, status: status)
    }

    /// Redirects after a change: `303` to a page that shows the outcome once.
    /// `number` is what the button of the outcome acts on.
    func redirect(to address: String, done: String? = nil, number: Int? = nil) -> Response {
        if let done { setCookie("done", Outcome(key: done, number: number).text, maxAge: 60) }
        return Response.redirect(to: address)
    }
}

extension Form {
    /// The filter in the hidden field `filter`. In place of one that is longer than an address may be, a malformed one:
    /// an empty one would find everything.
    var filter: String {
        let typed = self["filter"] ?? ""
        return typed.utf8.count <= 8_000 ? typed : "%"
    }
}
