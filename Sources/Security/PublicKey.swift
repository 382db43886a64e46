// The public keys of login providers (JWK, RFC 7517), and verification of RS256 and ES256 signatures with OpenSSL.

import COpenSSL
import Foundation

/// A key that verifies signatures.
public struct PublicKey: Sendable {
    private enum Numbers: Sendable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// A point of P-256, uncompressed.
        case p256(point: [UInt8])
    }

    /// The allowed bits of an RSA modulus: fewer are insecure, more only take time.
    private static let rsaBits = 2_048...8_192

    public let id: String?
    private let numbers: Numbers

    public var algorithm: SignatureAlgorithm {
        switch numbers {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// The key of an entry; `nil` if it is for another purpose, weak, or of an unsupported kind.
    init?(_ entry: KeySet.Entry) {
        guard entry.use ?? "sig" == "sig" else { return nil }
        id = entry.kid
        switch (entry.kty, entry.crv) {
        case ("RSA", nil):
            guard let modulus = entry.n.flatMap(Base64URL.decode), let exponent = entry.e.flatMap(Base64URL.decode),
                Self.rsaBits.contains(Self.bits(modulus)), (2...32).contains(Self.bits(exponent)),
                exponent.last.map({ $0 & 1 == 1 }) == true
            else { return nil }
            numbers = .rsa(modulus: modulus, exponent: exponent)
        case ("EC", "P-256"):
            guard let x = entry.x.flatMap(Base64URL.decode), let y = entry.y.flatMap(Base64URL.decode),
                x.count == 32, y.count == 32
            else { return nil }
            numbers = .p256(point: [4] + x + y)
        default: return nil
        }
        guard entry.alg ?? algorithm.rawValue == algorithm.rawValue else { return nil }
    }

    private static func bits(_ number: [UInt8]) -> Int {
        let digits = number.drop { $0 == 0 }
        return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let key = load() else { return false }
        defer { EVP_PKEY_free(key) }
        guard let signature = algorithm == .es256 ? Self.asDER(signature) : signature else { return false }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// The key as an OpenSSL object, which the caller frees; `nil` if the numbers are invalid.
    private func load() -> OpaquePointer? {
        switch numbers {
        case .rsa(let modulus, let exponent):
            // OpenSSL expects the bytes of numbers in the machine's order, which is little-endian on all machines that
            // Toque supports.
            var (modulus, exponent) = ([UInt8](modulus.reversed()), [UInt8](exponent.reversed()))
            return modulus.withUnsafeMutableBytes { modulus in
                exponent.withUnsafeMutableBytes { exponent in
                    OpenSSLKey.load(
                        "RSA",
                        [
                            OSSL_PARAM_construct_BN(OpenSSLKey.name("n"), modulus.baseAddress, modulus.count),
                            OSSL_PARAM_construct_BN(OpenSSLKey.name("e"), exponent.baseAddress, exponent.count),
                        ])
                }
            }
        case .p256(let point): return OpenSSLKey.p256(point: point)
        }
    }

    /// Converts the two numbers of an ES256 signature, 32 bytes each (RFC 7518, section 3.4), to DER for OpenSSL.
    private static func asDER(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == 64, let pair = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(pair) }
        // The pair owns both numbers from here on.
        guard ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, nil), BN_bin2bn(Array(signature[32...]), 32, nil)) == 1
        else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let length = i2d_ECDSA_SIG(pair, &bytes)
        defer { CRYPTO_free(bytes, nil, 0) }
        guard length > 0, let bytes else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
}

/// The current signing keys of a provider.
public struct KeySet: Sendable {
    /// The maximum number of keys. No provider has more, and the limit bounds the keys that are compared for a token
    /// without a key id.
    private static let most = 64

    struct Entry: Decodable {
        let kty: String
        let kid, use, alg, n, e, crv, x, y: String?
    }

    /// An entry that may be invalid or of an unknown kind, so that it does not make the others unreadable.
    private struct Lenient: Decodable {
        let entry: Entry?
        init(from decoder: any Decoder) throws { entry = try? Entry(from: decoder) }
    }

    private struct File: Decodable { let keys: [Lenient] }

    public let keys: [PublicKey]

    /// `nil` if the bytes are not a set of keys.
    public init?(_ bytes: [UInt8]) {
        guard StrictJSON.keys(bytes) != nil, let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else {
            return nil
        }
        keys = file.keys.prefix(Self.most).compactMap { $0.entry.flatMap(PublicKey.init) }
    }

    /// The key that a token names; if it names none, the only key for its algorithm.
    public func key(for token: SignedToken) -> PublicKey? {
        let fitting = keys.filter {
            $0.algorithm == token.algorithm && (token.keyID == nil || $0.id == token.keyID)
        }
        return fitting.count == 1 ? fitting[0] : nil
    }
}
