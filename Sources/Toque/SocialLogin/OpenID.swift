// OpenID Connect: the authorisation code flow with PKCE, and the ID token with the user's identity.

import Bytes
import Fetching
import Foundation
import HTTP
import Mail
import Security

/// An issuer's configuration (OpenID Connect Discovery, section 3).
struct OpenIDDocument: Sendable {
    let door: String
    let token: String
    let keys: String
    let takesBasic: Bool
    /// Whether the issuer's redirects must name the issuer (RFC 9207).
    let namesItself: Bool

    private struct File: Decodable {
        let issuer: String
        let authorizationEndpoint: String
        let tokenEndpoint: String
        let jwksUri: String
        let tokenEndpointAuthMethodsSupported: [String]?
        let authorizationResponseIssParameterSupported: Bool?
    }

    init(_ bytes: [UInt8], issuer: String) throws(ProviderFailure) {
        guard let file = ProviderClient.read(File.self, bytes) else {
            throw .unreachable("no configuration")
        }
        guard file.issuer == issuer else { throw .unreachable("the configuration is another issuer's") }
        let addresses = [file.authorizationEndpoint, file.tokenEndpoint, file.jwksUri]
        // Only an issuer on this machine may name addresses without HTTPS.
        let isHere = issuer.hasPrefix(bytes: "http://")
        guard
            addresses.allSatisfy({
                isFetchable($0) && ($0.hasPrefix(bytes: "https://") || isHere) && !$0.contains(bytes: "#")
            })
        else { throw .unreachable("an address without encryption") }
        door = file.authorizationEndpoint
        token = file.tokenEndpoint
        keys = file.jwksUri
        takesBasic = file.tokenEndpointAuthMethodsSupported?.contains("client_secret_basic") ?? true
        namesItself = file.authorizationResponseIssParameterSupported ?? false
    }
}

extension ProviderClient {
    func openIDDoor(
        _ provider: Provider, _ secret: ProviderSecret, confirms: Bool, now: Int
    ) throws(ProviderFailure) -> String {
        let door = try document(provider, now: now).door
        var query = Parameters([
            ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", callback(provider)),
            ("scope", "openid email profile"), ("state", secret.state), ("nonce", secret.nonce),
            ("code_challenge", secret.challenge), ("code_challenge_method", "S256"),
        ])
        // Confirming needs a new login: an existing session at the provider must not be enough.
        if confirms { query.pairs += [("prompt", "login"), ("max_age", "0")] }
        return door + (door.contains(bytes: "?") ? "&" : "?") + query.encoded()
    }

    func openIDArrival(
        _ provider: Provider, code: String, _ secret: ProviderSecret, now: Int
    ) throws -> ProviderArrival {
        let token = try idToken(provider, code: code, secret, now: now)
        guard try token.isSigned(by: key(for: token, provider, now: now)) else {
            throw ProviderFailure.refused("signature")
        }
        guard let claims = ProviderClient.read(IDTokenClaims.self, token.payload) else {
            throw ProviderFailure.refused("claims")
        }
        let demand = IDTokenDemand(
            issuer: provider.issuer, clientID: provider.clientID, nonce: secret.nonce, now: now)
        let problem = IDTokenRules.problem(claims, demand) { constantTimeEqual(Array($0.utf8), Array($1.utf8)) }
        if let problem { throw ProviderFailure.refused("\(problem)") }
        let email = (claims.email ?? "").trimmed
        return ProviderArrival(
            identity: Identity(issuer: claims.iss, subject: claims.sub),
            facts: ProviderFacts(
                email: MailAddress.problem(email) == nil ? email : "",
                name: StreamSafe.limited(claims.preferredUsername ?? claims.name ?? "").trimmed.cut(to: 100),
                picture: IDTokenRules.picture(claims.picture)),
            isEmailVerified: claims.emailVerified == true,
            authenticatedAt: IDTokenRules.authenticatedAt(claims, now: now))
    }

    private struct TokenAnswer: Decodable { let idToken: String }

    /// Exchanges the code for the ID token. The access token is dropped, since the site requests nothing from the
    /// provider later.
    private func idToken(
        _ provider: Provider, code: String, _ secret: ProviderSecret, now: Int
    ) throws -> SignedToken {
        let document = try document(provider, now: now)
        var form = Parameters([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback(provider)),
            ("code_verifier", secret.verifier),
        ])
        var headers = [(name: "Accept", value: "application/json")]
        if document.takesBasic {
            let pair = Percent.encode(query: provider.clientID) + ":" + Percent.encode(query: provider.clientSecret)
            headers.append(("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
        } else {
            form.pairs += [("client_id", provider.clientID), ("client_secret", provider.clientSecret)]
        }
        let answer = try fetch(FetchRequest(document.token, form: form.encoded(), headers: headers))
        guard let token = Self.read(TokenAnswer.self, answer)?.idToken else {
            throw ProviderFailure.refused("no token")
        }
        do {
            return try SignedToken(token)
        } catch {
            throw ProviderFailure.refused("token: \(error)")
        }
    }
}
