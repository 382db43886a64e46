// Tests of the keys and the encryption of Web Push, with the example of RFC 8291.

import Foundation
import Testing

@testable import Security

@Suite struct PushEncryptionTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    /// The keys of the device in RFC 8291, appendix A.
    private func device() throws -> PushKeys {
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        return try #require(PushKeys(publicPoint: bytes(point), auth: bytes("BTBZMqHH6r4Tts7J_aSIgg")))
    }

    @Test func `a message is encrypted as in the example of RFC 8291`() throws {
        let sender = try #require(PrivateKey(number: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        #expect(
            Base64URL.encode(sender.publicPoint)
                == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        let message = Array("When I grow up, I want to be a watermelon".utf8)
        let body = try PushEncryption.encrypt(
            message, for: device(), sender: sender, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            body.map(Base64URL.encode)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test func `each message has its own key and salt, and a limit`() throws {
        let device = try device()
        let first = try #require(PushEncryption.encrypt([1], for: device))
        let second = try #require(PushEncryption.encrypt([1], for: device))
        #expect(first.prefix(16) != second.prefix(16) && first[21..<86] != second[21..<86])
        let most = [UInt8](repeating: 7, count: PushEncryption.longest)
        #expect(PushEncryption.encrypt(most, for: device)?.count == 86 + most.count + 17)
        #expect(PushEncryption.encrypt(most + [7], for: device) == nil)
    }

    @Test func `keys of a device that are no keys are refused`() throws {
        let (point, auth) = (PrivateKey().publicPoint, Random.bytes(16))
        #expect(PushKeys(publicPoint: point, auth: auth) != nil)
        #expect(PushKeys(publicPoint: point, auth: Array(auth.dropLast())) == nil)
        #expect(PushKeys(publicPoint: Array(point.dropLast()), auth: auth) == nil)
        var moved = point
        moved[64] ^= 1
        #expect(PushKeys(publicPoint: moved, auth: auth) == nil)
        #expect(PushKeys(publicPoint: [UInt8](repeating: 4, count: 65), auth: auth) == nil)
        #expect(PushKeys(publicPoint: [], auth: auth) == nil)
        #expect(PrivateKey().agreement(with: moved) == nil)
    }

    @Test func `a derived key is always the same, and both sides agree on a secret`() {
        let key = PrivateKey(derivedFrom: [1, 2, 3])
        #expect(key.publicPoint == PrivateKey(derivedFrom: [1, 2, 3]).publicPoint)
        #expect(key.publicPoint != PrivateKey(derivedFrom: [1, 2, 4]).publicPoint)
        let other = PrivateKey()
        #expect(key.agreement(with: other.publicPoint) == other.agreement(with: key.publicPoint))
        #expect(PrivateKey(number: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(PrivateKey(number: [UInt8](repeating: 255, count: 32)) == nil)
        #expect(PrivateKey(number: [1]) == nil)
    }

    @Test func `a token is signed with ES256`() throws {
        let key = PrivateKey()
        let (x, y) = (Base64URL.encode(Array(key.publicPoint[1..<33])), Base64URL.encode(Array(key.publicPoint[33...])))
        let set = Array(#"{"keys":[{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}]}"#.utf8)
        // Short numbers are padded: about one signature in 128 has one.
        for number in 0..<300 {
            let token = try SignedToken(#require(key.token(#"{"n":\#(number)}"#)))
            let known = try #require(KeySet(set)?.key(for: token))
            #expect(token.isSigned(by: known))
        }
    }
}
