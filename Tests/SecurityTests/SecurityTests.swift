// Tests of digests, password hashes and the secret file, with published test vectors.

import CArgon2
import Foundation
import Security
import Testing

@Suite struct DigestTests {
    @Test func `SHA-256 agrees with FIPS 180-4`() {
        #expect(SHA256.hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(SHA256.hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `HMAC agrees with RFC 4231, case 2`() {
        let code = HMAC.sha256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        #expect(Hex.encode(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `Base64URL agrees with RFC 4648 without padding`() {
        #expect(
            ["f", "fo", "foo", "foob"].map { Base64URL.encode(Array($0.utf8)) } == ["Zg", "Zm8", "Zm9v", "Zm9vYg"])
        #expect(Base64URL.encode([0xfb, 0xff]) == "-_8")
    }

    @Test func `500 random tokens are all different`() {
        #expect(Set((0..<500).map { _ in Random.token() }).count == 500)
    }

    @Test func `comparison includes every byte and the length`() {
        #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEqual([1, 2], [1, 2, 3]))
    }
}

@Suite struct PasswordTests {
    let cost = PasswordCost(memory: 64, passes: 1)

    @Test func `a password hash is a PHC string with the given parameters`() throws {
        let hash = try PasswordHash.make("correct horse", cost: PasswordCost())
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test func `only the exact password is accepted`() throws {
        let password = String(repeating: "ä", count: 50) + "\0tail"
        let hash = try PasswordHash.make(password, cost: cost)
        #expect(PasswordHash.verify(password, against: hash))
        for wrong in [
            String(password.dropLast()), password + " ", String(repeating: "ä", count: 50), password.uppercased(),
        ] {
            #expect(!PasswordHash.verify(wrong, against: hash))
        }
    }

    @Test func `the same password gets another hash each time`() throws {
        #expect(try PasswordHash.make("a", cost: cost) != PasswordHash.make("a", cost: cost))
    }

    @Test func `a hash with another cost is outdated, and no password matches a decoy`() throws {
        let hash = try PasswordHash.make("a", cost: cost)
        #expect(!PasswordHash.isOutdated(hash, cost: cost))
        #expect(PasswordHash.isOutdated(hash, cost: PasswordCost(memory: 65, passes: 1)))
        #expect(PasswordHash.isOutdated(hash, cost: PasswordCost(memory: 64, passes: 10)))
        let decoy = PasswordHash.decoy(cost: cost)
        #expect(decoy.count == hash.count)
        #expect(!PasswordHash.isOutdated(decoy, cost: cost))
        #expect(!PasswordHash.verify("a", against: decoy))
        // An unreadable decoy would be refused without any work, and the short time would show that the name is
        // unknown.
        #expect(argon2id_verify(decoy, "a", 1) == ARGON2_VERIFY_MISMATCH.rawValue)
    }

    @Test func `a malformed hash matches no password`() {
        #expect(!PasswordHash.verify("x", against: "plain"))
    }
}

@Suite struct SecretFileTests {
    @Test func `Base64URL without padding decodes strictly`() {
        for count in 0..<70 {
            let bytes = Random.bytes(count)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        for wrong in ["A", "AB", "AA=", "A+", "A/", "A A", "AAAAA"] { #expect(Base64URL.decode(wrong) == nil) }
    }

    @Test func `the secret is created once with mode 600 and kept`() throws {
        let path = NSTemporaryDirectory() + "secret-" + Random.token(bytes: 8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try SecretFile.load(path: path)
        #expect(first.count == 32)
        #expect(try SecretFile.load(path: path) == first)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a secret file that cannot be read is refused and never replaced`() throws {
        let path = NSTemporaryDirectory() + "secret-" + Random.token(bytes: 8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: SecretFile.Unreadable.self) { try SecretFile.load(path: path) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeDirectory)
    }

    @Test func `a secret that is too short is refused`() throws {
        let path = NSTemporaryDirectory() + "secret-" + Random.token(bytes: 8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3]))
        #expect(throws: SecretFile.Unreadable.self) { try SecretFile.load(path: path) }
    }
}
