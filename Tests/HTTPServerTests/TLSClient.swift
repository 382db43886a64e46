// The TLS side of the test client, and certificates for tests.

import COpenSSL
import Foundation
import HTTPServer
import Testing

/// Encrypts the bytes of a `Client`.
final class TLSClient {
    /// The versions and protocols that a client offers.
    struct Settings {
        var newest = TLS1_3_VERSION
        var protocols: [String] = []
        /// An earlier session to resume.
        var session: Session?
    }

    /// A session that a client can resume.
    final class Session {
        fileprivate let pointer: OpaquePointer
        fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { SSL_SESSION_free(pointer) }
    }

    /// The TLS handshake failed.
    struct Refused: Error {}

    private let context: OpaquePointer
    private let pointer: OpaquePointer

    init(_ settings: Settings, descriptor: Int32) throws {
        context = try #require(SSL_CTX_new(TLS_client_method()))
        pointer = try #require(SSL_new(context))
        // Lowered, so that the server refuses old versions, not the client.
        SSL_set_security_level(pointer, 0)
        SSL_ctrl(pointer, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_VERSION), nil)
        SSL_ctrl(pointer, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(settings.newest), nil)
        let protocols = settings.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !protocols.isEmpty { SSL_set_alpn_protos(pointer, protocols, UInt32(protocols.count)) }
        if let session = settings.session { SSL_set_session(pointer, session.pointer) }
        SSL_set_fd(pointer, descriptor)
        ERR_clear_error()
        guard SSL_connect(pointer) == 1 else { throw Refused() }
    }

    deinit {
        // Without this, freeing an open connection would discard its session.
        SSL_set_shutdown(pointer, SSL_SENT_SHUTDOWN)
        SSL_free(pointer)
        SSL_CTX_free(context)
    }

    func send(_ bytes: [UInt8]) {
        ERR_clear_error()
        SSL_write(pointer, bytes, Int32(bytes.count))
    }

    func receive(_ buffer: inout [UInt8]) -> Int {
        ERR_clear_error()
        return Int(SSL_read(pointer, &buffer, Int32(buffer.count)))
    }

    /// Whether the server sent a close_notify.
    var hasEnd: Bool { SSL_get_shutdown(pointer) & SSL_RECEIVED_SHUTDOWN != 0 }
    var isResumed: Bool { SSL_session_reused(pointer) == 1 }
    /// The session to resume later. Read it after an answer, since tickets arrive with one.
    var session: Session? { SSL_get1_session(pointer).map(Session.init) }
    var version: String { String(cString: SSL_get_version(pointer)) }
    /// The subject of the server's certificate.
    var name: String {
        guard let certificate = SSL_get1_peer_certificate(pointer) else { return "" }
        defer { X509_free(certificate) }
        var text = [CChar](repeating: 0, count: 100)
        X509_NAME_oneline(X509_get_subject_name(certificate), &text, Int32(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    /// Sends key updates, as TLS 1.3 allows. Returns whether all were sent.
    func updateKeys(times: Int) -> Bool {
        ERR_clear_error()
        return (0..<times).allSatisfy { _ in
            SSL_key_update(pointer, SSL_KEY_UPDATE_NOT_REQUESTED) == 1 && SSL_do_handshake(pointer) == 1
        }
    }
    /// Asks for a renegotiation, as TLS 1.2 allows; returns whether the server agreed.
    func renegotiates() -> Bool {
        ERR_clear_error()
        return SSL_renegotiate(pointer) == 1 && SSL_do_handshake(pointer) == 1
    }
}

/// A self-signed certificate in a new folder.
final class TestCertificate: Sendable {
    let folder: String
    var certificate: String { folder + "/certificate.pem" }
    var key: String { folder + "/key.pem" }

    init(name: String = "first", days: Int = 30) throws {
        folder = NSTemporaryDirectory() + "toque-tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write(name: name, days: days)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Replaces the certificate and the key.
    func write(name: String, days: Int = 30) throws {
        let pair = try #require(Self.makeKey())
        let x509 = try #require(X509_new())
        defer {
            EVP_PKEY_free(pair)
            X509_free(x509)
        }
        X509_set_version(x509, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(x509), Int(getpid()))
        X509_gmtime_adj(X509_getm_notBefore(x509), -86_400)
        X509_gmtime_adj(X509_getm_notAfter(x509), days * 86_400)
        X509_set_pubkey(x509, pair)
        let subject = X509_get_subject_name(x509)
        X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, name, -1, -1, 0)
        X509_set_issuer_name(x509, subject)
        try #require(X509_sign(x509, pair, EVP_sha256()) > 0)
        try write(to: certificate) { PEM_write_bio_X509($0, x509) }
        try write(to: key) { PEM_write_bio_PrivateKey($0, pair, nil, nil, 0, nil, nil) }
    }

    private static func makeKey() -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var pair: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1)
        EVP_PKEY_keygen(context, &pair)
        return pair
    }

    private func write(to path: String, _ body: (OpaquePointer?) -> Int32) throws {
        let file = BIO_new_file(path, "w")
        defer { BIO_free(file) }
        try #require(body(file) == 1)
    }
}
