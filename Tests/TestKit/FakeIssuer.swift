// A login provider in memory, which behaves correctly until a test changes it.

import Fetching
import Foundation
import HTTP
import Security
import Synchronization

@testable import Toque

/// The fetcher of test sites that need no other site: every request fails.
struct NoNetwork: Fetcher {
    func fetch(_ request: FetchRequest) throws(FetchFailure) -> FetchAnswer { throw .unreachable("no network") }
}

/// A token before it is signed; its values are JSON text.
struct FakeToken: Sendable {
    enum Signature: Sendable {
        case key(SigningKey)
        case hmac([UInt8])
        case none
    }

    var header: [String: String]
    var claims: [String: String]
    var signature: Signature
    /// Replaces the claims if set.
    var rawClaims: String?

    func text() throws -> String {
        func part(_ values: [String: String]) -> String {
            "{" + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
        }
        let parts = [part(header), rawClaims ?? part(claims)].map { Base64URL.encode(Array($0.utf8)) }
        let signed = parts.joined(separator: ".")
        let signature: [UInt8] =
            switch signature {
            case .key(let key): try key.sign(signed)
            case .hmac(let secret): HMAC.sha256(key: secret, Array(signed.utf8))
            case .none: []
            }
        return signed + "." + Base64URL.encode(signature)
    }
}

final class FakeIssuer: Fetcher {
    /// The login that an authorisation code belongs to.
    fileprivate struct Grant {
        let nonce: String
        let challenge: String
        let clientID: String
        let redirect: String
        let confirms: Bool
    }

    struct State: Sendable {
        var keys: [SigningKey] = []
        var signer: SigningKey?
        var subject = "248289761001"
        var email = "dora@elsewhere.example"
        var isVerified = "true"
        /// Changes the token before it is signed.
        var bend: @Sendable (inout FakeToken) -> Void = { _ in }
        var document: [String: String] = [:]
        /// Answers that replace the usual ones, by path.
        var instead: [String: FetchAnswer] = [:]
        var counts: [String: Int] = [:]
        fileprivate var grants: [String: Grant] = [:]
        var next = 1
        var forms: [String] = []
    }

    static let issuer = "https://issuer.example"
    static let clientID = "toque-at-issuer"
    static let provider = Provider(
        key: "test", label: "Testing", kind: .openID, issuer: issuer, clientID: clientID, clientSecret: "s e:cret")

    let clock: TestClock
    let state = Mutex(State())

    init(_ clock: TestClock) throws {
        self.clock = clock
        let key = try SigningKey.rsa.get()
        state.withLock {
            $0.keys = [key]
            $0.signer = key
        }
    }

    /// Creates a provider and a site that is configured with it.
    static func site(_ more: [Provider] = []) throws -> (TestSite, FakeIssuer) {
        let clock = TestClock()
        let issuer = try FakeIssuer(clock)
        let site = try TestSite(folder: .filled(), clock: clock, fetcher: issuer) { $0.providers = [provider] + more }
        return (site, issuer)
    }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func bend(_ bend: @escaping @Sendable (inout FakeToken) -> Void) { change { $0.bend = bend } }

    func count(_ path: String) -> Int { state.withLock { $0.counts[path] ?? 0 } }

    /// The person agrees at the provider; returns the address that leads back to the site.
    func agree(_ door: String) throws -> String {
        let query = try Parameters(parsing: door.drop { $0 != "?" }.dropFirst())
        func value(_ name: String) throws -> String { try found(query[name]) }
        guard try value("response_type") == "code", try value("code_challenge_method") == "S256" else {
            throw StepFailed(description: "not the code flow with PKCE: \(door)")
        }
        let grant = Grant(
            nonce: query["nonce"] ?? "", challenge: try value("code_challenge"), clientID: try value("client_id"),
            redirect: try value("redirect_uri"), confirms: query["prompt"] == "login" && query["max_age"] == "0")
        let code = state.withLock { state in
            state.next += 1
            state.grants["code-\(state.next)"] = grant
            return "code-\(state.next)"
        }
        let path = try found(URLComponents(string: grant.redirect)?.path)
        return try path + "?" + Parameters([("code", code), ("state", value("state"))]).encoded()
    }

    func fetch(_ request: FetchRequest) throws(FetchFailure) -> FetchAnswer {
        let path = URLComponents(string: request.url)?.path ?? ""
        let now = clock.now
        do {
            return try state.withLock { state in
                state.counts[path, default: 0] += 1
                if let form = request.form { state.forms.append(form) }
                if let instead = state.instead[path] { return instead }
                switch path {
                case "/.well-known/openid-configuration": return Self.json(Self.document(state))
                case "/keys": return Self.json("{\"keys\":[\(state.keys.map { $0.jwk() }.joined(separator: ","))]}")
                case "/token": return try Self.token(request, &state, now: now)
                default: return FetchAnswer(status: 404, body: [])
                }
            }
        } catch {
            throw .unreachable("\(error)")
        }
    }

    static func json(_ text: String, status: Int = 200) -> FetchAnswer {
        FetchAnswer(status: status, body: Array(text.utf8))
    }

    private static func document(_ state: State) -> String {
        let values = [
            "issuer": "\"\(issuer)\"", "authorization_endpoint": "\"\(issuer)/door\"",
            "token_endpoint": "\"\(issuer)/token\"", "jwks_uri": "\"\(issuer)/keys\"",
        ].merging(state.document) { _, new in new }
        return "{" + values.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// Answers as strictly as the standard demands: each code once, to its client, with the verifier and same address.
    private static func token(_ request: FetchRequest, _ state: inout State, now: Int) throws -> FetchAnswer {
        let form = try Parameters(parsing: request.form ?? "")
        let basic = "Basic " + Data("\(clientID):s%20e%3Acret".utf8).base64EncodedString()
        guard let code = form["code"], let grant = state.grants.removeValue(forKey: code),
            form["grant_type"] == "authorization_code", form["redirect_uri"] == grant.redirect,
            grant.clientID == clientID, request.headers.contains(where: { $0.value == basic }),
            let verifier = form["code_verifier"], (43...128).contains(verifier.utf8.count),
            Base64URL.encode(SHA256.digest(Array(verifier.utf8))) == grant.challenge
        else { return json("{\"error\":\"invalid_grant\"}", status: 400) }
        let key = try found(state.signer)
        let seconds = now / 1_000
        var token = FakeToken(
            header: ["alg": "\"\(key.algorithm)\"", "kid": "\"\(key.id)\"", "typ": "\"JWT\""],
            claims: [
                "iss": "\"\(issuer)\"", "sub": "\"\(state.subject)\"", "aud": "\"\(clientID)\"",
                "exp": "\(seconds + 300)", "iat": "\(seconds)", "nonce": "\"\(grant.nonce)\"",
                "email": "\"\(state.email)\"", "email_verified": state.isVerified, "name": "\"Dora Example\"",
                "picture": "\"https://pictures.example/dora.jpg\"",
            ], signature: .key(key))
        if grant.confirms { token.claims["auth_time"] = "\(seconds)" }
        state.bend(&token)
        return json("{\"access_token\":\"unused\",\"token_type\":\"Bearer\",\"id_token\":\"\(try token.text())\"}")
    }
}

extension TestClient {
    /// Presses a button that leads to a provider, and returns the provider's address.
    func door(_ form: String = "/auth/test", next: String = "/my/recipes") async throws -> String {
        let answer = try await post(form, [("next", next)])
        try answer.expect(.ok)
        let refresh = try found(answer.headers["Refresh"])
        guard refresh.hasPrefix("0; url=") else { throw StepFailed(description: refresh) }
        return String(refresh.dropFirst("0; url=".count))
    }

    /// Goes to the provider and back; returns the site's answer to the return address.
    func signIn(_ issuer: FakeIssuer, _ form: String = "/auth/test", next: String = "/my/recipes") async throws
        -> Response
    {
        try await get(issuer.agree(door(form, next: next)))
    }
}

extension TestSite {
    /// Links a person to the account at the issuer.
    func link(_ person: Person, _ issuer: FakeIssuer) throws {
        let (subject, email) = issuer.state.withLock { ($0.subject, $0.email) }
        let now = now
        try write {
            try ProviderLinkStore($0).add(
                Identity(issuer: FakeIssuer.issuer, subject: subject), ProviderFacts(email: email, name: "Dora"),
                user: person.id, by: person.viewer.actor, now: now)
        }
    }
}
