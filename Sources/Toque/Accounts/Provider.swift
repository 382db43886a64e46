// A site of others whose accounts log people in here, such as Google.

/// A site that says who somebody is.
struct Provider: Sendable {
    enum Kind: Sendable {
        /// OpenID Connect: everything else is found at the issuer.
        case openID
        /// OAuth 2, with the hosts of its pages and of its answers.
        case facebook(pages: String, answers: String)
    }

    /// Its name in addresses, such as `google`.
    let key: String
    let label: String
    let kind: Kind
    /// Who says so; with the subject the key of an account.
    let issuer: String
    let clientID: String
    let clientSecret: String

    /// Whether it can be asked to have the password given once more, and says when that was.
    var confirms: Bool { if case .openID = kind { true } else { false } }
}
