// Encrypts messages of Web Push for one device (RFC 8291, with the content encoding of RFC 8188).

import COpenSSL

/// The keys of a device, which its browser made when somebody turned messages on.
public struct PushKeys: Sendable, Equatable {
    static let authLength = 16

    /// Its public key of P-256: 65 bytes, uncompressed.
    public let publicPoint: [UInt8]
    /// 16 bytes that only the device and this site know.
    public let auth: [UInt8]

    /// `nil` if the lengths are wrong or the point is not on the curve.
    public init?(publicPoint: [UInt8], auth: [UInt8]) {
        guard auth.count == Self.authLength, publicPoint.count == PrivateKey.pointLength, publicPoint.first == 4,
            let key = OpenSSLKey.p256(point: publicPoint)
        else { return nil }
        EVP_PKEY_free(key)
        (self.publicPoint, self.auth) = (publicPoint, auth)
    }
}

public enum PushEncryption {
    /// The size of a record in the header; a message is always one record.
    private static let record: UInt32 = 4_096
    private static let saltLength = 16
    private static let tagLength = 16
    /// The most bytes of a message that push services have to accept, without the header and the tag (RFC 8291,
    /// section 4).
    public static let longest = 3_993

    /// The body of a request with `Content-Encoding: aes128gcm`; `nil` if the message is too long.
    public static func encrypt(_ message: [UInt8], for keys: PushKeys) -> [UInt8]? {
        encrypt(message, for: keys, sender: PrivateKey(), salt: Random.bytes(saltLength))
    }

    /// The same with a given key and salt, which must be used only once.
    static func encrypt(_ message: [UInt8], for keys: PushKeys, sender: PrivateKey, salt: [UInt8]) -> [UInt8]? {
        guard message.count <= longest, let shared = sender.agreement(with: keys.publicPoint) else { return nil }
        let info = Array("WebPush: info\0".utf8) + keys.publicPoint + sender.publicPoint
        guard let key = hkdf(salt: keys.auth, shared, info, 32),
            let contentKey = hkdf(salt: salt, key, Array("Content-Encoding: aes128gcm\0".utf8), 16),
            let nonce = hkdf(salt: salt, key, Array("Content-Encoding: nonce\0".utf8), 12),
            // The byte 2 ends the last record.
            let content = aes128gcm(message + [2], key: contentKey, nonce: nonce)
        else { return nil }
        let size = withUnsafeBytes(of: record.bigEndian) { Array($0) }
        return salt + size + [UInt8(sender.publicPoint.count)] + sender.publicPoint + content
    }

    private static func hkdf(salt: [UInt8], _ key: [UInt8], _ info: [UInt8], _ length: Int) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: length)
        let isDone = toque_hkdf(salt, salt.count, key, key.count, info, info.count, &result, length)
        return isDone == 1 ? result : nil
    }

    private static func aes128gcm(_ clear: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        let cipher = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(cipher) }
        var (hidden, tag) = ([UInt8](repeating: 0, count: clear.count), [UInt8](repeating: 0, count: tagLength))
        var (length, none): (Int32, Int32) = (0, 0)
        guard EVP_EncryptInit_ex(cipher, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(cipher, &hidden, &length, clear, Int32(clear.count)) == 1, length == hidden.count,
            EVP_EncryptFinal_ex(cipher, nil, &none) == 1,
            EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, Int32(tagLength), &tag) == 1
        else { return nil }
        return hidden + tag
    }
}
