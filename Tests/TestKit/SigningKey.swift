// Keys of made-up login providers. The program signs nothing itself, so the tests sign with the openssl command.

import Bytes
import Foundation
import Security

@testable import Toque

/// A private key in a file.
final class SigningKey: Sendable {
    enum Kind: Sendable {
        case rsa(bits: Int)
        case p256
    }

    /// Shared between tests, because making an RSA key is slow.
    static let rsa = Result { try SigningKey("rsa-1", .rsa(bits: 2_048)) }
    static let other = Result { try SigningKey("rsa-2", .rsa(bits: 2_048)) }
    static let p256 = Result { try SigningKey("ec-1", .p256) }

    let id: String
    let algorithm: String
    /// The public part as PEM, which a forger might use as an HMAC secret.
    let publicPEM: [UInt8]
    private let numbers: String
    private let folder: TestFolder
    private var file: String { folder.path + "/key.pem" }

    init(_ id: String, _ kind: Kind) throws {
        self.id = id
        folder = try TestFolder()
        let file = folder.path + "/key.pem"
        let key: [UInt8]
        switch kind {
        case .rsa(let bits):
            algorithm = "RS256"
            key = try Self.openssl(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"], in: folder)
            try Data(key).write(to: URL(filePath: file))
            let modulus = try Self.openssl(["rsa", "-in", file, "-noout", "-modulus"], in: folder)
            let digits = String(decoding: modulus, as: UTF8.self).trimmed.dropFirst("Modulus=".count)
            numbers = "\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"\(Base64URL.encode(Self.bytes(hex: digits)))\""
        case .p256:
            algorithm = "ES256"
            let options = ["-pkeyopt", "ec_paramgen_curve:P-256"]
            key = try Self.openssl(["genpkey", "-algorithm", "EC"] + options, in: folder)
            try Data(key).write(to: URL(filePath: file))
            let point = try Self.openssl(["pkey", "-in", file, "-pubout", "-outform", "DER"], in: folder).suffix(64)
            let (x, y) = (Base64URL.encode(Array(point.prefix(32))), Base64URL.encode(Array(point.suffix(32))))
            numbers = "\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\(x)\",\"y\":\"\(y)\""
        }
        publicPEM = try Self.openssl(["pkey", "-in", file, "-pubout"], in: folder)
    }

    /// The key's entry in a JSON key set.
    func jwk(more: String = "") -> String { "{\"kid\":\"\(id)\",\(numbers)\(more)}" }

    func sign(_ text: String) throws -> [UInt8] {
        let typed = "\(folder.path)/\(UUID().uuidString)"
        try Data(text.utf8).write(to: URL(filePath: typed))
        defer { try? FileManager.default.removeItem(atPath: typed) }
        let made = try Self.openssl(["dgst", "-sha256", "-sign", file], [typed], in: folder)
        return algorithm == "RS256" ? made : Self.numbers(ofDER: made)
    }

    /// The two numbers of a signature, 32 bytes each.
    private static func numbers(ofDER bytes: [UInt8]) -> [UInt8] {
        let firstLength = Int(bytes[3])
        let first = bytes[4..<4 + firstLength]
        let second = bytes[(6 + firstLength)...]
        return [first, second].flatMap { number in
            let digits = Array(number.drop { $0 == 0 })
            return Array(repeating: 0, count: 32 - digits.count) + digits
        }
    }

    private static func bytes(hex: Substring) -> [UInt8] {
        var rest = hex
        var bytes: [UInt8] = []
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func openssl(_ arguments: [String], _ operands: [String] = [], in folder: TestFolder) throws
        -> [UInt8]
    {
        let made = "\(folder.path)/\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: made) }
        try SystemProgram.run("/usr/bin/openssl", arguments + ["-out", made] + operands)
        return Array(try Data(contentsOf: URL(filePath: made)))
    }
}
