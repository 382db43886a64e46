// Keys made of their numbers, as OpenSSL's objects.

import COpenSSL

enum OpenSSLKey {
    /// OpenSSL keeps the pointer to a parameter's name, so it must remain valid after the call.
    static func name(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// The key of these numbers, which the caller frees; `nil` if they are invalid.
    static func load(
        _ type: String, _ parameters: [OSSL_PARAM], _ selection: Int32 = toque_public_numbers
    ) -> OpaquePointer? {
        var parameters = parameters + [OSSL_PARAM_construct_end()]
        var key: OpaquePointer?
        let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_fromdata_init(context) == 1, EVP_PKEY_fromdata(context, &key, selection, &parameters) == 1
        else { return nil }
        return key
    }

    /// A key of P-256 from its uncompressed point and, for a private key, its number of 32 bytes. `nil` if the point is
    /// not on the curve.
    static func p256(point: [UInt8], number: [UInt8]? = nil) -> OpaquePointer? {
        var (point, curve) = (point, Array("prime256v1\0".utf8CString))
        // OpenSSL expects the bytes of numbers in the machine's order, which is little-endian.
        var number = number.map { [UInt8]($0.reversed()) } ?? []
        return point.withUnsafeMutableBytes { point in
            curve.withUnsafeMutableBufferPointer { curve in
                number.withUnsafeMutableBytes { number in
                    var parameters = [
                        OSSL_PARAM_construct_utf8_string(name("group"), curve.baseAddress, 0),
                        OSSL_PARAM_construct_octet_string(name("pub"), point.baseAddress, point.count),
                    ]
                    guard !number.isEmpty else { return load("EC", parameters) }
                    parameters.append(OSSL_PARAM_construct_BN(name("priv"), number.baseAddress, number.count))
                    return load("EC", parameters, toque_key_pair)
                }
            }
        }
    }
}
