// Signs what the webhook sends.

import Bytes
import Security

enum WebhookSignature {
    /// The header of a body: `t=1795512345,v1=HEX`, with the seconds at which it was sent. HEX is the HMAC-SHA256 of
    /// `SECONDS.BODY` with the secret as the key.
    static func header(of body: String, secret: String, now: Int) -> String {
        let seconds = now / Milliseconds.second
        let code = HMAC.sha256(key: Array(secret.utf8), Array("\(seconds).\(body)".utf8))
        return "t=\(seconds),v1=\(Hex.encode(code))"
    }
}
