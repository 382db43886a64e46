// Loads the TLS certificate at the start and again when its files change, and encrypts connections.

import COpenSSL
import Foundation
import Synchronization

/// A certificate with its key, shared by all loops. A connection keeps the certificate that it began with.
public final class TLS: Sendable {
    /// The loaded context, and the state of the files that it was loaded from.
    private struct Loaded {
        var context: TLSContext
        var files: [FileState?]
        /// When it was loaded, in milliseconds of the monotonic clock.
        var at: UInt64
    }

    public let certificate: String
    public let key: String
    private let loaded: Mutex<Loaded>

    /// How long a session can be resumed, in seconds. A context creates its own key for session tickets and is replaced
    /// after this time, so a ticket key is in memory for at most twice as long.
    private static let sessionSeconds = 12 * 60 * 60

    /// Loads a certificate chain, the server's own certificate first, and its key, both in PEM format.
    public init(certificate: String, key: String) throws {
        self.certificate = certificate
        self.key = key
        let files = [FileState(certificate), FileState(key)]
        let context = try TLSContext(
            certificate: certificate, key: key, sessionSeconds: Self.sessionSeconds)
        loaded = Mutex(Loaded(context: context, files: files, at: Clock.now()))
    }

    /// Loads the files again if they have changed since the last attempt, or if the ticket key is old. Returns whether
    /// it did. If loading fails, throws and keeps the old certificate.
    public func renew() throws -> Bool {
        let files = [FileState(certificate), FileState(key)]
        let isDue = loaded.withLock { loaded in
            let age = Clock.now() - loaded.at
            guard loaded.files != files || age >= UInt64(Self.sessionSeconds) * 1000 else { return false }
            // Stored before loading, so that unusable files are reported only once. The time is not updated, because an
            // old ticket key still has to be replaced.
            loaded.files = files
            return true
        }
        guard isDue else { return false }
        let context = try TLSContext(
            certificate: certificate, key: key, sessionSeconds: Self.sessionSeconds)
        loaded.withLock { loaded in
            loaded.context = context
            loaded.at = Clock.now()
        }
        return true
    }

    /// Seconds until the certificate expires; negative if it has expired.
    public var secondsLeft: Int { loaded.withLock { $0.context }.secondsLeft }

    /// Creates the TLS session of a new connection; `nil` if there is no memory for it.
    func session(on descriptor: Int32) -> TLSSession? {
        TLSSession(loaded.withLock { $0.context }, descriptor: descriptor)
    }
}

/// The properties of a file that change when it is replaced, written, or its permissions change.
private struct FileState: Equatable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let written: [Int]
    private let changed: [Int]

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        device = information.st_dev
        number = information.st_ino
        size = information.st_size
        written = [information.st_mtim.tv_sec, information.st_mtim.tv_nsec]
        changed = [information.st_ctim.tv_sec, information.st_ctim.tv_nsec]
    }
}

/// OpenSSL's settings with one certificate. It never changes after `init`, and OpenSSL locks the parts that connections
/// share.
final class TLSContext: @unchecked Sendable {  // see above
    fileprivate let pointer: OpaquePointer

    /// Mozilla's "intermediate" list for TLS 1.2, without finite-field Diffie-Hellman; all ciphers of TLS 1.3 are
    /// secure.
    private static let ciphers =
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
        + "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305"

    init(certificate: String, key: String, sessionSeconds: Int) throws(ServerError) {
        guard let pointer = SSL_CTX_new(TLS_server_method()) else {
            throw ServerError(message: "no TLS: \(Self.reason())")
        }
        // From here on `deinit` frees it, also if a later step fails.
        self.pointer = pointer
        // This also cuts off clients that send key updates without pause.
        guard toque_tls_set_up(pointer, sessionSeconds) == 1, SSL_CTX_set_cipher_list(pointer, Self.ciphers) == 1 else {
            throw ServerError(message: "no TLS: \(Self.reason())")
        }
        // Without this OpenSSL would ask for the password of an encrypted key on the terminal.
        SSL_CTX_set_default_passwd_cb(pointer) { _, _, _, _ in -1 }
        for path in [certificate, key] where access(path, R_OK) != 0 { throw ServerError("cannot read \(path)") }
        ERR_clear_error()
        guard SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1 else {
            throw ServerError(message: "no certificate in \(certificate): \(Self.reason())")
        }
        guard SSL_CTX_use_PrivateKey_file(pointer, key, SSL_FILETYPE_PEM) == 1, SSL_CTX_check_private_key(pointer) == 1
        else {
            throw ServerError(message: "no key in \(key) for the certificate in \(certificate): \(Self.reason())")
        }
    }

    deinit { SSL_CTX_free(pointer) }

    fileprivate var secondsLeft: Int {
        guard let certificate = SSL_CTX_get0_certificate(pointer) else { return 0 }
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard ASN1_TIME_diff(&days, &seconds, nil, X509_get0_notAfter(certificate)) == 1 else { return 0 }
        return Int(days) * 86_400 + Int(seconds)
    }

    /// OpenSSL's message for the first error.
    private static func reason() -> String {
        let code = ERR_get_error()
        defer { ERR_clear_error() }
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

/// The TLS session of one connection. It is confined to its loop.
final class TLSSession {
    enum Outcome {
        case done(Int)
        /// The other end has closed its side.
        case ended
        case wants(Socket.Interest)
        /// The received bytes are an unencrypted request.
        case plain
        case failed
    }

    /// The maximum bytes encrypted in one record.
    static let recordSize = 16 * 1024

    private let pointer: OpaquePointer
    private var hasFailed = false

    init?(_ context: TLSContext, descriptor: Int32) {
        guard let pointer = SSL_new(context.pointer) else { return nil }
        self.pointer = pointer
        guard SSL_set_fd(pointer, descriptor) == 1 else { return nil }
        // The first read or write does the handshake.
        SSL_set_accept_state(pointer)
    }

    deinit { SSL_free(pointer) }

    func read(into buffer: inout [UInt8]) -> Outcome {
        attempt { SSL_read(pointer, &buffer, Int32(clamping: buffer.count)) }
    }

    /// Writes at most one record; after `wants`, the same bytes must be written again.
    func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
        bytes.withUnsafeBytes { bytes in attempt { SSL_write(pointer, bytes.baseAddress, Int32(bytes.count)) } }
    }

    /// Sends the close message, so that the other end knows that it has received everything.
    func sayEnd() -> Outcome {
        guard !hasFailed, SSL_is_init_finished(pointer) == 1 else { return .done(0) }
        return attempt {
            let outcome = SSL_shutdown(pointer)
            // 0 means that the message was sent but the other end has not sent its own yet.
            return outcome == 0 ? 1 : outcome
        }
    }

    private func attempt(_ call: () -> Int32) -> Outcome {
        // An error left by an earlier connection of this thread would be mistaken for one of this connection.
        ERR_clear_error()
        let count = call()
        if count > 0 { return .done(Int(count)) }
        switch SSL_get_error(pointer, count) {
        case SSL_ERROR_WANT_READ: return .wants(.reading)
        case SSL_ERROR_WANT_WRITE: return .wants(.writing)
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            hasFailed = true
            return toque_tls_is_plain_http(ERR_peek_error()) == 1 ? .plain : .failed
        }
    }
}
