// Tests of authenticator codes and authenticated encryption with published test vectors.

import Foundation
import Security
import Testing

@Suite struct OneTimeCodeTests {
    private let secret = Array("12345678901234567890".utf8)

    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func `codes agree with RFC 6238, appendix B`(seconds: Int, code: String) {
        #expect(OneTimeCode.code(secret: secret, step: seconds / 30, digits: 8) == code)
    }

    @Test func `codes agree with RFC 4226, appendix D`() {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map { OneTimeCode.code(secret: secret, step: $0) } == codes)
    }

    @Test func `a code works in its step and the neighbouring ones, unless that step was used`() {
        let now = 1_794_996_000_000
        let step = now / OneTimeCode.step
        for (offset, isRight) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let code = OneTimeCode.code(secret: secret, step: step + offset)
            let found = OneTimeCode.step(of: code, secret: secret, now: now, after: 0)
            #expect(found == (isRight ? step + offset : nil), "\(offset)")
        }
        let code = OneTimeCode.code(secret: secret, step: step)
        #expect(OneTimeCode.step(of: code, secret: secret, now: now, after: step - 1) == step)
        #expect(OneTimeCode.step(of: code, secret: secret, now: now, after: step) == nil)
        for wrong in ["", "12345", code + "0", String(code.dropLast()), "abcdef"] {
            #expect(OneTimeCode.step(of: wrong, secret: secret, now: now, after: 0) == nil)
        }
    }

    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func `Base32 agrees with RFC 4648 without padding`(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
    }
}

@Suite struct SealedTests {
    private let key = [UInt8](repeating: 7, count: 32)
    private let clear = Array("a secret of twenty b".utf8)

    @Test(arguments: [0, 1, 20, 1_000])
    func `sealed bytes open again and differ each time`(length: Int) {
        let bytes = Random.bytes(length)
        let sealed = Sealed.seal(bytes, key: key, context: "a")
        #expect(sealed.count == length + 28)
        #expect(Sealed.open(sealed, key: key, context: "a") == bytes)
        #expect(Sealed.seal(bytes, key: key, context: "a") != sealed)
    }

    @Test func `another key, another context or one changed bit opens nothing`() {
        let sealed = Sealed.seal(clear, key: key, context: "user 1")
        #expect(Sealed.open(sealed, key: [UInt8](repeating: 8, count: 32), context: "user 1") == nil)
        #expect(Sealed.open(sealed, key: Array(key.dropLast()), context: "user 1") == nil)
        #expect(Sealed.open(sealed, key: key, context: "user 2") == nil)
        for place in sealed.indices {
            var bent = sealed
            bent[place] ^= 1
            #expect(Sealed.open(bent, key: key, context: "user 1") == nil, "byte \(place)")
        }
        for length in [0, 27, sealed.count - 1] {
            #expect(Sealed.open(Array(sealed.prefix(length)), key: key, context: "user 1") == nil)
        }
    }

    /// Test case 14 of the GCM specification: a key, nonce and block of zeros.
    @Test func `the cipher is AES-256-GCM`() {
        let zeros = [UInt8](repeating: 0, count: 32)
        let hidden: [UInt8] = [
            0xce, 0xa7, 0x40, 0x3d, 0x4d, 0x60, 0x6b, 0x6e, 0x07, 0x4e, 0xc5, 0xd3, 0xba, 0xf3, 0x9d, 0x18,
        ]
        let tag: [UInt8] = [
            0xd0, 0xd1, 0xc8, 0xa7, 0x99, 0x99, 0x6b, 0xf0, 0x26, 0x5b, 0x98, 0xb5, 0xd4, 0x8a, 0xb9, 0x19,
        ]
        let opened = Sealed.open([UInt8](repeating: 0, count: 12) + hidden + tag, key: zeros, context: "")
        #expect(opened == Array(zeros.prefix(16)))
    }
}
