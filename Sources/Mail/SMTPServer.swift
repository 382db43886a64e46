// Delivers email over SMTP with libcurl: encrypted, with a checked certificate, within a time limit.

import CCurl
import Foundation

/// The mail server of the site: `smtps://` is encrypted from the start, `smtp://` with STARTTLS.
///
/// Unencrypted connections are only made to a server on this machine, and only if it does not offer encryption.
public struct SMTPServer: Delivery {
    public struct Invalid: Error, CustomStringConvertible {
        public let description: String
    }

    private let address: String
    private let user: String?
    private let password: String?
    private let certificates: String?
    private let seconds: Int
    private let isHere: Bool

    /// `url` is `smtp://user:password@host:port`, user and password percent-encoded. `certificates` is a file of
    /// trusted certificates that replaces the system's. One email takes at most `seconds`.
    public init(url: String, certificates: String?, seconds: Int) throws(Invalid) {
        guard let parts = URLComponents(string: url), ["smtp", "smtps"].contains(parts.scheme ?? ""),
            let host = parts.encodedHost, !host.isEmpty, ["", "/"].contains(parts.path), parts.query == nil,
            parts.fragment == nil, (parts.user == nil) == (parts.password == nil)
        else {
            throw Invalid(description: "smtp://user:password@host:port or smtps://… is what a mail server is named by")
        }
        address = "\(parts.scheme ?? "smtp")://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        user = parts.user
        password = parts.password
        self.certificates = certificates
        self.seconds = seconds
        isHere = ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    public func send(_ message: Message, isStopping: @escaping @Sendable () -> Bool) throws(DeliveryFailure) -> String {
        guard Self.isStarted, let handle = curl_easy_init() else { throw .unreachable("libcurl does not start") }
        defer { curl_easy_cleanup(handle) }
        var errors = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let recipients = curl_slist_append(nil, "<\(message.to.text)>")
        defer { curl_slist_free_all(recipients) }
        let transfer = Transfer(message.bytes, isStopping: isStopping)
        let result = errors.withUnsafeMutableBufferPointer { errors in
            toque_curl_errors(handle, errors.baseAddress)
            configure(handle, message, recipients)
            return withExtendedLifetime(transfer) {
                transfer.serve(handle)
                return curl_easy_perform(handle)
            }
        }
        if result == CURLE_OK { return transfer.lastLine }
        // Otherwise curl would send QUIT to a server that does not answer, and wait two minutes for the reply.
        toque_curl_hang_up(handle)
        let status = toque_curl_status(handle)
        let said = errors.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let reason = status >= 400 || said.isEmpty ? transfer.lastLine : String(decoding: said, as: UTF8.self)
        throw Self.failure(
            result, status, hasContent: transfer.sent > 0,
            reason.isEmpty ? String(cString: curl_easy_strerror(result)) : reason)
    }

    private func configure(
        _ handle: UnsafeMutableRawPointer, _ message: Message, _ recipients: UnsafeMutablePointer<curl_slist>?
    ) {
        // The path is the name that the site uses in its greeting.
        toque_curl_text(handle, CURLOPT_URL, "\(address)/\(message.from.address.domain)")
        toque_curl_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        toque_curl_number(handle, CURLOPT_USE_SSL, isHere ? toque_curl_tls_if_offered : toque_curl_tls_always)
        if let certificates { toque_curl_text(handle, CURLOPT_CAINFO, certificates) }
        if let user, let password {
            toque_curl_text(handle, CURLOPT_USERNAME, user)
            toque_curl_text(handle, CURLOPT_PASSWORD, password)
        }
        toque_curl_text(handle, CURLOPT_MAIL_FROM, "<\(message.from.address.text)>")
        toque_curl_list(handle, CURLOPT_MAIL_RCPT, recipients)
        toque_curl_number(handle, CURLOPT_UPLOAD, 1)
        toque_curl_number(handle, CURLOPT_TIMEOUT, seconds)
        toque_curl_number(handle, CURLOPT_CONNECTTIMEOUT, seconds)
        // Without this, libcurl waits for the thread that looks up a name, beyond the time limit.
        toque_curl_number(handle, CURLOPT_QUICK_EXIT, 1)
        // Signals affect the whole process, but this is only one of its threads.
        toque_curl_number(handle, CURLOPT_NOSIGNAL, 1)
    }

    /// Distinguishes refusals. A refusal after MAIL, RCPT or the content concerns this email; one of the greeting,
    /// STARTTLS or the password is for the operator to fix and says nothing about the email.
    private static func failure(
        _ result: CURLcode, _ status: Int, hasContent: Bool, _ reason: String
    ) -> DeliveryFailure {
        let reason = String(reason.prefix(300))
        // libcurl uses the same error code for a refused greeting and for refused content.
        guard result == CURLE_SEND_ERROR || result == CURLE_WEIRD_SERVER_REPLY && hasContent else {
            return .unreachable(reason)
        }
        return switch status {
        case 400..<500: .later(reason)
        case 500..<600: .refused(reason)
        default: .unreachable(reason)
        }
    }

    /// Initialises libcurl once in a process, before its first use.
    private static let isStarted = toque_curl_start() == CURLE_OK
}

/// One email in transfer: the data for curl's callbacks, which all run on the sending thread.
private final class Transfer {
    private let bytes: [UInt8]
    private(set) var sent = 0
    private let isStopping: @Sendable () -> Bool
    /// The last line that the server sent.
    private(set) var lastLine = ""

    init(_ bytes: [UInt8], isStopping: @escaping @Sendable () -> Bool) {
        self.bytes = bytes
        self.isStopping = isStopping
    }

    /// Sets this object as the handle's callbacks; it has to live until the transfer ends.
    func serve(_ handle: UnsafeMutableRawPointer) {
        toque_curl_callbacks(
            handle, Unmanaged.passUnretained(self).toOpaque(),
            { buffer, size, count, context in Transfer.of(context)?.read(into: buffer, size * count) ?? 0 },
            { line, size, count, context in
                Transfer.of(context)?.hear(UnsafeRawBufferPointer(start: line, count: size * count))
                return size * count
            },
            { context, _, _, _, _ in Transfer.of(context)?.isStopping() == true ? 1 : 0 })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
        let count = min(size, bytes.count - sent)
        bytes[sent...].withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(
                from: .init(rebasing: source[..<count]))
        }
        sent += count
        return count
    }

    private func hear(_ line: UnsafeRawBufferPointer) {
        lastLine = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
