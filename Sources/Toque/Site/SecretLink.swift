// Links that open something for whoever has them. The database alone opens nothing.

import Security

/// The link of one thing: only the site can make its token from the stored seal. The token's hash finds the row.
struct SecretLink: Sendable {
    let seal: String
    let token: String

    /// A new link, or that of a stored seal. `purpose` keeps the tokens of features apart.
    init(_ purpose: String, seal: String = Random.token(), _ site: Site) {
        self.seal = seal
        token = Base64URL.encode(HMAC.sha256(key: site.key(for: purpose), Array(seal.utf8)))
    }

    var hash: String { Self.hash(token) }

    static func hash(_ token: String) -> String { SHA256.hex(token) }
}
