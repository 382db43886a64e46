// Tests of logging in with Facebook, which is asked for the person instead of sending a signed token.

import Database
import Fetching
import Foundation
import HTTP
import Mail
import Security
import Synchronization
import Testing

@testable import TestKit
@testable import Toque

@Suite struct FacebookTests {
    /// Facebook in memory, as far as the site uses it.
    private final class Fake: Fetcher {
        let person = Mutex(
            #"{"id":"1234567","name":"Dora","email":"dora@elsewhere.example","picture":{"data":{"url":"https://p.example/d"}}}"#
        )
        let asked = Mutex<[FetchRequest]>([])

        func fetch(_ request: FetchRequest) throws(FetchFailure) -> FetchAnswer {
            asked.withLock { $0.append(request) }
            if request.url.hasSuffix("/oauth/access_token") { return FakeIssuer.json(#"{"access_token":"t0ken"}"#) }
            return FakeIssuer.json(person.withLock { $0 })
        }
    }

    private let fake = Fake()
    private let site: TestSite

    init() throws {
        let provider = Provider(
            key: "facebook", label: "Facebook",
            kind: .facebook(pages: "https://www.facebook.com", answers: "https://graph.facebook.com"),
            issuer: "https://www.facebook.com", clientID: "app", clientSecret: "s3cret")
        site = try TestSite(folder: .filled(), clock: TestClock(), fetcher: fake) { $0.providers = [provider] }
    }

    /// Goes to Facebook and back, with another state if one is given.
    private func signIn(_ browser: TestClient, state: String? = nil) async throws -> Response {
        let door = try await browser.door("/auth/facebook")
        #expect(door.hasPrefix("https://www.facebook.com/v"))
        let query = try Parameters(parsing: door.drop { $0 != "?" }.dropFirst())
        let given = try #require(query["state"])
        return try await browser.get("/auth/facebook/callback?code=c0de&state=\(state ?? given)")
    }

    @Test func `a person is requested with secret and proof, registers, and can log in again`() async throws {
        let browser = try site.visitor()
        #expect(try await signIn(browser).location == "/register/provider")
        let asked = fake.asked.withLock { $0 }
        let form = try Parameters(parsing: asked[0].form ?? "")
        #expect(form["code"] == "c0de" && form["client_secret"] == "s3cret" && form["code_verifier"]?.count == 43)
        let proof = Hex.encode(HMAC.sha256(key: Array("s3cret".utf8), Array("t0ken".utf8)))
        #expect(asked[1].url.contains("appsecret_proof=" + proof) && !asked[1].url.contains("t0ken"))
        #expect(asked[1].headers.first?.value == "Bearer t0ken")
        let fields = [("username", "dora"), ("email", "dora@elsewhere.example")]
        #expect(try await browser.post("/register/provider", fields).location == "/welcome")
        // Facebook does not say whether the address is confirmed.
        #expect(try site.mails().map(\.to.text) == ["dora@elsewhere.example"])
        #expect(try site.value("SELECT subject FROM provider_link") == "1234567")
        #expect(try await signIn(site.visitor()).location == "/my/recipes")
        #expect(try site.count("SELECT count(*) FROM session WHERE verified_at > 0") == 0)
    }

    @Test func `another browser’s state and a person without an id are refused`() async throws {
        #expect(try await signIn(site.visitor(), state: "made-up").status == .badRequest)
        for person in [#"{"id":""}"#, #"{"id":"1;2"}"#, "{}", #"{"id":1}"#, #"{"id":"1","id":"2"}"#, "[]"] {
            fake.person.withLock { $0 = person }
            #expect(try await signIn(site.visitor()).status == .forbidden, "\(person)")
        }
        #expect(try site.count("SELECT count(*) FROM provider_arrival") == 0)
    }

    @Test func `Facebook cannot replace the password`() async throws {
        let alice = try site.client(.alice)
        let now = site.now
        try site.write {
            try ProviderLinkStore($0).add(
                Identity(issuer: "https://www.facebook.com", subject: "1234567"), ProviderFacts(), user: 1,
                by: Person.alice.viewer.actor, now: now)
        }
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        #expect(try await alice.get("/confirm").text.contains("/forgot"))
        #expect(try await alice.post("/confirm/facebook").status == .notFound)
    }
}
