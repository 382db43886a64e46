// Signed tokens (JWS, RFC 7515, compact form): parsed strictly, and trusted only with a key that verifies them.

import Bytes
import Foundation

/// The allowed signature algorithms. `none` and shared secrets are not allowed, because a public key could be used as a
/// shared secret.
public enum SignatureAlgorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
}

/// A well-formed token. Its content must not be trusted before `isSigned(by:)`.
public struct SignedToken: Sendable {
    public enum Problem: Error, Equatable, Sendable {
        /// Not three parts of canonical base64url, or too long.
        case form
        /// A header that is not an object with distinct keys, requires an unknown extension, or has another type.
        case header
        /// A signature algorithm that is not allowed.
        case algorithm
    }

    /// The maximum bytes of a token.
    public static let longest = 16_384

    public let algorithm: SignatureAlgorithm
    public let keyID: String?
    /// The signed content, a JSON object with distinct keys.
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

    /// Whether the key has the token's algorithm and verifies its signature.
    public func isSigned(by key: PublicKey) -> Bool {
        key.algorithm == algorithm && key.verifies(signature, of: signedBytes)
    }
}
