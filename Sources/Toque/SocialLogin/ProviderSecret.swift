// A secret in a cookie of this browser, and the values derived from it for one login with a provider.

import HTTP
import Security

/// The secret of one login. The site stores only hashes of its `state` and `arrival`, so the values that could be
/// replayed are in the browser alone.
struct ProviderSecret: Sendable {
    private static let cookie = "provider"

    let text: String

    /// Creates a secret and sets its cookie.
    static func give(_ context: Context) -> ProviderSecret {
        let secret = ProviderSecret(text: Random.token())
        context.setCookie(cookie, secret.text, maxAge: ProviderStore.lifetime / 1_000)
        return secret
    }

    /// The secret in the browser's cookie, or `nil`.
    static func find(_ context: Context) -> ProviderSecret? {
        guard let text = context.cookie(cookie), text.utf8.count == 43 else {
            return nil
        }
        return ProviderSecret(text: text)
    }

    static func forget(_ context: Context) { context.setCookie(cookie, "", maxAge: 0) }

    /// Comes back in the address (RFC 6749, section 10.12).
    var state: String { made("state") }
    /// Comes back in the token (OpenID Connect Core, section 3.1.2.1).
    var nonce: String { made("nonce") }
    /// Sent only when the code is exchanged (PKCE, RFC 7636); its hash is sent before.
    var verifier: String { made("verifier") }
    var challenge: String { Base64URL.encode(SHA256.digest(verifier)) }
    /// Identifies the user who came back, until they have decided.
    var arrival: String { made("arrival") }

    private func made(_ purpose: String) -> String {
        Base64URL.encode(HMAC.sha256(key: Array(text.utf8), Array("provider|\(purpose)".utf8)))
    }
}
