// Encrypts stored data that the site has to read again: AES-256-GCM with a key derived from the site's secret.

import COpenSSL

/// Encrypted bytes as nonce, ciphertext and tag. `context` names their purpose and owner, and must be the same for
/// decryption.
public enum Sealed {
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Encrypts bytes with a key of 32 bytes.
    public static func seal(_ clear: [UInt8], key: [UInt8], context: String) -> [UInt8] {
        let nonce = Random.bytes(nonceLength)
        let cipher = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(cipher) }
        var tag = [UInt8](repeating: 0, count: tagLength)
        let isStarted = key.count == 32 && EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), nil, key, nonce) == 1
        let hidden = isStarted ? update(cipher, clear, context, EVP_EncryptUpdate) : nil
        var none: Int32 = 0
        guard let hidden, EVP_EncryptFinal_ex(cipher, nil, &none) == 1,
            EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, Int32(tagLength), &tag) == 1
        else { preconditionFailure("AES-256-GCM is not there or the key has not 32 bytes") }
        return nonce + hidden + tag
    }

    /// The decrypted bytes; `nil` if the key, the context or any bit differs.
    public static func open(_ sealed: [UInt8], key: [UInt8], context: String) -> [UInt8]? {
        guard sealed.count >= nonceLength + tagLength, key.count == 32 else { return nil }
        let nonce = Array(sealed.prefix(nonceLength))
        var tag = Array(sealed.suffix(tagLength))
        let hidden = Array(sealed.dropFirst(nonceLength).dropLast(tagLength))
        let cipher = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(cipher) }
        var none: Int32 = 0
        guard EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            let clear = update(cipher, hidden, context, EVP_DecryptUpdate),
            EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, Int32(tagLength), &tag) == 1,
            EVP_DecryptFinal_ex(cipher, nil, &none) == 1
        else { return nil }
        return clear
    }

    private typealias Update = (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?, UnsafePointer<UInt8>?, Int32
    ) -> Int32

    /// Processes the context, which is authenticated but not encrypted, and then the bytes.
    private static func update(
        _ cipher: OpaquePointer?, _ bytes: [UInt8], _ context: String, _ update: Update
    ) -> [UInt8]? {
        var length: Int32 = 0
        let label = Array(context.utf8)
        guard update(cipher, nil, &length, label, Int32(label.count)) == 1 else { return nil }
        if bytes.isEmpty { return [] }
        var result = [UInt8](repeating: 0, count: bytes.count)
        guard update(cipher, &result, &length, bytes, Int32(bytes.count)) == 1 else { return nil }
        return result
    }
}
