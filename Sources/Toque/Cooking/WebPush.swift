// Sends messages to devices by Web Push: signed with the site's key (RFC 8292), encrypted for the device (RFC 8291).

import Bytes
import Fetching
import Security

/// The site as a sender of Web Push.
struct WebPush: Sendable {
    /// The outcome of a message.
    enum Outcome: Equatable, Sendable {
        case accepted
        /// The push service does not know the device any more.
        case gone
        /// Anything else, described for the log.
        case failed(String)
    }

    /// How long a signature is valid, in seconds; push services allow at most a day.
    private static let signatureTime = 12 * 3_600

    private let key: PrivateKey
    /// Whom the push service can ask about messages, as `mailto:` or `https:`.
    private let contact: String
    private let service: any PushService
    /// The origin on this machine that tests may use: `http://127.0.0.1:PORT`.
    private let testOrigin: String?

    /// The key is derived from the site's secret, so it stays the same as long as that does.
    init(secret: [UInt8], contact: String, service: any PushService, testOrigin: String?) {
        key = PrivateKey(derivedFrom: HMAC.sha256(key: secret, Array("key|web-push".utf8)))
        (self.contact, self.service, self.testOrigin) = (contact, service, testOrigin)
    }

    /// The site's public key, as browsers need it.
    var publicKey: String { Base64URL.encode(key.publicPoint) }

    /// `nil` if the site sends nothing to such an address.
    func endpoint(_ url: String) -> PushEndpoint? { PushEndpoint(url, testOrigin: testOrigin) }

    /// Sends a message, and blocks until the push service answers. `topic` replaces an earlier message of the same
    /// topic that the device did not receive yet; `lifetime` is in seconds.
    func send(_ message: [UInt8], to device: PushDevice, topic: String, lifetime: Int, now: Int) -> Outcome {
        guard let endpoint = endpoint(device.endpoint) else { return .gone }
        guard let body = PushEncryption.encrypt(message, for: device.keys),
            let token = key.token(claims(for: endpoint, now: now))
        else { return .failed("cannot be encrypted or signed") }
        let headers = [
            (name: "Content-Type", value: "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
            ("Authorization", "vapid t=\(token), k=\(publicKey)"), ("TTL", String(lifetime)), ("Urgency", "high"),
            ("Topic", topic),
        ]
        do {
            let status = try service.send(body, to: endpoint, headers: headers)
            switch status {
            case 200..<300: return .accepted
            case 404, 410: return .gone
            default: return .failed("status \(status)")
            }
        } catch {
            return .failed("\(error)")
        }
    }

    private func claims(for endpoint: PushEndpoint, now: Int) -> String {
        let end = now / Milliseconds.second + Self.signatureTime
        var claims = JSONText()
        claims.add("aud", endpoint.origin)
        claims.add("exp", raw: String(end))
        claims.add("sub", contact)
        return claims.object
    }
}

extension Site {
    var webPush: WebPush { part() }
}
