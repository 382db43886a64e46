// Private keys of P-256: agreement with another key (ECDH), and signed tokens (ES256). OpenSSL does all of it.

import COpenSSL

/// A private key of P-256.
public struct PrivateKey: Sendable {
    /// The bytes of an uncompressed point.
    public static let pointLength = 65
    static let numberLength = 32

    /// The public key: 65 bytes, uncompressed.
    public let publicPoint: [UInt8]
    private let number: [UInt8]

    /// A new key.
    public init() { self = Self.first { Random.bytes(Self.numberLength) } }

    /// The key that belongs to a secret: always the same one.
    public init(derivedFrom secret: [UInt8]) {
        var counter: UInt8 = 0
        self = Self.first {
            counter += 1
            return HMAC.sha256(key: secret, [counter])
        }
    }

    /// The key of a number of 32 bytes; `nil` if it is 0 or not below the order of the curve.
    init?(number: [UInt8]) {
        guard number.count == Self.numberLength, let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1),
            let value = BN_bin2bn(number, Int32(number.count), nil)
        else { return nil }
        defer {
            BN_clear_free(value)
            EC_GROUP_free(group)
        }
        guard BN_is_zero(value) == 0, BN_cmp(value, EC_GROUP_get0_order(group)) < 0, let point = EC_POINT_new(group)
        else { return nil }
        defer { EC_POINT_free(point) }
        var bytes = [UInt8](repeating: 0, count: Self.pointLength)
        guard EC_POINT_mul(group, point, value, nil, nil, nil) == 1,
            EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil) == bytes.count
        else { return nil }
        (publicPoint, self.number) = (bytes, number)
    }

    /// One number in four billion is too large; then the next one is used.
    private static func first(_ next: () -> [UInt8]) -> PrivateKey {
        while true { if let key = PrivateKey(number: next()) { return key } }
    }

    /// The 32 bytes that only the owners of both keys know; `nil` if the other point is not on the curve.
    func agreement(with point: [UInt8]) -> [UInt8]? {
        guard point.count == Self.pointLength, let own = OpenSSLKey.p256(point: publicPoint, number: number) else {
            return nil
        }
        defer { EVP_PKEY_free(own) }
        guard let other = OpenSSLKey.p256(point: point), let context = EVP_PKEY_CTX_new(own, nil) else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(other)
        }
        var secret = [UInt8](repeating: 0, count: Self.numberLength)
        var length = secret.count
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
            EVP_PKEY_derive(context, &secret, &length) == 1, length == secret.count
        else { return nil }
        return secret
    }

    /// A signed token (JWS, compact form) with a JSON object as its content; `nil` if OpenSSL cannot sign.
    public func token(_ content: String) -> String? {
        let header = Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        let text = "\(header).\(Base64URL.encode(Array(content.utf8)))"
        return signature(of: Array(text.utf8)).map { "\(text).\(Base64URL.encode($0))" }
    }

    private func signature(of message: [UInt8]) -> [UInt8]? {
        guard let key = OpenSSLKey.p256(point: publicPoint, number: number) else { return nil }
        defer { EVP_PKEY_free(key) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var length = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &length, message, message.count) == 1
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &bytes, &length, message, message.count) == 1 else { return nil }
        return Self.numbers(ofDER: Array(bytes.prefix(length)))
    }

    /// The two numbers of a signature, 32 bytes each (RFC 7518, section 3.4).
    private static func numbers(ofDER bytes: [UInt8]) -> [UInt8]? {
        let pair = bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &start, buffer.count)
        }
        guard let pair else { return nil }
        defer { ECDSA_SIG_free(pair) }
        var result: [UInt8] = []
        for number in [ECDSA_SIG_get0_r(pair), ECDSA_SIG_get0_s(pair)] {
            var half = [UInt8](repeating: 0, count: numberLength)
            guard BN_bn2binpad(number, &half, Int32(half.count)) == half.count else { return nil }
            result += half
        }
        return result
    }
}
