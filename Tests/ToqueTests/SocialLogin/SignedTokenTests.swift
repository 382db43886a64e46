// Tests of parsing and verifying signed tokens and keys.

import Security
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SignedTokenTests {
    private func encode(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

    private func token(_ header: String = #"{"alg":"RS256"}"#, _ payload: String = "{}") -> String {
        [encode(header), encode(payload), encode("signature")].joined(separator: ".")
    }

    private func problem(_ text: String) -> SignedToken.Problem? {
        do {
            _ = try SignedToken(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a token has three parts of canonical base64url`() {
        #expect(problem(token()) == nil)
        let parts = token().split(separator: ".").map(String.init)
        for text in [
            "", "..", "a", parts[0] + "." + parts[1], token() + ".", token() + "." + parts[2], token() + "=",
            " " + token(),
            token().replacing(".", with: ".\n"), parts[0] + "." + parts[1] + "." + parts[2] + "B",
            // A second encoding of the same bytes: the unused bits are not zero.
            [parts[0], "e31", parts[2]].joined(separator: "."), parts[0] + ".e30=." + parts[2],
        ] {
            #expect(problem(text) == .form, "\(text)")
        }
        let long = token(#"{"alg":"RS256"}"#, "{\"a\":\"" + String(repeating: "x", count: 13_000) + "\"}")
        #expect(problem(long) == .form)
    }

    @Test func `a header with unknown demands is refused`() {
        for header in [
            "[]", "{}", #"{"alg":1}"#, #"{"alg":"RS256","alg":"RS256"}"#, #"{"alg":"RS256","a\u006cg":"none"}"#,
            #"{"alg":"RS256","crit":[]}"#, #"{"alg":"RS256","typ":"at+jwt"}"#, #"{"alg":"RS256"} {}"#,
            "\u{FEFF}{\"alg\":\"RS256\"}",
        ] {
            #expect(problem(token(header)) == .header, "\(header)")
        }
        for algorithm in ["none", "", "rs256", "HS256", "RS384", "PS256", "EdDSA", "ES256K"] {
            #expect(problem(token("{\"alg\":\"\(algorithm)\"}")) == .algorithm)
        }
    }

    @Test func `an object with a repeated key is refused`() {
        func keys(_ text: String) -> Set<String>? { StrictJSON.keys(Array(text.utf8)) }
        #expect(keys(#"{"a":{"a":1,"a":2},"b":["x",{"a":":"}],"c":"\"d\":"}"#) == ["a", "b", "c"])
        #expect(keys("{ \"a\" \n: 1 }") == ["a"])
        for text in [
            #"{"a":1,"a":1}"#, "[]", "", #"{"a"#, "{\"a\":1", #"{"\u0061":1}"#, "{\"a\":\"\u{0}\"}", #"{"a":"\"#,
        ] {
            #expect(keys(text) == nil, "\(text)")
        }
        #expect(StrictJSON.keys([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) == nil)
    }

    private func set(_ entries: String...) -> KeySet? {
        KeySet(Array("{\"keys\":[\(entries.joined(separator: ","))]}".utf8))
    }

    @Test func `keys of both kinds verify only what they signed`() throws {
        for key in [try SigningKey.rsa.get(), try SigningKey.p256.get()] {
            let header = ["alg": "\"\(key.algorithm)\"", "kid": "\"\(key.id)\""]
            let text = try FakeToken(header: header, claims: ["a": "1"], signature: .key(key)).text()
            let good = try SignedToken(text)
            let known = try #require(set(key.jwk())?.key(for: good))
            #expect(good.isSigned(by: known))
            // Any change of the signed text is found.
            var parts = text.split(separator: ".").map(String.init)
            parts[1] = encode(#"{"a":2}"#)
            #expect(try !SignedToken(parts.joined(separator: ".")).isSigned(by: known))
            parts = text.split(separator: ".").map(String.init)
            for signature in [[], [UInt8](repeating: 0, count: 64), [UInt8](repeating: 255, count: 256)] {
                parts[2] = Base64URL.encode(signature)
                #expect(try !SignedToken(parts.joined(separator: ".")).isSigned(by: known))
            }
        }
    }

    @Test func `weak keys and keys for other uses are ignored`() throws {
        let (rsa, p256) = (try SigningKey.rsa.get(), try SigningKey.p256.get())
        let weak = try SigningKey("weak", .rsa(bits: 1_024))
        #expect(set(weak.jwk(), rsa.jwk(), p256.jwk())?.keys.count == 2)
        for more in [#","use":"enc""#, #","alg":"RS512""#, #","alg":"HS256""#] {
            #expect(set(rsa.jwk(more: more), p256.jwk(more: more))?.keys.isEmpty == true, "\(more)")
        }
        #expect(
            set(#"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}"#, "1", "{}")?.keys.isEmpty
                == true)
        #expect(KeySet(Array("[]".utf8)) == nil)
        #expect(KeySet(Array(#"{"keys":[],"keys":[]}"#.utf8)) == nil)
        // A point that is not on the curve cannot verify anything.
        let zero = Base64URL.encode([UInt8](repeating: 1, count: 32))
        let off = set("{\"kty\":\"EC\",\"crv\":\"P-256\",\"kid\":\"ec-1\",\"x\":\"\(zero)\",\"y\":\"\(zero)\"}")
        let text = try FakeToken(
            header: ["alg": "\"ES256\"", "kid": "\"ec-1\""], claims: [:], signature: .key(p256)
        ).text()
        let token = try SignedToken(text)
        #expect(try !token.isSigned(by: #require(off?.key(for: token))))
    }

    @Test func `a token without a key id needs a set with only one key of its kind`() throws {
        let (rsa, other, p256) = (try SigningKey.rsa.get(), try SigningKey.other.get(), try SigningKey.p256.get())
        let token = try SignedToken(token())
        #expect(set(rsa.jwk(), p256.jwk())?.key(for: token)?.id == "rsa-1")
        #expect(set(rsa.jwk(), other.jwk())?.key(for: token) == nil)
        let named = try SignedToken(self.token(#"{"alg":"RS256","kid":"ec-1"}"#))
        #expect(set(rsa.jwk(), p256.jwk())?.key(for: named) == nil)
    }

    @Test func `names become usernames, and only HTTPS pictures are kept`() {
        #expect(IDTokenRules.username(from: "Dora  Example") == "Dora-Example")
        #expect(IDTokenRules.username(from: "Дора Иванова!") == "Дора-Иванова")
        #expect(IDTokenRules.username(from: "<script>") == "script")
        #expect(IDTokenRules.username(from: String(repeating: "a", count: 50)).count == 32)
        #expect(IDTokenRules.picture("https://a.example/b.jpg") == "https://a.example/b.jpg")
        for address in [nil, "http://a.example/b.jpg", "javascript:alert(1)", "https://a b", "data:image/png,x"] {
            #expect(IDTokenRules.picture(address) == "")
        }
    }
}
