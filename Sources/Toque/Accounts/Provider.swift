// The other sites, such as Google, whose accounts log users in here.

/// A site that confirms who somebody is.
struct Provider: Sendable {
    enum Kind: Sendable {
        /// OpenID Connect: all other addresses come from the issuer.
        case openID
        /// OAuth 2, with the base addresses of its pages and of its API.
        case facebook(pages: String, answers: String)
    }

    /// Its name in addresses, such as `google`.
    let key: String
    let label: String
    let kind: Kind
    /// The `iss` value of the provider; with the subject, it identifies an account.
    let issuer: String
    let clientID: String
    let clientSecret: String

    /// Whether the provider can ask for the password again and report when it did.
    var confirms: Bool { if case .openID = kind { true } else { false } }
}
