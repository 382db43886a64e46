// Facebook: OAuth 2 without OpenID, so the user's identity is requested with an access token.

import Bytes
import Fetching
import HTTP
import Mail
import Security

extension ProviderClient {
    private static let version = "v23.0"

    func facebookDoor(_ provider: Provider, _ pages: String, _ secret: ProviderSecret) -> String {
        let query = Parameters([
            ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", callback(provider)),
            ("scope", "public_profile,email"), ("state", secret.state), ("code_challenge", secret.challenge),
            ("code_challenge_method", "S256"),
        ])
        return "\(pages)/\(Self.version)/dialog/oauth?\(query.encoded())"
    }

    private struct TokenAnswer: Decodable { let accessToken: String }

    private struct Person: Decodable {
        struct Picture: Decodable {
            struct Place: Decodable { let url: String? }
            let data: Place?
        }
        let id: String
        let name, email: String?
        let picture: Picture?
    }

    /// The profile that the access token gives. Facebook does not say whether an address is confirmed, so it counts as
    /// unconfirmed, nor when the password was entered.
    func facebookArrival(
        _ provider: Provider, _ answers: String, code: String, _ secret: ProviderSecret
    ) throws -> ProviderArrival {
        let token = try accessToken(provider, answers, code: code, secret)
        // Proves that whoever uses the token also knows the secret.
        let proof = Hex.encode(HMAC.sha256(key: Array(provider.clientSecret.utf8), Array(token.utf8)))
        let query = Parameters([("fields", "id,name,email,picture"), ("appsecret_proof", proof)])
        let answer = try fetch(
            FetchRequest(
                "\(answers)/\(Self.version)/me?\(query.encoded())",
                headers: [("Authorization", "Bearer " + token)]))
        guard let person = Self.read(Person.self, answer),
            IDTokenRules.subjectLength.contains(person.id.utf8.count),
            person.id.utf8.allSatisfy({ (48...57).contains($0) })
        else { throw ProviderFailure.refused("no person") }
        let email = (person.email ?? "").trimmed
        return ProviderArrival(
            identity: Identity(issuer: provider.issuer, subject: person.id),
            facts: ProviderFacts(
                email: MailAddress.problem(email) == nil ? email : "",
                name: StreamSafe.limited(person.name ?? "").trimmed.cut(to: 100),
                picture: IDTokenRules.picture(person.picture?.data?.url)),
            isEmailVerified: false, authenticatedAt: nil)
    }

    private func accessToken(
        _ provider: Provider, _ answers: String, code: String, _ secret: ProviderSecret
    ) throws -> String {
        let form = Parameters([
            ("grant_type", "authorization_code"), ("client_id", provider.clientID),
            ("client_secret", provider.clientSecret), ("redirect_uri", callback(provider)), ("code", code),
            ("code_verifier", secret.verifier),
        ])
        let answer = try fetch(
            FetchRequest("\(answers)/\(Self.version)/oauth/access_token", form: form.encoded()))
        guard let token = Self.read(TokenAnswer.self, answer)?.accessToken,
            !token.isEmpty, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
        else { throw ProviderFailure.refused("no token") }
        return token
    }
}
