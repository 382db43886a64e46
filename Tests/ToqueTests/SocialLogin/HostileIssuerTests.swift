// Tests of hostile providers and forged tokens; each case differs in one detail from a valid login.

import Database
import Fetching
import HTTP
import Mail
import Security
import Synchronization
import Testing

@testable import TestKit
@testable import Toque

@Suite struct HostileIssuerTests {
    /// One error in a token.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bend: @Sendable (inout FakeToken) -> Void

        init(_ name: String, _ bend: @escaping @Sendable (inout FakeToken) -> Void) {
            testDescription = name
            self.bend = bend
        }

        /// A claim with another value.
        init(_ name: String, _ claim: String, _ value: String?) {
            self.init(name) { $0.claims[claim] = value }
        }
    }

    static let now = TestClock.start / 1_000

    static let forged: [Case] = [
        Case("alg none") {
            $0.header["alg"] = "\"none\""
            $0.signature = .none
        },
        Case("alg none with the signature left") { $0.header["alg"] = "\"None\"" },
        Case("HS256 with the public key as the secret") {
            $0.header["alg"] = "\"HS256\""
            if let key = try? SigningKey.rsa.get() { $0.signature = .hmac(key.publicPEM) }
        },
        Case("HS256 with the client's secret") {
            $0.header["alg"] = "\"HS256\""
            $0.signature = .hmac(Array("s e:cret".utf8))
        },
        Case("no signature") { $0.signature = .none },
        Case("signed by another key under the right name") {
            if let key = try? SigningKey.other.get() { $0.signature = .key(key) }
        },
        Case("an unknown key") { $0.header["kid"] = "\"made-up\"" },
        Case("an algorithm that is not the key's") { $0.header["alg"] = "\"ES256\"" },
        Case("RS512, which is not allowed") { $0.header["alg"] = "\"RS512\"" },
        Case("a critical extension") {
            $0.header["crit"] = "[\"x\"]"
            $0.header["x"] = "1"
        },
        Case("a token of another type") { $0.header["typ"] = "\"logout+jwt\"" },
        Case("a key brought along") {
            $0.header["kid"] = nil
            $0.header["jku"] = "\"https://evil.example\""
            $0.signature = .none
        },
    ]

    static let untrue: [Case] = [
        Case("another issuer", "iss", "\"https://evil.example\""),
        Case("the issuer with a slash", "iss", "\"https://issuer.example/\""),
        Case("no issuer", "iss", nil),
        Case("another client's token", "aud", "\"another-client\""),
        Case("several readers and no azp", "aud", "[\"toque-at-issuer\",\"another\"]"),
        Case("several readers, made for another") {
            $0.claims["aud"] = "[\"toque-at-issuer\",\"another\"]"
            $0.claims["azp"] = "\"another\""
        },
        Case("no reader", "aud", "[]"),
        Case("another nonce", "nonce", "\"AAAA\""),
        Case("no nonce", "nonce", nil),
        Case("expired", "exp", "\(now - 60)"),
        Case("no end", "exp", nil),
        Case("an end that is text", "exp", "\"\(now + 300)\""),
        Case("an end beyond all times", "exp", "1e300"),
        Case("issued in the future", "iat", "\(now + 61)"),
        Case("never issued", "iat", nil),
        Case("no subject", "sub", nil),
        Case("an empty subject", "sub", "\"\""),
        Case("a subject of 256 letters", "sub", "\"\(String(repeating: "a", count: 256))\""),
        Case("a subject with a line end", "sub", "\"a\\nb\""),
        Case("claims that are a list") { $0.rawClaims = "[]" },
        Case("a claim twice") { token in
            var claims = token.claims
            claims["sub"] = "\"attacker\",\"sub\":\"248289761001\""
            token.claims = claims
        },
    ]

    static let good: [Case] = [
        Case("nothing bent") { _ in },
        Case("several readers and us as azp") {
            $0.claims["aud"] = "[\"toque-at-issuer\",\"another\"]"
            $0.claims["azp"] = "\"toque-at-issuer\""
        },
        Case("ended less than a minute ago", "exp", "\(now - 59)"),
        Case("issued by a clock that is a minute ahead", "iat", "\(now + 60)"),
        Case("times with fractions", "exp", "\(now + 1).5"),
        Case("no name of a key, of which there is one") { $0.header["kid"] = nil },
        Case("no type") { $0.header["typ"] = nil },
        Case("a claim that nobody knows", "x", "1"),
    ]

    /// The answer to a login of Alice, who has linked the account, with a changed token.
    private static func answer(_ wrong: Case) async throws -> (Response, TestClient, TestSite) {
        let (site, issuer) = try FakeIssuer.site()
        try site.link(.alice, issuer)
        issuer.bend(wrong.bend)
        let browser = try site.visitor()
        return (try await browser.signIn(issuer), browser, site)
    }

    @Test(arguments: good) func `a valid token logs in`(good: Case) async throws {
        let (answer, browser, site) = try await Self.answer(good)
        #expect(answer.status == .seeOther && answer.location == "/my/recipes")
        #expect(try await browser.get("/my/recipes").status == .ok)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'login' AND object_id = 1") == 1)
    }

    @Test(arguments: forged + untrue) func `a forged or incorrect token does not log in`(bent: Case) async throws {
        let (answer, browser, site) = try await Self.answer(bent)
        #expect(answer.status == .forbidden)
        #expect(browser.cookies["toque_session"] == nil)
        #expect(try site.count("SELECT count(*) FROM session") == 0)
        #expect(try site.count("SELECT count(*) FROM provider_arrival") == 0)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'login'") == 0)
    }

    @Test func `ES256 tokens are accepted, and keys may change`() async throws {
        let (site, issuer) = try FakeIssuer.site()
        try site.link(.alice, issuer)
        #expect(try await site.visitor().signIn(issuer).location == "/my/recipes")
        #expect(try await site.visitor().signIn(issuer).location == "/my/recipes")
        #expect(issuer.count("/keys") == 1)
        // A new key that is used immediately is fetched, but at most once a minute.
        let new = try SigningKey.p256.get()
        issuer.change {
            $0.keys = [new]
            $0.signer = new
        }
        #expect(try await site.visitor().signIn(issuer).status == .forbidden)
        #expect(issuer.count("/keys") == 1)
        site.clock.advance(by: TestClock.minute)
        #expect(try await site.visitor().signIn(issuer).location == "/my/recipes")
        #expect(issuer.count("/keys") == 2)
        // The old key is no longer accepted.
        let old = try SigningKey.rsa.get()
        issuer.change { $0.signer = old }
        #expect(try await site.visitor().signIn(issuer).status == .forbidden)
        site.clock.advance(by: TestClock.minute)
        #expect(try await site.visitor().signIn(issuer).status == .forbidden)
        #expect(issuer.count("/keys") == 3)
    }

    @Test func `a document of another issuer or with unencrypted addresses is refused`() async throws {
        let bent = [
            ("issuer", "\"https://evil.example\""), ("token_endpoint", "\"http://issuer.example/token\""),
            ("jwks_uri", "\"http://127.0.0.1/keys\""), ("authorization_endpoint", "\"javascript:alert(1)\""),
        ]
        for (key, value) in bent {
            let (site, issuer) = try FakeIssuer.site()
            issuer.change { $0.document[key] = value }
            let answer = try await site.visitor().post("/auth/test", [("next", "/")])
            #expect(answer.status == .unavailable && answer.headers["Refresh"] == nil, "\(key)")
        }
    }

    @Test func `a provider that fails or sends nonsense causes an error and no login`() async throws {
        for answer in [FakeIssuer.json("", status: 500), FakeIssuer.json("<html>"), FakeIssuer.json("{}")] {
            let (site, issuer) = try FakeIssuer.site()
            try site.link(.alice, issuer)
            let browser = try site.visitor()
            let way = try await issuer.agree(browser.door())
            issuer.change { $0.instead["/token"] = answer }
            #expect([.forbidden, .unavailable].contains(try await browser.get(way).status))
            issuer.change { $0.instead = ["/keys": answer] }
            #expect(try await browser.signIn(issuer).status.code >= 400)
            issuer.change { $0.instead = [:] }
            #expect(try await browser.signIn(issuer).status == .seeOther)
        }
    }
}
