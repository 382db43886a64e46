// Signed tokens (JWS, RFC 7515, in their compact form): read strictly, believed only with a key that verifies them.

import Bytes
import Foundation

/// How a token may be signed. There is no other: neither `none`, nor a shared secret that could be somebody's public key.
public enum SignatureAlgorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
}

/// A token whose form is right. What it says is worth nothing before `isSigned(by:)`.
public struct SignedToken: Sendable {
    public enum Problem: Error, Equatable, Sendable {
        /// Not three parts of canonical base64url, or too long.
        case form
        /// A header that is no object of unlike keys, demands what we do not know, or is of something else.
        case header
        /// Signed in a way that is not allowed.
        case algorithm
    }

    /// Bytes of a whole token.
    public static let longest = 16_384

    public let algorithm: SignatureAlgorithm
    public let keyID: String?
    /// What was signed, an object of JSON with unlike keys.
    public let payload: [UInt8]
    private let signedBytes: [UInt8]
    private let signature: [UInt8]

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
    }

    public init(_ text: String) throws(Problem) {
        guard text.utf8.count <= Self.longest else { throw .form }
        let parts = text.split(bytes: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), StrictJSON.keys(payload) != nil
        else { throw .form }
        guard let keys = StrictJSON.keys(head), !keys.contains("crit"),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
            ["jwt", "jws", "application/jwt"].contains((header.typ ?? "JWT").lowercased())
        else { throw .header }
        guard let algorithm = SignatureAlgorithm(rawValue: header.alg) else { throw .algorithm }
        self.algorithm = algorithm
        keyID = header.kid
        self.payload = payload
        self.signature = signature
        signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether the key is of the kind that the token names, and made its signature.
    public func isSigned(by key: PublicKey) -> Bool {
        key.algorithm == algorithm && key.verifies(signature, of: signedBytes)
    }
}
