// Handlers for the devices that ring when a timer ends while its page is closed: turned on by a script, listed and
// removed in the settings.

import Bytes
import Database
import Fetching
import HTML
import HTTP
import Security
import Texts
import Words

enum PushDevices {
    /// Makes the device of this session ring. The browser sends what its push service gave it.
    static func add(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        guard let device = NewPushDevice(context.form, context.site.webPush, context.language) else {
            return try context.json(
                CookProblemJSON(problems: [Text.timerPushWrong(context.language)]), status: .unprocessable)
        }
        try await context.site.writer.write {
            try SessionStore($0).demand(viewer)
            try PushDeviceStore($0).add(device, session: viewer.sessionID, user: viewer.id, now: now)
        }
        context.site.timerRinger.wake()
        return try context.json(PushJSON(context.site.webPush, isOn: true))
    }

    static func list(_ context: Context) async throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let rows = try PushDeviceStore(context.reader).list(user: viewer.id)
        if context.wantsJSON {
            let items = rows.map { PushDeviceJSON($0, current: viewer.sessionID) }
            return try context.json(ListJSON(total: items.count, page: 1, items: items))
        }
        return context.page(
            PushDevicesPage(
                layout: context.layout(title: Text.devicesTitle(language), section: "preferences", isListed: false),
                formToken: context.formToken,
                devices: rows.map { PushDeviceView($0, current: viewer.sessionID, language) }))
    }

    static func remove(_ context: Context) async throws -> Response {
        let (viewer, id) = (try context.member(), try context.number("device"))
        guard try await context.site.writer.write({ try PushDeviceStore($0).remove(id, user: viewer.id) }) else {
            throw SiteError.notFound
        }
        return context.redirect(to: Address.pushDevices(), done: "device-removed")
    }
}

extension NewPushDevice {
    /// The fields of a browser's `PushSubscription`; `nil` if one is missing or wrong.
    init?(_ form: Form, _ webPush: WebPush, _ language: Language) {
        guard let typed = form["endpoint"], typed.utf8.count <= PushEndpoint.longest,
            let endpoint = webPush.endpoint(typed), let point = form["p256dh"].flatMap(Self.bytes),
            let auth = form["auth"].flatMap(Self.bytes), let keys = PushKeys(publicPoint: point, auth: auth)
        else { return nil }
        self.init(endpoint: endpoint.url, keys: keys, language: language)
    }

    /// Keys are short; longer texts are not decoded.
    private static func bytes(_ text: String) -> [UInt8]? { text.utf8.count <= 100 ? Base64URL.decode(text) : nil }
}

/// What a page needs to know to make its device ring.
struct PushJSON: Encodable {
    /// The site's public key.
    let key: String
    /// Whether this device rings.
    let isOn: Bool

    init(_ webPush: WebPush, isOn: Bool) { (key, self.isOn) = (webPush.publicKey, isOn) }
}

struct PushDevicesPage {
    let layout: Layout
    let formToken: String
    let devices: [PushDeviceView]
}

/// One device in the list.
struct PushDeviceView {
    let browser: String
    let network: String?
    let since: HTML
    let isCurrent: Bool
    let removeAddress: String

    init(_ row: PushDeviceRow, current: String, _ language: Language) {
        browser = row.browser.isEmpty ? Text.sessionsUnknown(language) : row.browser
        network = row.network.isEmpty ? nil : row.network
        since = Moment(row.addedAt, language).html { Text.devicesSince(language, time: $0) }
        isCurrent = row.sessionID == current
        removeAddress = Address.removePushDevice(row.id)
    }
}

/// A device in the list as JSON, without the keys and the address of its push service.
struct PushDeviceJSON: Encodable {
    let id: Int
    let browser: String
    let network: String
    let since: String
    let current: Bool

    init(_ row: PushDeviceRow, current session: String) {
        (id, browser, network) = (row.id, row.browser, row.network)
        (since, current) = (Dates.time(row.addedAt), row.sessionID == session)
    }
}
